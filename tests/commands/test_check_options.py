"""What ``check`` reports on: PATHs, exclusions, silenced rules, severities, what git ignores or has staged."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import pytest
from commands_in import Done, run
from folders import git, repository, write
from lengths import some
from vaults import unpacked

from vaulttool.storage import schemas

VAULT = {
    "Home.md": "[[Gone]] [[Lisbon#Missing]]\n",
    "Lisbon.md": "# History\n",
    "drafts/Idea.md": "[[Nowhere]]\n",
    "drafts/deep/Plan.md": "[[Never]]\n",
}


def found(done: Done) -> list[str]:
    """Path, line and rule of each finding in a text report."""
    pattern = re.compile(r"(?P<place>.+?:\d+):\d+: (?:error|warning): .* \[(?P<rule>[a-z-]+)\]")
    matches = (pattern.fullmatch(line) for line in done.out.splitlines())
    return [f"{match['place']} {match['rule']}" for match in matches if match]


HOME = ["Home.md:1 broken-link", "Home.md:1 missing-heading"]
IDEA, PLAN = "drafts/Idea.md:1 broken-link", "drafts/deep/Plan.md:1 broken-link"


class Case(NamedTuple):
    """A configuration, arguments, the findings and the exit status."""

    toml: str
    arguments: list[str]
    expected: list[str]
    status: int = 1


CASES = {
    "everything": Case("", [], [*HOME, IDEA, PLAN]),
    "--select": Case("", ["--select", "broken-link"], [HOME[0], IDEA, PLAN]),
    "--select twice": Case("", ["--select", "missing-heading", "--select", "missing-block"], [HOME[1]]),
    "--select with what nothing breaks": Case("", ["--select", "split-link"], [], 0),
    "--select of a rule that is off makes it a warning": Case(
        "",
        ["--select", "orphan-note"],
        ["drafts/Idea.md:1 orphan-note", "drafts/deep/Plan.md:1 orphan-note"],
        0,
    ),
    "--ignore": Case("", ["--ignore", "broken-link"], [HOME[1]]),
    "--ignore all": Case("", ["--ignore", "broken-link", "--ignore", "missing-heading"], [], 0),
    "--exit-zero": Case("", ["--exit-zero"], [*HOME, IDEA, PLAN], 0),
    "a file as PATH": Case("", ["Home.md"], HOME),
    "a file as PATH, with a dot": Case("", ["./drafts/../Home.md"], HOME),
    "a clean file as PATH": Case("", ["Lisbon.md"], [], 0),
    "a folder as PATH": Case("", ["drafts"], [IDEA, PLAN]),
    "a folder as PATH, with a slash": Case("", ["drafts/"], [IDEA, PLAN]),
    "the vault as PATH": Case("", ["."], [*HOME, IDEA, PLAN]),
    "several PATHs": Case("", ["Home.md", "drafts/deep"], [*HOME, PLAN]),
    "the same PATH twice": Case("", ["Home.md", "Home.md"], HOME),
    "a rule off": Case('[rules]\nbroken-link = "off"', [], [HOME[1]]),
    "a rule off in a table": Case('[rules.broken-link]\nseverity = "off"', [], [HOME[1]]),
    "a warning only": Case(
        '[rules]\nbroken-link = "warning"', ["--ignore", "missing-heading"], [HOME[0], IDEA, PLAN], 0
    ),
    "a warning with --fail-on": Case(
        '[rules]\nbroken-link = "warning"',
        ["--ignore", "missing-heading", "--fail-on", "warning"],
        [HOME[0], IDEA, PLAN],
    ),
    "a warning with --fail-on error": Case(
        '[rules]\nbroken-link = "warning"',
        ["--ignore", "missing-heading", "--fail-on", "error"],
        [HOME[0], IDEA, PLAN],
        0,
    ),
    "allow": Case('[rules.broken-link]\nallow = ["N*", "Gone"]', [], [HOME[1]]),
    "allow some": Case('[rules.broken-link]\nallow = ["Go?e"]', [], [HOME[1], IDEA, PLAN]),
    "allow with a severity": Case(
        '[rules.broken-link]\nseverity = "warning"\nallow = ["N*"]', ["--ignore", "missing-heading"], [HOME[0]], 0
    ),
    "exclude a folder": Case('exclude = ["drafts"]', [], HOME),
    "exclude a folder's own files": Case('exclude = ["/drafts/*.md"]', [], [*HOME, PLAN]),
    "exclude and take back": Case('exclude = ["drafts/**/*.md", "!drafts/Idea.md"]', [], [*HOME, IDEA]),
    "exclude everywhere": Case('exclude = ["Plan.md"]', [], [*HOME, IDEA]),
    "exclude with a PATH beside it": Case('exclude = ["drafts"]', ["drafts/Idea.md", "Home.md"], HOME),
    "per-file-ignores of a folder": Case('[per-file-ignores]\n"drafts/**" = ["broken-link"]', [], HOME),
    "per-file-ignores of a file": Case('[per-file-ignores]\n"Home.md" = ["broken-link"]', [], [HOME[1], IDEA, PLAN]),
    "per-file-ignores of several rules": Case(
        '[per-file-ignores]\n"/Home.md" = ["broken-link", "missing-heading"]', [], [IDEA, PLAN]
    ),
    "--no-config": Case('exclude = ["drafts"]\n[rules]\nbroken-link = "off"', ["--no-config"], [*HOME, IDEA, PLAN]),
    "a configuration of another name": Case("", ["--config", "other.cfg"], [HOME[1]]),
    "the configuration itself as PATH": Case("", ["vaulttool.toml", "Home.md"], HOME),
}
OTHER = '[rules]\nbroken-link = "off"\norphan-note = "off"\n'


def configured(folder: Path, toml: str) -> Path:
    """The vault with a configuration in which orphans are off, unless it is about rules itself."""
    off = "" if "[rules]" in toml else '[rules]\norphan-note = "off"\n'
    text = f"{toml}\n{off}" if "[" not in toml.partition("=")[0] else f"{off}{toml}"
    if "[rules]" in toml:
        text = toml + '\norphan-note = "off"\n'
    return write(folder, {**VAULT, "vaulttool.toml": text, "other.cfg": OTHER})


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_what_is_reported(case: Case, tmp_path: Path) -> None:
    done = run("check", *case.arguments, cwd=configured(tmp_path, case.toml))
    assert (found(done), done.status, done.err) == (case.expected, case.status, "")


SOMEWHERE_ELSE = {
    "from a subfolder": ("drafts/deep", [], ["../../Home.md", "../Idea.md", "Plan.md"]),
    "from a subfolder, one file": ("drafts/deep", ["../Idea.md"], ["../Idea.md"]),
    "from a subfolder, here": ("drafts/deep", ["."], ["Plan.md"]),
    "from a subfolder, an absolute PATH": ("drafts", ["{top}/Home.md"], ["../Home.md"]),
    "from outside": ("..", ["vault"], ["vault/Home.md", "vault/drafts/Idea.md", "vault/drafts/deep/Plan.md"]),
    "from outside, with --vault": (
        "..", ["--vault", "vault"], ["vault/Home.md", "vault/drafts/Idea.md", "vault/drafts/deep/Plan.md"]
    ),
    "from outside, an absolute PATH": ("..", ["{top}/drafts/deep"], ["vault/drafts/deep/Plan.md"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("cwd", "arguments", "expected"), [pytest.param(*case, id=name) for name, case in SOMEWHERE_ELSE.items()]
)
def test_paths_are_shown_from_where_the_user_stands(
    cwd: str, arguments: list[str], expected: list[str], tmp_path: Path
) -> None:
    top = configured(tmp_path / "vault", "")
    given = [argument.replace("{top}", str(top)) for argument in arguments]
    done = run("check", *given, "--select", "broken-link", cwd=top / cwd)
    assert [line.partition(":")[0] for line in found(done)] == expected
    report = json.loads(run("check", *given, "--select", "broken-link", "--format", "json", cwd=top / cwd).out)
    assert [one["path"] for one in report["findings"]] == expected
    assert (top / cwd / report["vault"]).resolve() == top.resolve()


@pytest.mark.parametrize(
    ("cwd", "arguments"),
    [
        pytest.param(".", [], id="the configuration's folder"),
        pytest.param("notes", [], id="the vault"),
        pytest.param("notes/drafts", ["--vault", ".."], id="a subfolder with --vault"),
        pytest.param("notes/keep", [".."], id="a subfolder with a PATH"),
        pytest.param("..", ["{top}/notes"], id="outside with an absolute PATH"),
        pytest.param("..", ["{top}/notes/drafts/a.md", "{top}/notes/keep"], id="outside with absolute files"),
    ],
)
@pytest.mark.parametrize("glob", ["drafts", "drafts/*", "/drafts/", "notes/drafts", "/notes/drafts/**", "drafts/a.md"])
def test_globs_mean_the_same_from_every_working_directory(
    glob: str, cwd: str, arguments: list[str], tmp_path: Path
) -> None:
    """Read against the path in the vault and the path below the configuration's folder."""
    files = {"notes/drafts/a.md": "[[Gone]]", "notes/keep/b.md": "[[Gone]]"}
    given = [argument.replace("{top}", str(tmp_path / "repo")) for argument in arguments]
    for toml in (
        f'vault = "notes"\nexclude = ["{glob}"]',
        f'vault = "notes"\n[per-file-ignores]\n"{glob}" = ["broken-link"]',
    ):
        top = write(tmp_path / "repo", {**files, "vaulttool.toml": toml})
        done = run("check", *given, "--select", "broken-link", cwd=top / cwd)
        assert [os.path.basename(line) for line in found(done)] == ["b.md:1 broken-link"]


