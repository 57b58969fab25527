"""In a vault of ordinary notes each fault is found, at its line, and nothing else is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import run
from faulty_vault import FAULTS, Fault, faulty_vault
from folders import write
from lengths import some

SEEDS = [pytest.param(60, seed, id=f"60 notes, seed {seed}") for seed in range(12)]


@pytest.mark.parametrize(
    ("notes", "seed"), [*some(SEEDS), pytest.param(500, 1, id="500 notes", marks=pytest.mark.slow)]
)
def test_each_fault_and_nothing_else(notes: int, seed: int, tmp_path: Path) -> None:
    made = faulty_vault(notes, seed)
    done = run("check", "--format", "json", cwd=write(tmp_path, made.files))
    found = [Fault(one["path"], one["line"], one["rule"]) for one in json.loads(done.out)["findings"]]
    assert sorted(found) == sorted(made.faults)
    assert (done.status, len(made.faults)) == (1, len(FAULTS) + 3)


def test_fixing_raises_nothing_new_and_ends(tmp_path: Path) -> None:
    made = faulty_vault(60, 5)
    write(tmp_path, made.files)
    assert run("check", "--fix", "--unsafe-fixes", cwd=tmp_path).status == 1
    once = {path: (tmp_path / path).read_bytes() for path in made.files}
    changed = {path for path in once if once[path] != made.files[path]}
    sick = {fault.path for fault in made.faults}
    assert changed and changed <= sick
    done = run("check", "--fix", "--unsafe-fixes", "--format", "json", cwd=tmp_path)
    assert {path: (tmp_path / path).read_bytes() for path in made.files} == once
    left = {(one["path"], one["rule"]) for one in json.loads(done.out)["findings"]}
    assert left < {(fault.path, fault.rule) for fault in made.faults}


def test_without_its_faults_the_vault_is_clean(tmp_path: Path) -> None:
    made = faulty_vault(60, 3)
    sick = {fault.path for fault in made.faults}
    files = {
        path: content if path not in sick else b"[[Home]]\n\n## Details\n\nMended. ^top\n"
        for path, content in made.files.items()
    }
    files["Home.md"] = made.files["Home.md"] + b"- [[Forlorn]]\n"
    files["Second board.canvas"] = b"{}"
    done = run("check", "--fail-on", "warning", cwd=write(tmp_path, files))
    assert (done.status, done.out.count("\n")) == (0, 1)
