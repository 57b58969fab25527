"""``vaulttool index``: what it writes, what it leaves alone, what it says, how it ends."""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write
from model.data_files import FILES

from vaulttool import indexing
from vaulttool.indexing import Work
from vaulttool.model.finding import Finding
from vaulttool.model.rule import Shared
from vaulttool.storage.writing import Writer

REGION = "<!-- vaulttool:begin {0} -->\n<!-- vaulttool:end {1} -->\n"
BACKLINKS = REGION.format("backlinks", "backlinks")
PAGE = "# Page\n\nThe pool holds 400,000<!-- =run/boot#kv --> tokens.\n\n" + REGION.format(
    'eras endpoint="lisbon"', "eras"
)
CONFIG = 'data = "data"\n'
VAULT = {**FILES, "Page.md": PAGE, "Links.md": "[[Page]] [[Lisbon]] [[Atlas]]\n"}
APART = {
    **{f"vault/{path}": text for path, text in VAULT.items() if path.endswith(".md")},
    **{
        path: text.replace("document: ", "document: vault/").replace("vault/units/", "units/")
        for path, text in VAULT.items()
        if path.startswith(("data/", "units/"))
    },
    "vaulttool.toml": 'vault = "vault"\ndata = "data"\nextra-files = ["README.md", "docs.html"]\n'
    '[[outputs]]\npath = "site/cards.json"\nkind = "cards"\n',
    "README.md": "# Read me\n\n" + REGION.format('eras endpoint="lisbon"', "eras"),
    "docs.html": "<main>\n"
    + REGION.format('eras endpoint="lisbon"', "eras")
    + "<p>400,000<!-- =run/boot#kv --></p>\n</main>\n",
}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, git's own aside."""
    places = [place for place in sorted(folder.rglob("*")) if place.is_file() and ".git" not in place.parts]
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}


def index(folder: Path, *arguments: str) -> Done:
    return run("index", *arguments, cwd=folder)


def test_it_writes(tmp_path: Path) -> None:
    before = contents(write(tmp_path, VAULT))
    done = index(tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        'Page.md: write "425,047"',
        'Page.md: write the region "eras" anew',
        "1 file written, 2 parts; 0 left",
    ]
    after = contents(tmp_path)
    text = after.pop("Page.md").decode()
    assert after == {path: text for path, text in before.items() if path != "Page.md"}
    assert (
        "holds 425,047<!-- =run/boot#kv --> tokens" in text
        and "| Two cards | [[Lisbon]] |\n\n<!-- vaulttool:end" in text
    )
    assert (index(tmp_path).out, contents(tmp_path)["Page.md"].decode()) == (
        "0 files written, 0 parts; 0 left\n",
        text,
    )


@pytest.mark.parametrize(("option", "status"), [("--check", 1), ("--diff", 0)])
def test_it_shows_and_writes_nothing(tmp_path: Path, option: str, status: int) -> None:
    before = contents(write(tmp_path, VAULT))
    done = index(tmp_path, option)
    assert (done.status, contents(tmp_path)) == (status, before)
    lines = done.out.splitlines()
    assert lines[:2] == ["--- a/Page.md", "+++ b/Page.md"] and lines[2].startswith("@@ ")
    assert "-The pool holds 400,000<!-- =run/boot#kv --> tokens." in lines
    assert "+The pool holds 425,047<!-- =run/boot#kv --> tokens." in lines
    index(tmp_path)
    assert [index(tmp_path, option).status, index(tmp_path, option).out.count("---")] == [0, 0]


def test_the_difference_is_what_patch_applies(tmp_path: Path) -> None:
    repository(tmp_path, VAULT)
    (tmp_path / "a.patch").write_text(index(tmp_path, "--diff").out)
    git(tmp_path, "apply", "a.patch")
    assert index(tmp_path, "--check").status == 0


@pytest.mark.parametrize("option", [(), ("--check",), ("--diff",)])
def test_an_edit_is_never_overwritten(tmp_path: Path, option: tuple[str, ...]) -> None:
    index(write(tmp_path, VAULT))
    page = tmp_path / "Page.md"
    page.write_text(page.read_text().replace("| Two cards |", "| Two good cards |"))
    before = contents(tmp_path)
    done = index(tmp_path, *option)
    assert (done.status, contents(tmp_path)) == (1, before)
    assert 'the region "eras" was edited by hand' in done.out and "--discard" in done.out and "1 left" in done.out


