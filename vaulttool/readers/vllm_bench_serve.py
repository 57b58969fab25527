"""What `vllm bench serve --save-result` writes: one JSON object, or one a line with `--append-result`.

    {"date": "20260916-120000", "backend": "vllm", "num_prompts": 200, "max_concurrency": 4, "completed": 200,
     "output_throughput": 147.6, "median_ttft_ms": 471.2, "spec_decode_acceptance_rate": 34.2}

gives `output_tps`, `ttft_ms` (its median), `acceptance` and more. A mean is `ttft_mean_ms`, a percentile
`ttft_p99_ms`; the same for `tpot`, `itl` and `e2el`. The accept length of vLLM counts the bonus token, and says so.
What the file holds beside the measurements is a setting, `--metadata` included. Deviations and the rate of requests
(`answers` by `duration_s`) are left out.

Several objects are the arms of a sweep, named by their labels, else by their concurrency. A file without
`completed`, or with none completed, is an error: the harness writes one even when every request failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from vaulttool.readers import _names, _values
from vaulttool.readers._json import Place, objects
from vaulttool.readers._reading import Arm, Read, Reading, ReadingError, Scalar, compared

VERSION = 1
WHAT = "result of vllm bench serve"
REMEDY = 'this reader looks for the JSON that "vllm bench serve --save-result" writes'
FIGURES = {
    "output_throughput": ("output_tps", "tok/s", None),
    "total_token_throughput": ("total_tps", "tok/s", None),
    "max_output_tokens_per_s": ("output_tps_peak", "tok/s", "max"),
    "max_concurrent_requests": ("concurrent_peak", "req", "max"),
    "duration": ("duration_s", "s", None),
    "completed": ("answers", "req", None),
    "failed": ("errors", "count", None),
    "total_input_tokens": ("prompt_tokens", "tok", "sum"),
    "total_output_tokens": ("completion_tokens", "tok", "sum"),
    "spec_decode_acceptance_rate": ("acceptance", "%", None),
    "spec_decode_acceptance_length": ("accept_length", "tok/draft", None),
    "spec_decode_num_drafts": ("drafts", "count", None),
    "spec_decode_num_draft_tokens": ("draft_tokens", "tok", None),
    "spec_decode_draft_tokens": ("draft_tokens", "tok", None),
    "spec_decode_num_accepted_tokens": ("accepted_tokens", "tok", None),
    "spec_decode_accepted_tokens": ("accepted_tokens", "tok", None),
}
LATENCY = re.compile(r"(?P<stat>mean|median|p(?:50|90|95|99)(?:\.0)?)_(?P<name>ttft|tpot|itl|e2el)_ms")
MEASURED = re.compile(r".*_(?:ttft|tpot|itl|e2el)_ms|request_(?:throughput|goodput)|spec_decode_.*|date|label|.*_per_s")


def read(text: str) -> Reading:
    """The reading of a result; ``ReadingError`` where nothing was completed."""
    places = objects(text, WHAT, REMEDY)
    arms: dict[str, Arm] = {}
    for place in places:
        name = _names.free(_named(place), arms)
        arms[name] = Arm(_title(place, name), dict(_settings(place)), _results(place))
    dates = sorted(filter(None, map(_date, places)))
    kind = "sweep" if len(arms) > 1 else "probe"
    return compared(kind, arms, {"harness": "vllm bench serve"}, dates[0] if dates else None)


def _named(place: Place) -> str:
    """The name of an arm: its label, else its concurrency."""
    concurrency = place.values.get("max_concurrency")
    if place.text("label"):
        return _names.arm(place.text("label"))
    return "run" if concurrency is None else _names.arm(f"conc{concurrency}")


def _title(place: Place, name: str) -> str:
    return _values.clean(place.text("label")) or name


def _settings(place: Place) -> Iterator[tuple[str, Scalar]]:
    """What is no measurement; arrays are the requests one by one, or nothing that a setting can be."""
    for key, value in place.values.items():
        name = _names.setting(key)
        measured = key in FIGURES or MEASURED.fullmatch(key)
        if name and not measured and value is not None and not isinstance(value, list | dict):
            yield name, _values.value(name, value)


def _results(place: Place) -> tuple[Read, ...]:
    completed = place.number("completed")
    if completed is None:
        raise place.wrong(f'this is no {WHAT}: the key "completed" is missing', REMEDY)
    if completed <= 0:
        raise place.wrong('nothing was completed: "completed" is 0', "such a run has no figures; see why it failed")
    found: dict[str, Read] = {}
    for read in _figures(place):
        before = found.setdefault(read.metric, read)
        if before.value != read.value:
            raise place.wrong(f'two values for "{read.metric}": {before.value} and {read.value}')
    return tuple(found.values())


def _figures(place: Place) -> Iterator[Read]:
    for key in place.values:
        latency = LATENCY.fullmatch(key)
        if key in FIGURES:
            metric, unit, stat = FIGURES[key]
            yield from place.figure(key, metric, unit, stat, "with-bonus" if metric == "accept_length" else None)
        elif latency:
            stat = latency["stat"].removesuffix(".0")
            middle = "" if stat in ("median", "p50") else f"_{stat}"
            yield from place.figure(key, f"{latency['name']}{middle}_ms", "ms", "median" if not middle else stat)


def _date(place: Place) -> str:
    """The day of a result, which the harness prints as 20260916-120000."""
    printed = place.text("date")
    if not printed:
        return ""
    try:
        return datetime.strptime(printed[:8], "%Y%m%d").date().isoformat()
    except ValueError:
        raise ReadingError(f'"{printed}" is no date of {WHAT}', "", [place.line] if place.line else []) from None
