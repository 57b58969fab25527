"""The many ways to write a link from one generated page to another, all of which Obsidian resolves."""

import posixpath
import re
from random import Random
from urllib.parse import quote

from .world import Page

KEPT_BY_ENCODE_URI = ";,/@&=+$-_.!~*'"
ATTACHMENTS = ("rack.png", "Load curve.svg", "manual.pdf", "run.csv", "doorbell.mp3", "invoice 2026-07.pdf")
LABELS = ("this one", "the note", "details", "as agreed", "here", "there (again)", "old label", "そこ", "see")


class Linker:
    """Writes links out of one source page, with the styles drawn from a seeded generator."""

    def __init__(self, rng: Random, pages: list[Page], source: Page) -> None:
        self.rng = rng
        self.pages = pages
        self.source = source

    def link(self) -> str:
        """A link in any of the styles."""
        if self.rng.random() < 0.05:
            return self.attachment()
        target = self.rng.choice(self.pages)
        return self.wikilink(target) if self.rng.random() < 0.72 else self.markdown(target)

    def cell(self) -> str:
        """A link for a table cell, its bar escaped."""
        return self.wikilink(self.rng.choice(self.pages)).replace("|", "\\|")

    def property(self) -> str:
        """A link that is a whole string value of a property."""
        return f"[[{self.rng.choice(self.pages).name}]]"

    def attachment(self) -> str:
        name = self.rng.choice(ATTACHMENTS)
        style = self.rng.choice(("[[{}]]", "![[{}]]", "![[{}|300]]", "[[{}|file]]", "[file]({})"))
        return style.format(quote(name) if "(" in style else name)

    def wikilink(self, target: Page) -> str:
        path = self.wiki_path(target) + self.wiki_anchor(target)
        label = f"|{self.rng.choice(LABELS)}" if self.rng.random() < 0.3 else ""
        bang = "!" if self.rng.random() < 0.06 else ""
        return f"{bang}[[{path}{label}]]"

    def wiki_path(self, target: Page) -> str:
        known, name = target.known_as, target.name
        draw = self.rng.random()
        if draw < 0.55:
            return name
        if draw < 0.63:
            return name.lower() if "İ" not in name else name
        if draw < 0.70:
            return f"{name}.md"
        if draw < 0.82:
            return known
        if draw < 0.90:
            return "/".join(known.split("/")[-2:])
        if draw < 0.95:
            return f"/{known}"
        return relative(known, self.source)

    def wiki_anchor(self, target: Page) -> str:
        draw = self.rng.random()
        if draw < 0.72:
            return ""
        if draw < 0.80 and target.blocks:
            return f"#^{self.rng.choice(target.blocks)}"
        top, nested = self.rng.choice(target.sections)
        if nested and draw < 0.90:
            return f"#{plain(top)}#{plain(self.rng.choice(nested))}"
        heading = plain(top)
        return "#" + (heading.upper() if heading.isascii() and draw > 0.97 else heading)

    def markdown(self, target: Page) -> str:
        known = target.known_as + ".md"
        path = self.rng.choice((target.name + ".md", known, f"/{known}", relative(known, self.source), target.name))
        draw = self.rng.random()
        label = self.rng.choice(LABELS)
        if draw < 0.25:
            return f"[{label}](<{path.replace('%', '%25')}>)"
        title = ' "a title"' if draw > 0.9 else ""
        return f"[{label}]({quote(path, safe=KEPT_BY_ENCODE_URI)}{self.markdown_anchor(target)}{title})"

    def markdown_anchor(self, target: Page) -> str:
        top, _ = self.rng.choice(target.sections)
        if self.rng.random() < 0.7 or ":" in top:
            return ""
        return "#" + quote(plain(top), safe=KEPT_BY_ENCODE_URI + "?")


def relative(path: str, source: Page) -> str:
    """The path from the source's folder, `./` in front when it does not climb."""
    found = posixpath.relpath(path, posixpath.dirname(source.known_as))
    return found if found.startswith("../") else f"./{found}"


def plain(heading: str) -> str:
    """A heading as a link names it, without the characters that would end the link."""
    return " ".join(re.sub(r"[\[\]|#^\\`*]", " ", heading).split())
