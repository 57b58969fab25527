"""Markdown tables in one style: compact rows, bars in cells escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

LINE_ENDS = re.compile(r"\s*(?:\r\n|\n|\r)\s*")
UNESCAPED_BAR = re.compile(r"(?<!\\)((?:\\\\)*)\|")
BACKTICKS = re.compile(r"`+")
SEPARATOR = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table. Cells are Markdown; what would end a cell is escaped."""
    yield row(headings)
    yield row(["---"] * len(headings))
    for cells in rows:
        yield row(cells)


def row(cells: Iterable[str]) -> str:
    """One line of a table."""
    return "".join([f"| {text} " if (text := cell(one)) else "| " for one in cells]) + "|"


def cell(text: str) -> str:
    """A text as it can stand in a cell: on one line, its bars escaped."""
    text = text.strip()
    if "\n" in text or "\r" in text:
        text = LINE_ENDS.sub("<br>", text)
    return escaped(text) if "|" in text else text


def escaped(text: str) -> str:
    """A text with each bar behind a backslash; those that have one stay."""
    return UNESCAPED_BAR.sub(r"\1\\|", text)


def code(text: str) -> str:
    """A text as a code span on one line, whatever backticks it holds."""
    text = LINE_ENDS.sub(" ", text)
    longest = max((len(run) for run in BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    padded = f" {text} " if text.startswith("`") or text.endswith("`") else text
    return f"{fence}{padded}{fence}"


def split(line: str) -> list[str] | None:
    """The cells of a line of a table as written, without the blanks around them; None for any other line."""
    line = line.strip()
    if not line.startswith("|"):
        return None
    parts = re.split(r"(?<!\\)\|", line)
    return [part.strip() for part in (parts[1:-1] if not parts[-1].strip() else parts[1:])]


def is_separator(line: str) -> bool:
    """Whether a line separates the head of a table from its rows."""
    return "-" in line and SEPARATOR.fullmatch(line) is not None
