"""The data files of our own vault fit their schemas, and what they refer to is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from yaml.nodes import MappingNode, Node, ScalarNode

from vaulttool.parsing.frontmatter import HANDLER
from vaulttool.parsing.yaml import scalar

ROOT = Path(__file__).parents[1]
DATA = ROOT / "vault" / "data"
FILES = {
    **dict.fromkeys(sorted(DATA.glob("endpoints/*.yaml")), "endpoint"),
    **dict.fromkeys(sorted(DATA.glob("runs/*.yaml")), "run"),
    **dict.fromkeys(sorted(DATA.glob("hosts/*.yaml")), "host"),
    **{DATA / f"{name}.yaml": name for name in ("names", "relations", "metrics")},
}


def plain(node: Node) -> Any:
    """A YAML node as plain data, dates as strings."""
    if isinstance(node, ScalarNode):
        return scalar(node)
    if isinstance(node, MappingNode):
        return {plain(key): plain(value) for key, value in node.value}
    return [plain(item) for item in node.value]


def content(place: Path) -> Any:
    return plain(HANDLER.load(place.read_text(encoding="utf-8")))


@pytest.mark.parametrize("place", FILES, ids=lambda place: place.relative_to(DATA).as_posix())
def test_a_file_fits_its_schema(place: Path) -> None:
    schema = json.loads((ROOT / "schemas" / f"{FILES[place]}.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    assert [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(content(place))] == []


def addresses(run: dict[str, Any]) -> set[str]:
    """The addresses of a run's figures, arms and derived ones included."""
    found = {f"run/{run['run']}#{name}" for name in (*run.get("results", {}), *run.get("derived", {}))}
    for arm, told in run.get("arms", {}).items():
        found |= {f"run/{run['run']}#{arm}.{name}" for name in told.get("results", {})}
    return found


def test_every_figure_of_an_era_was_measured() -> None:
    runs = [content(place) for place, kind in FILES.items() if kind == "run"]
    known = set().union(*(addresses(run) for run in runs))
    endpoints = [content(place) for place, kind in FILES.items() if kind == "endpoint"]
    asked = {figure for endpoint in endpoints for era in endpoint["eras"] for figure in era.get("figures", ())}
    assert asked
    assert asked - known == set()


def test_a_file_is_named_for_what_it_holds() -> None:
    for place, kind in FILES.items():
        if kind in ("endpoint", "run", "host"):
            assert content(place)[kind] == place.stem
