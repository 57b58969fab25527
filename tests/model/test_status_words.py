"""What a sentence says of a status, and what merely uses one of its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.status_words import StatusWords

WORDS = StatusWords(("ACTIVE", "RETIRED", "SUPERSEDED"))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("RETIRED", "RETIRED", id="the word alone"),
        pytest.param("RETIRED 2026-09-30", "RETIRED", id="with a day"),
        pytest.param("ACTIVE runbook of Lisbon", "ACTIVE", id="an attribute"),
        pytest.param("The ACTIVE Lisbon deployment: one process", "ACTIVE", id="behind an article"),
        pytest.param("**ACTIVE** runbook", "ACTIVE", id="strong"),
        pytest.param("==RETIRED== since 2026-09-30", "RETIRED", id="highlighted"),
        pytest.param("~~ACTIVE~~ RETIRED", "RETIRED", id="the other one struck out"),
        pytest.param("⚠️ RETIRED: read [[Porto]]", "RETIRED", id="a sign before it"),
        pytest.param("(RETIRED) Lisbon", "RETIRED", id="in brackets"),
        pytest.param("Status: ACTIVE", "ACTIVE", id="a label"),
        pytest.param("**Status:** retired", "RETIRED", id="a label, in small letters"),
        pytest.param("This page is RETIRED.", "RETIRED", id="a sentence"),
        pytest.param("This runbook is now retired.", "RETIRED", id="a sentence in small letters"),
        pytest.param("This page describes the ACTIVE endpoint", "ACTIVE", id="what a page describes"),
        pytest.param("Retired era: two cards", "RETIRED", id="a kept small word before era"),
        pytest.param("Retired runbook: how it was swapped", "RETIRED", id="before runbook"),
        pytest.param(
            "RETIRED era (2026-09-21 → 10-10; the endpoint is porto today)", "RETIRED", id="an era with its days"
        ),
        pytest.param("SUPERSEDED until 2026-09-20", "SUPERSEDED", id="as a banner says it"),
        pytest.param("ACTIVE since 2026-10-03", "ACTIVE", id="since a day"),
        pytest.param("RETIRED; the ACTIVE one is Porto", "RETIRED", id="another one is active"),
        pytest.param("ACTIVE runbook: how retired shapes are kept", "ACTIVE", id="retired things further on"),
    ],
)
def test_an_opening_states_it(text: str, word: str) -> None:
    found = WORDS.opening(text)
    assert found is not None and found.word == word
    assert found.span.of(text).upper() == word
    assert WORDS.description(text) == found


def test_a_small_word_before_a_colon_counts_in_a_description() -> None:
    found = WORDS.description("superseded: read Porto")
    assert found is not None and found.word == "SUPERSEDED" and not found.is_exact
    assert WORDS.description("Active users: all") is None and WORDS.opening("superseded: read Porto") is None


def test_a_script_without_case_is_no_shouting() -> None:
    assert WORDS.opening("RETIRED 使用 済み ページ") is not None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Active users of the endpoint", id="plain English"),
        pytest.param("Retired hosts and their disks", id="plain English, retired"),
        pytest.param("RETIRED hosts and their disks", id="things in general"),
        pytest.param("ACTIVE and RETIRED endpoints", id="a list of words"),
        pytest.param("ACTIVE, RETIRED or SUPERSEDED", id="a vocabulary"),
        pytest.param("ACTIVE/RETIRED by host", id="with a stroke"),
        pytest.param("ACTIVE → RETIRED on 2026-10-10", id="a change"),
        pytest.param("ACTIVE until 2026-10-10", id="until a day"),
        pytest.param("ACTIVE 2026-09-20 to 2026-10-10", id="from day to day"),
        pytest.param("ACTIVE (2026-09-21 → 10-10)", id="from day to day in brackets"),
        pytest.param("ACTIVE on 2026-09-20", id="on a day"),
        pytest.param("ACTIVE in September", id="in a month"),
        pytest.param("The ACTIVE deployment was retired on 2026-10-10", id="the past tense"),
        pytest.param("The ACTIVE shape of September, now RETIRED", id="no more"),
        pytest.param("RETIRED 2026-09-01, ACTIVE again since 2026-09-20", id="again"),
        pytest.param("RETIRED once Porto is stable", id="a condition"),
        pytest.param("No longer ACTIVE", id="negated"),
        pytest.param("NOT ACTIVE", id="negated in capitals"),
        pytest.param("ACTIVE DIRECTORY GUIDE", id="all in capitals"),
        pytest.param("ACTIVE-ACTIVE replication", id="part of a longer word"),
        pytest.param("ACTIVE_USERS is a variable", id="part of a name"),
        pytest.param("ACTIVE=1 in the env file", id="a setting"),
        pytest.param('"ACTIVE" stood in the front matter', id="quoted"),
        pytest.param("“RETIRED” was typed", id="quoted in another way"),
        pytest.param("\0\0\0\0\0\0\0\0 ACTIVE", id="behind code"),
        pytest.param("Lisbon is ACTIVE", id="another subject"),
        pytest.param("Active: 2019 to 2024", id="a small word before a colon"),
        pytest.param("The page explains ACTIVE", id="further on"),
        pytest.param("This runbook describes retired shapes", id="what a page describes, in small letters"),
        pytest.param("This page is active/passive", id="another word"),
        pytest.param("This page is retired hardware's home", id="a genitive follows"),
        pytest.param("The retired: a list", id="an article before a small word"),
        pytest.param("", id="empty"),
    ],
)
def test_an_opening_states_nothing(text: str) -> None:
    assert WORDS.opening(text) is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("Lisbon (RETIRED)", "RETIRED", id="brackets"),
        pytest.param("Lisbon [SUPERSEDED]", "SUPERSEDED", id="square brackets"),
        pytest.param("Lisbon — RETIRED 2026-09-30", "RETIRED", id="a dash and a day"),
        pytest.param("Lisbon - RETIRED", "RETIRED", id="a hyphen"),
        pytest.param("Lisbon (RETIRED since 2026-09-30)", "RETIRED", id="since"),
        pytest.param("The ACTIVE shape of Lisbon (RETIRED)", "RETIRED", id="behind another status word"),
        pytest.param("RETIRED: Lisbon", "RETIRED", id="at the beginning"),
        pytest.param("Lisbon (ACTIVE until 2026-09-30)", None, id="until"),
        pytest.param("From ACTIVE to RETIRED", None, id="words of a title"),
        pytest.param("What RETIRED means", None, id="in the middle"),
        pytest.param("Lisbon (retired)", None, id="small letters"),
        pytest.param("HOW TO GO ON (ACTIVE)", None, id="all in capitals"),
        pytest.param("Lisbon", None, id="none"),
    ],
)
def test_titles(text: str, word: str | None) -> None:
    found = WORDS.title(text)
    assert (found.word if found else None) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param(" — RETIRED 2026-09-30", "RETIRED", id="a dash and a day"),
        pytest.param(" (ACTIVE)", "ACTIVE", id="brackets"),
        pytest.param(", RETIRED)", "RETIRED", id="a comma in brackets"),
        pytest.param(": SUPERSEDED", "SUPERSEDED", id="a colon"),
        pytest.param("** — **RETIRED**.", "RETIRED", id="emphasis"),
        pytest.param(" is RETIRED", "RETIRED", id="a verb"),
        pytest.param(" (now RETIRED), and more", "RETIRED", id="now"),
        pytest.param(" - ACTIVE since 2026-10-01", "ACTIVE", id="a hyphen"),
        pytest.param(" RETIRED", "RETIRED", id="a blank"),
        pytest.param(" ~~ACTIVE~~ RETIRED", "RETIRED", id="struck out"),
        pytest.param(" (RETIRED hosts live there)", None, id="an attribute"),
        pytest.param(". RETIRED pages follow", None, id="another sentence"),
        pytest.param(" (ACTIVE until 2026-09-30)", None, id="until"),
        pytest.param(" (ACTIVE 2026-09-16 to 2026-09-19)", None, id="from day to day"),
        pytest.param(" (ACTIVE in September)", None, id="in a month"),
        pytest.param(" (ACTIVE then)", None, id="then"),
        pytest.param(" — was ACTIVE", None, id="the past tense"),
        pytest.param(" is no longer ACTIVE", None, id="negated"),
        pytest.param(" (not RETIRED)", None, id="negated in brackets"),
        pytest.param(", ACTIVE and RETIRED", None, id="a list of words"),
        pytest.param(" (active)", None, id="small letters"),
        pytest.param(" (ACTIVE-ACTIVE)", None, id="a longer word"),
        pytest.param(" (\0\0\0\0\0\0, RETIRED)", None, id="another link between"),
    ],
)
def test_behind_a_link(text: str, word: str | None) -> None:
    found = WORDS.behind(text)
    assert (found.word if found else None) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("RETIRED: ", "RETIRED", id="a colon"),
        pytest.param("**RETIRED** — ", "RETIRED", id="a dash"),
        pytest.param("(RETIRED) ", "RETIRED", id="brackets"),
        pytest.param("RETIRED 2026-09-30: ", "RETIRED", id="a day"),
        pytest.param("RETIRED by ", None, id="another word"),
        pytest.param("Not RETIRED: ", None, id="negated"),
        pytest.param("Retired: ", None, id="small letters"),
    ],
)
def test_before_a_link(text: str, word: str | None) -> None:
    found = WORDS.before(text)
    assert (found.word if found else None) == word


@pytest.mark.parametrize(
    ("text", "days"),
    [
        pytest.param("RETIRED 2026-09-30", ("", "2026-09-30", ""), id="a day"),
        pytest.param("RETIRED since 2026-09-30", ("since", "2026-09-30", ""), id="since"),
        pytest.param("RETIRED (2026-09-30)", ("", "2026-09-30", ""), id="in brackets"),
        pytest.param("RETIRED 2026-09-21 to 2026-10-10", ("", "2026-09-21", "2026-10-10"), id="from to"),
        pytest.param("RETIRED era (2026-09-21 → 10-10; and so on)", ("", "2026-09-21", "10-10"), id="no second year"),
        pytest.param("RETIRED (2026-10-19: the disk is empty)", ("", "", ""), id="the day of something else"),
        pytest.param("RETIRED: 2026-10-19 the disk was empty", ("", "", ""), id="behind a colon"),
        pytest.param("RETIRED with the era that ended 2026-10-10", ("", "", ""), id="further on"),
        pytest.param("RETIRED 2026-09-300", ("", "", ""), id="no day"),
    ],
)
def test_days(text: str, days: tuple[str, str, str]) -> None:
    found = WORDS.opening(text)
    assert found is not None and (found.how, found.first, found.second) == days


@pytest.mark.parametrize(
    ("words", "one", "other", "disagree"),
    [
        pytest.param(("ACTIVE", "RETIRED", "SUPERSEDED"), "ACTIVE", "RETIRED", True, id="in use or not"),
        pytest.param(("ACTIVE", "RETIRED", "SUPERSEDED"), "RETIRED", "SUPERSEDED", True, id="two ways to be over"),
        pytest.param(("live", "gone"), "live", "ACTIVE", False, id="another first word"),
        pytest.param(("live", "gone"), "gone", "SUPERSEDED", False, id="one word for both"),
        pytest.param(("live", "gone"), "gone", "ACTIVE", True, id="gone"),
        pytest.param(("live", "Retired", "superseded"), "Retired", "RETIRED", False, id="another case"),
        pytest.param(("live", "Retired", "superseded"), "Retired", "SUPERSEDED", True, id="another case, another word"),
    ],
)
def test_words_that_disagree(words: tuple[str, ...], one: str, other: str, disagree: bool) -> None:
    assert StatusWords(words).disagree(one, other) is disagree


def test_a_vocabulary_of_several_words_and_without_case() -> None:
    words = StatusWords(("in use", "使用済み", "over"))
    assert [found and found.word for found in map(words.opening, ("IN USE since 2026-10-01", "In  use runbook", "使用済み era"))] == [
        "in use", "in use", "使用済み",
    ]  # fmt: skip
    assert words.opening("In use of late") is None


@given(st.text(alphabet="ACTIVE RETIRED*_=~.,:;()[]-–—0123456789\n\0\x01ae", max_size=80))
def test_odd_texts(text: str) -> None:
    for read in (WORDS.opening, WORDS.title, WORDS.behind, WORDS.before, WORDS.whole, WORDS.described):
        found = read(text)
        assert found is None or found.span.of(text).upper() in WORDS.words
