"""``check --staged`` and ``--changed`` in real repositories: what is staged is read, whatever the work tree holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

from vaulttool.parsing.document import Document
from vaulttool.storage import reading, rereading

VAULT = {
    "vault/.obsidian/app.json": "{}",
    "vault/Home.md": "[[Lisbon#History]] ![[map.png]] [code](../src/tool.py)\n",
    "vault/Lisbon.md": "# History\n\n[[Nowhere]]\n",
    "vault/Alone.md": "",
    "vault/map.png": "x",
    "src/tool.py": "x",
}
HOME, LISBON = "vault/Home.md:1:3", "vault/Lisbon.md:3:3"


def found(done: Done) -> list[str]:
    """Place and rule of each finding."""
    assert done.status in (0, 1), done.err
    pattern = re.compile(r"(?P<place>.+?:\d+:\d+): (?:error|warning): .* \[(?P<rule>[a-z-]+)\]")
    matches = (pattern.fullmatch(line) for line in done.out.splitlines())
    return [f"{match['place']} {match['rule']}" for match in matches if match]


def stage(top: Path, files: Mapping[str, str | bytes]) -> str:
    write(top, files)
    return git(top, "add", "--all")


def removed(*places: Path) -> bool:
    """These files and empty folders, taken away from the work tree."""
    for place in places:
        place.rmdir() if place.is_dir() else place.unlink()
    return True


def linked(place: Path, target: str) -> bool:
    """A symbolic link, in the place of what was there."""
    place.unlink(missing_ok=True)
    place.symlink_to(target)
    return True


Change = Callable[[Path], object]
CASES: dict[str, tuple[Change, list[str]]] = {
    "a note that is worse in the work tree": (
        lambda top: (stage(top, {"vault/Home.md": "[[Lisbon]]\n"}), write(top, {"vault/Home.md": "[[gone]]\n"})),
        [],
    ),
    "a note that is mended in the work tree only": (
        lambda top: (stage(top, {"vault/Home.md": "[[gone]]\n"}), write(top, {"vault/Home.md": "[[Lisbon]]\n"})),
        [f"{HOME} broken-link"],
    ),
    "a heading that is lost": (
        lambda top: stage(top, {"vault/Lisbon.md": "# Past\n"}),
        ["vault/Home.md:1:9 missing-heading"],
    ),
    "a heading that is lost in the work tree only": (
        lambda top: (stage(top, {"vault/New.md": ""}), write(top, {"vault/Lisbon.md": "# Past\n"})),
        [],
    ),
    "a heading that stays in the work tree only": (
        lambda top: (stage(top, {"vault/Lisbon.md": "# Past\n"}), write(top, {"vault/Lisbon.md": "# History\n"})),
        ["vault/Home.md:1:9 missing-heading"],
    ),
    "a new note with a link to one that is not staged": (
        lambda top: (stage(top, {"vault/New.md": "[[Porto]]\n"}), write(top, {"vault/Porto.md": ""})),
        ["vault/New.md:1:3 broken-link"],
    ),
    "a note that is staged and gone from the work tree": (
        lambda top: (stage(top, {"vault/New.md": "[[Lisbon]] [[gone]]\n"}), removed(top / "vault/New.md")),
        ["vault/New.md:1:14 broken-link"],
    ),
    "a folder that is staged and gone from the work tree": (
        lambda top: (
            stage(top, {"vault/a/b/Deep.md": "", "vault/New.md": "[[a/b/Deep]] [f](../vault/a)\n"}),
            removed(top / "vault/a/b/Deep.md"),
            removed(top / "vault/a/b"),
            removed(top / "vault/a"),
        ),
        [],
    ),
    "a note deleted": (
        lambda top: git(top, "rm", "--quiet", "vault/Lisbon.md"),
        [f"{HOME} broken-link"],
    ),
    "a note deleted in the work tree only": (
        lambda top: (stage(top, {"vault/New.md": "[[Lisbon]]\n"}), removed(top / "vault/Lisbon.md")),
        [],
    ),
    "a note deleted that stays in the work tree": (
        lambda top: git(top, "rm", "--quiet", "--cached", "vault/Lisbon.md"),
        [f"{HOME} broken-link"],
    ),
    "a note renamed": (
        lambda top: git(top, "mv", "vault/Lisbon.md", "vault/Porto.md"),
        [f"{HOME} broken-link", "vault/Porto.md:3:3 broken-link"],
    ),
    "an attachment deleted that stays in the work tree": (
        lambda top: git(top, "rm", "--quiet", "--cached", "vault/map.png"),
        ["vault/Home.md:1:23 broken-link"],
    ),
    "an attachment that is not staged": (
        lambda top: (stage(top, {"vault/New.md": "![[new.png]]\n"}), write(top, {"vault/new.png": "x"})),
        ["vault/New.md:1:4 broken-link"],
    ),
    "a file of the repository deleted": (
        lambda top: git(top, "rm", "--quiet", "--cached", "src/tool.py"),
        ["vault/Home.md:1:40 broken-link"],
    ),
    "a folder of the repository that is not staged": (
        lambda top: (stage(top, {"vault/New.md": "[f](../docs)\n"}), write(top, {"docs/x.md": ""})),
        ["vault/New.md:1:5 broken-link"],
    ),
    "a folder of the repository in which nothing is staged": (
        lambda top: (stage(top, {"vault/New.md": "[f](../docs) [g](../docs/deep)\n"}), write(top, {"docs/deep/": ""})),
        ["vault/New.md:1:5 broken-link", "vault/New.md:1:18 broken-link"],
    ),
    "what stood in a note before": (
        lambda top: stage(top, {"vault/Lisbon.md": "# History\n\nMore: [[Nowhere]]\n"}),
        ["vault/Lisbon.md:3:9 broken-link"],
    ),
    "a note that git will know of": (
        lambda top: (
            stage(top, {"vault/Home.md": "[[New]]\n"}),
            write(top, {"vault/New.md": "[[gone]]\n"}),
            git(top, "add", "--intent-to-add", "vault/New.md"),
        ),
        [f"{HOME} broken-link"],
    ),
    "a configuration": (
        lambda top: stage(top, {"vaulttool.toml": 'vault = "vault"\n[rules]\norphan-note = "error"\n'}),
        ["vault/Alone.md:1:1 orphan-note"],
    ),
    "a configuration in the work tree only": (
        lambda top: (
            stage(top, {"vault/New.md": "[[Lisbon]] [[gone]]\n"}),
            write(top, {"vaulttool.toml": 'vault = "vault"\n[rules]\nbroken-link = "off"\n'}),
        ),
        ["vault/New.md:1:14 broken-link"],
    ),
    "a note that takes the place of a folder": (
        lambda top: (
            stage(top, {"vault/x.md": "[[gone]]\n"}),
            removed(top / "vault/x.md"),
            write(top, {"vault/x.md/in.md": "[[gone]]\n"}),
        ),
        ["vault/x.md:1:3 broken-link"],
    ),
    "a folder that takes the place of a note": (
        lambda top: (
            stage(top, {"vault/x.md/in.md": "[[gone]]\n"}),
            removed(top / "vault/x.md/in.md"),
            removed(top / "vault/x.md"),
            write(top, {"vault/x.md": "[[never]]\n"}),
        ),
        ["vault/x.md/in.md:1:3 broken-link"],
    ),
    "awkward names": (
        lambda top: stage(top, {'vault/é "q" $(x).md': "[[gone]]\n", "vault/new\nline.md": "[[gone]]\n"}),
        ["vault/new\\x0aline.md:1:3 broken-link", 'vault/é "q" $(x).md:1:3 broken-link'],
    ),
    "a name that is no UTF-8": (
        lambda top: (
            stage(top, {os.fsdecode(b"vault/caf\xe9.md"): "[[gone]]\n"}),
            write(top, {os.fsdecode(b"vault/caf\xe9.md"): "fine"}),
        ),
        ["vault/caf�.md:1:3 broken-link"],
    ),
    "a link to a note that is worse in the work tree": (
        lambda top: (
            linked(top / "vault/Link.md", "Lisbon.md"),
            git(top, "add", "--all"),
            write(top, {"vault/Lisbon.md": "[[gone]] [[never]]\n"}),
        ),
        ["vault/Link.md:3:3 broken-link"],
    ),
    "a link to another note in the work tree": (
        lambda top: (
            linked(top / "vault/Link.md", "Lisbon.md"),
            git(top, "add", "--all"),
            linked(top / "vault/Link.md", "Home.md"),
        ),
        ["vault/Link.md:3:3 broken-link"],
    ),
    "a repository inside it": (
        lambda top: (
            stage(top, {"vault/New.md": "[[Inner]]\n"}),
            repository(write(top / "vault/inner", {"Inner.md": "[[gone]]\n"}), {}),
        ),
        ["vault/New.md:1:3 broken-link"],
    ),
    "a submodule": (
        lambda top: (
            repository(top / "vault/inner", {"Inner.md": "[[gone]]\n"}),
            write(top, {"vault/New.md": "[[Inner]]\n"}),
            git(top, "add", "--all"),
        ),
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), [pytest.param(*case, id=name) for name, case in CASES.items()])
def test_what_is_staged(change: Change, expected: list[str], tmp_path: Path) -> None:
    top = repository(tmp_path, VAULT)
    change(top)
    assert found(run("check", "--staged", cwd=top)) == expected


# what the repository is like


def test_nothing_was_ever_committed(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "[[gone]]\n", "b.md": "[[c]]\n", ".obsidian/app.json": "{}"})
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "a.md", "b.md")
    write(tmp_path, {"c.md": "[[never]]\n"})
    assert found(run("check", "--staged", cwd=tmp_path)) == ["a.md:1:3 broken-link", "b.md:1:3 broken-link"]
    assert found(run("check", "--changed", cwd=tmp_path)) == ["a.md:1:3 broken-link", "c.md:1:3 broken-link"]


def test_the_first_notes_of_a_repository(tmp_path: Path) -> None:
    top = repository(tmp_path, {"README": ""})
    stage(top, {"v/a.md": "[[gone]]\n", "v/.obsidian/app.json": "{}"})
    done = run("check", "--staged", cwd=top)
    assert (found(done), done.err) == (["v/a.md:1:3 broken-link"], "")


def test_a_configuration_that_could_not_be_used_before(tmp_path: Path) -> None:
    top = repository(tmp_path, {"a.md": "[[gone]]\n", "vaulttool.toml": "wrong = 1\n"})
    stage(top, {"vaulttool.toml": ""})
    done = run("check", "--staged", "--select", "broken-link", cwd=top)
    assert found(done) == ["a.md:1:3 broken-link"]
    assert done.err.startswith("note: what was found before cannot be told, so that all is reported: ")


def test_a_merge_in_conflict(tmp_path: Path) -> None:
    top = repository(tmp_path, {"a.md": "one\n"})
    git(top, "switch", "--quiet", "--create", "other")
    stage(top, {"a.md": "two\n"})
    git(top, "commit", "--quiet", "--message=other")
    git(top, "switch", "--quiet", "main")
    stage(top, {"a.md": "three [[gone]]\n"})
    git(top, "commit", "--quiet", "--message=main")
    with pytest.raises(subprocess.CalledProcessError):
        git(top, "merge", "other")
    done = run("check", "--staged", cwd=top)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        'error: nothing can be said of what is staged, as a merge is in conflict: "a.md"\n'
        "    help: resolve it and stage the files, or leave --staged out\n"
    )
    assert "a.md:1:1 conflict-marker" in found(run("check", "--changed", cwd=top))
    stage(top, {"a.md": "four [[never]]\n"})
    assert found(run("check", "--staged", cwd=top)) == ["a.md:1:8 broken-link"]


def test_in_another_work_tree(tmp_path: Path) -> None:
    top = repository(tmp_path / "first", VAULT)
    git(top, "worktree", "add", "--quiet", "../second")
    second = tmp_path / "second"
    git(second, "rm", "--quiet", "vault/Lisbon.md")
    stage(top, {"vault/New.md": "[[gone]]\n"})
    assert found(run("check", "--staged", cwd=second)) == [f"{HOME} broken-link"]
    assert found(run("check", "--staged", cwd=top)) == ["vault/New.md:1:3 broken-link"]


@pytest.mark.parametrize("cwd", ["vault/deep", "vault", "."])
def test_from_a_folder_below(cwd: str, tmp_path: Path) -> None:
    top = repository(tmp_path, {**VAULT, "vault/deep/Down.md": "", "vaulttool.toml": 'vault = "vault"\n'})
    git(top, "rm", "--quiet", "vault/Lisbon.md")
    path = os.path.relpath(top / "vault/Home.md", top / cwd)
    assert found(run("check", "--staged", "--select", "broken-link", cwd=top / cwd)) == [f"{path}:1:3 broken-link"]


@pytest.mark.parametrize("arguments", [["--vault", "r/vault"], ["r/vault"], ["r/vault/Home.md"]])
def test_from_above(arguments: list[str], tmp_path: Path) -> None:
    top = repository(tmp_path / "r", VAULT)
    git(top, "rm", "--quiet", "vault/Lisbon.md")
    assert found(run("check", "--staged", *arguments, cwd=tmp_path)) == [f"r/{HOME} broken-link"]


def test_paths_narrow_what_is_reported(tmp_path: Path) -> None:
    top = repository(tmp_path, VAULT)
    stage(top, {"vault/New.md": "[[gone]]\n", "vault/Lisbon.md": ""})
    assert found(run("check", "--staged", "vault/New.md", cwd=top)) == ["vault/New.md:1:3 broken-link"]


def test_a_sparse_checkout(tmp_path: Path) -> None:
    """Notes that are not checked out are staged all the same."""
    top = repository(tmp_path, {"a/One.md": "[[Two]]\n", "b/Two.md": "# Top\n[[gone]]\n", ".obsidian/app.json": "{}"})
    git(top, "sparse-checkout", "set", "a", ".obsidian")
    assert not (top / "b").exists()
    write(top, {"a/One.md": "[[Two#Top]] [[Two#Nope]]\n"})
    git(top, "add", "a")
    assert found(run("check", "--staged", cwd=top)) == ["a/One.md:1:18 missing-heading"]
    write(top, {"a/New.md": "[[never]]\n"})
    assert found(run("check", "--changed", cwd=top)) == [
        "a/New.md:1:3 broken-link",
        "a/One.md:1:3 broken-link",
        "a/One.md:1:15 broken-link",
    ]


@pytest.mark.parametrize("flag", ["--skip-worktree", "--assume-unchanged"])
def test_changes_that_git_is_told_to_overlook(flag: str, tmp_path: Path) -> None:
    top = repository(tmp_path, VAULT)
    git(top, "update-index", flag, "vault/Lisbon.md")
    stage(top, {"vault/Lisbon.md": "", "vault/New.md": "[[Lisbon#History]]\n"})
    assert found(run("check", "--staged", cwd=top)) == []


@pytest.mark.parametrize("autocrlf", ["true", "input"])
def test_line_ends_that_git_converts(autocrlf: str, tmp_path: Path) -> None:
    top = repository(tmp_path, VAULT)
    git(top, "config", "core.autocrlf", autocrlf)
    stage(top, {"vault/Lisbon.md": "# History\r\n\r\n[[gone]]\r\n"})
    write(top, {"vault/Home.md": "[[Lisbon#History]] ![[map.png]] [code](../src/tool.py)\r\n[[never]]\r\n"})
    assert found(run("check", "--staged", cwd=top)) == [f"{LISBON} broken-link"]
    assert found(run("check", "--changed", cwd=top)) == ["vault/Home.md:2:3 broken-link", f"{LISBON} broken-link"]


def test_what_git_ignores_is_as_it_lies_on_disk(tmp_path: Path) -> None:
    """git has no say in it, before and after a change: neither a link to it nor its own faults are news."""
    top = repository(
        tmp_path, {**VAULT, ".gitignore": "kept/\n", "vault/kept/big.pdf": "x", "vault/kept/N.md": "[[x]]"}
    )
    stage(top, {"vault/New.md": "![[big.pdf]] [[N]]\n"})
    assert found(run("check", "--staged", cwd=top)) == []
    assert found(run("check", "--changed", cwd=top)) == []


def test_ignored_notes_that_are_asked_for_are_no_news(tmp_path: Path) -> None:
    top = repository(tmp_path, {**VAULT, ".gitignore": "kept/\n", "vault/kept/N.md": "[[x]]"})
    stage(top, {"vault/New.md": "[[N]]\n"})
    assert found(run("check", "--staged", "--no-gitignore", cwd=top)) == []
    git(top, "rm", "--quiet", "vault/Lisbon.md")
    write(top, {"vault/kept/N.md": "[[Lisbon]]"})
    assert found(run("check", "--staged", "--no-gitignore", cwd=top)) == [
        f"{HOME} broken-link",
        "vault/kept/N.md:1:3 broken-link",
    ]


@pytest.mark.parametrize("quoting", ["true", "false"])
def test_names_are_not_quoted(quoting: str, tmp_path: Path) -> None:
    top = repository(tmp_path, {"é.md": "[[ü]]\n", "ü.md": ""})
    git(top, "config", "core.quotePath", quoting)
    git(top, "rm", "--quiet", "ü.md")
    assert found(run("check", "--staged", cwd=top)) == ["é.md:1:3 broken-link"]


def test_the_settings_of_a_user_change_nothing(tmp_path: Path) -> None:
    top = repository(tmp_path, VAULT)
    for setting in ("diff.renames=copies", "diff.noprefix=true", "diff.relative=true", "status.relativePaths=false"):
        git(top, "config", *setting.split("="))
    git(top, "config", "diff.external", "/bin/false")
    git(top, "mv", "vault/Lisbon.md", "vault/Porto.md")
    expected = [f"{HOME} broken-link", "vault/Porto.md:3:3 broken-link"]
    assert found(run("check", "--staged", cwd=top / "vault")) == [one.removeprefix("vault/") for one in expected]


def test_nothing_of_the_repository_is_run(tmp_path: Path) -> None:
    top = repository(tmp_path, {**VAULT, ".gitattributes": "*.md filter=own diff=own\n"})
    for key in ("filter.own.clean", "filter.own.smudge", "filter.own.process", "diff.own.textconv", "diff.own.command"):
        git(top, "config", key, f"touch {tmp_path}/ran; cat")
    git(top, "config", "core.fsmonitor", f"touch {tmp_path}/ran")
    write(top, {"vault/Lisbon.md": "# Past\n"})
    assert found(run("check", "--changed", cwd=top)) == ["vault/Home.md:1:9 missing-heading"]
    assert found(run("check", "--staged", cwd=top)) == []
    assert not (tmp_path / "ran").exists()


def test_a_commit_of_some_paths(tmp_path: Path) -> None:
    """git makes another index for it, and tells the hook."""
    top = repository(tmp_path, VAULT)
    (top / "hooks").mkdir()
    hook = top / "hooks" / "pre-commit"
    hook.write_text(f"#!/bin/sh\nPYTHONPATH={os.pathsep.join(sys.path)} {sys.executable} -m vaulttool check --staged\n")
    hook.chmod(0o755)
    write(top, {"vault/One.md": "[[gone]]\n", "vault/Two.md": "[[never]]\n"})
    git(top, "add", "vault/One.md", "vault/Two.md")
    identity = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", f"core.hooksPath={top}/hooks"]
    done = subprocess.run(
        ["git", *identity, "commit", "--message=x", "vault/Two.md"],
        cwd=top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert re.findall(r"^vault/\S+", done.stdout + done.stderr, re.MULTILINE) == ["vault/Two.md:1:3:"]


@pytest.mark.parametrize("option", ["--staged", "--changed"])
def test_outside_a_repository(option: str, tmp_path: Path) -> None:
    done = run("check", option, cwd=write(tmp_path, {"a.md": ""}))
    assert done == Done(
        2, "", f'error: git cannot say what changed in "{tmp_path}"\n    help: run it inside a git work tree\n'
    )


def test_a_configuration_that_is_not_staged_cannot_be_named(tmp_path: Path) -> None:
    top = repository(tmp_path, VAULT)
    write(top, {"own.toml": 'vault = "vault"\n'})
    done = run("check", "--staged", "--config", "own.toml", cwd=top)
    assert (done.status, done.err.splitlines()[0]) == (2, f'error: no configuration "{top}/own.toml"')


def test_one_outside_the_repository_can(tmp_path: Path) -> None:
    top = repository(tmp_path / "r", VAULT)
    write(tmp_path, {"own.toml": 'vault = "r/vault"\n[rules]\norphan-note = "off"\n'})
    stage(top, {"vault/New.md": "[[gone]]\n"})
    assert found(run("check", "--staged", "--config", "../own.toml", cwd=top)) == ["vault/New.md:1:3 broken-link"]


@pytest.mark.parametrize("option", ["--staged", "--changed"])
def test_the_cache_serves_and_stays_right(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    top = repository(tmp_path, {**VAULT, ".gitignore": ".vaulttool_cache/\n"})
    plain = run("check", cwd=top)
    stage(top, {"vault/Lisbon.md": "# Past\n", "vault/New.md": "[[Lisbon]] [[gone]]\n"})
    expected = ["vault/Home.md:1:9 missing-heading", "vault/New.md:1:14 broken-link"]
    assert [found(run("check", option, cwd=top)) for _ in range(3)] == [expected] * 3
    git(top, "commit", "--quiet", "--message=second")
    stage(top, {"vault/Home.md": "[[Lisbon#Past]] [[never]]\n"})
    assert [found(run("check", option, cwd=top)) for _ in range(2)] == [["vault/Home.md:1:19 broken-link"]] * 2
    git(top, "reset", "--quiet", "--hard", "HEAD~1")
    assert run("check", cwd=top) == plain


def test_a_file_beside_the_vault_and_a_note_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said of the other state is no guide where links may lead elsewhere."""
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    top = repository(tmp_path, {**VAULT, ".gitignore": ".vaulttool_cache/\n"})
    write(top, {"vault/Lisbon.md": "# History\n\n[[Nobody]]\n"})
    git(top, "rm", "--quiet", "src/tool.py")
    git(top, "add", "--all")
    expected = ["vault/Home.md:1:40 broken-link", f"{LISBON} broken-link"]
    assert [found(run("check", "--staged", cwd=top)) for _ in range(2)] == [expected] * 2


@pytest.mark.parametrize("cached", [True, False], ids=["cached", "not cached"])
@pytest.mark.parametrize("option", ["--staged", "--changed"])
def test_of_the_state_before_only_what_differs_is_parsed(
    option: str, cached: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three notes, and the former text of one."""
    if cached:
        monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    top = repository(tmp_path, {**VAULT, ".gitignore": ".vaulttool_cache/\n"})
    stage(top, {"vault/Lisbon.md": "# Past\n"})
    told: list[str] = []
    plain = reading.parsed

    def noted(path: str, text: str) -> Document:
        told.append(path)
        return plain(path, text)

    monkeypatch.setattr(reading, "parsed", noted)
    monkeypatch.setattr(rereading, "parsed", noted)
    assert found(run("check", option, cwd=top)) == ["vault/Home.md:1:9 missing-heading"]
    assert sorted(told) == ["Alone.md", "Home.md", "Lisbon.md", "Lisbon.md"]