def test_what_is_not_reported_is_read_all_the_same(tmp_path: Path) -> None:
    toml = 'exclude = ["drafts"]\n[rules]\norphan-note = "off"\n'
    write(tmp_path, {"a.md": "[[Idea]] [[Idea#Top]]", "drafts/Idea.md": "# Top\n[[Gone]]", "vaulttool.toml": toml})
    done = run("check", cwd=tmp_path)
    assert (done.out, done.status) == ("1 note, 2 links: 0 unresolved; 0 errors, 0 warnings\n", 0)
    done = run("check", "a.md", "--no-config", cwd=tmp_path)
    assert (done.out, done.status) == ("1 note, 2 links: 0 unresolved; 0 errors, 0 warnings\n", 0)


@pytest.mark.parametrize("command", ["check", "links", "graph"])
def test_a_file_that_is_not_reported_on_is_told(command: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "", "x.md": "[[Gone]]", "vaulttool.toml": 'exclude = ["x.md"]'})
    done = run(command, "x.md", cwd=tmp_path)
    assert (done.status, done.err) == (
        0,
        "note: no PATH is a note that is reported on: each is outside the vault, excluded, or ignored by git\n",
    )


def test_extra_files_may_be_named(tmp_path: Path) -> None:
    toml = 'vault = "notes"\nextra-files = ["README.md", "docs/*.html"]\n[rules]\norphan-note = "off"\n'
    write(
        tmp_path, {"vaulttool.toml": toml, "notes/a.md": "[[Gone]]", "README.md": "", "docs/x.html": "", "other.md": ""}
    )
    done = run("check", "README.md", "docs/x.html", "vaulttool.toml", "notes/a.md", cwd=tmp_path)
    assert (found(done), done.status, done.err) == (["notes/a.md:1 broken-link"], 1, "")
    done = run("check", "other.md", cwd=tmp_path)
    assert (done.status, done.err.splitlines()[0]) == (
        2,
        f'error: "other.md" lies outside the vault "{tmp_path}/notes"',
    )