def test_an_edit_is_thrown_away_on_demand(tmp_path: Path) -> None:
    index(write(tmp_path, VAULT))
    page, fresh = tmp_path / "Page.md", (tmp_path / "Page.md").read_text()
    page.write_text(fresh.replace("| Two cards |", "| Two good cards |") + "\nMine.\n")
    assert index(tmp_path, "--discard", "--check").status == 1
    done = index(tmp_path, "--discard")
    assert (done.status, page.read_text()) == (0, fresh + "\nMine.\n")
    assert 'write the region "eras" anew, the edit thrown away' in done.out


def test_a_conflict_is_resolved_on_demand(tmp_path: Path) -> None:
    index(write(tmp_path, VAULT))
    page, fresh = tmp_path / "Page.md", (tmp_path / "Page.md").read_text()
    torn = fresh.replace("| Start |", "<<<<<<< HEAD\n| Start |", 1).replace(
        "<!-- vaulttool:end eras", "=======\n\n>>>>>>> theirs\n<!-- vaulttool:end eras", 1
    )
    page.write_text(torn)
    for option in ((), ("--discard",), ("--check", "--resolve")):
        assert (index(tmp_path, *option).status, page.read_text()) == (1, torn)
    assert (index(tmp_path, "--resolve").status, page.read_text()) == (0, fresh)


def test_a_merge_by_git_is_resolved(tmp_path: Path) -> None:
    repository(tmp_path, VAULT)
    index(tmp_path)
    git(tmp_path, "commit", "--quiet", "--all", "--message=fresh")
    endpoint, title = tmp_path / "data/endpoints/lisbon.yaml", "title: Two cards"
    text = endpoint.read_text()
    for branch in ("one", "two"):
        git(tmp_path, "checkout", "--quiet", "-b", branch, "main")
        place = tmp_path / "data/endpoints" / "lisbon.yaml"
        place.write_text(text.replace(title, f"{title}, {branch}"))
        assert index(tmp_path).status == 0
        git(tmp_path, "commit", "--quiet", "--all", f"--message={branch}")
    with pytest.raises(subprocess.CalledProcessError):
        git(tmp_path, "merge", "--quiet", "one")
    endpoint.write_text(text.replace(title, f"{title}, both"))
    assert "git left a conflict in the region" in index(tmp_path).out
    assert index(tmp_path, "--resolve").status == 0
    page = (tmp_path / "Page.md").read_text()
    assert page.count("| Two cards, both |") == 1 and "<<<<" not in page and page.count("vaulttool:end") == 1


@pytest.mark.parametrize(
    ("paths", "written"),
    [
        pytest.param(["vault/Page.md"], ["vault/Page.md"], id="a note"),
        pytest.param(["vault"], ["vault/Page.md"], id="the vault"),
        pytest.param(["README.md"], ["README.md"], id="an extra page"),
        pytest.param(["docs.html", "vault/Links.md"], ["docs.html"], id="two"),
        pytest.param(["site/cards.json"], ["site/cards.json", "vaulttool.sums"], id="an output"),
        pytest.param(["vaulttool.toml"], ["site/cards.json", "vaulttool.sums"], id="the configuration"),
        pytest.param(["vault/Atlas.md"], [], id="a page with nothing to write"),
        pytest.param(["data/runs/boot.yaml"], [], id="a data file"),
    ],
)
def test_paths_narrow_what_is_written(tmp_path: Path, paths: list[str], written: list[str]) -> None:
    write(tmp_path, {**APART, "site/cards.json": "", "vaulttool.sums": "e3b0c44298  site/cards.json\n"})
    before = contents(tmp_path)
    done = index(tmp_path, *paths)
    after = contents(tmp_path)
    assert (done.status, [path for path in after if after[path] != before.get(path)]) == (0, written)


def test_a_path_that_is_nothing_of_ours(tmp_path: Path) -> None:
    write(tmp_path, {**APART, "other.txt": "x"})
    assert index(tmp_path, "other.txt").status == 2
    assert index(tmp_path, "gone.md").status == 2


