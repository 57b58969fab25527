"""Reads the pages outside the vault that the configuration names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vaulttool.model.repository import Repository
from vaulttool.model.vault import Note
from vaulttool.text.globs import Globs

MARKDOWN, HTML = (".md", ".markdown"), (".html", ".htm")


def extras(files: Repository, globs: Sequence[str]) -> Iterator[Note]:
    """The extra pages, each by its path from the vault's root; what lies in the vault is none."""
    for path in _matching(files, globs):
        page = files.from_vault(path)
        text = files.text(path) if page.startswith("../") else None
        if text is not None and path.lower().endswith(MARKDOWN):
            from vaulttool.parsing.note import parse  # only where there are such pages: it takes time to import

            yield Note(page, parse(text))
        elif text is not None and path.lower().endswith(HTML):
            from vaulttool.parsing.html import parse_html

            yield Note(page, parse_html(text))


def _matching(files: Repository, globs: Sequence[str]) -> list[str]:
    """The files that are named; the repository is listed only where a name is a pattern."""
    if not any(mark in glob for glob in globs for mark in "*?[!"):
        return sorted({glob.strip("/") for glob in globs if not glob.endswith("/")})
    patterns = Globs(globs)
    return [path for path in files.paths if patterns.match(path)]
