"""Ratios of runs in turn, exponents of growth, and the bound for CI."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench import ci, scale
from bench.alternating import Command, Cost, cost, in_turn, output
from bench.ratios import exponent, pairs_within, ratio


def test_a_ratio_is_of_the_medians_and_tells_the_pairs() -> None:
    found = ratio([1.0, 2.0, 9.0], [2.0, 2.0, 3.0])
    assert found == (1.0, 0.5, 3.0)


@pytest.mark.parametrize(
    ("asked", "taken", "most", "pairs"),
    [
        pytest.param(7, 1.0, 300.0, 7, id="what is asked"),
        pytest.param(7, 100.0, 300.0, 3, id="what fits"),
        pytest.param(7, 900.0, 300.0, 1, id="at least one"),
        pytest.param(7, 0.0, 300.0, 7, id="no time at all"),
    ],
)
def test_slow_tools_get_fewer_pairs(asked: int, taken: float, most: float, pairs: int) -> None:
    assert pairs_within(asked, taken, most) == pairs


@pytest.mark.parametrize("power", [0.5, 1.0, 1.08, 2.0])
def test_the_exponent_of_a_power_is_found(power: float) -> None:
    sizes = [10_000, 100_000, 1_000_000]
    assert exponent(sizes, [0.003 * size**power for size in sizes]) == pytest.approx(power)


def test_growth_leaves_small_vaults_out_and_wants_two_sizes() -> None:
    def size(notes: int, seconds: float) -> dict[str, object]:
        return {"notes": notes, "cold": {"median": seconds, "together": seconds}}

    assert scale.growth({"1k": size(1000, 5.0), "10k": size(10_000, 1.0)}) == {}
    sizes = {"1k": size(1000, 5.0), "10k": size(10_000, 1.0), "100k": size(100_000, 10.0)}
    assert scale.growth(sizes) == {"cold": 1.0, "cold_memory": 1.0}


@pytest.mark.parametrize(("ratio", "slower"), [(1.9, False), (2.5, False), (2.51, True)])
def test_a_quarter_more_is_too_slow(ratio: float, slower: bool) -> None:
    assert ci.is_slower(ratio, 2.0) is slower


def test_the_least_of_each_side_counts_and_the_figures_say_so() -> None:
    ours, theirs = [4.0, 2.0, 3.0], [1.0, 1.5, 9.0]
    assert ci.of_least(ours, theirs) == 2.0
    told = ci.figures(ours, theirs, 1.6)
    assert "check 2.000 s at least" in told
    assert "ratio 2.000 (1.25 of the noted 1.600)" in told


def test_more_pairs_are_run_before_a_high_ratio_is_believed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, later = Cost(0, 9.0, 0, 0, 0), Cost(0, 2.0, 0, 0, 0)
    rounds = iter([{"check": [first], "calculation": [later]}, {"check": [later], "calculation": [later]}])
    monkeypatch.setattr(ci, "in_turn", lambda *arguments, **named: next(rounds))
    assert ci.measured(tmp_path, 1, 1.0) == ([9.0, 2.0], [2.0, 2.0])


def test_a_run_that_failed_is_not_taken_for_a_quick_one() -> None:
    with pytest.raises(SystemExit, match="status 2"):
        ci.seconds([Cost(0, 0.1, 0, 0, 2)])


def test_commands_run_in_turn_each_after_its_preparation(tmp_path: Path) -> None:
    said: list[str] = []
    python = [sys.executable, "-c", "pass"]
    commands = {name: Command(python, tmp_path, lambda name=name: said.append(name)) for name in ("a", "b")}  # type: ignore[misc]  # mypy cannot tell the type of the default
    costs = in_turn(commands, 2)
    assert said == ["a", "b"] * 3
    assert {name: len(runs) for name, runs in costs.items()} == {"a": 2, "b": 2}


def test_a_cost_holds_memory_time_and_status(tmp_path: Path) -> None:
    code = "import sys; held = bytearray(60_000_000); sum(range(200_000)); sys.exit(3)"
    found = cost(Command([sys.executable, "-c", code], tmp_path), watched=True)
    assert found.status == 3
    assert found.wall > 0
    assert found.processor > 0
    assert found.together >= found.largest > 57


def test_what_a_command_prints_is_read_errors_included(tmp_path: Path) -> None:
    code = "import sys; print('out'); sys.stdout.flush(); print('err', file=sys.stderr)"
    assert output(Command([sys.executable, "-c", code], tmp_path)).split() == ["out", "err"]
    with pytest.raises(subprocess.TimeoutExpired):
        output(Command([sys.executable, "-c", "import time; time.sleep(9)"], tmp_path), limit=0.2)
