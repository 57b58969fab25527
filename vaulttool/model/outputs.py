"""Whole files that are generated, and whether each says what its data say.

Such a file has no place for a checksum, so the sums stand in a file of their own beside the configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Generator, Request
from vaulttool.model.html_pages import as_html
from vaulttool.model.regions import kind_named
from vaulttool.model.sources import Sources
from vaulttool.model.state import State
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.text.checksum import checksum
from vaulttool.text.span import LINE_END, Span

SUMS = "vaulttool.sums"


class Output(NamedTuple):
    """A file to be generated: its path from the configuration's folder, the kind that writes it, its arguments, and
    where the configuration asks for it."""

    path: str
    kind: str
    arguments: Mapping[str, str]
    place: Span


class CheckedOutput(NamedTuple):
    """An output with what should stand in it. ``present`` is None where the file is not there."""

    output: Output
    state: State
    present: str | None = None
    text: str = ""
    error: CannotGenerate | None = None

    sums: str = SUMS

    @property
    def is_right(self) -> bool:
        """Whether the file says what it should, whatever its sum."""
        return self.present is not None and LINE_END.sub("\n", self.present) == self.text


def checked_outputs(
    outputs: Iterable[Output], sources: Sources, kinds: Mapping[str, Generator]
) -> Iterator[CheckedOutput]:
    """Every output."""
    sums = read_sums(sources.files.text(SUMS) or "")
    for output in outputs:
        present = sources.files.text(output.path)
        try:
            text = _text(output, sources, kinds)
        except CannotGenerate as error:
            yield CheckedOutput(output, State.BAD, present, error=error)
            continue
        yield CheckedOutput(output, _state(present, text, sums.get(output.path)), present, text)


def _text(output: Output, sources: Sources, kinds: Mapping[str, Generator]) -> str:
    page = Note(sources.files.from_vault(output.path), Document())
    kind = kind_named(output.kind, kinds)
    if kind.own:
        raise CannotGenerate(f'a whole file of kind "{kind.name}" would lose people\'s words', "make it a region")
    body = kind.body(Request(page, kind.parsed(output.arguments), "", sources)).strip("\n") + "\n"
    return as_html(body, page.path)


def _state(present: str | None, text: str, sum: str | None) -> State:
    if present is None:
        return State.STALE
    if LINE_END.sub("\n", present) == text:
        return State.FRESH if sum == checksum(text) else State.STALE
    if sum == checksum(present):
        return State.STALE
    return State.EDITED if sum == checksum(text) else State.EDITED_AND_STALE


def read_sums(text: str) -> dict[str, str]:
    """The sum of each output by path, from the text of the file of sums."""
    rows = (line.partition("  ") for line in text.splitlines())
    return {path: sum for sum, gap, path in rows if gap}


def written_sums(checked: Iterable[CheckedOutput], written: Sequence[CheckedOutput], before: Mapping[str, str]) -> str:
    """The text of the file of sums once some of the outputs are written; the others keep their old sum."""
    sums = {
        one.output.path: checksum(one.text) if one in written else before.get(one.output.path, "") for one in checked
    }
    return "".join(f"{sum}  {path}\n" for path, sum in sorted(sums.items()) if sum)
