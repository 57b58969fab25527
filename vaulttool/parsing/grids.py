"""Tables as numbers: which cells hold values, which words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from vaulttool.parsing.amounts import Amount, Piece, pieces, shown
from vaulttool.parsing.prose import HIDDEN, Prose, Table
from vaulttool.text.span import Span

NO_VALUE = re.compile(r"[-–—−/.\s]*|n/?a|none|nil", re.IGNORECASE)


class Cell:
    """One cell: ``words`` is its text on one line without marks of emphasis, ``values`` the amounts that it holds if it
    holds hardly anything else: ``34.21 / 34.13``, ``100.0 t/s (geomean)``."""

    def __init__(self, prose: Prose, span: Span) -> None:
        self.prose = prose
        self.span = span

    @cached_property
    def pieces(self) -> Sequence[Piece]:
        """Its pieces in order."""
        return pieces(self.prose, self.span)

    @cached_property
    def words(self) -> str:
        """Its text for comparing: no emphasis, no hidden parts, no blanks at the ends."""
        return " ".join(re.sub(rf"[*_{HIDDEN}]+|==", " ", shown(self.prose, self.span)).split())

    @property
    def is_empty(self) -> bool:
        """Whether it says that there is no value."""
        return HIDDEN not in shown(self.prose, self.span) and NO_VALUE.fullmatch(self.words) is not None

    @cached_property
    def values(self) -> tuple[Amount, ...]:
        """The amounts that it holds, apart from remarks in brackets; none where it holds words."""
        found: list[Amount] = []
        for at, piece in enumerate(self.pieces):
            if piece.kind == "open" and found:
                break
            is_between = piece.text in ("÷", "/", ",", ";") and 0 < at < len(self.pieces) - 1
            is_unit = piece.kind == "word" and at == len(self.pieces) - 1 and len(found) == 1
            if piece.amount is not None:
                found.append(piece.amount)
            elif not (is_between or is_unit):
                return ()
        return tuple(found)

    @cached_property
    def noun(self) -> str:
        """The word behind its only value, which may be a unit that nobody knows."""
        last = self.pieces[-1] if self.pieces else None
        return last.text.lower() if self.values and last is not None and last.kind == "word" else ""

    @property
    def value(self) -> Amount | None:
        """Its value, if it holds one and no more."""
        return self.values[0] if len(self.values) == 1 else None


class Row:
    """A row of cells."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells

    @cached_property
    def numbers(self) -> dict[int, Amount]:
        """The plain numbers, one in a cell, by column: no shares or factors, and none in the first column."""
        found = ((at, cell.value) for at, cell in enumerate(self.cells) if at)
        return {at: value for at, value in found if value is not None and value.measure not in ("%", "x")}


class Grid:
    """A table: the cells of its head and its rows."""

    def __init__(self, prose: Prose, table: Table) -> None:
        self.table = table
        self.head = [Cell(prose, span) for span in table.head]
        self.rows = [Row([Cell(prose, span) for span in row]) for row in table.rows]

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.head)

    def column(self, at: int) -> list[Cell | None]:
        """The cells of a column; None where a row is too short."""
        return [row.cells[at] if at < len(row.cells) else None for row in self.rows]
