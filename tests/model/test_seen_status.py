"""The words of status that a vault has, and the property in which they stand."""

from __future__ import annotations

from typing import Any

import pytest

from vaulttool.model.seen_status import SeenStatus, seen_status
from vaulttool.parsing.document import Document, Property
from vaulttool.text.span import Span


def notes(name: str, *values: Any) -> list[Document]:
    return [Document((Property(Span(0, 0), Span(0, 0), name, value),)) for value in values]


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        pytest.param(notes("status", *["retired"] * 3, "active"), SeenStatus("status", ("active", "retired"), (1, 3), True), id="use and past"),
        pytest.param(notes("Status", *["Live"] * 3), SeenStatus("Status", ("Live",), (3,), True), id="one word, written large"),
        pytest.param(notes("state", *["todo"] * 2, *["done"] * 3), SeenStatus("state", ("done", "todo"), (3, 2), False), id="tasks, in another property"),
        pytest.param(notes("status", "active", "idea", "active", "idea"), SeenStatus("status", ("active", "idea"), (2, 2), False), id="use and something else"),
        pytest.param(notes("status", "active", None, "active", None), SeenStatus("status", ("active",), (2,), True), id="sometimes empty"),
        pytest.param([], None, id="no note"),
        pytest.param(notes("title", "a", "b", "c"), None, id="no such property"),
        pytest.param(notes("status", "active", "retired"), None, id="too few notes"),
        pytest.param(notes("status", None, None, None), None, id="always empty"),
        pytest.param(notes("status", "active", "active", ["active"]), None, id="lists"),
        pytest.param(notes("status", 1, 2, 3), None, id="numbers"),
        pytest.param(notes("status", "called on Monday", "no answer yet", "she moved", "ask again"), None, id="sentences"),
        pytest.param(notes("status", *(f"w{n}" for n in range(13) for _ in range(9))), None, id="too many words"),
        pytest.param(notes("status", *["{{status}}"] * 9), None, id="templates"),
    ],
)  # fmt: skip
def test_seen(documents: list[Document], expected: SeenStatus | None) -> None:
    assert seen_status(documents) == expected


def test_another_word_can_be_that_of_what_is_in_use() -> None:
    found = SeenStatus("status", ("done", "todo", "retired"), (3, 2, 1), False)
    assert found.beginning_with("todo") == SeenStatus("status", ("todo", "done", "retired"), (2, 3, 1), False)
    assert SeenStatus("s", ("retired", "fit"), (1, 1), False).beginning_with("fit").is_of_use
