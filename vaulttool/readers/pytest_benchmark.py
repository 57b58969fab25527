"""What `pytest --benchmark-json` writes.

    {"machine_info": {"node": "dankserver"}, "datetime": "2026-10-03T12:00:00+00:00",
     "commit_info": {"id": "aa11015", "dirty": false, "branch": "main"},
     "benchmarks": [{"name": "test_check",
                     "stats": {"min": 0.4, "max": 0.5, "mean": 0.42, "median": 0.41, "rounds": 5}}]}

gives `wall_s` (the mean), `wall_median_s`, `wall_min_s` and `wall_max_s`, with the number of rounds; several
benchmarks are arms. The commit, its branch and whether the work tree was dirty are settings, the parameters of a
benchmark and its `extra_info`, too. Host and date are those of the file. A benchmark without rounds is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from vaulttool.readers import _names, _values
from vaulttool.readers._json import Place, objects
from vaulttool.readers._reading import Arm, Reading, ReadingError, Scalar, compared

VERSION = 1
REMEDY = 'this reader looks for the JSON that "pytest --benchmark-json=FILE" writes'
FIGURES = (
    ("mean", "wall_s", "mean"),
    ("median", "wall_median_s", "median"),
    ("min", "wall_min_s", "min"),
    ("max", "wall_max_s", "max"),
)


def read(text: str) -> Reading:
    """The reading of all benchmarks; ``ReadingError`` where one has no rounds."""
    (top, *others) = objects(text, "file of pytest-benchmark", REMEDY)
    benchmarks = top.values.get("benchmarks")
    if others or not isinstance(benchmarks, list):
        raise ReadingError('this is no file of pytest-benchmark: the list "benchmarks" is missing', REMEDY)
    if not benchmarks:
        raise ReadingError('nothing was completed: "benchmarks" is empty', REMEDY)
    arms: dict[str, Arm] = {}
    for number, benchmark in enumerate(benchmarks):
        place = Place(benchmark if isinstance(benchmark, Mapping) else {}, ("benchmarks", number), None)
        arms[_names.free(_names.arm(place.text("name")), arms)] = _arm(top, place)
    reading = compared("microbenchmark", arms, {"harness": "pytest-benchmark"}, _date(top))
    return msgspec.structs.replace(reading, host=_names.slug(top.below("machine_info").text("node")) or None)


def _arm(top: Place, place: Place) -> Arm:
    stats = place.below("stats")
    rounds = stats.number("rounds")
    name = _values.clean(place.text("fullname") or place.text("name"))
    if not name or not rounds or rounds < 1 or stats.number("mean") is None:
        raise ReadingError(f'nothing was completed: "{stats.at()}" has no rounds', REMEDY)
    results = [read for key, metric, stat in FIGURES for read in stats.figure(key, metric, "s", stat, n=int(rounds))]
    return Arm(name, {"benchmark": name, **_commit(top), **dict(_parameters(place))}, tuple(results))


def _commit(top: Place) -> dict[str, Scalar]:
    """The commit that was measured; a dirty work tree is none."""
    commit = top.below("commit_info")
    found: dict[str, Scalar] = {}
    for key, name in (("id", "commit"), ("branch", "branch")):
        if commit.text(key):
            found[name] = _values.clean(commit.text(key))
    if isinstance(commit.values.get("dirty"), bool):
        found["dirty"] = commit.values["dirty"]
    return found


def _parameters(place: Place) -> Iterator[tuple[str, Scalar]]:
    for group in ("params", "extra_info"):
        for key, value in place.below(group).values.items():
            if _names.setting(key) and value is not None:
                yield _names.setting(key), _values.value(key, value)


def _date(top: Place) -> str | None:
    printed = top.text("datetime")[:10]
    try:
        return date.fromisoformat(printed).isoformat() if printed else None
    except ValueError:
        raise ReadingError(f'"datetime" is "{printed}", which is no day', REMEDY) from None
