"""The comment glued to a line: the lines right above it that say nothing but a comment."""

from __future__ import annotations

from vaulttool.text.span import Lines


class Comments:
    """The comments of one text in which ``#`` begins one, as in YAML and in scripts."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.known: dict[int, str] = {}

    def above(self, line: int) -> str:
        """The comment right above a line (from 1), without its marks, its lines joined by blanks; empty for none."""
        if line not in self.known:
            found: list[str] = []
            while line - len(found) > 1 and (comment := self._comment(line - len(found) - 1)) is not None:
                found.append(comment)
            self.known[line] = " ".join(filter(None, reversed(found)))
        return self.known[line]

    def _comment(self, line: int) -> str | None:
        """What a line says if it is a comment; the first line of a script is none."""
        text = self.lines.span(line).of(self.lines.text).strip()
        return text.lstrip("#").strip() if text.startswith("#") and not text.startswith("#!") else None
