"""The documents say what the code does: generated pages, the README's tables and commands, the schemas."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest
from commands_in import run

from vaulttool import engine

ROOT = Path(__file__).parents[1]
ON_A_BARE_MACHINE = "python3 -m venv .venv && .venv/bin/pip install --quiet . && .venv/bin/vaulttool check vault"
TESTS = ".venv/bin/pip install --quiet --editable '.[test]' && .venv/bin/pytest -n auto"


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_generated_parts_are_fresh() -> None:
    """After a change: vaulttool index"""
    done = run("index", "--check", cwd=ROOT)
    assert (done.status, done.out) == (0, "0 files to be written, 0 parts; 0 left\n")


@pytest.mark.parametrize("name", engine.rules())
def test_the_readme_lists_every_rule(name: str) -> None:
    assert f"| `{name}` | " in text("README.md")


@pytest.mark.parametrize("command", [ON_A_BARE_MACHINE, TESTS])
def test_the_readmes_commands_are_what_ci_runs(command: str) -> None:
    assert command in text("README.md").splitlines()
    assert command in text(".ci/run").splitlines()
    assert "bash .ci/run" in text(".github/workflows/ci.yml")


def test_our_own_vault_is_clean_and_claimed() -> None:
    on = "2026-12-01"  # a review that falls due is no fault of a change
    done = run("check", "--fail-on", "warning", "--format", "json", "--on", on, cwd=ROOT)
    report = json.loads(done.out)
    assert (done.status, report["findings"], report["unresolved"]) == (0, [], 0)
    assert report["notes"] >= 25


@pytest.mark.parametrize("schema", sorted((ROOT / "schemas").glob("*.json")), ids=lambda place: place.name)
def test_schemas_are_valid(schema: Path) -> None:
    assert jsonschema_rs.meta.is_valid(json.loads(schema.read_text(encoding="utf-8")))


def test_our_own_configuration_fits_its_schema() -> None:
    import tomllib

    schema = json.loads(text("schemas/config.schema.json"))
    assert jsonschema_rs.is_valid(schema, tomllib.loads(text("vaulttool.toml")))


def test_a_configuration_with_an_unknown_rule_does_not() -> None:
    schema = json.loads(text("schemas/config.schema.json"))
    assert not jsonschema_rs.is_valid(schema, {"rules": {"no-such-rule": "off"}})
    assert not jsonschema_rs.is_valid(schema, {"rules": {"broken-link": {"alow": []}}})
    assert jsonschema_rs.is_valid(schema, {"rules": {"broken-link": {"severity": "warning", "allow": ["2026-*"]}}})


def test_the_changelog_knows_the_version_in_hand() -> None:
    assert text("CHANGELOG.md").startswith("# Changelog")
