"""The door to jsonschema-rs: what of a note's front matter does not fit a schema.

One keyword of our own: ``x-link-to`` on a property asks that it be a link to an existing note of the given
``type`` (``"*"`` for any type), or a list of such links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from vaulttool.errors import ConfigurationError
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Document, Link

BASE = "json-schema:///"
SUFFIX = ".schema.json"  # of the file that holds a schema
ANY_TYPE = "*"
FOLLOWED = 20  # references, one after the other


class Mismatch(NamedTuple):
    """One thing that does not fit; ``property`` is None for the note as a whole."""

    property: str | None
    keyword: str
    message: str
    help: str | None = None


class Schema:
    """A schema by name, with the others that it may refer to by file name (``x.schema.json``)."""

    def __init__(self, name: str, content: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]]) -> None:
        self.name = name
        self.content = content
        self.others = others

    @cached_property
    def validator(self) -> Any:
        """The compiled schema; ``ConfigurationError`` where it is no valid one."""
        from urllib.parse import quote

        import jsonschema_rs

        resources = [(BASE + quote(name), dict(content)) for name, content in self.others.items()]
        try:
            registry = jsonschema_rs.Registry(resources)
            return jsonschema_rs.Draft202012Validator(
                dict(self.content), validate_formats=True, registry=registry, base_uri=BASE
            )
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
            reason = str(error).partition("\n")[0]
            message = f'the schema "{self.name}" ({self.name}{SUFFIX}) cannot be used: {reason}'
            raise ConfigurationError(message, "mend the schema") from error

    @cached_property
    def links(self) -> Mapping[str, str]:
        """The properties with ``x-link-to``, and the type that each asks for.

        ``ConfigurationError`` where the keyword stands in a place in which it would be overlooked.
        """
        found = dict(self._links(self.content, 0))
        for wanted in found.values():
            if not isinstance(wanted, str):
                raise ConfigurationError(f'the schema "{self.name}": x-link-to is {wanted!r}', "write a type, or *")
        if _count(self.content) > len(dict(self._links(self.content, FOLLOWED))):
            raise ConfigurationError(
                f'the schema "{self.name}": x-link-to is understood only on a property of the note, or on its items',
                "move it there",
            )
        return found

    @cached_property
    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        """What it says of each property, as far as it names some."""
        found: dict[str, Mapping[str, Any]] = {}
        for name, asked in self._properties(self.content, 0):
            found[name] = {**found.get(name, {}), **asked}
        return found

    def _links(self, content: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
        """The keyword in a schema, in what it combines and, less deep than ``FOLLOWED``, in what it refers to."""
        for name, asked in self._properties(content, depth):
            for place in (asked, asked.get("items")):
                if isinstance(place, dict) and "x-link-to" in place:
                    yield name, place["x-link-to"]

    def _properties(self, content: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The properties that a schema names, in what it combines and in what it refers to likewise."""
        reference = content.get("$ref")
        if isinstance(reference, str) and depth < FOLLOWED:
            yield from self._properties(self.others.get(reference, {}), depth + 1)
        for part in content.get("allOf", ()):
            yield from self._properties(part, depth + 1)
        for name, asked in content.get("properties", {}).items():
            if isinstance(asked, dict):
                yield name, asked


def _count(content: Any) -> int:
    """How often ``x-link-to`` stands in a schema, wherever."""
    if isinstance(content, Mapping):
        return ("x-link-to" in content) + sum(_count(value) for value in content.values())
    return sum(_count(item) for item in content) if isinstance(content, list) else 0


def mismatches(schema: Schema, document: Document) -> Iterator[Mismatch]:
    """What of the front matter the schema rejects, by property."""
    values = {found.name: found.value for found in document.properties}
    for error in schema.validator.iter_errors(values):
        path = list(error.instance_path)
        keyword = str(error.kind.name)
        if keyword == "falseSchema":
            yield Mismatch(str(path[0]), keyword, f'the property "{path[0]}" has no place here')
        elif path:
            yield Mismatch(str(path[0]), keyword, _at(path) + str(error.message))
        elif keyword == "required":
            missing = str(error.kind.property)
            yield Mismatch(None, keyword, f'the property "{missing}" is missing', f'add a line "{missing}: ..."')
        elif keyword == "additionalProperties":
            for name in error.kind.unexpected:
                yield Mismatch(str(name), keyword, f'the property "{name}" is not one of the schema\'s')
        else:
            yield Mismatch(None, keyword, str(error.message))


def link_mismatches(schema: Schema, note: Note, vault: Vault) -> Iterator[Mismatch]:
    """The properties whose links do not lead where ``x-link-to`` asks. A broken link is another rule's."""
    for name, wanted in schema.links.items():
        found = note.document.property(name)
        if found is None or found.value is None:
            continue
        links = [
            link
            for link in note.document.links
            if link.kind == "property" and found.span.start <= link.span.start < found.span.end
        ]
        values = found.value if isinstance(found.value, list) else [found.value]
        if len(links) < len(values):
            yield Mismatch(name, "x-link-to", f'"{name}" must be a link to a note', 'write "[[Note]]", quoted')
        for link in links:
            yield from _wrong_type(name, wanted, link, note, vault)


def _wrong_type(name: str, wanted: str, link: Link, note: Note, vault: Vault) -> Iterator[Mismatch]:
    """A link to a file that is no note, or to a note of another type."""
    target = vault.resolve(link, note.path).target
    if target is None or link.templated:
        return
    linked = vault.notes.get(target)
    if linked is None or not linked.is_markdown:
        yield Mismatch(name, "x-link-to", f'"{name}" must lead to a note, not to "{target}"')
        return
    kind = linked.document.property("type")
    if wanted not in (ANY_TYPE, kind.value if kind else None):
        actual = f'is "{kind.value}"' if kind else "has none"
        yield Mismatch(name, "x-link-to", f'"{name}" must lead to a note of type "{wanted}"; "{target}" {actual}')


def _at(path: list[str | int]) -> str:
    """Where in the front matter a value stands, as a prefix of a message."""
    return ".".join(str(step) for step in path) + ": "
