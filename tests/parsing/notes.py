"""Makes realistic notes together with what Obsidian reads in each."""

from __future__ import annotations

import random
from typing import NamedTuple

Found = tuple[str, str, str]  # kind, syntax, text with subpath


class Piece(NamedTuple):
    """A stretch of a line, and the links in it."""

    text: str
    links: tuple[Found, ...] = ()


class Made(NamedTuple):
    """A note and what Obsidian reads in it."""

    text: str
    links: tuple[Found, ...]
    headings: tuple[tuple[int, str], ...]
    blocks: frozenset[str]


def link(text: str) -> Found:
    return "link", "wiki", text


PIECES = (
    Piece("[[Harbour log]]", (link("Harbour log"),)),
    Piece("**[[pumps/P 12|pump 12]]**", (link("pumps/P 12"),)),
    Piece("==[[Release 2.4#Open points]]==", (link("Release 2.4#Open points"),)),
    Piece("~~[[#^rule-1]]~~", (link("#^rule-1"),)),
    Piece("key:: [[Tides]]", (link("Tides"),)),
    Piece("%% [[hidden]] %%", (link("hidden"),)),
    Piece("^[aside [[Tides]]]", (link("Tides"),)),
    Piece("<b>[[Tides]]</b>", (link("Tides"),)),
    Piece("“[[日本語]]”", (link("日本語"),)),
    Piece("![[gauge.png|300x200]]", (("embed", "wiki", "gauge.png"),)),
    Piece("![p](pics/p%20q.png)", (("embed", "markdown", "pics/p q.png"),)),
    Piece("[t](<two words.md>)", (("link", "markdown", "two words.md"),)),
    Piece('[t](../a(b).md#Some%20part "title")', (("link", "markdown", "../a(b).md#Some part"),)),
    Piece("[![i](p.png)](https://example.org)", (("embed", "markdown", "p.png"),)),
    Piece("`code [[no]]`"),
    Piece("`` a ` [[no]] ``"),
    Piece("\\[[no]]"),
    Piece("\\[\\[no\\]\\]"),
    Piece("$x_{[[no]]}$"),
    Piece("<!-- [[no]] -->"),
    Piece("https://example.org/[[no]]"),
    Piece("[e](https://example.org/x)"),
    Piece("<https://example.org/y>"),
    Piece("[ref][r] and [r]"),
    Piece("[text] (n.md)"),
    Piece("it cost $5 and $6"),
    Piece("1,234 litres"),
    Piece("5 < 6 and 2 * 3"),
    Piece("#tag/sub"),
    Piece("café naïve Über 🙂 –"),
    Piece("--flag=value"),
    Piece("[^1]"),
    Piece("[ ]"),
)


class Maker:
    """Makes one note from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.links: list[Found] = []
        self.headings: list[tuple[int, str]] = []
        self.blocks: set[str] = set()
        self.ids = 0

    def note(self) -> Made:
        parts = [self.front()] if self.random.random() < 0.4 else []
        makers = (
            self.paragraph,
            self.bullets,
            self.table,
            self.callout,
            self.fence,
            self.heading,
            self.html,
            self.maths,
        )
        parts += [self.random.choice(makers)() for _ in range(self.random.randint(2, 9))]
        text = "\n\n".join(parts) + ("\n" if self.random.random() < 0.8 else "")
        if self.random.random() < 0.2:
            text = text.replace("\n", "\r\n")
        if self.random.random() < 0.1:
            text = "\ufeff" + text
        return Made(text, tuple(self.links), tuple(self.headings), frozenset(self.blocks))

    def line(self, in_table: bool = False) -> str:
        words: list[str] = []
        for _ in range(self.random.randint(2, 5)):
            piece = self.random.choice(PIECES)
            if not words and piece.text.startswith("<!--"):
                continue  # at the start of a line a comment takes the whole line
            self.links += piece.links
            words.append(piece.text.replace("|", "\\|") if in_table else piece.text)
            words.append(self.random.choice(("the", "gauge", "rises", "at noon", "and")))
        return " ".join(words)

    def block_id(self) -> str:
        if self.random.random() > 0.3:
            return ""
        self.ids += 1
        self.blocks.add(f"id-{self.ids}")
        return f" ^id-{self.ids}"

    def front(self) -> str:
        self.links.append(("property", "wiki", "Harbour"))
        return '---\ntitle: log\nup: "[[Harbour|h]]"\nplain: see [[no]]\nlist: [[no]]\ntime: 12:30\n---'

    def paragraph(self) -> str:
        lines = [self.line() for _ in range(self.random.randint(1, 3))]
        return "\n".join(lines) + self.block_id()

    def bullets(self) -> str:
        mark = self.random.choice(("-", "*", "1."))
        lines = []
        for _ in range(self.random.randint(1, 4)):
            task = self.random.choice(("", "", "[ ] ", "[x] "))
            lines.append(f"{mark} {task}{self.line()}{self.block_id()}")
            if self.random.random() < 0.4:
                lines.append(f"{' ' * (len(mark) + 1)}- {self.line()}{self.block_id()}")
        return "\n".join(lines)

    def table(self) -> str:
        rows = [
            f"| {self.line(in_table=True)} | {self.line(in_table=True)} |" for _ in range(self.random.randint(1, 3))
        ]
        return "\n".join(["| Gauge | Note |", self.random.choice(("| - | - |", "|:--|--:|")), *rows])

    def callout(self) -> str:
        kind = self.random.choice(("[!note] ", "[!warning]- ", ""))
        body = [f"> {self.line()}" for _ in range(self.random.randint(1, 2))]
        return "\n".join([f"> {kind}{self.line()}", *body]) + self.block_id()

    def fence(self) -> str:
        mark = self.random.choice(("```", "~~~", "````"))
        return f"{mark}sh\n[[ -n $x ]] && run [[no]] ^no\n\n# no heading\n{mark}"

    def heading(self) -> str:
        level, title = self.random.randint(1, 6), f"Gauge {self.random.randint(1, 9)} – at noon?"
        self.headings.append((level, title))
        return f"{'#' * level} {title}{self.random.choice(('', ' ##', ' #'))}"

    def html(self) -> str:
        return self.random.choice(("<div>\n[[no]]\n</div>", "<!-- kept\n\n[[no]]\n# no -->", "<br>\n[[no]]"))

    def maths(self) -> str:
        return "$$\nx = [[no]]\n\n- y\n$$"


def made(seed: int) -> Made:
    """The note of a seed."""
    return Maker(seed).note()
