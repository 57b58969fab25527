"""What ``vaulttool init`` sees of a vault that has no configuration yet."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from vaulttool.commands._run import Run
from vaulttool.model.left_out import LeftOut, anchored, left_out
from vaulttool.model.mapped_schemas import Few, Mapped, mapped_schemas
from vaulttool.model.misplaced import KINDS
from vaulttool.model.obsidian import Obsidian, obsidian
from vaulttool.model.schema import SUFFIX, Schema, link_mismatches, mismatches
from vaulttool.model.seen_status import SeenStatus, seen_status
from vaulttool.parsing.document import Document
from vaulttool.rules import link_style
from vaulttool.storage import root, schemas
from vaulttool.storage.obsidian import settings_texts
from vaulttool.text.globs import Globs


class Look:
    """A vault before it is adopted: ``run`` is over it as it is."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.base = root.home(run.place)
        self.settings: Obsidian = obsidian(settings_texts(run.place.root))
        notes = run.vault.notes
        self.paths = [path for path in run.reported() if notes[path].is_markdown and not notes[path].problem]

    @cached_property
    def left_out(self) -> Sequence[LeftOut]:
        """What is no page to be reported on; nothing, if it were all of them."""
        found = left_out(self.paths, self.run.vault.around.text, self.settings)
        exact = [one._replace(glob=self._exact(one.glob)) for one in found]
        return exact if self._documents(exact) else []

    def _exact(self, glob: str) -> str:
        """A glob of vault paths that means no other note by its path below the configuration's folder: that is put
        before it where it does."""
        before = self.vault or ""
        globs = Globs([glob])
        others = any(globs.match(f"{before}/{path}") and not globs.match(path) for path in self.paths if before)
        return anchored(before) + glob if others else glob

    def _matched(self, globs: Globs, path: str) -> bool:
        """Whether globs of the configuration match a note."""
        return globs.match(path, f"{self.vault}/{path}" if self.vault else path)

    def _documents(self, out: Sequence[LeftOut]) -> dict[str, Document]:
        globs = Globs([one.glob for one in out if one.glob])
        return {path: self.run.vault.notes[path].document for path in self.paths if not self._matched(globs, path)}

    def schemas(self, out: Sequence[LeftOut]) -> tuple[Sequence[Mapped], Sequence[Few]]:
        """The schemas for the notes that are not left out."""
        shipped = schemas.read(None)
        names = {name.removesuffix(SUFFIX) for name in shipped}

        def fits(name: str, paths: Collection[str]) -> bool:
            schema = Schema(name, shipped[name + SUFFIX], shipped)
            notes = [self.run.vault.notes[path] for path in paths]
            return not any(
                any(mismatches(schema, note.document)) or any(link_mismatches(schema, note, self.run.vault))
                for note in notes
            )

        mapped, few = mapped_schemas(self._documents(out), self.settings.types, names, fits)
        return [one._replace(key=self._exact(one.key)) if one.table == "paths" else one for one in mapped], few

    def status(self, mapped: Sequence[Mapped]) -> SeenStatus | None:
        """The words of status of the notes that are held to a schema."""
        return seen_status([self.run.vault.notes[path].document for one in mapped for path in one.notes])

    @property
    def vault(self) -> str | None:
        """The vault's folder as seen from the configuration."""
        return None if self.base == self.run.place.root else _relative(self.run.place.root, self.base)

    @property
    def offered(self) -> Mapping[str, Any]:
        """What rules that stay off could be set to: the style of links that Obsidian writes here."""
        if not self.settings.is_known:
            return {}
        style = "markdown" if self.settings.markdown_links else "wiki"
        return {link_style.check.name: {"severity": "warning", "style": style}}

    @cached_property
    def extra_files(self) -> Sequence[str]:
        """The pages beside the vault that hold markers."""
        if self.vault is None:
            return ()
        found = sorted((*self.base.glob("*.md"), *self.base.glob("*.html")))
        return [file.name for file in found if file.is_file() and b"<!-- vaulttool:begin" in file.read_bytes()]

    @cached_property
    def data(self) -> str | None:
        """The folder of data files, told by what lies in it: the files of a fleet by their folders."""
        names = {"/".join(path.split("/")[:-2]) for path in self.run.vault.files if _is_data(path)}
        return _relative(self.run.place.root / names.pop(), self.base) if len(names) == 1 else None


def _is_data(path: str) -> bool:
    steps = path.split("/")
    return len(steps) > 2 and steps[-2] in KINDS and steps[-1].endswith((".yaml", ".yml"))


def _relative(place: Path, base: Path) -> str:
    return os.path.relpath(place, base).replace(os.sep, "/")
