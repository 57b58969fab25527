"""The names that are no longer in use, as ``names.yaml`` tells, and where a text still has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from vaulttool.model.dataset import Dataset
from vaulttool.model.records import Rename, When
from vaulttool.parsing.data import Keys
from vaulttool.text.globs import Globs
from vaulttool.text.span import Span

UNIT_SUFFIXES = "service|container|pod|timer|socket|target|network|volume|kube|env|conf|local|lan"


class Retired:
    """A name that nothing bears today. ``new`` is what took its place, ``last`` the last day of it where that is known,
    ``keys`` its place in ``names.yaml``; files in ``kept`` may go on using it, files in ``untouched`` may not be
    changed."""

    def __init__(
        self, name: str, new: str, last: str, keys: Keys, kept: Sequence[str] = (), untouched: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.new = new
        self.last = last
        self.keys = keys
        self.kept = Globs(kept)
        self.untouched = Globs(untouched)

    @property
    def is_certain(self) -> bool:
        """Whether the name is one of several parts or has a digit: one plain word may be meant as that word."""
        return not self.name.isalpha()

    def in_words(self, text: str, within: Span) -> Iterator[Span]:
        """Where prose has the name by itself. A name that is one plain word is not looked for there."""
        if self.is_certain:
            yield from (Span(*found.span()) for found in self._word.finditer(text, within.start, within.end))

    def in_code(self, text: str, within: Span, shell: bool = False) -> Iterator[Span]:
        """Where code has the name, alone or as a part of a longer one (``FRANK_MEDIUM_PORT``). One plain word counts
        only where it must be a name: in quotes, as a value, host or unit, or as an argument in a ``shell``."""
        pattern = self._part if self.is_certain else self._argument if shell else self._value
        yield from (Span(*found.span()) for found in pattern.finditer(text, within.start, within.end))

    def written(self, old: str) -> str:
        """The new name in the form of an old one: with ``_``, or in capitals."""
        new = self.new.replace("-", "_") if "_" in old else self.new
        return new.upper() if old.isupper() else new[:1].upper() + new[1:] if old[:1].isupper() else new

    @cached_property
    def _word(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w-]){re.escape(self.name)}(?![\w-])", re.IGNORECASE)

    @cached_property
    def _part(self) -> re.Pattern[str]:
        parts = "(?:-|_)".join(map(re.escape, self.name.split("-")))
        return re.compile(rf"(?<![^\W_]){parts}(?![^\W_])", re.IGNORECASE)

    @cached_property
    def _value(self) -> re.Pattern[str]:
        return re.compile(self._places, re.VERBOSE | re.MULTILINE)

    @cached_property
    def _argument(self) -> re.Pattern[str]:
        return re.compile(rf"{self._places} | (?<=[ \t]){self.name}(?=[ \t]|[\r\n]|\Z)", re.VERBOSE | re.MULTILINE)

    @property
    def _places(self) -> str:
        """Where one plain word is a name: quoted, a whole value, a unit, a host."""
        name = re.escape(self.name)
        return rf"""
            (?<=["']){name}(?=["'])
            | (?: (?<==) | (?<=[=:][ ]) ){name}(?=[ \t]*(?:[\r\n]|\Z))
            | (?<![\w.-]){name}(?=\.(?:{UNIT_SUFFIXES})\b)
            | (?: (?<=//) | (?<=@) ){name}(?![\w.-])
            | (?<![\w.-]){name}(?=:\d{{2,5}}\b)
        """


def retired(data: Dataset, today: str) -> list[Retired]:
    """The retired names: those that were renamed, and those that serve nothing. What is in use again is none, nor what
    will be renamed."""
    done = [(index, one) for index, one in enumerate(data.names.renames) if _day(one.date) <= today]
    renames = [rename for _, rename in done]
    used = _used(data)
    never = [glob for one in renames for glob in one.never_touch]
    found: dict[str, Retired] = {}
    for index, rename in done:
        if rename.from_ not in used and not _is_taken_up_again(rename, renames):
            new = _present(rename, renames)
            before = found.get(rename.from_)
            new = new if before is None or before.new == new else ""  # which of the two is for people to say
            kept = [glob for one in renames if one.from_ == rename.from_ for glob in one.keep_in]
            found[rename.from_] = Retired(rename.from_, new, _day(rename.date), ("renames", index), kept, never)
    kept = [glob for one in renames for glob in one.keep_in]
    for index, name in enumerate(data.names.retired_names):
        if name not in found and name not in used:
            found[name] = Retired(name, "", "", ("retired_names", index), kept, never)
    return list(found.values())


def names_in_use(data: Dataset) -> set[str]:
    """All names that data know as those of something, in use or to be used."""
    return _used(data) | {rename.to for rename in data.names.renames}


def words_of_data(data: Dataset) -> set[str]:
    """Tags, images, models and paths in the data, which keep the names with which they were made."""
    found: set[str | None] = set(data.runs)
    for endpoint in data.endpoints.values():
        for era in endpoint.eras:
            found |= {era.git_tag, era.image, era.model}
            for need in era.rollback.needs if era.rollback else ():
                found |= {need.ref, need.path}
    return {word for word in found if word}


def _used(data: Dataset) -> set[str]:
    """The present names of endpoints and hosts, and what the endpoints are called on the wire."""
    served = {endpoint.served_name for endpoint in data.endpoints.values() if endpoint.served_name}
    current = {one.name for endpoint in data.endpoints.values() for one in endpoint.names if one.to is None}
    return {*data.endpoints, *data.hosts, *served, *current}


def _is_taken_up_again(rename: Rename, renames: Sequence[Rename]) -> bool:
    """Whether a later rename gave the old name to something again."""
    return any(one.to == rename.from_ and _day(one.date) >= _day(rename.date) for one in renames)


def _present(rename: Rename, renames: Sequence[Rename]) -> str:
    """What a name has become through all later renames."""
    done = [rename]
    while True:
        later = [one for one in renames if one.from_ == done[-1].to and one not in done]
        later = [one for one in later if _day(one.date) >= _day(done[-1].date)]
        if not later:
            return done[-1].to
        done.append(later[0])


def _day(when: When) -> str:
    """A day; empty where it is not known."""
    return when if isinstance(when, str) else when.to or ""
