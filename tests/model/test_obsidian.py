"""Obsidian's own settings, whatever state their files are in."""

from __future__ import annotations

import pytest

from vaulttool.model.obsidian import Dated, Obsidian, Told, obsidian

APP = ".obsidian/app.json"
TEMPLATER = ".obsidian/plugins/templater-obsidian/data.json"
QUICKADD = ".obsidian/plugins/quickadd/data.json"
PERIODIC = ".obsidian/plugins/periodic-notes/data.json"


def test_settings() -> None:
    found = obsidian(
        {
            APP: '\ufeff{"newLinkFormat": "relative",\r\n "useMarkdownLinks": true, "alwaysUpdateLinks": true,\r\n'
            ' "attachmentFolderPath": "Files", "userIgnoreFilters": ["Old/", "/x.*/"]}\r\n',
            ".obsidian/types.json": '{"types": {"due": "date", "odd": 3}}',
        }
    )
    assert found == Obsidian("relative", True, True, "Files", {"due": "date"}, ("Old/", "/x.*/"), (), (), (), (), True)


@pytest.mark.parametrize(
    ("path", "text", "folders"),
    [
        pytest.param(
            ".obsidian/templates.json", '{"folder": "Meta/Templates/"}', ["Meta/Templates"], id="the core plugin"
        ),
        pytest.param(TEMPLATER, '{"templates_folder": "T"}', ["T"], id="Templater"),
        pytest.param(QUICKADD, '{"templateFolderPath": "T"}', ["T"], id="QuickAdd"),
        pytest.param(QUICKADD, '{"templateFolderPaths": ["T", "U"]}', ["T", "U"], id="QuickAdd with several"),
        pytest.param(TEMPLATER, '{"templates_folder": "/"}', [], id="the root is no folder of templates"),
        pytest.param(TEMPLATER, '{"templates_folder": ""}', [], id="none"),
        pytest.param(TEMPLATER, '{"templates_folder": 3}', [], id="another type"),
        pytest.param(TEMPLATER, "[]", [], id="another shape"),
    ],
)
def test_folders_of_templates(path: str, text: str, folders: list[str]) -> None:
    assert obsidian({path: text}).templates == tuple(Told(folder, path) for folder in folders)


@pytest.mark.parametrize(
    ("path", "text", "dated"),
    [
        pytest.param(
            ".obsidian/daily-notes.json", '{"folder": "Daily"}', [("Daily", "YYYY-MM-DD")], id="the core plugin"
        ),
        pytest.param(".obsidian/daily-notes.json", '{"format": "YYYY/MM/DD"}', [("", "YYYY/MM/DD")], id="in the root"),
        pytest.param(".obsidian/daily-notes.json", "{}", [], id="nothing said"),
        pytest.param(
            PERIODIC, '{"weekly": {"enabled": true, "folder": "W", "format": ""}}', [("W", "gggg-[W]ww")], id="weeks"
        ),
        pytest.param(PERIODIC, '{"weekly": {"enabled": false, "folder": "W"}}', [], id="weeks that are off"),
        pytest.param(PERIODIC, '{"weekly": true}', [], id="another shape"),
    ],
)
def test_notes_named_for_a_day(path: str, text: str, dated: list[tuple[str, str]]) -> None:
    assert obsidian({path: text}).dated == tuple(Dated(*one, path) for one in dated)


def test_templates_of_daily_notes() -> None:
    files = {".obsidian/daily-notes.json": '{"template": "Meta/day"}', PERIODIC: '{"monthly": {"template": "m.md"}}'}
    assert [one.path for one in obsidian(files).template_files] == ["Meta/day.md", "m.md"]


@pytest.mark.parametrize("text", ["{", "nonsense", '{"a": 1}}', "[" * 100_000], ids=["cut", "words", "more", "deep"])
def test_a_broken_file_is_told_and_the_others_are_read(text: str) -> None:
    found = obsidian({APP: text, TEMPLATER: '{"templates_folder": "T"}'})
    assert found.troubles == (f"{APP} is no JSON, so what it says is not known",)
    assert found.templates == (Told("T", TEMPLATER),)
    assert found.link_format == "shortest"


@pytest.mark.parametrize("text", ["", " \r\n", "null", "3", '"x"', "{}"])
def test_an_empty_file_or_another_value_says_nothing(text: str) -> None:
    assert obsidian({APP: text}) == Obsidian()
