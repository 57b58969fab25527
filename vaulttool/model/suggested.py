"""How a suggested target is written in the place of the link that missed it."""

from __future__ import annotations

import re

from vaulttool.parsing.document import Link

ENCODED = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "%": "%25"}
IN_MARKDOWN = str.maketrans(ENCODED)
UNLINKABLE = re.compile(r"[|#^\[\]\\]+")


def name_for(link: Link, name: str) -> str:
    """A note's or file's name, in the link's own syntax; ``name`` has no ``.md``, which Markdown links keep
    where they had it."""
    if link.syntax != "markdown":
        return name
    extension = ".md" if link.link.lower().endswith(".md") and "." not in name else ""
    return (name + extension).translate(IN_MARKDOWN)


def anchor_for(link: Link, heading: str) -> str:
    """The anchor of a heading, without the characters that would end the link or its anchor."""
    anchor = plain_anchor(heading)
    return anchor.translate(IN_MARKDOWN) if link.syntax == "markdown" else anchor


def plain_anchor(heading: str) -> str:
    """The anchor of a heading as Obsidian decodes it."""
    return "#" + " ".join(UNLINKABLE.sub(" ", heading).split())
