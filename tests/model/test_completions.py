"""What is offered where, by the text before the place: the mark ``<>`` stands for it."""

from __future__ import annotations

from typing import Any

import pytest
from vaults import document, sources_of

from vaulttool.model.completions import Asked, Completions, Offer
from vaulttool.model.rule import Claims
from vaulttool.model.schema import Schema
from vaulttool.model.vault import Note

FILES = {
    "Home.md": "# Top\n\n## Two words\n\ntext ^here\n",
    "travel/Lisbon.md": "---\naliases: [Lisboa, The White City]\n---\n# History\n\n## After 1755\n",
    "travel/Porto bridge.md": "",
    "other/Porto bridge.md": "",
    "maps/tagus.pdf": "",
}
SCHEMA: dict[str, Any] = {
    "properties": {
        "type": {"const": "runbook"},
        "status": {"enum": ["ACTIVE", "RETIRED"], "description": "what it is"},
        "owner": {"type": "string"},
    }
}


def offers(written: str, path: str = "Here.md", schema: bool = False) -> list[Offer]:
    """What is offered at the mark in a page, which is one of the vault."""
    at = written.index("<>")
    text = written.replace("<>", "")
    files = {**FILES, path: text}
    made = Schema("runbook", SCHEMA, {})
    claims = Claims(lambda note: [made]) if schema else Claims()
    completions = Completions(
        sources_of(files), claims, lambda: {"broken-link": "B", "missing-heading": "M"}, lambda: {"eras": "E"}
    )
    return completions.offers(Asked(Note(path, document(path, text)), text, at))


def applied(written: str, offer: Offer) -> str:
    """The page after an offer was taken."""
    text = written.replace("<>", "")
    return text[: offer.span.start] + offer.text + text[offer.span.end :]


@pytest.mark.parametrize(
    ("written", "label", "after"),
    [
        pytest.param("[[Lis<>", "Lisbon", "[[Lisbon]]", id="the name of a note"),
        pytest.param("[[lis<>]]", "Lisbon", "[[Lisbon]]", id="closed already"),
        pytest.param("![[tag<>", "tagus.pdf", "![[tagus.pdf]]", id="an embed"),
        pytest.param("[[Por<>", "travel/Porto bridge", "[[travel/Porto bridge]]", id="as long as it takes"),
        pytest.param("[[white<>", "The White City", "[[Lisbon|The White City]]", id="an alias"),
        pytest.param("| [[Lisboa<> |\n", "Lisboa", "| [[Lisbon\\|Lisboa]] |\n", id="an alias in a table"),
        pytest.param("[[Lisbon#af<>", "After 1755", "[[Lisbon#After 1755]]", id="a heading"),
        pytest.param("[[Lisbon#History#af<>", "After 1755", "[[Lisbon#After 1755]]", id="a heading below another"),
        pytest.param("[[Home#^<>", "^here", "[[Home#^here]]", id="a block id"),
        pytest.param("# One\n\n[[#o<>", "One", "# One\n\n[[#One]]", id="a heading of the page itself"),
        pytest.param("[x](Lis<>", "travel/Lisbon.md", "[x](travel/Lisbon.md)", id="a Markdown link"),
        pytest.param("[x](port<>)", "other/Porto bridge.md", "[x](other/Porto%20bridge.md)", id="with a space"),
        pytest.param("[x](Home.md#two<>)", "Two words", "[x](Home.md#Two%20words)", id="an anchor in a Markdown link"),
        pytest.param("<!-- vaulttool:begin er<> -->", "eras", "<!-- vaulttool:begin eras -->", id="a kind of region"),
        pytest.param(
            "%% vaulttool:ignore mis<> %%", "missing-heading", "%% vaulttool:ignore missing-heading %%", id="a rule"
        ),
        pytest.param(
            "<!-- vaulttool:ignore broken-link mis<>",
            "missing-heading",
            "<!-- vaulttool:ignore broken-link missing-heading",
            id="a second rule",
        ),
    ],
)
def test_offers_that_are_taken(written: str, label: str, after: str) -> None:
    found = [offer for offer in offers(written) if offer.label == label]
    assert [applied(written, offer) for offer in found] == [after]


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("Lis<>", id="prose"),
        pytest.param("[Lis<>", id="one bracket"),
        pytest.param("[[Lisbon]] Lis<>", id="behind a link"),
        pytest.param("[[Lisbon|Lis<>", id="a label"),
        pytest.param("[x](https://example.org) Lis<>", id="behind a Markdown link"),
        pytest.param("[[Nothing#<>", id="a heading of no note"),
        pytest.param("[[tagus.pdf#<>", id="a heading of what is no note"),
        pytest.param("type: run<>", id="a property outside front matter"),
        pytest.param("---\ntype: x\n---\nsta<>", id="a property behind front matter"),
    ],
)
def test_nothing_is_offered(written: str) -> None:
    assert offers(written, schema=True) == []


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        pytest.param("---\nsta<>\n---\n", ["status"], id="the name of a property"),
        pytest.param("---\ntype: runbook\n<>\n---\n", ["status", "owner"], id="only those that are not there"),
        pytest.param("---\nstatus: <>\n---\n", ["ACTIVE", "RETIRED"], id="the words of a property"),
        pytest.param("---\nstatus: r<>\n---\n", ["RETIRED"], id="in any case"),
        pytest.param("---\ntype: <>\n---\n", ["runbook"], id="its only word"),
        pytest.param("---\nowner: <>\n---\n", [], id="any text"),
    ],
)
def test_properties_come_from_the_schema(written: str, wanted: list[str]) -> None:
    assert [offer.label for offer in offers(written, schema=True)] == wanted


def test_there_is_an_end_to_offers() -> None:
    files = {f"Note {number}.md": "" for number in range(1000)}
    text = "[["
    completions = Completions(sources_of({**files, "Here.md": text}), Claims(), dict, dict)
    assert len(completions.offers(Asked(Note("Here.md", document("Here.md", text)), text, 2))) == 200
