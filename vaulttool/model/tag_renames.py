"""A tag under a new name, with those nested below it, in the notes that have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vaulttool.model.finding import Edit
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Tag
from vaulttool.parsing.inline import TAG
from vaulttool.parsing.respelling import yaml_escaped
from vaulttool.text.span import Span


def is_below(name: str, tag: str) -> bool:
    """Whether a name is a tag or nested below it; case does not count."""
    return name.lower() == tag.lower() or name.lower().startswith(tag.lower() + "/")


def is_tag(name: str) -> bool:
    """Whether Obsidian reads a name behind a ``#`` as one tag."""
    found = TAG.fullmatch("#" + name)
    return found is not None and not name.isdigit() and all(name.split("/"))


def retagged(vault: Vault, old: str, new: str, left: Callable[[Note, Span], bool]) -> Iterator[Edit]:
    """The edits that write the new tag in place of the old one, each part behind it kept. ``left`` says of a place that
    it is not to be touched, since it is generated."""
    for note in vault.notes.values():
        done = set()
        for tag in note.document.tags:
            if not is_below(tag.name, old) or tag.name[: len(old)] == new or tag.span in done or left(note, tag.span):
                continue
            done.add(tag.span)
            text = vault.around.text(note.path)
            yield Edit(note.path, tag.span, _written(tag.span.of(text), tag, old, new))


def _written(raw: str, tag: Tag, old: str, new: str) -> str:
    """A tag as it is written with its new name; in front matter its quotes and its ``#`` are kept."""
    place = raw.find(tag.name)
    if place >= 0:
        return raw[:place] + new + raw[place + len(old) :]
    whole = new + tag.name[len(old) :]
    return f'"{yaml_escaped(whole)}"'


def names(notes: Mapping[str, Note]) -> Iterator[str]:
    """Every tag of every note."""
    for note in notes.values():
        yield from (tag.name for tag in note.document.tags)
