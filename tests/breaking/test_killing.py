"""Commands that are killed, and commands at once, leave each file old or new and are completed by running them again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from breaking.killing import COMMANDS, PAIRS
from lengths import length

TOP = Path(__file__).parents[2]


def found(runs: int, *names: str) -> dict[str, Any]:
    """What a process of its own finds, since one with threads must not fork."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TOP), str(TOP / "tests")))}
    done = subprocess.run(
        [sys.executable, "-m", "breaking.killing", str(runs), "7", *names], env=environment, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_what_is_killed_is_completed() -> None:
    told = found(length(6, 1300), *COMMANDS)
    assert {name: one["wrong"] for name, one in told.items()} == {name: [] for name in COMMANDS}
    assert all(one["torn"] for one in told.values())  # some were killed half way


@pytest.mark.parametrize("pairs", [list(PAIRS)[:1], pytest.param(list(PAIRS)[1:], marks=pytest.mark.slow)], ids=str)
def test_two_at_once_come_to_an_end(pairs: list[str]) -> None:
    told = found(length(4, 100), *pairs)
    assert {name: one["wrong"] for name, one in told.items()} == {name: [] for name in pairs}
