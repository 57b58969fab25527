"""What git is asked: what it ignores, what is staged, what has changed; the environment of a hook does no harm."""

from __future__ import annotations

import os
import tempfile
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


def sign_a_commit(top: Path) -> None:
    """One more commit, with something that looks like a signature."""
    plain = git(top, "commit-tree", "-p", "HEAD", "-m", "signed", "HEAD^{tree}").strip()
    text = git(top, "cat-file", "commit", plain)
    (top / "signed").write_text(text.replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n\n", 1), encoding="utf-8")
    git(top, "update-ref", "HEAD", git(top, "hash-object", "-t", "commit", "-w", "signed").strip())


@pytest.mark.parametrize(
    "setting",
    [
        *("core.fsmonitor", "diff.external", "core.pager", "core.hooksPath", "gpg.program"),
        *("filter.trap.clean", "filter.trap.smudge", "filter.trap.process", "core.sshCommand", "core.editor"),
        *("core.askPass", "credential.helper", "core.alternateRefsCommand", "core.gitProxy", "sequence.editor"),
        *("uploadpack.packObjectsHook", "interactive.diffFilter", "merge.trap.driver", "pager.log", "pager.diff"),
    ],
)
def test_nothing_that_the_repository_names_is_run(setting: str, changed: Path) -> None:
    trap = changed / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {changed}/sprung\n", encoding="utf-8")
    trap.chmod(0o755)
    git(changed, "config", setting, str(trap))
    git(changed, "config", "log.showSignature", "true")
    git(changed, "config", "diff.trap.command", str(trap))
    git(changed, "config", "diff.trap.textconv", str(trap))
    included = f'[diff "trap"]\n\tcommand = {trap}\n[filter "other"]\n\tclean = {trap}\n[core]\n\tfsmonitor = {trap}\n'
    write(changed, {".git/more": included})
    git(changed, "config", "include.path", "more")
    git(changed, "config", "alias.log", f"!{trap}")
    git(changed, "config", "alias.ls-files", f"!{trap}")
    for hook in ("post-index-change", "pre-commit", "reference-transaction"):
        write(changed, {f".git/hooks/{hook}": trap.read_text(encoding="utf-8")})
        (changed / ".git" / "hooks" / hook).chmod(0o755)
    write(
        changed,
        {
            ".gitattributes": "*.md diff=trap filter=trap merge=trap\nd.md filter=other\n",
            "v/d.md": "the text of d, of another length.\n",
        },
    )
    asked.ignored(changed)
    asked.staged(changed)
    asked.changed(changed, "HEAD")
    asked.absent(changed, ["main"])
    asked.would_ignore(changed, ["a.tmp.md"])
    first = asked.fork(changed, "HEAD")
    asked.changes(changed, first)
    asked.texts(changed, first, ["v/a.md", "v/d.md"])
    asked.history(changed)
    asked.last_changes(changed)
    asked.remotes(changed)
    asked.references(changed)
    asked.files(changed)
    asked.unknown(changed)
    asked.merged(b"a\n", b"b\n", b"c\n", 7)
    sign_a_commit(changed)
    assert asked.messages(changed, first) == ["signed"]
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


def commit(top: Path, message: str) -> None:
    git(top, "add", "--all")
    git(top, "commit", "--quiet", "--message", message)


@pytest.fixture
def branched(tmp_path: Path) -> Path:
    """A repository whose work has left main: a note changed, one renamed and changed, one deleted, one new; on main
    another note has come since."""
    long = "".join(f"Line {number} of a note that is long enough.\n" for number in range(20))
    top = repository(tmp_path, {"v/a.md": "a\n", "v/b.md": long, "v/c.md": "c\n", "v/é ü.md": "é\n", "x.txt": "x"})
    git(top, "checkout", "--quiet", "-b", "work")
    git(top, "mv", "v/b.md", "v/r.md")
    git(top, "rm", "--quiet", "v/c.md")
    write(top, {"v/r.md": long + "More.\n", "v/a.md": "a changed\n"})
    commit(top, "Rename b, drop c\n\nIt is r now.")
    git(top, "checkout", "--quiet", "main")
    write(top, {"v/m.md": "m\n"})
    commit(top, "On main")
    git(top, "checkout", "--quiet", "work")
    return write(top, {"v/é ü.md": "é changed\n", "v/n.md": "new\n", "x.txt": "y"})


def test_where_the_work_left(branched: Path) -> None:
    base = git(branched, "rev-parse", "main~1").strip()
    assert asked.fork(branched / "v", "main") == base
    assert asked.fork(branched / "v", "HEAD") == git(branched, "rev-parse", "HEAD").strip()


def test_what_differs(branched: Path) -> None:
    changes = asked.changes(branched / "v", asked.fork(branched, "main"))
    assert sorted(changes, key=str) == sorted(
        [
            asked.Change("a.md", "a.md"),
            asked.Change("r.md", "b.md"),
            asked.Change(None, "c.md"),
            asked.Change("é ü.md", "é ü.md"),
            asked.Change("n.md", None),
        ],
        key=str,
    )


def test_what_stood_there(branched: Path) -> None:
    write(branched, {"v/no text.md": b"\xff\xfe", "v/two\nlines.md": "x"})
    commit(branched, "Odd ones")
    found = asked.texts(branched / "v", "HEAD", ["a.md", "gone.md", "no text.md", "two\nlines.md", "é ü.md"])
    assert found == {"a.md": "a changed\n", "é ü.md": "é changed\n"}


def test_what_the_commits_say(branched: Path) -> None:
    assert asked.messages(branched / "v", asked.fork(branched, "main")) == ["Rename b, drop c\n\nIt is r now."]
    assert asked.messages(branched, "HEAD") == []


@pytest.mark.parametrize("reference", ["nonsense", "--all", "", "HEAD:v"])
def test_a_reference_that_is_none(reference: str, branched: Path) -> None:
    with pytest.raises(VaultError) as error:
        asked.fork(branched, reference)
    assert error.value.message == f'"{reference}" is no commit'


def test_nothing_to_compare_with(tmp_path: Path, branched: Path) -> None:
    git(branched, "checkout", "--quiet", "--force", "--orphan", "other")
    git(branched, "commit", "--quiet", "--allow-empty", "--message", "other")
    with pytest.raises(VaultError) as error:
        asked.fork(branched, "main")
    assert error.value.message == 'git knows no commit that "main" and the work tree have in common'


def test_no_repository_to_compare_with(tmp_path: Path) -> None:
    with pytest.raises(VaultError) as error:
        asked.fork(tmp_path, "main")
    assert error.value.message == f'"{tmp_path}" lies in no git repository'


OURS, BASE, THEIRS = b"ours\n", b"base\n", b"theirs\n"
CONFLICT = b"<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n"


def test_three_texts_are_merged_without_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither that which git had in mind when it called us, nor one that somebody put around the temporary folder."""
    other = repository(tmp_path, {"z.md": "", "temporary/": ""})
    git(other, "config", "merge.conflictStyle", "what git dies of")
    monkeypatch.setattr(tempfile, "tempdir", str(other / "temporary"))
    assert asked.merged(OURS, BASE, THEIRS, 7) == (CONFLICT, True)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert asked.merged(OURS, BASE, THEIRS, 7) == (CONFLICT, True)


@pytest.mark.parametrize("style", ["diff3", "merge", "none"])
def test_conflicts_are_shown_as_the_repository_has_it(
    style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository(tmp_path, {"z.md": ""}))
    git(tmp_path, "config", "merge.conflictStyle", style)
    merged, left = asked.merged(OURS, BASE, THEIRS, 7)
    assert (left, b"||||||| base\nbase\n" in merged) == (True, style == "diff3")
