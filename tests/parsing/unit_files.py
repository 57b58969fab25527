"""The unit files beside the tests, and what must be read in each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "units"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one, where it was built
EXPECTED: dict[str, dict[str, list[Any]]] = yaml.load((FOLDER / "expected.yaml").read_bytes(), LOADER)


def text(name: str) -> str:
    """The text of a unit, its line ends kept."""
    return (FOLDER / name).read_bytes().decode()


def expected(name: str, part: str) -> list[list[Any]]:
    """The rows that a unit must give; a comment left out is an empty one."""
    width = {"entries": 6, "settings": 5, "problems": 2}[part]
    return [row + [""] * (width - len(row)) for row in EXPECTED[name].get(part, [])]
