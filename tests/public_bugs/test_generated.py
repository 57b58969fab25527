"""Public bugs about generated blocks and indexes: B067 to B081."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands_in import run
from folders import git, repository, write
from vaults import indexed

from .reported import help_of, said

REGION = "<!-- vaulttool:begin index {} -->\n<!-- vaulttool:end index -->\n"
NAMES = (
    " db01 ", " db01", "db01 ", "a\u00a0b", "a  b", " ", "a.", " a [b]", "a [b] ", " a^b", "a|b", "100% [x]", "a%20[b]",
    "[[x]]", "a\\", "a\\b", "&amp; [x]", "R&D [x]", "{x}", "<x>", "`a`", "*a* [b]",
)  # fmt: skip
LISTED = REGION.format('folder="n" columns="link"')


def test_b067_a_note_that_cannot_be_read_makes_no_region_stale() -> None:
    files = {f"n/{name}.md": "" for name in "abcdefghi"} | {"n/bad.md": "---\na: [\n---\n", "Index.md": LISTED}
    after, left = indexed(files)
    assert [finding.rule for finding in left] == []
    assert "[[i]]" in after["Index.md"] and "[[bad]]" not in after["Index.md"]
    assert said(after) == [("n/bad.md", "invalid-front-matter", "a: [")]
    assert indexed(after)[0] == after


def test_b070_rows_that_a_merge_lost_are_found(tmp_path: Path) -> None:
    repository(tmp_path, {"Index.md": LISTED, "n/a.md": ""})
    run("index", cwd=tmp_path)
    git(tmp_path, "commit", "--quiet", "--all", "--message=fresh")
    for name in ("x", "y"):
        git(tmp_path, "checkout", "--quiet", "-b", name, "main")
        write(tmp_path, {f"n/{name}.md": ""})
        run("index", cwd=tmp_path)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "--quiet", f"--message={name}")
    git(tmp_path, "merge", "--quiet", "--strategy-option=ours", "--no-edit", "x")
    index = tmp_path / "Index.md"
    index.write_text(index.read_text().replace("| [[x]] |\n", ""))  # as when the whole file of one side is taken
    before = index.read_text()
    done = run("index", "--check", cwd=tmp_path)
    assert (done.status, index.read_text()) == (1, before)
    assert "[[x]]" in done.out
    run("index", "--discard", cwd=tmp_path)
    assert [row for row in index.read_text().splitlines() if "[[" in row] == ["| [[a]] |", "| [[x]] |", "| [[y]] |"]
    assert run("index", "--check", cwd=tmp_path).status == 0


def test_b072_each_record_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    """Two branches change different notes of a list: git merges the rows, and only the sum has to be written anew."""
    names = "abcdefgh"
    repository(
        tmp_path,
        {
            "Index.md": LISTED.replace('"link"', '"link,title"'),
            **{f"n/{name}.md": f"---\ntitle: {name}\n---\n" for name in names},
        },
    )
    run("index", cwd=tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=fresh")
    rows = (tmp_path / "Index.md").read_text().splitlines()
    assert [row for row in rows if "[[" in row] == [f"| [[{name}]] | {name} |" for name in names]
    for branch, changed in (("one", "a"), ("two", "e")):
        git(tmp_path, "checkout", "--quiet", "-b", branch, "main")
        write(tmp_path, {f"n/{changed}.md": "---\ntitle: changed\n---\n"})
        run("index", cwd=tmp_path)
        git(tmp_path, "commit", "--quiet", "--all", f"--message={branch}")
    with pytest.raises(Exception, match="merge"):  # the sum is the only line that both have changed
        git(tmp_path, "merge", "--quiet", "--no-edit", "one")
    torn = (tmp_path / "Index.md").read_text()
    assert torn.count("<<<<<<<") == 1 and "| [[a]] | changed |" in torn and "| [[e]] | changed |" in torn
    assert (run("index", "--resolve", cwd=tmp_path).status, run("index", "--check", cwd=tmp_path).status) == (0, 0)
    assert (tmp_path / "Index.md").read_text().count("changed |") == 2


def test_b073_equal_names_are_told_apart() -> None:
    files = {
        "Index.md": REGION.format('glob="*/Rack.md" columns="title-link"'),
        "east/Rack.md": "---\ntitle: Rack\n---\n",
        "west/Rack.md": "---\ntitle: Rack\n---\n",
    }
    after, left = indexed(files)
    assert left == []
    rows = [row for row in after["Index.md"].splitlines() if "[[" in row]
    assert rows == ["| [[east/Rack\\|Rack]] |", "| [[west/Rack\\|Rack]] |"]
    assert said(after) == []


@pytest.mark.parametrize("name", NAMES)
def test_b075_a_name_that_no_wikilink_can_hold(name: str) -> None:
    """The row leads to the note all the same, from its own folder, too."""
    for folder in ("n/", ""):
        files = {"n/Index.md": LISTED, f"{folder}{name}.md": "", "n/a note.md": "", "vaulttool.toml": ""}
        files["n/Index.md"] = REGION.format('glob="*" columns="link"')
        after, left = indexed(files)
        assert (left, said(after)) == ([], [])
        assert said(after, "orphan-note") == []


@pytest.mark.parametrize("name", [" db01 ", "db01 ", "db01\\"])
def test_b075_a_link_to_such_a_name_is_reported(name: str) -> None:
    files = {f"{name}.md": "", "n.md": f"[[{name}]]"}
    assert said(files) == [("n.md", "broken-link", "db01")]
    meant = re.fullmatch(r'did you mean "(?P<name>.+)"\?', help_of(files))
    assert meant and said({**files, "n.md": f"[[{meant['name']}]]"}) == []


def test_b076_a_marker_in_a_template(tmp_path: Path) -> None:
    begin = LISTED.splitlines(keepends=True)[0]
    files = {"T/One.md": LISTED, "T/Two.md": begin, "n/a.md": "", "vaulttool.toml": 'exclude = ["T/"]\n'}
    write(tmp_path, files)
    assert (run("index", cwd=tmp_path).status, run("index", "--check", cwd=tmp_path).status) == (0, 0)
    assert {path: (tmp_path / path).read_text() for path in files} == files
    assert said({"Two.md": begin}) == [("Two.md", "lone-marker", begin.rstrip())]
    assert indexed({"Two.md": begin, "n/a.md": ""})[0]["Two.md"] == begin


def test_b078_the_check_writes_nothing_and_shows_the_difference(tmp_path: Path) -> None:
    write(tmp_path, {"Index.md": LISTED, "n/a.md": ""})
    done = run("index", "--check", cwd=tmp_path)
    assert (done.status, (tmp_path / "Index.md").read_text()) == (1, LISTED)
    assert "+| [[a]] |" in done.out.splitlines()
    assert run("check", "--fail-on", "warning", cwd=tmp_path).status == 1


def test_b079_marks_of_code_and_emphasis_are_kept() -> None:
    files = {
        "Index.md": REGION.format('folder="n" columns="link,title"'),
        "n/a.md": '---\ntitle: "The `--fix` flag, *now* **here**"\n---\n',
    }
    assert "| [[a]] | The `--fix` flag, *now* **here** |" in indexed(files)[0]["Index.md"].splitlines()
    linked = {"n.md": "## The `--fix` flag\n\n[[#The `--fix` flag]] [[#The --fix flag]]\n"}
    assert said(linked) == []


@pytest.mark.parametrize("second", ["data/runs/b/p-10.yaml", "data/runs/p-11.yaml", "data/runs/p-10.yml"])
def test_b081_two_records_of_one_id(second: str) -> None:
    recorded = "run: p-10\ntitle: T\nkind: probe\ndate: 2026-09-22\nhost: atlas\nsource: {document: n.md, line: 1}\nresults: {}\n"
    files = {
        "n.md": "a\n",
        "vaulttool.toml": 'data = "data"\n',
        "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
        "data/runs/p-10.yaml": recorded,
        second: recorded,
    }
    assert second in {path for path, _, _ in said(files, "bad-data")}


def test_b081_a_row_whose_note_is_gone_is_taken_out() -> None:
    after, _ = indexed({"Index.md": LISTED, "n/a.md": "", "n/b.md": ""})
    del after["n/b.md"]
    assert [(path, rule) for path, rule, _ in said(after, "stale-region", "broken-link")] == [
        ("Index.md", "stale-region"),
        ("Index.md", "broken-link"),
    ]
    assert "[[b]]" not in indexed(after)[0]["Index.md"]
