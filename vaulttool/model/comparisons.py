"""Whether the sides of a comparison differ in more than in what is compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from vaulttool.model.citations import Measured, measured, measured_at
from vaulttool.model.dataset import Dataset
from vaulttool.model.expression import ExpressionError, parse
from vaulttool.model.records import Run
from vaulttool.model.setting_words import named_in
from vaulttool.model.shapes import alike, method_of, settings_of, shown, told_flags
from vaulttool.parsing.data import Keys

REMEDY = 'measure again with one thing changed, or name it in "variable"'


class Difference(NamedTuple):
    """Something in which two sides differ that is not compared: where it stands in the file of a run, what is wrong,
    and where the other side stands."""

    keys: Keys
    message: str
    help: str
    other: Run
    other_keys: Keys


def differences(data: Dataset, run: Run) -> Iterator[Difference]:
    """What is wrong in the comparisons of a run: among its arms, with its baseline, with runs that it computes with."""
    yield from _controlled(run)
    yield from _unvaried(run)
    yield from _arms(run)
    yield from _statistics(run)
    others = [data.runs[run.baseline]] if run.baseline and run.baseline in data.runs else []
    others += [other for other in _computed_with(data, run) if other not in others and other is not run]
    for other in others:
        yield from _methods(run, other)


def _controlled(run: Run) -> Iterator[Difference]:
    """Settings that all arms are said to share and some do not."""
    for name, arm in run.arms.items():
        for key in arm.settings:
            if key in run.controlled and not alike(arm.settings[key], run.controlled[key]):
                value, common = shown(arm.settings[key]), shown(run.controlled[key])
                message = f'"{key}" is controlled as "{common}", and "{value}" in the arm "{name}"'
                help = "take it out of controlled, or correct the arm"
                yield Difference(("arms", name, "settings", key), message, help, run, ("controlled", key))


def _unvaried(run: Run) -> Iterator[Difference]:
    """A variable under test that is the same in all arms."""
    for index, key in enumerate(run.variable):
        values = [settings_of(run, name)[key] for name in run.arms if key in settings_of(run, name)]
        if len(values) == len(run.arms) > 1 and all(alike(values[0], value) for value in values):
            message = f'"{key}" is the variable, and "{shown(values[0])}" in every arm'
            first = next(iter(run.arms))
            yield Difference(("variable", index), message, "name what differs", run, ("arms", first))


def _arms(run: Run) -> Iterator[Difference]:
    """Settings that differ between two arms beside the variable."""
    done: set[str] = set()
    for first, second in _compared(run):
        one, other = settings_of(run, first), settings_of(run, second)
        differing = [key for key in one if key in other and not alike(one[key], other[key])]
        beside = [key for key in differing if not _is_variable(run, key, (first, second))]
        for key in beside if len(beside) < len(differing) else ():
            if key not in done:
                done.add(key)
                message = (
                    f'"{key}" is "{shown(other[key])}" in the arm "{second}" and "{shown(one[key])}" in "{first}", '
                    "beside what is compared"
                )
                yield Difference(_setting_keys(run, second, key), message, REMEDY, run, _setting_keys(run, first, key))


def _compared(run: Run) -> Iterator[tuple[str, str]]:
    """The pairs of arms that are compared: the winner and each other one; where there is none, the only two."""
    winner = run.verdict.winner if run.verdict else None
    if run.variable:
        yield from combinations(run.arms, 2)
    elif run.kind == "ab" and winner in run.arms:
        yield from ((str(winner), name) for name in run.arms if name != winner)
    elif run.kind == "ab" and len(run.arms) == 2:
        first, second = run.arms
        yield first, second


def _is_variable(run: Run, key: str, arms: tuple[str, str]) -> bool:
    """Whether a setting is what is compared: the run says so; where it says nothing, its question or titles do."""
    if run.variable:
        return key in run.variable
    return named_in(key, None, f"{run.question or ''} {run.title}") or any(
        named_in(key, run.arms[name].settings.get(key), run.arms[name].title or name) for name in arms
    )


def _setting_keys(run: Run, arm: str, key: str) -> Keys:
    if key in run.arms[arm].settings:
        return ("arms", arm, "settings", key)
    return ("settings", key) if key in run.settings else ("controlled", key)


def _statistics(run: Run) -> Iterator[Difference]:
    """The same metric in two arms, made of several figures in different ways or of different things."""
    first: dict[str, Measured] = {}
    for one in measured(run):
        before = first.setdefault(one.metric, one)
        for what in ("stat", "per"):
            mine, other = getattr(one.result, what), getattr(before.result, what)
            if one.arm and before.arm and mine and other and mine != other:
                words = f'{_words(what, mine)} in the arm "{one.arm}" and {_words(what, other)} in "{before.arm}"'
                message = f'"{one.metric}" is {words}'
                yield Difference((*one.keys, what), message, "compare like with like", run, (*before.keys, what))


def _words(what: str, value: str) -> str:
    return f"per {value}" if what == "per" else f"a {value}"


def _computed_with(data: Dataset, run: Run) -> Iterator[Run]:
    """The other runs with whose figures of the same metric a run computes."""
    for told in run.derived.values():
        try:
            names = [name for name, *_ in parse(told.expr).names]
        except ExpressionError:
            continue
        figures = [measured_at(data, name if name.startswith("run/") else f"run/{run.run}#{name}") for name in names]
        own = {one.metric for one in figures if one and one.run is run}
        yield from (one.run for one in figures if one and one.run is not run and one.metric in own)


def _methods(run: Run, other: Run) -> Iterator[Difference]:
    """Parts of the method that differ between two runs that are compared."""
    mine, others = method_of(run), method_of(other)
    flags = told_flags(run) and told_flags(other) and mine["harness"].value == others["harness"].value
    for name in {**mine, **others}:
        one, before = mine.get(name), others.get(name)
        if name in run.variable or ((one is None or before is None) and not (flags and _is_flag(one or before))):
            continue
        value, theirs = (shown(part.value) if part else "not set" for part in (one, before))
        if one is None or before is None or not alike(one.value, before.value):
            message = f'"{name}" is "{value}" here and "{theirs}" in "{other.run}", which it is compared with'
            keys = one.keys if one else ("method", "args")
            yield Difference(keys, message, REMEDY, other, before.keys if before else ("method", "args"))


def _is_flag(part: object) -> bool:
    return getattr(part, "keys", ()) == ("method", "args")
