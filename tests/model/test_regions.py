"""How a region stands to its data and to its sum; the columns that belong to people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from vaults import sources_of

from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.edits import edited
from vaulttool.model.finding import Edit
from vaulttool.model.generator import Generator, NoArguments, Request
from vaulttool.model.regions import Checked, checked, without_own
from vaulttool.model.state import State
from vaulttool.text.checksum import checksum
from vaulttool.text.span import Span

TABLE = "| Flag | Value | Why |\n| --- | --- | --- |\n| `tp` | 2 | {0} |\n| `max` | 4 | {1} |\n"


def plain(request: Request[Any]) -> Iterator[str]:
    yield "- fresh"


def rows(request: Request[Any]) -> Iterator[str]:
    """Keeps what stands in the last column, as a kind with a column of people's must."""
    kept = [line.rsplit(" | ", 1)[1][:-2] for line in request.present.split("\n") if line.startswith("| `")]
    yield from TABLE.format(*(kept or ["", ""])).rstrip("\n").split("\n")


def failing(request: Request[Any]) -> Iterator[str]:
    raise CannotGenerate("no data")
    yield ""


KINDS = {
    "plain": Generator("plain", plain, NoArguments, (), ""),
    "rows": Generator("rows", rows, NoArguments, ("Why",), ""),
    "failing": Generator("failing", failing, NoArguments, (), ""),
}
FRESH = "\n- fresh\n\n"


def one(body: str, sum: str, kind: str = "plain", newline: str = "\n") -> tuple[str, Checked]:
    """A page with one region, and how that stands."""
    end = f"<!-- vaulttool:end {kind}{f' sum={sum}' if sum else ''} -->"
    text = f"Above.\n\n<!-- vaulttool:begin {kind} -->\n{body}{end}\n\nBelow.\n".replace("\n", newline)
    sources = sources_of({"Page.md": text})
    (found,) = checked(sources.vault.notes.values(), sources, KINDS)
    return text, found


def conflict(ours: str, theirs: str) -> str:
    return f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> theirs\n"


@pytest.mark.parametrize(
    ("body", "sum", "state"),
    [
        pytest.param(FRESH, checksum(FRESH), State.FRESH, id="what was written"),
        pytest.param("\n- old\n\n", checksum("\n- old\n\n"), State.STALE, id="the data have moved on"),
        pytest.param("", "", State.STALE, id="new"),
        pytest.param("\n \t\n", "", State.STALE, id="new, with blank lines"),
        pytest.param(FRESH, checksum("\n- old\n\n"), State.STALE, id="right, with an old sum"),
        pytest.param(FRESH, "", State.EDITED, id="right, without a sum"),
        pytest.param("\n- mine\n\n", "", State.EDITED, id="filled, without a sum"),
        pytest.param("\n- mine\n\n", checksum(FRESH), State.EDITED, id="edited"),
        pytest.param("", checksum(FRESH), State.EDITED, id="emptied"),
        pytest.param("- fresh\n", checksum(FRESH), State.EDITED, id="blank lines taken out"),
        pytest.param("\n- fresh \n\n", checksum(FRESH), State.EDITED, id="a blank added"),
        pytest.param("\n- mine\n\n", checksum("\n- old\n\n"), State.EDITED_AND_STALE, id="edited, and the data have moved on"),
        pytest.param(conflict("- a\n", "- b\n"), checksum(FRESH), State.CONFLICT, id="in conflict"),
        pytest.param("\n" + conflict("- fresh\n", "- b\n"), "", State.CONFLICT, id="in conflict, without a sum"),
        pytest.param("```\n" + conflict("a\n", "b\n") + "```\n", checksum(FRESH), State.CONFLICT, id="in conflict, in code"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_states(body: str, sum: str, state: State, newline: str) -> None:
    text, found = one(body, sum, newline=newline)
    assert found.state is state
    written = edited(text, [found.edit])
    again = sources_of({"Page.md": written})
    (after,) = checked(again.vault.notes.values(), again, KINDS)
    assert after.state is State.FRESH
    assert written == one(FRESH, checksum(FRESH), newline=newline)[0]


def test_an_example_of_a_conflict_that_was_generated_is_none() -> None:
    body = "\n```\n" + conflict("a\n", "b\n") + "```\n\n"
    assert one(body, checksum(body))[1].state is State.STALE


@pytest.mark.parametrize("kind", ["failing", "unknown"])
@pytest.mark.parametrize("body", ["", "\n- mine\n\n", conflict("- a\n", "- b\n")])
def test_what_cannot_be_generated(kind: str, body: str) -> None:
    found = one(body, "", kind)[1]
    assert found.state is State.BAD and found.error is not None and found.body == ""


@pytest.mark.parametrize("name", ["plein", "plain "])
def test_a_kind_is_suggested(name: str) -> None:
    error = one("", "", name.strip() + "s")[1].error
    assert error is not None and error.help == 'did you mean "plain"?'


SUM = checksum(without_own("\n" + TABLE.format("", "") + "\n", ("Why",)))


@pytest.mark.parametrize(
    ("body", "state"),
    [
        pytest.param(TABLE.format("", ""), State.FRESH, id="empty cells"),
        pytest.param(TABLE.format("two cards", "four streams"), State.FRESH, id="people's words"),
        pytest.param(TABLE.format("a \\| b", "`x \\| y` <br> [[Note\\|n]]"), State.FRESH, id="bars in people's words"),
        pytest.param(TABLE.format("mine", "").replace("| 2 |", "| 3 |"), State.EDITED, id="another cell edited"),
        pytest.param(TABLE.format("", "").replace("Why", "Reason"), State.EDITED, id="a heading edited"),
        pytest.param(TABLE.format("", "") + "\nMore.\n", State.EDITED, id="a line added"),
    ],
)
def test_the_columns_of_people(body: str, state: State) -> None:
    assert one(f"\n{body}\n", SUM, "rows")[1].state is state


def test_people_s_words_survive_a_new_version() -> None:
    old = "\n" + TABLE.format("two cards", "four streams").replace("| 4 |", "| 3 |") + "\n"
    text, found = one(old, checksum(without_own(old, ("Why",))), "rows")
    assert found.state is State.STALE
    written = edited(text, [found.edit])
    assert "| `tp` | 2 | two cards |\n| `max` | 4 | four streams |" in written and SUM in written


def test_emptied_cells() -> None:
    own = frozenset({"Why"})
    two = "| Why | b |\n| --- | --- |\n| x | 1 |\n\n| a | b |\n| --- | --- |\n| Why | 2 |\n"
    assert "x" not in without_own(two, tuple(own)) and "Why | 2" in without_own(two, tuple(own)).replace(
        "|Why|2", "Why | 2"
    )
    assert without_own(two, ()) == two
    assert without_own("no table | at all\n", tuple(own)) == "no table | at all\n"


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        pytest.param([], "abcdef", id="none"),
        pytest.param([(0, 1, "X"), (1, 2, "Y")], "XYcdef", id="side by side"),
        pytest.param([(4, 6, ""), (0, 0, "> ")], "> abcd", id="in any order"),
    ],
)
def test_edits(edits: list[tuple[int, int, str]], after: str) -> None:
    assert edited("abcdef", [Edit("p", Span(start, end), text) for start, end, text in edits]) == after


def test_edits_that_overlap_are_a_bug() -> None:
    with pytest.raises(ValueError, match="overlap"):
        edited("abcdef", [Edit("p", Span(0, 3), "x"), Edit("p", Span(2, 4), "y")])
