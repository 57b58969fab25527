"""Reports for tests: a vault written out, its site made by the command, its pages read back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path

from commands_in import Done, run
from folders import write

DAY = "2026-10-20"
INLINE = {"a", "b", "bdi", "code", "em", "mark", "small", "span", "strong"}
VOID = {"meta", "link", "input", "br", "img", "hr"}


class Read(HTMLParser):
    """A page: its text, its tags with their attributes, the tags that are open at its end."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.html = html
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.strays: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)
        if tag not in INLINE:
            self.words.append(" ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.strays.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """What people read."""
        return "".join(self.words)

    def all(self, tag: str, name: str = "") -> list[dict[str, str]]:
        """The attributes of the tags of that name, those with a class of another name."""
        return [
            attributes
            for found, attributes in self.tags
            if found == tag and (not name or name in attributes.get("class", "").split())
        ]

    @cached_property
    def ids(self) -> list[str]:
        """The ids, in order."""
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]


class Site:
    """A site in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def pages(self) -> Mapping[str, Read]:
        """Its pages by place."""
        return {
            file.relative_to(self.folder).as_posix(): Read(file.read_text(encoding="utf-8"))
            for file in sorted(self.folder.rglob("*.html"))
        }

    def note(self, title: str) -> Read:
        """The page of the note with that title."""
        return next(page for page in self.pages.values() if f"<title>{title} ·" in page.html)

    @property
    def files(self) -> dict[str, bytes]:
        """All that is in it, by place."""
        found = sorted(file for file in self.folder.rglob("*") if file.is_file())
        return {file.relative_to(self.folder).as_posix(): file.read_bytes() for file in found}


def report(folder: Path, files: Mapping[str, str | bytes], *options: str) -> tuple[Site, Done]:
    """The site of a vault, made in a folder beside it."""
    vault, target = folder / "vault", folder / "site"
    if files:
        write(vault, {".obsidian/": "", **files})
    return Site(target), run("report", "-o", str(target), "--on", DAY, *options, cwd=vault)
