"""What is left out of the reports: exactly the notes that are meant, whatever their folders are called."""

from __future__ import annotations

import pytest

from vaulttool.model.left_out import anchored, left_out
from vaulttool.model.obsidian import APP, Obsidian, Told
from vaulttool.text.globs import Globs

NAMES = [
    "Templates",
    "[x] Templates",
    "#1",
    "!important",
    "a b ",
    "a*b",
    "a?b",
    "back\\slash",
    "Größe",
    "🗂️ T",
    "a.md b",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_glob_means_that_folder_and_no_other(name: str) -> None:
    notes = [f"{name}/a.md", f"{name}/b/c.md", f"x/{name}/a.md", f"{name}2/a.md", "axb/a.md", "a.md"]
    (one,) = left_out(notes, str, Obsidian(templates=(Told(name, "settings"),)))
    globs = Globs([one.glob])
    assert [path for path in notes if globs.match(path)] == notes[:2]
    assert (one.notes, one.reason) == (2, "the folder of templates, by settings")


@pytest.mark.parametrize("name", NAMES)
def test_a_glob_means_that_file_and_no_other(name: str) -> None:
    globs = Globs([anchored(f"d/{name}.md")])
    assert globs.match(f"d/{name}.md")
    assert not globs.match(f"x/d/{name}.md") and not globs.match(f"d/{name}2.md")


@pytest.mark.parametrize(
    ("filters", "notes", "globs"),
    [
        pytest.param(("Old/",), ["Old/a.md", "b.md"], ["/Old/"], id="a folder"),
        pytest.param(("Old",), ["Old/a.md", "b.md"], ["/Old/"], id="a folder without its slash"),
        pytest.param(("Old",), ["Old/a.md", "Older.md"], ["/Old*"], id="the beginning of names"),
        pytest.param(("a.md",), ["a.md", "b.md"], ["/a.md"], id="a note"),
        pytest.param(("Gone/",), ["a.md"], [], id="a folder that is not there"),
        pytest.param(("Files/",), ["a.md"], [], id="a folder without notes"),
        pytest.param(("/draft.*/",), ["a.md"], [""], id="a regular expression"),
        pytest.param(("Old/", "Old/"), ["Old/a.md"], ["/Old/"], id="the same twice"),
    ],
)
def test_excluded_files(filters: tuple[str, ...], notes: list[str], globs: list[str]) -> None:
    found = left_out(notes, str, Obsidian(filters=filters))
    assert [one.glob for one in found] == globs
    assert all(one.reason.startswith(f"excluded files, by {APP}") for one in found)


@pytest.mark.parametrize(
    ("notes", "globs"),
    [
        pytest.param({"Templates/a.md": "# {{title}}"}, ["/Templates/"], id="placeholders"),
        pytest.param({"01 templates/a.md": "<% tp.date.now() %>"}, ["/01 templates/"], id="a number before the name"),
        pytest.param({"Meta/_Template/a.md": "{{x}}"}, ["/Meta/_Template/"], id="below another folder"),
        pytest.param({"Templates/a.md": "{{x}}", "Templates/b.md": ""}, ["/Templates/"], id="one of two"),
        pytest.param({"Templates/a.md": "words", "Templates/b.md": ""}, [], id="no placeholders"),
        pytest.param(
            {"Templates/a.md": "{{x}}", "Templates/b.md": "", "Templates/c.md": ""}, [], id="few placeholders"
        ),
        pytest.param({"My templates/a.md": "{{x}}"}, [], id="other words"),
        pytest.param({"Notes/a.md": "{{x}}"}, [], id="another name"),
        pytest.param({"Templates.md": "{{x}}"}, [], id="a note of that name"),
    ],
)
def test_templates_that_no_plugin_names(notes: dict[str, str], globs: list[str]) -> None:
    assert [one.glob for one in left_out(notes, notes.__getitem__, Obsidian())] == globs


def test_the_template_of_daily_notes_is_left_out_unless_its_folder_is() -> None:
    settings = Obsidian(template_files=(Told("Meta/day.md", "daily"), Told("gone.md", "daily")))
    assert [one.glob for one in left_out(["Meta/day.md", "a.md"], str, settings)] == ["/Meta/day.md"]
    both = settings._replace(templates=(Told("Meta", "core"),))
    assert [one.glob for one in left_out(["Meta/day.md", "a.md"], str, both)] == ["/Meta/"]
