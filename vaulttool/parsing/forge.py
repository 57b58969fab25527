"""The door to markdown-it-py and mistune: how a CommonMark forge such as GitHub reads a note.

Both are imported on first use, since ``check`` loads this module and seldom needs them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from vaulttool.parsing import frontmatter
from vaulttool.parsing.document import Record
from vaulttool.parsing.forge_anchors import Anchors
from vaulttool.parsing.forge_places import Contents
from vaulttool.text.span import BYTE_ORDER_MARK, Lines, Span
from vaulttool.text.url import fully_decoded

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*")
DEFINITION = re.compile(r"\[(?:\\.|[^\[\]\\])*+\]:[\s>]*+(?:<(?P<angled>[^<>\r\n]*)>|(?P<plain>\S+))", re.DOTALL)
COMMENT = re.compile(r"<!--(?:[^-]|-(?!->))*+(?:-->|\Z)")
TAG = re.compile(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<attributes>(?:\s[^<>]*)?)>")
HEADING_TAG = re.compile(r"<(?P<close>/?)h(?P<level>[1-6])(?:\s[^<>]*)?>", re.IGNORECASE)
ANY_TAG = re.compile(r"<[^<>]*>")
ATTRIBUTE = re.compile(
    r"""(?<![^\s"'])(?P<name>id|name|href|src)\s*+=\s*+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'=<>`]+))""",
    re.IGNORECASE,
)
PLACED = ("link_open", "image", "html_inline", "code_inline")
STRETCHES = ("fence", "code_block", "html_block", "table_open")
LONGEST_HEADING = 2_000


class ForgeLink(Record, frozen=True):
    """A link as a forge reads it: ``kind`` is link, image, html (an attribute ``href`` or ``src``) or definition.

    ``href`` is as written save for Markdown's escapes; ``path`` is decoded and without a query, ``fragment`` is raw
    and None where there is no ``#``. ``label`` is the normal form of the label of a reference link or definition.
    The span of a definition covers its target.
    """

    span: Span
    kind: str
    href: str
    path: str
    fragment: str | None
    label: str | None = None

    @property
    def external(self) -> bool:
        """Whether it leads to another host or into another program."""
        return SCHEME.match(self.href) is not None


class ForgeHeading(Record, frozen=True):
    """A heading with its text as rendered and the anchor that a forge gives it; ``top`` outside all containers."""

    span: Span
    level: int
    text: str
    anchor: str
    top: bool


class Stretch(Record, frozen=True):
    """A stretch of one of the kinds in which Obsidian and a forge may part.

    ``kind`` is fence, code_block, html_block or table (whole lines), code_inline or html_inline.
    """

    span: Span
    kind: str


class ForgeReading(Record, frozen=True):
    """All that a forge sees of one note, from ``start`` on.

    ``definitions`` are those that reference links use, ``ids`` explicit anchors, their case kept.
    """

    start: int = 0
    links: tuple[ForgeLink, ...] = ()
    definitions: tuple[ForgeLink, ...] = ()
    headings: tuple[ForgeHeading, ...] = ()
    ids: tuple[str, ...] = ()
    stretches: tuple[Stretch, ...] = ()


def read(text: str) -> ForgeReading:
    """A note as a forge reads it, its front matter left out. Spans are offsets into the whole text."""
    start = frontmatter.read(text).body_start or len(text) - len(text.removeprefix(BYTE_ORDER_MARK))
    return _Note(text, start).read()


def target(href: str) -> tuple[str, str | None]:
    """The decoded path of an address, without its query, and its raw fragment."""
    path, mark, fragment = href.partition("#")
    return fully_decoded(path.partition("?")[0]), fragment if mark else None


class _Note:
    """One note on its way from tokens to a reading; ``start`` is where the body begins."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text.replace("\0", "\ufffd")  # as the parser does: what it found is looked for in the text
        self.start = start
        self.body = self.text[start:]
        self.lines = Lines(self.body)
        self.contents = Contents(self.lines, start)
        self.environment: dict[str, Any] = {"references": {}}
        self.anchors = Anchors()
        self.links: list[ForgeLink] = []
        self.headings: list[ForgeHeading] = []
        self.ids: list[str] = []
        self.stretches: list[Stretch] = []

    def read(self) -> ForgeReading:
        """Everything, in order."""
        tokens = _parser().parse(self.body, self.environment)
        for index, token in enumerate(tokens):
            if token.type == "inline":
                self._inline(token, tokens[index - 1])
            elif token.type in STRETCHES and token.map:
                self.stretches.append(Stretch(self._lines_span(*token.map), token.type.removesuffix("_open")))
            if token.type == "html_block" and token.map:
                self._html(token.content, self._lines_span(*token.map))
        used = {link.label for link in self.links if link.label}
        definitions = [self._definition(*item) for item in self.environment["references"].items() if item[0] in used]
        return ForgeReading(
            self.start,
            tuple(self.links),
            tuple(definitions),
            tuple(self.headings),
            tuple(self.ids),
            tuple(self.stretches),
        )

    @cached_property
    def _references(self) -> dict[str, dict[str, str]]:
        """The definitions of the note in mistune's form."""
        known = self.environment["references"]
        return {label: {"url": reference["href"], "label": label} for label, reference in known.items()}

    def _lines_span(self, first: int, after: int) -> Span:
        """The characters of some lines, given as markdown-it counts them: from 0, the end exclusive."""
        after = max(first + 1, min(after, len(self.lines.starts)))
        return Span(self.lines.span(first + 1).start + self.start, self.lines.span(after).end + self.start)

    def _inline(self, token: Token, opening: Token) -> None:
        """The inline content of one block."""
        first = token.map[0] if token.map else 0
        places = self.contents.places(token.content, first, opening.type.removesuffix("_open"))
        if opening.type == "heading_open":
            text = plain_text(token.content, self._references)
            span = Span(places.offset(0), places.offset(len(token.content)))
            top = opening.level == 0
            self.headings.append(ForgeHeading(span, int(opening.tag[1]), text, self.anchors.next(text), top))
        for child in token.children or ():
            if child.type in PLACED and "span" in child.meta:
                start, end = child.meta["span"]
                self._placed(child, Span(places.offset(start), places.offset(end)))

    def _placed(self, token: Token, span: Span) -> None:
        """A link, an image, a tag or a code span."""
        if token.type.endswith("_inline"):
            self.stretches.append(Stretch(span, token.type))
            if token.type == "html_inline":
                self._html(token.content, span)
            return
        kind, attribute = ("link", "href") if token.type == "link_open" else ("image", "src")
        href = str(token.attrs.get(attribute, ""))
        self.links.append(ForgeLink(span, kind, href, *target(href), token.meta.get("label")))

    def _html(self, source: str, around: Span) -> None:
        """The anchors and links of raw HTML; ``around`` is where it stands."""
        shown = COMMENT.sub(lambda found: " " * len(found[0]), source)
        searched = around.start
        for tag in TAG.finditer(shown):
            place = self.text.find(tag[0], searched, around.end)
            span = Span(place, place + len(tag[0])) if place >= 0 else around
            searched = span.end if place >= 0 else searched
            for name, value in _attributes(tag):
                if name == "id" or (name == "name" and tag["name"].lower() == "a"):
                    self.ids.append(value)
                elif name in ("href", "src"):
                    self.links.append(ForgeLink(span, "html", value, *target(value)))
        self._html_headings(shown, around)

    def _html_headings(self, shown: str, around: Span) -> None:
        """The headings of raw HTML; they have anchors like all others."""
        opening: re.Match[str] | None = None
        searched = around.start
        for tag in HEADING_TAG.finditer(shown):
            if tag["close"] and opening and tag["level"] == opening["level"]:
                text = html.unescape(ANY_TAG.sub("", shown[opening.end() : tag.start()]))
                place = self.text.find(opening[0], searched, around.end)
                span = Span(place, place + tag.end() - opening.start()) if place >= 0 else around
                searched = max(searched, place + 1)
                self.headings.append(ForgeHeading(span, int(tag["level"]), text, self.anchors.next(text), False))
            opening = None if tag["close"] else tag

    def _definition(self, label: str, reference: Mapping[str, Any]) -> ForgeLink:
        """A definition with the place of its target; the whole lines where that cannot be told."""
        span = self._lines_span(*reference["map"])
        found = DEFINITION.search(self.text, span.start, span.end)
        if found:
            span = Span(*found.span("plain" if found["angled"] is None else "angled"))
        return ForgeLink(span, "definition", reference["href"], *target(reference["href"]), label)


def _attributes(tag: re.Match[str]) -> Iterator[tuple[str, str]]:
    """The attributes of a tag that name or lead somewhere, with their values."""
    for found in ATTRIBUTE.finditer(tag["attributes"]):
        yield found["name"].lower(), html.unescape(found["double"] or found["single"] or found["bare"] or "")


@cache
def _parser() -> MarkdownIt:
    """markdown-it as a forge uses it, told to keep the places of what it finds and the address as written."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import backtick, html_inline, image, link

    parser = MarkdownIt("commonmark", {"store_labels": True}).enable(["table", "strikethrough"])
    for name, rule in (("link", link), ("image", image), ("html_inline", html_inline), ("backticks", backtick)):
        parser.inline.ruler.at(name, _keeping_places(rule))
    parser.block.ruler.before("reference", "footnote", _footnote, {"alt": ["paragraph", "reference"]})
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # the documented way to set it
    return parser


def _keeping_places(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """A rule of markdown-it that also notes, on the token it makes, where in the content it began and ended."""

    def placed(state: StateInline, silent: bool) -> bool:
        before, start = len(state.tokens), state.pos
        found = rule(state, silent)
        if found and not silent:
            made = next((token for token in state.tokens[before:] if token.type in PLACED), None)
            if made:
                made.meta["span"] = (start, state.pos)
        return found

    return placed


def _footnote(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A footnote's definition is a container, as on GitHub, and no definition of a link."""
    begin = state.bMarks[first] + state.tShift[first]
    mark = FOOTNOTE.match(state.src, begin, state.eMarks[first])
    if not mark or state.is_code_block(first):
        return False
    if silent:
        return True
    kept = state.bMarks[first], state.tShift[first], state.sCount[first], state.parentType
    state.bMarks[first], state.tShift[first], state.sCount[first] = mark.end(), 0, state.blkIndent + 4
    state.parentType = "footnote"
    state.blkIndent += 4
    state.push("footnote_open", "section", 1)
    state.md.block.tokenize(state, first, last)
    state.push("footnote_close", "section", -1)
    state.blkIndent -= 4
    state.bMarks[first], state.tShift[first], state.sCount[first], state.parentType = kept
    return True


def plain_text(source: str, references: Mapping[str, Mapping[str, str]]) -> str:
    """The text of a heading's content as rendered; one longer than any real heading stays as it is written."""
    if len(source) > LONGEST_HEADING:
        return source
    return "".join(_texts(_inline_parser()(source, {"ref_links": references})))


@cache
def _inline_parser() -> Callable[[str, dict[str, Any]], list[dict[str, Any]]]:
    """mistune's reading of inline content, as tokens."""
    import mistune

    return mistune.create_markdown(renderer=None, plugins=["strikethrough"]).inline


def _texts(tokens: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The texts of mistune's tokens; images and tags have none."""
    for token in tokens:
        if token["type"] == "text":
            yield html.unescape(token["raw"])
        elif token["type"] == "codespan":
            yield token["raw"]
        elif token["type"] in ("softbreak", "linebreak"):
            yield "\n"
        elif token["type"] != "image":
            yield from _texts(token.get("children", ()))
