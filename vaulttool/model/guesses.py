"""For which names similar ones are looked for: a search takes time, so that there is an end to them."""

from __future__ import annotations

MOST = 200


class Guesses:
    """The first names that are asked about, in the order of notes and links."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def may(self, path: str, name: str) -> bool:
        """Whether a name, which a link of the note at a path gives, is one of the first."""
        if name not in self._names and len(self._names) < MOST:
            self._names.add(name)
        return name in self._names


class LiveGuesses(Guesses):
    """The same in a vault in which notes are looked at in any order. What each note asks about is kept; ``moved`` says
    which notes have to be looked at again, since they ask about names that are now among the first, or no more."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: dict[str, list[str]] = {}

    def may(self, path: str, name: str) -> bool:
        asked = self._asked.setdefault(path, [])
        if name not in asked:
            asked.append(name)
        return name in self._names

    def forget(self, path: str) -> None:
        """A note is to be looked at again, or is gone."""
        self._asked.pop(path, None)

    def moved(self) -> set[str]:
        """Tell anew which names are the first; the notes that ask about one that was not, or is not any more."""
        first: dict[str, None] = {}
        for path in sorted(self._asked):
            for name in self._asked[path]:
                if len(first) < MOST:
                    first.setdefault(name)
        changed = self._names ^ first.keys()
        self._names = set(first)
        return {path for path, names in self._asked.items() if not changed.isdisjoint(names)} if changed else set()
