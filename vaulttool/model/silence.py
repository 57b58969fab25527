"""What the suppressions of a page silence, and what there was to silence."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from vaulttool.model.finding import Finding
from vaulttool.parsing.document import Allowance

ABOUT_SUPPRESSIONS = "unused-suppression"  # silent only where it is named: else a comment would silence itself


class Silence:
    """The suppressions of one page."""

    def __init__(self, allowances: Iterable[Allowance]) -> None:
        covered: dict[str, list[tuple[int, int]]] = {}
        for allowance in allowances:
            for rule in allowance.rules or ("",):
                covered.setdefault(rule, []).append((allowance.covers.start, allowance.covers.end))
        self.starts: dict[str, list[int]] = {}
        self.farthest: dict[str, list[int]] = {}
        for rule, spans in covered.items():
            spans.sort()
            self.starts[rule] = [start for start, _ in spans]
            self.farthest[rule] = list(accumulate((end for _, end in spans), max))

    def covers(self, rule: str, place: int) -> bool:
        """Whether a rule is silent about what begins at a place."""
        for name in (rule,) if rule == ABOUT_SUPPRESSIONS else (rule, ""):
            before = bisect_right(self.starts.get(name, ()), place) - 1
            if before >= 0 and self.farthest[name][before] >= place:
                return True
        return False


class Heard:
    """What the rules of a run said, before any of it was silenced.

    ``ran`` are the rules that could have spoken: those that are on, and had what they need. ``blind`` are those that
    are on and had nothing to look at in this run, though they may in another.
    """

    def __init__(
        self,
        findings: Sequence[Finding] = (),
        ran: frozenset[str] = frozenset(),
        blind: frozenset[str] = frozenset(),
    ) -> None:
        self.findings = findings
        self.ran = ran
        self.blind = blind

    def also(self, findings: Iterable[Finding], ran: Collection[str], blind: Collection[str]) -> Heard:
        """This, and what other rules said."""
        return Heard([*self.findings, *findings], self.ran.union(ran), self.blind.union(blind))

    def is_heard(self, path: str, allowance: Allowance, rule: str = "") -> bool:
        """Whether anything was said, by a rule or by any, that a suppression silences."""
        places = self._places.get(path, {}).get(rule, ())
        first = bisect_left(places, allowance.covers.start)
        return first < len(places) and places[first] <= allowance.covers.end

    @cached_property
    def _places(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """By path and rule, empty for any, where findings begin."""
        found: dict[str, dict[str, list[int]]] = {}
        for finding in sorted(self.findings, key=lambda finding: finding.span.start):
            by_rule = found.setdefault(finding.path, {})
            for rule in (finding.rule, ""):
                by_rule.setdefault(rule, []).append(finding.span.start)
        return found
