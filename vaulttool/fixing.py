"""The fixes of findings, applied to texts: chosen so that none overlaps another, tried, and kept only where they mend.

Nothing here touches the disk. What is found is asked of a function of texts, so that an editor can use this as well.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from vaulttool.model.edits import edited
from vaulttool.model.finding import Edit, Finding
from vaulttool.text.span import Span

MOST_ROUNDS = 50  # of choosing fixes, trying them and looking again
MOST_TRIALS = 200  # looks at the vault in which fixes that raise a finding are told from those that do not
Check = Callable[[Mapping[str, str]], Sequence[Finding]]


class Mended(NamedTuple):
    """What became of some findings: the new ``texts`` by path of the files that change, the findings that were
    ``mended``, in the order in which they were, and all that are there afterwards."""

    texts: Mapping[str, str]
    mended: Sequence[Finding]
    left: Sequence[Finding]


def mended(
    check: Check,
    text: Callable[[str], str],
    may: Callable[[Finding], bool] = lambda finding: True,
    unsafe: bool = False,
) -> Mended:
    """The texts after all fixes that can be applied, and what is left.

    ``check`` gives what is found, were these the texts of some files; ``text`` a file's text as it is. ``may`` tells of
    a finding whether its fix is wanted. A fix is kept only if its finding is gone afterwards and no other has come, in
    any file that ``check`` speaks of. Doing it a second time changes nothing.
    """
    return _Mending(check, text, may, unsafe).mended()


def fixable(found: Iterable[Finding], unsafe: bool = False) -> list[Finding]:
    """The findings whose fixes can be applied together, since none touches another: safe ones go before others, and
    those that come first in a file before later ones."""
    taken: dict[str, list[Span]] = {}
    chosen = []
    for finding in sorted(found, key=lambda one: (not (one.fix and one.fix.safe), one.order)):
        if finding.fix is None or not finding.fix.edits or not (finding.fix.safe or unsafe):
            continue
        if not _overlap(finding.fix.edits) and not any(
            _is_taken(taken.get(edit.path, []), edit.span) for edit in finding.fix.edits
        ):
            chosen.append(finding)
            for edit in finding.fix.edits:
                spans = taken.setdefault(edit.path, [])
                spans.insert(bisect_left(spans, edit.span), edit.span)
    return sorted(chosen, key=lambda one: one.order)


def _overlap(edits: Iterable[Edit]) -> bool:
    """Whether two edits of one fix overlap."""
    places = sorted((edit.path, edit.span) for edit in edits)
    return any(one[0] == other[0] and other[1].start < one[1].end for one, other in pairwise(places))


def _is_taken(spans: Sequence[Span], span: Span) -> bool:
    """Whether a span touches one of several, which are in order and apart."""
    at = bisect_left(spans, span)
    return any(one.start <= span.end and span.start <= one.end for one in spans[max(at - 1, 0) : at + 1])


class _Mending:
    """The work on one vault: ``texts`` are those that have changed so far, ``found`` is what is found in them."""

    def __init__(self, check: Check, text: Callable[[str], str], may: Callable[[Finding], bool], unsafe: bool) -> None:
        self.check = check
        self.original = text
        self.may = may
        self.unsafe = unsafe
        self.texts: Mapping[str, str] = {}
        self.found = check({})
        self.done: list[Finding] = []
        self.trials = MOST_TRIALS

    def mended(self) -> Mended:
        """All rounds: what was refused is tried again once something else has changed."""
        refused: set[object] = set()
        for _ in range(MOST_ROUNDS):
            wanted = fixable((one for one in self.found if self.may(one) and _key(one) not in refused), self.unsafe)
            if not wanted:
                break
            refused |= {_key(one) for one in wanted}
            kept = self._kept([], wanted)
            if kept:
                self._keep(kept)
                refused = set()
        return Mended(self._changed(), self.done, self.found)

    def _kept(self, sure: list[Finding], wanted: list[Finding]) -> list[Finding]:
        """Of these findings those whose fixes do no harm, applied beside the ``sure`` ones. A look at the vault takes
        its time, so as many as can be are told apart by each."""
        if not wanted or self.trials <= 0:
            return []
        self.trials -= 1
        applied = [*sure, *wanted]
        texts, places = self._applied(applied)
        raised = self._raised(self.check(texts), applied)
        if not raised:
            return wanted
        blamed = [one for one in wanted if _is_near(one, raised, texts, places)]
        if len(blamed) == len(wanted):
            first = [*{one.path: one for one in reversed(wanted)}.values()]
            return [] if len(first) == len(wanted) else self._both(sure, first, wanted)  # alone in its file: it did it
        if blamed:
            to_blame = {_key(one) for one in blamed}
            return self._both(sure, [one for one in wanted if _key(one) not in to_blame], wanted)
        return self._both(sure, wanted[: len(wanted) // 2], wanted) if len(wanted) > 1 else []

    def _both(self, sure: list[Finding], first: list[Finding], wanted: list[Finding]) -> list[Finding]:
        """Those that do no harm of a part, and then of the rest."""
        kept = self._kept(sure, first)
        tried = {_key(one) for one in first}
        return [*kept, *self._kept([*sure, *kept], [one for one in wanted if _key(one) not in tried])]

    def _raised(self, after: Sequence[Finding], applied: Iterable[Finding]) -> list[Finding]:
        """What is found after some fixes and was not before, what they were to mend included: of each rule and file
        there may be no more than there were, less those that were mended."""
        allowed = Counter((one.path, one.rule) for one in self.found)
        allowed.subtract((one.path, one.rule) for one in applied)
        there = Counter((one.path, one.rule) for one in after)
        raised = [one for one in after if there[one.path, one.rule] > allowed[one.path, one.rule]]
        old = Counter((one.path, one.rule, one.message) for one in self.found)
        now = Counter((one.path, one.rule, one.message) for one in raised)
        return [one for one in raised if now[key := (one.path, one.rule, one.message)] > old[key]] or raised

    def _keep(self, kept: Sequence[Finding]) -> None:
        self.texts, _ = self._applied(kept)
        self.found = self.check(self.texts)
        self.done += kept

    def _applied(self, findings: Iterable[Finding]) -> tuple[Mapping[str, str], Mapping[Edit, Span]]:
        """All texts that have changed after these fixes too, and where what each edit wrote stands."""
        edits: dict[str, list[Edit]] = {}
        for finding in findings:
            for edit in finding.fix.edits if finding.fix else ():
                edits.setdefault(edit.path, []).append(edit)
        texts, places = dict(self.texts), {}
        for path, some in edits.items():
            texts[path] = edited(self._text(path), some)
            shift = 0
            for edit in sorted(some, key=lambda edit: edit.span):
                start = edit.span.start + shift
                places[edit] = Span(start, start + len(edit.text))
                shift += len(edit.text) - (edit.span.end - edit.span.start)
        return texts, places

    def _text(self, path: str) -> str:
        return self.texts[path] if path in self.texts else self.original(path)

    def _changed(self) -> Mapping[str, str]:
        """The texts that are not what they were."""
        return {path: text for path, text in sorted(self.texts.items()) if text != self.original(path)}


def _key(finding: Finding) -> object:
    """What a finding is known by while nothing changes."""
    return finding.path, finding.span, finding.rule, finding.message


def _is_near(
    finding: Finding, raised: Iterable[Finding], texts: Mapping[str, str], places: Mapping[Edit, Span]
) -> bool:
    """Whether one of these stands in the lines that a finding's fix wrote."""
    for edit in finding.fix.edits if finding.fix else ():
        text, place = texts[edit.path], places[edit]
        start = text.rfind("\n", 0, place.start) + 1
        end = text.find("\n", place.end)
        end = len(text) if end < 0 else end
        if any(one.path == edit.path and start <= one.span.start <= end for one in raised):
            return True
    return False
