"""Schemas inferred from notes: every note fits, and nothing is asked that is no habit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.inferred_schema import DECLARED, inferred
from vaulttool.model.schema import Schema, mismatches
from vaulttool.parsing.document import Document, Property
from vaulttool.text.span import Span

NOWHERE = Span(0, 0)
NAMES = st.sampled_from(["type", "status", "due", "tags", "aliases", "a b", "Größe", "title", "{{x}}"])
WORDS = st.sampled_from(["open", "closed", "2026-02-03", "2026-02-30", "[[Lisbon]]", "", "{{date}}", "a. b"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | WORDS | st.text(max_size=5),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=3), below, max_size=2),
    max_leaves=4,
)
FRONT_MATTER = st.dictionaries(NAMES, VALUES, max_size=5)


def documents(notes: Sequence[Mapping[str, Any]]) -> list[Document]:
    return [Document(tuple(Property(NOWHERE, NOWHERE, name, value) for name, value in note.items())) for note in notes]


def asked(values: Sequence[Any], declared: str | None = None, name: str = "x") -> Any:
    """What is asked of a property with these values, ``...`` standing for a note without it."""
    notes = documents([{} if value is ... else {name: value} for value in values])
    schema = inferred("T", "", notes, {name: declared} if declared else {})
    found = dict(schema["properties"].get(name, {})) if "properties" in schema else {}
    found.pop("$comment", None)
    return found, name in schema.get("required", ())


@law(150)
@given(
    st.lists(FRONT_MATTER, max_size=12),
    st.dictionaries(NAMES, st.sampled_from([*DECLARED, "other"]), max_size=4),
    st.integers(1, 6),
)
def test_every_note_fits_the_schema_inferred_from_it(
    notes: list[dict[str, Any]], declared: dict[str, str], times: int
) -> None:
    found = documents(notes * times)
    content = json.loads(json.dumps(inferred("T", "", found, declared)))
    assert jsonschema_rs.meta.is_valid(content)
    schema = Schema("t", content, {})
    for document in found:
        faults = [one for one in mismatches(schema, document) if one.property is None or not templated(document, one)]
        assert faults == []


def templated(document: Document, mismatch: Any) -> bool:
    """Whether a mismatch is on a value that a template fills in, of which the rule does not speak."""
    written = document.property(mismatch.property)
    return written is not None and written.templated


TEXT = ["number", "string"]


@pytest.mark.parametrize(
    ("values", "declared", "expected"),
    [
        pytest.param(["a", "b", "c", "d", "e"], None, ({"type": TEXT}, True), id="a text in every note"),
        pytest.param(["a", "b", "c", "d", ...], None, ({"type": ["null", *TEXT]}, False), id="not in every note"),
        pytest.param(["a", "b", "c", "d"], None, ({"type": ["null", *TEXT]}, False), id="too few notes"),
        pytest.param(["a", None, "c", "d", "e"], None, ({"type": ["null", *TEXT]}, True), id="sometimes empty"),
        pytest.param([None] * 5, None, ({}, True), id="always empty"),
        pytest.param([None] * 5, "date", ({"type": ["null", "string"], "format": "date"}, True), id="empty, declared"),
        pytest.param([1, 2, 3.5, 4, 5], None, ({"type": "number"}, True), id="numbers"),
        pytest.param([1, 2, 3, 4, float("inf")], None, ({}, True), id="infinity"),
        pytest.param([["a", float("nan")]] * 5, None, ({}, True), id="what is no number, in a list"),
        pytest.param([True] * 5, None, ({"type": "boolean"}, True), id="truths"),
        pytest.param(["2026-01-02"] * 5, None, ({"type": "string", "format": "date"}, True), id="days"),
        pytest.param(["2026-01-02"] * 3, None, ({"type": ["null", *TEXT]}, False), id="too few days"),
        pytest.param(["2026-01-02"] * 4 + ["2026-02-30"], None, ({"type": TEXT}, True), id="one is no day"),
        pytest.param(["20260102"] * 5, None, ({"type": TEXT}, True), id="days of another form"),
        pytest.param(["2026-01-02"] * 4 + ["soon"], "date", ({"type": "string"}, True), id="declared, one is no day"),
        pytest.param(["2026-01-02T10:00"] * 5, "datetime", ({"type": "string"}, True), id="days with a time"),
        pytest.param(["a", "b", 3, "d", "e"], "number", ({"type": TEXT}, True), id="declared otherwise"),
        pytest.param([["a"], "b", ["c"], ["d"], []], None, ({"type": ["array", "string"], "items": {"type": TEXT}}, True), id="lists and texts"),
        pytest.param([["a"], ["b"]] * 4, "multitext", ({"type": ["array", *TEXT], "items": {"type": TEXT}}, True), id="declared lists"),
        pytest.param([[]] * 5, None, ({"type": "array"}, True), id="empty lists"),
        pytest.param([[None]] * 5, None, ({"type": "array"}, True), id="lists of nothing"),
        pytest.param([{"a": 1}] * 5, None, ({"type": "object"}, True), id="tables"),
        pytest.param(["open", "closed"] * 5, None, ({"enum": ["closed", "open"]}, True), id="few words that recur"),
        pytest.param(["open", "closed"] * 5 + [...], None, ({"enum": ["closed", "open", None]}, False), id="not in all"),
        pytest.param(["open", "closed"] * 4, None, ({"type": TEXT}, True), id="words that recur too seldom"),
        pytest.param(["open"] * 13 + ["clsoed"] * 2, None, ({"type": TEXT}, True), id="a word that hardly recurs"),
        pytest.param(["open"] * 20, None, ({"type": TEXT}, True), id="one word"),
        pytest.param([f"w{n}" for n in range(11)] * 6, None, ({"type": TEXT}, True), id="many words"),
        pytest.param(["[[A]]", "[[B]]"] * 9, None, ({"type": TEXT}, True), id="links"),
        pytest.param(["https://a", "https://b"] * 9, None, ({"type": TEXT}, True), id="addresses"),
        pytest.param(["It is. Now", "No"] * 9, None, ({"type": TEXT}, True), id="sentences"),
        pytest.param(["open", ["closed"]] * 9, None, ({"type": ["array", "string"], "items": {"type": TEXT}}, True), id="words and lists"),
    ],
)  # fmt: skip
def test_what_is_asked_of_a_property(values: list[Any], declared: str | None, expected: Any) -> None:
    found, required = asked(values, declared)
    assert (found, required) == expected


@pytest.mark.parametrize("name", ["author", "Project", "country"])
def test_words_that_grow_with_the_vault_are_not_limited(name: str) -> None:
    assert asked(["Lisbon", "Porto"] * 9, name=name) == ({"type": TEXT}, True)


@pytest.mark.parametrize("name", ["aliases", "tags", "cssclasses"])
def test_obsidians_own_properties_are_never_required(name: str) -> None:
    lists = {"type": ["array", "null", *TEXT], "items": {"type": TEXT}}
    assert asked([["a"]] * 9, name=name) == (lists, False)


def test_the_type_is_the_one_that_all_have() -> None:
    schema = inferred("T", "Why.", documents([{"type": "town", "n": 1}] * 5), {}, "town")
    assert schema == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "T",
        "description": "Why.",
        "type": "object",
        "required": ["n", "type"],
        "properties": {"n": {"type": "number", "$comment": "in 5 of 5 notes"}, "type": {"const": "town"}},
    }
