"""Public bug B088: updating a baseline hides no new finding."""

from __future__ import annotations

from pathlib import Path

from commands_in import Done, run
from folders import write


def findings(done: Done) -> list[str]:
    """The places and rules of the findings of a run."""
    lines = [line for line in done.out.splitlines() if line.endswith("]")]
    return [f"{line.partition(': ')[0]} {line.rpartition('[')[2][:-1]}" for line in lines]


def test_b088_updating_a_baseline_hides_nothing_new(tmp_path: Path) -> None:
    write(tmp_path, {"n.md": "[[Old]]\n\n[[Older]]\n"})
    assert run("baseline", cwd=tmp_path).status == 0
    before = (tmp_path / "vaulttool-baseline.json").read_text()
    write(tmp_path, {"n.md": "[[Old]]\n\n[[New]]\n"})
    done = run("baseline", cwd=tmp_path)
    assert (findings(done), done.status) == (["n.md:3:3 broken-link"], 1)
    after = (tmp_path / "vaulttool-baseline.json").read_text()
    assert "Older" in before and "Older" not in after and "New" not in after
    done = run("check", "--baseline", cwd=tmp_path)
    assert (findings(done), done.status) == (["n.md:3:3 broken-link"], 1)
