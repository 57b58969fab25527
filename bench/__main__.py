"""The command line: `python -m bench` measures beside other tools, `python -m bench NAME` runs one of the others."""

from __future__ import annotations

import importlib
import sys

import click

COMMANDS = {
    "peers": "vaulttool and other tools on the same vaults, in turn: the default",
    "scale": "growth and memory on made vaults of a thousand to a million notes",
    "ci": "fails where `check` has become slower beside a fixed calculation",
    "against-rumdl": "the Hub against rumdl's link rules, as this Python has both",
    "rules": "the time of each rule on the Hub",
    "regions": "what generated regions and data files cost",
    "reliability": "what is lost when writing fails, is killed, or is done twice at once",
    "mutants": "small changes of the code, and whether a test notices",
    "fuzz": "all that reads what comes from outside, under atheris",
    "editing": "how long an edit takes to be answered in a large vault",
    "duplicates": "looking for duplicates in 10,000 notes, and what is missed",
    "watching": "how soon `check --watch` answers a change on the Hub",
    "real-vaults": "what is found in three real vaults",
}
DEFAULT = "peers"


class Commands(click.Group):
    """The benches, each imported only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"bench.{cmd_name.replace('-', '_')}").main
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Benches"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] not in (["--help"], ["-h"]) and (not args or args[0].startswith("-")):
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def benches() -> None:
    """Measurements of vaulttool. Options without a name are those of `peers`; each has its own --help."""


if __name__ == "__main__":
    sys.exit(benches(prog_name="python -m bench"))
