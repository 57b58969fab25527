"""Many runs at once, a vault that changes while it is read, and a run that goes on for long."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from commands_in import run
from folders import write
from lengths import is_slow, length
from towns import TOWNS

from vaulttool.commands._live import Live
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run

MORE = {f"n{at}/note {at}.md": f"# N{at}\n\n[[note {at + 1}]] [[Home]] [[Gone {at}]] #t{at % 7}\n" for at in range(150)}
SOAK = 600.0  # seconds
GROWTH = 1.10  # of memory, after a first part of the soak


def test_many_checks_at_once_on_one_cache_agree(tmp_path: Path) -> None:
    vault = write(tmp_path, {**TOWNS, **MORE})
    environment = {name: value for name, value in os.environ.items() if name != "VAULTTOOL_NO_CACHE"}
    command = [sys.executable, "-m", "vaulttool", "check", "--jobs", "1"]
    for _ in range(2):  # without a cache, then with one
        runs = [
            subprocess.Popen(command, cwd=vault, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(length(3, 50))
        ]
        ended = {(*one.communicate(), one.returncode) for one in runs}
        assert len(ended) == 1
        ((out, err, status),) = ended
        assert (status, err) == (1, b"") and b"155 errors, 1 warning\n" in out
    assert run("check", "--no-cache", cwd=vault).out.encode() == out


def test_a_vault_that_changes_while_it_is_read(tmp_path: Path) -> None:
    vault = write(tmp_path, {**TOWNS, **MORE})
    stop = threading.Event()
    chance = random.Random(7)

    def change() -> None:
        while not stop.is_set():
            place = vault / f"n{chance.randrange(150)}" / f"note {chance.randrange(150)}.md"
            kind = chance.random()
            if kind < 0.4 and place.parent.is_dir():
                place.write_text(f"# X\n\n[[Home]] {'y' * chance.randrange(2000)}\n")
            elif kind < 0.7:
                place.unlink(missing_ok=True)
            elif place.is_file():
                place.rename(place.with_name(f"other {chance.randrange(99)}.md"))

    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(length(2, 120)):
            done = run("check", cwd=vault)
            assert done.status == 1 and "Traceback" not in done.err
    finally:
        stop.set()
        other.join()
    assert run("check", cwd=vault) == run("check", cwd=vault)


def memory() -> int:
    """What this process takes now, in KiB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="only there a process knows its memory")
def test_memory_is_flat_in_a_run_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = write(tmp_path, {**TOWNS, **MORE})
    monkeypatch.chdir(vault)
    live = Live(Run([], Given(no_cache=True, jobs=1)), (), ())
    chance = random.Random(7)
    begun, seconds = time.monotonic(), SOAK if is_slow() else 2.0
    early, edits = 0, 0
    while (passed := time.monotonic() - begun) < seconds:
        path = f"n{(at := chance.randrange(150))}/note {at}.md"
        (vault / path).write_text(
            f"# N{at}\n\n[[note {chance.randrange(200)}]] [[Gone {edits}]] {'z ' * chance.randrange(500)}\n"
        )
        live.changed({path})
        if edits % 5 == 0:
            live.settle()
        edits += 1
        if not early and passed > seconds / 3:
            early = memory()
    assert edits > 50 and early
    assert memory() < early * GROWTH
