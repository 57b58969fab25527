"""What a finding is known by when lines move: its rule, what it complains of, the text there and the lines around."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from vaulttool.model.finding import Finding
from vaulttool.text.span import Lines

QUOTED = re.compile(r'"(?P<name>[^"]*+)"')
LONG, MIDDLE, SHORT = 16, 8, 4  # bytes of a hash


class Trace(NamedTuple):
    """A finding without its path and line number. ``key`` is made of the rule, the names in the message and the text
    at the finding; ``line``, ``above`` and ``below`` of the line that it begins on and the nearest others with text.
    What is said of a whole file stands on no line, and has all of its text ``below``.

    All are hexadecimal. White space counts as one space, so that line ends and the padding of tables do not matter.
    """

    key: str
    line: str
    above: str
    below: str

    def is_near(self, other: Trace) -> bool:
        """Whether another finding with this key may be the same one: a line that they stand among is."""
        return self.line == other.line or self.above == other.above or self.below == other.below


def fingerprints(findings: Iterable[Finding], text: Callable[[str], str]) -> list[str]:
    """For each finding, in the order given, a name of 32 hexadecimal digits that no other has.

    It holds while the file keeps its path, and the line its text: lines may come, go and move around it. Of findings
    that are equal in all of this, the first is told from the second, whatever stands between. ``text`` gives a file's
    text by vault path; it is asked once for each file in a row.
    """
    found = list(findings)
    seen: Counter[tuple[str, str, str]] = Counter()
    names = []
    for finding, trace in zip(found, traces(found, text), strict=True):
        same = (finding.path, trace.key, trace.line)
        names.append(_hash(LONG, *same, str(seen[same])))
        seen[same] += 1
    return names


def traces(findings: Iterable[Finding], text: Callable[[str], str]) -> Iterator[Trace]:
    """The trace of each finding; ``text`` as above."""
    page: _Page | None = None
    for finding in findings:
        if page is None or page.path != finding.path:
            page = _Page(finding.path, text(finding.path))
        yield page.trace(finding)


class _Page:
    """The lines of a file, each hashed once however many findings stand on it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        lines = Lines(text)
        self.starts = lines.starts
        written = (lines.span(number + 1).of(text) for number in range(len(self.starts)))
        self.words = {number: words for number, line in enumerate(written) if (words := _spaced(line))}
        self.filled = list(self.words)
        self.hashes: dict[int, str] = {}

    def trace(self, finding: Finding) -> Trace:
        """The trace of a finding in this file."""
        start, end = finding.span.start, finding.span.end
        if end == 0:
            return Trace(_key(finding, ""), self._line(-1), self._line(-1), self._whole)
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = max(bisect_left(self.starts, end) - 1, first)
        above, below = bisect_left(self.filled, first) - 1, bisect_right(self.filled, last)
        key = _key(finding, finding.span.of(self.text))
        return Trace(key, self._line(first), self._filled(above), self._filled(below))

    @cached_property
    def _whole(self) -> str:
        """The hash of all lines."""
        return _hash(SHORT, *self.words.values())

    def _filled(self, place: int) -> str:
        return self._line(self.filled[place] if 0 <= place < len(self.filled) else -1)

    def _line(self, number: int) -> str:
        """The hash of a line, of nothing where it is blank or beyond the file."""
        known = self.hashes.get(number)
        if known is None:
            known = self.hashes[number] = _hash(SHORT, self.words.get(number, ""))
        return known


def _key(finding: Finding, text: str) -> str:
    return _hash(MIDDLE, finding.rule, *_names(finding.message), _spaced(text))


def _names(message: str) -> Iterator[str]:
    """The names that a message quotes, of a path the last part: what is named may lie elsewhere later, and the words
    around the names change with versions."""
    for found in QUOTED.finditer(message):
        yield found["name"].rpartition("/")[2]


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _hash(size: int, *parts: str) -> str:
    whole = "\0".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(whole, digest_size=size).hexdigest()
