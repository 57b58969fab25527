"""What is known of a host, one row a fact.

Arguments: `host`. `facts` names the facts to show, in that order; without it all that hold today stand there.
`columns` chooses among `fact`, `value`, `since`, `until`, `with` (the engine with which it holds) and `source`;
without it there are fact, value and since. `past="yes"` shows facts that no longer hold, too. A name in `facts` may
be followed by `:` and the words that stand for it.

With `data/hosts/atlas.yaml`:

    host: atlas
    facts:
      - {key: board, value: ProArt, from: 2026-09-20, source: {document: Atlas.md, line: 1}}
      - {key: vram_total_gib, value: 31.86, unit: GiB, from: 2026-09-22, source: {document: Atlas.md, line: 1}}

Writes, in `Atlas.md`, for `attributes host="atlas" facts="board,vram_total_gib:VRAM"`:

    | Fact | Value | Since |
    | --- | --- | --- |
    | Board | ProArt | 2026-09-20 |
    | VRAM | 31.86 GiB | 2026-09-22 |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.generators._columns import tabled
from vaulttool.generators._dates import day
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.datum import fact_text
from vaulttool.model.generator import Request, generator
from vaulttool.model.records import Fact, Host
from vaulttool.text.names import nearest

HEADINGS = {
    "fact": "Fact",
    "value": "Value",
    "since": "Since",
    "until": "Until",
    "with": "With",
    "source": "Source",
}


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `attributes`."""

    host: str
    facts: tuple[str, ...] = ()
    columns: tuple[str, ...] = ("fact", "value", "since")
    past: bool = False


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table."""
    host = request.data.host(request.arguments.host)
    things = [((fact, label), f'the fact "{fact.key}"') for fact, label in _facts(request, host)]
    if not things:
        raise CannotGenerate(f'no fact of the host "{host.host}" holds today', "add facts, or take the region out")
    yield from tabled(request.arguments.columns, HEADINGS, things, lambda one, name: _cell(request, *one, name))


def _facts(request: Request[Arguments], host: Host) -> Iterator[tuple[Fact, str]]:
    """The facts to show, with the words for each."""
    held = [fact for fact in host.facts if fact.to is None or request.arguments.past]
    if not request.arguments.facts:
        yield from ((fact, _words(fact.key)) for fact in held)
        return
    for name in request.arguments.facts:
        key, _, label = name.partition(":")
        found = [fact for fact in held if fact.key == key]
        if not found:
            close = nearest(key, [fact.key for fact in held], likeness=60)
            help = f'did you mean "{close}"?' if close else 'past="yes" shows facts that no longer hold'
            raise CannotGenerate(f'no fact "{key}" of the host "{host.host}" holds today', help)
        yield from ((fact, label or _words(key)) for fact in found)


def _words(key: str) -> str:
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def _cell(request: Request[Arguments], fact: Fact, label: str, name: str) -> str | None:
    """What a fact has for a column."""
    if name == "source":
        document = fact.source.document if fact.source else None
        return request.linker.link(request.files.from_vault(document)) if document else None
    cells = {
        "fact": label,
        "value": fact_text(fact),
        "since": day(fact.from_),
        "until": fact.to,
        "with": fact.engine,
    }
    return cells[name]
