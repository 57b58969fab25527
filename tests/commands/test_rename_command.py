"""``vaulttool rename``: what OLD and NEW mean, what is written, what is refused, and how a broken run is completed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write
from model.data_files import FILES

from vaulttool.errors import VaultError
from vaulttool.storage import moving

LISBON = "---\ntags: [town]\nnear: '[[Porto]]'\n---\n# Lisbon\n\n## Sights\n\nA tower. ^tower\n\n[[#Sights]]\n"
NOTES: dict[str, str | bytes] = {
    "Home.md": "[[Lisbon]] [[towns/Porto|the other]] [x](towns/Lisbon.md#Sights) #town #town/small\n",
    "towns/Lisbon.md": LISBON,
    "towns/Porto.md": "[[Lisbon#^tower]] ![[map.png|200]]\n",
    "towns/map.png": b"\x89PNG",
}


def rename(folder: Path, *arguments: str) -> Done:
    return run("rename", *arguments, cwd=folder)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, git's own aside."""
    places = [place for place in sorted(folder.rglob("*")) if place.is_file() and ".git" not in place.parts]
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}


def test_it_moves_and_rewrites(tmp_path: Path) -> None:
    before = contents(write(tmp_path, NOTES))
    done = rename(tmp_path, "towns/Lisbon.md", "cities/Lisboa.md")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "towns/Lisbon.md -> cities/Lisboa.md",
        "Home.md: 2 places",
        "towns/Porto.md: 1 place",
        "3 places in 2 files written",
    ]
    after = contents(tmp_path)
    assert after.pop("cities/Lisboa.md") == before.pop("towns/Lisbon.md")
    assert after.pop("Home.md").startswith(b"[[Lisboa]] [[towns/Porto|the other]] [x](cities/Lisboa.md#Sights) #town")
    assert after.pop("towns/Porto.md") == b"[[Lisboa#^tower]] ![[map.png|200]]\n"
    assert all(before[path] == text for path, text in after.items())


@pytest.mark.parametrize(
    ("below", "old", "new", "there"),
    [
        pytest.param(".", "towns/Lisbon.md", "towns/Lisboa.md", "towns/Lisboa.md", id="paths"),
        pytest.param(".", "towns/Lisbon", "towns/Lisboa", "towns/Lisboa.md", id="without .md"),
        pytest.param(".", "./towns/../towns/Lisbon.md", "towns/Lisboa.md", "towns/Lisboa.md", id="with dots"),
        pytest.param(".", "Lisbon", "Lisboa", "towns/Lisboa.md", id="a name stays in its folder"),
        pytest.param(".", "Lisbon", "Lisboa v1.2", "towns/Lisboa v1.2.md", id="a name with a dot"),
        pytest.param(".", "Lisbon", "cities/Lisboa", "cities/Lisboa.md", id="a name, to a path"),
        pytest.param(".", "towns/Lisbon.md", "Lisbon.md", "Lisbon.md", id="to the root"),
        pytest.param(".", "towns/Lisbon.md", "cities/", "cities/Lisbon.md", id="into a folder"),
        pytest.param(".", "map.png", "plan", "towns/plan.png", id="an attachment keeps its suffix"),
        pytest.param(".", "map.png", "plan.jpg", "towns/plan.jpg", id="an attachment of another kind"),
        pytest.param(".", "towns", "cities", "cities/Lisbon.md", id="a folder"),
        pytest.param(".", "towns/", "a/b/cities/", "a/b/cities/Lisbon.md", id="a folder with slashes"),
        pytest.param("towns", "Lisbon.md", "Lisboa.md", "towns/Lisboa.md", id="from the folder of the note"),
        pytest.param("towns", "../towns", "../cities", "cities/Lisbon.md", id="a folder from within"),
        pytest.param("towns", "Home.md", "Start.md", "Start.md", id="from the vault's root where nothing is here"),
        pytest.param(".", "towns/Lisbon.md", "towns/LISBON.md", "towns/LISBON.md", id="case alone"),
    ],
)
def test_what_old_and_new_mean(tmp_path: Path, below: str, old: str, new: str, there: str) -> None:
    write(tmp_path, {**NOTES, ".obsidian/app.json": "{}"})
    done = rename(tmp_path / below, old, new)
    assert (done.status, done.err, (tmp_path / there).is_file()) == (0, "", True)
    links = run("links", "--vault", str(tmp_path))
    assert "nothing" not in links.out and "missing" not in links.out and links.out.count("\n") == 7


