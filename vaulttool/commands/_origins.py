"""The configuration in effect, key by key, and where each value comes from."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import click
import msgspec
from click.core import ParameterSource

from vaulttool import engine
from vaulttool.commands._findings import naming_the_file
from vaulttool.manual import default_of
from vaulttool.parsing.toml_lines import toml_lines
from vaulttool.storage import disk
from vaulttool.storage.root import Place

Keys = tuple[str, ...]


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a value comes from: ``kind``, and the file with its line, or the option or variable that gave it."""

    kind: Literal["default", "file", "command line", "environment"]
    path: str = ""
    line: int = 0
    name: str = ""

    def __str__(self) -> str:
        if self.kind == "file":
            return f"{self.path}:{self.line}"
        return f"{self.kind}: {self.name}" if self.name else self.kind


class Setting(NamedTuple):
    """A key of the configuration with its value."""

    path: Keys
    value: Any
    origin: Origin


DEFAULT = Origin("default")


class Settings:
    """What is in effect at a place. ``vault`` is the option ``--vault``, where it was given."""

    def __init__(self, place: Place, vault: str | None) -> None:
        self.place = place
        self.vault = vault
        self.file = os.path.relpath(place.config_file) if place.config_file else ""
        self.lines = _lines(place)

    def keys(self) -> Iterator[Setting]:
        """All keys but those of rules."""
        whole = msgspec.to_builtins(self.place.config)
        for name, value in whole.items():
            if name == "vault" and self.vault is not None and self.place.config_file:
                relative = os.path.relpath(self.place.root, self.place.base).replace(os.sep, "/")
                yield Setting((name,), relative, Origin("command line", name="--vault"))
            elif name != "rules":
                yield from self._below((name,), value)

    def rules(self) -> Iterator[Setting]:
        """For every rule its severity and its options; a rule without any has its severity alone, at its name."""
        with naming_the_file(self.place):
            settled = list(engine.settled(self.place.config, self.place.config_file is not None))
        for rule, level, options in settled:
            name = ("rules", rule.name)
            fields = msgspec.structs.fields(rule.options)
            given = self.place.config.rules.get(rule.name)
            where = (*name, "severity") if isinstance(given, Mapping) else name
            origin = self._origin(where) if isinstance(given, str) or "severity" in (given or {}) else DEFAULT
            yield Setting((*name, "severity") if fields else name, level, origin)
            values = msgspec.to_builtins(options)
            for field in fields:
                value = values.get(field.encode_name, default_of(field))
                yield Setting((*name, field.encode_name), value, self._origin((*name, field.encode_name)))

    def _below(self, path: Keys, value: Any) -> Iterator[Setting]:
        """A key, or all that stand in its table."""
        if isinstance(value, Mapping) and value:
            for name, below in value.items():
                yield from self._below((*path, name), below)
        else:
            yield Setting(path, value, self._origin(path))

    def _origin(self, path: Keys) -> Origin:
        line = self.lines.get(path)
        return Origin("file", self.file, line) if line else DEFAULT


def _lines(place: Place) -> dict[Keys, int]:
    """The line of each key that the configuration's file gives."""
    if place.config_file is None:
        return {}
    found = toml_lines(disk.read(str(place.config_file)))
    if place.config_file.name != "pyproject.toml":
        return found
    return {path[2:]: line for path, line in found.items() if path[:2] == ("tool", "vaulttool")}


def origin_of_option(name: str, option: str, variable: str) -> Origin:
    """Where the value of an option of the present command comes from."""
    source = click.get_current_context().get_parameter_source(name)
    if source == ParameterSource.ENVIRONMENT:
        return Origin("environment", name=variable)
    return Origin("command line", name=option) if source == ParameterSource.COMMANDLINE else DEFAULT
