"""The merge driver: what two branches wrote into a region makes no conflict; what people wrote is merged as ever."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands_in import run
from folders import git, repository, write

HERE = Path(__file__).parents[2]
PAGE = "# {title}\n\nFirst.\n\n<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n\nLast.\n"
VAULT: dict[str, str | bytes] = {
    ".obsidian/app.json": "{}",
    ".gitattributes": "*.md merge=vaulttool\n",
    "Lisbon.md": PAGE.format(title="Lisbon"),
    "Porto.md": "North of [[Lisbon]].\n",
}


def recipe() -> list[list[str]]:
    """The commands that the manual gives to set the driver up, and its line for `.gitattributes`."""
    page = (HERE / "vault/Manual/Merging.md").read_text(encoding="utf-8")
    assert "*.md merge=vaulttool" in page
    return [["config", name, value] for name, value in re.findall(r"^ *git config (\S+) '(.*)'$", page, re.MULTILINE)]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A repository with the driver, whose region is written and committed."""
    folder = repository(tmp_path / "work", VAULT)
    run("index", cwd=folder)
    _commit(folder)
    commands = recipe()
    assert [name for _, name, _ in commands] == ["merge.vaulttool.name", "merge.vaulttool.driver"]
    for command in commands:
        git(folder, *command)
    return folder


def _commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=more")


def _branch(folder: Path, name: str, files: dict[str, str | bytes]) -> None:
    """A branch off the first commit with these files, and the regions written anew."""
    git(folder, "checkout", "--quiet", "-b", name, "main")
    write(folder, files)
    assert run("index", cwd=folder).status == 0
    _commit(folder)


def merge(folder: Path, name: str, tmp_path: Path) -> int:
    """Git's exit status when it merges a branch with the driver, which it finds on the PATH."""
    program = write(tmp_path / "programs", {"vaulttool": ""}) / "vaulttool"
    script = "import sys; from vaulttool.cli import run; sys.argv[0] = 'vaulttool'; run()"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -c "{script}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"PATH": f"{program.parent}:{os.environ['PATH']}", "GIT_CONFIG_GLOBAL": os.devnull}
    identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    command = ["git", *identity, "merge", "--no-edit", name]
    return subprocess.run(command, cwd=folder, env={**environment, "PYTHONPATH": str(HERE)}, check=False).returncode


def text(folder: Path, name: str = "Lisbon.md") -> str:
    return (folder / name).read_bytes().decode("utf-8")


def test_two_branches_that_wrote_a_region_are_merged(vault: Path, tmp_path: Path) -> None:
    _branch(vault, "one", {"Braga.md": "Beyond [[Lisbon]].\n"})
    _branch(vault, "two", {"Faro.md": "South of [[Lisbon]].\n", "Lisbon.md": text(vault).replace("Last.", "The end.")})
    assert "Braga" not in text(vault) and "Faro" in text(vault)
    assert merge(vault, "one", tmp_path) == 0
    assert "<<<<<<<" not in text(vault) and "The end." in text(vault)
    assert run("index", "--check", cwd=vault).status == 1  # it lacks what the other branch brought
    assert run("index", cwd=vault).status == 0
    assert [name for name in ("Braga", "Faro", "Porto") if f"[[{name}]]" in text(vault)] == ["Braga", "Faro", "Porto"]
    assert run("check", cwd=vault).status == 0


def test_without_the_driver_they_conflict(vault: Path, tmp_path: Path) -> None:
    """So the test above does test something; index --resolve is the other way."""
    git(vault, "config", "--remove-section", "merge.vaulttool")
    _branch(vault, "one", {"Braga.md": "Beyond [[Lisbon]].\n"})
    _branch(vault, "two", {"Faro.md": "South of [[Lisbon]].\n"})
    assert merge(vault, "one", tmp_path) == 1 and "<<<<<<<" in text(vault)
    assert run("index", cwd=vault).status == 1
    assert run("index", "--resolve", cwd=vault).status == 0
    assert [name for name in ("Braga", "Faro", "Porto") if f"[[{name}]]" in text(vault)] == ["Braga", "Faro", "Porto"]
    assert run("check", cwd=vault).status == 0


def test_what_people_wrote_still_conflicts(vault: Path, tmp_path: Path) -> None:
    page = text(vault)
    _branch(vault, "one", {"Braga.md": "Beyond [[Lisbon]].\n", "Lisbon.md": page.replace("First.", "One.")})
    _branch(vault, "two", {"Faro.md": "South of [[Lisbon]].\n", "Lisbon.md": page.replace("First.", "Two.")})
    assert merge(vault, "one", tmp_path) == 1
    assert text(vault).count("<<<<<<<") == 1 and "One." in text(vault) and "Two." in text(vault)
    assert "Lisbon.md" in git(vault, "diff", "--name-only", "--diff-filter=U")


REGION = "<!-- vaulttool:begin backlinks{0} -->\n{1}<!-- vaulttool:end backlinks sum={2} -->\n"


def written(*rows: str, arguments: str = "", newline: str = "\n") -> str:
    """A page whose region has these rows, with the sum that belongs to them."""
    from vaulttool.text.checksum import checksum

    body = "\n" + "".join(f"- [[{row}]]\n" for row in rows) + "\n"
    page = "Above.\n\n" + REGION.format(arguments, body, checksum(body)) + "\nBelow.\n"
    return page.replace("\n", newline)


