"""A run that goes on: what is found is kept true while files change, on disk or in an editor."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

from vaulttool.commands._findings import active, claims_of, kept
from vaulttool.commands._run import Run
from vaulttool.model.live_vault import LiveVault
from vaulttool.model.vault import Note, Surroundings
from vaulttool.session import Asked, Session
from vaulttool.storage.bounds import bound, lies_in
from vaulttool.storage.disk import DISK, File, is_note
from vaulttool.storage.extras import extras
from vaulttool.storage.overlay import Overlay
from vaulttool.storage.reading import note


class Live:
    """A run whose files may change. Paths are those from the vault's root. ``texts`` are those of files that are open
    in an editor: they count more than what is on disk."""

    def __init__(self, run: Run, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> None:
        self.texts: dict[str, str] = {}
        self.claims = claims_of(run)
        self._on = active(run, select, ignore)
        self._within = bound(run.place.repository)
        self.vault = LiveVault(run.vault, Surroundings(self._exists, self._text, run.vault.around.prefix))
        run.loaded = (self.vault, run.loaded[1])
        self.run = run
        self.session = Session(self.vault, self._asked())

    def text(self, path: str) -> str:
        """The text of a file: of a page, or of a data or other file around the vault; empty where there is none."""
        return self.texts[path] if path in self.texts else self.run.text(path)

    def edit(self, path: str, text: str) -> set[str]:
        """A file that is open in an editor has this text now; the paths of which something else is said."""
        self.texts[path] = text
        return self._look([path])

    def close(self, path: str) -> set[str]:
        """A file is not open any more: what is on disk counts again."""
        self.texts.pop(path, None)
        return self._look([path])

    def changed(self, paths: Collection[str]) -> set[str]:
        """Files have changed on disk, have come or have gone. What is open in an editor stays as it is there."""
        return self._look([path for path in paths if path not in self.texts])

    def settle(self) -> set[str]:
        """Do what has to see many notes; the paths of which something else is said."""
        return self.session.settle()

    def _look(self, paths: Collection[str]) -> set[str]:
        """Take in these files as they are now."""
        said: set[str] = set()
        inside = [path for path in paths if _is_inside(path)]
        there = {path for path in inside if path in self.texts or self._is_there(path)}
        if there ^ {path for path in inside if path in self.vault.files} or len(inside) < len(paths):
            self.run = self._renewed()
            self.session.renew(self._asked())  # data, too, may name what came or went
        if gone := [path for path in inside if path in self.vault.files and path not in there]:
            said |= self.session.remove(gone)
        if others := [path for path in there if not is_note(path)]:
            said |= self.session.add(others)
        if notes := [self._note(path) for path in sorted(there) if is_note(path)]:
            said |= self.session.put(notes)
        if not all(map(is_note, inside)) or len(inside) < len(paths):
            said |= self._look_around()
        return said

    def _is_there(self, path: str) -> bool:
        """Whether a file of the vault is at a path; none is where a link leads out of the repository."""
        place = self.run.place_of(path)
        return DISK.is_file(place) and (self._within is None or lies_in(place, self._within))

    def _look_around(self) -> set[str]:
        """Take in what lies around the notes: pages outside the vault, data, units."""
        self.run = self._renewed()
        pages = {page.path: page for page in extras(self.run.files, self.run.place.config.extra_files)}
        said: set[str] = set()
        if gone := self.vault.extras.keys() - pages.keys():
            said |= self.session.remove(sorted(gone))
        if other := [page for path, page in pages.items() if page != self.vault.extras.get(path)]:
            said |= self.session.put(other)
        self.session.renew(self._asked())
        return said

    def _renewed(self) -> Run:
        laid = {
            os.path.realpath(self.run.place_of(path)): text.encode("utf-8", "surrogatepass")
            for path, text in self.texts.items()
        }
        return self.run.renewed(Overlay(laid) if laid else DISK)

    def _note(self, path: str) -> Note:
        laid = self.texts[path].encode("utf-8", "surrogatepass") if path in self.texts else None
        return note(File(path, self.run.place_of(path), laid))

    def _asked(self) -> Asked:
        """What the session is asked, of the run as it is now."""
        run = self.run
        others = {*run.covered(), run.sources.config_file}
        return Asked(
            run.sources_of, self.claims, self._on, lambda path: path in others or self._is_reported(path), kept(run)
        )

    def _is_reported(self, path: str) -> bool:
        if path in self.vault.extras:  # it may have come since
            return self.run.paths.covers(path)
        return _is_inside(path) and is_note(path) and self.run.is_reported(path)

    def _exists(self, path: str) -> bool:
        return self.run.listing.exists(path)

    def _text(self, path: str) -> str:
        if path in self.texts:
            return self.texts[path]
        try:
            return DISK.text(self.run.place_of(path))
        except (OSError, UnicodeDecodeError):
            return ""


def _is_inside(path: str) -> bool:
    """Whether a path is one that the vault knows: of no folder or file with a dot before its name."""
    return not any(step.startswith(".") for step in path.split("/"))
