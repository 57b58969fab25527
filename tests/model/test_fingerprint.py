"""What a finding is known by when the lines around it move."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.finding import Finding
from vaulttool.model.fingerprint import fingerprints, traces
from vaulttool.text.span import Span

NOTE = "# Lisbon\n\nSee [[Gone]] and more.\nThen [[Away]].\n\n- [[Gone]]\n- [[Gone]]\n"
LINE = st.sampled_from(["", "words", "- a point", "> quoted", "# Heading", "\u00e9\U0001f980", "| a | b |"])


def found(text: str, path: str = "Home.md", rule: str = "broken-link", message: str = "") -> list[Finding]:
    """A finding for each wikilink of a text."""
    places = []
    start = text.find("[[")
    while start >= 0:
        end = text.find("]]", start)
        places.append(Span(start + 2, end))
        start = text.find("[[", end)
    return [Finding(path, place, rule, "error", message or f'no "{place.of(text)}"') for place in places]


def of(text: str, path: str = "Home.md", rule: str = "broken-link", message: str = "") -> Sequence[str]:
    """The fingerprints of these findings."""
    return fingerprints(found(text, path, rule, message), lambda path: text)


def test_no_two_are_the_same() -> None:
    names = of(NOTE)
    assert len(set(names)) == len(names) == 4
    assert all(len(name) == 32 and set(name) <= set("0123456789abcdef") for name in names)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("\n" * 50 + NOTE, id="fifty-lines-above"),
        pytest.param(NOTE + "more\n", id="lines-below"),
        pytest.param(NOTE.replace("\nThen", "\nbetween\nThen"), id="a-line-between"),
        pytest.param(NOTE.replace("\n", "\r\n"), id="crlf"),
        pytest.param(NOTE.replace("\n", "\r"), id="cr"),
        pytest.param("\ufeff" + NOTE, id="byte-order-mark"),
        pytest.param(NOTE.removesuffix("\n"), id="no-last-line-end"),
        pytest.param(NOTE.replace("See [[", "See   [["), id="padding"),
    ],
)
def test_is_kept(other: str) -> None:
    assert of(other) == of(NOTE)


@pytest.mark.parametrize(
    ("path", "rule", "message", "text"),
    [
        pytest.param("Else.md", "broken-link", 'no "Gone"', "[[Gone]]", id="path"),
        pytest.param("Home.md", "missing-heading", 'no "Gone"', "[[Gone]]", id="rule"),
        pytest.param("Home.md", "broken-link", 'no "Went"', "[[Gone]]", id="name-in-the-message"),
        pytest.param("Home.md", "broken-link", 'no "Gone"', "[[Went]]", id="text"),
        pytest.param("Home.md", "broken-link", 'no "Gone"', "so: [[Gone]]", id="line"),
    ],
)
def test_is_another(path: str, rule: str, message: str, text: str) -> None:
    assert of(text, path, rule, message) != of("[[Gone]]", message='no "Gone"')


def test_words_of_the_message_and_folders_in_it_do_not_matter() -> None:
    text = "[[Lisbon#Trams]]"
    assert of(text, message='"a/b/Lisbon.md" has no heading "Trams"') == of(text, message='in "Lisbon.md" no "Trams"')


def test_a_moved_note_keeps_its_traces() -> None:
    there = [*traces(found(NOTE, "Archive/Old.md"), lambda path: NOTE)]
    assert there == [*traces(found(NOTE), lambda path: NOTE)]


@pytest.mark.parametrize(
    ("before", "after", "near"),
    [
        pytest.param("a\n[[x]]\nb", "a\nsee [[x]]\nb", True, id="line-edited"),
        pytest.param("a\n[[x]]\nb", "c\n[[x]]\nd", True, id="both-neighbours-edited"),
        pytest.param("a\n[[x]]\nb", "a\n\n\nsee [[x]]\nd", True, id="line-and-one-neighbour-edited"),
        pytest.param("a\n[[x]]\nb", "c\nsee [[x]]\nd", False, id="all-edited"),
        pytest.param("[[x]]", "see [[x]]", True, id="alone"),
    ],
)
def test_is_near(before: str, after: str, near: bool) -> None:
    (one,), (other,) = (traces(found(text), {"Home.md": text}.__getitem__) for text in (before, after))
    assert one.key == other.key
    assert one.is_near(other) is near


def test_what_is_said_of_a_whole_file_is_kept_whatever_stands_there() -> None:
    whole = Finding("Home.md", Span(0, 0), "orphan-note", "warning", "no other note links to this one")
    texts = ["", "\n\ntext", "---\ntags: [a]\n---\n# Home"]
    assert len({name for text in texts for name in fingerprints([whole], {"Home.md": text}.__getitem__)}) == 1
    assert len({trace.below for text in texts for trace in traces([whole], {"Home.md": text}.__getitem__)}) == 3


@law(200)
@given(st.lists(LINE, max_size=5), st.lists(LINE, max_size=5), st.sampled_from(["\n", "\r\n", "\r"]))
def test_law_lines_that_come_above_and_below_change_no_fingerprint(
    above: Sequence[str], below: Sequence[str], newline: str
) -> None:
    lines = NOTE.splitlines()
    assert of(newline.join([*above, *lines, *below])) == of(NOTE)
