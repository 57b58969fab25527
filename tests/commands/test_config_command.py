"""``vaulttool config``: what is in effect, where it comes from, and that it can be read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from commands_in import run
from folders import write

from vaulttool import engine
from vaulttool.config import Config, parse

ROOT = Path(__file__).parents[2]
TOML = """\
vault = "notes"  # the vault
exclude = [
    "Old/",
]

[rules]
orphan-note = "off"
missing-block.severity = "warning"

[rules.broken-link]
allow = ["2026-*"]

[counts.units]
title = "Units"
glob = "*.container"

[per-file-ignores]
"A b/**" = ["broken-link"]

[schemas.types]
log = "log"

[[outputs]]
path = "cards.json"
kind = "cards"
"""
FILES = {"notes/a.md": "", "vaulttool.toml": TOML}


def settled(config: Config, configured: bool = True) -> dict[str, Any]:
    """What a configuration comes to, for every rule."""
    return {rule.name: (level, options) for rule, level, options in engine.settled(config, configured)}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TOML, id="much said"),
        pytest.param("", id="nothing said"),
        pytest.param(
            'exclude = ["a\\"b", "ü\\u0007 # x"]\n[rules.missing-section.sections]\nrunbook = ["Undo"]', id="signs"
        ),
        pytest.param((ROOT / "vaulttool.toml").read_text(encoding="utf-8"), id="our own"),
    ],
)
def test_the_text_can_be_read_back(text: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"notes/": "", "vault/": "", "vaulttool.toml": text})
    first = run("config", cwd=folder)
    assert (first.status, first.err) == (0, "")
    written = parse(first.out, folder / "vaulttool.toml")
    given = parse(text, folder / "vaulttool.toml")
    assert written is not None and given is not None
    assert settled(written) == settled(given)
    assert msgspec.structs.replace(written, rules={}) == msgspec.structs.replace(given, rules={})
    again = run("config", cwd=write(folder, {"vaulttool.toml": first.out}))
    assert values(again.out) == values(first.out)


def values(text: str) -> list[str]:
    """The lines without what tells of their origin."""
    return [line.partition("  # ")[0] for line in text.splitlines()]


def test_without_a_configuration_the_rules_are_as_they_are_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    done = run("config", cwd=write(tmp_path, {"a.md": ""}))
    written = parse(done.out, tmp_path / "vaulttool.toml")
    assert written is not None
    assert settled(written) == settled(Config(), configured=False)
    assert done.out.startswith(
        "# root: .\n# repository: .\n# configuration: none\n# cache: .vaulttool_cache (default)\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        'vault = "notes"  # vaulttool.toml:1',
        'exclude = ["Old/"]  # vaulttool.toml:2',
        '# data = "..."  # default',
        'orphan-note = "off"  # vaulttool.toml:7',
        'missing-block = "warning"  # vaulttool.toml:8',
        'bad-data = "error"  # default',
        'allow = ["2026-*"]  # vaulttool.toml:11',
        'title = "Units"  # vaulttool.toml:14',
        '"A b/**" = ["broken-link"]  # vaulttool.toml:18',
        'property = "status"  # default',
        'outputs = [{ path = "cards.json", kind = "cards", arguments = {} }]  # vaulttool.toml:23',
    ],
)
def test_origins(line: str, tmp_path: Path) -> None:
    done = run("config", cwd=write(tmp_path, FILES))
    if line.startswith("orphan-note"):
        line = 'severity = "off"  # vaulttool.toml:7'  # a rule with options has a table
    assert line in done.out.splitlines()


def test_origins_in_a_pyproject_seen_from_below(tmp_path: Path) -> None:
    text = "[project]\nname = 'x'\n\n[tool.vaulttool]\nexclude = ['b']\nrules.broken-link = 'warning'\n"
    done = run("config", cwd=write(tmp_path, {"pyproject.toml": text, "notes/a.md": ""}) / "notes")
    assert 'exclude = ["b"]  # ../pyproject.toml:5' in done.out
    assert '[rules.broken-link]\nseverity = "warning"  # ../pyproject.toml:6\n' in done.out
    assert done.out.startswith("# root: ..\n")


@pytest.mark.parametrize(
    ("arguments", "variables", "cache"),
    [
        pytest.param([], {}, (".vaulttool_cache", {"kind": "default"}), id="default"),
        pytest.param(["--cache-dir", "c"], {}, ("c", {"kind": "command line", "name": "--cache-dir"}), id="option"),
        pytest.param([], {"VAULTTOOL_CACHE_DIR": "d"}, ("d", {"kind": "environment", "name": "VAULTTOOL_CACHE_DIR"}), id="variable"),
        pytest.param(["--no-cache"], {}, (None, {"kind": "command line", "name": "--no-cache"}), id="no cache"),
        pytest.param([], {"VAULTTOOL_NO_CACHE": "1"}, (None, {"kind": "environment", "name": "VAULTTOOL_NO_CACHE"}), id="no cache by a variable"),
    ],
)  # fmt: skip
def test_where_the_cache_is(
    arguments: list[str], variables: dict[str, str], cache: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VAULTTOOL_NO_CACHE", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    told = json.loads(run("config", "--format", "json", *arguments, cwd=write(tmp_path, FILES)).out)
    assert (told["cache"], told["cache_origin"]) == cache


def test_json(tmp_path: Path) -> None:
    told = json.loads(run("config", "--format", "json", cwd=write(tmp_path, FILES)).out)
    assert (told["root"], told["repository"], told["configuration"]) == ("notes", ".", "vaulttool.toml")
    keys = {tuple(one["key"]): one for one in told["settings"]}
    assert keys["vault",]["origin"] == {"kind": "file", "path": "vaulttool.toml", "line": 1}
    assert keys["status", "property"] == {
        "key": ["status", "property"],
        "value": "status",
        "origin": {"kind": "default"},
    }
    rules = {one["name"]: one for one in told["rules"]}
    assert rules.keys() == engine.rules().keys()
    assert rules["broken-link"] == {
        "name": "broken-link",
        "severity": "error",
        "origin": {"kind": "default"},
        "options": [
            {"name": "allow", "value": ["2026-*"], "origin": {"kind": "file", "path": "vaulttool.toml", "line": 11}}
        ],
    }


def test_a_vault_on_the_command_line(tmp_path: Path) -> None:
    folder = write(tmp_path, {**FILES, "notes/sub/b.md": ""})
    done = run("config", "--vault", "notes/sub", cwd=folder)
    assert 'vault = "notes/sub"  # command line: --vault' in done.out.splitlines()
    assert done.out.startswith("# root: notes/sub\n")


def test_what_is_wrong_in_a_configuration_stops_it(tmp_path: Path) -> None:
    done = run("config", cwd=write(tmp_path, {"vaulttool.toml": "[rules]\nbroken-lnk = 'off'\n"}))
    assert (done.status, done.out) == (2, "")
    assert 'no rule is named "broken-lnk"' in done.err and "vaulttool.toml" in done.err
