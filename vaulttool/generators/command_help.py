"""The help of a command of vaulttool, as the terminal shows it, or the table of all commands.

Arguments: `command` names the command; without it, the commands stand in a table.

Writes, in `Commands.md`, for `command-help command="clean"`:

    ```text
    Usage: vaulttool clean [OPTIONS]

      Delete the cache of parsed notes.

      The next run reads every note anew and says the same.

    Options:
      --vault DIR      The vault's root. Default: found from PATH or the working directory.
      --config FILE    The configuration file. Default: found upwards.
      --no-config      Read no configuration.
      --cache-dir DIR  Where the cache is. Default: .vaulttool_cache beside the configuration, else in
                       the vault.
      -h, --help       Show this message and exit.
    ```
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.text.table import code, table

HEADINGS = ("Command", "What it does")


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `command-help`."""

    command: str = ""


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The help, or the table."""
    product = request.sources.product
    commands = {command.name: command for command in product.commands()}
    wanted = request.arguments.command
    if not wanted:
        yield from table(HEADINGS, [(code(f"vaulttool {name}"), one.summary) for name, one in commands.items()])
        return
    if wanted not in commands:
        raise CannotGenerate(f'no command is named "{wanted}"', f"known are {', '.join(commands)}")
    yield "```text"
    yield from commands[wanted].manual.rstrip("\n").split("\n")
    yield "```"
