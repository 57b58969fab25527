"""Public bugs about places where brackets are no link: B019 to B025."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from folders import write
from vaults import indexed

from .reported import Said, help_of, said


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"n.md": '```sh\n[[ -n "$x" ]] && run\n```\n'}, [], id="B019 a fence"),
        pytest.param({"n.md": '~~~\n[[ -n "$x" ]]\n~~~\n'}, [], id="B019 tildes"),
        pytest.param({"n.md": '- a\n\n  ```sh\n  [[ -n "$x" ]]\n  ```\n'}, [], id="B019 in a list item"),
        pytest.param({"n.md": '> [!note]\n> ```sh\n> [[ -n "$x" ]]\n> ```\n'}, [], id="B019 in a call-out"),
        pytest.param(
            {"n.md": '```sh\n[[ -n "$x" ]]\n```\n[[Gone]]\n'},
            [("n.md", "broken-link", "Gone")],
            id="B019 below the fence",
        ),
        pytest.param({"n.md": "write `[[page]]` here\n"}, [], id="B021 inline code"),
        pytest.param({"n.md": "``a ` b [[page]]`` and `[x](gone.md)`\n"}, [], id="B021 a backtick within"),
        pytest.param(
            {"n.md": "a ` b [[page]] and ``[[page]] c\n"},
            [("n.md", "broken-link", "page"), ("n.md", "broken-link", "page")],
            id="B021 backticks that are no pair",
        ),
        pytest.param({"n.md": "- item\n\n        ![[rack.png]]\n"}, [], id="B025 code below a list item"),
        pytest.param(
            {"n.md": "- item\n\n    ![[rack.png]]\n"},
            [("n.md", "broken-link", "rack.png")],
            id="B025 a paragraph of it",
        ),
        pytest.param({"n.md": "text\n\n    [[page]]\n"}, [], id="B025 code below a paragraph"),
        pytest.param(
            {"n.md": "text\n    [[page]]\n"}, [("n.md", "broken-link", "page")], id="B025 the paragraph goes on"
        ),
    ],
)
def test_what_is_said(files: dict[str, str], expected: Said) -> None:
    assert said(files) == expected


def test_b022_no_kind_writes_a_link_as_filler() -> None:
    """Where nothing is to be listed, nothing is written, and no note is made."""
    files = {
        "n.md": '<!-- vaulttool:begin index folder="empty" columns="link" -->\n<!-- vaulttool:end index -->\n\n'
        "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n"
    }
    after, left = indexed(files)
    assert after == files
    assert [finding.message for finding in left] == ["no note fits the arguments", "no note links here"]


def test_b024_one_rule_is_silent_in_one_file(tmp_path: Path) -> None:
    files = {
        "STYLE.md": "Write [[Example]] or [[#Part]].\n",
        "n.md": "[[Example]] [[STYLE]]\n",
        "vaulttool.toml": '[per-file-ignores]\n"STYLE.md" = ["broken-link", "orphan-note"]\n"n.md" = ["orphan-note"]\n',
    }
    done = run("check", cwd=write(tmp_path, files))
    assert [line for line in done.out.splitlines()[:-1] if "help:" not in line] == [
        'STYLE.md:1:24: error: this note has no heading "Part" [missing-heading]',
        'n.md:1:3: error: no note or file is named "Example" [broken-link]',
    ]


def test_b025_the_orphan_rule_says_that_code_does_not_count() -> None:
    files = {"n.md": "- item\n\n        [[Rack]]\n", "Rack.md": "[[n]]", "vaulttool.toml": ""}
    assert said(files, "orphan-note") == [("Rack.md", "orphan-note", "")]
    assert "in code" in help_of(files, "orphan-note")
