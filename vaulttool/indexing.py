"""What there is to write: the findings on generated parts of pages, made into new texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vaulttool.model.finding import Edit, Finding
from vaulttool.model.outputs import SUMS, CheckedOutput, read_sums, written_sums
from vaulttool.model.regions import Checked
from vaulttool.model.rule import Shared
from vaulttool.model.state import State
from vaulttool.text.span import Span

RULES = (
    "bad-data",
    "conflict-marker",
    "edited-region",
    "lone-marker",
    "missing-region",
    "orphaned-row",
    "stale-figure",
    "stale-region",
)


class Change(NamedTuple):
    """What is to be written to one file, by its path from the vault's root: edits, or a ``whole`` new text.

    ``told`` says each thing that changes.
    """

    path: str
    edits: tuple[Edit, ...] = ()
    told: tuple[str, ...] = ()
    whole: str | None = None


class Work(NamedTuple):
    """The changes that mend findings, in the order in which to write them, and the findings that are left.

    ``edits`` has, by the place of its finding, what stands in each edited region and what belongs there.
    """

    changes: Sequence[Change]
    left: Sequence[Finding]
    edits: Mapping[tuple[str, Span], tuple[str, str]] = {}


def work(shared: Shared, found: Iterable[Finding], discard: bool = False, resolve: bool = False) -> Work:
    """What mends these findings. ``discard`` writes edited regions too, ``resolve`` those in conflict."""
    forced = {
        (one.page.path, one.region.begin): one for one in shared.regions if _is_forced(one.state, discard, resolve)
    }
    wholes: dict[tuple[str, Span, str], list[CheckedOutput]] = {}
    for one in shared.outputs:
        if one.state is State.STALE or _is_forced(one.state, discard, resolve):
            rule = "stale-region" if one.state is State.STALE else "edited-region"
            wholes.setdefault((shared.sources.config_file, one.output.place, rule), []).append(one)
    outputs: list[CheckedOutput] = []
    edits: dict[str, list[tuple[Edit, str]]] = {}
    left = []
    for finding in found:
        key = (finding.path, finding.span)
        if finding.rule == "edited-region" and key in forced:
            edits.setdefault(finding.path, []).append(_anew(forced[key]))
        elif finding.fix is not None:
            edits.setdefault(finding.path, []).append((finding.fix.edits[0], finding.fix.title))
        elif (*key, finding.rule) in wholes:
            outputs += [one for one in wholes[*key, finding.rule] if one not in outputs]
        else:
            left.append(finding)
    changes = [
        Change(path, tuple(edit for edit, _ in some), tuple(told for _, told in some))
        for path, some in sorted(edits.items())
    ]
    told = {
        (one.page.path, one.region.begin): (one.region.text, one.body) for one in shared.regions if one.state.is_edited
    }
    return Work([*changes, *_whole(shared, outputs)], left, told)


def _is_forced(state: State, discard: bool, resolve: bool) -> bool:
    return (discard and state.is_edited) or (resolve and state is State.CONFLICT)


def _anew(one: Checked) -> tuple[Edit, str]:
    """The edit that throws away what people wrote in a region."""
    lost = "both sides of the conflict dropped" if one.state is State.CONFLICT else "the edit thrown away"
    return one.edit, f'write the region "{one.region.name}" anew, {lost}'


def _whole(shared: Shared, outputs: Sequence[CheckedOutput]) -> Iterator[Change]:
    """The whole files to write, then the sums by which an edit of one is known. They come last, so that a run that
    is broken off is completed by the next."""
    files = shared.sources.files
    for one in sorted(outputs, key=lambda one: one.output.path):
        newline = "\r\n" if one.present is not None and "\r\n" in one.present else "\n"
        if one.present is None or one.present.replace("\r\n", "\n") != one.text:
            path = files.from_vault(one.output.path)
            yield Change(path, (), ("write the file",), one.text.replace("\n", newline))
    if outputs:
        sums = written_sums(shared.outputs, outputs, read_sums(files.text(SUMS) or ""))
        yield Change(files.from_vault(SUMS), (), (), sums)
