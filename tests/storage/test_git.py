"""What git is asked: what it ignores, what is staged, what has changed; the environment of a hook does no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from folders import git, repository, write

from vaulttool.errors import VaultError
from vaulttool.storage import git as asked

IGNORED = {
    "nothing": ({"a.md": ""}, ".", []),
    "a folder": ({".gitignore": "node_modules/\n", "node_modules/p/x.md": ""}, ".", ["node_modules/"]),
    "a file": ({".gitignore": "*.log.md\n", "d/x.log.md": "", "d/a.md": ""}, ".", ["d/x.log.md"]),
    "relative to the folder that is asked about": (
        {".gitignore": "build\n", "v/build/x.md": "", "v/a.md": "", "build/y.md": ""},
        "v",
        ["build/"],
    ),
    "names beyond ASCII": ({".gitignore": "é*\n", "été.md": ""}, ".", ["été.md"]),
    "a .gitignore below": ({"v/.gitignore": "out\n", "v/out/x.md": ""}, ".", ["v/out/"]),
    "the folder itself": ({".gitignore": "v\n", "v/x.md": "", "v/d/y.md": ""}, "v", []),
    "a folder in an ignored one": ({".gitignore": "v\n", "v/x.md": "", "v/d/y.md": ""}, "v/d", []),
}


@pytest.mark.parametrize(
    ("files", "folder", "expected"), [pytest.param(*case, id=name) for name, case in IGNORED.items()]
)
def test_what_git_ignores(files: dict[str, str], folder: str, expected: list[str], tmp_path: Path) -> None:
    top = repository(tmp_path, {"README": "", **files})
    assert asked.ignored(top / folder) == expected


def test_what_is_tracked_is_not_ignored(tmp_path: Path) -> None:
    top = repository(tmp_path, {"out/kept.md": "", "out/x.md": ""})
    write(top, {".gitignore": "out\n", "out/new.md": ""})
    assert asked.ignored(top) == ["out/new.md"]


def test_git_cannot_say_where_there_is_no_repository(tmp_path: Path) -> None:
    assert asked.ignored(tmp_path) is None


def test_git_cannot_say_where_there_is_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository(tmp_path, {"a.md": ""})
    monkeypatch.setenv("PATH", str(tmp_path))
    assert asked.ignored(tmp_path) is None
    with pytest.raises(VaultError) as error:
        asked.staged(tmp_path)
    assert (error.value.message, error.value.remedy) == (
        f'git cannot say what changed in "{tmp_path}"',
        "run it inside a git work tree",
    )


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A repository with one note changed and staged, one changed only, one renamed, one deleted, one new."""
    notes = {f"v/{name}.md": f"The text of {name}, long enough to be known again.\n" for name in ("a", "b", "c", "d")}
    top = repository(tmp_path, {**notes, "outside.md": "", ".gitignore": "*.tmp.md\n"})
    write(top, {"v/a.md": "changed", "outside.md": "changed"})
    git(top, "add", "v/a.md", "outside.md")
    git(top, "mv", "v/b.md", "v/r.md")
    git(top, "rm", "--quiet", "v/c.md")
    return write(top, {"v/d.md": "changed", "v/n.md": "new", "v/x.tmp.md": "ignored"})


def test_what_is_staged(changed: Path) -> None:
    """Both names of a renamed note, since links to the old one break."""
    assert sorted(asked.staged(changed / "v")) == ["a.md", "b.md", "c.md", "r.md"]


def test_what_has_changed(changed: Path) -> None:
    assert sorted(asked.changed(changed / "v", "HEAD")) == ["a.md", "b.md", "c.md", "d.md", "n.md", "r.md"]


def test_what_is_staged_before_the_first_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    write(tmp_path, {"a.md": ""})
    git(tmp_path, "add", "a.md")
    assert asked.staged(tmp_path) == ["a.md"]


@pytest.mark.parametrize("since", ["nonsense", "--output=x", "-h"])
def test_a_commit_that_is_none(since: str, changed: Path) -> None:
    with pytest.raises(VaultError):
        asked.changed(changed, since)
    assert not (changed / "x").exists()


