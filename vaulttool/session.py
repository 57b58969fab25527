"""A vault under an editor: its findings are kept true while notes and files change one by one.

Each change is answered in two steps. ``put``, ``remove`` and ``add`` look again at the notes that changed and at those
that depend on them. ``settle`` then does what has to see many notes: regions, data, and the rules that weigh all notes
against one another. After it the findings are those of a run over the whole vault.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vaulttool import engine
from vaulttool.engine import Active
from vaulttool.model.finding import Finding
from vaulttool.model.guesses import Guesses, LiveGuesses
from vaulttool.model.ledger import Ledger
from vaulttool.model.live_vault import LiveVault
from vaulttool.model.outline import outline
from vaulttool.model.rule import Claims, Scope, Shared
from vaulttool.model.said import Said
from vaulttool.model.selected import Selected
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note

if TYPE_CHECKING:
    from vaulttool.model.page_status import PageStatus

# What these say of a page depends on data and on any other note.
ON_GENERATED = ("bad-data", "edited-region", "missing-region", "orphaned-row", "stale-figure", "stale-region")


class Asked(NamedTuple):
    """What is asked of a session. ``sources`` gives all that regions are generated from, for the vault as it is; ``on``
    are the rules that run. ``speaks`` tells of a path whether it is spoken of, ``keeps`` of a finding whether it is
    reported."""

    sources: Callable[[LiveVault], Sources]
    claims: Claims
    on: Sequence[Active]
    speaks: Callable[[str], bool] = lambda path: True
    keeps: Callable[[Finding], bool] = lambda finding: True


class Session:
    """The findings of a vault that changes. Each change gives the paths of which something else is said than before."""

    def __init__(self, vault: LiveVault, asked: Asked) -> None:
        self.vault = vault
        self.ledger = Ledger(vault)
        self._asked = asked
        self._sources: Sources | None = None
        self._spoken = {path for path in (*vault.notes, *vault.extras) if asked.speaks(path)}
        self._claimed = {note.path for note in vault.notes.values() if self._is_claimed(note)}
        self._in_notes, self._in_generated, self._in_vault, self._of_comments = Said(), Said(), Said(), Said()
        self._touched: set[str] = set()  # files that changed since the last settling
        self._names_changed = False  # whether a name or an alias came or went since then
        self._seen_changed = False  # whether something came or went since then that can be linked to
        self.guesses = LiveGuesses()
        self._look(self._spoken)
        self.settle()

    @property
    def sources(self) -> Sources:
        """All that regions are generated from, as the vault is now."""
        if self._sources is None:
            self._sources = self._asked.sources(self.vault)
        return self._sources

    @property
    def paths(self) -> set[str]:
        """The files of which something is said."""
        return {*self._in_notes, *self._in_generated, *self._in_vault, *self._of_comments}

    @property
    def statuses(self) -> Mapping[str, PageStatus]:
        """The status of each claimed note that has one, as it was at the last settling."""
        return self._whole.page_statuses

    def findings(self, path: str) -> list[Finding]:
        """What is said of one file, in its order."""
        kinds = (self._in_notes, self._in_generated, self._in_vault, self._of_comments)
        found = dict.fromkeys(finding for said in kinds for finding in said.of(path))
        return sorted(found, key=lambda finding: finding.order)

    def put(self, notes: Collection[Note]) -> set[str]:
        """Some notes or pages are other ones now, or new."""
        seen = {note.path for note in notes if self._is_seen_otherwise(note)}
        new = {note.path for note in notes if self.vault.page(note.path) is None} - self.vault.files
        for note in notes:
            self._names_changed |= self._aliases_of(note.path) != note.aliases
            self._forget(note.path)
            self.vault.put(note)
            self._enter(note)
        return self._look_again({note.path for note in notes}, new, seen)

    def remove(self, paths: Collection[str]) -> set[str]:
        """Some files are gone."""
        for path in paths:
            self._forget(path)
            self.vault.remove(path)
        return self._look_again(set(paths), set(paths), set())

    def add(self, paths: Iterable[str]) -> set[str]:
        """Some files are there that are no notes."""
        new = {path for path in paths if path not in self.vault.files}
        for path in new:
            self.vault.add(path)
        return self._look_again(set(), new, set())

    def renew(self, asked: Asked) -> None:
        """The data, or other files around the vault, are other ones now: the next settling says what follows."""
        self._asked = asked
        self._sources = None
        self._names_changed = True

    def settle(self) -> set[str]:
        """Do what has to see many notes."""
        changed = self._look(self._hoping() & self._spoken)
        pages = (self.ledger.generated | self.vault.extras.keys() | self._touched) & self._spoken
        changed |= self._in_generated.replace(self._found(self._shared(pages), self._rules(ON_GENERATED)))
        self._whole = self._shared(self._spoken)
        allowing = self._shared((self.ledger.allowing | self.vault.extras.keys()) & self._spoken)
        listening = self._of_scope("findings") if allowing.notes or allowing.extras else []
        if listening:  # a comment is weighed against all that it could silence
            engine.findings(allowing, self._rules())
            self._whole.heard = allowing.heard
        changed |= self._in_vault.replace(self._found(self._whole, self._of_scope("vault")))
        allowing.heard = self._whole.heard
        changed |= self._of_comments.replace(self._found(allowing, listening))
        self._touched.clear()
        self._names_changed = self._seen_changed = False
        return changed

    def _hoping(self) -> set[str]:
        """The notes with a link that leads nowhere, and for which it may be told now where it could."""
        if not self._names_changed:
            return self.ledger.anchored if self._seen_changed else set()
        for path in [*self.ledger.unresolved]:
            self.ledger.put(self.vault.notes[path])
        return self.ledger.unresolved

    def _aliases_of(self, path: str) -> Sequence[str]:
        known = self.vault.notes.get(path)
        return known.aliases if known else []

    def _is_seen_otherwise(self, note: Note) -> bool:
        """Whether others see something else in a note than before."""
        before = self.vault.page(note.path)
        if before is None or before.problem != note.problem:
            return True
        return outline(before.document) != outline(note.document)

    def _is_claimed(self, note: Note) -> bool:
        return note.is_markdown and not note.problem and any(self._asked.claims.schemas(note))

    def _forget(self, path: str) -> None:
        """What is known of a note before it changes."""
        before = self.vault.notes.get(path)
        if before is not None:
            self.ledger.remove(before)
        self._spoken.discard(path)
        self._claimed.discard(path)

    def _enter(self, note: Note) -> None:
        """What is known of a note after it has changed."""
        if note.path in self.vault.notes:
            self.ledger.put(note)
            if self._is_claimed(note):
                self._claimed.add(note.path)
        if self._asked.speaks(note.path):
            self._spoken.add(note.path)

    def _look_again(self, touched: Set[str], renamed: Set[str], seen: Set[str]) -> set[str]:
        """Look again at what changed, and at what depends on it: on names that came or went, and on notes in which
        other things can be linked to."""
        self._sources = None
        self._touched |= touched
        self._names_changed |= bool(renamed)
        self._seen_changed |= bool(seen)
        for path in self.ledger.asking(renamed):
            self.ledger.put(self.vault.notes[path])
        return self._look(touched | self.ledger.asking(renamed | seen) | self._in_notes.related_to(touched))

    def _look(self, paths: Set[str]) -> set[str]:
        """What the rules say that look at one note at a time."""
        if not paths:
            return set()
        before = {path: self._in_notes.of(path) for path in paths}
        for path in paths:
            self.guesses.forget(path)
        self._in_notes.forget(paths)
        of_notes = [one for one in self._rules() if one.rule.name not in ON_GENERATED]
        self._in_notes.say(self._found(self._shared(paths & self._spoken), of_notes))
        changed = {path for path in paths if self._in_notes.of(path) != before[path]}
        return changed | self._look(self.guesses.moved())

    def _rules(self, names: Collection[str] | None = None) -> list[Active]:
        """The rules that look at one note at a time: all, or those of some names."""
        return [one for one in self._of_scope("notes") if names is None or one.rule.name in names]

    def _of_scope(self, scope: Scope) -> list[Active]:
        return [one for one in self._asked.on if one.rule.scope == scope]

    def _shared(self, paths: Set[str]) -> Shared:
        inside = [path for path in sorted(paths) if path in self.vault.notes]
        extras = [note for path, note in self.vault.extras.items() if path in paths]
        notes = Selected(self.vault.notes, inside)
        return _Shared(self, notes, extras, self._asked.claims, self._claimed)

    def _found(self, shared: Shared, on: Sequence[Active]) -> Iterator[Finding]:
        for finding in engine.findings(shared, on) if on else ():
            if self._asked.speaks(finding.path) and self._asked.keeps(finding):
                yield finding


class _Shared(Shared):
    """What rules share where the session knows it already, without a look at every note."""

    def __init__(
        self, session: Session, notes: Collection[Note], extras: Sequence[Note], claims: Claims, claimed: Set[str]
    ) -> None:
        super().__init__(session.sources, claims, notes, extras, engine.kinds)
        self._session = session
        self._by_schema = claimed

    @cached_property
    def guesses(self) -> Guesses:
        """For which names similar ones are looked for."""
        return self._session.guesses

    @cached_property
    def linked(self) -> frozenset[str]:
        """The vault paths that some other note links to."""
        return frozenset(self._session.ledger.linked)

    @cached_property
    def claimed(self) -> frozenset[str]:
        """The paths of the notes that a configured schema or a data file claims."""
        pages = self.sources.statuses.pages if self.sources.has_data else ()
        notes = self.vault.notes
        by_data = {path for path in pages if path in notes and notes[path].is_markdown and not notes[path].problem}
        return frozenset(self._by_schema | by_data)
