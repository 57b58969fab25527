"""The copy of a text that is shown to the CommonMark parser, of the same length, so that offsets hold.

Where Obsidian reads something that CommonMark does not know, the copy has something that both read alike:
a block of several lines is one heading line, a character that would mean too much is a comma.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from typing import NamedTuple

CALLOUT_TITLE = re.compile(
    r"^(?P<prefix>[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?(?:>[ \t]*+)+)\[!(?=[^\]\n]++\][+-]?(?:[ \t\r\n]|$))",
    re.MULTILINE,
)
EXTERNAL_LINK = re.compile(r'\[[^\[\]\\<>`|\n]*+\]\(https?://[^\s()<>\\|`]*+(?: "[^"\\<>`|\n]*+")?\)')
# Obsidian's destinations hold no brackets, so that this is a paragraph with a link and no definition.
NO_DEFINITION = re.compile(r"(\[(?!\^)[^\[\]\n]++\]):(?=[ \t]*+(?:\r?\n[ \t]*+)?[^\s\[\]]*+[\[\]])")
MATH_OPENING = re.compile(r"\$\$[^$\r\n]*(?:\r\n|\n|\r|\Z)")
MATH_CLOSING = re.compile(r"^[^$\r\n]*\$\$[ \t]*\r?$", re.MULTILINE)
LONE_CR = re.compile(r"\r(?!\n)")
COMMENT_OPENING = re.compile(r"%%[^%\r\n]*(?:\r\n|\n|\r|\Z)")


# No character beyond ASCII means anything to the arrangement of blocks, and a comma means nothing either; with
# one byte a character the parser's byte offsets are character offsets.
def _as_commas(error: UnicodeError) -> tuple[bytes, int]:
    """A comma for each character that is not ASCII."""
    assert isinstance(error, UnicodeEncodeError)
    return b"," * (error.end - error.start), error.end


codecs.register_error("comma", _as_commas)


class Veil(NamedTuple):
    """A stretch that Obsidian takes for one block: ``kind`` is opaque (a formula) or comment."""

    start: int
    end: int
    kind: str


def plain(text: str) -> str:
    """The text with commas for what is not ASCII, and LF for a CR that ends a line alone, which the parser does not
    see in HTML."""
    if "\r" in text and text.count("\r") > text.count("\r\n"):
        text = LONE_CR.sub("\n", text)
    return text if text.isascii() else text.encode("ascii", "comma").decode("ascii")


def may_open(text: str) -> bool:
    """Whether a formula or a comment of several lines can open anywhere in a plain text."""
    for mark in ("$$", "%%"):
        at = text.find(mark)
        while at >= 0:
            line_end = text.find("\n", at)
            if text.find(mark[0], at + 2, line_end if line_end >= 0 else len(text)) < 0:
                return True  # nothing on the line closes it
            at = text.find(mark, line_end) if line_end >= 0 else -1
    return False


def disguised(text: str, veils: Iterable[Veil]) -> tuple[str, set[int]]:
    """A plain text as shown to the parser, and where the disguised callout titles begin."""
    pieces, done = [], 0
    for veil in veils:
        pieces += [text[done : veil.start], "# ", "x" * (veil.end - veil.start - 2)]
        done = veil.end
    text = "".join(pieces) + text[done:] if pieces else text
    if "CDATA[" not in text:  # links are read elsewhere: without them the parser has fewer events to make
        text = EXTERNAL_LINK.sub(_commas, text.replace("[[", "[,").replace("]]", ",,"))
    if "]:" in text:
        text = NO_DEFINITION.sub(r"\1,", text)
    titles: set[int] = set()
    if "> [!" in text or ">[!" in text or ">\t[!" in text:
        shown = text
        text = CALLOUT_TITLE.sub(lambda found: _hidden_title(shown, found, titles), text)
    return text, titles


def veil(text: str, start: int, limit: int, top: bool) -> Veil | None:
    """The block of several lines that opens at ``start``, if one does; it ends before ``limit`` at the latest.

    A formula ends with the next line that has two dollars at its end and none before them, a comment (only
    at the top) with the next two percent signs; one that is not closed runs to the limit.
    """
    if text.startswith("$$", start):
        opening, kind = MATH_OPENING.match(text, start, limit), "opaque"
        closing = MATH_CLOSING.search(text, opening.end(), limit) if opening else None
        end = closing.end() if closing else limit
    elif top and text.startswith("%%", start):
        opening, kind = COMMENT_OPENING.match(text, start, limit), "comment"
        at = text.find("%%", opening.end(), limit) if opening else -1
        end = at + 2 if at >= 0 else limit
    else:
        return None
    if not opening or opening.end() >= limit:
        return None
    return Veil(start, start + len(text[start:end].rstrip()), kind)


def apart(veils: Iterable[Veil]) -> list[Veil]:
    """The veils in order, without those that begin in another."""
    found: list[Veil] = []
    for one in sorted(veils):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return found


def _commas(found: re.Match[str]) -> str:
    return "," * (found.end() - found.start())


def _hidden_title(text: str, found: re.Match[str], titles: set[int]) -> str:
    """A callout's opening with ``[!`` written as a heading mark, if it is the first line of its quote."""
    start = found.start()
    above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if start else ""
    marks = above[: len(above) - len(above.lstrip("> \t"))]
    if marks.count(">") >= found["prefix"].count(">"):
        return found[0]
    titles.add(found.end() - 2)
    return found["prefix"] + "# "
