"""Nothing that a repository says to git is run, fetched, or read from somewhere else."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from commands_in import run
from folders import git, repository, write
from security.hostile_git import hostile, program, ran

from vaulttool.errors import VaultError
from vaulttool.storage import git as asked

NOTES = {"Home.md": "# Home\n\n[[Lisbon]]\n", "Lisbon.md": "# Lisbon\n", "tools/run.py": ""}
COMMANDS = (
    ("check",),
    ("check", "--staged"),
    ("check", "--changed"),
    ("check", "--changed", "HEAD~1"),
    ("check", "--against", "other"),
    ("check", "--fix", "--unsafe-fixes", "--diff"),
    ("index", "--check"),
    ("rename", "Lisbon.md", "Porto.md", "--dry-run"),
    ("init", "--dry-run"),
)
ASKED: dict[str, Callable[[Path], object]] = {
    "ignored": asked.ignored,
    "files": asked.files,
    "staged": asked.staged,
    "changed": lambda top: asked.changed(top, "HEAD"),
    "fork": lambda top: asked.fork(top, "other"),
    "references": asked.references,
    "remotes": asked.remotes,
    "changes": lambda top: asked.changes(top, asked.commit_of(top, "HEAD~1", "")),
    "texts": lambda top: asked.texts(top, "HEAD~1", ["Lisbon.md", "Home.md"]),
    "messages": lambda top: asked.messages(top, "HEAD~1"),
    "history": asked.history,
    "unknown": asked.unknown,
    "would_ignore": lambda top: asked.would_ignore(top, ["a.md"]),
    "absent": lambda top: asked.absent(top, ["v2"]),
}


@pytest.fixture(scope="module")
def told_to_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile(tmp_path_factory.mktemp("hostile"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_runs_what_git_is_told_to_run(command: tuple[str, ...], told_to_run: Path) -> None:
    done = run(*command, cwd=told_to_run)
    assert (done.status in (0, 1), done.err.count("bug")) == (True, 0), done.err
    assert ran(told_to_run.parent) == set()


@pytest.mark.parametrize("question", ASKED)
def test_no_question_runs_what_git_is_told_to_run(question: str, told_to_run: Path) -> None:
    ASKED[question](told_to_run)
    assert ran(told_to_run.parent) == set()


def test_those_programs_would_be_run(tmp_path: Path) -> None:
    """By a git that is asked without care."""
    top = hostile(tmp_path)
    for command in (["git", "status"], ["git", "diff"], ["git", "log", "-1"]):
        subprocess.run(command, cwd=top, capture_output=True, check=False)
    told = ran(tmp_path)
    assert {"core.fsmonitor", "gpg.program"} <= told
    assert any(name.startswith("filter.") for name in told)  # git gives up at the first that fails


@pytest.mark.parametrize("way", ["ALLOW_PROTOCOL", "NO_LAZY_FETCH"])
@pytest.mark.parametrize("address", ["file", "ext"])
@pytest.mark.parametrize("question", ["changed", "changes", "texts", "history", "staged"])
def test_an_object_that_is_not_there_is_not_fetched(
    question: str, address: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clone that says it is partial has git fetch what it lacks, with a program that the clone names. Git is told not
    to in two ways, of which older ones know the first only; each is enough."""
    ways = ("ALLOW_PROTOCOL", "NO_LAZY_FETCH")
    monkeypatch.setattr(asked, "ALONE", {k: v for k, v in asked.ALONE.items() if k[4:] == way or k[4:] not in ways})
    top = repository(tmp_path / "r", NOTES)
    evil = program(tmp_path / "evil", "fetch", tmp_path)
    write(top, {"Lisbon.md": "# Lisbon and more\n"})
    git(top, "commit", "--quiet", "--all", "--message=second")
    git(top, "mv", "tools/run.py", "tools/walk.py")
    write(top, {"Lisbon.md": "# Lisbon\n\nfar longer than before\n"})
    for revision in ("HEAD", "HEAD~1"):
        name = git(top, "rev-parse", f"{revision}:Lisbon.md").strip()
        os.unlink(top / ".git/objects" / name[:2] / name[2:])
    for key, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(top) if address == "file" else f"ext::{evil}",
        "remote.origin.uploadpack": str(evil),
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
    }.items():
        git(top, "config", key, value)
    try:
        ASKED[question](top)
    except VaultError as error:
        assert "git cannot say" in error.message
    assert ran(tmp_path) == set()


