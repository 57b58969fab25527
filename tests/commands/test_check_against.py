"""``check --against REF``, in repositories on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

PAGE = "# Harbour\n\n" + "".join(
    f"Line {number} tells of gauge {number * 37} at the harbour.\n" for number in range(60)
)
INDEX = "# Index\n\n- [[Harbour]] - where the ships lie\n- [[Lisbon]] - the capital\n- [[Porto]] - a town\n"
NOTES = {"Harbour.md": PAGE, "Index.md": INDEX, "Lisbon.md": "x\n", "Porto.md": "x\n"}


def commit(top: Path, message: str) -> None:
    git(top, "add", "--all")
    git(top, "commit", "--quiet", "--allow-empty", "--message", message)


@pytest.fixture(params=["", "v/"])
def vault(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A vault at the top of a repository, or below it, on a branch of its own."""
    top = repository(tmp_path, {request.param + path: text for path, text in NOTES.items()} | {"x.txt": ""})
    git(top, "checkout", "--quiet", "-b", "work")
    return top / str(request.param)


def check(vault: Path, *arguments: str) -> Done:
    return run("check", "--vault", str(vault), "--format", "json", *arguments)


def found(done: Done) -> list[tuple[str, str]]:
    return [(one["rule"], Path(one["path"]).name) for one in json.loads(done.out)["findings"]]


BOTH = [("shrunken-note", "Harbour.md"), ("lost-row", "Index.md")]


@pytest.fixture
def damaged(vault: Path) -> Path:
    return write(vault, {"Harbour.md": "# Harbour\n", "Index.md": INDEX.replace("- [[Porto]] - a town\n", "")})


@pytest.mark.parametrize("committed", [True, False])
def test_what_the_work_lost(committed: bool, damaged: Path) -> None:
    if committed:
        commit(damaged, "Tidy up")
    assert found(check(damaged, "--against", "main")) == BOTH
    assert found(check(damaged)) == []
    assert found(check(damaged, "--against", "HEAD")) == ([] if committed else BOTH)
    assert check(damaged, "--against", "main").status == 0
    assert check(damaged, "--against", "main", "--fail-on", "warning").status == 1


def test_what_commits_say(damaged: Path) -> None:
    commit(damaged, "Cut the harbour page, and drop Porto")
    assert found(check(damaged, "--against", "main")) == []


def test_what_came_on_the_other_branch_is_not_missed(vault: Path) -> None:
    git(vault, "checkout", "--quiet", "main")
    write(vault, {"Index.md": INDEX + "- [[Faro]] - in the south\n", "Faro.md": PAGE})
    commit(vault, "Another town")
    git(vault, "checkout", "--quiet", "work")
    assert found(check(vault, "--against", "main")) == []


def test_a_merge_that_lost_a_row(vault: Path) -> None:
    git(vault, "checkout", "--quiet", "main")
    write(vault, {"Index.md": INDEX + "- [[Faro]] - in the south\n", "Faro.md": "x\n"})
    commit(vault, "Another town")
    git(vault, "checkout", "--quiet", "work")
    git(vault, "merge", "--quiet", "--no-commit", "--no-ff", "main")
    write(vault, {"Index.md": INDEX})
    commit(vault, "Merge main")
    assert found(check(vault, "--against", "main")) == [("lost-row", "Index.md")]


def test_renamed_and_deleted_notes(vault: Path) -> None:
    git(vault, "mv", "Harbour.md", "Quay.md")
    git(vault, "rm", "--quiet", "Porto.md")
    write(vault, {"Index.md": "# Index\n\n- [[Quay]]\n- [[Lisbon]] - the capital\n"})
    assert found(check(vault, "--against", "main")) == []


def test_text_that_went_to_a_note_that_git_does_not_know_yet(vault: Path) -> None:
    write(vault, {"Harbour.md": "See [[Quay]].\n", "Quay.md": PAGE})
    assert found(check(vault, "--against", "main")) == []


def test_only_what_is_asked_for(damaged: Path) -> None:
    assert found(check(damaged, str(damaged / "Index.md"), "--against", "main")) == BOTH[1:]
    assert found(check(damaged, "--against", "main", "--ignore", "lost-row")) == BOTH[:1]
    assert found(check(damaged, "--against", "main", "--changed")) == BOTH


def test_names_beyond_ascii(vault: Path) -> None:
    write(vault, {"Caf\u00e9 \u00fc.md": PAGE})
    commit(vault, "A caf\u00e9")
    write(vault, {"Caf\u00e9 \u00fc.md": "x"})
    assert found(check(vault, "--against", "HEAD")) == [("shrunken-note", "Caf\u00e9 \u00fc.md")]


@pytest.mark.parametrize("reference", ["nonsense", "-h", "--all"])
def test_a_reference_that_git_does_not_know(reference: str, vault: Path) -> None:
    done = check(vault, f"--against={reference}")
    assert (done.status, done.out) == (2, "")
    assert done.err == f'error: "{reference}" is no commit\n    help: name a commit, a branch or a tag\n'


def test_no_repository(tmp_path: Path) -> None:
    write(tmp_path, NOTES)
    done = check(tmp_path, "--against", "main")
    assert (done.status, done.out) == (2, "")
    assert done.err == f'error: "{tmp_path}" lies in no git repository\n    help: run it inside a git work tree\n'


def test_a_repository_without_commits(tmp_path: Path) -> None:
    write(tmp_path, NOTES)
    git(tmp_path, "init", "--quiet")
    done = check(tmp_path, "--against", "HEAD")
    assert (done.status, done.err.splitlines()[0]) == (2, 'error: "HEAD" is no commit')


def test_the_help_tells_of_it() -> None:
    told = " ".join(run("check", "--help").out.split())
    assert "--against REF Compare with the commit where the work left REF (a branch, tag or commit):" in told


def test_what_is_staged_is_compared(damaged: Path) -> None:
    git(damaged, "add", "Harbour.md")
    assert found(check(damaged, "--against", "main", "--staged")) == BOTH[:1]
    write(damaged, NOTES)
    assert found(check(damaged, "--against", "main", "--staged")) == BOTH[:1]
    assert found(check(damaged, "--against", "main", "--changed")) == []


def test_what_an_earlier_commit_of_the_branch_lost_is_no_news(damaged: Path) -> None:
    commit(damaged, "Tidy up")
    write(damaged, {"New.md": "x\n"})
    git(damaged, "add", "New.md")
    assert found(check(damaged, "--against", "main")) == BOTH
    for option in ("--staged", "--changed"):
        assert found(check(damaged, "--against", "main", option)) == []
