"""Rows that stay although what they are made from cannot be read just now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vaulttool.model.generator import Request
from vaulttool.parsing.note import body_links


def with_kept(request: Request[Any], lines: Sequence[str], broken: Sequence[str]) -> list[str]:
    """The lines, and those of the present region that link to one of the ``broken`` notes, each behind the line that
    it stands behind now. So a note that is being mended makes no region stale."""
    found = list(lines)
    if not broken:
        return found
    before = ""
    for line in request.present.split("\n"):
        if line.strip() and _leads_to(request, line, broken):
            found.insert(found.index(before) + 1 if before in found else 0, line)
        if line.strip():
            before = line
    return found


def _leads_to(request: Request[Any], line: str, paths: Sequence[str]) -> bool:
    """Whether the first link of a line leads to one of these notes."""
    for link in body_links(line.replace("\\|", "|").replace("|", " ", 1) if line.startswith("|") else line):
        return request.vault.resolve(link, request.page.path).target in paths
    return False
