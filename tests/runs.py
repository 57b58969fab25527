"""Run files as the tests of readers see them: parsed as YAML 1.2, and held to their schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from vaulttool.parsing.frontmatter import HANDLER
from vaulttool.parsing.yaml import scalar
from vaulttool.readers import _metrics
from vaulttool.storage import schemas

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "tests" / "readers" / "samples"
METRICS_FILE = ROOT / "vault" / "data" / "metrics.yaml"
METRICS = _metrics.metrics(METRICS_FILE.read_text(encoding="utf-8"), "metrics.yaml")
SCHEMA = json.loads((schemas.shipped_folder() / "run.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema_rs.Draft202012Validator(SCHEMA, validate_formats=True)


def sample(name: str) -> str:
    return (SAMPLES / name).read_bytes().decode("utf-8")


def loaded(text: str) -> Any:
    """The data of a YAML text."""
    return plain(HANDLER.load(text))


def plain(node: Node) -> Any:
    if isinstance(node, ScalarNode):
        return scalar(node)
    if isinstance(node, MappingNode):
        return {plain(key): plain(value) for key, value in node.value}
    assert isinstance(node, SequenceNode)
    return [plain(item) for item in node.value]


def complaints(run: Any) -> list[str]:
    """What the schema of runs has against a run."""
    return [f"{error.instance_path}: {error.message}" for error in VALIDATOR.iter_errors(run)]


def numbers(node: Node, path: str = "") -> Iterator[tuple[str, str]]:
    """Every scalar of a YAML text that is a number, as it is written, by its path."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            yield from numbers(value, f"{path}/{key.value}")
    elif isinstance(node, ScalarNode) and node.tag.endswith((":int", ":float")):
        yield path, node.value