def test_a_submodule_is_not_looked_into(tmp_path: Path) -> None:
    """To see whether it is changed, git would run the filters and the monitor of the submodule's own configuration."""
    inner = repository(tmp_path / "inner", {"s.md": "s\n", ".gitattributes": "* filter=own\n"})
    top = repository(tmp_path / "r", NOTES)
    git(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    git(top, "commit", "--quiet", "--message=second")
    for key in ("filter.own.clean", "core.fsmonitor"):
        git(top / "sub", "config", key, str(program(tmp_path / key, key, tmp_path)))
    write(top, {"sub/s.md": "changed\n", "Home.md": "# Home\n\n[[Lisbon]] again\n"})
    for command in (("check", "--changed"), ("check", "--staged"), ("check", "--against", "HEAD")):
        assert run(*command, cwd=top).status == 0
    asked.history(top)
    asked.changed(top, "HEAD")
    assert ran(tmp_path) == set()


def test_a_repository_among_the_notes_is_none(tmp_path: Path) -> None:
    """What makes a folder a bare repository can be files of a pull request, ``.git`` cannot."""
    evil = program(tmp_path / "evil", "monitor", tmp_path)
    config = f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {tmp_path}\n\tfsmonitor = {evil}\n"
    bare = {"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/heads/x": "", "config": config}
    top = repository(tmp_path / "r", {f"vault/{path}": text for path, text in {**NOTES, **bare}.items()})
    write(tmp_path, {"secret.md": ""})
    assert asked.files(top / "vault") is None
    assert asked.ask(top / "vault", "rev-parse", "--show-toplevel") is None
    assert (run("check", cwd=top / "vault").status, ran(tmp_path)) == (0, set())


def test_a_work_tree_elsewhere_is_not_listed(tmp_path: Path) -> None:
    top = repository(tmp_path / "r", NOTES)
    write(tmp_path, {"secret/secret.md": "", "secret/Home.md": "another"})
    git(top, "config", "core.worktree", str(tmp_path / "secret"))
    write(top, {"New.md": ""})
    assert (asked.unknown(top), asked.changed(top, "HEAD"), asked.ignored(top)) == (["New.md"], ["New.md"], [])


def test_no_repository_further_up_is_asked(tmp_path: Path) -> None:
    """One whose ``.git`` leads to nothing, or has nothing in it, is still where a search ends."""
    top = repository(tmp_path, {"Home.md": "", "inner/a.md": "", "other/a.md": ""})
    write(top, {"inner/.git": f"gitdir: {tmp_path}/gone\n", "inner/b.md": "", "other/.git/": ""})
    for folder in (top / "inner", top / "other"):
        assert (asked.files(folder), asked.references(folder)) == (None, [])


@pytest.mark.parametrize("is_there", [True, False])
def test_a_file_elsewhere_gives_no_order(is_there: bool, tmp_path: Path) -> None:
    """git fails where the file of ``diff.orderFile`` is not there, which would tell whether it is."""
    top = repository(tmp_path / "r", NOTES)
    write(tmp_path, {"order": "Lisbon.md\n"} if is_there else {})
    git(top, "config", "diff.orderFile", str(tmp_path / "order"))
    write(top, {"Home.md": "changed", "Lisbon.md": "changed"})
    assert asked.changed(top, "HEAD") == ["Home.md", "Lisbon.md"]


def test_what_git_is_told_by_the_environment_does_not_count(told_to_run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = str(program(told_to_run.parent / "evil", "environment", told_to_run.parent))
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_EDITOR", "GIT_PROXY_COMMAND"):
        monkeypatch.setenv(name, evil)
    for name, value in {"COUNT": "1", "KEY_0": "core.fsmonitor", "VALUE_0": evil}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    monkeypatch.setenv("GIT_ALLOW_PROTOCOL", "ext:file")
    assert asked.changed(told_to_run, "HEAD") and asked.history(told_to_run)
    assert ran(told_to_run.parent) == set()


def test_a_program_named_git_among_the_notes_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows looks into the working directory first, unless this variable is set."""
    monkeypatch.delenv(asked.ONLY_ON_PATH, raising=False)
    top = repository(tmp_path / "r", NOTES)
    program(top / "git", "git", tmp_path)
    monkeypatch.chdir(top)
    assert asked.files(top) == ["Home.md", "Lisbon.md", "git", "tools/run.py"]
    assert (os.environ[asked.ONLY_ON_PATH], ran(tmp_path)) == ("1", set())


def test_a_reference_that_would_draw_on_a_terminal_is_not_offered(tmp_path: Path) -> None:
    top = repository(tmp_path, NOTES)
    for name in ("red\x9b31m", "turned\u202e", "plain", "déjà-vu"):
        git(top, "branch", name)
    assert sorted(asked.references(top)) == ["déjà-vu", "main", "plain"]


def test_the_password_in_the_address_of_a_remote_is_never_printed(tmp_path: Path) -> None:
    top = repository(tmp_path, NOTES)
    git(top, "remote", "add", "origin", "https://me:hunter2@github.com/me/notes.git")
    commands = (["check"], ["check", "--format", "sarif"], ["config"], ["init", "--dry-run"], ["check", "--timing"])
    printed = [done.out + done.err for done in (run(*command, cwd=top) for command in commands)]
    assert "github" in printed[3] and not any("hunter2" in text for text in printed)
