"""Findings in files that are neither pages nor data, and the day that a run takes for the present one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import run
from folders import git, repository, write

NAMES = "renames:\n  - {date: 2026-10-09, from: frank-medium, to: frank-archon, scope: [units]}\n"
TOML = """\
vault = "notes"
data = "notes/data"
repository-files = ["quadlet/**", "notes/units/*", "*.png"]

[schemas.types]
runbook = "runbook"
"""
FILES: dict[str, str | bytes] = {
    "vaulttool.toml": TOML,
    ".gitignore": "quadlet/local/\n",
    "notes/Home.md": "Restart frank-medium.\n",
    "notes/Swap.md": "---\ntype: runbook\nreview: 2026-10-01\n---\n# Swap\nRestart frank-medium.\n",
    "notes/data/names.yaml": NAMES,
    "notes/units/a.env": "NAME=frank-medium\n",
    "quadlet/b.container": "# frank-archon\nContainerName=frank-medium\n",
    "quadlet/local/c.container": "ContainerName=frank-medium\n",
    "quadlet/picture.bin": b"\xff\xfefrank-medium",
    "other/d.container": "ContainerName=frank-medium\n",
}
PAGE, INSIDE, OUTSIDE = "notes/Swap.md:6", "notes/units/a.env:1", "quadlet/b.container:2"


def told(folder: Path, *arguments: str) -> list[str]:
    """Where the rule on old names speaks, as a user in the repository's top sees it."""
    done = run("check", "--select", "retired-name", "--format", "json", *arguments, cwd=folder)
    assert done.status in (0, 1), done.err
    return [f"{one['path']}:{one['line']}" for one in json.loads(done.out)["findings"]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param([], [OUTSIDE, PAGE, INSIDE], id="all"),
        pytest.param(["notes"], [PAGE, INSIDE], id="the vault"),
        pytest.param(["quadlet/b.container"], [OUTSIDE], id="a file outside the vault"),
        pytest.param(["notes/units/a.env"], [INSIDE], id="a file in the vault"),
        pytest.param(["notes/Swap.md"], [PAGE], id="a page"),
    ],
)
def test_findings_in_other_files(tmp_path: Path, arguments: list[str], expected: list[str]) -> None:
    repository(tmp_path, FILES)
    assert told(tmp_path, *arguments) == expected


def test_a_file_that_nobody_names_is_no_path(tmp_path: Path) -> None:
    repository(tmp_path, FILES)
    done = run("check", "other/d.container", cwd=tmp_path)
    assert done.status == 2 and '"other/d.container" is no note' in done.err


@pytest.mark.parametrize("glob", ["quadlet/**", "quadlet/b.container", "*.container"])
def test_rules_are_silenced_in_other_files(tmp_path: Path, glob: str) -> None:
    toml = TOML + f'\n[per-file-ignores]\n"{glob}" = ["retired-name"]\n'
    repository(tmp_path, {**FILES, "vaulttool.toml": toml})
    assert told(tmp_path) == [PAGE, INSIDE]


def test_what_changed(tmp_path: Path) -> None:
    repository(tmp_path, FILES)
    assert told(tmp_path, "--changed") == []
    write(tmp_path, {"notes/units/a.env": "X=1\nNAME=frank-medium\n"})
    assert told(tmp_path, "--changed") == ["notes/units/a.env:2"]
    git(tmp_path, "add", ".")
    assert told(tmp_path, "--staged") == ["notes/units/a.env:2"]
    write(tmp_path, {"quadlet/b.container": "# changed\n# frank-archon\nContainerName=frank-medium\n"})
    git(tmp_path, "add", ".")
    assert told(tmp_path, "--staged") == [OUTSIDE.replace(":2", ":3"), "notes/units/a.env:2"]


def test_the_text_report_names_the_place_and_what_is_left(tmp_path: Path) -> None:
    repository(tmp_path, FILES)
    done = run("check", "--select", "retired-name", cwd=tmp_path)
    assert done.out.splitlines()[:3] == [
        'quadlet/b.container:2:15: error: "frank-medium" is called "frank-archon" since 2026-10-09 [retired-name]',
        '    notes/data/names.yaml:2:5: what is left of "frank-medium": 1 in pages, 1 in notes/, 1 in quadlet/',
        '    help: write "frank-archon", or let the file keep the name with keep_in',
    ]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        pytest.param(["--on", "2026-10-02"], 1, id="the day after"),
        pytest.param(["--on", "2026-10-01"], 0, id="the day itself"),
        pytest.param(["--on", "2999-01-01"], 1, id="a far day"),
        pytest.param(["--on", "1.10.2026"], 2, id="no day"),
        pytest.param(["--on", "2026-02-30"], 2, id="a day that is none"),
    ],
)
def test_the_present_day(tmp_path: Path, arguments: list[str], status: int) -> None:
    repository(tmp_path, FILES)
    done = run("check", "--select", "review-overdue", "--fail-on", "warning", *arguments, cwd=tmp_path)
    assert done.status == status, done.err
    assert status < 2 or "is no day" in done.err


def test_a_bad_glob_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"vaulttool.toml": 'repository-files = ["!"]\n', "Home.md": ""})
    done = run("check", cwd=tmp_path)
    assert done.status == 2 and '"!" is no glob' in done.err
