"""Whatever system call fails, and how: each file is old or new, what is said is true, and a second run completes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from breaking.injecting import CHANGES, injected, interrupted
from lengths import is_slow


@pytest.mark.parametrize("name", CHANGES)
def test_a_fault_at_every_call(name: str, tmp_path: Path) -> None:
    done = injected(CHANGES[name], tmp_path, each=is_slow())
    assert done.faults > 10
    assert done.wrong == []


@pytest.mark.parametrize("name", ["a file", "a new file in new folders", "another folder", "several"])
def test_an_interrupt_at_every_call(name: str, tmp_path: Path) -> None:
    """Ctrl-C leaves nothing behind: no temporary file, no empty folder, no lock."""
    calls = interrupted(CHANGES[name], tmp_path)
    assert calls.faults > 10
    assert calls.wrong == []