def test_an_extra_file_lies_below_the_configuration(tmp_path: Path) -> None:
    write(tmp_path, {"sub/vaulttool.toml": 'extra-files = ["README.md"]', "sub/a.md": "", "README.md": ""})
    done = run("check", "a.md", "../README.md", cwd=tmp_path / "sub")
    assert (done.status, done.err.splitlines()[0]) == (
        2,
        f'error: "../README.md" lies outside the vault "{tmp_path}/sub"',
    )


def test_a_vault_reached_by_another_link(tmp_path: Path) -> None:
    write(tmp_path / "real", VAULT)
    (tmp_path / "link").symlink_to("real")
    done = run("check", "--vault", "real", "link/drafts/Idea.md", cwd=tmp_path)
    assert found(done) == ["real/drafts/Idea.md:1 broken-link"]


STATISTICS = """\
findings  severity  rule             files  safe fixes
       3  error     broken-link          3           -
       2  warning   orphan-note          2           -
       1  error     missing-heading      1           -
       6            in all               3           -
"""


@pytest.mark.parametrize(
    "properties",
    [
        pytest.param({"net": {"type": "object", "properties": {"gw": {"x-link-to": "river"}}}}, id="below a property"),
        pytest.param({"gw": {"anyOf": [{"x-link-to": "river"}, {"type": "null"}]}}, id="in a choice"),
        pytest.param({"gw": {"x-link-to": 5}}, id="a number"),
        pytest.param({"gw": {"x-link-to": ["a", "b"]}}, id="a list"),
    ],
)
def test_x_link_to_is_never_overlooked(properties: dict[str, object], tmp_path: Path) -> None:
    schema = json.dumps({"type": "object", "properties": properties})
    config = '[schemas]\nfolder = "own"\ntypes = { town = "town" }\n'
    done = run("check", cwd=write(tmp_path, {"a.md": "x", "own/town.schema.json": schema, "vaulttool.toml": config}))
    assert done.status == 2
    assert 'the schema "town": x-link-to is ' in done.err


