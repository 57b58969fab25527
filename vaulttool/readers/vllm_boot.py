"""The log of a boot of vLLM, old and new builds and forks, with or without the prefixes of a journal.

Read are the KV pool and its window, free memory, weights, compilation, graphs, the plan of an expert arena, the
telemetry of its cache, the errors that end a boot, and the settings in `non-default args`:

    INFO 10-03 12:00:01 [kv_cache_utils.py:1708] GPU KV cache size: 398,658 tokens
    INFO 10-03 12:00:01 [kv_cache_utils.py:1713] Maximum concurrency for 200,704 tokens per request: 1.99x

gives `kv_pool_tokens`, `max_concurrency` and the setting `max_model_len`.

A figure that each worker prints is one result if all agree, else a range from `low` to `high`. A pool, a budget or
a total that is printed with two values is an error, as are a second `non-default args`, a boot that was refused and
completed, and a line that begins like one of these and goes on otherwise. Of hit rates and other running counts the
last print holds. The outcome is `healthy` where the server says that it is up, `refused-boot` or `crashed` where an
error ends the boot; that error is the run's `evidence`. What the engine prints of a setting must agree with
`non-default args`. Settings that hold keys or passwords are left out, and everything else in the log is passed
over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from vaulttool.readers._arguments import arguments
from vaulttool.readers._boot_figures import AGAIN, conflict, results
from vaulttool.readers._boot_shapes import ARGUMENTS, READY, SHAPES
from vaulttool.readers._numbers import decimal
from vaulttool.readers._reading import Line, Reading, ReadingError, Scalar
from vaulttool.readers._shapes import Seen, Shapes
from vaulttool.readers._values import clean

VERSION = 1
LINES = Shapes(SHAPES)
EXCEPTION = re.compile(r"[\w.]{1,200}(?:Error|Exception): $|[\w.]{1,200}\.$|\[FATAL ERROR\]: $")
LONGEST = 400


def read(text: str) -> Reading:
    """The reading of a boot log; ``ReadingError`` where nothing, or two boots, can be read from it."""
    found = list(LINES.seen(text))
    if not found:
        raise ReadingError(
            "no line is one of a boot of vLLM",
            'this reader looks for lines such as "GPU KV cache size: 122,636 tokens"; '
            '"vaulttool explain vllm-boot" tells more',
        )
    failure = _failure(found)
    return Reading(
        kind="boot-log",
        settings=_settings(found),
        results=results([seen for seen in found if seen.shape.opens != ARGUMENTS]),
        outcome=failure.shape.outcome if failure else "healthy" if _ready(found) else None,
        evidence=_evidence(failure) if failure else None,
    )


def _ready(found: Sequence[Seen]) -> Seen | None:
    return next((seen for seen in found if seen.shape.opens == READY), None)


def _failure(found: Sequence[Seen]) -> Seen | None:
    """The error that ended the boot; none may stand before the line that tells that the boot is complete."""
    failure = next((seen for seen in found if seen.shape.outcome), None)
    ready = _ready(found)
    if failure and ready and failure.line.number < ready.line.number:
        message = f"a boot failed here, and one was complete on line {ready.line.number}"
        raise ReadingError(message, AGAIN, [failure.line, ready.line])
    return failure


def _evidence(failure: Seen) -> str:
    """The error as it was printed, with the name of the exception."""
    raised = EXCEPTION.search(failure.line.text, 0, failure.start)
    return clean(failure.line.text[raised.start() if raised else failure.start :].strip()[:LONGEST])


def _settings(found: Sequence[Seen]) -> dict[str, Scalar]:
    """The arguments as given, and beside them what the engine prints of settings."""
    given, line = _given(found)
    printed: dict[str, tuple[Scalar, Line]] = {}
    for seen in found:
        for name, text in seen.texts.items():
            if name.startswith("set_"):
                _add(printed, name[4:], text, seen.line)
    for name, (value, where) in printed.items():
        declared = given.get(name)
        if line and _is_number(declared) and not _rounds_to(declared, value):
            raise conflict(name, str(declared), str(value), line, where)
    return {**given, **{name: value for name, (value, _) in printed.items() if not _is_number(given.get(name))}}


def _given(found: Sequence[Seen]) -> tuple[dict[str, Scalar], Line | None]:
    """The arguments of the one line that has them; ``ReadingError`` where there are two."""
    told = [seen for seen in found if seen.shape.opens == ARGUMENTS]
    if len(told) > 1:
        message = f'a second boot: "{ARGUMENTS}" stands on line {told[1].line.number}, too'
        raise ReadingError(message, AGAIN, [told[0].line, told[1].line])
    if not told:
        return {}, None
    seen = told[0]
    return dict(arguments(seen.line.text[seen.start + len(ARGUMENTS) :], seen.line)), seen.line


def _add(printed: dict[str, tuple[Scalar, Line]], name: str, text: str, line: Line) -> None:
    """Note what the engine prints of a setting; ``ReadingError`` where it printed something else before."""
    value: Scalar = decimal(text) if text[0].isdigit() and name != "compile_cache_key" else clean(text)
    value = (
        int(value) if isinstance(value, Decimal) and value == value.to_integral_value() and "." not in text else value
    )
    before, where = printed.setdefault(name, (value, line))
    if before != value:
        if name != "compile_cache_key":
            raise conflict(name, str(before), str(value), where, line)
        if str(value) not in str(before).split(","):
            printed[name] = (f"{before},{value}", where)


def _is_number(value: Scalar | None) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool) and value > 0


def _rounds_to(declared: Scalar | None, printed: Scalar) -> bool:
    """Whether a number is what was printed, which may have fewer decimals."""
    if isinstance(declared, int | Decimal) and isinstance(printed, int | Decimal):
        exact = Decimal(printed)
        return round(Decimal(declared), -int(exact.as_tuple().exponent)) == exact
    return False
