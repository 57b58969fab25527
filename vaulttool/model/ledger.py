"""What each note asks of others, kept note by note: who has to be looked at again when one of them changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set

from vaulttool.model.faults import is_unresolved
from vaulttool.model.vault import Note, Vault

TORN = "split-link"  # a link that is none, and could be one again


class Ledger:
    """For every note of a vault: the file names that its links ask for, the files that they lead to, whether one of
    them leads nowhere, and whether parts of it are generated. ``links`` is how many links it has, ``open`` how many of
    them count as unresolved. ``anchored`` are the notes of which a link that leads nowhere has an anchor, ``allowing``
    those with comments that silence rules."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.links: dict[str, int] = {}
        self.open: dict[str, int] = {}
        self.unresolved: set[str] = set()
        self.anchored: set[str] = set()
        self.generated: set[str] = set()
        self.allowing: set[str] = set()
        self._asking: dict[str, set[str]] = {}
        self._targets: dict[str, tuple[str, ...]] = {}
        self._linked: Counter[str] = Counter()
        for note in vault.notes.values():
            self.put(note)

    @property
    def linked(self) -> Set[str]:
        """The vault paths that some other note links to."""
        return self._linked.keys()

    def asking(self, paths: Iterable[str]) -> set[str]:
        """The notes with a link that asks for one of these files, by name."""
        found: set[str] = set()
        for path in paths:
            found |= self._asking.get(path[path.rfind("/") + 1 :].lower(), set())
        return found

    def put(self, note: Note) -> None:
        """Enter a note, or one whose links may lead elsewhere now. What it asked for before is forgotten first."""
        for name in _asked(note):
            self._asking.setdefault(name, set()).add(note.path)
        found = [self.vault.resolve(link, note.path).target for link in note.document.links]
        self._lead(note.path, tuple({target for target in found if target and target != note.path}))
        leading_nowhere = [link for link, target in zip(note.document.links, found, strict=True) if target is None]
        self.links[note.path] = len(found)
        self.open[note.path] = sum(is_unresolved(self.vault, note, link) for link in leading_nowhere)
        torn = any(trouble.kind == TORN for trouble in note.document.troubles)
        _have(self.unresolved, note.path, torn or bool(leading_nowhere))
        _have(self.anchored, note.path, torn or any(link.subpath for link in leading_nowhere))
        _have(self.allowing, note.path, bool(note.document.allowances))
        _have(self.generated, note.path, bool(note.document.regions or note.document.figures or _asks(note)))

    def remove(self, note: Note) -> None:
        """Forget a note, as it was entered."""
        for name in _asked(note):
            asking = self._asking[name]
            asking.discard(note.path)
            if not asking:
                del self._asking[name]
        self._lead(note.path, ())
        del self.links[note.path], self.open[note.path]
        self.unresolved.discard(note.path)
        self.anchored.discard(note.path)
        self.generated.discard(note.path)
        self.allowing.discard(note.path)

    def _lead(self, path: str, targets: tuple[str, ...]) -> None:
        """The links of a note lead to other files than before."""
        for target in self._targets.pop(path, ()):
            self._linked[target] -= 1
            if not self._linked[target]:
                del self._linked[target]
        if targets:
            self._targets[path] = targets
            self._linked.update(targets)


def _have(paths: set[str], path: str, is_one: bool) -> None:
    if is_one:
        paths.add(path)
    else:
        paths.discard(path)


def _asks(note: Note) -> bool:
    return bool(note.document.properties) and note.document.property("generated") is not None


def _asked(note: Note) -> set[str]:
    """The file names that the links of a note can mean, in lower case: as they stand, and with ``.md``."""
    names = {link.link.lower().rpartition("/")[2] for link in note.document.links}
    return names | {name + ".md" for name in names if name} - {""}
