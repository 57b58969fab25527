"""Where schemas come from: the shipped ones, and the user's own beside or instead of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from folders import write

from vaulttool.errors import ConfigurationError
from vaulttool.model.schema import SUFFIX, Schema, mismatches
from vaulttool.parsing.document import Document
from vaulttool.storage import schemas

SHIPPED = ["index", "log", "note", "reference", "research", "runbook"]


def names(found: object) -> list[str]:
    assert isinstance(found, dict)
    return sorted(name.removesuffix(SUFFIX) for name in found)


def test_the_shipped_schemas_are_those_of_notes() -> None:
    """The schemas of the configuration, the report and the list of links speak of no note."""
    assert names(schemas.read(None)) == SHIPPED


def test_own_schemas_add_to_the_shipped_ones_or_take_their_place(tmp_path: Path) -> None:
    write(
        tmp_path, {"town.schema.json": '{"title": "mine"}', "log.schema.json": '{"title": "mine"}', "other.json": "{}"}
    )
    found = schemas.read(tmp_path)
    assert names(found) == sorted([*SHIPPED, "town"])
    assert [found[f"{name}.schema.json"]["title"] for name in ("log", "town", "note")] == ["mine", "mine", "Note"]


@pytest.mark.parametrize("name", ["größe", "a b", "100%", "x#y"])
def test_a_schema_may_have_any_name(name: str, tmp_path: Path) -> None:
    write(tmp_path, {f"{name}.schema.json": '{"required": ["n"]}'})
    found = schemas.read(tmp_path)
    schema = Schema(name, found[name + SUFFIX], found)
    assert [one.message for one in mismatches(schema, Document())] == ['the property "n" is missing']


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("{", 'the schema "{}" cannot be read: Expecting property name', id="no JSON"),
        pytest.param("[]", 'the schema "{}" is no JSON object', id="no object"),
        pytest.param(b"\xff", 'the schema "{}" cannot be read: ', id="no UTF-8"),
    ],
)
def test_a_schema_that_cannot_be_read(content: str | bytes, expected: str, tmp_path: Path) -> None:
    write(tmp_path, {"x.schema.json": content})
    with pytest.raises(ConfigurationError) as error:
        schemas.read(tmp_path)
    assert error.value.message.startswith(expected.format(tmp_path / "x.schema.json"))


def test_a_folder_of_schemas_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as error:
        schemas.read(tmp_path / "gone")
    assert error.value.message == f'no folder "{tmp_path / "gone"}"'


@pytest.mark.parametrize("place", sorted(schemas.shipped_folder().glob("*.json")), ids=lambda place: place.name)
def test_every_shipped_schema_is_one(place: Path) -> None:
    import jsonschema_rs

    content = json.loads(place.read_text(encoding="utf-8"))
    assert jsonschema_rs.meta.is_valid(content)
    assert content["$schema"] == "https://json-schema.org/draft/2020-12/schema"
