"""The words that people wrote in a column of a generated table, kept by the key of their row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vaulttool.model.cannot import CannotGenerate
from vaulttool.text.table import is_separator, split


class Reasons:
    """The words in one column of the tables of a region as it stands."""

    def __init__(self, present: str, heading: str) -> None:
        self.rows: list[tuple[str, str, str]] = []  # key, value, words, as they stand in their cells
        self.every: list[tuple[str, str, str]] = []  # those that are the same in all, too
        self.used: set[int] = set()
        self.given: Counter[tuple[str, str]] = Counter()
        column = -1
        above: list[str] | None = None
        for line in present.split("\n"):
            cells = split(line)
            if cells is None:
                column = -1 if not line.strip() else column  # a mark of a conflict ends no table
            elif is_separator(line):
                column = above.index(heading) if above and heading in above else -1
            elif 2 <= column < len(cells):
                self.every.append((cells[0], cells[1], cells[column]))
                self.rows += [one for one in self.every[-1:] if one not in self.rows]
            above = cells

    def of(self, key: str, value: str, repeated: bool, otherwise: str, same: int = 1) -> str:
        """The words of a row; ``otherwise`` where no such row stands there. A key that stands in several rows is told
        apart by its value; ``same`` rows with one value, by their order. ``CannotGenerate`` where a conflict has two
        words for one key."""
        found = [
            index
            for index, (other, there, _) in enumerate(self.rows)
            if other == key and (not repeated or there == value)
        ]
        if not found:
            return otherwise
        self.used.update(found)
        alike = [words for other, there, words in self.every if (other, there) == (key, value)]
        if same > 1 and len(alike) == same:
            self.given[key, value] += 1
            return alike[self.given[key, value] - 1]
        words = dict.fromkeys(self.rows[index][2] for index in found)
        if len(words) > 1 and not repeated:
            words.pop("", None)
        if len(words) > 1:
            raise CannotGenerate(f"the reasons for {key} differ in its rows", "make them one")
        return next(iter(words))

    def left(self) -> Iterator[tuple[str, str]]:
        """The rows that no key asked for and that hold words: key and words."""
        for index, (key, _, words) in enumerate(self.rows):
            if index not in self.used and words:
                yield key, words
