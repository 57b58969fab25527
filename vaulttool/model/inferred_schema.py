"""A JSON Schema inferred from notes that exist: all of them fit it.

It asks for what none of them lacks. A property is required where every note has it, limited to a few words where few
words recur, and of the types that it has been given; one that a note may lack may also be empty.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from vaulttool.parsing.document import Document

FEWEST = 5  # notes, for anything to be called a habit
LEAST_SEEN = 3  # times that each word of an enumeration recurs
NOTES_A_WORD = 5  # notes with the property for each of its words
MOST_WORDS = 10
LONGEST_WORD = 40
OBSIDIANS = frozenset(  # Obsidian's and Publish's own: they mean the same to a note that lacks them
    ("aliases", "alias", "tags", "tag", "cssclasses", "cssclass", "publish", "permalink", "cover", "image", "mobile")
)
GROWING = frozenset((  # what these hold grows with the vault
    "area", "areas", "artist", "author", "authors", "city", "client", "company", "contact", "context",
    "country", "course", "creator", "editor", "link", "location", "name", "owner", "people", "person", "place",
    "project", "publisher", "reviewer", "source", "title", "topic", "topics", "url", "website", "year",
))  # fmt: skip
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
DECLARED = {  # by Obsidian's word for a type; a text may look like a number
    "text": ("number", "string"),
    "number": ("number",),
    "checkbox": ("boolean",),
    "date": ("string",),
    "datetime": ("string",),
    "multitext": ("array", "number", "string"),
    "aliases": ("array", "number", "string"),
    "tags": ("array", "number", "string"),
}
BY_NATURE = {"aliases": "aliases", "tags": "tags", "cssclasses": "multitext"}


def inferred(
    title: str, reason: str, documents: Sequence[Document], declared: Mapping[str, str], kind: str | None = None
) -> dict[str, Any]:
    """The schema of these notes; ``reason`` tells where it comes from. ``declared`` are the types that Obsidian knows,
    ``kind`` the value of ``type`` that all of them have."""
    values: dict[str, list[Any]] = {}
    present: Counter[str] = Counter()
    for document in documents:
        for one in document.properties:
            present[one.name] += 1
            values.setdefault(one.name, []).extend(() if one.templated else (one.value,))
    types = {**BY_NATURE, **declared}
    needed = [name for name in present if _is_required(name, present[name], len(documents))]
    asked = {
        name: _told(_asked(name, values[name], types.get(name), name in needed), present[name], len(documents))
        for name in sorted(present, key=lambda name: (-present[name], name))
    }
    if kind is not None:
        asked["type"] = {"const": kind}
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": reason,
        "type": "object",
        "required": sorted(needed),
        "properties": {name: one for name, one in asked.items() if one},
    }
    return {key: value for key, value in found.items() if value or key != "required"}


def _is_required(name: str, present: int, notes: int) -> bool:
    return present == notes >= FEWEST and name.lower() not in OBSIDIANS


def _told(asked: dict[str, Any], present: int, notes: int) -> dict[str, Any]:
    return {**asked, "$comment": f"in {present} of {notes} notes"} if asked else {}


def _asked(name: str, values: Sequence[Any], declared: str | None, needed: bool) -> dict[str, Any]:
    """What all values of a property fit; nothing where they say nothing."""
    given = [value for value in values if value is not None]
    if (not given and declared not in DECLARED) or any(map(_is_beyond_json, given)):
        return {}
    may_be_empty = not needed or len(given) < len(values)
    words = _words(name, given, declared)
    if words:
        return {"enum": [*words, None] if may_be_empty else words}
    types = {_type(value) for value in given}
    are_dates = types <= {"string"} and _are_dates(given, declared)
    wanted = set(DECLARED["text"] if types == {"string"} and not are_dates else ())
    wanted = set(DECLARED.get(declared or "", wanted))
    types = wanted if wanted >= types else types
    found: dict[str, Any] = {"type": _one_or_list(types | ({"null"} if may_be_empty else set()))}
    if "array" in types:
        found |= _items(given)
    return {**found, "format": "date"} if are_dates else found


def _words(name: str, given: Sequence[Any], declared: str | None) -> list[str]:
    """The few words that the property is always one of; none where it may be anything."""
    if declared not in (None, "text") or name.lower() in GROWING or not all(isinstance(one, str) for one in given):
        return []
    counted = Counter(given)
    if not 2 <= len(counted) <= MOST_WORDS or len(given) < NOTES_A_WORD * len(counted):
        return []
    recur = min(counted.values()) >= LEAST_SEEN
    return sorted(counted) if recur and all(map(_is_word, counted)) else []


def _is_word(text: str) -> bool:
    """Whether a text looks like one of a vocabulary, and not like a link, an address, a day or a sentence."""
    return 0 < len(text) <= LONGEST_WORD and text.isprintable() and not re.search(r"\[\[|://|\d{4}|[.!?] ", text)


def _items(given: Sequence[Any]) -> dict[str, Any]:
    """What is asked of what stands in lists."""
    types = {_type(item) for one in given if isinstance(one, list) for item in one}
    types |= set(DECLARED["text"]) if "string" in types else set()
    return {"items": {"type": _one_or_list(types)}} if types - {"null"} else {}


def _are_dates(given: Sequence[str], declared: str | None) -> bool:
    """Whether the texts are days, and are meant to be."""
    meant = declared == "date" or (declared is None and len(given) >= FEWEST)
    return meant and all(map(_is_date, given))


def _is_date(text: str) -> bool:
    if not DATE.fullmatch(text):
        return False
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def _type(value: Any) -> str:
    """The type of a value, as JSON Schema names it. Whole numbers are not told apart: the next may not be one."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def _is_beyond_json(value: Any) -> bool:
    """Whether a value holds a number that no JSON can say, such as infinity: it fits no type."""
    if isinstance(value, list | dict):
        return any(map(_is_beyond_json, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and not math.isfinite(value)


def _one_or_list(types: set[str]) -> str | list[str]:
    found = sorted(types)
    return found[0] if len(found) == 1 else found
