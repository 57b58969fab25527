"""What stands around a place of a page."""

from __future__ import annotations

import pytest

from vaulttool.model.reading import Reading, says
from vaulttool.parsing.note import parse
from vaulttool.parsing.prose import prose

PAGE = """\
# Old Lisbon

Top. Second [[link]].

## Now

Before:

- one
- two

| A | B |
| - | - |
| 1 | 2 |

## History

### Below

- 2026-09-20: three

## After

> quoted
"""


def read(text: str) -> Reading:
    return Reading(prose("Page.md", text, parse(text)), ("history", "old"))


def test_the_top_and_the_title() -> None:
    page = read(PAGE)
    assert page.title is not None and page.title.title == "Old Lisbon" and page.top == PAGE.index("Now")
    assert read("## A\n\ntext\n").top == 3 and read("text\n").top == len("text\n") and read("## A\n").title is None


@pytest.mark.parametrize(
    ("place", "is_history", "below"),
    [
        pytest.param("Top", True, False, id="the title counts or not"),
        pytest.param("one", True, False, id="a section"),
        pytest.param("three", True, True, id="below a heading of the past"),
        pytest.param("History", True, True, id="the heading itself"),
        pytest.param("quoted", True, False, id="the next section"),
    ],
)
def test_history(place: str, is_history: bool, below: bool) -> None:
    page, at = read(PAGE), PAGE.index(place)
    assert (page.is_history(at), page.is_history(at, title=False)) == (is_history, below)


def test_what_stands_around() -> None:
    page = read(PAGE)
    passage = page.passage(PAGE.index("link"))
    assert passage is not None and page.sentence(passage, PAGE.index("link")).of(PAGE) == "Second [[link]].\n"
    assert [link.link for link in page.links(passage.span)] == ["link"] and page.passage(len(PAGE)) is None
    two = page.passage(PAGE.index("two"))
    above = page.introduction(two) if two else None
    assert above is not None and above.span.of(PAGE).strip() == "Before:"
    cell = page.cell(PAGE.index("2 |"))
    assert cell is not None and (cell.column, [one.of(PAGE) for one in cell.row]) == (1, ["1", "2"])
    assert page.cell(0) is None and page.is_quoted(PAGE.index("quoted")) and not page.is_quoted(0)
    entry, following = page.passage(PAGE.index("three")), page.next(PAGE.index("Second"))
    assert entry is not None and page.is_dated(entry) and not page.is_dated(passage)
    assert following is not None and following.kind == "heading"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("The HISTORY of it", True, id="without case"),
        pytest.param("Prehistory", False, id="part of a word"),
        pytest.param("way\nback", True, id="over a line end"),
        pytest.param("a.b", True, id="a dot is a dot"),
        pytest.param("axb", False, id="and no other sign"),
    ],
)
def test_words(text: str, found: bool) -> None:
    assert says(("history", "way back", "a.b", ""), text) is found
    assert not says((), text)
