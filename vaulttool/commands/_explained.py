"""What `vaulttool explain` tells of generated parts: the page of a kind, and a region or figure with its data."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool import engine
from vaulttool.commands._run import Run
from vaulttool.model.figures import checked_figures
from vaulttool.model.generator import Generator
from vaulttool.model.regions import checked
from vaulttool.model.vault import Note
from vaulttool.parsing.data import place
from vaulttool.text.span import Lines, Span


def kind_page(kind: Generator) -> Iterator[str]:
    """The manual page of a kind of region, its arguments, and a marker to paste."""
    yield f"{kind.name} (region)"
    yield ""
    yield from kind.manual.splitlines()
    fields = msgspec.structs.fields(kind.arguments)
    asked = "".join(f' {field.encode_name}="..."' for field in fields if field.required)
    optional = [field.encode_name for field in fields if not field.required]
    yield ""
    yield "To paste:"
    yield f"    <!-- vaulttool:begin {kind.name}{asked} -->"
    yield f"    <!-- vaulttool:end {kind.name} -->"
    if optional:
        yield f"Arguments that may be left out: {', '.join(optional)}."


def generated_at(run: Run, note: Note, span: Span, lines: Lines) -> Iterator[str]:
    """The regions and figures that touch a span, each with its state and where its data stand."""
    alone = msgspec.structs.replace(note, document=_only(note, span))
    for one in checked([alone], run.sources, engine.kinds()):
        first, last = (lines.position(at).line for at in (one.region.span.start, one.region.span.end))
        yield f'region "{one.region.name}", lines {first} to {last}: {one.state.value}'
        yield from (f'    {name} = "{value}"' for name, value in one.region.arguments if name != "id")
        if one.error:
            yield f"    {one.error.message}"
    for figure in checked_figures([alone], run.sources.data):
        column = lines.position(figure.figure.span.start).column
        yield f'column {column}: figure "{figure.figure.printed}" = {figure.figure.address}'
        if figure.datum is None:
            yield f"    {figure.error.message if figure.error else ''}"
            continue
        state = "fresh" if figure.is_fresh else f'stale: it should be "{figure.new}"'
        yield f"    {state}; the datum is {figure.datum.text}"
        yield f"    {_where(run, figure.datum.path, figure.datum.keys)}"


def _only(note: Note, span: Span) -> object:
    """The document with only the regions and figures that touch a span."""
    document = note.document
    return msgspec.structs.replace(
        document,
        regions=tuple(one for one in document.regions if touch(one.span, span)),
        figures=tuple(one for one in document.figures if touch(Span(one.span.start, one.marker.end), span)),
    )


def _where(run: Run, path: str, keys: tuple[str | int, ...]) -> str:
    """Where a datum stands: file and line, as people can open it."""
    shown = run.files.from_vault(path)
    text = run.sources.text(shown) if path else None
    if text is None:
        return f'counted in "{path}"' if path else "counted in the repository"
    line = Lines(text).position(place(text, keys).start).line
    return f"{run.shown(shown)}:{line}"


def touch(one: Span, other: Span) -> bool:
    """Whether two spans share a character, or an empty one stands in the other."""
    return one.start < max(other.end, other.start + 1) and other.start < max(one.end, one.start + 1)
