"""Finds code blocks and comments that are not closed, so that they swallow the rest of a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.parsing.document import Trouble
from vaulttool.parsing.visible import Visible
from vaulttool.text.span import Span

OPENER = re.compile(r"(?P<mark>`{3,}|~{3,})(?P<info>[^\n`]*+)(?:\n|\Z)")
SHOWS_MARKDOWN = re.compile(
    r"md|mdx|markdown|text|txt|plain\w*|te?x|latex|html?|xml|ad-\w+|prompt|rst|org|wiki\w*|diff|patch", re.IGNORECASE
)
# Signs that text is no code; two are proof. Another fence that opens with a language is proof alone.
PROSE = {
    "fence": re.compile(r"\n(?:```|~~~)[a-z]+[ \t]*\n\s*\S"),
    "heading": re.compile(r"\n[ \t]*\n\#{2,6} [A-Z0-9][^\n]*\n"),
    "wikilink": re.compile(r"(?:\w[.,:;]? |^[-*] |\()!?\[\[[A-Z][^\[\]\n\"'=]*\]\](?:[ .,;:)]|$)", re.MULTILINE),
    "link": re.compile(r"\w \[[^\[\]\n]+\]\(https?://[^\s()]+\)"),
    "callout": re.compile(r"\n> (?:\[!\w+\]|\*\*)"),
    "task": re.compile(r"\n- \[[ x]\] \w"),
    "emphasis": re.compile(r"(?:\w |\n(?:[-*] |\d+\. )?)\*\*\w[^*\n]*\*\*[ :.,]"),
    "table": re.compile(r"\n\|[^\n]*\|[ \t]*\n\|(?:[ ]*:?-+:?[ ]*\|)+[ \t]*\n"),
    "sentence": re.compile(r"\n\n[A-Z][a-z]+,? [^\n`;{}=]{40,}+(?<=[.:])\n"),
}
PROOF = 2
CHAPTER = re.compile(r"\n\#{1,6} \S")


def unclosed(note: Visible) -> Iterator[Trouble]:
    """The fence or comment that runs to the end of the note, if its author cannot have meant it."""
    last = note.blocks.leaves[-1] if note.blocks.leaves else None
    if last is not None and last.kind == "opaque":
        yield from _fence(note, last.start, last.end)
    if last is not None and last.kind == "comment":
        yield from _percent(note, last.start)
    if note.blocks.html:
        yield from _html(note, note.blocks.html[-1])


def _fence(note: Visible, start: int, end: int) -> Iterator[Trouble]:
    """A fence without a closing one, below which there is prose."""
    opener = OPENER.match(note.text, start)
    if opener is None or note.text[end:].strip():
        return
    inside = "\n" + note.text[opener.end() : end].rstrip() + "\n"
    last = inside[inside.rfind("\n", 0, -1) :].strip(" \t>\n")
    closed = last.startswith(opener["mark"]) and not last.strip(last[0])
    if closed or SHOWS_MARKDOWN.match(opener["info"].strip()):
        return
    signs = sum(PROOF if name == "fence" else 1 for name, sign in PROSE.items() if sign.search(inside))
    if signs >= PROOF + _may_be_an_example(note, opener):
        yield Trouble(Span(start, start + len(opener[0].rstrip())), "unclosed-fence", opener["mark"])


def _may_be_an_example(note: Visible, opener: re.Match[str]) -> bool:
    """Whether a fence without a language may be the beginning of a page that is shown, and is no closing fence that
    was left alone: that has a line of code straight above and a blank line below."""
    if opener["info"].strip():
        return False
    above = note.text[: note.line(opener.start()).start]
    return above.endswith("\n\n") or not above.strip() or not note.text[opener.end() :].startswith("\n")


def _percent(note: Visible, start: int) -> Iterator[Trouble]:
    """A comment that opens with two percent signs alone on their line, and hides chapters; some people put notes to
    themselves at the end of a page, below an opening that they do not close."""
    line = note.line(start)
    alone = not note.text[start + 2 : line.end].strip()
    if alone and CHAPTER.search(note.text, line.end) and note.text.find("%%", start + 2) < 0:
        yield Trouble(Span(start, start + 2), "unclosed-comment", "%%")


def _html(note: Visible, block: Span) -> Iterator[Trouble]:
    """An HTML comment that is not closed, with more below its first line."""
    if note.text.startswith("<!--", block.start) and note.text.find("-->", block.start) < 0:
        line = note.line(block.start)
        if note.text[line.end :].strip():
            yield Trouble(Span(block.start, block.start + 4), "unclosed-comment", "<!--")
