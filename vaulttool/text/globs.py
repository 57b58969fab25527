"""The door to pathspec: globs as in a .gitignore."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any


class Globs:
    """A set of globs; a later one that begins with ``!`` takes back what an earlier one matched."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = tuple(patterns)

    def match(self, *paths: str) -> bool:
        """Whether one of the paths (with ``/``) matches."""
        return bool(self.patterns) and any(path and self._compiled.match_file(path) for path in paths)

    @cached_property
    def _compiled(self) -> Any:
        from pathspec import GitIgnoreSpec  # only where globs are used: it takes time to import

        return GitIgnoreSpec.from_lines(self.patterns)