def test_a_vault_without_a_region(tmp_path: Path) -> None:
    done = index(write(tmp_path, {"Page.md": "text\n", "Other.md": "```\n" + BACKLINKS + "```\n"}))
    assert (done.status, done.out) == (0, "0 files written, 0 parts; 0 left\n")
    assert done.err == "note: no page that was read has a region or figure, so there is nothing to write\n"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({"data/runs/boot.yaml": "run: ["}, "no valid YAML", id="no YAML"),
        pytest.param({"data/hosts/atlas.yaml": "host: atlas\n"}, 'the key "facts" is missing', id="no fit"),
        pytest.param({"data/hosts/atlas.yaml": b"host: \xff\n"}, "the file cannot be read: byte 7 is no UTF-8", id="no UTF-8"),
        pytest.param({"data/hosts/atlas.yaml": ""}, "the file is empty", id="empty"),
        pytest.param({"Page.md": "5<!-- =run/gone#kv -->\n"}, 'no run is named "gone"', id="a figure of nothing"),
        pytest.param({"Page.md": REGION.format("erras", "erras")}, 'no kind of region is named "erras"', id="no kind"),
        pytest.param({"Page.md": "<!-- vaulttool:begin backlinks -->\n"}, 'the region "backlinks" does not end', id="no end"),
        pytest.param({"Page.md": "---\ngenerated: [log]\n---\n"}, 'the region "log" is missing', id="a missing region"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_and_nothing_is_written_there(
    tmp_path: Path, files: dict[str, str | bytes], message: str
) -> None:
    before = contents(write(tmp_path, {**VAULT, **files}))
    done = index(tmp_path)
    assert done.status == 1 and message in done.out and done.err == ""
    assert {path: text for path, text in contents(tmp_path).items() if path in files} == {
        path: before[path] for path in files
    }


def test_pages_around_the_vault(tmp_path: Path) -> None:
    write(tmp_path, APART)
    assert index(tmp_path).status == 0
    readme, html = (tmp_path / "README.md").read_text(), (tmp_path / "docs.html").read_text()
    assert "| [Lisbon](vault/Lisbon.md) |" in readme and "[One card](vault/Lisbon.md#one-card)" in readme
    assert '<td><a href="vault/Lisbon.md">Lisbon</a></td>' in html and "425,047<!-- =run" in html and "|" not in html
    cards = json.loads((tmp_path / "site/cards.json").read_text())
    assert [(card["name"], card["page"]) for card in cards] == [("lisbon", "../vault/Lisbon.md")]
    assert (tmp_path / "vaulttool.sums").read_text().endswith("  site/cards.json\n")
    assert index(tmp_path, "--check").status == 0


@pytest.mark.parametrize("below", [".", "vault", "site"])
def test_the_working_directory_changes_nothing(tmp_path: Path, below: str) -> None:
    write(tmp_path, {**APART, "site/x.txt": ""})
    here = run("index", "--config", str(tmp_path / "vaulttool.toml"), cwd=tmp_path / below)
    there = run("index", "--check", "--config", str(tmp_path / "vaulttool.toml"), cwd=tmp_path)
    assert (here.status, there.status, there.out) == (0, 0, "0 files to be written, 0 parts; 0 left\n")
    assert "(vault/Lisbon.md" in (tmp_path / "README.md").read_text()


def test_a_configuration_below_the_vault(tmp_path: Path) -> None:
    below = {f"settings/{path}": text for path, text in FILES.items() if path.startswith(("data/", "units/"))}
    pages = {path: text for path, text in VAULT.items() if path.endswith(".md")}
    data = {
        path: text.replace("Lisbon.md", "../Lisbon.md").replace("Atlas.md", "../Atlas.md")
        for path, text in below.items()
    }
    write(tmp_path, {**pages, **data, "settings/vaulttool.toml": 'vault = ".."\ndata = "./data/"\n'})
    for cwd in (tmp_path, tmp_path / "settings"):
        done = run("index", "--check", "--config", str(tmp_path / "settings/vaulttool.toml"), cwd=cwd)
        assert (done.status, "425,047" in done.out, "1 file to be written, 2 parts; 0 left" in done.out) == (
            1,
            True,
            True,
        )


@pytest.mark.parametrize("data", ["data", "data/", "./data", "data/."])
def test_the_folder_of_the_data_in_any_dress(tmp_path: Path, data: str) -> None:
    write(tmp_path, {**VAULT, "vaulttool.toml": f'data = "{data}"\n'})
    assert (index(tmp_path).status, index(tmp_path, "--check", "data").status) == (0, 0)


def test_a_folder_of_data_that_is_not_there(tmp_path: Path) -> None:
    done = index(write(tmp_path, {**VAULT, "vaulttool.toml": 'data = "date"\n'}))
    assert done.status == 2 and 'the folder of the data, "date", is no folder' in done.err


def test_a_whole_file_that_was_edited_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, APART)
    index(tmp_path)
    cards = tmp_path / "site/cards.json"
    fresh, sums = cards.read_text(), (tmp_path / "vaulttool.sums").read_text()
    cards.write_text(fresh.replace("lisbon", "mine"))
    done = index(tmp_path)
    assert (done.status, "mine" in cards.read_text()) == (1, True)
    assert 'the file "site/cards.json" was edited by hand' in done.out and done.out.startswith("vaulttool.toml:")
    assert index(tmp_path, "--discard").status == 0
    assert (cards.read_text(), (tmp_path / "vaulttool.sums").read_text()) == (fresh, sums)


