"""Metrics in the text form of Prometheus, saved from a `/metrics` page.

    # HELP vllm:prefix_cache_hits_total Tokens found in the cache.
    # TYPE vllm:prefix_cache_hits_total counter
    vllm:prefix_cache_hits_total{engine="0"} 9888.0

Each `--metric NAME=SERIES` takes one series for a metric of your `metrics.yaml`; `SERIES` may pick by label, as in
`--metric 'prefix_hits=vllm:prefix_cache_hits_total{engine="0"}'`. Without `NAME=`, the metric is the name of the
series in snake case (`vllm_prefix_cache_hits_total`). Without any `--metric`, all series are taken under such
names, save the buckets and quantiles of histograms and summaries. A series whose samples have different values
under different labels is an error that shows them.

The unit is that of `metrics.yaml` (`--metrics FILE`), else that in which the name ends: `_seconds`, `_bytes`,
`_tokens`, `_ratio`, `_perc`; anything else is a count. What `# HELP` says of the series that were picked is kept as
the run's `instrument`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from vaulttool.readers import _names
from vaulttool.readers._lines import lines
from vaulttool.readers._numbers import as_printed
from vaulttool.readers._reading import Line, Metrics, Read, Reading, ReadingError
from vaulttool.readers._values import clean

VERSION = 1
REMEDY = 'this reader looks for lines such as "vllm:num_requests_waiting 0.0", as a "/metrics" page has them'
NAME = r"[A-Za-z_:][A-Za-z0-9_:]*"
LABEL = re.compile(r'\s*(?P<name>[A-Za-z_][A-Za-z0-9_]*)\s*=\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*(?:,|$)')
SAMPLE = re.compile(
    rf"""\s* (?P<name> {NAME} ) \s*
    (?: \{{ (?P<labels> (?: [^"{{}}] | "(?:[^"\\]|\\.)*" )* ) \}} )? \s*
    (?P<value> [^\s{{}}]+ ) (?: \s+ -? [0-9.]+ )? (?: \s* \# .* )? \s*""",
    re.VERBOSE,
)
PICKED = re.compile(rf"(?P<name>{NAME})\s*(?:\{{(?P<labels>.*)\}})?")
NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
NO_NUMBER = ("nan", "inf")
UNITS = {"seconds": "s", "bytes": "B", "tokens": "tok", "ratio": "ratio", "perc": "ratio", "milliseconds": "ms"}
PARTS = frozenset(("le", "quantile"))


class Sample(NamedTuple):
    """One line: a series, its labels and its value as printed."""

    name: str
    labels: Mapping[str, str]
    printed: str
    line: Line


class Pick(NamedTuple):
    """What ``--metric`` asks for: a series, the labels that it must have, and the metric that it becomes."""

    metric: str
    name: str
    labels: Mapping[str, str]


def read(text: str, picks: Sequence[str] = (), metrics: Metrics | None = None) -> Reading:
    """The reading of the series that are picked, or of all."""
    samples = list(_samples(text))
    if not samples:
        raise ReadingError("no line is a sample of Prometheus", REMEDY)
    wanted = [_pick(pick) for pick in picks] or _all(samples)
    by_name: dict[str, list[Sample]] = {}
    for sample in samples:
        by_name.setdefault(sample.name, []).append(sample)
    results: dict[str, Read] = {}
    for pick in wanted:
        if pick.metric in results:
            raise ReadingError(
                f'two series would be the metric "{pick.metric}"', 'name one with "--metric NAME=SERIES"'
            )
        results[pick.metric] = _result(pick, by_name, metrics or {})
    told = "; ".join(_help(text, [pick.name for pick in wanted])) if picks else ""
    return Reading(
        kind="telemetry",
        results=tuple(results.values()),
        method={"harness": "prometheus", **({"instrument": told} if told else {})},
    )


def _samples(text: str) -> Iterator[Sample]:
    for line in lines(text.removeprefix("\ufeff")):
        if line.text.lstrip()[:1] == "#":
            continue
        found = SAMPLE.fullmatch(line.text)
        labels = _labels(found["labels"] or "") if found else None
        if not found or labels is None or not _is_value(found["value"]):
            raise ReadingError("this line is no sample of Prometheus", "it was cut or changed; " + REMEDY, [line])
        yield Sample(found["name"], labels, found["value"], line)


def _is_value(text: str) -> bool:
    return bool(NUMBER.fullmatch(text)) or text.lower().lstrip("+-") in NO_NUMBER


def _labels(text: str) -> dict[str, str] | None:
    """The labels between braces; None where they are no labels, or one stands twice."""
    found: dict[str, str] = {}
    at = 0
    while text[at:].strip():
        label = LABEL.match(text, at)
        if not label or label["name"] in found:
            return None
        found[label["name"]] = label["value"]
        at = label.end()
    return found


def _pick(given: str) -> Pick:
    """What one ``--metric`` means."""
    name, _, series = given.partition("=") if re.match(r"[a-z0-9_]+=", given) else ("", "", given)
    found = PICKED.fullmatch(series.strip())
    labels = _labels(found["labels"] or "") if found else None
    metric = name or (_names.metric(found["name"]) if found else "")
    if not found or labels is None or metric != _names.metric(metric) or not metric:
        raise ReadingError(f'"{given}" is no NAME=SERIES', "write --metric 'prefix_hits=vllm:prefix_cache_hits_total'")
    return Pick(metric, found["name"], labels)


def _all(samples: Sequence[Sample]) -> list[Pick]:
    """Every series, without the parts of histograms and summaries."""
    names = dict.fromkeys(sample.name for sample in samples if not PARTS & sample.labels.keys())
    return [Pick(_names.metric(name), name, {}) for name in names if _names.metric(name)]


def _result(pick: Pick, samples: Mapping[str, Sequence[Sample]], metrics: Metrics) -> Read:
    """The one value of a series; ``ReadingError`` where there is none, or several."""
    found = [
        sample
        for sample in samples.get(pick.name, ())
        if pick.labels.items() <= sample.labels.items()
        and not (PARTS & sample.labels.keys()) - pick.labels.keys()
    ]  # fmt: skip
    if not found:
        remedy = f"there are {_names.listed(list(samples)[:12])}"
        raise ReadingError(f'no sample is "{pick.name}" with such labels', remedy)
    other = next((sample for sample in found if sample.printed != found[0].printed), None)
    if other:
        raise ReadingError(
            f'two values for "{pick.name}": {found[0].printed}, and {other.printed} on line {other.line.number}',
            f"pick one by its labels: --metric '{pick.metric}={pick.name}{{LABEL=\"VALUE\"}}'",
            [found[0].line, other.line],
        )
    return _read(pick, found[0], metrics)


def _read(pick: Pick, sample: Sample, metrics: Metrics) -> Read:
    if not NUMBER.fullmatch(sample.printed):
        raise ReadingError(f'"{pick.name}" is {sample.printed}, which is no measurement', "", [sample.line])
    value = Decimal(sample.printed)
    return Read(
        metric=pick.metric,
        unit=metrics[pick.metric].unit if pick.metric in metrics else _unit(pick.name),
        value=value,
        as_printed=as_printed(value, sample.printed),
        line=sample.line.number,
    )


def _unit(name: str) -> str:
    """The unit in which the name of a series ends."""
    words = name.removesuffix("_total").removesuffix("_sum").rpartition("_")
    return UNITS.get(words[2], "count")


def _help(text: str, names: Sequence[str]) -> Iterator[str]:
    """What is said of the series, each once."""
    for line in lines(text):
        words = line.text.split(None, 3)
        if words[:2] == ["#", "HELP"] and len(words) == 4 and words[2] in names:
            yield clean(f"{words[2]}: {words[3].strip()}")
