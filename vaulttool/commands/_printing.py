"""How a report leaves a command: in which format, on the terminal or in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from vaulttool import registry
from vaulttool.storage.disk import printable

if TYPE_CHECKING:
    from vaulttool.commands._run import Run
    from vaulttool.model.rule import Rule
    from vaulttool.reporters._report import Report

AT_ONCE = 100  # lines written together
REPORTERS = "vaulttool.reporters"
FOR_PEOPLE = ("text", "full")  # formats
STANDARD = (None, "-", "/dev/stdout", "/dev/fd/1")  # it is no file, even where it leads to one
Command = Callable[..., Any]


class Wanted(NamedTuple):
    """How the report is wanted, as the options of the command line have it."""

    form: str
    output: str | None
    statistics: bool
    colour: bool | None


OPTIONS = (
    click.option(
        "--format",
        "form",
        type=click.Choice(registry.names(REPORTERS)),
        default="text",
        show_default=True,
        help="Output format.",
    ),
    click.option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the report to FILE, and only its last line to the terminal. A file that is read is refused.",
    ),
    click.option("--statistics", is_flag=True, help="Count the findings by rule instead of listing them."),
    click.option(
        "--color/--no-color",
        "colour",
        default=None,
        help="Colour the text. Default: on a terminal without NO_COLOR. --no-color leaves out links to files, too.",
    ),
)


def printing_options(command: Command) -> Command:
    """The options of a command that prints a report, handed on in one, as ``wanted``."""

    @wraps(command)
    def with_wanted(**given: Any) -> Any:
        wanted = Wanted(**{name: given.pop(name) for name in Wanted._fields})
        if wanted.statistics and not hasattr(_reporter(wanted.form), "statistics"):
            raise click.UsageError(f"--statistics cannot be given with --format {wanted.form}.")
        return command(wanted=wanted, **given)

    made: Command = with_wanted
    for option in reversed(OPTIONS):
        made = option(made)
    return made


def shown_in(run: Run, form: str) -> Callable[[str], str]:
    """How files are named in a format: for people as they can open them, for a forge by path from the top of the
    repository."""
    if not getattr(_reporter(form), "IN_REPOSITORY", False):
        return run.shown
    top = run.place.repository
    return lambda path: printable(os.path.relpath(run.place_of(path), top).replace(os.sep, "/"))


def rules() -> Iterable[Rule]:
    """All rules, for the formats that describe them."""
    from vaulttool import engine  # only for these: it takes time to import

    return engine.rules().values()


def report_to(run: Run, report: Report, wanted: Wanted, can_mend: bool = False) -> None:
    """Print the report, or write it to the file that is asked for. ``can_mend`` tells whether the same command with
    --fix mends what can be mended."""
    in_file = wanted.output not in STANDARD
    is_terminal = not in_file and sys.stdout is not None and sys.stdout.isatty()
    if wanted.form in FOR_PEOPLE and not in_file and (is_terminal or "FORCE_HYPERLINK" in os.environ):
        from vaulttool.commands._screen import screen  # only where people look

        report = msgspec.structs.replace(report, screen=screen(run, is_terminal, wanted.colour, can_mend))
    lines = _lines(report, wanted, is_terminal)
    if wanted.output is None or not in_file:
        _print(lines)
        return
    from vaulttool.commands._output import write  # only where a file is asked for

    write(run, wanted.output, "".join(f"{line}\n" for line in lines))
    for line in registry.module(REPORTERS, "text").closing(report):
        click.echo(line)


def _lines(report: Report, wanted: Wanted, is_terminal: bool) -> Iterator[str]:
    """The report in its format."""
    reporter = _reporter(wanted.form)
    lines = reporter.statistics if wanted.statistics else reporter.render
    return iter(lines(report, colour=_coloured(wanted.colour, is_terminal)))


def _print(lines: Iterable[str]) -> None:
    """Many lines at once: one by one they take longer."""
    whole = [*lines]
    for start in range(0, len(whole), AT_ONCE):
        click.echo("\n".join(whole[start : start + AT_ONCE]), color=True)


def _coloured(asked: bool | None, is_terminal: bool) -> bool:
    """Whether to colour: as asked, else on a terminal where NO_COLOR is not set."""
    return asked if asked is not None else is_terminal and not os.environ.get("NO_COLOR")


def _reporter(form: str) -> ModuleType:
    """The module of a format; the others are not imported."""
    return registry.module(REPORTERS, form)