def test_whole_files_and_their_sums(tmp_path: Path) -> None:
    write(tmp_path, {**APART, "site/cards.json": "mine\n"})
    assert (index(tmp_path).status, (tmp_path / "site/cards.json").read_text()) == (1, "mine\n")
    (tmp_path / "site/cards.json").unlink()
    assert index(tmp_path).status == 0
    (tmp_path / "vaulttool.sums").unlink()
    done = index(tmp_path, "--check")
    assert done.status == 1 and "+++ b/vaulttool.sums" in done.out
    assert (index(tmp_path).status, index(tmp_path, "--check").status) == (0, 0)
    cards = tmp_path / "site/cards.json"
    cards.write_bytes(cards.read_bytes().replace(b"\n", b"\r\n"))
    assert index(tmp_path, "--check").status == 0


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('[[outputs]]\npath = "../../x.json"\nkind = "cards"\n', "lies outside the repository"),
        ('[[outputs]]\npath = "/tmp/x.json"\nkind = "cards"\n', "lies outside the repository"),
        ('data = "../../x"\n', 'the data folder "../../x" lies outside the repository'),
        (
            '[[outputs]]\npath = "a"\nkind = "cards"\n[[outputs]]\npath = "a"\nkind = "cards"\n',
            'the output "a" stands twice',
        ),
    ],
)
def test_outputs_that_cannot_be(tmp_path: Path, toml: str, message: str) -> None:
    write(tmp_path, {"in/vault/Page.md": "text\n", "in/vaulttool.toml": f'vault = "vault"\n{toml}'})
    done = index(tmp_path / "in")
    assert done.status == 2 and message in done.err


@pytest.mark.parametrize(
    ("newline", "top"),
    [("\n", ""), ("\r\n", ""), ("\r\n", "\ufeff"), ("\n", "\ufeff"), ("\r", ""), ("\n", "\ufeff---\na: 1\n---\n")],
)
def test_line_ends_and_marks_are_kept(tmp_path: Path, newline: str, top: str) -> None:
    text = (top + PAGE + "\nno line end at the end").replace("\n", newline)
    write(tmp_path, {**VAULT, "Page.md": text})
    assert index(tmp_path).status == 0
    written = (tmp_path / "Page.md").read_bytes().decode()
    plain = written.replace(newline, "\n")
    assert "\r" not in plain and plain.startswith(top + "# Page\n") and plain.endswith("no line end at the end")
    assert written.count("\n") == written.count(newline) * ("\n" in newline)
    assert index(tmp_path, "--check").status == 0


