"""A link to a note or file that the vault does not have.

Obsidian finds a link's target by its name in the whole vault, without regard to case, by the end of its path,
or by its path from the note. A link that all of this leaves without a file is reported. A name that is only
an alias of another note is reported too: Obsidian links by file name, and shows the alias after a bar.

The option `allow` takes globs of names that are left open on purpose, such as daily notes still to come:
`allow = ["2026-*"]`.

Bad, `Home.md`:

    See [[Lisboa]] and [the map](maps/tagus.pdf).

Good, `Home.md`:

    See [[lisbon]], [[Lisbon|the town]] and [Lisbon](travel/Lisbon.md).

With `travel/Lisbon.md`:

    A town on a river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.shortest import shortest
from vaulttool.model.suggested import name_for
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Link
from vaulttool.text.names import Names
from vaulttool.text.span import Span

MOST_SUGGESTIONS = 200


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `broken-link`."""

    allow: tuple[str, ...] = ()


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each link without a file."""
    suggestions = _Suggestions(context.vault)
    for note, faulty in context.faults():
        link = faulty.link
        if not _allowed(link.link, context.options.allow):
            span = Span(link.target_span.start, link.anchor_start)
            message = f'no note or file is named "{link.link}"'
            yield context.finding(note.path, span, message, suggestions.help(note, link))


def _allowed(link: str, patterns: Iterable[str]) -> bool:
    """Whether a link is left open on purpose: its path or its name fits a glob, whatever the case."""
    path = link.lower()
    name = path.rpartition("/")[2]
    return any(fnmatchcase(part, pattern.lower()) for pattern in patterns for part in (path, name))


class _Suggestions:
    """Names that a broken link may have meant. The search is bounded, so that a run stays linear."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.left = MOST_SUGGESTIONS
        self.nearest = lru_cache(maxsize=None)(self._nearest)

    def help(self, note: Note, link: Link) -> str | None:
        """What to write instead, or None."""
        owner = self.vault.aliases.get(link.link.strip().lower())
        if owner:
            name = shortest(self.vault.index, owner, note.path)
            return f'"{link.link}" is an alias, which Obsidian does not resolve: write [[{name}|{link.link}]]'
        if help := self._cannot_be_linked(note, link):
            return help
        if "\\" in link.link and self.vault.index.resolve(link.link.replace("\\", "/"), note.path).candidates:
            return f'a backslash separates no folders: write "{link.link.replace(chr(92), "/")}"'
        name = link.link.rpartition("/")[2]
        lower = name.lower()
        elsewhere = self.vault.index.by_name.get(lower) or self.vault.index.by_name.get(lower + ".md")
        if elsewhere:
            listed = ", ".join(f'"{path}"' for path, _ in elsewhere)
            return f"{'the file' if len(elsewhere) == 1 else 'the files'} of that name: {listed}"
        found = self.nearest(name[:-3] if lower.endswith(".md") else name)
        return f'did you mean "{name_for(link, found)}"?' if found else None

    def _cannot_be_linked(self, note: Note, link: Link) -> str | None:
        """What is there under another form of the name, or cannot be reached at all."""
        name = link.link.rpartition("/")[2].lower()
        if name and "." not in name and name in self.vault.index.by_name:
            return f'Obsidian cannot link to a file without an extension, such as "{name}"'
        if "?" in link.link and self.vault.index.resolve(link.link.partition("?")[0], note.path).candidates:
            return 'Obsidian takes the "?" and what follows for a part of the name'
        if other := self._by_stem.get(name):
            return f'only a note can be linked without its extension: write "{other.rpartition("/")[2]}"'
        return None

    @cached_property
    def _by_stem(self) -> dict[str, str]:
        """The files that are no notes by lower-cased name without extension."""
        found: dict[str, str] = {}
        for path in sorted(self.vault.files, reverse=True):
            stem, dot, extension = path.rpartition("/")[2].rpartition(".")
            if dot and extension.lower() != "md":
                found[stem.lower()] = path
        return found

    def _nearest(self, name: str) -> str | None:
        if self.left <= 0 or not name.strip():
            return None
        self.left -= 1
        return self._names.nearest(name)

    @cached_property
    def _names(self) -> Names:
        """The names that a link could use: those of notes without ``.md``."""
        paths = (path.rpartition("/")[2] for path in sorted(self.vault.files))
        return Names(dict.fromkeys(name.removesuffix(".md") for name in paths))
