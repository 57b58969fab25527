"""argv in, exit status out."""

from __future__ import annotations

import importlib
import sys
import traceback

import click

from vaulttool import __version__
from vaulttool.errors import VaulttoolError

COMMANDS = {
    "check": "vaulttool.commands.check:check",
    "links": "vaulttool.commands.links:links",
    "explain": "vaulttool.commands.explain:explain",
    "graph": "vaulttool.commands.graph:graph",
}


class Commands(click.Group):
    """The commands, each imported only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="vaulttool")
def cli() -> None:
    """Reads an Obsidian vault as Obsidian does, and says what is broken or untrue in it."""


def main() -> None:
    """The command line. Exit status: 0 clean, 1 findings, 2 could not run, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = cli.main(standalone_mode=False)
    except VaulttoolError as error:
        _say(error.message, error.remedy)
        status = 2
    except click.ClickException as error:
        error.show()
        status = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = 130
    except BrokenPipeError:
        sys.stderr.close()
        status = 2
    except Exception:
        traceback.print_exc()
        _say("this is a bug in vaulttool", "please report it with the lines above")
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def _say(message: str, remedy: str) -> None:
    click.echo(f"error: {message}", err=True)
    if remedy:
        click.echo(f"    help: {remedy}", err=True)
