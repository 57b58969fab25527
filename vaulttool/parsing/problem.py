"""What a reader of unit files, env files or scripts could not take as it stands, with its file and line."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """A line (from 1) of a file that could not be read as it stands, and why."""

    path: str
    line: int
    message: str
