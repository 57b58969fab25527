"""What `hyperfine --export-json` writes.

    {"results": [{"command": "vaulttool check", "mean": 0.412, "stddev": 0.01, "median": 0.41, "user": 0.38,
                  "system": 0.03, "min": 0.4, "max": 0.43, "times": [0.4, 0.41, 0.43], "exit_codes": [0, 0, 0]}]}

gives `wall_s` (the mean), `wall_median_s`, `wall_min_s`, `wall_max_s`, `user_s` and `system_s`, each with the
number of runs. Several commands are arms, named by their parameters, else by the command. A command that failed in
any run is an error; the deviation, which is null for a single run, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from vaulttool.readers import _names, _values
from vaulttool.readers._json import Place, objects
from vaulttool.readers._reading import Arm, Read, Reading, ReadingError, Scalar, compared

VERSION = 1
REMEDY = 'this reader looks for the JSON that "hyperfine --export-json" writes'
FIGURES = (
    ("mean", "wall_s", "mean"),
    ("median", "wall_median_s", "median"),
    ("min", "wall_min_s", "min"),
    ("max", "wall_max_s", "max"),
    ("user", "user_s", "mean"),
    ("system", "system_s", "mean"),
)


def read(text: str) -> Reading:
    """The reading of all commands; ``ReadingError`` where one of them failed."""
    (top, *others) = objects(text, "export of hyperfine", REMEDY)
    results = top.values.get("results")
    if others or not isinstance(results, list):
        raise ReadingError('this is no export of hyperfine: the list "results" is missing', REMEDY)
    if not results:
        raise ReadingError('nothing was completed: "results" is empty', REMEDY)
    arms: dict[str, Arm] = {}
    for number, result in enumerate(results):
        place = Place(result if isinstance(result, Mapping) else {}, ("results", number), None)
        arms[_names.free(_named(place), arms)] = _arm(place)
    return compared("ab" if len(arms) > 1 else "microbenchmark", arms, {"harness": "hyperfine"})


def _named(place: Place) -> str:
    told = "-".join(f"{name}-{value}" for name, value in place.below("parameters").values.items())
    return _names.arm(told or place.text("command"))


def _arm(place: Place) -> Arm:
    command = _values.clean(place.text("command"))
    if not command:
        raise ReadingError(f'"{place.at()}" has no command', REMEDY)
    _require_success(place, command)
    results = tuple(_results(place))
    if place.number("mean") is None:
        raise ReadingError(f'nothing was completed: "{place.at("mean")}" is missing or null', REMEDY)
    return Arm(command, dict(_settings(place, command)), results)


def _require_success(place: Place, command: str) -> None:
    codes = place.values.get("exit_codes")
    for number, code in enumerate(codes if isinstance(codes, list) else ()):
        if code != Decimal(0):
            how = "was killed" if code is None else f"ended with {code}"
            where = place.at("exit_codes", number)
            raise ReadingError(f'"{command}" {how} in a run, see "{where}"', "a failed run measures nothing")


def _results(place: Place) -> Iterator[Read]:
    times = place.values.get("times")
    runs = len(times) if isinstance(times, list) and times else None
    for key, metric, stat in FIGURES:
        yield from place.figure(key, metric, "s", stat, n=runs)


def _settings(place: Place, command: str) -> Iterator[tuple[str, Scalar]]:
    yield "command", command
    for name, value in place.below("parameters").values.items():
        if _names.setting(name):
            yield _names.setting(name), _values.value(name, value)
