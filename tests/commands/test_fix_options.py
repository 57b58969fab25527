"""``vaulttool check --fix``, ``--unsafe-fixes`` and ``--diff``: what is written, shown and said, and how it ends."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from commands_in import run
from folders import git, repository, write

VAULT = {
    "Ana Lima.md": "---\naliases: [Ana]\n---\n",
    "Home.md": "\ufeffBy [[Ana]].\r\nAnd [[Anna Lima]].",
    "sub/Other.md": "By [[Ana]] and [[Nobody]].\n",
}
MENDED = "\ufeffBy [[Ana Lima|Ana]].\r\nAnd [[Anna Lima]]."


def contents(folder: Path) -> dict[str, str]:
    places = sorted(place for place in folder.rglob("*.md") if ".git" not in place.parts)
    return {place.relative_to(folder).as_posix(): place.read_bytes().decode() for place in places}


def test_safe_fixes_are_written_and_the_rest_is_reported(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    done = run("check", "--fix", cwd=tmp_path)
    after = {**VAULT, "Home.md": MENDED, "sub/Other.md": "By [[Ana Lima|Ana]] and [[Nobody]].\n"}
    assert contents(tmp_path) == after
    assert done.status == 1
    assert "Anna Lima" in done.out and "Nobody" in done.out and "[[Ana]]" not in done.out
    assert done.err.splitlines() == [
        'mended: Home.md: write "Ana Lima|Ana" [broken-link]',
        'mended: sub/Other.md: write "Ana Lima|Ana" [broken-link]',
        "note: 2 findings in 2 files mended",
    ]
    assert run("check", "--fix", cwd=tmp_path).err == "note: 0 findings in 0 files mended\n"
    assert contents(tmp_path) == after


def test_unsafe_fixes_are_asked_for(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    run("check", "--fix", "--unsafe-fixes", cwd=tmp_path)
    assert contents(tmp_path)["Home.md"] == MENDED.replace("Anna", "Ana")


def test_the_difference_is_shown_and_nothing_is_written(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    done = run("check", "Home.md", "--diff", cwd=tmp_path)
    assert contents(tmp_path) == VAULT
    assert done.status == 1
    assert done.out.splitlines() == [
        "--- a/Home.md",
        "+++ b/Home.md",
        "@@ -1,2 +1,2 @@",
        "-\ufeffBy [[Ana]].",
        "+\ufeffBy [[Ana Lima|Ana]].",
        " And [[Anna Lima]].",
        "\\ No newline at end of file",
    ]
    assert done.err == "note: 1 finding in 1 file would be mended\n"


@pytest.mark.parametrize(
    ("text", "arguments", "status"),
    [
        pytest.param("[[Ana]]", ("--fix",), 0, id="all mended"),
        pytest.param("[[Ana]] [[Nobody]]", ("--fix",), 1, id="something left"),
        pytest.param("[[Ana]]", ("--diff",), 1, id="something to mend"),
        pytest.param("[[Nobody]]", ("--diff",), 1, id="something left, with --diff"),
        pytest.param("[[Ana Lima]]", ("--diff",), 0, id="nothing to mend"),
        pytest.param("[[Ana]]", ("--fix", "--diff"), 1, id="both: nothing is written"),
        pytest.param("[[Nobody]]", ("--fix", "--exit-zero"), 0, id="exit zero"),
    ],
)
def test_how_it_ends(text: str, arguments: tuple[str, ...], status: int, tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "sub/Other.md": "", "Home.md": text})
    assert run("check", *arguments, cwd=tmp_path).status == status
    if "--diff" in arguments:
        assert contents(tmp_path)["Home.md"] == text


def test_unsafe_fixes_alone_are_refused(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    done = run("check", "--unsafe-fixes", cwd=tmp_path)
    assert done.status == 2 and "--fix or --diff" in done.err


@pytest.mark.parametrize(
    ("files", "arguments", "changed"),
    [
        pytest.param({}, ("Home.md",), {"Home.md"}, id="PATH"),
        pytest.param({".obsidian/app.json": "{}"}, ("sub",), {"sub/Other.md"}, id="folder"),
        pytest.param({"vaulttool.toml": 'exclude = ["sub/"]\n'}, (), {"Home.md"}, id="excluded"),
        pytest.param({".gitignore": "Home.md\n"}, (), {"sub/Other.md"}, id="git ignores it"),
        pytest.param({".gitignore": "Home.md\n"}, ("--no-gitignore",), {"Home.md", "sub/Other.md"}, id="asked for"),
        pytest.param(
            {"vaulttool.toml": '[per-file-ignores]\n"sub/*" = ["broken-link"]\n'}, (), {"Home.md"}, id="silent"
        ),
        pytest.param({"vaulttool.toml": '[rules]\nbroken-link = "off"\n'}, (), set(), id="rule off"),
        pytest.param({}, ("--ignore", "broken-link"), set(), id="rule ignored"),
        pytest.param({}, ("--select", "missing-heading"), set(), id="another rule selected"),
        pytest.param({}, ("--select", "broken-link"), {"Home.md", "sub/Other.md"}, id="selected"),
        pytest.param({}, ("--changed",), set(), id="nothing changed"),
        pytest.param({}, ("--staged",), set(), id="nothing staged"),
    ],
)
def test_only_what_is_reported_on_is_changed(
    files: dict[str, str], arguments: tuple[str, ...], changed: set[str], tmp_path: Path
) -> None:
    repository(tmp_path, {**VAULT, **files})
    run("check", "--fix", *arguments, cwd=tmp_path)
    assert {path for path, text in contents(tmp_path).items() if text != VAULT[path]} == changed


def test_a_moved_note_is_looked_up_in_the_history(tmp_path: Path) -> None:
    repository(tmp_path, {"a/Plan.md": "# Plan\n\nWords.\n", "Home.md": "[[a/Plan#Plan|p]] [[Plan]]\n", "Due.md": "x"})
    git(tmp_path, "mv", "a/Plan.md", "Goal ž.md")
    git(tmp_path, "commit", "--quiet", "--message=second")
    git(tmp_path, "mv", "Goal ž.md", "End.md")
    assert json.loads(run("check", "--format", "json", cwd=tmp_path).out)["findings"][0]["fix"] is None
    done = run("check", "--fix", cwd=tmp_path)
    assert contents(tmp_path)["Home.md"] == "[[End#Plan|p]] [[End]]\n"
    assert done.status == 0


def test_with_changed_only_what_the_change_broke_is_mended(tmp_path: Path) -> None:
    files = {
        "a/Plan.md": "# Plan\n\nWords.\n",
        "Far.md": "[[Plan]] [[Ana]]\n",
        "Near.md": "x\n",
        "Still.md": "[[Ana]]\n",
    }
    repository(tmp_path, {**files, "Ana Lima.md": VAULT["Ana Lima.md"]})
    git(tmp_path, "mv", "a/Plan.md", "Goal.md")
    write(tmp_path, {"Near.md": "[[Ana]] [[Nobody]]\n"})
    git(tmp_path, "add", ".")
    done = run("check", "--staged", "--fix", cwd=tmp_path)
    after = contents(tmp_path)
    assert (after["Far.md"], after["Still.md"]) == ("[[Goal]] [[Ana]]\n", "[[Ana]]\n")
    assert after["Near.md"] == "[[Ana Lima|Ana]] [[Nobody]]\n"
    assert done.status == 1 and "Nobody" in done.out and "Far.md" not in done.out


def test_a_file_that_is_no_longer_what_is_staged_is_left_alone(tmp_path: Path) -> None:
    repository(tmp_path, VAULT)
    write(tmp_path, {"Home.md": "[[Ana]]\n"})
    git(tmp_path, "add", ".")
    write(tmp_path, {"Home.md": "[[Ana]] and more\n"})
    done = run("check", "--staged", "--fix", cwd=tmp_path)
    assert done.status == 2 and "has changed since it was read" in done.err
    assert contents(tmp_path)["Home.md"] == "[[Ana]] and more\n"


def test_a_file_with_two_names_is_changed_once(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    (tmp_path / "Z.md").symlink_to("Home.md")
    run("check", "--fix", cwd=tmp_path)
    assert (tmp_path / "Home.md").read_bytes().decode() == MENDED
    assert (tmp_path / "Z.md").is_symlink()


def test_the_mode_stays_and_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    os.chmod(tmp_path / "Home.md", 0o640)
    os.chmod(tmp_path / "sub/Other.md", 0o444)
    done = run("check", "--fix", cwd=tmp_path)
    assert done.status == 2 and "read-only" in done.err
    assert contents(tmp_path) == {path: text for path, text in VAULT.items() if not path.endswith("/")}
    os.chmod(tmp_path / "sub/Other.md", 0o644)
    run("check", "--fix", cwd=tmp_path)
    assert contents(tmp_path)["Home.md"] == MENDED
    assert stat.S_IMODE((tmp_path / "Home.md").stat().st_mode) == 0o640


def test_pages_outside_the_vault_and_data_are_mended_where_they_are_reported_on(tmp_path: Path) -> None:
    page = "The pool holds 400,000<!-- =run/boot#kv --> tokens.\n"
    files = {
        "vault/Home.md": page,
        "README.md": page,
        "Not named.md": page,
        "vaulttool.toml": 'vault = "vault"\ndata = "data"\nextra-files = ["README.md"]\n',
        "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
        "data/runs/boot.yaml": "run: boot\ntitle: Boot\nkind: boot-log\ndate: 2026-09-22\nhost: atlas\n"
        "source: {document: vault/Home.md, line: 1}\nresults:\n  kv: {value: 425047, unit: tok}\n",
    }
    write(tmp_path, files)
    done = run("check", "--fix", "--select", "stale-figure", cwd=tmp_path)
    fresh = page.replace("400,000", "425,047")
    assert (tmp_path / "README.md").read_text() == (tmp_path / "vault/Home.md").read_text() == fresh
    assert (tmp_path / "Not named.md").read_text() == page
    assert done.status == 0


def test_the_cache_knows_nothing_of_what_was_there_before(tmp_path: Path) -> None:
    repository(tmp_path, VAULT)
    before = run("check", cwd=tmp_path).out
    run("check", "--fix", cwd=tmp_path)
    after = run("check", cwd=tmp_path).out
    assert before != after
    assert after == run("check", "--no-cache", cwd=tmp_path).out == run("check", "--fix", cwd=tmp_path).out


def test_a_hook_that_mended_something_fails(tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "Home.md": "[[Ana]]\n", "sub/Other.md": "x\n"})
    assert run("check", "--exit-non-zero-on-fix", "--fix", "--exit-zero", "Ana Lima.md", cwd=tmp_path).status == 0
    assert [run("check", "--fix", "--exit-non-zero-on-fix", cwd=tmp_path).status for _ in range(2)] == [1, 0]
    write(tmp_path, {"Home.md": "[[Ana]]\n"})
    assert run("check", "--fix", cwd=tmp_path).status == 0
    write(tmp_path, {"Home.md": "[[Ana]]\n"})
    assert run("check", "--fix", "--exit-non-zero-on-fix", "--exit-zero", cwd=tmp_path).status == 0