def test_a_vault_below_the_working_directory(tmp_path: Path) -> None:
    write(tmp_path, {f"vault/{path}": text for path, text in NOTES.items()} | {"vaulttool.toml": 'vault = "vault"\n'})
    assert rename(tmp_path, "vault/towns/Lisbon.md", "vault/Lisboa.md").status == 0
    assert rename(tmp_path, "towns/Porto", "Oporto").status == 0
    assert (tmp_path / "vault/Lisboa.md").is_file() and (tmp_path / "vault/Oporto.md").is_file()


PLACES = [
    pytest.param("Lisbon#Sights", "To see", {"Home.md": "#To%20see)", "towns/Lisbon.md": "## To see\n\nA tower. ^tower\n\n[[#To see]]"}, id="a heading"),
    pytest.param("towns/Lisbon.md#Lisbon#Sights", "What's there?", {"Home.md": "#What's%20there)", "towns/Lisbon.md": "[[#What's there?]]"}, id="a heading by its path"),
    pytest.param("Lisbon#sights", "SIGHTS", {"Home.md": "#SIGHTS)", "towns/Lisbon.md": "## SIGHTS\n"}, id="a heading in another case"),
    pytest.param("Lisbon#^tower", "tower-1", {"towns/Porto.md": "[[Lisbon#^tower-1]]", "towns/Lisbon.md": "A tower. ^tower-1\n"}, id="a block"),
    pytest.param("Lisbon#^Tower", "^t", {"towns/Porto.md": "[[Lisbon#^t]]", "towns/Lisbon.md": "A tower. ^t\n"}, id="a block with a caret"),
    pytest.param("#town", "place", {"Home.md": " #place #place/small\n", "towns/Lisbon.md": "tags: [place]"}, id="a tag, nested ones follow"),
    pytest.param("#town/small", "#village", {"Home.md": " #town #village\n"}, id="a nested tag"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "wanted"), PLACES)
def test_headings_blocks_and_tags(tmp_path: Path, old: str, new: str, wanted: dict[str, str]) -> None:
    before = contents(write(tmp_path, NOTES))
    done = rename(tmp_path, old, new)
    after = contents(tmp_path)
    assert (done.status, done.err) == (0, "")
    assert {path for path in after if after[path] != before[path]} == wanted.keys()
    assert all(text in after[path].decode() for path, text in wanted.items())
    assert "missing" not in run("links", cwd=tmp_path).out
    again = rename(tmp_path, old, new)
    assert contents(tmp_path) == after and again.status in (0, 2)


def test_it_shows_and_writes_nothing(tmp_path: Path) -> None:
    before = contents(write(tmp_path, NOTES))
    done = rename(tmp_path, "Lisbon", "Lisboa", "--dry-run")
    assert (done.status, contents(tmp_path)) == (0, before)
    assert done.out.startswith("towns/Lisbon.md -> towns/Lisboa.md\n--- a/Home.md\n+++ b/Home.md\n@@ ")
    assert done.out.endswith("3 places in 2 files to be written\n")


