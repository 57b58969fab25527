"""What `llama-bench` prints with `-o json`, `-o jsonl` or `-o csv`.

    [{"build_commit": "b5000", "model_type": "qwen3 27B Q4_K", "n_prompt": 512, "n_gen": 0, "n_depth": 0,
      "test_time": "2026-10-03T12:00:00Z", "avg_ns": 512000000, "avg_ts": 1000.0, "samples_ts": [999.0, 1001.0]}]

gives the arm `pp512` with `prefill_tps`, a test that only generates an arm such as `tg128` with `decode_tps`, and a
mixed one `total_tps`: means over the samples. What the tests share is the run's settings, the rest the arm's. A
test that took no time, or tells none, is an error. `-o sql` and the Markdown table are not read here; for a
Markdown table see the reader `table`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from vaulttool.readers import _names, _values
from vaulttool.readers._json import Place, objects, require_different
from vaulttool.readers._numbers import number
from vaulttool.readers._reading import Arm, Line, Reading, ReadingError, Scalar, compared

VERSION = 1
WHAT = "test of llama-bench"
REMEDY = 'this reader looks for what "llama-bench -o json", "-o jsonl" or "-o csv" prints'
MEASURED = frozenset(("test_time", "avg_ns", "stddev_ns", "avg_ts", "stddev_ts", "samples_ns", "samples_ts"))
WHOLE = ("n_prompt", "n_gen", "n_depth", "avg_ns", "stddev_ns", "avg_ts", "stddev_ts")


def read(text: str) -> Reading:
    """The reading of all tests; ``ReadingError`` where one has no rate."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    places = objects(text, WHAT, REMEDY) if start in ("[", "{") else list(_rows(text))
    if not places:
        raise ReadingError(f"there is no {WHAT} in it", REMEDY)
    require_different(places, WHAT)
    arms: dict[str, Arm] = {}
    for place in places:
        name = _names.free(_named(place), arms)
        arms[name] = _arm(place, name)
    dates = sorted(filter(None, map(_date, places)))
    return compared("microbenchmark", arms, {"harness": "llama-bench"}, dates[0] if dates else None)


def _rows(text: str) -> Iterator[Place]:
    """The tests of a CSV file."""
    table = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        head = next(table, [])
        if "avg_ts" not in head or len(set(head)) < len(head):
            raise ReadingError(f"this is no output of llama-bench: no {_names.listed(['avg_ts'])} in its head", REMEDY)
        for row in table:
            line = Line(table.line_num, ",".join(row))
            if row and len(row) != len(head):
                raise ReadingError(f"{len(row)} cells below a head of {len(head)}", "the file was cut", [line])
            if row:
                yield Place(dict(_cells(head, row, line)), (), line)
    except csv.Error as error:
        message = f"this is no CSV: {error}"
        raise ReadingError(message, REMEDY, [Line(table.line_num, "")]) from error


def _cells(head: list[str], row: list[str], line: Line) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(head, row, strict=True):
        found = number(cell)
        plain = found is not None and found.printed == cell and "," not in cell
        if name in WHOLE and not plain:
            raise ReadingError(f'"{name}" is "{cell}", which is no number', REMEDY, [line])
        yield name, found.value if found and plain and _kept(cell, found.value) else cell


def _kept(cell: str, value: Decimal) -> bool:
    """Whether a number is written as such: a commit such as 0123 or 12e5 is none."""
    return cell == str(value)


def _named(place: Place) -> str:
    """The name of a test as llama-bench's own table prints it."""
    prompt, generated, depth = (int(place.number(key) or 0) for key in ("n_prompt", "n_gen", "n_depth"))
    parts = [f"pp{prompt}" if prompt else "", f"tg{generated}" if generated else "", f"d{depth}" if depth else ""]
    return "-".join(filter(None, parts)) or "test"


def _arm(place: Place, name: str) -> Arm:
    rate, time = place.number("avg_ts"), place.number("avg_ns")
    if rate is None:
        raise place.wrong(f'this is no {WHAT}: the key "{place.at("avg_ts")}" is missing', REMEDY)
    if rate <= 0 or (time is not None and time <= 0):
        raise place.wrong(f'nothing was completed: the rate at "{place.at("avg_ts")}" is {rate}')
    samples = place.values.get("samples_ts")
    count = len(samples) if isinstance(samples, list) and samples else None
    results = tuple(place.figure("avg_ts", _metric(place), "tok/s", "mean", n=count))
    model = _values.clean(place.text("model_type"))
    return Arm(f"{model} {name}".strip(), dict(_settings(place.values)), results)


def _metric(place: Place) -> str:
    prompt, generated = place.number("n_prompt"), place.number("n_gen")
    if prompt and generated:
        return "total_tps"
    return "decode_tps" if generated else "prefill_tps"


def _settings(values: Mapping[str, Any]) -> Iterator[tuple[str, Scalar]]:
    for key, value in values.items():
        if key not in MEASURED and _names.setting(key) and value is not None:
            yield _names.setting(key), _values.value(key, value)


def _date(place: Place) -> str:
    printed = place.text("test_time")[:10]
    try:
        return date.fromisoformat(printed).isoformat() if printed else ""
    except ValueError:
        raise place.wrong(f'"{place.at("test_time")}" is "{printed}", which is no day', REMEDY) from None
