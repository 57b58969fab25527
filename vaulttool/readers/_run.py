"""Makes a run, as ``run.schema.json`` has it, of what a reader read and what the user told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vaulttool.readers._reading import Arm, Read, Reading, Scalar

ORDER = ("value", "low", "high", "unit", "as_printed", "stat", "per", "definition", "n", "line", "pointer")


def run(told: Mapping[str, str | None], reading: Reading, source: Mapping[str, str]) -> dict[str, Any]:
    """The run, keys in the order of the schema; ``told`` has ``run``, ``title``, ``kind`` and so on."""
    found: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
    found["source"] = dict(source)
    parts: dict[str, Any] = {
        "method": dict(reading.method),
        "settings": dict(reading.settings),
        "outcome": reading.outcome,
        "evidence": reading.evidence,
    }
    found |= {name: part for name, part in parts.items() if part}
    if reading.results or not reading.arms:
        found["results"] = _results(reading.results)
    if reading.arms:
        found["arms"] = {name: _arm(arm) for name, arm in reading.arms.items()}
    return found


def _results(results: Sequence[Read]) -> dict[str, Any]:
    return {read.metric: _result(read) for read in results}


def _result(read: Read) -> dict[str, Any]:
    told = msgspec.structs.asdict(read)
    return {name: told[name] for name in ORDER if told[name] is not None}


def _arm(arm: Arm) -> dict[str, Any]:
    settings: Mapping[str, Scalar] = arm.settings
    return {
        "title": arm.title,
        **({"settings": dict(settings)} if settings else {}),
        "results": _results(arm.results),
    }
