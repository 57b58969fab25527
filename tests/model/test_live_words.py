"""Phrases that say of something that it is in use, and others that have the same words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.live_words import LiveWords
from vaulttool.rules.status_mismatch import THINGS

WORDS = LiveWords(("deployed", "live", "current", "today"), THINGS, ("RETIRED", "SUPERSEDED", "era", "eras"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Deployed shape", id="deployed"),
        pytest.param("Deployed flags (2026-09-21)", id="with a day"),
        pytest.param("The deployed configuration", id="an article"),
        pytest.param("Live endpoint", id="live"),
        pytest.param("Current settings", id="current"),
        pytest.param("Today's layout", id="today's"),
        pytest.param("3.2 Deployed vLLM engine flags", id="a number and more words"),
        pytest.param("Currently deployed shape", id="currently"),
        pytest.param("**Deployed** flags", id="strong"),
        pytest.param("Deployed flags and why", id="more behind"),
        pytest.param("Deployed shape since 2026-09-20", id="since"),
        pytest.param("What is deployed", id="what is"),
        pytest.param("What runs today?", id="what runs"),
    ],
)
def test_headings(text: str) -> None:
    assert WORDS.heading(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Deployed and measured", id="a participle"),
        pytest.param("Deployed 2026-09-20 to 09-21", id="from day to day"),
        pytest.param("Deployed flags, 2026-09-20 to 09-21", id="things from day to day"),
        pytest.param("Deployed flags (2026-09-21 → 10-10)", id="with an arrow"),
        pytest.param("Deployed flags as of 2026-09-21", id="as of"),
        pytest.param("Deployed flags until 2026-10-10", id="until"),
        pytest.param("Current settings (2026-09-21)", id="current, on a day"),
        pytest.param("No longer deployed flags", id="negated"),
        pytest.param("Deployed flags of the RETIRED shape", id="a word of status"),
        pytest.param("Deployed shapes by era", id="a word of the past"),
        pytest.param("Formerly deployed flags", id="formerly"),
        pytest.param("The then-deployed shape, measured again", id="then"),
        pytest.param("What was deployed", id="what was"),
        pytest.param("Deployment", id="another word"),
        pytest.param("Deploy and verify", id="a verb"),
        pytest.param("Live bytes", id="bytes"),
        pytest.param("Live migration", id="migration"),
        pytest.param("Live endpoint checks", id="checks"),
        pytest.param("Live reload of settings", id="reload"),
        pytest.param("Electric current", id="a current"),
        pytest.param("Current draw", id="what is drawn"),
        pytest.param("Current state", id="a state may be that it is gone"),
        pytest.param("Current limits and shape factors", id="limits"),
        pytest.param("Undeployed flags", id="un-"),
        pytest.param("Verified capabilities (2026-09-20, against the live endpoint)", id="a day and an endpoint"),
        pytest.param("Flags that were live", id="the past tense"),
        pytest.param("Measured on the deployed endpoint", id="further on"),
        pytest.param("How to find the live endpoint", id="how to"),
        pytest.param("Liveness of the service", id="a longer word"),
        pytest.param("Today", id="today"),
        pytest.param("Deployed", id="alone"),
        pytest.param("The successor's deployed shape", id="somebody else's"),
        pytest.param("Deployed shape's flaws", id="a genitive"),
    ],
)
def test_other_headings(text: str) -> None:
    assert WORDS.heading(text) is None


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        pytest.param("**Deployed shape since 2026-09-20:** one unit.", "Deployed shape since 2026-09-20", id="a shape"),
        pytest.param("Live since 2026-09-20", "Live since 2026-09-20", id="live"),
        pytest.param(
            "The current endpoint since 2026-09-20 is", "The current endpoint since 2026-09-20", id="an endpoint"
        ),
        pytest.param("Deployed since 2026-09-20 and retired since", None, id="retired"),
        pytest.param("Deployed since 2026-09-20, replaced on 2026-10-10", None, id="replaced"),
        pytest.param("Deployed since 2026-09-20 until 2026-10-10", None, id="until"),
        pytest.param("Deployed 2026-09-20", None, id="a day"),
        pytest.param("Deployed on 2026-09-20 and measured", None, id="on a day"),
        pytest.param("Serving since 2026-09-20", None, id="another word"),
        pytest.param("It was live since 2026-09-20", None, id="further on"),
    ],
)
def test_labels(text: str, phrase: str | None) -> None:
    found = WORDS.label(text)
    assert (found.span.of(text) if found else None) == phrase


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        pytest.param("The live Lisbon deployment runs on two cards.", True, id="a deployment"),
        pytest.param("This page describes the current shape of Lisbon.", True, id="a page describes"),
        pytest.param("Deployed configuration of Lisbon, on two cards", True, id="no article"),
        pytest.param("The live endpoint is Porto.", False, id="which one it is"),
        pytest.param("The live deployment was replaced.", False, id="the past tense"),
        pytest.param("For the current shape read Porto.", False, id="elsewhere"),
        pytest.param("This page tells how a live endpoint is swapped.", False, id="any endpoint"),
        pytest.param("The deployed shape's figures.", False, id="a genitive"),
        pytest.param("RETIRED era; the endpoint is Porto today.", False, id="another one today"),
        pytest.param("The current passes through the endpoint.", False, id="electricity"),
    ],
)
def test_first_words(text: str, fires: bool) -> None:
    assert (WORDS.first_words(text) is not None) is fires


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            "It decodes faster. DFlash2 is the deployed shape.", [("is the deployed shape", "DFlash2")], id="a subject"
        ),
        pytest.param(
            "It holds, and TP=2 is the\ndeployed shape.",
            [("is the\ndeployed shape", "It holds, and TP=2")],
            id="over a line end",
        ),
        pytest.param(
            "The deployed shape is above; this is what made it necessary then.",
            [("The deployed shape is above", "")],
            id="above",
        ),
        pytest.param("See the table. This shape is deployed.", [("This shape is deployed", "")], id="this shape"),
        pytest.param("This endpoint is still live today.", [("This endpoint is still live", "")], id="still"),
        pytest.param("The deployed shape was above.", [], id="the past tense"),
        pytest.param("DFlash2 is not the deployed shape.", [], id="negated"),
        pytest.param("DFlash2 is no longer the deployed shape.", [], id="no longer"),
        pytest.param("DFlash2 was the deployed shape.", [], id="was"),
        pytest.param("DFlash2 isn't what is the deployed shape.", [], id="is not, in short"),
        pytest.param("If DFlash2 is the deployed shape, set SPEC.", [], id="a condition"),
        pytest.param("This shape is deployed with deploy.sh.", [], id="how it is done"),
        pytest.param("This service is live-reloaded.", [], id="a longer word"),
        pytest.param("The deployed shape is Porto's.", [], id="whose it is"),
        pytest.param("It is the deployed shape's pool.", [], id="a genitive"),
        pytest.param("Both were deployed and measured.", [], id="a participle"),
        pytest.param("The proxy retries on the live one.", [], id="one of two"),
        pytest.param("Both directions from the deployed value cost capacity.", [], id="a value"),
        pytest.param("One cache plus a live generation.", [], id="a generation"),
        pytest.param("The current is 3 A; this is the current draw.", [], id="electricity"),
    ],
)
def test_statements(text: str, found: list[tuple[str, str]]) -> None:
    assert [(one.span.of(text), one.subject.strip()) for one in WORDS.statements(text)] == found


@given(st.text(alphabet="deployed live is the this shape above since 2026-09-20.:;*\0\n", max_size=120))
def test_odd_texts(text: str) -> None:
    for one in (WORDS.heading(text), WORDS.label(text), WORDS.first_words(text), *WORDS.statements(text)):
        assert one is None or 0 <= one.span.start <= one.span.end <= len(text)


@pytest.mark.parametrize(
    "text", ["is the deployed " * 20_000, "the deployed " * 20_000, "a" * 300_000, "deployed a b " * 20_000]
)
def test_long_texts_take_no_longer(text: str) -> None:
    assert list(WORDS.statements(text)) == [] and WORDS.heading(text) is None and WORDS.label(text) is None
