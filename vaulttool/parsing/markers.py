"""Finds what is generated in a page: regions between their markers, with inline figures and git's conflicts.

A region stands between ``<!-- vaulttool:begin KIND key="value" ... -->`` and ``<!-- vaulttool:end KIND sum=... -->``,
each alone on its line. An inline figure is a number with ``<!-- =ADDRESS -->`` behind it. Nothing in code counts.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from vaulttool.parsing.conflicts import conflicts
from vaulttool.parsing.document import Figure, Region, Trouble
from vaulttool.parsing.inline_figures import inline_figures
from vaulttool.parsing.marked import Marked
from vaulttool.parsing.places import RULE, Places, is_inside
from vaulttool.text.checksum import with_lf
from vaulttool.text.span import BYTE_ORDER_MARK, LINE_END, Span

MENTION = re.compile(
    r"<!--[ \t]*+(?P<what>vaulttool:begin|vaulttool:end)\b(?P<rest>(?:(?!-->)[^\r\n])*+)(?P<closed>-->)?"
)
ARGUMENT = re.compile(r'[ \t]++(?P<key>[a-z][a-z0-9-]*+)="(?P<value>[^"\r\n]*+)"')
KIND = re.compile(r"[ \t]++(?P<kind>[a-z][a-z0-9-]*+)(?=[ \t]|\Z)")
SUM = re.compile(r"(?:[ \t]++sum=(?P<sum>[0-9a-f]{10}))?[ \t]*+\Z")
ESCAPES = (("&quot;", '"'), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&"))
CONFLICT_RULE = "conflict-marker"


class Marker(NamedTuple):
    """One begin or end marker that stands where it may. One that is not ``read`` has its trouble noted and makes no
    region, though it has its partner."""

    begins: bool
    span: Span
    kind: str
    arguments: tuple[tuple[str, str], ...] = ()
    sum: str = ""
    read: bool = True


def scanned(text: str, start: int, places: Places) -> Marked:
    """The regions, figures and conflicts of a text from ``start`` on, and the markers that make none."""
    return _Scan(text, start, places).read()


class _Scan:
    """One text on its way to regions and figures."""

    def __init__(self, text: str, start: int, places: Places) -> None:
        self.text = text
        self.start = start
        self.places = places
        self.troubles: list[Trouble] = []
        self.lines = _starts(text)
        # Those in code mean nothing, unless they lie in a region.
        self.conflicts, self.in_code = conflicts(text, start, places)
        self.strays: list[tuple[str, str, Span]] = []  # markers that stand where none can: begin or end, the kind
        self.stray_names: set[tuple[str, str]] = set()
        self.excused: list[tuple[Trouble, str]] = []  # what a stray marker (begin or end) may be the partner of

    def read(self) -> Marked:
        regions = self._unique(list(self._regions()))
        used = [region.span for region in regions]
        self._pass_over_strays(used)
        for conflict in self.conflicts:
            if not is_inside(conflict, used):
                self.troubles.append(Trouble(self._first_line(conflict), CONFLICT_RULE, ""))
        found = list(inline_figures(self.text, self.start, self.places, used, self.conflicts))
        figures = tuple(one for one in found if isinstance(one, Figure))
        self.troubles += [one for one in found if isinstance(one, Trouble)]
        return Marked(tuple(regions), figures, tuple(sorted(self.troubles, key=lambda trouble: trouble.span)))

    def _trouble(self, span: Span, code: str, thing: str = "") -> None:
        self.troubles.append(Trouble(span, RULE, f"{code} {thing}".rstrip()))

    def _markers(self) -> Iterator[Marker]:
        """The markers that stand where they may and can be read."""
        for found in MENTION.finditer(self.text, self.start):
            span = Span(found.start(), found.end())
            if self.places.hidden(span.start) or is_inside(span, self.conflicts):
                continue
            if not self.places.stands_alone(span.start):
                self._stray(found, "misplaced")
            elif not found["closed"] or not self._alone(span):
                self._stray(found, "not-alone")
            elif marker := self._marker(found, span):
                yield marker

    def _stray(self, found: re.Match[str], code: str) -> None:
        """A marker that is none where it stands; its partner is not reported, too."""
        kind = KIND.match(found["rest"])
        span = Span(found.start(), found.end())
        self.strays.append((found["what"], kind["kind"] if kind else "", span))
        self.stray_names.add(self.strays[-1][:2])
        self._trouble(span, code, found["what"])

    def _has_stray(self, what: str, kind: str) -> bool:
        return not self.stray_names.isdisjoint(((what, kind), (what, "")))

    def _pass_over_strays(self, regions: list[Span]) -> None:
        """A marker that stands where none can, in a region, is a word of somebody's data and nothing's partner."""
        harmless = {span for _, _, span in self.strays if is_inside(span, regions)}
        self.stray_names = {(what, kind) for what, kind, span in self.strays if span not in harmless}
        self.troubles = [one for one in self.troubles if one.span not in harmless]
        for trouble, what in self.excused:
            if not self._has_stray(what, trouble.detail.split()[1]):
                self.troubles.append(trouble)

    def _marker(self, found: re.Match[str], span: Span) -> Marker | None:
        """A marker as it is written; None, with its trouble noted, for one without a kind."""
        rest = found["rest"]
        kind = KIND.match(rest)
        if kind is None:
            self._stray(found, "no-kind")
            return None
        if found["what"] == "vaulttool:end":
            sum = SUM.match(rest, kind.end())
            if sum is None:
                self._trouble(span, "bad-sum", rest[kind.end() :].strip())
                return Marker(False, span, kind["kind"], read=False)
            return Marker(False, span, kind["kind"], (), sum["sum"] or "")
        return self._begin(rest, kind, span)

    def _begin(self, rest: str, kind: re.Match[str], span: Span) -> Marker:
        """A begin marker with its arguments."""
        unread = Marker(True, span, kind["kind"], read=False)
        arguments: dict[str, str] = {}
        position = kind.end()
        while argument := ARGUMENT.match(rest, position):
            if argument["key"] in arguments:
                self._trouble(span, "repeated-key", argument["key"])
                return unread
            arguments[argument["key"]] = _unescaped(argument["value"])
            position = argument.end()
        if rest[position:].strip():
            self._trouble(span, "bad-argument", rest[position:].strip())
            return unread
        return Marker(True, span, kind["kind"], tuple(arguments.items()))

    def _regions(self) -> Iterator[Region]:
        """Each begin marker with its end; what has no partner is noted."""
        self.open: Marker | None = None
        self.broken = self.conflict = False  # whether something in the open region is wrong, or in conflict
        self.inner: list[str] = []  # the kinds that begin in the open region and have not ended
        self.torn = False  # whether a conflict holds markers, so that nobody knows what belongs together
        for item in self._items():
            if isinstance(item, Span):
                yield from self._in_conflict(item)
            elif item.begins:
                self._begins(item)
            else:
                yield from self._ends(item)
        self._leave_open()

    def _items(self) -> list[Marker | Span]:
        """The markers outside conflicts, and the conflicts, in order."""
        items: list[Marker | Span] = [*self._markers(), *self.conflicts]
        return sorted(items, key=lambda item: item.start if isinstance(item, Span) else item.span.start)

    def _begins(self, marker: Marker) -> None:
        if self.open is not None and (self.torn or self._has_stray("vaulttool:end", self.open.kind)):
            self._leave_open()  # it ends somewhere before
        if self.open is None:
            self.open, self.broken, self.conflict, self.inner = marker, not marker.read, False, []
        else:
            self._trouble(marker.span, "nested", f"{marker.kind} {self.open.kind}")
            self.broken = True
            self.inner.append(marker.kind)

    def _ends(self, marker: Marker) -> Iterator[Region]:
        if marker.kind in self.inner:
            self.inner.remove(marker.kind)
        elif self.open is not None and marker.kind == self.open.kind:
            self.broken |= not marker.read
            yield from self._close(marker)
        elif not self.torn:
            code, other = ("other-kind", f" {self.open.kind}") if self.open and not self.broken else ("no-begin", "")
            self._lone(marker, code, marker.kind + other, "vaulttool:begin")
            self.broken = True

    def _leave_open(self) -> None:
        """The open region does not end."""
        if self.open is not None and not self.torn:
            self._lone(self.open, "no-end", self.open.kind, "vaulttool:end")
        self.open = None

    def _lone(self, marker: Marker, code: str, thing: str, partner: str) -> None:
        """A marker without its partner, unless that is one that stands where it cannot."""
        trouble = Trouble(marker.span, RULE, f"{code} {thing}")
        if self._has_stray(partner, marker.kind):
            self.excused.append((trouble, partner))
        else:
            self.troubles.append(trouble)

    def _in_conflict(self, conflict: Span) -> Iterator[Region]:
        """A conflict in an open region is part of it; one that holds the end of both sides, and nothing behind
        it, is its end."""
        if self.open is None:
            self.torn |= MENTION.search(conflict.of(self.text)) is not None
            return
        self.conflict = True
        ends = [self._last_marker(side, conflict) for side in self._sides(conflict)]
        if any(ends):
            self.broken |= not all(end is not None and end.kind == self.open.kind for end in ends)
            self.torn |= self.broken
            yield from self._close(Marker(False, conflict, self.open.kind))
        elif MENTION.search(conflict.of(self.text)):
            self.broken = self.torn = True

    def _close(self, end: Marker) -> Iterator[Region]:
        begin, self.open, self.inner = self.open, None, []
        if begin is not None and not self.broken:
            yield self._region(begin, end)

    def _sides(self, conflict: Span) -> list[str]:
        """The two sides of a conflict, and what both were made of where git tells it."""
        lines = conflict.of(self.text).splitlines()[1:-1]
        return "\n".join("\0" if line[:7] in ("=======", "|||||||") else line for line in lines).split("\0")

    def _last_marker(self, side: str, conflict: Span) -> Marker | None:
        """The end marker that is the only marker of a side and its last line."""
        found = list(MENTION.finditer(side))
        if len(found) != 1 or found[0]["what"] != "vaulttool:end" or side[found[0].end() :].strip():
            return None
        kind = KIND.match(found[0]["rest"])
        return Marker(False, conflict, kind["kind"]) if kind else None

    def _region(self, begin: Marker, end: Marker) -> Region:
        first = self._line(begin.span.start).end
        body = Span(first, max(first, self._line(end.span.start).start))
        held = Span(first, end.span.end) if self.conflict else body
        text = with_lf(held.of(self.text))
        newline = self.text[begin.span.end : first].strip(" \t") or "\n"
        span = Span(begin.span.start, end.span.end)
        after = bisect_left(self.in_code, body.start, key=lambda one: one.start)
        conflict = self.conflict or (after < len(self.in_code) and self.in_code[after].end <= body.end)
        return Region(span, begin.span, body, end.span, begin.kind, begin.arguments, end.sum, text, newline, conflict)

    def _unique(self, found: list[Region]) -> list[Region]:
        """The regions, without those whose kind stands twice on the page with the same id or none."""
        counted = Counter(region.name for region in found)
        for region in found:
            if counted[region.name] > 1:
                self._trouble(region.begin, "doubled", region.name)
        return [region for region in found if counted[region.name] == 1]

    def _alone(self, span: Span) -> bool:
        """Whether nothing but blanks stands on the line beside a span, at most three of them before it."""
        line = self._line(span.start)
        before = self.text[line.start : span.start].removeprefix(BYTE_ORDER_MARK)
        return len(before) <= 3 and not before.strip(" ") and not self.text[span.end : line.end].strip(" \t\r\n")

    def _line(self, offset: int) -> Span:
        """The line of an offset, its line end included."""
        after = bisect_right(self.lines, offset)
        return Span(self.lines[after - 1], self.lines[after] if after < len(self.lines) else len(self.text))

    def _first_line(self, span: Span) -> Span:
        """The first line of a span, without its line end."""
        line = self._line(span.start)
        return Span(span.start, span.start + len(self.text[span.start : line.end].rstrip("\r\n")))


def _starts(text: str) -> list[int]:
    """Where each line starts."""
    if "\r" in text:
        return [0, *(end.end() for end in LINE_END.finditer(text))]
    return list(accumulate((len(line) + 1 for line in text.split("\n")[:-1]), initial=0))


def _unescaped(value: str) -> str:
    for escape, character in ESCAPES:
        value = value.replace(escape, character)
    return value
