"""What took the place of what."""

from __future__ import annotations

import pytest
from small_fleet import era, fleet
from vaults import sources_of

from vaulttool.model.lineage import chains, lineage

SUCCESSOR = '---\nsuperseded_by: "[[{}]]"\n---\n'


def rows(files: dict[str, str], *only: str) -> list[str]:
    """The rows of succession in such a vault, ``>`` for superseded by and ``~`` for continued as."""
    sources = sources_of(files)
    found = chains(lineage(sources, set(only or sources.vault.notes)))
    marks = {"superseded_by": " > ", "continued_as": " ~ "}
    return [row[0].source.id + "".join(marks[step.kind] + step.target.id for step in row) for row in found]


def pages(**following: str) -> dict[str, str]:
    """Notes that name their successor; without a configuration."""
    names = {*following, *following.values()}
    return {f"{name}.md": SUCCESSOR.format(following[name]) if name in following else "" for name in names}


ENDED = ", end: 2026-09-21"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(pages(a="b"), ["a.md > b.md"], id="one step"),
        pytest.param(pages(b="c", a="b"), ["a.md > b.md > c.md"], id="a chain, from its first"),
        pytest.param(pages(a="c", b="c", c="d"), ["a.md > c.md > d.md", "b.md > c.md > d.md"], id="two meet"),
        pytest.param(pages(b="c", c="a", a="b"), ["a.md > b.md > c.md > a.md"], id="a circle, once"),
        pytest.param(pages(x="b", b="c", c="b"), ["x.md > b.md > c.md > b.md"], id="a way into a circle"),
        pytest.param(pages(a="a"), ["a.md > a.md"], id="by itself"),
        pytest.param({"a.md": SUCCESSOR.format("Gone")}, [], id="a successor that is not there"),
        pytest.param({"a.md": "---\nsuperseded_by: b\n---\n", "b.md": ""}, [], id="no link"),
        pytest.param({"a.md": SUCCESSOR.format("{{b}}"), "{{b}}.md": ""}, [], id="a template"),
        pytest.param({"a.md": "[[b]]", "b.md": ""}, [], id="a link in the text"),
        pytest.param(
            fleet("", era(f"{ENDED}, superseded_by: b"), era(id="b", page="Porto"), **{"Porto.md": ""}),
            ["lisbon/a > lisbon/b"],
            id="eras",
        ),
        pytest.param(
            fleet("", era(f"{ENDED}, superseded_by: b"), era(id="b")), ["lisbon/a > lisbon/b"], id="eras of one page"
        ),
        pytest.param(
            fleet("", era(ENDED + ", continued_as: {endpoint: lisbon}")),
            ["lisbon/a ~ lisbon"],
            id="an endpoint went on",
        ),
        pytest.param(
            fleet(SUCCESSOR.format("Porto"), era(f"{ENDED}, superseded_by: b"), era(id="b"), **{"Porto.md": ""}),
            ["lisbon/a > lisbon/b"],
            id="data go before the property",
        ),
        pytest.param(fleet("", era(f"{ENDED}, superseded_by: z")), [], id="an era that is not there"),
        pytest.param(
            fleet("", era(ENDED + ", continued_as: {endpoint: faro}")), [], id="an endpoint that is not there"
        ),
        pytest.param(fleet("", era()), [], id="nothing came after"),
    ],
)
def test_rows(files: dict[str, str], expected: list[str]) -> None:
    assert rows(files) == expected


def test_only_what_has_to_do_with_some_notes() -> None:
    files = pages(a="b", b="c", x="y")
    assert rows(files, "c.md") == ["b.md > c.md"]
    assert rows(files, "b.md") == ["a.md > b.md > c.md"]
    assert rows(files, "Other.md") == []


def test_stages_know_their_page_and_status() -> None:
    files = fleet("", era(f"{ENDED}, superseded_by: b"), era(id="b", page="d/Porto"), **{"d/Porto.md": ""})
    (step,) = lineage(sources_of(files), {"d/Porto.md"})
    assert (step.source.title, step.source.page, step.source.status) == ("lisbon: Shape a", "Lisbon.md", "SUPERSEDED")
    assert (step.target.title, step.target.page, step.target.status) == ("lisbon: Shape b", "d/Porto.md", "ACTIVE")
