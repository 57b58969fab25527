"""How a link is written that is to lead to another file or place: in its own style, and proven to be read so."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from vaulttool.model.resolve import Index
from vaulttool.model.shortest import shortest
from vaulttool.model.suggested import IN_MARKDOWN
from vaulttool.parsing.document import Link
from vaulttool.parsing.links import destination, wikilink
from vaulttool.text.names import cleaned
from vaulttool.text.span import Span

ENDS_A_WIKILINK = re.compile(r"[\[\]|\x00-\x1f]|\\\Z|%%")
ENDS_A_VALUE = re.compile(r"[\"'\\]")  # of a property, or of a string in a canvas
NOWHERE = Span(0, 0)


def leading_to(index: Index, link: Link, path: str, source: str, was: str = "") -> str | None:
    """What to write before the anchor of a link so that it leads to a file of the vault.

    The style stays: relative, from the root, a whole path, or the shortest name; ``was`` is the path that the link
    named whole. None where no such link can be written, or where it would not lead there and nowhere else.
    """
    for name in _forms(index, link, path, source, was):
        if index.resolve(name, source).tied == (path,):
            written = target_of(link, name)
            if written is not None:
                return written
    return None


def target_of(link: Link, name: str, subpath: str = "") -> str | None:
    """A linkpath and a subpath as they are written between the marks of a link; None where Obsidian would read
    anything else there."""
    if "#" in name:
        return None
    if link.syntax == "markdown":
        written = (name + subpath).translate(IN_MARKDOWN)
        read = destination(written, 0, NOWHERE, "", link.kind) if written else None
    else:
        written = name + subpath
        if ENDS_A_WIKILINK.search(written) or (_is_quoted(link) and ENDS_A_VALUE.search(written)):
            return None
        read = wikilink(written, NOWHERE, 0, link.kind)
    if not isinstance(read, Link) or (read.link, read.subpath) != (cleaned(name), cleaned(subpath)):
        return None
    return written


def _is_quoted(link: Link) -> bool:
    return link.kind == "property" or link.syntax == "canvas"


def _forms(index: Index, link: Link, path: str, source: str, was: str) -> Iterator[str]:
    """The linkpaths that may lead to a file, the one in the style of a link first."""
    written = link.link
    is_note = path.lower().endswith(".md")
    bare = is_note and not written.lower().endswith(".md")
    whole = path[:-3] if bare else path
    relative = posixpath.relpath(whole, posixpath.dirname(source) or ".")
    if written.startswith("./"):
        yield relative if relative.startswith("../") else "./" + relative
    elif written.startswith("../"):
        yield relative
    elif written.startswith("/"):
        yield "/" + whole
    elif link.syntax == "markdown" and ("/" in written or not bare):
        yield from (
            (whole, relative) if was and written.lower() in (was.lower(), was[:-3].lower()) else (relative, whole)
        )
    elif "/" in written and was and written.lower() in (was.lower(), was[:-3].lower()):
        yield whole
    name = shortest(index, path, source)
    yield name if bare or not is_note or name.startswith("/") else name + ".md"
    yield whole
    yield "/" + whole
