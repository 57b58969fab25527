"""The configuration: every key, and an error for everything that it cannot say."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from vaulttool import manual
from vaulttool.config import Config, SchemasTable, StatusTable, known_rule, parse
from vaulttool.errors import ConfigurationError
from vaulttool.storage import schemas

WHOLE = """
vault = "notes"
exclude = ["drafts", "!drafts/kept.md"]
extra-files = ["README.md"]

[rules]
orphan-note = "off"

[rules.broken-link]
severity = "warning"
allow = ["2026-*"]

[per-file-ignores]
"Archive/**" = ["broken-link", "missing-heading"]

[status]
words = ["OPEN", "CLOSED"]
property = "state"

[schemas]
folder = "schemas"

[schemas.types]
town = "town"

[schemas.paths]
"Towns/*.md" = "town"
"""
EXPECTED = Config(
    vault="notes",
    exclude=("drafts", "!drafts/kept.md"),
    extra_files=("README.md",),
    rules={"orphan-note": "off", "broken-link": {"severity": "warning", "allow": ["2026-*"]}},
    per_file_ignores={"Archive/**": ("broken-link", "missing-heading")},
    status=StatusTable(words=("OPEN", "CLOSED"), property="state"),
    schemas=SchemasTable(folder="schemas", types={"town": "town"}, paths={"Towns/*.md": "town"}),
)


def in_pyproject(text: str) -> str:
    """The same below ``[tool.vaulttool]``."""
    top, _, tables = text.partition("[")
    return (
        "[tool.vaulttool]"
        + top
        + ("[" + tables).replace("\n[", "\n[tool.vaulttool.").replace("[rules]", "[tool.vaulttool.rules]", 1)
    )


def test_every_key() -> None:
    assert parse(WHOLE, Path("vaulttool.toml")) == EXPECTED


def test_every_key_in_a_pyproject() -> None:
    assert parse(in_pyproject(WHOLE), Path("pyproject.toml")) == EXPECTED


def test_an_empty_configuration_is_the_default() -> None:
    assert parse("", Path("vaulttool.toml")) == Config()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("[tool.poetry]\nname = 'x'", id="another tool's"),
        pytest.param("[project]\nname = 'x'", id="no tool"),
        pytest.param("tool = 3", id="a tool that is no table"),
        pytest.param("no TOML at all", id="broken, and not ours"),
    ],
)
def test_a_pyproject_of_others(text: str) -> None:
    assert parse(text, Path("pyproject.toml")) is None


BAD = {
    "no TOML": ("a b", "vaulttool.toml: no valid TOML: ", "mend the line that it names"),
    "an unknown key": ("excludes = []", 'vaulttool.toml: unknown key "excludes"', 'did you mean "exclude"?'),
    "a key with an underscore": (
        "extra_files = []",
        'vaulttool.toml: unknown key "extra_files"',
        'did you mean "extra-files"?',
    ),
    "an unknown key like no other": (
        "zzz = 1",
        'vaulttool.toml: unknown key "zzz"',
        "known are baseline, counts, data, exclude, extra-files, outputs, per-file-ignores, repository-files, rules, runbook, schemas, status, vault",
    ),
    "an unknown table": ("[rule]", 'vaulttool.toml: unknown key "rule"', 'did you mean "rules"?'),
    "an unknown key in a table": (
        "[status]\nword = []",
        'vaulttool.toml: unknown key "status.word"',
        'did you mean "status.words"?',
    ),
    "a table that is none": ("status = 3", "vaulttool.toml: status must be a table", None),
    "a value of another kind": ("exclude = 'x'", "vaulttool.toml: Expected `array`, got `str` - at `$.exclude`", None),
    "a list of another kind": ("exclude = [1]", "vaulttool.toml: Expected `str`, got `int` - at `$.exclude[0]`", None),
    "no word of status": ("[status]\nwords = []", "vaulttool.toml: Expected `array` of length >= 1", None),
    "rules that are no table": ("rules = []", "vaulttool.toml: Expected `object`, got `array` - at `$.rules`", None),
    "a bad severity": (
        "[rules]\nbroken-link = 'info'",
        'vaulttool.toml: "info" is no severity of the rule "broken-link"',
        "write error, warning or off",
    ),
    "a severity that is a number": (
        "[rules]\nbroken-link = 1",
        'vaulttool.toml: "1" is no severity of the rule "broken-link"',
        "write error, warning or off",
    ),
    "a bad severity in a table": (
        "[rules.broken-link]\nseverity = true",
        'vaulttool.toml: "True" is no severity of the rule "broken-link"',
        "write error, warning or off",
    ),
    "a bad glob": ("exclude = ['!']", 'vaulttool.toml: "!" is no glob', "write it as in a .gitignore"),
    "a count of nothing": (
        "[counts.x]\ntitle = 'X'",
        "vaulttool.toml: [counts.x] does not say what to count",
        'write "glob", or "file" and "of"',
    ),
    "a count of two things": (
        "[counts.x]\ntitle = 'X'\nglob = '*'\nfile = 'a.yml'\nof = 'alerts'",
        "vaulttool.toml: [counts.x] does not say what to count",
        'write "glob", or "file" and "of"',
    ),
    "an output twice": (
        "[[outputs]]\npath = 'a'\nkind = 'cards'\n[[outputs]]\npath = 'a'\nkind = 'cards'",
        'vaulttool.toml: the output "a" stands twice',
        "leave one of them out",
    ),
    "a bad glob of a table": (
        "[per-file-ignores]\n'!' = []",
        'vaulttool.toml: "!" is no glob',
        "write it as in a .gitignore",
    ),
}


@pytest.mark.parametrize(("text", "message", "remedy"), [pytest.param(*case, id=name) for name, case in BAD.items()])
def test_what_a_configuration_cannot_say(text: str, message: str, remedy: str | None) -> None:
    with pytest.raises(ConfigurationError) as error:
        parse(text, Path("vaulttool.toml"))
    assert error.value.message.startswith(message)
    assert error.value.remedy == ('see "vaulttool explain settings"' if remedy is None else remedy)


def test_a_broken_pyproject_with_our_table() -> None:
    with pytest.raises(ConfigurationError, match="no valid TOML"):
        parse("[tool.vaulttool]\nrules =", Path("pyproject.toml"))


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("brokenlink", 'did you mean "broken-link"?'),
        ("Broken-Link", 'did you mean "broken-link"?'),
        ("zzz", 'see "vaulttool explain" for the rules'),
    ],
)
def test_an_unknown_rule(name: str, remedy: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        known_rule(name, ["broken-link", "missing-heading"], "here")
    assert (error.value.message, error.value.remedy) == (f'here: no rule is named "{name}"', remedy)


def shipped() -> Any:
    return json.loads((schemas.shipped_folder() / "config.schema.json").read_text(encoding="utf-8"))


def test_the_shipped_schema_is_up_to_date() -> None:
    """``vaulttool index`` writes it."""
    assert shipped() == json.loads(manual.schema_text())


def test_the_shipped_schema_accepts_what_the_tool_accepts() -> None:
    jsonschema_rs.Draft202012Validator(shipped()).validate(tomllib.loads(WHOLE))


@pytest.mark.parametrize(
    "text",
    [
        "excludes = []",
        "[rules]\nbroken-links = 'off'",
        "[rules]\nbroken-link = 'info'",
        "[rules.broken-link]\nallo = []",
        "[status]\nword = []",
    ],
)
def test_the_shipped_schema_refuses_what_the_tool_refuses(text: str) -> None:
    assert not jsonschema_rs.Draft202012Validator(shipped()).is_valid(tomllib.loads(text))
