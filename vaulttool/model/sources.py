"""All that generated parts of pages are made from: the vault, the data, the repository's files, the tool itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from vaulttool.model.product import Product
from vaulttool.model.questions import Questions
from vaulttool.model.repository import Repository
from vaulttool.model.vault import Note, Vault
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset
    from vaulttool.model.outputs import Output
    from vaulttool.model.status import Statuses
    from vaulttool.parsing.data import Keys


class Sources:
    """All that regions are generated from. ``listed`` tells of a vault path whether rows may speak of it: notes
    that are excluded or that git ignores have none. ``outputs`` are the whole files to be generated, ``config_file``
    is where they are asked for, by its path from the vault's root. ``git`` is what rules may ask of git."""

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
        git: Questions | None = None,
    ) -> None:
        self.vault = vault
        self.outputs = outputs
        self.config_file = config_file
        self.git = git or Questions()
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

    def length(self, path: str) -> int | None:
        """How many characters a file has that a finding may speak of; None where there is no such file."""
        page = self.vault.page(path)
        if page is not None:
            return page.document.length
        text = self.text(path)
        return None if text is None else len(text)

    def text(self, path: str) -> str | None:
        """The text of a data or unit file, by its path from the vault's root."""
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