def test_mode_links_and_odd_names_are_kept(tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "Größe & mehr/Seite (1) é.md": PAGE, "elsewhere/Real.md": PAGE})
    (tmp_path / "Page.md").chmod(0o640)
    (tmp_path / "elsewhere/Real.md").chmod(0o464)
    (tmp_path / "Linked.md").symlink_to("elsewhere/Linked.txt")
    (tmp_path / "elsewhere/Linked.txt").write_text(PAGE)
    assert index(tmp_path).status == 0
    assert stat.S_IMODE((tmp_path / "Page.md").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "elsewhere/Real.md").stat().st_mode) == 0o464
    assert (tmp_path / "Linked.md").is_symlink() and "425,047" in (tmp_path / "elsewhere/Linked.txt").read_text()
    assert "425,047" in (tmp_path / "Größe & mehr/Seite (1) é.md").read_text()
    assert index(tmp_path, "--check").status == 0
    assert not list(tmp_path.rglob(".vaulttool-*"))


def test_a_file_that_nobody_may_write_to_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    (tmp_path / "Page.md").chmod(0o444)
    done = index(tmp_path)
    assert done.status == 2 and f'"{tmp_path / "Page.md"}" is read-only, so it is left as it is' in done.err
    assert (tmp_path / "Page.md").read_text() == PAGE
    (tmp_path / "Page.md").chmod(0o644)
    assert index(tmp_path).status == 0


def test_a_file_that_is_fresh_is_not_touched(tmp_path: Path) -> None:
    index(write(tmp_path, VAULT))
    before = (tmp_path / "Page.md").stat()
    index(tmp_path)
    after = (tmp_path / "Page.md").stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_a_page_that_changes_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, VAULT)
    really = Writer.replace

    def late(writer: Writer, place: str, before: bytes | None, after: bytes) -> None:
        Path(place).write_text("Mine.\n" + PAGE)
        really(writer, place, before, after)

    monkeypatch.setattr(Writer, "replace", late)
    done = index(tmp_path)
    assert done.status == 2 and "has changed since it was read" in done.err
    assert (tmp_path / "Page.md").read_text() == "Mine.\n" + PAGE