def test_the_environment_of_a_hook(changed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git runs hooks with GIT_DIR and, while a part is committed, with an index of its own."""
    (changed / ".git" / "next-index.lock").write_bytes((changed / ".git" / "index").read_bytes())
    git(changed, "add", "v/n.md")
    monkeypatch.chdir(changed)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_WORK_TREE", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index.lock")
    assert "n.md" not in asked.staged(changed / "v")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert "n.md" in asked.staged(changed / "v")


def test_the_hook_of_another_repository(
    changed: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = repository(tmp_path_factory.mktemp("other"), {"z.md": ""})
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert sorted(asked.staged(changed / "v")) == ["a.md", "b.md", "c.md", "r.md"]


def test_a_linked_work_tree(
    changed: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path_factory.mktemp("trees") / "tree"
    git(changed, "worktree", "add", "--quiet", str(place))
    write(place, {"v/a.md": "changed here"})
    git(place, "add", "v/a.md")
    monkeypatch.setenv("GIT_INDEX_FILE", git(place, "rev-parse", "--git-path", "index").strip())
    assert (asked.top(place / "v"), asked.staged(place / "v")) == (place, ["a.md"])


@pytest.mark.parametrize("setting", ["core.fsmonitor", "diff.external", "core.pager", "core.hooksPath"])
def test_nothing_that_the_repository_names_is_run(setting: str, changed: Path) -> None:
    trap = changed / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {changed}/sprung\n", encoding="utf-8")
    trap.chmod(0o755)
    git(changed, "config", setting, str(trap))
    write(changed, {".gitattributes": "*.md diff=trap\n"})
    git(changed, "config", "diff.trap.command", str(trap))
    git(changed, "config", "diff.trap.textconv", str(trap))
    asked.ignored(changed)
    asked.staged(changed)
    asked.changed(changed, "HEAD")
    asked.absent(changed, ["main"])
    asked.would_ignore(changed, ["a.tmp.md"])
    assert not (changed / "sprung").exists()


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        pytest.param("", "", id="the top itself"),
        pytest.param("v", "", id="below"),
        pytest.param("sub/v", "sub", id="a repository in another"),
    ],
)
def test_the_top_of_a_repository(folder: str, expected: str, changed: Path) -> None:
    write(changed, {"sub/.git": "gitdir: ../.git/modules/sub\n", "sub/v/a.md": ""})
    assert asked.top(changed / folder) == changed / expected


def test_no_repository(tmp_path: Path) -> None:
    assert asked.top(tmp_path) is None
    assert "GIT_DIR" not in os.environ


@pytest.fixture
def tagged(changed: Path) -> Path:
    """The repository with a tag, a branch, and a commit behind both."""
    git(changed, "tag", "lisbon-20260920")
    git(changed, "branch", "topic")
    git(changed, "commit", "--quiet", "--message=second")
    return changed


NAMES = [
    "refs/tags/lisbon-20260920",
    "refs/tags/porto-20260921",
    "topic",
    "main",
    "gone",
    "refs/tags/topic",
    "a b",
    "é",
]
LACKED = ["refs/tags/porto-20260921", "gone", "refs/tags/topic", "a b", "é"]


def test_the_names_that_a_repository_has_not(tagged: Path) -> None:
    commit = git(tagged, "rev-parse", "HEAD").strip()
    assert asked.absent(tagged / "v", NAMES) == LACKED
    assert asked.absent(tagged / "v", [commit, commit[:8], "0" * 40]) == ["0" * 40]
    assert asked.absent(tagged / "v", []) == []


@pytest.mark.parametrize(
    ("options", "whole"),
    [
        pytest.param([], True, id="whole"),
        pytest.param(["--depth=1"], False, id="shallow"),
        pytest.param(["--no-tags"], False, id="without tags"),
        pytest.param(["--single-branch"], False, id="one branch alone"),
    ],
)
def test_a_clone_that_has_only_a_part_cannot_say(
    options: list[str], whole: bool, tagged: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("clones") / "clone"
    git(tagged, "clone", "--quiet", *options, f"file://{tagged}", str(place))
    names = ["refs/tags/lisbon-20260920", "refs/tags/porto-20260921", "refs/remotes/origin/topic"]
    assert asked.absent(place, names) == (["refs/tags/porto-20260921"] if whole else None)


def test_a_repository_without_tags_cannot_say(changed: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert asked.absent(changed, ["main"]) is None
    assert asked.absent(tmp_path_factory.mktemp("none"), ["main"]) is None


def test_nothing_is_fetched(tagged: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A clone without all objects asks its remote for one that it lacks, unless it is kept from it."""
    git(tagged, "config", "uploadpack.allowFilter", "true")
    git(tagged, "config", "uploadpack.allowAnySHA1InWant", "true")
    place = tmp_path_factory.mktemp("clones") / "partial"
    git(tagged, "clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{tagged}", str(place))
    blob = git(tagged, "rev-parse", "HEAD:outside.md").strip()
    assert asked.absent(place, [blob]) is None
    assert asked.absent(place, ["refs/tags/lisbon-20260920", "refs/tags/gone"]) == ["refs/tags/gone"]


def test_what_git_would_ignore(tmp_path: Path) -> None:
    top = repository(tmp_path, {".gitignore": "out/\n*.log\n", "v/.gitignore": "x.md\n", "v/a.md": ""})
    paths = [
        "out/a.json",
        "v/out/b.json",
        "a.log",
        "v/x.md",
        "x.md",
        "v/a.md",
        "out",
        "é.log",
        "../a.log",
        "/a.log",
        "",
    ]
    assert asked.would_ignore(top, paths) == ["out/a.json", "v/out/b.json", "a.log", "v/x.md", "é.log"]
    assert asked.would_ignore(top / "v", ["x.md", "out/a", "a.md"]) == ["x.md", "out/a"]
    assert asked.would_ignore(top, ["v/a.md"]) == []