def test_statistics_as_json(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "[[x]] [[y]] [[#z]]"})
    done = run("check", "--statistics", "--format", "json", cwd=tmp_path)
    assert json.loads(done.out) == [
        {"rule": "broken-link", "severity": "error", "count": 2, "files": 1, "safe_fixes": 0},
        {"rule": "missing-heading", "severity": "error", "count": 1, "files": 1, "safe_fixes": 0},
    ]


def test_statistics(tmp_path: Path) -> None:
    done = run("check", "--statistics", cwd=write(tmp_path, {**VAULT, "vaulttool.toml": ""}))
    assert (done.out, done.status, done.err) == (STATISTICS, 1, "")


def test_suppressions_hold_for_rules_over_several_files(tmp_path: Path) -> None:
    """B082, B087."""
    note = (
        "<!-- vaulttool:ignore broken-link -->\n[[Gone]] *so* [[Never]]\n\n"
        "- *Note*: [[Nowhere]] <!-- vaulttool:ignore broken-link -->\n- [[Reported]]\n"
    )
    done = run("check", cwd=write(tmp_path, {"a.md": note}))
    assert (found(done), done.status) == (["a.md:5 broken-link"], 1)
    assert done.out.splitlines()[-1] == "1 note, 4 links: 4 unresolved; 1 error, 0 warnings"


@pytest.mark.parametrize(
    "form", some(["text", "json", "github", "gitlab", "jsonl", "junit", "markdown", "sarif"], 1, 7)
)
def test_two_runs_say_the_same(form: str, tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "vaulttool.toml": ""})
    seeds = ({"PYTHONHASHSEED": seed} for seed in ("1", "2"))
    command = [sys.executable, "-m", "vaulttool", "check", "--format", form]
    outputs = {
        subprocess.run(command, cwd=tmp_path, env={**os.environ, **seed}, capture_output=True, check=False).stdout
        for seed in seeds
    }
    assert len(outputs) == 1 and outputs != {b""}


# git


@pytest.fixture
def ignoring(tmp_path: Path) -> Path:
    """A vault whose built and installed notes git ignores."""
    return repository(
        tmp_path,
        {
            ".obsidian/app.json": "{}",
            ".gitignore": "node_modules/\n.venv/\n/site/\n*.tmp.md\n",
            "Home.md": "[[Package]] [[Page]] [[Draft.tmp]]\n",
            "node_modules/p/Package.md": "[[Gone]]\n",
            "site/Page.md": "[[Gone]]\n",
            "Draft.tmp.md": "[[Gone]]\n",
            "site.md": "[[Home]]\n",
        },
    )


def test_what_git_ignores_is_read_and_not_reported(ignoring: Path) -> None:
    done = run("check", cwd=ignoring)
    assert (done.out, done.err, done.status) == ("2 notes, 4 links: 0 unresolved; 0 errors, 0 warnings\n", "", 0)


def test_no_gitignore(ignoring: Path) -> None:
    done = run("check", "--no-gitignore", cwd=ignoring)
    assert found(done) == [
        "Draft.tmp.md:1 broken-link",
        "node_modules/p/Package.md:1 broken-link",
        "site/Page.md:1 broken-link",
    ]
    assert done.out.splitlines()[-1] == "5 notes, 7 links: 3 unresolved; 3 errors, 0 warnings"


