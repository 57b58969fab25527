"""The words of a note that a reader sees: no front matter, code, comments, embeds, targets of links or regions."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain

from vaulttool.parsing import frontmatter
from vaulttool.parsing.arrangement import Leaf
from vaulttool.parsing.code import code_spans
from vaulttool.parsing.comments import comments
from vaulttool.parsing.document import Document, is_templated
from vaulttool.parsing.markdown import leaves
from vaulttool.text.span import Span

READ = frozenset(("paragraph", "heading", "title", "cell"))
MARKS = ("<", "](", "[[", "[!", "://")  # without any of them all of a block is seen
UNSEEN = re.compile(
    r"""
    <!--.*?(?:-->|\Z)                                                    # a comment
  | </?[A-Za-z][^<>]*+>                                                  # a tag, an address in angle brackets
  | !\[\[[^\[\]]*+\]\]                                                   # an embed
  | !\[[^\[\]]*+\]\([^()\r\n]*+(?:\([^()\r\n]*+\)[^()\r\n]*+)*+\)        # an image
  | \[\[[^\[\]|]*+\|                                                     # where a wikilink with a text of its own leads
  | \]\([^()\r\n]*+(?:\([^()\r\n]*+\)[^()\r\n]*+)*+\)                    # where a Markdown link leads
  | \[![^\[\]\r\n]++\][+-]?                                               # the type of a callout
  | \b[A-Za-z][A-Za-z0-9+.-]{1,15}+://[^\s<>|]*+                         # a bare address
    """,
    re.VERBOSE | re.DOTALL,
)
# Where no blanks stand between words, each character counts as one: Han, Hiragana, Katakana.
ALONE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
COMBINING = "\u0300-\u036f"
WORD = re.compile(rf"[{ALONE}]|[^\W_{ALONE}]++(?:[_{COMBINING}]++[^\W_{ALONE}]++|[{COMBINING}]++)*+")
USUAL_WORD = re.compile(r"[^\W_]++(?:_++[^\W_]++)*+")  # the same where none of those characters is, and faster
UNUSUAL = re.compile(rf"[{COMBINING}{ALONE}]")


class Wording:
    """The words of a note. ``shown`` is as long as its text and has blanks for all that is not read."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.word = USUAL_WORD if shown.isascii() or not UNUSUAL.search(shown) else WORD

    @cached_property
    def words(self) -> Sequence[str]:
        """The words, in lower case and in one form of Unicode."""
        return list(map(_folded, self.word.findall(self.shown)))

    def span(self, first: int, last: int) -> Span:
        """From the beginning of one word to the end of another, by their numbers."""
        return Span(self._edges[2 * first], self._edges[2 * last + 1])

    @cached_property
    def _edges(self) -> array[int]:
        """Where each word begins and ends, one after the other."""
        return array("q", chain.from_iterable(map(re.Match.span, self.word.finditer(self.shown))))


@cache
def _folded(word: str) -> str:
    """A word as it is compared. The same ones are one object, of which a vault has far fewer than words."""
    return unicodedata.normalize("NFC", word).casefold()


def wording(text: str, document: Document, code: bool = False) -> Wording:
    """What a reader of a note sees; with ``code``, what stands in blocks of code, too. A template has no words."""
    body = frontmatter.read(text).body_start
    blocks = leaves(text, body)
    if _is_template(text, body, blocks):
        return Wording("")
    shown = _shown(text, blocks, code)
    hidden = [region.span for region in document.regions]
    if "%%" in text:
        hidden += comments(text, body, _code(text, blocks))
    return Wording(_without(shown, hidden))


def _is_template(text: str, body: int, blocks: Iterable[Leaf]) -> bool:
    """Whether a template is to fill something in; a placeholder in code only shows how one is written."""
    if not is_templated(text):
        return False
    return is_templated(text[:body]) or any(
        is_templated(_without(text[leaf.start : leaf.end], _spans_of_code(text, leaf, -leaf.start)))
        for leaf in blocks
        if leaf.kind in READ
    )


def _shown(text: str, blocks: Iterable[Leaf], code: bool) -> str:
    """The blocks that are read, and blanks around them."""
    shown: list[str] = []
    done = 0
    for leaf in blocks:
        if leaf.start >= done and (leaf.kind in READ or (code and leaf.kind == "opaque")):
            source = text[leaf.start : leaf.end]
            if leaf.kind != "opaque" and any(mark in source for mark in MARKS):
                source = UNSEEN.sub(lambda found: " " * len(found[0]), source)
            shown += [" " * (leaf.start - done), source]
            done = leaf.end
    return "".join([*shown, " " * (len(text) - done)])


def _code(text: str, blocks: Iterable[Leaf]) -> Iterator[Span]:
    """The blocks and spans of code."""
    for leaf in blocks:
        if leaf.kind == "opaque":
            yield Span(leaf.start, leaf.end)
        elif leaf.kind in READ:
            yield from _spans_of_code(text, leaf, 0)


def _spans_of_code(text: str, leaf: Leaf, shift: int) -> Iterator[Span]:
    for start, end in code_spans(text[leaf.start : leaf.end]):
        yield Span(leaf.start + start + shift, leaf.start + end + shift)


def _without(text: str, spans: Iterable[Span]) -> str:
    """A text with blanks for what the spans cover."""
    shown: list[str] = []
    done = 0
    for span in sorted(spans):
        if span.end > done:
            start = max(span.start, done)
            shown += [text[done:start], " " * (span.end - start)]
            done = span.end
    return "".join(shown) + text[done:]
