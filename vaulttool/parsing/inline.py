"""Reads the inline content of one block from left to right, as Obsidian's tokenizers do.

Whatever begins first wins: a wikilink that opens before a backtick holds it, a code span that opens before
two brackets hides them. Emphasis and highlights hide nothing and are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from vaulttool.parsing.document import Link, LinkKind, Tag, Trouble
from vaulttool.parsing.links import destination, wikilink
from vaulttool.text.span import Span

# Each alternative begins with a literal character, so that the search runs through text at full speed. The
# first takes the commonest wikilinks whole, the next two pass over the commonest external links and images.
EXTERNAL = r'\[[^\[\]\\]*+\]\([A-Za-z][A-Za-z0-9+.-]*+:[^\s()<>\\]*+(?: "[^"\\]*+")?\)'
WIKILINK = r"!?\[\[(?P<inner>[^\[\]\r\n]++)\]\]"
MARKS = rf"{WIKILINK}|{EXTERNAL}|!{EXTERNAL}|\\|``*|<|!\[|\^\[|\[|\$|\#"
NEXT = re.compile(rf"{MARKS}|https?://|www\.|HTTPS?://|WWW\.|Https?://|Www\.")
NEXT_MARK = re.compile(MARKS)
ANGLED = re.compile(
    r"""
    <(?:
        !---->                                              # an empty comment
      | !--(?!>|->)(?:[^-]|-(?!-))*+-->                     # a comment: no double dash inside
      | /[A-Za-z][A-Za-z0-9-]*+\s*+>                        # a closing tag
      | [A-Za-z][A-Za-z0-9-]*+                              # an opening tag and its attributes
        (?:\s++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?)*
        \s*+/?>
      | [A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+>             # an autolink
      | [^\s<>@\[\]]++@[^\s<>\[\]]++>                      # a mail address
    )
    """,
    re.VERBOSE,
)
RUNS_TO = (("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<]*+", re.IGNORECASE)
DISPLAY_MATH = re.compile(r"\$\$(?:\\.|[^\\$]|\$(?!\$))++\$\$", re.DOTALL)
MATH = re.compile(r"\$(?![\s$])(?:\\.|[^\\$])*+(?<!\s)\$(?!\d)", re.DOTALL)
BRACKETS = re.compile(r"\\.|\[|\]", re.DOTALL)
DESTINATION = re.compile(
    r"""
    \(\s*+
    (?:
        <(?P<angled>[^\r\n>]*+)>
      | (?!<)(?P<plain>(?:\\.|[^\s()\\]|(?P<nested>\((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\]|\([^\s()]*+\))*+\))*+\)))*+)
    )
    (?:\s++(?:"(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'|\((?:\\.|[^()\\])*+\)))?
    \s*+\)
    """,
    re.VERBOSE | re.DOTALL,
)
TAG = re.compile(r"#(?P<name>[^\s'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\u2000-\u206F\u2E00-\u2E7F]+)")
BROKEN_WIKILINK = re.compile(r"!?\[\[[^\s\[\]|`][^\[\]`]*(?:\r\n|\n|\r)[^\[\]`]*[^\s\[\]`]\]\]")
LONGEST_BROKEN = 200


class Reading:
    """What has been read so far of a note's inline content."""

    def __init__(self, text: str, in_link: bool = False) -> None:
        self.text = text
        self.in_link = in_link
        self.links: list[Link] = []
        self.tags: list[Tag] = []
        self.troubles: list[Trouble] = []
        self._known: dict[str, tuple[int, int]] = {}
        self._closings: tuple[int, int, dict[int, int]] = (0, 0, {})

    def block(self, start: int, end: int, last: int) -> None:
        """Read the inline content between two offsets; nothing that counts begins after ``last``."""
        text, position = self.text, start
        search = NEXT.search if self._may_hold_addresses(start, last) else NEXT_MARK.search
        while position <= last and (found := search(text, position, end)):
            if found.lastindex:
                place, position = found.span()
                kind: LinkKind = "embed" if text[place] == "!" else "link"
                self.links.append(wikilink(found["inner"], Span(place, position), found.start("inner"), kind))
            else:
                position = READERS[text[found.start()]](self, found, start, end)

    def _may_hold_addresses(self, start: int, last: int) -> bool:
        """Whether a web address may begin before ``last``; most blocks hold none, and their letters are passed over."""
        find = self.text.find
        return find("://", start, last) >= 0 or find("ww.", start, last) >= 0 or find("WW.", start, last) >= 0

    def _next(self, token: str, position: int) -> int:
        """Where a token stands next in the whole text (its length if nowhere); remembered, so that asking
        again and again stays linear."""
        asked, answer = self._known.get(token, (0, -1))
        if not asked <= position <= answer:
            answer = self.text.find(token, position)
            answer = len(self.text) if answer < 0 else answer
            self._known[token] = (position, answer)
        return answer

    def _escape(self, found: re.Match[str], start: int, end: int) -> int:
        """A backslash hides the character after it, if that is punctuation."""
        after = found.end()
        return after + 1 if after < end and not self.text[after].isalnum() else after

    def _code(self, found: re.Match[str], start: int, end: int) -> int:
        """A code span ends at the next run of as many backticks; without one the run is text."""
        length = len(found[0])
        position = found.end()
        while position < end:
            closing = self.text.find("`" * length, position, end)
            if closing < 0:
                break
            position = closing + length
            while position < end and self.text[position] == "`":
                position += 1
            if position - closing == length:
                return position
        return found.end()

    def _angle(self, found: re.Match[str], start: int, end: int) -> int:
        """A tag, comment or autolink hides what it holds."""
        place = found.start()
        tag = ANGLED.match(self.text, place, end)
        if tag:
            return tag.end()
        for opening, closing in RUNS_TO:
            if self.text.startswith(opening, place):
                stop = self._next(closing, place + len(opening)) + len(closing)
                declaration = opening != "<!" or self.text[place + 2 : place + 3].isalpha()
                return stop if stop <= end and declaration else found.end()
        return found.end()

    def _math(self, found: re.Match[str], start: int, end: int) -> int:
        """A formula hides what it holds; a price does not."""
        place, after = found.start(), found.end()
        if self.text.startswith("$", after):
            if self._next("$$", after + 1) >= end:
                return after + 1
            display = DISPLAY_MATH.match(self.text, place, end)
            return display.end() if display else after + 1
        math = MATH.match(self.text, place, end)
        return math.end() if math else after

    def _address(self, found: re.Match[str], start: int, end: int) -> int:
        """A web address runs to the next white space, brackets and all."""
        if found.start() > start and self.text[found.start() - 1].isalnum():
            return found.end()
        address = ADDRESS.match(self.text, found.start(), end)
        return address.end() if address else found.end()

    def _hash(self, found: re.Match[str], start: int, end: int) -> int:
        """A tag stands at the start of the block or after white space, and is more than a number."""
        place = found.start()
        tag = TAG.match(self.text, place, end)
        if not tag:
            return found.end()
        if (place == start or self.text[place - 1].isspace()) and not tag["name"].isdigit():
            self.tags.append(Tag(Span(place, tag.end()), tag["name"]))
        return tag.end()

    def _note(self, found: re.Match[str], start: int, end: int) -> int:
        """An inline footnote opens with ``^[``, so that a bracket right after it is not the second of two."""
        inside = found.end()
        return inside if self._closing(inside - 1, inside, end) >= 0 else inside - 1

    def _bracket(self, found: re.Match[str], start: int, end: int) -> int:
        """A wikilink, a Markdown link or image, or a bracket that means nothing."""
        text, (place, inside) = self.text, found.span()
        if inside - place > 2:
            return inside  # an external link, passed over whole
        if text.startswith("[", inside):
            inside += 1
            close = self._next("]]", inside)
            if inside < close <= end - 2 and text.find("[[", inside, close) < 0:
                if text.find("\n", inside, close) < 0 and text.find("\r", inside, close) < 0:
                    kind: LinkKind = "embed" if text[place] == "!" else "link"
                    span = Span(place, close + 2)
                    self.links.append(wikilink(text[inside:close], span, inside, kind))
                    return close + 2
                self._broken(place, end)
        return self._markdown_link(place, found.end(), end)

    def _broken(self, place: int, end: int) -> None:
        """A wikilink that a line end takes apart."""
        broken = BROKEN_WIKILINK.match(self.text, place, min(end, place + LONGEST_BROKEN))
        if broken:
            self.troubles.append(Trouble(Span(place, broken.end()), "split-link", "line"))

    def _markdown_link(self, place: int, inside: int, end: int) -> int:
        """A Markdown link or image; where there is none, reading goes on inside the bracket."""
        embed = self.text[place] == "!"
        if self.in_link and not embed:
            return inside  # a link in a link is none, but an image in it counts
        closing = self._closing(place, inside, end)
        written = self._destination(closing + 1, end) if closing >= 0 else None
        if not written:
            return inside
        angled = written["angled"] is not None
        raw = written["angled"] if angled else written["plain"]
        raw_start = written.start("angled" if angled else "plain")
        span = Span(place, written.end())
        link = destination(raw, raw_start, span, self.text[inside:closing], "embed" if embed else "link")
        if isinstance(link, Link):
            self.links.append(link)
        elif link is not None:
            self.troubles.append(Trouble(Span(raw_start, raw_start + len(raw)), "undecoded-link", raw))
        if not embed:
            self._inside_link(inside, closing)
        return written.end()

    def _destination(self, start: int, end: int) -> re.Match[str] | None:
        """The destination and title in parentheses at a place, if that is what stands there."""
        if self.text.startswith("(<", start) and self._next(">", start) >= self._next("\n", start):
            return None
        return DESTINATION.match(self.text, start, end)

    def _inside_link(self, start: int, end: int) -> None:
        """Images and wikilinks in a link's text count; a link in a link does not."""
        if self.text.find("[", start, end) < 0:
            return
        inner = Reading(self.text, in_link=True)
        inner.block(start, end, end)
        self.links += inner.links

    def _closing(self, place: int, inside: int, end: int) -> int:
        """Where the bracket closes that opens before ``inside``; -1 if it does not.

        The brackets of a stretch are paired once, since asking for each anew would be quadratic.
        """
        close = self.text.find("]", inside, end)
        if close < 0:
            return -1
        if self.text.find("[", inside, close) < 0 and self.text.find("\\", inside, close) < 0:
            return close
        known_from, known_to, pairs = self._closings
        if not (known_from <= place and end == known_to):
            pairs, open_at = {}, []
            for found in BRACKETS.finditer(self.text, place, end):
                if found[0] == "[":
                    open_at.append(found.end())
                elif found[0] == "]" and open_at:
                    pairs[open_at.pop()] = found.start()
            self._closings = (place, end, pairs)
        return pairs.get(inside, -1)


READERS: dict[str, Callable[[Reading, re.Match[str], int, int], int]] = {
    "\\": Reading._escape,
    "`": Reading._code,
    "<": Reading._angle,
    "$": Reading._math,
    "#": Reading._hash,
    "^": Reading._note,
    "!": Reading._bracket,
    "[": Reading._bracket,
    **dict.fromkeys("hHwW", Reading._address),
}
