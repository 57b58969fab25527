"""What the server has on its desk: the vault as it is while somebody edits it, and what the editor was told of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from urllib.parse import quote, unquote_to_bytes, urlsplit

from lsprotocol import types

from vaulttool.commands._live import Live
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.commands._server.positions import Positions
from vaulttool.model.finding import Edit
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note
from vaulttool.storage import root
from vaulttool.storage.bounds import bound, lies_in
from vaulttool.storage.disk import vault_path
from vaulttool.text.span import Span

QUICK = 0.03  # seconds: what is settled so quickly is settled at once
HERE = ("", "localhost")  # hosts
MOST_KEPT = 20  # pages whose positions are kept
PAUSE = 0.15  # seconds without a change before the rest is settled


class Desk:
    """A live run, and its files as an editor knows them. ``later`` has something done after some seconds."""

    def __init__(self, folder: str, given: Given, encoding: str) -> None:
        self.encoding = encoding
        self.folder = folder
        self.given = given
        self.live = Live(Run([], given._replace(vault=given.vault or folder) if not given.config else given))
        self.versions: dict[str, int | None] = {}
        self._took = 0.0  # seconds of the last settling
        self.pending = False
        self._positions: dict[str, Positions] = {}  # since the last change

    @property
    def configurations(self) -> set[str]:
        """The files that may configure the vault, by their path from its root."""
        files = self.live.run.files
        return {files.from_vault(name) for name in root.FILES}

    @property
    def sources(self) -> Sources:
        """All that regions are generated from, as the vault is now."""
        return self.live.session.sources

    def text(self, path: str) -> str:
        """The text of a file by its path from the vault's root."""
        return self.live.text(path)

    def page(self, path: str) -> Note | None:
        """The page at a path."""
        return self.live.vault.page(path)

    def positions(self, path: str) -> Positions:
        """The positions of a file."""
        if path not in self._positions:  # asked for once for each finding of a page
            if len(self._positions) >= MOST_KEPT:
                self._positions.clear()
            self._positions[path] = Positions(self.text(path), self.encoding)
        return self._positions[path]

    def location(self, path: str, span: Span) -> types.Location:
        """A stretch of a file as an editor names it."""
        return types.Location(self.uri(path), self.positions(path).range(span))

    def uri(self, path: str) -> str:
        """The address of a file."""
        place = self.live.run.place_of(path).replace(os.sep, "/")
        return "file://" + quote(os.fsencode(place if place.startswith("/") else f"/{place}"))

    def path(self, uri: str) -> str | None:
        """The path from the vault's root of the file at an address; None for what is no file, for what lies outside the
        repository, also by a link, and for git's own."""
        try:
            parts = urlsplit(uri)
            place = os.path.normpath(os.fsdecode(unquote_to_bytes(parts.path)))
        except ValueError:
            return None
        if parts.scheme != "file" or parts.netloc not in HERE or "\0" in place:
            return None
        root, repository = str(self.live.run.place.root), self.live.run.place.repository
        if not os.path.join(place, "").startswith(os.path.join(str(repository), "")):
            return None
        within = bound(repository)
        if within is not None and not lies_in(place, within):
            return None
        return vault_path(os.path.relpath(place, root).replace(os.sep, "/"))

    def edits(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Edits by span as an editor takes them."""
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            made = types.TextEdit(self.positions(edit.path).range(edit.span), edit.text)
            changes.setdefault(self.uri(edit.path), []).append(made)
        return types.WorkspaceEdit(changes=changes)

    def settled(self, change: Callable[[], set[str]]) -> set[str]:
        """Make a change, and settle what follows where that is quick; else it stays ``pending``."""
        said = change()
        self._positions.clear()
        self.pending = True
        if self._took <= QUICK:
            said |= self.settle()
        return said

    def settle(self) -> set[str]:
        """Settle what is pending; the paths of which something else is said."""
        if not self.pending:
            return set()
        begun = time.perf_counter()
        said = self.live.settle()
        self._took = time.perf_counter() - begun
        self.pending = False
        return said

    def restart(self) -> Collection[str]:
        """The configuration is another one: all is read anew; the paths of which something was or is said."""
        before: Mapping[str, str] = self.live.texts
        said = self.live.session.paths
        self._positions.clear()
        self.live = Live(Run([], self.given._replace(vault=self.given.vault or self.folder)))
        for path, text in before.items():
            self.live.edit(path, text)
        self.live.settle()
        return said | self.live.session.paths
