"""What the code says of itself: severities, keys of the configuration, its schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vaulttool import config, engine
from vaulttool.model.rule import Rule


def level(rule: Rule) -> str:
    """A rule's severity in words; it may differ without a configuration."""
    return rule.level if rule.level == rule.unconfigured else f"{rule.level}, {rule.unconfigured} without configuration"


def keys(table: type[msgspec.Struct], prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """The keys of a table of the configuration: full name, default, meaning."""
    described = msgspec.json.schema_components([table])[1][table.__name__]["properties"]
    for field in msgspec.structs.fields(table):
        name = prefix + field.encode_name
        if isinstance(field.default, msgspec.Struct):
            yield from keys(type(field.default), name + ".")
        else:
            yield name, default_of(field), described[field.encode_name].get("description", "")


def default_of(field: Any) -> Any:
    """The default of a key or of a rule's option."""
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def shown_default(default: Any) -> str:
    """A default as a table shows it."""
    return "none" if default is None else f"`{msgspec.json.encode(default).decode()}`"


def schema_text() -> str:
    """The JSON Schema of the configuration with every rule and its options."""
    schema = config.json_schema()
    table = schema["$defs"]["Config"]["properties"]["rules"]
    table["properties"] = {rule.name: _rule_schema(rule) for rule in engine.rules().values()}
    table["additionalProperties"] = False
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def _rule_schema(rule: Rule) -> dict[str, Any]:
    """What may be said of one rule: a level, or a table with `severity` and its options."""
    levels = {"enum": ["error", "warning", "off"]}
    options = msgspec.json.schema_components([rule.options])[1][rule.options.__name__]["properties"]
    table = {"type": "object", "properties": {"severity": levels, **options}, "additionalProperties": False}
    return {"description": rule.summary, "anyOf": [levels, table]}
