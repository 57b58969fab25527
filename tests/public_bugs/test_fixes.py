"""Public bugs about fixes: that they change what they name and nothing else. B012, B022, B046, B057 to B066, B096, B108 to B112."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

CLAIMED = '[schemas.types]\nnote = "reference"\n[rules]\nschema-mismatch = "off"\norphan-note = "off"\n'
RETIRED = """\
endpoint: lisbon
host: atlas
owner_page: "[[n]]"
served_name: lisbon
eras:
  - {id: a, title: Two cards, start: 2026-09-20, end: 2026-09-21, page: "[[n]]"}
"""
HOST = "host: atlas\nfacts: []\n"
DATA = {
    "vaulttool.toml": 'data = "data"\n' + CLAIMED,
    "data/hosts/atlas.yaml": HOST,
    "data/endpoints/lisbon.yaml": RETIRED,
}


def mended(folder: Path, files: dict[str, str], *options: str) -> tuple[dict[str, str], Done]:
    """All files of a vault after `check --fix`, their line ends as they are, and what the run said."""
    write(folder, files)
    done = run("check", "--fix", *options, cwd=folder)
    return contents(folder), done


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder, git's own aside."""
    places = [place for place in sorted(folder.rglob("*")) if place.is_file() and ".git" not in place.parts]
    return {place.relative_to(folder).as_posix(): place.read_bytes().decode() for place in places}


@pytest.mark.parametrize("options", [(), ("--unsafe-fixes",)], ids=["safe", "unsafe"])
@pytest.mark.parametrize(
    ("files", "status"),
    [
        pytest.param(
            {"data/run.csv": "", "n.md": "[run](data/run.csv) ![[run.csv]]\n"},
            0,
            id="B012 a file that has an extension",
        ),
        pytest.param({"n.md": "_see also [[topic]]_\n"}, 1, id="B022 a placeholder makes no page"),
        pytest.param({"n.md": "[gone](topic.md) and ![[topic]]\n"}, 1, id="B022 nor do a Markdown link and an embed"),
        pytest.param(
            {"n.md": "---\nicon: '[[disk|Disk]]'\n---\n[[disk|Disk]]\n", "disk.md": ""},
            0,
            id="B112 a bar outside a table",
        ),
        pytest.param(
            {"n.md": "---\ntitle: a\n---\n\nText.\n\n---\nx: y\n---\n\n# [[n|N]] log\n"}, 0, id="B058, B060 sound notes"
        ),
        pytest.param(
            {"n.md": "![[rack.png]]", "m.md": "[r](rack.png)", "rack.png": "", "lone.png": ""}, 0, id="B111 pictures"
        ),
        pytest.param({"n.md": "| [[n\\|N]] | `a | b` |\n|-|-|\n"}, 0, id="B046 a bar that is escaped"),
        pytest.param({"n.md": "- item\n\n  | a |\n  | - |\n  | [[n\\|N]] |\n"}, 0, id="B052 table in a list item"),
    ],
)
def test_nothing_is_changed(files: dict[str, str], status: int, options: tuple[str, ...], tmp_path: Path) -> None:
    after, done = mended(tmp_path, files, *options)
    assert (after, done.status) == (files, status)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "| a | b |\n|-|-|\n| [[bar]] | x |\n",
            "| a | b |\n|-|-|\n| [[foo\\|bar]] | x |\n",
            id="B046 alias in a cell",
        ),
        pytest.param("Of [[bar]] and [[Bar]].\n", "Of [[foo|bar]] and [[foo|Bar]].\n", id="B046 alias outside a table"),
        pytest.param("| a |\n|-|\n| [[foo|bar]] |\n", "| a |\n|-|\n| [[foo\\|bar]] |\n", id="B046 a raw bar"),
        pytest.param(
            "- item\n\n  | a |\n  |-|\n  | [[foo|bar]] |\n",
            "- item\n\n  | a |\n  |-|\n  | [[foo\\|bar]] |\n",
            id="B052 in a list item",
        ),
        pytest.param("\n---\ntitle: a\n---\ntext\n", "---\ntitle: a\n---\ntext\n", id="B066 last line end"),
        pytest.param("\n---\ntitle: a\n---\ntext", "---\ntitle: a\n---\ntext", id="B066 none"),
        pytest.param("\r\n---\r\ntitle: a\r\n---\r\ntext\r\n", "---\r\ntitle: a\r\n---\r\ntext\r\n", id="B066 CRLF"),
        pytest.param(
            "\n---\ntitle: a\n---\n\nText.\n\n---\nx: y\n---\n",
            "---\ntitle: a\n---\n\nText.\n\n---\nx: y\n---\n",
            id="B058 once",
        ),
        pytest.param(
            '\n---\ntitle: a\ncmd: echo $1 $& \\1 \\g<0>\n"net:vlan": 12 # twelve\n\'odd\': "yes"\n---\n',
            '---\ntitle: a\ncmd: echo $1 $& \\1 \\g<0>\n"net:vlan": 12 # twelve\n\'odd\': "yes"\n---\n',
            id="B057, B063 keys and values as they stand",
        ),
        pytest.param(
            "---\n\"net:vlan\": 12\nup: '[[bar]]' # b\n---\n",
            "---\n\"net:vlan\": 12\nup: '[[foo|bar]]' # b\n---\n",
            id="B057, B112 a property",
        ),
    ],
)
def test_what_is_changed(before: str, after: str, tmp_path: Path) -> None:
    foo = "---\naliases: [bar]\n---\n"
    assert mended(tmp_path, {"n.md": before, "notes/foo.md": foo})[0] == {"n.md": after, "notes/foo.md": foo}
    assert contents(tmp_path) == mended(tmp_path, {})[0]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("written", ["ACTIVE", '"ACTIVE"', "'ACTIVE'", "ACTIVE # since September"])
def test_b064_one_field_is_one_line(written: str, line_end: str, tmp_path: Path) -> None:
    text = (
        '---\n# keep me\ntype: note\nanswer: "yes" # quoted\nwhen: 2026-09-19\nat: 12:30\n'
        f"status: {written}\ncmd: echo $1 $&\n\n# last\ncreated: 2026-02-03T07:08:09Z\n---\n\nText.\n"
    ).replace("\n", line_end)
    after, done = mended(tmp_path, {**DATA, "n.md": text})
    assert after == {**DATA, "n.md": text.replace("ACTIVE", "RETIRED")}
    assert done.status == 0


def test_b096_a_fix_that_leaves_something_exits_with_1(tmp_path: Path) -> None:
    files = {"n.md": "| a |\n|-|\n| [[n|N]] [[Gone]] |\n"}
    assert mended(tmp_path, files)[1].status == 1
    assert mended(tmp_path, {"n.md": "| a |\n|-|\n| [[n|N]] |\n"})[1].status == 0


def test_b108_the_authors_labels_are_kept(tmp_path: Path) -> None:
    text = "[[old-name|the old pump]] [[old-name]] [[old-name|it]] [o](old-name.md) ![[old-name|x]]\n"
    repository(tmp_path, {"old-name.md": "A pump with some words about it.\n", "n.md": text})
    git(tmp_path, "mv", "old-name.md", "new-name.md")
    git(tmp_path, "commit", "--quiet", "--message=renamed")
    assert mended(tmp_path, {})[0]["n.md"] == text.replace("old-name", "new-name")
