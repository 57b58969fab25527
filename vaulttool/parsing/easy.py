"""Reads the blocks that a glance tells, without the parser: most of what stands in most notes.

A paragraph, a heading, a comment, a flat list, a fenced block or a rule at the left edge, each followed by something
that cannot change what it is. Where anything else begins, the reader stops at it: the parser reads on from there to the
next blank line below which the left edge is free again. What both would read, both read alike: a test compares them.
"""

from __future__ import annotations

import re

from vaulttool.parsing.arrangement import TASK_BOX, Leaf
from vaulttool.text.span import Span

# What changes how all of a text is read, and what Python takes for white space and CommonMark does not or the reverse.
ODD = ("CDATA[", "\0", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f")
BLANK = r"[ \t\r]*+"
LINE_END = r"(?:\n|\Z)"
REST_OF_LINE = rf"[^\n]*+{LINE_END}"
INLINE_TAG = r"(?:a|abbr|b|button|code|del|em|font|i|img|ins|kbd|mark|s|small|span|strong|sub|sup|u)"
# What text may begin with: no mark of a block, and no comment or formula that its own line does not close.
WORD = rf"""
    (?: [^\x00-\x20\x7f\#$%*+\-0-9:<=>\[_`|~]
      | \[(?!\^)
      | %(?!%[^%\n]*+{LINE_END})
      | \*{{1,3}}+[^\s*]
      | [0-9]++(?![.)])
      | \#++[^\s\#]
      | <{INLINE_TAG}(?:[ ][^<>"'`\n]*+(?:"[^"<>\n]*+"[^<>"'`\n]*+)*+)?>[ \t]*+[^\s<]
      | _{{1,3}}+[^\s_]
      | `{{1,2}}+[^\s`]
      | \$(?!\$[^$\n]*+{LINE_END})
    )
"""
# The first line stands at the left edge and opens no comment or formula. (Had the pattern a part for the first line and
# one for the others, it would take twice the time to compile.)
TEXT = rf"(?![ \t]|%%[^%\n]*+{LINE_END}|\$\$[^$\n]*+{LINE_END})(?:[ \t]*+(?:[%$]|{WORD}){REST_OF_LINE})++"
TITLE = r"\#{1,6}+[ \t]++[^\s]"
COMMENT = r"<!--(?![->])"
GAP = r"[ ]{1,4}+"  # between an item's mark and its text
BULLET = rf"[-*+]{GAP}(?={WORD})"
BELOW_LIST = rf"(?= {TITLE} | {COMMENT} | {BLANK}\Z | (?:{BLANK}\n)++ (?: {BLANK}\Z | [^\s>*+\-0-9] ) )"
ITEMS = rf"(?: (?:[-*+]{GAP}{TEXT})++ | (?:[0-9]{{1,9}}+[.]{GAP}{TEXT})++ | (?:[0-9]{{1,9}}+[)]{GAP}{TEXT})++ )"
NESTED = rf"(?=[-*+0-9])(?:(?:[ ]*+|\t++)(?:[-*+]|[0-9]{{1,9}}+[.)]){GAP}{TEXT})++"
LOOSE = rf"""
    (?: (?P<bullet>[-*+]){GAP}{TEXT}(?:(?:{BLANK}\n)++(?P=bullet){GAP}{TEXT})++
      | [0-9]{{1,9}}+(?P<dot>[.)]){GAP}{TEXT}(?:(?:{BLANK}\n)++[0-9]{{1,9}}+(?P=dot){GAP}{TEXT})++
    )
"""
BLOCK = re.compile(
    rf"""
    (?:{BLANK}\n)*+
    (?: (?P<paragraph>{TEXT}) (?= {BLANK}{LINE_END} | {TITLE} | {COMMENT} | {BULLET} )
      | (?P<heading>(?P<hashes>\#{{1,6}}+)[ \t]++(?P<title>[^\s][^\n]*+){LINE_END})
      | (?P<comment>{COMMENT}[^-]*+(?:-(?!->)[^-]*+)*+-->{REST_OF_LINE})
        (?![^A-Za-z<>\n]*+>)  # whether a call-out begins below depends on the marks of the line above
      | (?P<list>{ITEMS}){BELOW_LIST}
      | (?P<nested>{NESTED}){BELOW_LIST}
      | (?P<loose>{LOOSE}){BELOW_LIST}
      | (?P<rule>(?:-{{3,}}+|\*{{3,}}+|_{{3,}}+){BLANK}{LINE_END})
      | (?P<code>
            (?P<fence>`{{3,}}+|~{{3,}}+)[^`\n]*+\n
            (?:(?![ ]{{0,3}}(?:```|~~~))[^\n]*+\n)*+
            (?P=fence)[ ]*+\r?{LINE_END}  # below a tab pulldown-cmark goes on with the code
        )
      | (?P<end>{BLANK}\Z)
      | (?P<hard>[^\n])  # anything else
    )
    """,
    re.VERBOSE,
)
ITEM = re.compile(rf"(?:{BLANK}\n)*+(?P<indent>[ \t]*+)(?P<mark>[-*+]|[0-9]++[.)]){GAP}(?P<content>{TEXT})", re.VERBOSE)
# What may end the label of a definition. An even number of brackets is taken for the ends of wikilinks.
LABEL_END = re.compile(r"(?<!\])\](?:\]\])*+:")
# A blank line, and below it a line that belongs to nothing above.
APART = re.compile(r"\n[ \t\r]*+\n(?=[^\s>*+\-0-9|:=~_\[]|\[\[)")
# What blank lines do not end: fenced code, comments and their like.
SPANNING = re.compile(r"```|~~~|<[!?]|<(?:script|pre|style|textarea)", re.IGNORECASE)


def is_easy(text: str) -> bool:
    """Whether the reader may be tried on a text: its line ends are plain, and so is its white space."""
    for odd in ODD:
        if odd in text:
            return False
    return "\r" not in text or text.count("\r") == text.count("\r\n")


class Easy:
    """The blocks of a text from ``position`` on, as far as a glance tells them.

    ``leaves`` and ``html`` are what is known so far; the parser's leaves of the stretches between are added by
    whoever has them read.
    """

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        self.begun = False  # whether any block stands above
        self.leaves: list[Leaf] = []
        self.html: list[Span] = []

    def read(self) -> bool:
        """Read on from ``position`` to what a glance does not tell; False at the end of the text."""
        text, leaves, html, first = self.text, self.leaves, self.html, not self.begun
        for found in BLOCK.finditer(text, self.position):
            kind = found.lastgroup
            if kind == "paragraph":
                start, end = found.span("paragraph")
                if text[start] == "[" and self._may_define(start, end):
                    return self._stop(start, first)
                leaves.append(Leaf("paragraph", start, end, first, True, 0))
            elif kind == "comment":
                html.append(Span(found.start("comment"), found.end()))
            elif kind == "heading":
                leaves.append(self._heading(found, first))
            elif kind == "list" or kind == "nested" or kind == "loose":
                start, end = found.span(kind)
                items = self._items(start, end, kind)
                if not items:
                    return self._stop(start, first)
                leaves += items
            elif kind == "code":
                start = found.start("code")
                leaves.append(Leaf("opaque", start, start + len(found["code"].rstrip("\r\n")), first, True, 0))
            elif kind == "hard":
                return self._stop(found.start("hard"), first)
            first = False
        return False

    def _stop(self, position: int, first: bool) -> bool:
        """Stop at what must be read otherwise."""
        self.position, self.begun = position, not first
        return True

    def _heading(self, found: re.Match[str], first: bool) -> Leaf:
        """A heading's content, without the hashes that close it."""
        start = found.start("title")
        content = found["title"].rstrip(" \t\r")
        if content[-1] == "#":
            bare = content.rstrip("#")
            if not bare or bare[-1] in " \t":  # closing hashes stand after a blank
                content = bare.rstrip(" \t")
        return Leaf("heading", start, start + len(content), first, True, found.end("hashes") - found.start("hashes"))

    def _items(self, start: int, end: int, kind: str) -> list[Leaf]:
        """The items of a list; none if one of them may be more than text. In a loose list they are paragraphs, to
        which the line end belongs."""
        text = self.text
        items: list[Leaf] = []
        levels: list[tuple[int, str]] = []
        for item in ITEM.finditer(text, start, end):
            first, last = item.span("content")
            while kind != "loose" and text[last - 1] in " \t\r\n":
                last -= 1
            if kind == "nested" and not _finds_place(item, levels):
                return []
            if text[first] == "[":
                if self._may_define(first, last):
                    return []
                if text.startswith("]", first + 2) and (box := TASK_BOX.match(text, first, last)):
                    first = box.end()
                    if first == last or text[first] in "<\r\n":
                        return []
            items.append(Leaf("paragraph", first, last, True, False, 0))
        return items

    def _may_define(self, start: int, end: int) -> bool:
        """Whether text that begins with a bracket may define what a link's label stands for."""
        return self.text.find("]:", start, end) >= 0 and LABEL_END.search(self.text, start, end) is not None

    def stretch(self) -> int:
        """Where the stretch ends that begins at ``position`` and that the parser must read."""
        found = APART.search(self.text, self.position)
        if not found or SPANNING.search(self.text, self.position, found.end()):
            return len(self.text)
        return found.end()


def _finds_place(item: re.Match[str], levels: list[tuple[int, str]]) -> bool:
    """Whether a line that looks like an item is one: ``levels`` has the column of the text and the kind of mark of each
    item that it may stand in, and gets its own.

    Indented by four or more it is text of the item above, and so is a number that neither goes on with a list nor is 1.
    """
    column = len(item["indent"].expandtabs(4))
    beside = None
    while levels and column < levels[-1][0]:
        beside = levels.pop()[1]
    mark = item["mark"]
    kind = mark[-1]
    if column - (levels[-1][0] if levels else 0) > 3:
        return False
    if kind in ".)" and beside != kind and mark[:-1] != "1" and (beside or levels):
        return False
    levels.append((column + item.start("content") - item.end("indent"), kind))
    return True
