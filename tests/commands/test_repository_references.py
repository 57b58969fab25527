"""References to the repository on a real disk: pages outside the vault, clients of an endpoint, tags, ignored files."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

CONFIGURATION = """\
vault = "vault"
data = "data"
extra-files = ["README.md", "CHANGELOG.md"]
repository-files = ["harness/*.yml"]

[schemas.types]
reference = "reference"



"""
FLEET = {
    "vaulttool.toml": CONFIGURATION,
    ".gitignore": "out/\n",
    "README.md": "Run `scripts/soak.py`, then `scripts/bench.sh`. Results: `tests/out/x.json`, `scripts/out/`.\n",
    "CHANGELOG.md": "`scripts/soak.py` measures.\n",
    "scripts/bench.sh": "",
    "tests/run.sh": "",
    "harness/models.yml": "- {id: lisbon, max_context: 262144}\n",
    "units/lisbon.container": "[Container]\nImage=a/b:1\nExec=--max-model-len 114688\n\n[Install]\nWantedBy=default.target\n",
    "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
    "data/endpoints/lisbon.yaml": """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
eras:
  - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", units: [units/lisbon.container], git_tag: lisbon-1}
""",
    "vault/Lisbon.md": """\
---
type: reference
title: Lisbon
description: A town.
tags: [town]
timestamp: 2026-09-20
---

Run `scripts/load.py` and `scripts/bench.sh`.
""",
}
RULES = [
    part
    for rule in ("missing-path", "missing-git-ref", "context-exceeded", "missing-flag", "default-differs")
    for part in ("--select", rule)
]


def checked(*arguments: str, cwd: Path) -> Done:
    return run("check", *RULES, *arguments, cwd=cwd)


def told(done: Done) -> list[tuple[str, str]]:
    """Path and rule of each finding."""
    lines = [line for line in done.out.splitlines() if line.endswith("]")]
    return [(line.partition(":")[0], line.rpartition("[")[2][:-1]) for line in lines]


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    top = repository(tmp_path, FLEET)
    git(top, "tag", "other")
    return top


ALL = [
    ("README.md", "missing-path"),
    ("data/endpoints/lisbon.yaml", "missing-git-ref"),
    ("harness/models.yml", "context-exceeded"),
    ("vault/Lisbon.md", "missing-path"),
]


def test_what_is_told_of_a_whole_repository(fleet: Path) -> None:
    done = checked(cwd=fleet)
    assert sorted(told(done)) == ALL
    assert (done.status, done.err) == (1, "")
    assert (
        'harness/models.yml:1:29: error: "max_context" of "lisbon" is 262144, and the endpoint serves 114688'
        in done.out
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("harness/models.yml", [ALL[2]], id="a client"),
        pytest.param("README.md", [ALL[0]], id="a page outside the vault"),
        pytest.param("data/endpoints/lisbon.yaml", [ALL[1]], id="a data file"),
        pytest.param("vault/Lisbon.md", [ALL[3]], id="a note"),
    ],
)
def test_paths_narrow_what_is_told(path: str, expected: list[tuple[str, str]], fleet: Path) -> None:
    done = checked(path, cwd=fleet)
    assert (told(done), done.err) == (expected, "")


def test_a_client_may_be_silenced(fleet: Path) -> None:
    write(fleet, {"vaulttool.toml": CONFIGURATION + '\n[per-file-ignores]\n"harness/*.yml" = ["context-exceeded"]\n'})
    assert ALL[2] not in told(checked(cwd=fleet))


def test_a_glob_of_clients_that_is_none(fleet: Path) -> None:
    write(fleet, {"vaulttool.toml": CONFIGURATION.replace("harness/*.yml", "!")})
    assert checked(cwd=fleet).status == 2


def test_a_clone_without_tags_says_so_once(fleet: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("clones") / "clone"
    git(fleet, "clone", "--quiet", "--depth=1", f"file://{fleet}", str(place))
    done = checked(cwd=place)
    assert sorted(told(done)) == [one for one in ALL if one[1] != "missing-git-ref"]
    assert done.err == "note: no git repository with all its tags is here, so no tag, branch or commit is looked up\n"


def test_a_tag_that_is_made(fleet: Path) -> None:
    git(fleet, "tag", "lisbon-1")
    assert ALL[1] not in told(checked(cwd=fleet))


def test_a_folder_without_git(tmp_path: Path) -> None:
    write(tmp_path, {**FLEET, "vault/.obsidian/app.json": "{}"})
    done = checked(cwd=tmp_path)
    assert ("vault/Lisbon.md", "missing-path") in told(done)
    assert ("harness/models.yml", "context-exceeded") in told(done)


def test_a_vault_that_is_the_repository(tmp_path: Path) -> None:
    files = {path.removeprefix("vault/"): text for path, text in FLEET.items() if path != "README.md"}
    files["vaulttool.toml"] = CONFIGURATION.replace('vault = "vault"\n', "").replace('"README.md", ', "")
    top = repository(tmp_path, files)
    assert told(checked(cwd=top)) == [("Lisbon.md", "missing-path"), ("harness/models.yml", "context-exceeded")]


def test_a_configuration_below_the_top(tmp_path: Path) -> None:
    """Paths in prose may begin at the repository's top, or at the configuration's folder."""
    files = {f"docs/{path}": text for path, text in FLEET.items()}
    files["docs/vault/Lisbon.md"] += (
        "See `tools/a.py`, `tools/b.py`, `docs/scripts/bench.sh` and `docs/scripts/c.sh`.\n"
    )
    top = repository(tmp_path, {**files, "tools/a.py": ""})
    done = run("check", "--select", "missing-path", cwd=top / "docs")
    assert [line.partition('is "')[2].partition('"')[0] for line in done.out.splitlines() if "warning" in line][
        :-1
    ] == [
        "scripts/soak.py",
        "scripts/load.py",
        "tools/b.py",
        "docs/scripts/c.sh",
    ]
