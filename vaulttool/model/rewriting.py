"""How a link can be written so that Obsidian and a forge both follow it."""

from __future__ import annotations

import posixpath
import re

from vaulttool.model.forge import Forge
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Heading
from vaulttool.text.url import decoded, fully_decoded

TO_ENCODE = re.compile(r"""[\x00-\x20"'()<>\[\]\\^`{|}%*]""")


def path_for_both(forge: Forge, note: Note, target: str) -> str | None:
    """A path, as a Markdown destination, that leads from the note to a vault file for both; None if there is none."""
    relative = posixpath.relpath(target, note.folder or ".")
    written = TO_ENCODE.sub(lambda found: f"%{ord(found[0]):02X}", relative)
    return next((form for form in (written, "./" + written) if _leads(form, forge, note, target)), None)


def _leads(written: str, forge: Forge, note: Note, target: str) -> bool:
    """Whether a path without characters that Obsidian or a forge takes for marks leads both to the file."""
    if {"#", "?", ":"} & set(written):
        return False
    in_obsidian = forge.vault.index.resolve(decoded(written) or "", note.path).target
    return in_obsidian == target == forge.in_vault(forge.find(fully_decoded(written), note.path))


def anchor_for_both(forge: Forge, path: str, subpath: str, fragment: str) -> tuple[str | None, bool]:
    """The anchor that a forge has for what is meant in a note, and whether Obsidian finds the same place by it."""
    anchors = forge.vault.anchors(path)
    if anchors is None:
        return None, False
    meant = anchors.find(subpath)
    page = forge.page(path)
    exact = page.headings.get(meant.span.start) if isinstance(meant, Heading) else None
    exact = exact or forge.nearest_anchor(path, fragment)
    found = anchors.find("#" + exact) if exact else None
    return exact, found is not None and (meant is None or found == meant)
