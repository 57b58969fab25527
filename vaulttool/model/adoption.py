"""The configuration that is proposed for a vault, line by line, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vaulttool.model.left_out import LeftOut
from vaulttool.model.mapped_schemas import Few, Mapped
from vaulttool.model.seen_status import SeenStatus
from vaulttool.text.toml_file import Line

OPENING = (
    'Proposed by "vaulttool init" from what the vault looks like; change what you like. A line behind # is not in '
    'force: it shows a default, or what could be turned on. "vaulttool config" shows what is in effect, '
    '"vaulttool explain settings" the keys, and "vaulttool explain RULE" what a rule reports.',
)
WITH_ENTRIES = ("rules", "per-file-ignores", "schemas.types", "schemas.paths")
OFF = "Off unless you turn them on:"
FEWEST_ORPHANS, SHARE_OF_ORPHANS = 10, 10  # more than that, and more than one note in so many, are a habit
LIFECYCLE = ("live-link-to-retired", "live-procedure", "status-mismatch", "superseded-without-successor")


class Told(NamedTuple):
    """A rule as the command line lists it: its name, whether it is off, its first sentence."""

    name: str
    is_off: bool
    summary: str


class Choice(NamedTuple):
    """A level of a rule, or a value of one of its options, and why."""

    value: Any
    reason: str
    option: str = ""


class Proposal(NamedTuple):
    """What is proposed. ``vault`` is the vault's folder as seen from the configuration, None for its own; ``schemas``
    are mapped with those in ``folder``, ``few`` are types without one; ``rules`` say what is chosen of each;
    ``baseline`` is the file with the findings of today; ``offered`` are values for rules that stay off.
    """

    vault: str | None = None
    left_out: Sequence[LeftOut] = ()
    extra_files: Sequence[str] = ()
    data: str | None = None
    status: SeenStatus | None = None
    folder: str = ""
    schemas: Sequence[Mapped] = ()
    few: Sequence[Few] = ()
    rules: Mapping[str, Choice] = {}
    baseline: str | None = None
    offered: Mapping[str, Any] = {}

    def with_rules(self, rules: Mapping[str, Choice]) -> Proposal:
        """The same with more rules chosen."""
        return self._replace(rules={**self.rules, **rules})


def lines(proposal: Proposal, keys: Iterable[tuple[str, Any, str]], rules: Iterable[Told]) -> Iterator[Line]:
    """The lines of the file: every key, with its meaning, and the rules that are chosen or off. ``keys`` are those of
    the configuration: name, default and meaning."""
    chosen = _chosen(proposal)
    for name, default, meaning in keys:
        path = tuple(name.split("."))
        if name in chosen:
            value, reasons = chosen[name]
            yield Line(path, value, (meaning, *reasons))
        elif name not in WITH_ENTRIES:
            yield Line(path, default, (meaning,), is_out=True)
    yield from _schemas(proposal)
    yield from _rules(proposal, rules)
    example = 'For globs of paths, the rules that are silent there, as in "Archive/**" = ["broken-link"].'
    yield Line(("per-file-ignores", "Archive/**"), ["broken-link"], (example,), is_out=True)


def _chosen(proposal: Proposal) -> dict[str, tuple[Any, Sequence[str]]]:
    """The keys that are given a value, each with reasons."""
    found: dict[str, tuple[Any, Sequence[str]]] = {}
    if proposal.vault is not None:
        found["vault"] = proposal.vault, ()
    if proposal.left_out:
        globs = [one.glob for one in proposal.left_out if one.glob]
        if globs:
            found["exclude"] = globs, [_left_out(one) for one in proposal.left_out]
    if proposal.extra_files:
        found["extra-files"] = list(proposal.extra_files), ["They hold generated parts."]
    if proposal.data is not None:
        found["data"] = proposal.data, ["It holds endpoints, runs or hosts."]
    if proposal.baseline is not None:
        found["baseline"] = proposal.baseline, ["It holds what was wrong when this file was proposed."]
    if proposal.status is not None:
        found["status.words"] = list(proposal.status.words), [_counted(proposal.status)]
        if proposal.status.property != "status":
            found["status.property"] = proposal.status.property, []
    if any(one.content is not None for one in proposal.schemas):
        found["schemas.folder"] = proposal.folder, []
    return found


def _left_out(one: LeftOut) -> str:
    many = f" ({one.notes} note{'' if one.notes == 1 else 's'})" if one.notes else ""
    return f"{one.glob}: {one.reason}{many}" if one.glob else one.reason


def _counted(status: SeenStatus) -> str:
    counts = (f"{word} {count}" for word, count in zip(status.words, status.counts, strict=True))
    return f'In the property "{status.property}" stand: {", ".join(counts)}.'


def _schemas(proposal: Proposal) -> Iterator[Line]:
    """What maps notes to schemas; a type without one as a comment."""
    for one in proposal.schemas:
        yield Line(("schemas", one.table, one.key), one.name, beside=one.reason)
    for few in proposal.few:
        beside = f"{few.notes} note{'' if few.notes == 1 else 's'}: too few to infer a schema from"
        yield Line(("schemas", "types", few.kind), None, beside=beside)


def _rules(proposal: Proposal, rules: Iterable[Told]) -> Iterator[Line]:
    """The rules that are chosen, then, as comments, those that are off by default; a reason once for all in a row."""
    listed = list(rules)
    chosen = [(rule.name, choice) for rule in listed if (choice := proposal.rules.get(rule.name))]
    levels = sorted((one for one in chosen if not one[1].option), key=lambda one: one[1].reason)
    said = ""
    for name, choice in levels:
        yield Line(("rules", name), choice.value, (choice.reason,) if choice.reason != said else ())
        said = choice.reason
    off = [rule for rule in listed if rule.is_off and rule.name not in proposal.rules]
    for place, rule in enumerate(off):
        value = proposal.offered.get(rule.name, "warning")
        yield Line(("rules", rule.name), value, () if place else (OFF,), rule.summary, is_out=True)
    for name, choice in chosen:
        if choice.option:
            yield Line(("rules", name, choice.option), choice.value, (choice.reason,))
