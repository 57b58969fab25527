"""Suppression comments: ``<!-- vaulttool:ignore RULE ... -->`` and ``%% vaulttool:ignore RULE ... %%``.

In front matter, ``# vaulttool:ignore RULE ...`` too. Forms: ``ignore`` for a line or block, ``ignore-begin`` and
``ignore-end`` around a range, ``ignore-file``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.covered import Covered
from vaulttool.parsing.document import Allowance, Trouble
from vaulttool.text.span import Lines, Span

MARK = "vaulttool:ignore"
OPENING = re.compile(r"(?P<mark><!--|%%|\#)\s*+vaulttool:ignore(?P<form>(?:(?!-->|%%)[^\s,])*+)")
CLOSING = {"<!--": re.compile("-->"), "%%": re.compile("%%")}
WORD = re.compile(r"[^\s,]+")
DASHES = frozenset(("-", "--", "–", "—"))
BLANK_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t>]*(?:\r\n|\n|\r)")
LINE_END = re.compile(r"\r\n|\n|\r|\Z")
RULE = "bad-suppression"


class Suppressions(NamedTuple):
    """The suppressions of a page, and what is wrong with some: the ``detail`` of a trouble is ``open`` for a range
    without an end, ``stray`` for an end without a range, else the word that is no form."""

    allowances: tuple[Allowance, ...] = ()
    troubles: tuple[Trouble, ...] = ()


class Comment(NamedTuple):
    """A suppression comment: what its form adds to ``ignore``, where each rule is named, and the reason."""

    span: Span
    form: str
    names: tuple[Span, ...]
    reason: str


def suppressions(
    text: str,
    is_hidden: Callable[[int], bool],
    body_start: int = 0,
    is_yaml: Callable[[int], bool] = lambda at: False,
    marks: Collection[str] = ("<!--", "%%", "#"),
) -> Suppressions:
    """The suppressions of a page. On a line with other text one covers the line, alone on its line the block below (a
    paragraph, a list, a table, a code block: up to the next blank line; in front matter the property).

    ``is_hidden`` tells of a place whether it lies in code, where a comment is only an example; ``is_yaml``, of a place
    before the body, whether a comment of YAML begins there. ``marks`` are those that begin a comment in this page.
    """
    if MARK not in text:
        return Suppressions()
    found = [one for one in _comments(text, body_start, is_yaml, marks) if not is_hidden(one.span.start)]
    page = Covered(Lines(text), [one.span for one in found], body_start)
    ranges = _Ranges(text)
    allowed, troubles = [], []
    for comment in found:
        if comment.form == "-begin":
            ranges.begin(comment)
        elif comment.form == "-end":
            begin = ranges.ended(comment)
            if begin is None:
                troubles.append(Trouble(comment.span, RULE, "stray"))
            else:
                allowed.append(_allowance(text, begin, Span(begin.span.end, comment.span.start), comment))
        elif comment.form == "-file":
            allowed.append(_allowance(text, comment, Span(0, len(text))))
        elif comment.form == "":
            allowed.append(_allowance(text, comment, page.of(comment.span)))
        else:
            troubles.append(Trouble(comment.span, RULE, "ignore" + comment.form))
    troubles += [Trouble(comment.span, RULE, "open") for comment in ranges.open]
    return Suppressions(
        tuple(sorted(allowed, key=lambda one: one.span)), tuple(sorted(troubles, key=lambda one: one.span))
    )


class InCode:
    """Whether a place in a note lies in a block of code or in a code span of its line."""

    def __init__(self, text: str, blocks: Iterable[Leaf]) -> None:
        self.lines = Lines(text)
        self.hidden = [leaf for leaf in blocks if leaf.kind == "opaque"]
        self.starts = [leaf.start for leaf in self.hidden]
        self.spans: dict[int, list[tuple[int, int]]] = {}

    def __call__(self, offset: int) -> bool:
        """Whether this place does."""
        block = bisect_right(self.starts, offset) - 1
        if block >= 0 and offset < self.hidden[block].end:
            return True
        number = max(bisect_right(self.lines.starts, offset), 1)
        line = self.lines.span(number)
        if number not in self.spans:
            self.spans[number] = code_spans(line.of(self.lines.text))
        code = self.spans[number]
        before = bisect_right(code, offset - line.start, key=lambda span: span[0]) - 1
        return before >= 0 and offset - line.start < code[before][1]


def _allowance(text: str, comment: Comment, covers: Span, end: Comment | None = None) -> Allowance:
    rules = tuple(name.of(text) for name in comment.names)
    ends = (end.span, *end.names) if end else ()
    return Allowance(comment.span, rules, covers, comment.names, comment.reason, ends, comment.form == "-file")


def _comments(text: str, body_start: int, is_yaml: Callable[[int], bool], marks: Collection[str]) -> Iterator[Comment]:
    """All comments that are closed, with no blank line in them."""
    nearest = _Nearest(text)
    done = 0
    for opening in OPENING.finditer(text):
        start, mark, inside = opening.start(), opening["mark"], opening.end()
        if start < done or mark not in marks or opening["form"][:1].isalnum():
            continue
        if mark == "#":
            if start >= body_start or not is_yaml(start):
                continue
            last = end = nearest.after(LINE_END, start)[0]
        else:
            last, end = nearest.after(CLOSING[mark], inside)
            if last < 0 or 0 <= nearest.after(BLANK_LINE, start)[0] < last:
                continue
        done = end
        yield _read(text, Span(start, end), opening["form"], inside, last)


def _read(text: str, span: Span, form: str, start: int, end: int) -> Comment:
    """A comment from what stands between its form and its end: names, and behind a dash the reason."""
    names = []
    reason = ""
    for word in WORD.finditer(text, start, end):
        if word[0] in DASHES:
            reason = " ".join(text[word.end() : end].split())
            break
        names.append(Span(*word.span()))
    return Comment(span, form, tuple(names), reason)


class _Nearest:
    """Where things stand next in a text, each looked for once however often it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[re.Pattern[str], tuple[int, int]] = {}

    def after(self, wanted: re.Pattern[str], start: int) -> tuple[int, int]:
        """Where it next begins and ends; -1 where there is none. It is asked for places one after the other."""
        known = self.known.get(wanted)
        if known is None or 0 <= known[0] < start:
            found = wanted.search(self.text, start)
            known = self.known[wanted] = found.span() if found else (-1, -1)
        return known


class _Ranges:
    """The ranges that have begun and not ended: an end closes the latest, or the latest with the rules it names."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.begun: dict[Span, Comment] = {}
        self.by_rules: dict[frozenset[str], list[Comment]] = {}

    @property
    def open(self) -> Iterable[Comment]:
        """Those that have no end."""
        return self.begun.values()

    def begin(self, comment: Comment) -> None:
        """Begin a range."""
        self.begun[comment.span] = comment
        self.by_rules.setdefault(self._rules(comment), []).append(comment)

    def ended(self, end: Comment) -> Comment | None:
        """The beginning of the range that a comment ends, if there is one."""
        asked = self._rules(end)
        if not asked and self.begun:
            return self.begun.popitem()[1]
        waiting = self.by_rules.get(asked, [])
        while waiting:
            comment = waiting.pop()
            if self.begun.pop(comment.span, None):
                return comment
        return None

    def _rules(self, comment: Comment) -> frozenset[str]:
        return frozenset(name.of(self.text) for name in comment.names)
