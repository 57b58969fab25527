"""The laws of fixing: done twice it changes nothing more, raises nothing, and touches nothing but what it names."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands_in import run
from folders import git
from hypothesis import given
from hypothesis import strategies as st
from lengths import is_slow, law
from vaults import findings_of, mended, unpacked

from vaulttool import fixing
from vaulttool.model.finding import Edit, Finding, Fix
from vaulttool.text.span import Span


def finding(start: int, end: int, text: str, safe: bool = True, path: str = "a", rule: str = "r") -> Finding:
    fix = Fix("mend", (Edit(path, Span(start, end), text),), safe)
    return Finding(path, Span(start, end), rule, "error", f"at {start}", fix=fix)


@pytest.mark.parametrize(
    ("found", "chosen"),
    [
        pytest.param([finding(0, 2, "x"), finding(4, 5, "y")], [0, 4], id="apart"),
        pytest.param([finding(0, 3, "x"), finding(2, 5, "y")], [0], id="the first of two that overlap"),
        pytest.param([finding(0, 3, "x", safe=False), finding(2, 5, "y")], [2], id="the safe one"),
        pytest.param([finding(0, 3, "x"), finding(3, 3, "y")], [0], id="touching"),
        pytest.param([finding(2, 2, "x"), finding(2, 2, "y", rule="s")], [2], id="two at one place"),
        pytest.param([finding(0, 9, "x"), finding(0, 9, "x", path="b")], [0, 0], id="in two files"),
        pytest.param([finding(5, 9, "x"), finding(0, 2, "x"), finding(1, 6, "z")], [0, 5], id="in any order"),
    ],
)
def test_fixes_that_touch_wait(found: Sequence[Finding], chosen: Sequence[int]) -> None:
    assert [one.span.start for one in fixing.fixable(found, unsafe=True)] == chosen
    assert [one.span.start for one in fixing.fixable(found[::-1], unsafe=True)] == chosen


def test_unsafe_fixes_are_asked_for() -> None:
    assert fixing.fixable([finding(0, 1, "x", safe=False)]) == []


def words(text: str, *wanted: tuple[str, str]) -> list[Finding]:
    """A made-up rule: each word is to be written as another one."""
    return [
        finding(found.start(), found.end(), new) for old, new in wanted for found in re.finditer(re.escape(old), text)
    ]


@pytest.mark.parametrize(
    ("text", "rules", "after"),
    [
        pytest.param("one two", [("one", "1"), ("two", "2")], "1 2", id="all in one go"),
        pytest.param("aaa", [("aa", "b"), ("ab", "c")], "ba", id="one after the other"),
        pytest.param("x y", [("x", "y"), ("y", "x")], "x y", id="fixes that undo each other raise what they mend"),
        pytest.param("x", [("x", "xx")], "x", id="a fix that only makes more of it"),
        pytest.param("x q", [("x", "q"), ("q", "1")], "x 1", id="what raises another is left"),
    ],
)
def test_fixes_are_applied_until_nothing_moves(text: str, rules: Sequence[tuple[str, str]], after: str) -> None:
    done = fixing.mended(lambda texts: words(texts.get("a", text), *rules), lambda path: text)
    assert done.texts.get("a", text) == after
    again = fixing.mended(lambda texts: words(texts.get("a", after), *rules), lambda path: after)
    assert again.texts == {}


def test_one_bad_fix_among_many_is_told_from_them() -> None:
    text = "\n".join(f"old{number}." for number in range(40))
    asked = []

    def check(texts: Mapping[str, str]) -> list[Finding]:
        now = texts.get("a", text)
        asked.append(now)
        found = [finding(one.start(), one.end(), "new") for one in re.finditer("old", now)]
        harm = [Finding("b", Span(0, 0), "elsewhere", "error", "harm")] if re.search(r"new(7|31)\.", now) else []
        return found + harm

    done = fixing.mended(check, lambda path: text)
    assert done.texts["a"] == text.replace("old", "new").replace("new7.", "old7.").replace("new31.", "old31.")
    assert len(asked) < 60


def test_many_bad_fixes_in_many_files_are_told_by_few_looks() -> None:
    """In each file the second of four fixes raises something on its own line, and something else stands there before."""
    text = "old1 odd\nold2\nold3 odd\nold4\n"
    paths = [f"n{number}" for number in range(50)]
    asked = []

    def check(texts: Mapping[str, str]) -> list[Finding]:
        asked.append(texts)
        found = []
        for path in paths:
            now = texts.get(path, text)
            found += [finding(one.start(), one.end(), "new", path=path) for one in re.finditer("old", now)]
            for bad in re.finditer("odd|new2", now):
                found.append(Finding(path, Span(*bad.span()), "harm", "error", bad[0]))
        return found

    done = fixing.mended(check, lambda path: text)
    assert set(done.texts.values()) == {text.replace("old", "new").replace("new2", "old2")}
    assert len(done.texts) == len(paths)
    assert len(asked) < 15


PIECES = st.sampled_from(
    [
        *(
            "[[Ana]]",
            "[[Lisbon #History]]",
            "[[lisbon#history!]]",
            "[[Lisbon#Histroy]]",
            "[[My%20Note|x]]",
            "[[Nobody]]",
        ),
        *("| a | b |\n| - | - |\n| [[Lisbon|L]] | [[Ana]] |\n", "# Of [[Ana]]\n", "## History\n", "[[Home#Of Ana]]"),
        *("[x](s%2FLisbon.md)", "[x](Ana)", "\n\n", "text ", "> [!note] [[Ana]]\n", "`[[Ana]]` ", "- [[a\nb]]\n", "%%"),
        *(
            "<!-- vaulttool:ignore broken-link --> ",
            "^id\n",
            "$x$ ",
            "[[Ana",
            "]] ",
            "|",
            "\\",
            "😀",
            "\u00a0",
            "<div>\n",
        ),
    ]
)
FRONT = st.sampled_from(
    [
        "",
        "\n---\ntitle: x\ntags: [a]\n---\n",
        '---\nby: "[[Ana]], [[Lisbon]]"\n---\n',
        " ---\ntitle: y\n---\n",
        "\ufeff",
    ]
)
AROUND = {
    "s/Lisbon.md": "# History\n\n# History 2\n",
    "People/Ana Lima.md": "---\naliases: [Ana, Home]\n---\n",
    "My Note.md": "",
}


@law(150)
@given(
    FRONT, st.lists(PIECES, max_size=9), st.lists(PIECES, max_size=4), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_fixing_twice_is_fixing_once_and_raises_nothing(
    front: str, pieces: list[str], others: list[str], newline: str, unsafe: bool
) -> None:
    texts = [(front + "".join(pieces)).replace("\n", newline), "".join(others)]
    files = {**AROUND, "Home.md": texts[0], "Other.md": texts[1]}
    before = Counter((one.path, one.rule) for one in findings_of(files))
    done = mended(files, unsafe=unsafe)
    after = {**files, **done.texts}
    left = Counter((one.path, one.rule) for one in findings_of(after))
    assert left - before == Counter()
    assert left.total() <= before.total() - len(done.mended)
    assert mended(after, unsafe=unsafe).texts == {}
    assert {path for path in files if files[path] != after[path]} == set(done.texts)


# Real vaults.

MUTATIONS: Sequence[Callable[[random.Random, str], str]] = (
    lambda chance, text: text.replace("\n", "\r\n"),
    lambda chance, text: "\ufeff" + text,
    lambda chance, text: "\n" + text,
    lambda chance, text: text.rstrip("\n"),
    lambda chance, text: re.sub(r"(?<=\w)\]\]", lambda found: chance.choice(["]]", " #]]", "x]]"]), text),
    lambda chance, text: re.sub(r"\\\|", "|", text),
    lambda chance, text: re.sub(r"\[\[([^\[\]|#]+)(?=[\]|])", lambda found: f"[[{found[1].swapcase()}", text),
    lambda chance, text: re.sub(r"\[\[(?=\w)", lambda found: chance.choice(["[[", "[[", "[[gone/"]), text),
    lambda chance, text: re.sub(r"(?<=\[\[)([^\[\]|#\n]+)", lambda found: found[1].replace(" ", "%20"), text),
    lambda chance, text: re.sub(r"#([^\[\]|#\n]+)(?=[\]|])", lambda found: "#" + found[1].replace(" ", "-"), text),
    lambda chance, text: text + "\n| a | b |\n| - | - |\n| [[for Beginners|x]] | y |\n",
    lambda chance, text: re.sub(r"(\]\([^)#\n]*)/", r"\1%2F", text),
)


def copied(tmp_path: Path, part: str) -> Path:
    """A copy of a real vault, or of a part of it, as a git repository."""
    root = tmp_path / "vault"
    shutil.copytree(unpacked("obsidian-hub") / part, root)
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=first")
    return root


def mutate(root: Path, seed: int) -> None:
    """Change one note of three, each in one way or two."""
    chance = random.Random(seed)
    for place in sorted(root.rglob("*.md")):
        if chance.random() < 0.33:
            text = place.read_bytes().decode("utf-8")
            for mutation in chance.sample(MUTATIONS, 2):
                text = mutation(chance, text)
            place.write_bytes(text.encode("utf-8"))


def texts_of(root: Path) -> dict[str, str]:
    return {str(place.relative_to(root)): place.read_bytes().decode("utf-8") for place in sorted(root.rglob("*.md"))}


def found_in(root: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("check", "--format", "json", "--no-cache", cwd=root).out)["findings"]
    return found


def counted(found: Sequence[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((one["path"], one["rule"]) for one in found)


def proven(root: Path, *arguments: str) -> int:
    """Mend a vault, and prove of it all that is promised; the number of findings that are gone."""
    before, texts = found_in(root), texts_of(root)
    shown = run("check", "--diff", "--no-cache", *arguments, cwd=root)
    assert texts_of(root) == texts
    run("check", "--fix", "--no-cache", *arguments, cwd=root)
    after, there = found_in(root), texts_of(root)
    assert counted(after) - counted(before) == Counter()
    assert there.keys() == texts.keys()
    changed = {path for path in texts if texts[path] != there[path]}
    assert changed == set(re.findall(r"^\+\+\+ b/(.+)$", shown.out, re.MULTILINE))
    for path in changed:
        assert_only_named_places_changed(texts[path], there[path], [one for one in before if one["path"] == path])
    run("check", "--fix", "--no-cache", *arguments, cwd=root)
    assert texts_of(root) == there
    assert run("check", "--diff", "--no-cache", *arguments, cwd=root).out == ""
    return len(before) - len(after)


def assert_only_named_places_changed(before: str, after: str, found: Sequence[dict[str, Any]]) -> None:
    """All that stands between the places which the fixes name stands there as it did, and in that order."""
    edits = [edit for one in found if one["fix"] for edit in one["fix"]["edits"]]
    done = 0
    parts = []
    for start, end in sorted((edit["start"], edit["end"]) for edit in edits):
        if start >= done:
            parts.append(before[done:start])
        done = max(done, end)
    assert re.fullmatch(r"[^\r\n]{0,300}?".join(map(re.escape, [*parts, before[done:]])), after)


PARTS = ["04 - Guides, Workflows, & Courses"] if not is_slow() else [""]


@pytest.mark.real_vault
@pytest.mark.parametrize("part", [pytest.param(part, id=part or "whole") for part in PARTS])
def test_fixing_a_real_vault_keeps_what_is_promised(part: str, tmp_path: Path) -> None:
    root = copied(tmp_path, part)
    assert proven(root) >= (1 if part else 8)


@pytest.mark.real_vault
@pytest.mark.parametrize("seed", range(3) if is_slow() else range(1))
@pytest.mark.parametrize("part", [f"{PARTS[0]}/Guides" if not is_slow() else ""])
def test_fixing_mutated_copies_keeps_it_too(part: str, seed: int, tmp_path: Path) -> None:
    root = copied(tmp_path, part)
    mutate(root, seed)
    assert proven(root) > 0
    proven(root, "--unsafe-fixes")


@pytest.mark.slow
@pytest.mark.real_vault
def test_links_in_another_style_lead_where_they_led(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    shutil.copytree(unpacked("obsidian-help"), root)
    before = edges(root)
    for style in ("markdown", "wiki"):
        (root / "vaulttool.toml").write_text(f'[rules.link-style]\nseverity = "warning"\nstyle = "{style}"\n')
        done = run("check", "--select", "link-style", "--fix", "--unsafe-fixes", cwd=root)
        assert done.status == 0
        assert int(re.findall(r"note: (\d+) findings", done.err)[-1]) > 1700
        assert edges(root) == before


def edges(root: Path) -> Counter[tuple[str, ...]]:
    rows = map(json.loads, run("links", "--format", "jsonl", cwd=root).out.splitlines())
    return Counter((row["source"], row["kind"], str(row["target"]), str(row["anchor"])) for row in rows)
