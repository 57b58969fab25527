"""argv in, exit status out."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING

import click

from vaulttool import __version__
from vaulttool.commands._list import COMMANDS, command_named
from vaulttool.errors import ConfigurationError, VaulttoolError
from vaulttool.reporters.text import safe
from vaulttool.text.names import nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Commands(click.Group):
    """The commands, each imported only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = command_named(cmd_name)
        if found is None or not ctx.resilient_parsing:
            return found
        from vaulttool.commands._completing import completing  # only when a shell asks: it takes time to import

        return completing(found)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names of commands and options; no command is imported for its help, since a shell cannot wait."""
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            found = nearest(name, list(COMMANDS), likeness=60)
            remedy = f'did you mean "{found}"?' if found else f"the commands are {', '.join(COMMANDS)}"
            raise ConfigurationError(f'no command is named "{name}"', remedy)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # here, since click would end with the status of findings
            _leave_the_pipe()
            return 2


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="vaulttool")
def cli() -> None:
    """Reads an Obsidian vault as Obsidian does, says what is broken or untrue in it, and writes what data can write."""


def main() -> None:
    """The command line. Exit status: 0 clean, 1 findings, 2 could not run, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = cli.main(prog_name="vaulttool", standalone_mode=False)
    except VaulttoolError as error:
        _say(error.message, error.remedy, error.shown)
        status = 2
    except click.ClickException as error:
        _show(error)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = 130
    except Exception:
        import traceback  # only for a bug: it takes time to import

        traceback.print_exc()
        _say("this is a bug in vaulttool", "please report it with the lines above")
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def run() -> None:
    """``main`` as the program: it leaves at once, since taking a large vault apart in memory takes time."""
    gc.disable()  # a run is short and what it makes is no garbage: looking for some takes a fifth of the time
    status = 2
    try:
        main()
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 2
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        pass
    os._exit(status)


def _show(error: click.ClickException) -> None:
    """What click says of a wrong usage, control characters in what was typed written out."""
    said = StringIO()
    error.show(said)
    for line in said.getvalue().rstrip("\n").split("\n"):
        click.echo(safe(line), err=True)


def _say(message: str, remedy: str, shown: Sequence[str] = ()) -> None:
    click.echo(f"error: {safe(message)}", err=True)
    for line in shown:
        click.echo(f"    {safe(line)}", err=True)
    if remedy:
        click.echo(f"    help: {safe(remedy)}", err=True)


def _leave_the_pipe() -> None:
    """Nobody reads the output any more: what is still to be flushed goes nowhere, in silence."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
