"""What of a folder is the vault: which files are listed, by which path, and what is never read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from folders import write

from vaulttool.errors import VaultError
from vaulttool.storage import disk

FILES = {
    "plain": (["a.md", "b/c.png"], ["a.md", "b/c.png"]),
    "sorted by path, whatever the folders": (
        ["b.md", "a/z.md", "a.md", "a-b.md"],
        ["a-b.md", "a.md", "a/z.md", "b.md"],
    ),
    "names that begin with a dot": ([".obsidian/app.json", ".hidden.md", "a/.git/x.md", "a/b.md"], ["a/b.md"]),
    "a folder with the name of a note": (["x.md/in.md"], ["x.md/in.md"]),
    "an empty folder": (["a.md", "empty/"], ["a.md"]),
    "names with control characters": (["new\nline.md", "esc\x1b[31m.md"], ["esc\x1b[31m.md", "new\nline.md"]),
    "decomposed names are composed": (["cafe\u0301/na\u0308h.md"], ["caf\u00e9/n\u00e4h.md"]),
    "no-break spaces are plain": (["a\u00a0b.md"], ["a b.md"]),
}


@pytest.mark.parametrize(("names", "expected"), [pytest.param(*case, id=name) for name, case in FILES.items()])
def test_the_files_of_a_vault(names: list[str], expected: list[str], tmp_path: Path) -> None:
    write(tmp_path, dict.fromkeys(names, ""))
    assert list(disk.files(tmp_path)) == expected


LINKS = {
    "to itself": ([], [("loop.md", "loop.md")], ["a.md"]),
    "in a circle": ([], [("one", "two"), ("two", "one")], ["a.md"]),
    "dangling": ([], [("gone.md", "nowhere.md")], ["a.md"]),
    "to a file": ([], [("b.md", "a.md")], ["a.md", "b.md"]),
    "to a file outside": (["../out/o.md"], [("o.md", "../out/o.md")], ["a.md", "o.md"]),
    "to the vault": ([], [("self", ".")], ["a.md"]),
    "to the folder above the vault": (["../beside.md"], [("up", "..")], ["a.md"]),
    "to a folder outside": (["../out/o.md"], [("l", "../out")], ["a.md", "l/o.md"]),
    "to a folder outside, twice": (["../out/o.md"], [("l1", "../out"), ("l2", "../out")], ["a.md", "l1/o.md"]),
    "from a linked folder back to the vault": (
        ["../out/o.md"],
        [("l", "../out"), ("../out/back", "../vault")],
        ["a.md", "l/o.md"],
    ),
    "to a folder of the vault, which keeps its own path": (
        ["deep/inner/z.md"],
        [("alias", "deep/inner")],
        ["a.md", "deep/inner/z.md"],
    ),
    "to a folder that holds another link": (
        ["../out/o.md", "../far/f.md"],
        [("l", "../out"), ("../out/on", "../far")],
        ["a.md", "l/o.md", "l/on/f.md"],
    ),
}


@pytest.mark.parametrize(("names", "links", "expected"), [pytest.param(*case, id=name) for name, case in LINKS.items()])
def test_symbolic_links(names: list[str], links: list[tuple[str, str]], expected: list[str], tmp_path: Path) -> None:
    vault = write(tmp_path / "vault", dict.fromkeys(["a.md", *names], ""))
    for place, target in links:
        (vault / place).symlink_to(target)
    assert list(disk.files(vault)) == expected


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.md")
    (tmp_path / "link.md").symlink_to("x.md")
    assert disk.files(tmp_path) == {}


@pytest.mark.parametrize(
    ("names", "path"),
    [
        pytest.param(["e\u0301.md", "\u00e9.md"], "\u00e9.md", id="equal when composed"),
        pytest.param([b"bad\xfe.md", b"bad\xff.md"], "bad\ufffd.md", id="bytes that are no UTF-8"),
    ],
)
def test_the_first_of_two_equal_names_stands_for_both_and_this_is_told(
    names: list[str] | list[bytes], path: str, tmp_path: Path
) -> None:
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), os.fsencode(name)), "w") as file:
            file.write("text")
    told: list[str] = []
    (file_read,) = disk.files(tmp_path, told.append).values()
    assert (file_read.path, os.fsencode(os.path.basename(file_read.place))) == (path, os.fsencode(names[0]))
    assert told == [f'"{path}" is the name of two files that Obsidian cannot tell apart; only one is read']


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.md": "", "locked/b.md": ""})
    scandir = os.scandir

    def refusing(path: str) -> object:
        if os.path.basename(path) == "locked":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    told: list[str] = []
    assert list(disk.files(tmp_path, told.append)) == ["a.md"]
    assert told == ['the folder "locked/" cannot be read, so its notes are missing: permission denied']


def test_a_vault_that_cannot_be_read_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(path: str) -> object:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(VaultError, match="cannot be read: Permission denied"):
        disk.files(tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("gone", 'no folder "{}"', id="missing"),
        pytest.param("a.md", '"{}" is a file, not a vault', id="a file"),
    ],
)
def test_what_is_no_vault(name: str, expected: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.md": ""})
    with pytest.raises(VaultError) as error:
        disk.files(tmp_path / name)
    assert error.value.message == expected.format(tmp_path / name)
    assert error.value.remedy


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("", False, id="the top itself"),
        pytest.param("docs", True, id="a folder"),
        pytest.param("docs/Guide.md", True, id="a file"),
        pytest.param("docs/guide.md", False, id="another case"),
        pytest.param("docs/Guide.md/x", False, id="below a file"),
        pytest.param(".github", True, id="a dot folder"),
        pytest.param("LICENSE", True, id="no extension"),
        pytest.param("gone/x", False, id="nothing"),
    ],
)
def test_what_a_repository_holds_is_the_same_on_every_file_system(path: str, expected: bool, tmp_path: Path) -> None:
    write(tmp_path, {"docs/Guide.md": "", ".github/x": "", "LICENSE": ""})
    assert disk.Listing(tmp_path).exists(path) is expected
