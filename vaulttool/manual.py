"""Writes the manual's generated pages from the code: ``python -m vaulttool.manual FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from vaulttool import config, engine
from vaulttool.config import Config
from vaulttool.model.rule import Rule

DATE = "2026-11-30"


def rules_page() -> str:
    """``Rules.md``: every rule with its manual."""
    rules = engine.rules().values()
    return "\n".join(
        [
            *_front("Rules", "What each rule reports, how severe it is, and its options.", ["manual", "rules"]),
            "Each rule can be set to `error`, `warning` or `off` in `[rules]`, see [[Settings]], and silenced at a "
            "place with a comment, see [[Suppressions]].",
            "",
            "| Rule | Severity | What it reports |",
            "| --- | --- | --- |",
            *(rule_row(rule, link=True) for rule in rules),
            "",
            *(line for rule in rules for line in _rule(rule)),
        ]
    )


def rule_row(rule: Rule, link: bool = False) -> str:
    """A row of the table of rules."""
    name = f"[[#{rule.name}\\|{rule.name}]]" if link else f"`{rule.name}`"
    return f"| {name} | {level(rule)} | {rule.summary} |"


def level(rule: Rule) -> str:
    """A rule's severity in words; it may differ without a configuration."""
    return rule.level if rule.level == rule.unconfigured else f"{rule.level}, {rule.unconfigured} without configuration"


def settings_page() -> str:
    """``Settings.md``: every key of the configuration."""
    return "\n".join(
        [
            *_front("Settings", "Every key of vaulttool.toml and what it means.", ["manual", "settings"]),
            "The configuration is `vaulttool.toml`, or the table `[tool.vaulttool]` of a `pyproject.toml`. It is found "
            "upwards from the place where the run starts. Its JSON Schema is `schemas/config.schema.json`. An "
            "unknown key or rule name is an error that names the nearest right one. What each rule's own options "
            "mean is told in [[Rules]].",
            "",
            "| Key | Default | Meaning |",
            "| --- | --- | --- |",
            *_keys(Config, ""),
            "",
        ]
    )


def keys(table: type[msgspec.Struct], prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """The keys of a table of the configuration: full name, default, meaning."""
    described = msgspec.json.schema_components([table])[1][table.__name__]["properties"]
    for field in msgspec.structs.fields(table):
        name = prefix + field.encode_name
        if isinstance(field.default, msgspec.Struct):
            yield from keys(type(field.default), name + ".")
        else:
            default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            yield name, default, described[field.encode_name].get("description", "")


def _keys(table: type[msgspec.Struct], prefix: str) -> Iterator[str]:
    for name, default, meaning in keys(table, prefix):
        shown = "none" if default is None else f"`{msgspec.json.encode(default).decode()}`"
        yield f"| `{name}` | {shown} | {meaning} |"


def _rule(rule: Rule) -> Iterator[str]:
    """The section of one rule."""
    yield from (f"## {rule.name}", "", f"Severity: {level(rule)}.", "")
    yield from unwrapped(rule.manual)


def unwrapped(text: str) -> Iterator[str]:
    """The lines of a page with each paragraph on one, since Obsidian shows a line end as a break."""
    for paragraph in text.split("\n\n"):
        yield from paragraph.splitlines() if paragraph.startswith("    ") else [" ".join(paragraph.splitlines())]
        yield ""


def _front(title: str, description: str, tags: list[str]) -> Iterator[str]:
    """The front matter and the title of a page."""
    yield from ("---", "type: reference", f"title: {title}", f"description: {description}")
    yield from (f"tags: [{', '.join(tags)}]", f"timestamp: {DATE}", "---", "", f"# {title}", "")


def write(folder: Path, schemas: Path) -> None:
    """Write the pages into a folder, and the schema of the configuration beside the others."""
    (folder / "Rules.md").write_text(rules_page(), encoding="utf-8", newline="\n")
    (folder / "Settings.md").write_text(settings_page(), encoding="utf-8", newline="\n")
    (schemas / "config.schema.json").write_text(schema_text(), encoding="utf-8", newline="\n")


def schema_text() -> str:
    """The JSON Schema of the configuration as it stands in its file, with every rule and its options."""
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


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
