"""Public bugs about the cache, the exit status and the output: B091 to B100."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import run
from folders import write

from vaulttool.storage import reading

CACHE = ".vaulttool_cache"


@pytest.fixture
def cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")


@pytest.mark.usefixtures("cached")
def test_b091_a_second_run_parses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path,
        {"vaulttool.toml": '[rules]\norphan-note = "off"\n', **{f"{name}.md": "[[a]] [[Gone]]" for name in "abc"}},
    )
    first = run("check", cwd=tmp_path)
    monkeypatch.setattr(reading, "parse", lambda text: pytest.fail("parsed again"))
    assert run("check", cwd=tmp_path) == first
    assert run("check", "--select", "missing-heading", cwd=tmp_path).status == 0
    assert run("check", cwd=tmp_path) == first


@pytest.mark.usefixtures("cached")
def test_b093_one_cache_wherever_one_stands(tmp_path: Path) -> None:
    write(tmp_path, {"vaulttool.toml": "", "a.md": "[[b]]", "sub/deep/b.md": "[[a]]"})
    for cwd in (tmp_path, tmp_path / "sub", tmp_path / "sub" / "deep"):
        assert run("check", cwd=cwd).status == 0
    assert [place.relative_to(tmp_path).as_posix() for place in tmp_path.rglob(CACHE)] == [CACHE]


@pytest.mark.usefixtures("cached")
@pytest.mark.parametrize(
    "hiding",
    ['exclude = ["x.md"]\n', '[per-file-ignores]\n"x.md" = ["broken-link"]\n', '[rules]\nbroken-link = "off"\n'],
)
def test_b094_what_was_hidden_once_is_told_again(hiding: str, tmp_path: Path) -> None:
    rules = '[rules]\norphan-note = "off"\n'
    hidden = rules + hiding.removeprefix("[rules]\n") if hiding.startswith("[rules]") else hiding + rules
    write(tmp_path, {"vaulttool.toml": hidden, "x.md": "[[Gone]]", "y.md": ""})
    for toml, status in ((hidden, 0), (rules, 1), (hidden, 0), (rules, 1)):
        write(tmp_path, {"vaulttool.toml": toml})
        assert run("check", cwd=tmp_path).status == status


def test_b097_a_path_that_matches_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "", "docs/x.png": ""})
    for path in ("docs/*.mdx", "docs", "docs/x.png", "nowhere/"):
        done = run("check", "--vault", ".", path, cwd=tmp_path)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("error: ") and path.rstrip("/") in done.err
    assert run("check", "--vault", "docs", cwd=tmp_path).status == 2


@pytest.mark.parametrize(
    ("text", "column", "end"),
    [
        pytest.param("text [label](gone.md)", 14, 21, id="Markdown link"),
        pytest.param("text ![label](<gone file.md>)", 16, 28, id="in angles"),
        pytest.param("text [[gone|label]]", 8, 12, id="wikilink"),
        pytest.param("text [gone](gone.md 'gone')", 13, 20, id="label and title of the same name"),
        pytest.param("text [a [[gone]] b]", 11, 15, id="in brackets"),
    ],
)
def test_b099_the_place_is_that_of_the_target(text: str, column: int, end: int, tmp_path: Path) -> None:
    done = run("check", "--format", "json", cwd=write(tmp_path, {"n.md": text}))
    (finding,) = json.loads(done.out)["findings"]
    assert (finding["line"], finding["column"], finding["end_line"], finding["end_column"]) == (1, column, 1, end)
    assert run("check", cwd=tmp_path).out.startswith(f"n.md:1:{column}: error: ")
