"""Names that a run file allows, made of the names that evidence uses."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

NO_WORD = re.compile(r"[^A-Za-z0-9]+")
LONGEST = 48


def slug(text: str) -> str:
    """Lower case, single hyphens; empty where nothing is left."""
    return NO_WORD.sub("-", text.lower())[: LONGEST + 1].strip("-")


def arm(text: str) -> str:
    """The name of an arm: a slug with a letter first, and never ``settings``."""
    name = slug(text)
    return name if name[:1].isalpha() and name != "settings" else f"arm-{name}".rstrip("-")


def setting(text: str) -> str:
    """The name of a setting: letters, digits and underscores, a letter first; empty where there is none."""
    name = NO_WORD.sub("_", text).strip("_")
    return name if name[:1].isalpha() else ""


def metric(text: str) -> str:
    """A name in snake case with a letter first; empty where there is none."""
    name = NO_WORD.sub("_", text.lower()).strip("_")
    return name if name[:1].isalpha() and name != "settings" else ""


def free(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken."""
    number = 2
    wanted = name
    while wanted in taken:
        wanted = f"{name}-{number}"
        number += 1
    return wanted


def listed(names: Iterable[str]) -> str:
    """Names for a message, quoted."""
    return ", ".join(f'"{name}"' for name in names)
