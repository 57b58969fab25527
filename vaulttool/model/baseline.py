"""Which of the present findings a baseline knows, and what of it is gone.

An entry stands for one finding, never for more. It knows a finding of its note with the same key (rule, names in the
message, text) that stands on the same line, or below or above the same one. Where its note is gone, it goes with the
others of that note to one note that has no entries yet and holds a finding that is as it was, neighbours and all.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.fingerprint import traces

LONGEST = 60  # characters of a text that an entry shows to people
LIKENESS = (  # in which an entry and a finding agree, the strongest first
    ("line", "above", "below"),
    ("line", "above"),
    ("line", "below"),
    ("line",),
    ("above", "below"),
    ("above",),
    ("below",),
)
AS_IT_WAS = attrgetter("key", "line", "above", "below")
AsItWas = tuple[str, str, str, str]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """A finding as a baseline keeps it: its path from the vault's root, its rule, the beginning of its text for people,
    and its trace."""

    path: str
    rule: str
    text: str
    key: str
    line: str
    above: str
    below: str


class Comparison(NamedTuple):
    """A baseline beside the present findings: places in the list of these that are ``new`` and that are ``known``, and
    the entries that nothing stands for any more."""

    new: Sequence[int]
    known: Sequence[int]
    gone: Sequence[Entry]


def entries(findings: Sequence[Finding], text: Callable[[str], str], named: Callable[[str], str]) -> list[Entry]:
    """The entry of each finding, in the order given. ``text`` gives a file's text by vault path, ``named`` its path as
    JSON can hold it."""
    found = []
    path, written = None, ""
    for finding, trace in zip(findings, traces(findings, text), strict=True):
        if finding.path != path:
            path, written = finding.path, text(finding.path)
        shown = " ".join(finding.span.of(written)[: 4 * LONGEST].split())[:LONGEST]
        found.append(Entry(named(finding.path), finding.rule, shown, *trace))
    return found


def compared(before: Sequence[Entry], now: Sequence[Entry], exists: Callable[[str], bool]) -> Comparison:
    """The entries of a baseline beside those of the present findings. ``exists`` tells of a path in an entry whether a
    file is still there."""
    pairs = dict(_paired(before, range(len(before)), now, range(len(now)), "path"))
    left, fresh = _without(before, pairs), _without(now, pairs.values())
    owned = {entry.path for entry in before}
    there = {path: exists(path) for path in {before[one].path for one in left}}
    lost = _by_path(before, (one for one in left if not there[before[one].path]))
    arrived = _by_path(now, (one for one in fresh if now[one].path not in owned))
    for old, new in _moves(before, lost, now, arrived):
        pairs.update(_paired(before, lost[old], now, arrived[new]))
    return Comparison(
        _without(now, pairs.values()), sorted(pairs.values()), [before[one] for one in _without(before, pairs)]
    )


def _without(entries: Sequence[Entry], taken: Iterable[int]) -> list[int]:
    gone = set(taken)
    return [one for one in range(len(entries)) if one not in gone]


def _by_path(entries: Sequence[Entry], places: Iterable[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in places:
        found.setdefault(entries[one].path, []).append(one)
    return found


def _paired(
    before: Sequence[Entry], old: Iterable[int], now: Sequence[Entry], new: Iterable[int], *always: str
) -> Iterator[tuple[int, int]]:
    """Each entry with the present one that it knows, first where they agree most. They agree in the key and in what
    is named ``always``."""
    for likeness in LIKENESS:
        asked = attrgetter("key", *always, *likeness)
        waiting: dict[object, deque[int]] = {}
        for one in old:
            waiting.setdefault(asked(before[one]), deque()).append(one)
        left = []
        for one in new:
            same = waiting.get(asked(now[one]))
            if same:
                yield same.popleft(), one
            else:
                left.append(one)
        old, new = sorted(chain.from_iterable(waiting.values())), left


def _moves(
    before: Sequence[Entry], lost: dict[str, list[int]], now: Sequence[Entry], arrived: dict[str, list[int]]
) -> Iterator[tuple[str, str]]:
    """The paths of notes that are gone, each with the path where the note is now: first those of the same findings
    under the same name, then those of the same findings, then those with most in common."""
    lost, arrived = dict(lost), dict(arrived)
    was = {path: sorted(AS_IT_WAS(before[one]) for one in places) for path, places in lost.items()}
    is_now = {path: sorted(AS_IT_WAS(now[one]) for one in places) for path, places in arrived.items()}
    for by_name in (True, False):
        waiting: dict[object, deque[str]] = {}
        for path in sorted(arrived):
            waiting.setdefault(_identity(path, is_now[path], by_name), deque()).append(path)
        for path in sorted(lost):
            same = waiting.get(_identity(path, was[path], by_name))
            if same:
                found = same.popleft()
                del lost[path], arrived[found]
                yield path, found
    yield from _likest({path: was[path] for path in lost}, {path: is_now[path] for path in arrived})


def _identity(path: str, findings: Sequence[AsItWas], by_name: bool) -> tuple[object, ...]:
    return (_name(path) if by_name else "", *findings)


def _likest(
    lost: Mapping[str, Sequence[AsItWas]], arrived: Mapping[str, Sequence[AsItWas]]
) -> Iterator[tuple[str, str]]:
    """Of notes that are gone and notes that have come, those with most findings in common; of the same name, where
    several have as many."""
    holders: dict[AsItWas, Counter[str]] = {}
    for path, findings in arrived.items():
        for one in findings:
            holders.setdefault(one, Counter())[path] += 1
    pairs = []
    for path, findings in lost.items():
        common: Counter[str] = Counter()
        for one, number in Counter(findings).items():
            for other, there in holders.get(one, {}).items():
                common[other] += min(number, there)
        pairs += [(-shared, _name(path) != _name(other), path, other) for other, shared in common.items()]
    found: dict[str, str] = {}
    taken = set()
    for _, _, path, other in sorted(pairs):
        if path not in found and other not in taken:
            found[path] = other
            taken.add(other)
    yield from found.items()


def _name(path: str) -> str:
    return path.rpartition("/")[2]