def test_links_and_graph_leave_out_what_git_ignores(ignoring: Path) -> None:
    assert run("links", cwd=ignoring).out.count("\n") == 4
    assert run("links", "--no-gitignore", cwd=ignoring).out.count("\n") == 7
    assert json.loads(run("graph", "--format", "json", cwd=ignoring).out)["notes"] == 2
    assert json.loads(run("graph", "--format", "json", "--no-gitignore", cwd=ignoring).out)["notes"] == 5


def test_a_folder_that_git_ignores_whole_is_never_clean(ignoring: Path) -> None:
    done = run("check", "site", cwd=ignoring)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f'error: every note below "{ignoring}/site" is excluded')


def test_a_vault_inside_an_ignored_folder_is_what_the_user_means(ignoring: Path) -> None:
    for folder in ("site", "node_modules/p"):
        done = run("check", "--vault", folder, cwd=ignoring)
        assert (done.status, len(found(done)), done.err) == (1, 1, "")


def test_without_git_a_word_is_said(ignoring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = run("check", cwd=ignoring)
    assert done.err == "note: git cannot say what it ignores here, so nothing is left out\n"
    assert (len(found(done)), done.status) == (3, 1)


def test_without_a_repository_git_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = run("check", cwd=write(tmp_path, VAULT))
    assert (done.err, done.status) == ("", 1)


def test_the_environment_of_a_hook_does_no_harm(ignoring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    monkeypatch.setenv("GIT_PREFIX", "x/")
    done = run("check", cwd=ignoring)
    assert (done.err, done.status) == ("", 0)


@pytest.fixture
def moving(tmp_path: Path) -> Path:
    """A repository with a note of each fate, and notes that link to them."""
    return repository(
        tmp_path,
        {
            "Broken before.md": "[[Gone]] [[Edited too#x]]\n",
            "Edited.md": "# Old\n",
            "To heading.md": "[[Edited#Old]]\n",
            "Deleted.md": "a text of its own\n",
            "To deleted.md": "[[Deleted]]\n",
            "Apart.md": "[[Apart#Nothing]]\n",
        },
    )


def test_staged(moving: Path) -> None:
    write(moving, {"Edited.md": "# New\n"})
    git(moving, "rm", "--quiet", "Deleted.md")
    git(moving, "add", ".")
    done = run("check", "--staged", cwd=moving)
    assert found(done) == ["To deleted.md:1 broken-link", "To heading.md:1 missing-heading"]
    assert (done.status, done.err) == (1, "")


def test_staged_with_the_path_of_a_deleted_note(moving: Path) -> None:
    """B090: a hook passes the names of deleted files."""
    git(moving, "rm", "--quiet", "Deleted.md")
    done = run("check", "--staged", "Deleted.md", "To deleted.md", cwd=moving)
    assert (found(done), done.status) == (["To deleted.md:1 broken-link"], 1)
    assert run("check", "--changed", "HEAD", "Deleted.md", "gone/folder/x.md", cwd=moving).status == 0
    assert run("check", "Deleted.md", cwd=moving).status == 2


def test_a_renamed_note_is_gone_under_its_old_name(tmp_path: Path) -> None:
    text = "# Top\n\nThe same words under another name.\n"
    top = repository(tmp_path, {"One.md": text, "d/One.md": "# Other\n", "a.md": "[[One#Top]]\n"})
    git(top, "mv", "One.md", "Two.md")
    done = run("check", "--staged", cwd=top)
    assert found(done) == ["a.md:1 missing-heading"]


def test_changed(moving: Path) -> None:
    write(moving, {"Edited.md": "# New\n", "Added.md": "[[Nowhere]]\n"})
    for arguments in (["--changed"], ["--changed", "HEAD"], ["--changed=main"]):
        done = run("check", *arguments, cwd=moving)
        assert found(done) == ["Added.md:1 broken-link", "To heading.md:1 missing-heading"]


def test_changed_since_an_older_commit(moving: Path) -> None:
    write(moving, {"Edited.md": "# New\n"})
    git(moving, "commit", "--quiet", "--all", "--message=second")
    assert found(run("check", "--changed", "HEAD", cwd=moving)) == []
    assert found(run("check", "--changed", "HEAD~1", cwd=moving)) == ["To heading.md:1 missing-heading"]


def test_changed_swallows_no_path_in_silence(moving: Path) -> None:
    done = run("check", "--changed", "Edited.md", cwd=moving)
    assert (done.status, done.err) == (
        2,
        'error: "Edited.md" is no commit\n    help: name a commit, a branch or a tag; PATHs stand before --changed\n',
    )


@pytest.mark.parametrize(
    ("option", "word"), [("--staged", "nothing is staged"), ("--changed", 'nothing differs from "HEAD"')]
)
def test_nothing_staged_is_told(option: str, word: str, tmp_path: Path) -> None:
    top = repository(tmp_path, {"a.md": "[[a#Gone]]\n"})
    done = run("check", option, cwd=top)
    assert (done.out, done.status) == ("0 notes, 0 links: 0 unresolved; 0 errors, 0 warnings\n", 0)
    assert done.err == f"note: {word}\n"


# schemas

TOWN = {
    "type": "object",
    "required": ["country"],
    "properties": {"river": {"type": "string", "x-link-to": "river"}, "mayor": {"x-link-to": "*"}},
}
SCHEMAS = {
    "by type": ("[schemas.types]\nreference = 'reference'", {"a.md": "---\ntype: reference\n---\n"}, 4),
    "another type": ("[schemas.types]\nreference = 'reference'", {"a.md": "---\ntype: town\n---\n"}, 0),
    "by path": ("[schemas.paths]\n'ref/**' = 'reference'", {"ref/a.md": "---\ntype: reference\n---\n", "b.md": ""}, 4),
    "by path, none there": ("[schemas.paths]\n'ref/**' = 'reference'", {"a.md": "---\ntype: reference\n---\n"}, 0),
    "by type and path, once": (
        "[schemas]\ntypes = {reference = 'reference'}\npaths = {'*.md' = 'reference'}",
        {"a.md": "---\ntype: reference\n---\n"},
        4,
    ),
    "by two paths, once": (
        "[schemas.paths]\n'*.md' = 'reference'\n'/a*' = 'reference'",
        {"a.md": "---\ntype: reference\n---\n"},
        4,
    ),
    "own schema": ("[schemas]\nfolder = 'own'\ntypes = {town = 'town'}", {"a.md": "---\ntype: town\n---\n"}, 1),
    "own schema instead of a shipped one": (
        "[schemas]\nfolder = 'own'\ntypes = {log = 'log'}",
        {"a.md": "---\ntype: log\n---\n"},
        0,
    ),
    "own schema that refers to a shipped one": (
        "[schemas]\nfolder = 'own'\ntypes = {note = 'mine'}",
        {"a.md": "---\ntype: note\n---\n"},
        4,
    ),
    "x-link-to the right type": (
        "[schemas]\nfolder = 'own'\ntypes = {town = 'town'}",
        {
            "a.md": "---\ntype: town\ncountry: x\nriver: '[[Tagus]]'\nmayor: '[[a]]'\n---\n",
            "Tagus.md": "---\ntype: river\n---\n",
        },
        0,
    ),
    "x-link-to the wrong type": (
        "[schemas]\nfolder = 'own'\ntypes = {town = 'town'}",
        {"a.md": "---\ntype: town\ncountry: x\nriver: '[[a]]'\n---\n"},
        1,
    ),
    "x-link-to no link": (
        "[schemas]\nfolder = 'own'\ntypes = {town = 'town'}",
        {"a.md": "---\ntype: town\ncountry: x\nriver: Tagus\n---\n"},
        1,
    ),
    "no claim without a map": ("", {"a.md": "---\ntype: reference\nstatus: active\n---\n"}, 0),
}  # fmt: skip


@pytest.mark.parametrize(("toml", "notes", "number"), [pytest.param(*case, id=name) for name, case in SCHEMAS.items()])
def test_schemas(toml: str, notes: dict[str, str], number: int, tmp_path: Path) -> None:
    own = {
        "own/town.schema.json": json.dumps(TOWN),
        "own/log.schema.json": "{}",
        "own/mine.schema.json": '{"allOf": [{"$ref": "note.schema.json"}]}',
    }
    write(tmp_path, {**notes, **own, "vaulttool.toml": toml})
    done = run("check", "--select", "schema-mismatch", cwd=tmp_path)
    assert (len(found(done)), done.status, done.err) == (number, int(number > 0), ""), done.out


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param('{"type": 3}', 'the schema "town" (town.schema.json) cannot be used: ', id="no schema"),
        pytest.param(
            '{"$ref": "gone.schema.json"}',
            'the schema "town" (town.schema.json) cannot be used: ',
            id="a reference to nothing",
        ),
        pytest.param("{", 'the schema "{top}/own/town.schema.json" cannot be read: ', id="no JSON"),
        pytest.param("[]", 'the schema "{top}/own/town.schema.json" is no JSON object', id="no object"),
    ],
)
def test_a_schema_that_cannot_be_used(schema: str, expected: str, tmp_path: Path) -> None:
    toml = "[schemas]\nfolder = 'own'\ntypes = {town = 'town'}"
    write(tmp_path, {"a.md": "", "own/town.schema.json": schema, "vaulttool.toml": toml})
    done = run("check", cwd=tmp_path)
    assert done.err.startswith("error: " + expected.replace("{top}", str(tmp_path)))
    assert (done.status, done.out) == (2, "")


