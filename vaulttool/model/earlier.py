"""What the vault was at an earlier commit, as far as it differs, and what the commits since say."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse
from vaulttool.text.names import cleaned


class Page:
    """A page that differs: its path and text now, and its text then, empty where it is new."""

    def __init__(self, path: str, text: str, then: str) -> None:
        self.path = path
        self.text = text
        self.then = then

    @cached_property
    def document(self) -> Document:
        """What the page says now."""
        return parse(self.text)

    @cached_property
    def former(self) -> Document:
        """What the page said then."""
        return parse(self.then)


class Earlier:
    """The vault at a commit, which ``reference`` names.

    ``then`` has for each page that differs now its path then (None for a new one), ``texts`` the texts of those by
    path then, ``now`` gives the text of a page; ``gone`` are the paths that are no more, ``messages`` those of the
    commits since.
    """

    def __init__(
        self,
        reference: str,
        then: Mapping[str, str | None],
        texts: Mapping[str, str],
        now: Callable[[str], str],
        gone: Iterable[str] = (),
        messages: Sequence[str] = (),
    ) -> None:
        self.reference = reference
        self.then = then
        self._texts = texts
        self._now = now
        self.gone = frozenset(gone)
        self.messages = [cleaned(message).casefold() for message in messages]
        self._pages: dict[str, Page] = {}

    def with_texts(self, now: Callable[[str], str]) -> Earlier:
        """The same, were the texts of pages now others."""
        other = copy.copy(self)
        other._now = now
        other._pages = {}
        return other

    def page(self, path: str) -> Page | None:
        """A page that differs, by its path now; None for one that is as it was."""
        if path not in self.then:
            return None
        if path not in self._pages:
            before = self.then[path]
            self._pages[path] = Page(path, self._now(path), self._texts.get(before, "") if before is not None else "")
        return self._pages[path]

    @property
    def pages(self) -> list[Page]:
        """All pages that differ."""
        return [page for path in self.then if (page := self.page(path)) is not None]

    def is_renamed(self, path: str) -> bool:
        """Whether a page had another path."""
        return self.then.get(path) not in (None, path)

    def is_spoken_of(self, names: Iterable[str]) -> bool:
        """Whether a message since then has one of these names in it, in any case, its words joined in any way."""
        words = (cleaned(name).casefold().strip() for name in names)
        return any(self._speak_of(name) for name in words if name)

    def _speak_of(self, name: str) -> bool:
        parts = [re.escape(part) for part in re.split(r"[\s_-]+", name) if part]
        if not parts:
            return False
        pattern = re.compile(r"(?<!\w)" + r"[\s_-]+".join(parts) + r"(?!\w)")
        return any(pattern.search(message) for message in self.messages)
