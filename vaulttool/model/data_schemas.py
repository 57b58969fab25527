"""The schemas of the data files, and what of a file does not fit its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vaulttool.model.schema import SUFFIX, Schema
from vaulttool.parsing.data import Keys, keys_of

KEPT_SHORT = 200  # characters of a message: a whole record may stand in one


class DataSchemas:
    """The schemas by kind of file (``endpoint``, ``run`` and so on); a kind without one is not checked."""

    def __init__(self, contents: Mapping[str, Mapping[str, Any]]) -> None:
        self.contents = contents
        self._ready: dict[str, Schema] = {}

    def mismatches(self, kind: str, value: Any, part: str = "") -> Iterator[tuple[Keys, str, str | None]]:
        """What of a file's content its schema rejects: keys, message, help. ``part`` names a definition of the schema
        that the value is held to instead."""
        content = self.contents.get(kind + SUFFIX)
        if content is None:
            return
        name = part or kind
        schema = self._ready.get(name) or self._ready.setdefault(name, Schema(name, _part(content, part), {}))
        if schema.validator.is_valid(value):
            return
        for error in schema.validator.iter_errors(value):
            yield _told(tuple(error.instance_path), error, name)


def _part(content: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    """A schema, or what one of its definitions asks for."""
    return {"$ref": f"#/$defs/{part}", "$defs": content["$defs"]} if part else content


def _told(keys: Keys, error: Any, kind: str) -> tuple[Keys, str, str | None]:
    """One error, at the key that is too much where one is."""
    keyword = str(error.kind.name)
    if keyword == "additionalProperties":
        name = str(next(iter(error.kind.unexpected)))
        return (*keys, name), f'{_at(keys)}the key "{name}" is not known here', f'see the schema "{kind}"'
    if keyword == "required":
        missing = str(error.kind.property)
        return keys, f'{_at(keys)}the key "{missing}" is missing', f'add "{missing}: ..."'
    message = str(error.message)
    if len(message) > KEPT_SHORT:
        message = f"{message[:KEPT_SHORT]}..."
    return keys, f"{_at(keys)}{message} (schema {kind})", None


def _at(keys: Keys) -> str:
    return f"{keys_of(keys)}: " if keys else ""
