"""Public bugs about ignore rules, baselines and the choice of files: B082 to B090."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

from .reported import Said, said

BROKEN = "[[Gone]]\n"


def findings(done: Done) -> list[str]:
    """The places and rules of the findings of a run."""
    lines = done.out.splitlines()[:-1]
    return [f"{line.partition(': ')[0]} {line.rpartition('[')[2].rstrip(']')}" for line in lines if line[:1] != " "]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<!-- vaulttool:ignore broken-link -->\n[[Gone]]\n", [], id="B082 above the line"),
        pytest.param("%% vaulttool:ignore broken-link %%\n[[Gone#x]]\n", [], id="B082 a comment of Obsidian's"),
        pytest.param("<!-- vaulttool:ignore missing-heading -->\n[[#Gone]]\n", [], id="B082 another rule over files"),
        pytest.param(
            "<!-- vaulttool:ignore missing-heading -->\n[[Gone]]\n",
            [
                ("n.md", "unused-suppression", "<!-- vaulttool:ignore missing-heading -->"),
                ("n.md", "broken-link", "Gone"),
            ],
            id="B082 not that rule",
        ),
        pytest.param(
            "<!-- vaulttool:ignore broken-link -->\n[[Gone]]\n\n[[Gone]]\n",
            [("n.md", "broken-link", "Gone")],
            id="B082 below the block",
        ),
        pytest.param("*Note*: [[Gone]] <!-- vaulttool:ignore broken-link -->\n", [], id="B087 beside emphasis"),
        pytest.param("*Note*: <!-- vaulttool:ignore --> [[Gone]]\n", [], id="B087 before the link"),
        pytest.param("- *Note*: [[Gone]] %% vaulttool:ignore broken-link %%\n- b\n", [], id="B087 in a list item"),
        pytest.param(
            "- *Note*: [[Gone]] %% vaulttool:ignore broken-link %%\n- [[Gone]]\n",
            [("n.md", "broken-link", "Gone")],
            id="B087 not in the next item",
        ),
        pytest.param("> **Note** [[Gone]] %% vaulttool:ignore broken-link %%\n", [], id="B087 in a quote"),
        pytest.param("| a |\n|-|\n| [[Gone]] %% vaulttool:ignore broken-link %% |\n", [], id="B087 in a cell"),
    ],
)
def test_comments_that_silence(text: str, expected: Said) -> None:
    assert said({"n.md": text}) == expected


@pytest.mark.parametrize(
    ("pattern", "status"),
    [("docs/b.md", 0), ("docs/*.md", 0), ("docs/", 0), ("**/b.md", 0), (".github/a.md", 1), ("b/docs.md", 1)],
)
def test_b084_patterns_hold_however_the_path_is_written(pattern: str, status: int, tmp_path: Path) -> None:
    files = {
        "docs/b.md": BROKEN,
        "vaulttool.toml": f'[per-file-ignores]\n"{pattern}" = ["broken-link", "orphan-note"]\n',
    }
    write(tmp_path, files)
    ways = {
        "relative": run("check", "docs/b.md", cwd=tmp_path),
        "with a dot": run("check", "./docs/../docs/b.md", cwd=tmp_path),
        "absolute": run("check", str(tmp_path / "docs" / "b.md"), cwd=tmp_path),
        "from elsewhere": run("check", str(tmp_path / "docs" / "b.md"), cwd=Path("/")),
        "from its folder": run("check", "b.md", cwd=tmp_path / "docs"),
        "the whole vault": run("check", cwd=tmp_path),
    }
    assert {way: done.status for way, done in ways.items()} == dict.fromkeys(ways, status)


def test_b085_what_is_excluded_does_not_hang_on_the_working_directory(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "vaulttool.toml": 'exclude = ["drafts/*"]\n',
            "drafts/a.md": BROKEN,
            "sub/drafts/b.md": "",
            "Home.md": "[[b]]",
        },
    )
    for cwd in (tmp_path, tmp_path / "sub", tmp_path / "drafts"):
        done = run("check", "--vault", str(tmp_path), cwd=cwd)
        assert (findings(done), done.status, done.out.splitlines()[-1][:7]) == ([], 0, "2 notes")


def test_b090_a_path_that_is_gone(tmp_path: Path) -> None:
    repository(tmp_path, {"gone.md": "", "n.md": "[[gone]]\n"})
    git(tmp_path, "rm", "--quiet", "gone.md")
    done = run("check", "gone.md", cwd=tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err == 'error: no file or folder "gone.md"\n    help: check its spelling and the working directory\n'
    assert findings(run("check", "--staged", "gone.md", "n.md", cwd=tmp_path)) == ["n.md:1:3 broken-link"]
