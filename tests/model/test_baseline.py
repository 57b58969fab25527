"""What a baseline knows after notes have changed: old findings are never raised, new ones never hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.baseline import Comparison, Entry, compared, entries
from vaulttool.model.finding import Finding
from vaulttool.text.span import Span

Notes = Mapping[str, str]
LINK = re.compile(r"\[\[(?P<name>[^\]]*)\]\]")
HOME = "# Home\n\nSee [[Gone]] there.\nThen [[Away]].\n\n- [[Gone]]\n- [[Lost]]\n"


def found(notes: Notes) -> list[Finding]:
    """A finding for each link, and one for each whole note without any."""
    every = []
    for path, text in sorted(notes.items()):
        links = list(LINK.finditer(text))
        spans = [Span(*link.span("name")) for link in links]
        every += [Finding(path, span, "broken-link", "error", f'no "{span.of(text)}"') for span in spans]
        every += [] if links else [Finding(path, Span(0, 0), "orphan-note", "warning", "nothing links here")]
    return every


def of(notes: Notes) -> list[Entry]:
    return entries(found(notes), notes.__getitem__, str)


def after(before: Notes, now: Notes) -> Comparison:
    return compared(of(before), of(now), now.__contains__)


def new(before: Notes, now: Notes) -> list[tuple[str, str]]:
    """What is new, as path and text."""
    here = of(now)
    return [(here[one].path, here[one].text) for one in after(before, now).new]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HOME, id="nothing-changed"),
        pytest.param("\n" * 50 + HOME, id="fifty-lines-above"),
        pytest.param(HOME.replace("\n", "\nmore\n"), id="a-line-after-each"),
        pytest.param(HOME.replace("\n", "\r\n"), id="crlf"),
        pytest.param("\ufeff" + HOME, id="byte-order-mark"),
        pytest.param(HOME.replace("See", "Look at"), id="a-line-edited"),
        pytest.param(HOME.replace("See", "Look at").replace("# Home", "# House"), id="a-line-and-the-one-above-edited"),
        pytest.param(HOME.replace("- [[Gone]]\n- [[Lost]]\n", "- [[Lost]]\n- [[Gone]]\n"), id="lines-swapped"),
        pytest.param("- [[Gone]]\n- [[Lost]]\n\n" + HOME.removesuffix("- [[Gone]]\n- [[Lost]]\n"), id="lines-moved-up"),
        pytest.param(HOME.replace("Then [[Away]].\n", ""), id="one-mended"),
        pytest.param(HOME.replace("See [[Gone]] there.\n", ""), id="the-first-of-two-mended"),
        pytest.param("text\n", id="all-mended"),
        pytest.param(HOME.replace("- [[Gone]]", "-   [[Gone]]"), id="padding"),
    ],
)
def test_nothing_old_is_raised(text: str) -> None:
    assert [one for one in new({"Home.md": HOME}, {"Home.md": text}) if one[1]] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(HOME + "- [[More]]\n", ["More"], id="another-link"),
        pytest.param(HOME + "- [[Lost]]\n", ["Lost"], id="the-same-again"),
        pytest.param(HOME.replace("[[Away]]", "[[Away]] [[Away]]"), ["Away"], id="the-same-again-on-its-line"),
        pytest.param(HOME.replace("Away", "Afar"), ["Afar"], id="another-name-on-an-old-line"),
        pytest.param(HOME.replace("Then [[Away]].\n", "") + "\nlater\nelsewhere [[Away]] again\n", ["Away"],
                     id="mended-and-back-at-another-place"),
        pytest.param(HOME.replace("# Home", "# House").replace("See", "Look").replace("Then", "And"), ["Gone"],
                     id="a-line-and-both-neighbours-edited"),
        pytest.param(HOME.replace("- [[Gone]]\n", "").replace("Then", "Up [[Gone]]\nThen"), ["Gone"],
                     id="another-line-between-others"),
    ],
)  # fmt: skip
def test_what_is_new(text: str, expected: Sequence[str]) -> None:
    assert new({"Home.md": HOME}, {"Home.md": text}) == [("Home.md", name) for name in expected]


OTHER = "# Other\n\nA [[Gone]] link.\n"


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param({"a/Home.md": HOME, "Other.md": OTHER}, [], id="moved"),
        pytest.param({"House.md": HOME, "Other.md": OTHER}, [], id="renamed"),
        pytest.param({"House.md": HOME, "Else.md": OTHER}, [], id="both-renamed"),
        pytest.param({"a/Home.md": HOME, "a/Other.md": OTHER}, [], id="folder"),
        pytest.param({"a/Home.md": HOME.replace("See", "Look at"), "Other.md": OTHER}, [], id="moved-and-edited"),
        pytest.param({"House.md": HOME + "- [[More]]\n", "Other.md": OTHER}, [("House.md", "More")],
                     id="renamed-with-a-new-one"),
        pytest.param({"House.md": HOME + "- [[Lost]]\n", "Other.md": OTHER}, [("House.md", "Lost")],
                     id="renamed-with-a-second-one"),
        pytest.param({"House.md": HOME, "Home.md": HOME, "Other.md": OTHER},
                     [("House.md", name) for name in ("Gone", "Away", "Gone", "Lost")], id="copied"),
        pytest.param({"House.md": HOME, "Hut.md": HOME, "Other.md": OTHER},
                     [("Hut.md", name) for name in ("Gone", "Away", "Gone", "Lost")], id="renamed-and-copied"),
        pytest.param({"Other.md": OTHER + HOME},
                     [("Other.md", name) for name in ("Gone", "Away", "Gone", "Lost")], id="put-into-a-known-note"),
        pytest.param({"Other.md": OTHER, "New.md": "# New\n\nSee [[Gone]] now.\n"}, [("New.md", "Gone")],
                     id="gone-and-another-note-has-the-same-link"),
        pytest.param({"Other.md": OTHER}, [], id="gone"),
    ],
)  # fmt: skip
def test_a_moved_note_keeps_its_entries(now: Notes, expected: Sequence[tuple[str, str]]) -> None:
    assert new({"Home.md": HOME, "Other.md": OTHER}, now) == expected


def test_what_is_gone() -> None:
    before = {"Home.md": HOME, "Other.md": OTHER}
    gone = after(before, {"Home.md": HOME.replace("Then [[Away]].\n", "")}).gone
    assert [(one.path, one.text) for one in gone] == [("Home.md", "Away"), ("Other.md", "Gone")]


def test_what_is_said_of_a_whole_note_stays_with_it_and_goes_nowhere_else() -> None:
    before = {"A.md": "# A\n\nwords\n"}
    assert new(before, {"A.md": "# B\n\nother words\n"}) == []
    assert new(before, {"Z.md": "# A\n\nwords\n"}) == []
    assert new(before, {"Z.md": "# Z\n\nwords\n"}) == [("Z.md", "")]


def test_a_note_that_many_may_have_become_becomes_one_of_its_name() -> None:
    before = {f"a/{number}.md": OTHER for number in range(30)}
    now = {f"b/{number}.md": OTHER for number in range(40)}
    assert {path for path, _ in new(before, now)} == {f"b/{number}.md" for number in range(30, 40)}


NAMES = st.sampled_from(["Gone", "Away", "Lost"])
TEXT = st.sampled_from(["", "words", "- a point", "# Heading", "---"])
LINE = st.one_of(TEXT, st.builds("{} [[{}]]".format, st.sampled_from(["See", "-", "|"]), NAMES))
NOTE = st.lists(LINE, max_size=8)
VAULT = st.dictionaries(st.sampled_from(["A.md", "b/B.md", "b/C.md", "D.md"]), NOTE, min_size=1)


def joined(vault: Mapping[str, Sequence[str]]) -> Notes:
    return {path: "\n".join(lines) for path, lines in vault.items()}


@law(150)
@given(VAULT, st.data())
def test_law_lines_that_come_and_findings_that_go_raise_nothing(
    vault: Mapping[str, Sequence[str]], data: st.DataObject
) -> None:
    now = {}
    for path, lines in vault.items():
        kept = [line for line in lines if not (LINK.search(line) and data.draw(st.booleans()))]
        for place in sorted(data.draw(st.lists(st.integers(0, len(kept)), max_size=5)), reverse=True):
            kept.insert(place, data.draw(TEXT))
        now[path] = kept
    assert [one for one in new(joined(vault), joined(now)) if one[1]] == []


@law(150)
@given(VAULT, st.permutations([f"x/{number}.md" for number in range(4)]))
def test_law_notes_that_move_raise_nothing(vault: Mapping[str, Sequence[str]], places: Sequence[str]) -> None:
    moved = dict(zip(places, vault.values(), strict=False))
    assert new(joined(vault), joined(moved)) == []


@law(150)
@given(VAULT, VAULT)
def test_law_an_entry_hides_one_finding_at_most_and_only_one_like_itself(
    vault: Mapping[str, Sequence[str]], other: Mapping[str, Sequence[str]]
) -> None:
    before, now = of(joined(vault)), of(joined(other))
    found = compared(before, now, other.__contains__)
    assert sorted([*found.new, *found.known]) == list(range(len(now)))
    assert len(found.known) + len(found.gone) == len(before)
    known = Counter((now[one].rule, now[one].key) for one in found.known)
    assert known <= Counter((one.rule, one.key) for one in before)
    for path in vault.keys() & other.keys():
        here = Counter(now[one].key for one in found.known if now[one].path == path)
        assert here <= Counter(one.key for one in before if one.path == path)


@law(150)
@given(VAULT, st.data())
def test_law_a_line_that_is_new_between_new_lines_is_never_hidden(
    vault: Mapping[str, Sequence[str]], data: st.DataObject
) -> None:
    """Whatever else goes, and though entries with the same text are gone."""
    path = data.draw(st.sampled_from(sorted(vault)))
    name = data.draw(NAMES)
    kept = [line for line in vault[path] if not (LINK.search(line) and data.draw(st.booleans()))]
    place = data.draw(st.integers(0, len(kept)))
    now = {**vault, path: [*kept[:place], "before it", f"quite new [[{name}]]", "after it", *kept[place:]]}
    assert new(joined(vault), joined(now)) == [(path, name)]


@law(150)
@given(VAULT, VAULT, VAULT)
def test_law_an_update_hides_nothing_and_only_shrinks(
    vault: Mapping[str, Sequence[str]], other: Mapping[str, Sequence[str]], third: Mapping[str, Sequence[str]]
) -> None:
    before = of(joined(vault))
    for later in (other, third):
        now = of(joined(later))
        found = compared(before, now, later.__contains__)
        updated = [now[one] for one in found.known]
        again = compared(updated, now, later.__contains__)
        assert len(updated) <= len(before)
        assert Counter(now[one] for one in again.new) == Counter(now[one] for one in found.new)
        assert not again.gone
        before = updated
