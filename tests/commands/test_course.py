"""What a run tells of its course: where the time went, and what it is doing."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from commands_in import run
from folders import write

from vaulttool.course import Course

WATCHED = """
import sys
from vaulttool import cli
from vaulttool.commands import _progress
_progress.PATIENCE, _progress.BETWEEN = {patience}, 0
sys.argv = ["vaulttool", "check", "--no-cache"]
cli.main()
"""
FILES = {f"{number}.md": f"[[{number + 1}]] # x" for number in range(300)}


def test_where_the_time_went(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    plain, timed = (run("check", "--no-cache", *more, cwd=tmp_path) for more in ((), ("--timing",)))
    assert (timed.status, timed.out, plain.err) == (plain.status, plain.out, "")
    *parts, whole = timed.err.splitlines()
    names = [line.split("%")[1].strip() for line in parts]
    assert names[0] == "start" and "parse" in names
    assert whole.endswith(" s in all, parts below 1 ms left out")
    shares = [float(line.split()[2]) for line in parts]
    assert 90 < sum(shares) < 100.5


def test_parts_of_one_name_are_added_up() -> None:
    course = Course()
    for _ in range(2):
        with course.part("a"):
            pass
    with pytest.raises(KeyError), course.part("b"):
        raise KeyError
    assert list(course.took) == ["a", "b"]


def test_a_part_within_another_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 3.0, 4.0, 8.0, 16.0])  # each beginning and end
    monkeypatch.setattr("vaulttool.course.time.perf_counter", lambda: next(clock))
    course = Course()
    with course.part("outer"):
        for _ in range(2):
            with course.part("inner"):
                pass
    assert course.took == {"outer": 10.0, "inner": 6.0}


def test_a_watcher_is_told_how_much_is_done() -> None:
    told: list[tuple[str, int, int]] = []
    course = Course(lambda *what: told.append(what))
    with course.part("parse"):
        course.tell("parse", 32, 260)
    assert told == [("parse", 0, 0), ("parse", 32, 260)]


def on_a_terminal(folder: Path, patience: float) -> str:
    """What a person sees on standard error, all that was erased again included."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", WATCHED.format(patience=patience)],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=theirs, env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:  # the terminal is closed
            break
        if not read:
            break
        seen += read
    process.wait()
    os.close(ours)
    return seen.decode("utf-8")


def test_a_long_run_is_shown_on_a_terminal_and_the_display_goes_away(tmp_path: Path) -> None:
    seen = on_a_terminal(write(tmp_path, FILES), patience=0)
    assert "parse" in seen and "/300" in seen and "broken-link" in seen
    assert seen.endswith(("\x1b[2K", "\x1b[?25h", "\x1b[1A\x1b[2K"))


def test_a_short_run_shows_nothing(tmp_path: Path) -> None:
    assert on_a_terminal(write(tmp_path, FILES), patience=100) == ""


def test_nothing_is_shown_in_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED.format(patience=0)], cwd=write(tmp_path, FILES), capture_output=True, check=False
    )
    assert done.stderr == b""
