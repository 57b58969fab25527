"""``vaulttool audit``: where Obsidian and a CommonMark forge read the same note differently."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import click
import msgspec

from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._run import Run
from vaulttool.model import differences
from vaulttool.model.difference_kinds import Kind
from vaulttool.model.differences import Difference
from vaulttool.model.vault import is_markdown
from vaulttool.reporters import _report
from vaulttool.reporters.text import safe
from vaulttool.text.span import Lines

UNNAMED = "unnamed"
ALL = "all"
LONGEST_QUOTE = 120


class Row(msgspec.Struct, frozen=True):
    """One difference as ``--format json`` prints it: the place of what is read differently, and its first line."""

    path: str
    line: int
    column: int
    kind: str
    about: str | None
    text: str


class Count(msgspec.Struct, frozen=True):
    """How often a kind of difference was found, and what the two do."""

    kind: str
    about: str | None
    count: int
    sentence: str


class Audit(msgspec.Struct, frozen=True):
    """What ``--format json`` prints."""

    notes: int
    kinds: tuple[Count, ...]
    differences: tuple[Row, ...]


def _kinds_in_help() -> str:
    """The kinds with their sentences, for the end of the help text; the mark keeps the lines as they are."""
    pieces = ["\b\nKinds of difference:"]
    for kind in Kind:
        sentence = textwrap.fill(f"{kind.title}: {kind.sentence}", 96, subsequent_indent="    ")
        pieces.append(textwrap.indent(sentence, "  "))
    return "\n".join(pieces)


@click.command("audit", epilog=_kinds_in_help())
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@vault_options
@click.option(
    "--kind",
    "listed",
    type=click.Choice([ALL, *(kind.title for kind in Kind)]),
    metavar="KIND",
    multiple=True,
    help=f'List every difference of this kind, or of each kind with "{ALL}". May be given again.',
)
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True, help="Output format."
)
@click.option("--no-gitignore", is_flag=True, help="Read notes that git ignores, too.")
def audit(
    paths: tuple[str, ...],
    given: Given,
    listed: tuple[str, ...],
    form: str,
    no_gitignore: bool,
) -> None:
    """Count where Obsidian and a CommonMark forge, such as GitHub, read the same notes differently.

    Links and headings are compared. PATHs (files or folders) narrow what is counted. Nothing here is a fault: what
    must work on both sides is checked by the rule forge-link.
    """
    run = Run(paths, given)
    notes = [path for path in run.reported(gitignore=not no_gitignore) if is_markdown(path)]
    found = differences.audit(run.vault, run.vault.around.text, notes)
    if form == "json":
        click.echo(as_json(found, len(notes), run.vault.around.text))
    else:
        for line in as_text(found, len(notes), run.vault.around.text, listed):
            click.echo(line)


def as_json(found: Sequence[Difference], notes: int, texts: Callable[[str], str]) -> str:
    """The whole audit as one JSON object."""
    result = Audit(notes, tuple(_counts(found)), tuple(_rows(found, texts)))
    return _report.as_json(result, indent=2)


def as_text(
    found: Sequence[Difference], notes: int, texts: Callable[[str], str], listed: Sequence[str] = ()
) -> Iterator[str]:
    """The differences of the kinds that are to be listed, then each kind with its count and its sentence."""
    shown = [difference for difference in found if ALL in listed or _name(difference.kind) in listed]
    for row in _rows(shown, texts):
        yield safe(f"{row.path}:{row.line}:{row.column}: {row.kind}: {row.text}")
    if shown:
        yield ""
    for count in _counts(found):
        yield f"{count.count:7}  {count.kind:24} {count.sentence}"
    about = Counter(difference.kind.about for difference in found if difference.kind)
    read = "1 note" if notes == 1 else f"{notes} notes"
    yield f"{len(found):7}  in {read}: {about['link']} in links, {about['heading']} in headings"


def _counts(found: Sequence[Difference]) -> Iterator[Count]:
    """How often each kind was found, the commonest first."""
    counted = Counter(difference.kind for difference in found)
    for kind, number in sorted(counted.items(), key=lambda item: (-item[1], _name(item[0]))):
        sentence = kind.sentence if kind else "No kind is known for this; please report it with the note."
        yield Count(_name(kind), kind.about if kind else None, number, sentence)


def _rows(found: Sequence[Difference], texts: Callable[[str], str]) -> Iterator[Row]:
    """The differences with the places that people count; they are sorted by note, so one is split at a time."""
    lines = lru_cache(maxsize=1)(lambda path: Lines(texts(path)))
    for difference in found:
        known = lines(difference.path)
        place = known.position(difference.span.start)
        quote = difference.span.of(known.text).strip().partition("\n")[0].rstrip("\r")[:LONGEST_QUOTE]
        kind = difference.kind
        yield Row(difference.path, place.line, place.column, _name(kind), kind.about if kind else None, quote)


def _name(kind: Kind | None) -> str:
    return kind.title if kind else UNNAMED