def merged(folder: Path, ours: str, base: str, theirs: str, path: str = "a.md") -> tuple[int, str]:
    write(folder, {"ours": ours, "base": base, "theirs": theirs})
    done = run("merge-file", "--path", path, "ours", "base", "theirs", cwd=folder)
    assert ((folder / "base").read_bytes(), (folder / "theirs").read_bytes()) == (base.encode(), theirs.encode())
    assert (done.out, done.err) == ("", "")
    return done.status, text(folder, "ours")


BASE, OURS, THEIRS = written("Porto"), written("Braga", "Porto"), written("Faro", "Porto")
EDITED = THEIRS.replace("[[Faro]]", "[[Faro]], in the south")
MERGED = {
    "both wrote": (OURS, BASE, THEIRS, OURS),
    "only they wrote": (BASE, BASE, THEIRS, BASE),  # what is stale is written anew
    "only we wrote": (OURS, BASE, BASE, OURS),
    "nobody wrote": (BASE, BASE, BASE, BASE),
    "prose of both": (
        OURS.replace("Above", "Ours"), BASE, THEIRS.replace("Below", "Theirs"),
        OURS.replace("Above", "Ours").replace("Below", "Theirs"),
    ),
    "CRLF in ours": (OURS.replace("\n", "\r\n"), BASE.replace("\n", "\r\n"), THEIRS.replace("\n", "\r\n"), OURS.replace("\n", "\r\n")),
    "a byte order mark": ("\ufeff" + OURS, "\ufeff" + BASE, "\ufeff" + THEIRS, "\ufeff" + OURS),
    "no last newline": (OURS.rstrip("\n"), BASE.rstrip("\n"), THEIRS.rstrip("\n"), OURS.rstrip("\n")),
    "a region that is new on both sides": (OURS, "Above.\n\nBelow.\n", THEIRS, OURS),
    "a begin marker that they changed": (
        OURS, BASE, written("Faro", arguments=' folder="x"'), OURS.replace("backlinks -->", 'backlinks folder="x" -->', 1),
    ),
    "our page is gone from the region": (BASE.replace("- [[Porto]]\n", ""), BASE, THEIRS, None),
}  # fmt: skip


@pytest.mark.parametrize(
    ("ours", "base", "theirs", "expected"), [pytest.param(*case, id=name) for name, case in MERGED.items()]
)
def test_three_versions(ours: str, base: str, theirs: str, expected: str | None, tmp_path: Path) -> None:
    status, result = merged(tmp_path, ours, base, theirs)
    if expected is None:  # ours was edited: a matter of people
        assert (status, "<<<<<<< ours" in result) == (1, True)
    else:
        assert (status, result) == (0, expected)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [pytest.param(OURS, EDITED, id="they edited"), pytest.param(EDITED, OURS, id="we edited")],
)
def test_an_edit_in_a_region_is_never_dropped(ours: str, theirs: str, tmp_path: Path) -> None:
    status, result = merged(tmp_path, ours, BASE, theirs)
    assert status == 1 and "in the south" in result and "Braga" in result and "<<<<<<< ours" in result


def test_words_of_people_in_a_region_are_never_dropped(tmp_path: Path) -> None:
    """A table of settings has a column of theirs, which its sum does not cover."""
    table = "| Setting | Why |\n| --- | --- |\n| `--a` | {0} |\n"
    page = '<!-- vaulttool:begin settings unit="u" -->\n\n{0}\n<!-- vaulttool:end settings sum=0123456789 -->\n'
    base, ours, theirs = (page.format(table.format(why)) for why in ("", "it is fast", "it is safe"))
    status, result = merged(tmp_path, ours, base, theirs)
    assert status == 1 and "it is fast" in result and "it is safe" in result


def test_an_unknown_kind_is_merged_by_lines(tmp_path: Path) -> None:
    ours, base, theirs = (one.replace("backlinks", "novel-kind") for one in (OURS, BASE, THEIRS))
    assert merged(tmp_path, ours, base, theirs)[0] == 1


def test_a_page_in_html(tmp_path: Path) -> None:
    ours, base, theirs = (f"<main>\n{one}</main>\n" for one in (OURS, BASE, THEIRS))
    assert merged(tmp_path, ours, base, theirs, "site/docs.html") == (0, ours)


def test_marks_have_the_length_that_git_asks_for(tmp_path: Path) -> None:
    write(tmp_path, {"ours": "a\n", "base": "b\n", "theirs": "c\n"})
    assert run("merge-file", "--marker-size", "12", "ours", "base", "theirs", cwd=tmp_path).status == 1
    assert "<" * 12 + " ours\n" in text(tmp_path, "ours")


def test_what_is_no_text_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, {"ours": b"\x00\xff1", "base": b"\x00\xff2", "theirs": b"\x00\xff3"})
    done = run("merge-file", "ours", "base", "theirs", cwd=tmp_path)
    assert (done.status, (tmp_path / "ours").read_bytes()) == (2, b"\x00\xff1")
    assert done.err.startswith("error: git cannot merge it: ")


def test_a_version_that_is_missing(tmp_path: Path) -> None:
    done = run("merge-file", "ours", "base", "theirs", cwd=tmp_path)
    assert (done.status, done.err.splitlines()[0]) == (2, 'error: "ours" cannot be read: no such file or directory')