REFUSED = [
    pytest.param("Lisboa", "x", 'no file or folder "Lisboa" is in the vault', 'did you mean "towns/Lisbon.md"?', id="no such note"),
    pytest.param("towns/Lisbon.md", "towns/Porto.md", '"towns/Porto.md" is there already', "choose another name", id="a name that is taken"),
    pytest.param("towns/Lisbon.md", "towns/porto.md", '"towns/Porto.md" is there already, and differs from "towns/porto.md" in case alone', "choose another", id="taken in another case"),
    pytest.param("towns", "empty", "is there already", "choose another", id="a folder that is taken"),
    pytest.param("Home.md", "Home.md", "is the name that it has", "give another", id="the same name"),
    pytest.param("towns", "towns/old", "cannot be moved into itself", "outside of it", id="a folder into itself"),
    pytest.param(".", "x", "the vault itself cannot be renamed", "configuration", id="the vault"),
    pytest.param("Home.md", "../Home.md", "lies outside the vault", "name a place in it", id="out of the vault"),
    pytest.param("Home.md", "a:b.md", "has a :", "leave it out", id="a colon"),
    pytest.param("Home.md", "C#.md", "no link can hold it", "leave it out", id="a hash"),
    pytest.param("Home.md", ".hidden.md", "begins with a dot", "begin it with", id="a dot"),
    pytest.param("Home.md", "con.md", "device on Windows", "choose another", id="a device"),
    pytest.param("Home.md", "x .md", "begins or ends with a blank", "take it off", id="a blank at the end"),
    pytest.param("Home.md", "ü" * 130, "bytes", "shorten", id="too long"),
    pytest.param("Home.md", "Home.png", 'cannot become "Home.png"', 'end in ".md"', id="a note as a picture"),
    pytest.param("Lisbon#Sight", "x", 'has no heading "Sight"', 'did you mean "Sights"?', id="no such heading"),
    pytest.param("Lisbon#Sights", "lisbon!", 'has "Lisbon" already', "choose another text", id="a heading that is taken"),
    pytest.param("Lisbon#Sights", "???", "cannot be the text of a heading", "letters or digits", id="a heading without letters"),
    pytest.param("Lisbon#Sights", "a\nb", "cannot be the text of a heading", "one line", id="a heading of two lines"),
    pytest.param("Lisbon#Sights", "x ^y", "would not be read", "another text", id="a heading with a block id"),
    pytest.param("Lisbon#^towr", "x", 'has no block "towr"', 'did you mean "tower"?', id="no such block"),
    pytest.param("Lisbon#^tower", "a_b", "cannot be a block id", "hyphens", id="no block id"),
    pytest.param("map.png#page", "x", "is no note", "name a note", id="a heading of a picture"),
    pytest.param("#twon", "x", 'no note has the tag "#twon"', 'did you mean "#town"?', id="no such tag"),
    pytest.param("#town", "1984", "is no tag", "letters", id="no tag"),
    pytest.param("#town", "town/big", "lies below", "third name", id="a tag below itself"),
    pytest.param("x.md", "y.md", "several files", "by its path", id="a name of several"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message", "help"), REFUSED)
def test_what_cannot_be_is_refused(tmp_path: Path, old: str, new: str, message: str, help: str) -> None:
    before = contents(write(tmp_path, {**NOTES, "empty/a.txt": "", "a/x.md": "", "b/x.md": ""}))
    done = rename(tmp_path, old, new)
    assert (done.status, done.out, contents(tmp_path)) == (2, "", before)
    assert message in done.err and f"help: {help}"[:6] in done.err and help in done.err


def test_links_to_nothing_that_lead_there_now_are_told(tmp_path: Path) -> None:
    write(tmp_path, {**NOTES, "Plan.md": "[[Lisboa]]\n"})
    assert '1 link that led nowhere will lead there: "Lisboa" in Plan.md' in rename(tmp_path, "Lisbon", "Lisboa").err


def test_a_tag_that_is_there_becomes_one_with_the_other(tmp_path: Path) -> None:
    done = rename(write(tmp_path, {**NOTES, "Plan.md": "#place\n"}), "#town", "place")
    assert done.status == 0 and '"#place" is in use already: the two are one tag now' in done.err


def test_a_move_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(write(tmp_path, NOTES))

    def fail(old: str, new: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(moving, "take", fail)
    done = rename(tmp_path, "Lisbon", "Lisboa")
    assert (done.status, contents(tmp_path)) == (2, before)
    assert 'cannot be renamed to "' in done.err and "permission denied" in done.err


@pytest.mark.parametrize("other", [False, True])
def test_a_file_system_that_ignores_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: bool) -> None:
    """There both names are found as one file; another file under the new name is another file."""
    write(tmp_path, {"note.md": "", "another.md": ""})
    old, new = str(tmp_path / "note.md"), str(tmp_path / "NOTE.md")
    there = {old, new}
    monkeypatch.setattr(os.path, "lexists", lambda path: path in there)
    monkeypatch.setattr(moving, "_are_one", lambda one, two: not other and {one, two} == there)
    if other:
        with pytest.raises(VaultError, match="is there already"):
            moving.move(old, new)
    else:
        moving.move(old, new)
    assert sorted(os.listdir(tmp_path)) == sorted(["another.md", "note.md" if other else "NOTE.md"])


def test_a_symbolic_link_is_not_moved_away_from_what_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path, {"a/real.md": "x", "Home.md": "[[soft]]"})
    (tmp_path / "a/soft.md").symlink_to("real.md")
    assert rename(tmp_path, "a/soft.md", "a/softer.md").status == 0
    done = rename(tmp_path, "a/softer.md", "b/softer.md")
    assert done.status == 2 and "symbolic link" in done.err and (tmp_path / "a/softer.md").exists()


def test_git_sees_a_rename(tmp_path: Path) -> None:
    repository(tmp_path, {**NOTES, "towns/Lisbon.md": LISBON + "More of it.\n" * 20})
    assert rename(tmp_path, "towns/Lisbon.md", "Lisboa.md").status == 0
    git(tmp_path, "add", "--all")
    assert "R  towns/Lisbon.md -> Lisboa.md" in git(tmp_path, "status", "--porcelain")


@pytest.mark.parametrize(("newline", "top"), [("\r\n", ""), ("\n", "\ufeff"), ("\r\n", "\ufeff"), ("\r", "")])
def test_line_ends_and_marks_are_kept(tmp_path: Path, newline: str, top: str) -> None:
    text = f'{top}---{newline}up: "[[Old]]" # why{newline}---{newline}| [[Old\\|x]] |{newline}| --- |{newline}{newline}[[Old]]'
    write(tmp_path, {"A.md": text, "Old.md": ""})
    assert rename(tmp_path, "Old", "New").status == 0
    assert (tmp_path / "A.md").read_bytes().decode() == text.replace("[[Old", "[[New")


FOLDER = "Old place"
MANY = 60
KILLS = 12
PAGES = {
    f"p/{number:03}.md": f"[[Old place/{number % 7}]] [x](../Old%20place/{number % 5}.md)\n" for number in range(MANY)
}


@pytest.mark.parametrize(
    ("old", "new", "files"),
    [
        pytest.param(FOLDER, "z/New", {**PAGES, **{f"{FOLDER}/{number}.md": "[[1]]\n" for number in range(7)}}, id="a folder", marks=pytest.mark.slow),
        pytest.param("N#Old head", "New", {**dict.fromkeys(PAGES, "[[N#Old head]]\n"), "N.md": "# Old head\n"}, id="a heading", marks=pytest.mark.slow),
        pytest.param("#old", "new", dict.fromkeys(PAGES, "#old/x #old\n"), id="a tag", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_killed_at_any_moment_it_is_completed(tmp_path: Path, old: str, new: str, files: dict[str, str]) -> None:
    """A run that is killed leaves no half a file, and the same command ends in the state of one that was not."""
    whole = write(tmp_path / "whole", files)
    assert rename(whole, old, new).status == 0
    wanted, chance, torn = contents(whole), random.Random(5), 0
    for kill in range(KILLS):
        folder = write(tmp_path / str(kill), files)
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "vaulttool", "rename", old, new],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdout is not None
        if chance.random() < 0.9:
            process.stdout.read(1)
        time.sleep(chance.uniform(0, 0.03))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        torn += contents(folder) not in (wanted, {path: text.encode() for path, text in files.items()})
        assert rename(folder, old, new).status == 0
        assert contents(folder) == wanted
    assert torn > 0


BEGIN_END = "<!-- vaulttool:begin {} -->\n<!-- vaulttool:end {} -->\n"
FLEET: dict[str, str | bytes] = {
    **{f"vault/{path}" if path.endswith(".md") else path: text for path, text in FILES.items()},
    **{
        path: text.replace("document: ", "document: vault/") for path, text in FILES.items() if path.startswith("data/")
    },
    "vault/Home.md": "---\ngenerated: [index, eras]\ntags: [start]\n---\n# Home\n\n[[Lisbon#One card]]\n\n"
    + BEGIN_END.format('index glob="Lisbon.md" columns="link"', "index")
    + BEGIN_END.format('eras endpoint="lisbon"', "eras"),
    "README.md": "[x](vault/Lisbon.md#one-card) [y](vault/Lisbon.md)\n"
    + BEGIN_END.format('eras endpoint="lisbon"', "eras"),
    "docs.html": "<a href='vault/Lisbon.md#one-card'>x</a>\n",
    "vaulttool.toml": 'vault = "vault"\ndata = "data"\nextra-files = ["README.md", "docs.html"]\n'
    '[per-file-ignores]\n"Lisbon.md" = ["orphan-note"]\n',
}


def fleet(folder: Path) -> Path:
    """A vault with data and generated parts, in which all is well."""
    write(folder, FLEET)
    assert run("index", cwd=folder).status == 0
    assert (run("check", cwd=folder).status, run("index", "--check", cwd=folder).status) == (0, 0)
    return folder


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        pytest.param("Lisbon", "Lisboa, old", {"data/endpoints/lisbon.yaml": 'owner_page: "[[Lisboa, old]]"', "data/runs/boot.yaml": 'source: {document: "vault/Lisboa, old.md"', "README.md": "[x](vault/Lisboa,%20old.md#one-card)", "docs.html": "vault/Lisboa,%20old.md#one-card", "vaulttool.toml": '"Lisboa, old.md" =', "vault/Home.md": "[[Lisboa, old#One card]]"}, id="a note"),
        pytest.param("Lisbon", "t/Lisbon", {"README.md": "[y](vault/t/Lisbon.md)", "vault/Home.md": 'glob="t/Lisbon.md"'}, id="a move"),
        pytest.param("Lisbon#One card", "The first", {"data/endpoints/lisbon.yaml": "section: The first", "README.md": "[x](vault/Lisbon.md#the-first)", "docs.html": "Lisbon.md#the-first", "vault/Home.md": "[[Lisbon#The first]]"}, id="a heading"),
    ],
)  # fmt: skip
def test_data_and_generated_parts_follow(tmp_path: Path, old: str, new: str, says: dict[str, str]) -> None:
    fleet(tmp_path)
    done = rename(tmp_path, old, new)
    assert (done.status, done.err) == (0, "")
    for path, text in says.items():
        assert text in (tmp_path / path).read_text(), path
    assert (run("check", cwd=tmp_path).status, run("index", "--check", cwd=tmp_path).status) == (0, 0)
    after = contents(tmp_path)
    rename(tmp_path, old, new)
    assert contents(tmp_path) == after


def test_generated_parts_are_not_shown(tmp_path: Path) -> None:
    before = contents(fleet(tmp_path))
    done = rename(tmp_path, "Lisbon", "Lisboa", "--dry-run")
    assert (done.status, contents(tmp_path)) == (0, before)
    assert done.err == "note: generated parts that follow are written by the same run, and not shown here\n"


def test_it_is_completed_with_data(tmp_path: Path) -> None:
    """Only the move was made, or some of the files were written, or all but the generated parts."""
    whole = fleet(tmp_path / "whole")
    before = contents(whole)
    assert rename(whole, "Lisbon", "Lisboa").status == 0
    wanted = contents(whole)
    for number in range(12):
        torn = {path.replace("vault/Lisbon.md", "vault/Lisboa.md"): text for path, text in before.items()}
        chance = random.Random(number)
        torn |= {path: text for path, text in wanted.items() if chance.random() < number / 12}
        folder = write(tmp_path / str(number), torn)
        assert rename(folder, "Lisbon", "Lisboa").status == 0
        assert contents(folder) == wanted


def test_the_old_name_is_recorded_on_request(tmp_path: Path) -> None:
    fleet(tmp_path)
    (tmp_path / "data/names.yaml").unlink(missing_ok=True)
    for _ in range(2):  # a second run finds it there
        assert rename(tmp_path, "vault/Lisbon.md", "vault/lisboa.md", "--dry-run").status == 0
        done = rename(tmp_path, "Atlas", "atlas-two", "--record", "2026-12-01")
        assert done.status == 2 and '"Atlas" cannot stand in names.yaml' in done.err
    assert rename(tmp_path, "Atlas", "atlas-one").status == 0
    for _ in range(2):
        assert rename(tmp_path, "atlas-one", "atlas-two", "--record", "2026-12-01").status == 0
    text = (tmp_path / "data/names.yaml").read_text()
    assert text.count("{date: 2026-12-01, kind: other, from: atlas-one, to: atlas-two, scope: [links]}") == 1
    assert run("check", "--select", "bad-data", cwd=tmp_path).status == 0


def test_what_no_rename_may_change_stays(tmp_path: Path) -> None:
    fleet(tmp_path)
    keep = "renames:\n  - {date: 2026-11-01, from: a, to: b, scope: [x], never_touch: [vault/Kept.md]}\n"
    write(tmp_path, {"vault/Kept.md": "[[Atlas]]\n", "vault/Broken.md": b"\xff[[Atlas]]", "data/names.yaml": keep})
    done = rename(tmp_path, "Atlas", "Titan")
    assert done.status == 0 and (tmp_path / "vault/Kept.md").read_text() == "[[Atlas]]\n"
    assert '"vault/Kept.md" stays as it is, as never_touch in names.yaml says' in done.err
    assert '"Broken.md" cannot be read, so its links stay' in done.err


@pytest.mark.parametrize(
    ("old", "new", "option", "message"),
    [
        pytest.param("data/endpoints/lisbon.yaml", "data/endpoints/x.yaml", [], "holds data files", id="a data file"),
        pytest.param("data", "facts", [], "holds what the configuration names", id="the data"),
        pytest.param("Page.md", "P.md", ["--record", "1 May"], '--record: "1 May" is no day', id="no day"),
    ],
)
def test_what_data_settle_is_refused(tmp_path: Path, old: str, new: str, option: list[str], message: str) -> None:
    before = contents(write(tmp_path, {**FILES, "Page.md": "", "vaulttool.toml": 'data = "data"\n'}))
    done = rename(tmp_path, old, new, *option)
    assert (done.status, contents(tmp_path)) == (2, before) and message in done.err


def test_words_of_people_in_a_region_are_rewritten(tmp_path: Path) -> None:
    write(tmp_path, {"Old.md": "", "a.env": "A=1\n", "vaulttool.toml": ""})
    page = tmp_path / "P.md"
    page.write_text(BEGIN_END.format('settings file="a.env"', "settings"))
    assert run("index", cwd=tmp_path).status == 0
    page.write_text(page.read_text().replace("| `A` | `1` | |", "| `A` | `1` | since [[Old]] |"))
    assert "since [[Old]]" in page.read_text() and run("index", "--check", cwd=tmp_path).status == 0
    assert rename(tmp_path, "Old", "New").status == 0
    assert "since [[New]]" in page.read_text() and run("index", "--check", cwd=tmp_path).status == 0
