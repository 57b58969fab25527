"""Public bugs about tables: B045 to B054."""

from __future__ import annotations

import pytest
from vaults import indexed, vault_of

from .reported import Said, said

REGION = "<!-- vaulttool:begin index {} -->\n<!-- vaulttool:end index -->\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"n.md": "| cmd | use |\n|-|-|\n| `a || b` | retry |\n"}, [], id="B048 bar in code"),
        pytest.param(
            {"n.md": "| a | b |\n|-|-|\n| [[Rack|the rack]] | x |\n", "Rack.md": ""},
            [("n.md", "split-link", "[[Rack|the rack]]")],
            id="B048 a link that is cut",
        ),
        pytest.param({"n.md": "Pipe with `a | b` it.\n"}, [], id="B049 bar in code in a sentence"),
        pytest.param({"n.md": "[[Rack|the rack]] `a | b`\n", "Rack.md": ""}, [], id="B049 beside a link"),
        pytest.param(
            {"n.md": "| a | b |\n| -- | -- |\n| 1 | 2 |\n| -- | -- |\n| [[Gone]] | 4 |\n"},
            [("n.md", "broken-link", "Gone")],
            id="B051 row of dashes",
        ),
        pytest.param(
            {"n.md": "| a | b |\n| -- | -- |\n| -- | -- |\n| [[R\\|r]] | 4 |\n", "R.md": ""},
            [],
            id="B051 bars escaped below it",
        ),
        pytest.param(
            {"n.md": "- item\n\n  | a |\n  | - |\n  | [[R\\|r]] [[Gone\\|g]] |\n", "R.md": ""},
            [("n.md", "broken-link", "Gone")],
            id="B052 table in a list item",
        ),
        pytest.param({"n.md": "| a |\n|-|\n| [[db01]] |\n", "db01.md": ""}, [], id="B054 link in a cell"),
    ],
)
def test_what_is_said(files: dict[str, str], expected: Said) -> None:
    assert said(files) == expected


@pytest.mark.parametrize(
    ("arguments", "files", "row"),
    [
        pytest.param(
            'folder="sites" columns="title-link"',
            {"sites/oslo.md": "---\ntitle: Oslo\n---\n"},
            "| [[oslo\\|Oslo]] |",
            id="a label",
        ),
        pytest.param(
            'folder="sites" columns="link,title"',
            {"sites/oslo.md": '---\ntitle: "a | b"\n---\n'},
            "| [[oslo]] | a \\| b |",
            id="bar in a cell's text",
        ),
        pytest.param(
            'folder="sites" columns="title-link"',
            {"sites/oslo.md": '---\ntitle: "a | b"\n---\n'},
            "",
            id="bar in a label",
        ),
    ],
)
def test_b045_rows_are_written_with_their_bars_escaped(arguments: str, files: dict[str, str], row: str) -> None:
    files = {**files, "n.md": REGION.format(arguments)}
    after, left = indexed(files)
    assert left == []
    assert row in after["n.md"].splitlines(), after["n.md"]
    assert said(after) == []


def test_b054_a_link_in_a_cell_counts() -> None:
    files = {"n.md": "| a |\n|-|\n| [[db01]] |\n", "db01.md": "[[n]]", "vaulttool.toml": ""}
    assert said(files, "orphan-note") == []
    assert [resolution.target for _, _, resolution in vault_of(files).links()] == ["n.md", "db01.md"]
