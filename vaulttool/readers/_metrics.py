"""Reads the user's ``metrics.yaml``: which metrics there are, under which titles and in which units."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from vaulttool.errors import ConfigurationError
from vaulttool.parsing.frontmatter import HANDLER
from vaulttool.readers._reading import Metric


def metrics(text: str, file: str) -> dict[str, Metric]:
    """The metrics by name; ``ConfigurationError`` where the file is none of metrics."""
    try:
        found = _members(_members(HANDLER.load(text)).get("metrics"))
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        where = f"{file}:{mark.line + 1}" if mark else file
        raise ConfigurationError(f"{where}: this is no YAML", "mend the file") from error
    if not found:
        raise ConfigurationError(f'"{file}" has no "metrics"', "name a metrics.yaml, see metrics.schema.json")
    return {name: _metric(name, _members(node), file) for name, node in found.items()}


def _metric(name: str, told: dict[str, Node], file: str) -> Metric:
    title, unit = (_text(told.get(key)) for key in ("title", "unit"))
    if not title or not unit:
        raise ConfigurationError(f'{file}: the metric "{name}" has no title or no unit', "see metrics.schema.json")
    return Metric(title, unit)


def _members(node: Node | None) -> dict[str, Node]:
    return {_text(key): value for key, value in node.value} if isinstance(node, MappingNode) else {}


def _text(node: Node | None) -> str:
    return str(node.value) if isinstance(node, ScalarNode) else ""
