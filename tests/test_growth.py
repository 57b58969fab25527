"""Work grows with the vault and its data and no faster: what is counted are calls, which no other process changes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from large_fleet import large_fleet
from lengths import length
from vaults import asked_of, indexed, sources_of

from vaulttool import engine
from vaulttool.course import Course

SMALL = length(8, 30)
TIMES = 4
MOST = 1.3 * TIMES  # of the calls for the small fleet: some loops have a logarithm in them
FEW = 40 * SMALL  # calls: what does so little need not be looked at


class Counting(Course):
    """The calls of each part of a run, those of parts within it left out."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.parts = [""]

    def count(self, frame: object, event: str, argument: object) -> None:
        if event == "call" or event == "c_call":
            self.calls[self.parts[-1]] += 1

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        self.parts.append(name)
        try:
            yield
        finally:
            self.parts.pop()


def counted(work: Callable[[Course], object]) -> Counter[str]:
    course = Counting()
    before = sys.getprofile()
    sys.setprofile(course.count)
    try:
        work(course)
    finally:
        sys.setprofile(before)
    return course.calls


def checked(size: int) -> Counter[str]:
    files = indexed(large_fleet(size))[0]
    sources, (on, claims) = sources_of(files, on="2026-04-02"), asked_of(files)
    return counted(lambda course: engine.check(sources, on, claims, course=course))


def test_what_rules_do_grows_with_the_fleet_and_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttool.model.guesses.MOST", 4)  # similar names are looked for among all, but so often only
    checked(2)  # what is made once
    few, many = checked(SMALL), checked(TIMES * SMALL)
    assert {name: (few[name], many[name]) for name in many if many[name] > max(FEW, MOST * few[name])} == {}
    assert sum(many.values()) > 1000 * SMALL


@pytest.mark.parametrize("done", [False, True], ids=["first", "again"])
def test_what_index_does_grows_with_the_fleet_and_no_faster(done: bool) -> None:
    def calls(size: int) -> int:
        files = large_fleet(size)
        if done:
            files = indexed(files)[0]
        return counted(lambda course: indexed(files)).total()

    calls(2)
    few, many = calls(SMALL), calls(TIMES * SMALL)
    assert many < MOST * few
