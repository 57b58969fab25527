"""How a setting is called in prose: by its name, by the words of its name, or by its value."""

from __future__ import annotations

import re

EVERYDAY = frozenset(
    ("max", "min", "num", "number", "size", "len", "length", "type", "name", "mode", "total", "of", "per")
)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORD = re.compile(r"[A-Za-z]+|[0-9]+")


def named_in(key: str, value: object, text: str) -> bool:
    """Whether a text speaks of a setting: of one of the telling words of its name, or of its value."""
    lower = text.casefold()
    words = [word for word in WORD.findall(key.casefold()) if len(word) > 1 and word not in EVERYDAY]
    if any(re.search(rf"(?<![a-z]){re.escape(word)}", lower) for word in words):
        return True
    return value is not None and not isinstance(value, bool) and _holds(lower, str(value).casefold())


def _holds(text: str, value: str) -> bool:
    """Whether a text has a value as a word or number of its own, or a small number in letters."""
    around = (r"(?<![0-9.])", r"(?![0-9])") if value[:1].isdigit() else (r"(?<!\w)", r"(?!\w)")
    if re.search(around[0] + re.escape(value) + around[1], text):
        return True
    return (
        value.isdecimal() and int(value) < len(NUMBERS) and re.search(rf"\b{NUMBERS[int(value)]}\b", text) is not None
    )


def phrase(key: str, value: str) -> re.Pattern[str]:
    """What speaks of a setting as one thing: the words of its name in their order, where those in the middle may be
    left out (``kv_cache_dtype``: KV dtype), or its value before the first of them (fp8 KV)."""
    words = [re.escape(word) for word in WORD.findall(key)]
    gap = r"[ _-]?"
    middle = "".join(rf"(?:{word}{gap})?" for word in words[1:-1])
    name = rf"{words[0]}{gap}{middle}{words[-1]}" if len(words) > 1 else words[0]
    valued = rf"|{re.escape(value)}[ -]{words[0]}\b" if len(words) > 1 and WORD.fullmatch(value[:1] or "-") else ""
    return re.compile(rf"(?<!\w)(?:{name}\b{valued})", re.IGNORECASE)
