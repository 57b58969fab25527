"""The figures of a boot log: their units, and what it means when a log prints one of them more than once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from vaulttool.readers._numbers import as_printed, decimal
from vaulttool.readers._reading import Line, Read, ReadingError
from vaulttool.readers._shapes import Seen

# one: all must agree. engine: each engine prints it once. card: only different workers may differ.
# each: any may differ. last: a running count, the last of which holds.
Repeats = Literal["one", "engine", "card", "each", "last"]
PROCESS = re.compile(r"\((?P<process>(?:EngineCore|Worker|VllmWorker|RayWorker|APIServer)[^()]*)\)")
AGAIN = "if the log holds several boots, save each to a file of its own"


class Figure(NamedTuple):
    """The unit of a metric, how its repeats are read, and what the metric is one of."""

    unit: str
    repeats: Repeats = "one"
    per: str | None = None
    stat: str | None = None
    definition: str | None = None


CARD = Figure("GiB", "card", "card")
COUNTED = Figure("count", "last")
FIGURES = {
    "kv_pool_tokens": Figure("tok"),
    "max_concurrency": Figure("x"),
    "kv_avail_gib": CARD,
    "kv_needed_gib": CARD,
    "estimated_window_tokens": Figure("tok"),
    "kv_group_size": Figure("count"),
    "kv_group_size_upstream": Figure("count"),
    "kv_groups": Figure("count"),
    "kv_blocks_per_request": Figure("count"),
    "padding_layers": Figure("count"),
    "padding_waste": Figure("%", stat="max"),
    "attention_block_tokens": Figure("tok"),
    "prefix_hit_rate": Figure("%", "last", definition="lifetime"),
    "weights_per_card_gib": CARD,
    "model_load_s": Figure("s", "each"),
    "dynamo_s": Figure("s", "each"),
    "graph_compile_s": Figure("s", "each"),
    "graph_load_s": Figure("s", "each"),
    "torch_compile_s": Figure("s", "each"),
    "graphs_gib": CARD,
    "graph_capture_s": Figure("s", "each"),
    "graph_capture_gib": Figure("GiB", "each", "card"),
    "engine_init_s": Figure("s", "engine"),
    "compilation_s": Figure("s", "engine"),
    "arena_gib": CARD,
    "arena_slots": Figure("slots", "card", "card"),
    "slot_mib": Figure("MiB", "one", "slot"),
    "pinned_gib": CARD,
    "pinned_slots": Figure("slots", "card", "card"),
    "swap_gib": CARD,
    "swap_slots": Figure("slots", "card", "card"),
    "kv_reserve_gib": CARD,
    "graph_count": Figure("count"),
    "overhead_gib": CARD,
    "cache_hit_ratio": Figure("ratio", "last"),
    "cache_hits": COUNTED,
    "cache_lookups": COUNTED,
    "host_installs": COUNTED,
    "read_throughs": COUNTED,
    "prefetched": COUNTED,
    "prefetch_served": COUNTED,
    "vram_free_gib": CARD,
    "vram_total_gib": Figure("GiB", "one", "card"),
    "budget_gib": Figure("GiB", "one", "card"),
    "kv_heads": Figure("count"),
    "guarded_size": Figure("count"),
    "oom_request_mib": Figure("MiB", "each"),
    "oom_request_gib": Figure("GiB", "each"),
    "vram_torch_gib": Figure("GiB", "each", "card"),
    "vram_left_bytes": Figure("B", "each", "card"),
    "vram_left_mib": Figure("MiB", "each", "card"),
    "vram_left_gib": Figure("GiB", "each", "card"),
}
SUFFIXES = {"max_concurrency": "x"}  # printed straight behind the number


class Printed(NamedTuple):
    """One print of a figure."""

    value: Decimal
    text: str
    line: Line
    process: str


def results(found: Sequence[Seen]) -> tuple[Read, ...]:
    """One result a metric, in the order of the log; ``ReadingError`` where repeats contradict each other."""
    prints: dict[str, list[Printed]] = {}
    for metric, printed in _prints(found):
        prints.setdefault(metric, []).append(printed)
    return tuple(_settled(metric, FIGURES[metric], several) for metric, several in prints.items())


def _prints(found: Sequence[Seen]) -> Iterator[tuple[str, Printed]]:
    for seen in found:
        process = PROCESS.search(seen.line.text)
        for name, text in seen.texts.items():
            if not name.startswith("set_"):
                printed = text + SUFFIXES.get(name, "")
                yield name, Printed(decimal(text), printed, seen.line, process["process"] if process else "")


def _settled(metric: str, figure: Figure, prints: Sequence[Printed]) -> Read:
    """The result of all prints of one figure."""
    if figure.repeats == "last":
        return _read(metric, figure, prints[-1])
    first = prints[0]
    firsts: dict[str, Printed] = {}  # by process
    for printed in prints:
        before = _before(figure.repeats, printed, firsts, first)
        if before:
            raise conflict(metric, before.text, printed.text, before.line, printed.line)
        firsts.setdefault(printed.process, printed)
    alike = all(printed.value == first.value for printed in prints)
    return _read(metric, figure, first) if alike else _range(metric, figure, prints)


def _before(repeats: Repeats, printed: Printed, firsts: Mapping[str, Printed], first: Printed) -> Printed | None:
    """The earlier print of a figure beside which this one cannot stand in one boot."""
    same = firsts.get(printed.process)
    if repeats == "engine":
        return same or firsts.get("") or (first if firsts and not printed.process else None)
    before = first if repeats == "one" else same if repeats == "card" and printed.process else None
    return before if before and before.value != printed.value else None


def conflict(name: str, one: str, other: str, first: Line, second: Line) -> ReadingError:
    """Two values for one thing."""
    message = f'two values for "{name}": {one}, and {other} on line {second.number}'
    return ReadingError(message, AGAIN, [first, second])


def _read(metric: str, figure: Figure, printed: Printed) -> Read:
    return Read(
        metric=metric,
        unit=figure.unit,
        value=printed.value,
        as_printed=as_printed(printed.value, printed.text),
        line=printed.line.number,
        stat=figure.stat,
        per=figure.per,
        definition=figure.definition,
    )


def _range(metric: str, figure: Figure, prints: Sequence[Printed]) -> Read:
    """What several cards or ranks printed, from the lowest to the highest."""
    values = [printed.value for printed in prints]
    several = len({printed.process for printed in prints}) > 1
    return Read(
        metric=metric,
        unit=figure.unit,
        low=min(values),
        high=max(values),
        as_printed="/".join(dict.fromkeys(printed.text for printed in prints)),
        line=prints[0].line.number,
        stat=figure.stat,
        per=figure.per or ("rank" if several else None),
        definition=figure.definition,
    )
