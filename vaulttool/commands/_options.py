"""The options of the commands that read a vault, handed on in one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

CACHE_FOLDER = ".vaulttool_cache"
Command = Callable[..., Any]


class Given(NamedTuple):
    """How the vault is to be found and read, as the options of the command line have it."""

    vault: str | None = None
    config: str | None = None
    no_config: bool = False
    no_cache: bool = False
    cache_dir: str | None = None
    jobs: int | None = None


FINDING = (
    click.option("--vault", metavar="DIR", help="The vault's root. Default: found from PATH or the working directory."),
    click.option("--config", metavar="FILE", help="The configuration file. Default: found upwards."),
    click.option("--no-config", is_flag=True, help="Read no configuration."),
)
CACHE_DIR = click.option(
    "--cache-dir",
    metavar="DIR",
    envvar="VAULTTOOL_CACHE_DIR",
    help=f"Where the cache is. Default: {CACHE_FOLDER} beside the configuration, else in the vault.",
)
NO_CACHE = click.option(
    "--no-cache",
    is_flag=True,
    envvar="VAULTTOOL_NO_CACHE",
    help="Neither read nor write the cache of parsed notes.",
)
READING = (
    NO_CACHE,
    CACHE_DIR,
    click.option(
        "--jobs",
        "-j",
        metavar="N",
        type=click.IntRange(min=1),
        help="How many processes may work on notes. Default: as many as there are processors.",
    ),
)


def place_options(command: Command) -> Command:
    """The options of a command that needs to know where the vault is; it has them in one, as ``given``."""
    return _with(FINDING, command)


def vault_options(command: Command) -> Command:
    """The options of every command that reads a vault, handed on likewise."""
    return _with((*FINDING, *READING), command)


def _with(options: tuple[Command, ...], command: Command) -> Command:
    @wraps(command)
    def with_given(**given: Any) -> Any:
        names = given.keys() & set(Given._fields)
        return command(given=Given(**{name: given.pop(name) for name in names}), **given)

    made: Command = with_given
    for option in reversed(options):
        made = option(made)
    return made