def test_a_page_that_changes_between_parsing_and_reading_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The places of findings are those of the text that was parsed, so that another text must not be cut there."""
    write(tmp_path, VAULT)
    really = indexing.work

    def late(shared: Shared, found: list[Finding], discard: bool, resolve: bool) -> Work:
        (tmp_path / "Page.md").write_text("Mine.\n" + PAGE)
        return really(shared, found, discard, resolve)

    monkeypatch.setattr(indexing, "work", late)
    done = index(tmp_path)
    assert done.status == 2 and '"Page.md" has changed since it was read' in done.err
    assert (tmp_path / "Page.md").read_text() == "Mine.\n" + PAGE
    monkeypatch.undo()
    assert index(tmp_path).status == 0
    assert (tmp_path / "Page.md").read_text().startswith("Mine.\n# Page\n\nThe pool holds 425,047<!--")


def test_a_write_that_fails_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, VAULT)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = index(tmp_path)
    assert done.status == 2 and "no space left on device" in done.err
    assert (tmp_path / "Page.md").read_text() == PAGE
    assert not list(tmp_path.rglob(".vaulttool-*"))


@pytest.mark.parametrize("edit", ["", "stale", "edited", "conflict", "gone"])
def test_check_finds_what_index_would_write(tmp_path: Path, edit: str) -> None:
    index(write(tmp_path, APART))
    for path in ("vault/Page.md", "README.md", "docs.html", "site/cards.json"):
        place = tmp_path / path
        text = place.read_text()
        changes = {
            "": text,
            "stale": text,
            "edited": text.replace("Two cards", "Two good cards").replace("425,047", "1"),
            "conflict": text.replace("One card", "<<<<<<< a\n1\n=======\n2\n>>>>>>> b", 1),
            "gone": text.replace("vaulttool:end eras", "vaulttool:end era", 1),
        }
        place.write_text(changes[edit])
    if edit == "stale":
        endpoint = tmp_path / "data/endpoints/lisbon.yaml"
        endpoint.write_text(endpoint.read_text().replace("Two cards", "Three cards"))
    rules = [part for rule in indexing.RULES for part in ("--select", rule)]
    found = json.loads(run("check", "--format", "json", *rules, cwd=tmp_path).out)["findings"]
    done = index(tmp_path, "--check")
    assert done.status == (1 if found else 0) == (1 if edit else 0)
    told = {f"{one['path']}:{one['line']}:" for one in found if one["rule"] not in ("stale-region", "stale-figure")}
    assert all(any(line.startswith(place) for line in done.out.splitlines()) for place in told)
    stale = {one["path"] for one in found if one["rule"].startswith("stale")} - {"vaulttool.toml"}
    assert stale <= {line[6:] for line in done.out.splitlines() if line.startswith("+++ b/")}


def test_notes_that_git_ignores_or_the_configuration_excludes_have_no_row(tmp_path: Path) -> None:
    note = "---\ndescription: d\n---\n"
    files = {
        **{f"T/{name}.md": note for name in ("Kept", "Ignored", "Excluded")},
        "T/Ignored page.md": note + BACKLINKS,
        "Index.md": REGION.format('index folder="T"', "index"),
        ".gitignore": "T/Ignored*\n",
        "vaulttool.toml": 'exclude = ["T/Excluded.md"]\n',
    }
    repository(tmp_path, files)
    assert index(tmp_path).status == 0
    text = (tmp_path / "Index.md").read_text()
    assert "[[Kept]]" in text and "Ignored" not in text and "Excluded" not in text
    assert (tmp_path / "T/Ignored page.md").read_text() == note + BACKLINKS


def test_without_configuration(tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "Lisbon.md": BACKLINKS})
    done = index(tmp_path, "--no-config")
    assert done.status == 1 and 'no endpoint is named "lisbon"' in done.out and 'no run is named "boot"' in done.out
    assert "- [[Links]]" in (tmp_path / "Lisbon.md").read_text() and (tmp_path / "Page.md").read_text() == PAGE


def test_what_is_suppressed_is_not_written(tmp_path: Path) -> None:
    text = (
        "<!-- vaulttool:ignore stale-region -->\n"
        + BACKLINKS
        + "\n400,000<!-- =run/boot#kv --> %% vaulttool:ignore %%\n"
    )
    write(tmp_path, {**VAULT, "Lisbon.md": "# One card\ntext\n" + text})
    assert index(tmp_path).status == 0
    assert (tmp_path / "Lisbon.md").read_text().endswith(text)


MANY = 60
KILLS = 12


@pytest.mark.slow
def test_killed_at_any_moment_each_file_is_old_or_new(tmp_path: Path) -> None:
    """A run that is killed leaves no half a file, and the next one completes its work. The short form of this is in
    `breaking/`, without a new process for each run."""
    pages = {f"Pages/{number:03}.md": f"# {number}\n\n{PAGE}" for number in range(MANY)}
    old = {path: text.encode() for path, text in pages.items()}
    write(tmp_path, {**VAULT, **pages})
    index(tmp_path)
    new = {path: (tmp_path / path).read_bytes() for path in pages}
    chance = random.Random(7)
    torn = 0
    for _ in range(KILLS):
        write(tmp_path, pages)
        process = subprocess.Popen(
            [sys.executable, "-m", "vaulttool", "index"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdout is not None
        if chance.random() < 0.9:
            process.stdout.read(1)  # the first file is written
        time.sleep(chance.uniform(0, 0.08))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        present = {path: (tmp_path / path).read_bytes() for path in pages}
        assert all(present[path] in (old[path], new[path]) for path in pages)
        torn += 0 < sum(present[path] == new[path] for path in pages) < MANY
    assert torn > 0
    done = index(tmp_path)
    assert done.status == 0 and all((tmp_path / path).read_bytes() == new[path] for path in pages)
    checked = run("check", "--select", "stale-region", cwd=tmp_path)
    assert checked.status == 0 and f"{MANY + 4} notes" in checked.out


def test_a_hook_that_wrote_something_fails(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    assert index(tmp_path, "--exit-non-zero-on-fix", "--diff").status == 0
    assert [index(tmp_path, "--exit-non-zero-on-fix").status for _ in range(2)] == [1, 0]
    write(tmp_path, VAULT)
    assert index(tmp_path).status == 0
