"""Links that generated text makes: the shortest form that Obsidian resolves, or a path where a forge reads the page."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import quote

from vaulttool.model.shortest import shortest
from vaulttool.model.vault import Vault
from vaulttool.parsing.forge_anchors import slug
from vaulttool.text.table import code

IN_A_PATH = "/()!$&'*+,;=:@~"  # what a path in a Markdown link may hold as it is, brackets aside
NO_NAME = frozenset("[]#^|")
BRACKETS = frozenset("[]")
ENTITY = re.compile(r"&(?=#?\w+;)")  # what a destination would not keep


class Linker:
    """Makes links on one page. A page outside the vault gets Markdown links, which is what is read there."""

    def __init__(self, vault: Vault, page: str) -> None:
        self.vault = vault
        self.page = page
        self.outside = page.startswith("../")

    def link(self, path: str, heading: str | None = None, label: str | None = None) -> str:
        """A link to a file of the vault, to a heading of it if one is named."""
        label = " ".join(label.split()) if label else None
        if not self.outside and ("#" in path or path not in self.vault.files):
            return code(path)  # no link that Obsidian can follow
        if self.outside or not NO_NAME.isdisjoint(path) or not BRACKETS.isdisjoint(label or ""):
            return self._markdown(path, heading, label)
        name = "" if path == self.page and heading else shortest(self.vault.index, path, self.page)
        anchor = f"#{heading_link(heading)}" if heading else ""
        return f"[[{name}{anchor}{f'|{label}' if label and label != name + anchor else ''}]]"

    def relative(self, path: str) -> str:
        """The path of a file of the vault as it reads from the page's folder; both lie in one repository."""
        page, target = (posixpath.normpath(f"/{self.vault.around.prefix}{one}") for one in (self.page, path))
        return posixpath.relpath(target, posixpath.dirname(page))

    def _markdown(self, path: str, heading: str | None, label: str | None) -> str:
        name = path.rpartition("/")[2]
        shown = label or heading or (name[:-3] if name.lower().endswith(".md") else name)
        shown = shown.replace("[", "\\[").replace("]", "\\]")
        anchor = f"#{slug(heading) if self.outside else quote(heading_link(heading))}" if heading else ""
        where = self.relative(path)
        written = quote(f"./{where}" if where[:1].isspace() else where, safe=IN_A_PATH)
        written = ENTITY.sub("&amp;", written.replace("(", "%28").replace(")", "%29"))
        return f"[{shown}]({written}{anchor})"


def heading_link(heading: str) -> str:
    """A heading as a link names it: what a link cannot hold is a blank."""
    return " ".join("".join(" " if mark in "#|^[]" else mark for mark in heading).split())
