"""Public bugs about encodings and platforms: B102 to B106."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from folders import write

from .reported import Said, help_of, said


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("– café 🙂 [[Gone]]", "1:12", id="B102 characters of several bytes"),
        pytest.param("👩\u200d🔧 e\u0301 [[Gone]]", "1:10", id="B102 code points, not what is drawn"),
        pytest.param("\ufeff[[Gone]]", "1:3", id="B102 a byte order mark is no column"),
        pytest.param("🙂 | a\n\n| é 🙂 [[Gone]] |\n|-|\n", "3:9", id="B102 in a table"),
        pytest.param("a\r\nb\r\nc [[Gone]]\r\n", "3:5", id="B103 CRLF"),
        pytest.param("---\r\nt: é\r\n---\r\n\r\n🙂 [[Gone]]\r\n", "5:5", id="B103 front matter and CRLF"),
        pytest.param("a\rb\r\nc\n[[Gone]]", "4:3", id="B103 mixed line ends"),
        pytest.param("a\x0cb\u2028c\x85d [[Gone]]", "1:11", id="B103 what is no line end"),
    ],
)
def test_where_it_is(text: str, place: str, tmp_path: Path) -> None:
    done = run("check", cwd=write(tmp_path, {"n.md": text.encode()}))
    assert done.out.startswith(f"n.md:{place}: error: ")


@pytest.mark.parametrize(
    ("link", "in_obsidian", "on_a_forge"),
    [
        pytest.param("[l](Limits.md)", [], ["Limits.md"], id="B105 another case"),
        pytest.param("[l](limits.md)", [], [], id="B105 the same case"),
        pytest.param("[l](A/limits2.md)", [], ["A/limits2.md"], id="B105 case of a folder"),
        pytest.param("[[LIMITS]]", [], [], id="B105 wikilink"),
    ],
)
def test_b105_case(link: str, in_obsidian: Said, on_a_forge: list[str]) -> None:
    files = {"n.md": link, "limits.md": "", "a/limits2.md": ""}
    assert said(files) == in_obsidian
    assert [under for _, _, under in said(files, "forge-link")] == on_a_forge


def test_b105_is_decided_by_names_and_not_by_the_disk(tmp_path: Path) -> None:
    """In a folder on disk it says the same, whatever the disk takes for equal."""
    write(tmp_path, {"n.md": "[l](Limits.md)", "limits.md": ""})
    assert run("check", "--select", "forge-link", "--fail-on", "warning", cwd=tmp_path).status == 1
    assert run("check", cwd=tmp_path).status == 0


@pytest.mark.parametrize(
    ("link", "under"),
    [
        pytest.param("[x](docs\\guide.md)", "docs\\guide.md", id="Markdown link"),
        pytest.param("[[docs\\guide]]", "docs\\guide", id="wikilink"),
        pytest.param("![x](.\\docs\\guide.md)", ".\\docs\\guide.md", id="relative"),
    ],
)
def test_b106_a_backslash_separates_no_folders(link: str, under: str) -> None:
    files = {"n.md": link, "docs/guide.md": ""}
    assert said(files) == [("n.md", "broken-link", under)]
    assert f'"{under.replace(chr(92), "/")}"' in help_of(files)