# output


def valid(name: str, content: Any) -> None:
    """Whether JSON is as its shipped schema says; the first error fails the test."""
    schema = json.loads((schemas.shipped_folder() / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema_rs.Draft202012Validator(schema).validate(content)


@pytest.mark.parametrize("arguments", [[], ["drafts"], ["--select", "split-link"], ["--exit-zero"]], ids=str)
def test_the_json_report_is_as_its_schema_says(arguments: list[str], tmp_path: Path) -> None:
    write(
        tmp_path,
        {**VAULT, "vaulttool.toml": "", "a.canvas": "{", "b.md": "---\n\ta: 1\n---\n[[a|b\nc]] [x](a%20b.md#^z)"},
    )
    valid("report", json.loads(run("check", "--format", "json", *arguments, cwd=tmp_path).out))


def coloured(arguments: list[str], cwd: Path, environment: dict[str, str]) -> bool:
    """Whether a run on a terminal of its own is coloured."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        [sys.executable, "-m", "vaulttool", "check", *arguments],
        cwd=cwd,
        env={**kept, **environment},
        stdout=theirs,
        stderr=subprocess.DEVNULL,  # where a slow run shows what it does, in colour
    ):
        os.close(theirs)
        output = b""
        while part := _read(ours):
            output += part
    os.close(ours)
    assert b"Gone" in output
    return b"\x1b[" in output


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so when the other end is closed
        return b""


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        pytest.param([], {}, True, id="by itself"),
        pytest.param([], {"NO_COLOR": "1"}, False, id="NO_COLOR"),
        pytest.param([], {"NO_COLOR": ""}, True, id="NO_COLOR, empty"),
        pytest.param(["--no-color"], {}, False, id="--no-color"),
        pytest.param(["--color"], {"NO_COLOR": "1"}, True, id="--color against NO_COLOR"),
        pytest.param(["--format", "json"], {}, False, id="JSON"),
        pytest.param(["--format", "github"], {}, False, id="GitHub"),
    ],
)
def test_colour_on_a_terminal(
    arguments: list[str], environment: dict[str, str], expected: bool, tmp_path: Path
) -> None:
    assert coloured(arguments, write(tmp_path, {"a.md": "[[Gone]]"}), environment) is expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [([], False), (["--color"], True), (["--no-color"], False)],
    ids=["by itself", "yes", "no"],
)
def test_colour_in_a_file(arguments: list[str], expected: bool, tmp_path: Path) -> None:
    done = run("check", *arguments, cwd=write(tmp_path, {"a.md": "[[Gone]]"}))
    assert ("\x1b[" in done.out) is expected


@pytest.mark.real_vault
@pytest.mark.parametrize("name", some(["obsidian-developer-docs", "obsidian-help"], first=1))
def test_the_output_on_a_real_vault_is_as_the_schemas_say(name: str) -> None:
    vault = unpacked(name)
    valid("report", json.loads(run("check", "--format", "json", cwd=vault).out))
    rows = [json.loads(line) for line in run("links", "--format", "jsonl", cwd=vault).out.splitlines()]
    schema = json.loads((schemas.shipped_folder() / "link.schema.json").read_text(encoding="utf-8"))
    jsonschema_rs.Draft202012Validator({"type": "array", "minItems": 1, "items": schema}).validate(rows)
