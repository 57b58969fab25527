"""What `journalctl -o json` prints: one object a line, with lines of any length whole.

    {"MESSAGE": "GPU KV cache size: 425,047 tokens", "_HOSTNAME": "dankserver",
     "__REALTIME_TIMESTAMP": "1790000000000000"}

The messages are joined and read with another reader, `vllm-boot` unless `--inner NAME` says otherwise; the line
numbers stay those of the JSON. A message that is no UTF-8 stands in the journal as an array of bytes, and is read,
too. Entries without a message are passed over. Host and date (in UTC) are those of the first entry that tells them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec

from vaulttool.readers import _names, vllm_boot
from vaulttool.readers._json import Place, entries
from vaulttool.readers._reading import Arm, Line, Read, Reader, Reading, ReadingError
from vaulttool.text.span import LINE_END

VERSION = 1
INNER = "vllm-boot"
REMEDY = 'this reader looks for what "journalctl -o json" prints, one object a line'
LAST_SECOND = 253_402_300_799  # of the year 9999
Numbers = list[int]  # of the lines of the JSON, by the lines of the messages


def read(text: str, inner: Reader = vllm_boot.read) -> Reading:
    """What the inner reader makes of the messages."""
    places = list(_entries(text))
    numbers: Numbers = []
    messages: list[str] = []
    for place in places:
        for line in LINE_END.split(_message(place)):
            messages.append(line)
            numbers.append(place.line.number if place.line else 1)
    try:
        reading = inner("\n".join(messages))
    except ReadingError as error:
        shown = [Line(numbers[line.number - 1], line.text) for line in error.lines]
        raise ReadingError(error.message, error.remedy, shown) from error
    return msgspec.structs.replace(
        reading,
        host=reading.host or _host(places),
        date=reading.date or _date(places),
        results=_numbered(reading.results, numbers),
        arms={name: _arm(arm, numbers) for name, arm in reading.arms.items()},
    )


def _entries(text: str) -> Iterator[Place]:
    for entry in entries(text):
        if not isinstance(entry.value, dict) or not any(key.startswith("_") or key == "MESSAGE" for key in entry.value):
            raise ReadingError("this is no entry of a journal", REMEDY, [entry.line] if entry.line.text else [])
        yield Place(entry.value, (), entry.line)


def _message(place: Place) -> str:
    """The message of an entry; empty where it has none, or none that was kept."""
    message = place.values.get("MESSAGE")
    if message is None or isinstance(message, str):
        return message or ""
    if isinstance(message, list) and message and all(isinstance(part, str) for part in message):
        return "\n".join(message)  # a field that was given several times
    if isinstance(message, list) and all(_is_byte(part) for part in message):
        return bytes(int(part) for part in message).decode("utf-8", "replace")
    raise place.wrong('"MESSAGE" is neither a text nor an array of bytes', REMEDY)


def _is_byte(part: Any) -> bool:
    return isinstance(part, Decimal) and part == part.to_integral_value() and 0 <= part < 256


def _host(places: list[Place]) -> str | None:
    return next((_names.slug(place.text("_HOSTNAME")) for place in places if place.text("_HOSTNAME")), None) or None


def _date(places: list[Place]) -> str | None:
    """The day of the first entry that has a time in microseconds."""
    for place in places:
        told = place.text("__REALTIME_TIMESTAMP")
        if told.isdecimal() and len(told) < 20 and int(told) // 1_000_000 <= LAST_SECOND:
            return datetime.fromtimestamp(int(told) // 1_000_000, UTC).date().isoformat()
    return None


def _numbered(results: tuple[Read, ...], numbers: Numbers) -> tuple[Read, ...]:
    """The results with the lines of the JSON."""
    return tuple(msgspec.structs.replace(read, line=numbers[read.line - 1]) if read.line else read for read in results)


def _arm(arm: Arm, numbers: Numbers) -> Arm:
    return msgspec.structs.replace(arm, results=_numbered(arm.results, numbers))
