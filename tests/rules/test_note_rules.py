"""Fussy cases of the rules on whole notes: schemas, status, orphans."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

CONFIG = '[schemas.types]\nreference = "reference"\nlog = "log"\n'
FULL = "type: reference\ntitle: T\ndescription: D\ntags: [a]\ntimestamp: 2026-09-21\n"


def fired(front: str, *only: str, config: str = CONFIG, **others: str) -> list[tuple[str, str]]:
    files = {"Page.md": f"---\n{front}---\n", "Other.md": f"---\n{FULL}---\n", "Plain.md": "x", "p.png": "", **others}
    found = findings_of({**files, "vaulttool.toml": config}, *only)
    return [(rule, written) for path, rule, written in marked(files, found) if path == "Page.md"]


@pytest.mark.parametrize(
    ("front", "places"),
    [
        pytest.param(FULL.replace("title: T\n", ""), [""], id="a property is missing"),
        pytest.param(FULL.replace("2026-09-21", "2026-02-30"), ["timestamp: 2026-02-30"], id="no real date"),
        pytest.param(FULL.replace("2026-09-21", "21.9.2026"), ["timestamp: 21.9.2026"], id="no ISO date"),
        pytest.param(FULL.replace("title: T", "title: 2026"), ["title: 2026"], id="a number for a text"),
        pytest.param(FULL.replace("[a]", "[a b]"), ["tags: [a b]"], id="a tag with a space"),
        pytest.param(FULL.replace("[a]", "a"), ["tags: a"], id="one tag, no list"),
        pytest.param(FULL + 'status: RETIRED\nsuperseded_by: "[[Other]]"\n', ['superseded_by: "[[Other]]"'], id="a successor of what is retired"),
        pytest.param(FULL + 'superseded_by: "[[Other]]"\n', ['superseded_by: "[[Other]]"'], id="a successor without status"),
        pytest.param(FULL + "status: SUPERSEDED\nsuperseded_by: Other\n", ["superseded_by: Other"], id="no link"),
        pytest.param(FULL + 'status: SUPERSEDED\nsuperseded_by: "[[p.png]]"\n', ['superseded_by: "[[p.png]]"'], id="a picture"),
    ],
)  # fmt: skip
def test_what_does_not_fit(front: str, places: list[str]) -> None:
    assert fired(front, "schema-mismatch") == [("schema-mismatch", place) for place in places]


@pytest.mark.parametrize(
    "front",
    [
        pytest.param(FULL, id="full"),
        pytest.param(FULL + "status: RETIRED\n", id="a status"),
        pytest.param(FULL + "status: live\n", id="an unknown status is another rule's"),
        pytest.param(FULL + 'status: SUPERSEDED\nsuperseded_by: "[[Other]]"\n', id="superseded"),
        pytest.param(FULL + 'status: SUPERSEDED\nsuperseded_by: "[[Gone]]"\n', id="a broken link is another rule's"),
        pytest.param(FULL + "status: SUPERSEDED\n", id="superseded by nothing is another rule's"),
        pytest.param(FULL + 'status: superseded\nsuperseded_by: "[[Other]]"\n', id="a word of another vocabulary"),
        pytest.param(
            FULL.replace(": D", ": Superseded era") + 'superseded_by: "[[Other]]"\n', id="superseded by its description"
        ),
        pytest.param(FULL + "more: 1\naliases: x\n", id="other properties"),
        pytest.param(FULL.replace("2026-09-21", "{{date}}").replace("title: T", 'title: "{{title}}"'), id="a template"),
        pytest.param("type: project\nstatus: active\n", id="a type that no schema claims"),
        pytest.param("title: 3\n", id="no type"),
        pytest.param("type: [reference]\n", id="a list of types"),
    ],
)
def test_what_fits(front: str) -> None:
    assert fired(front, "schema-mismatch") == []


def test_without_configuration_no_schema_speaks() -> None:
    files = {"Page.md": "---\ntype: reference\nstatus: active\n---\n"}
    assert findings_of(files) == []


def test_a_schema_by_path() -> None:
    config = '[schemas.paths]\n"Log/**" = "log"\n'
    files = {"Log/2026.md": "x", "Else/2026.md": "x", "vaulttool.toml": config}
    found = findings_of(files, "schema-mismatch")
    assert {finding.path for finding in found} == {"Log/2026.md"}


@pytest.mark.parametrize(
    ("status", "config", "fires"),
    [
        pytest.param("active", "", True, id="lower case"),
        pytest.param("DONE", "", True, id="another word"),
        pytest.param("yes", "", True, id="a YAML 1.1 word"),
        pytest.param("ACTIVE", "", False, id="known"),
        pytest.param("gone", '[status]\nwords = ["live", "gone"]\n', False, id="own words"),
        pytest.param("ACTIVE", '[status]\nwords = ["live", "gone"]\n', True, id="no longer known"),
    ],
)
def test_status_words(status: str, config: str, fires: bool) -> None:
    found = fired(FULL + f"status: {status}\n", "unknown-status", config=CONFIG + config)
    assert found == ([("unknown-status", status)] if fires else [])


@pytest.mark.parametrize(
    ("files", "orphans"),
    [
        pytest.param({"A.md": "[[B]]", "B.md": ""}, ["A.md"], id="nothing links to it"),
        pytest.param({"A.md": "[[B]]", "B.md": "[[A]]"}, [], id="both linked"),
        pytest.param({"A.md": "[[A]] [[#x]]"}, ["A.md"], id="only itself"),
        pytest.param({"index.md": "", "x/README.md": "", "Home.md": ""}, [], id="entry pages"),
        pytest.param({"A.md": "---\ntype: index\n---\n"}, [], id="an index by type"),
        pytest.param({"A.md": "", "b.canvas": '{"nodes": [{"type": "file", "file": "A.md"}]}'}, [], id="on a canvas"),
        pytest.param({"A.md": "", "index.md": '---\nup: "[[A]]"\n---\n'}, [], id="in a property"),
        pytest.param({"A.md": "", "index.md": "| x |\n|-|\n| [[A]] |"}, [], id="in a table"),
    ],
)
def test_orphans(files: dict[str, str], orphans: list[str]) -> None:
    found = findings_of({**files, "vaulttool.toml": ""}, "orphan-note")
    assert [finding.path for finding in found] == orphans


def test_orphans_are_nobodys_business_without_configuration() -> None:
    assert findings_of({"A.md": "", "B.md": ""}) == []
