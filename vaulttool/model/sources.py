"""All that generated parts of pages are made from: the vault, the data, the repository's files, the tool itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from vaulttool.model.product import Product
from vaulttool.model.questions import Questions
from vaulttool.model.repository import Repository
from vaulttool.model.vault import Note, Vault
from vaulttool.text.globs import Globs
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset
    from vaulttool.model.earlier import Earlier
    from vaulttool.model.outputs import Output
    from vaulttool.model.overview import Overview
    from vaulttool.model.status import Statuses
    from vaulttool.parsing.data import Keys


class Sources:
    """All that regions are generated from. ``listed`` tells of a vault path whether rows may speak of it: notes
    that are excluded or that git ignores have none. ``outputs`` are the whole files to be generated, ``config_file``
    is where they are asked for, by its path from the vault's root. ``others`` are globs of files that are neither pages
    nor data, and in which rules look for names. ``today`` is the day that the run takes for the present
    one, ``git`` what rules may ask of git, ``earlier`` what the vault is compared with, if anything is."""

    def __init__(
        self,
        vault: Vault,
        data: Callable[[], Dataset] | None = None,
        files: Repository | None = None,
        product: Product | None = None,
        listed: Callable[[str], bool] = lambda path: True,
        status_property: str = "status",
        outputs: Sequence[Output] = (),
        config_file: str = "",
        others: Sequence[str] = (),
        today: str = "",
        git: Questions | None = None,
        earlier: Earlier | None = None,
    ) -> None:
        self.vault = vault
        self.outputs = outputs
        self.config_file = config_file
        self._others = others
        self._today = today
        self.git = git or Questions()
        self.earlier = earlier
        self._data = data
        self.files = files or Repository()
        self.product = product or Product()
        self.listed = listed
        self.status_property = status_property

    @property
    def has_data(self) -> bool:
        """Whether a data folder is configured at all."""
        return self._data is not None

    @cached_property
    def data(self) -> Dataset:
        """The data, read when they are first asked for."""
        if self._data is not None:
            return self._data()
        from vaulttool.model.dataset import Dataset  # only where data are asked for: it takes time to import

        return Dataset()

    @cached_property
    def statuses(self) -> Statuses:
        """The eras and the status of every page."""
        from vaulttool.model.status import Statuses  # only where a status is asked for

        return Statuses(self.vault, self.data, self.status_property)

    @cached_property
    def overview(self) -> Overview:
        """The notes by folder and by what they link to."""
        from vaulttool.model.overview import Overview  # only for regions that list notes

        return Overview(self.vault)

    @cached_property
    def others(self) -> Sequence[str]:
        """The files that ``others`` ask for, by path from the vault's root, but no page, data or generated file."""
        if not self._others:
            return ()
        globs = Globs(self._others)
        known = {output.path for output in self.outputs} | (self.data.files.keys() if self.has_data else set())
        found = [self.files.from_vault(path) for path in self.files.paths if globs.match(path) and path not in known]
        return [path for path in found if self.vault.page(path) is None]

    @cached_property
    def today(self) -> str:
        """The present day. No generator asks for it: what they write never depends on a clock."""
        from datetime import date  # only for rules on days that pass

        return self._today or date.today().isoformat()

    def length(self, path: str) -> int | None:
        """How many characters a file has that a finding may speak of; None where there is no such file."""
        page = self.vault.page(path)
        if page is not None:
            return page.document.length
        text = self.text(path)
        return None if text is None else len(text)

    def text(self, path: str) -> str | None:
        """The text of a data, unit or other file, by its path from the vault's root."""
        base = self.files.from_base(path)
        if self.has_data and base in self.data.files:
            return self.data.files[base]
        return self.files.text(base)

    def page_text(self, page: Note) -> str:
        """The text of a note or of a page outside the vault."""
        return self.vault.around.text(page.path) if page.path in self.vault.notes else self.text(page.path) or ""

    def place(self, path: str, keys: Keys) -> Span:
        """Where the value at these keys stands in a data file, by its path from the vault's root."""
        from vaulttool.parsing.data import place  # only for a finding: it takes time to import

        return place(self.text(path) or "", keys)
