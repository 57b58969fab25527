"""``vaulttool init``: what it proposes, that a check runs with it, and that nothing is overwritten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from commands_in import Done, run
from folders import git, repository, write
from lengths import some

from vaulttool.storage import installed
from vaulttool.storage.installed import Installed

ROOT = Path(__file__).parents[2]
PROJECTS = {
    f"Projects/P{n}.md": f"---\ntype: project\nstatus: {'active' if n % 2 else 'retired'}\ndue: 2026-02-0{n}\n---\n[[P{n % 6 + 1}]]\n"
    for n in range(1, 7)
}
SETTINGS = {
    ".obsidian/app.json": '{"useMarkdownLinks": false, "userIgnoreFilters": ["Archive/"]}',
    ".obsidian/types.json": '{"types": {"due": "date"}}',
    ".obsidian/templates.json": '{"folder": "Templates"}',
    ".obsidian/daily-notes.json": '{"folder": "Daily"}',
}
VAULT = {
    **SETTINGS,
    **PROJECTS,
    "Templates/day.md": "---\ntype: {{type}}\n---\n# {{title}}\n[[Gone]]\n",
    "Archive/old.md": "[[Nowhere]]\n",
    "Daily/2026-01-02.md": "[[2026-01-01]] [[2026-01-03]] [[P1]]\n",
    "Meeting.md": "---\ntype: meeting\n---\n[[2026-01-02]] [[Lisboa]]\n",
}


def configuration(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "vaulttool.toml").read_text(encoding="utf-8"))


def checked(folder: Path, *arguments: str) -> list[tuple[str, str]]:
    """What a check finds, known or not, as path and rule."""
    done = run("check", "--format", "json", "--no-baseline", *arguments, cwd=folder)
    assert done.status in (0, 1), done.err
    return [(one["path"], one["rule"]) for one in json.loads(done.out)["findings"]]


def adopted(folder: Path, *arguments: str) -> Done:
    done = run("init", "--yes", *arguments, cwd=folder)
    assert (done.status, done.err) == (0, "")
    return done


def test_what_is_proposed(tmp_path: Path) -> None:
    adopted(write(tmp_path, VAULT))
    assert configuration(tmp_path) == {
        "baseline": "vaulttool-baseline.json",
        "exclude": ["/Templates/", "/Archive/"],
        "status": {"words": ["active", "retired"]},
        "schemas": {"folder": ".vaulttool/schemas", "types": {"project": "project"}},
        "runbook": {},
        "rules": {
            "broken-link": {"allow": ["[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"]},
            "live-link-to-retired": "off",
        },
        "per-file-ignores": {},
    }
    schema = json.loads((tmp_path / ".vaulttool/schemas/project.schema.json").read_text(encoding="utf-8"))
    assert schema["required"] == ["due", "status", "type"]
    assert schema["properties"]["due"]["format"] == "date"


def test_a_check_runs_with_it_and_finds_what_was_wrong_before(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    before = checked(tmp_path)
    told = adopted(tmp_path).out
    after = checked(tmp_path)
    assert after == [("Meeting.md", "orphan-note"), ("Meeting.md", "broken-link")]
    assert [one for one in after if one not in before] == [("Meeting.md", "orphan-note")]
    assert "a check finds 2 things: 1 broken-link, 1 orphan-note" in told


def new(folder: Path) -> list[tuple[str, int, str]]:
    """What a check tells that the baseline does not know."""
    told = json.loads(run("check", "--format", "json", cwd=folder).out)["findings"]
    return [(one["path"], one["line"], one["rule"]) for one in told]


def test_a_check_is_clean_until_something_new_is_wrong(tmp_path: Path) -> None:
    adopted(write(tmp_path, VAULT))
    done = run("check", cwd=tmp_path)
    assert (done.status, new(tmp_path)) == (0, [])
    meeting = VAULT["Meeting.md"].replace("[[2026", "\n" * 50 + "[[2026")
    write(tmp_path, {"Meeting.md": meeting})
    assert new(tmp_path) == []
    write(tmp_path, {"Projects/P1.md": PROJECTS["Projects/P1.md"] + "[[Porto]]\n"})
    assert new(tmp_path) == [("Projects/P1.md", 7, "broken-link")]


def test_without_findings_there_is_no_baseline(tmp_path: Path) -> None:
    adopted(write(tmp_path, {"a.md": "[[b]]", "b.md": "[[a]]"}))
    assert "baseline" not in configuration(tmp_path)
    assert not (tmp_path / "vaulttool-baseline.json").exists()


def test_a_baseline_that_is_there_is_named_and_left(tmp_path: Path) -> None:
    run("baseline", cwd=write(tmp_path, VAULT))
    before = (tmp_path / "vaulttool-baseline.json").read_bytes()
    done = run("init", "--yes", cwd=tmp_path)
    assert "vaulttool-baseline.json is there and left as it is" in done.err
    assert (tmp_path / "vaulttool-baseline.json").read_bytes() == before
    assert configuration(tmp_path)["baseline"] == "vaulttool-baseline.json"


def test_a_schema_that_is_there_decides(tmp_path: Path) -> None:
    strict = '{"properties": {"status": {"minLength": 7}}}'
    done = adopted_beside(write(tmp_path, {**VAULT, ".vaulttool/schemas/project.schema.json": strict}))
    assert "3 schema-mismatch" in done.out
    assert new(tmp_path) == []
    assert checked(tmp_path, "--select", "schema-mismatch") == [
        (f"Projects/P{n}.md", "schema-mismatch") for n in (1, 3, 5)
    ]


def adopted_beside(folder: Path) -> Done:
    """The same where something is there already."""
    done = run("init", "--yes", cwd=folder)
    assert (done.status, "is there and left as it is" in done.err) == (0, True)
    return done


def test_every_line_is_readable_and_every_key_is_told(tmp_path: Path) -> None:
    adopted(write(tmp_path, VAULT))
    text = (tmp_path / "vaulttool.toml").read_text(encoding="utf-8")
    schema = json.loads((ROOT / "schemas/config.schema.json").read_text(encoding="utf-8"))
    assert jsonschema_rs.is_valid(schema, configuration(tmp_path))
    for key in ("vault", "extra-files", "data", "property", "live", "outputs"):
        assert f"\n# {key} = " in text
    assert "/Templates/: the folder of templates, by .obsidian/templates.json (1 note)" in text
    assert '# meeting = "..."  # 1 note: too few to infer a schema from' in text
    commented = [
        line[2:] for line in text.splitlines() if line.startswith("# ") and " = " in line and '"..."' not in line
    ]
    tomllib.loads("\n".join(line for line in commented if not line.startswith(('"Archive', "For "))))


ODD = [
    pytest.param({"a.md": "[[b]]", "b.md": "[[a]]"}, id="no properties"),
    pytest.param({"a.md": "", "b.md": "---\nbroken: [\n---\n"}, id="broken front matter"),
    pytest.param({"a.md": "---\ntype: [a, b]\nstatus: [c]\n---\n"}, id="lists"),
    pytest.param({f"d/{n}.md": "---\r\ntype: town\r\nn: 1\r\n---\r\n" for n in range(6)}, id="CRLF"),
    pytest.param({f"d/{n}.md": "\ufeff---\nType: Größe/[x] 🗂️\n---\n" for n in range(6)}, id="odd types"),
    pytest.param({f"{c}{n}.md": f"---\ntype: {c}\n---\n" for c in ("note", "Note", "NOTE", "config") for n in range(6)}, id="types that differ in case"),
    pytest.param({f"[x] #1/{n}.md": "---\nn: 1\n---\n" for n in range(12)}, id="a schema for a folder"),
    pytest.param({f"{n}.md": "---\ntype: '[[Town]]'\nstatus:\nup: '[[A]]'\n---\n" for n in range(6)}, id="a type that is a link"),
    pytest.param({".obsidian/app.json": '{"userIgnoreFilters": ["a"]}', "a.md": "[[Gone]]"}, id="all is excluded"),
    pytest.param({f"{n}.md": f"---\ntype: runbook\ntitle: {n}\n---\n```sh\nls\n```\n" for n in range(6)}, id="runbooks of another kind"),
    pytest.param({f"{n}.md": f"---\ntype: page\nstatus: {'todo' if n % 2 else 'done'}\n---\n[[{(n + 1) % 9}]]\n" for n in range(9)}, id="tasks"),
    pytest.param({f"{n}.md": "---\ntype: page\nvalue: .inf\nbig: 123456789012345678901234567890\n---\n" for n in range(6)}, id="odd numbers"),
]  # fmt: skip


@pytest.mark.parametrize("files", some(ODD, 1))
def test_nothing_but_orphans_is_found_that_was_not_found_before(files: dict[str, str], tmp_path: Path) -> None:
    before = checked(write(tmp_path, files))
    adopted(tmp_path)
    assert {one for one in checked(tmp_path) if one[1] != "orphan-note"} <= set(before)


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        pytest.param(
            '{"useMarkdownLinks": true}', '# link-style = { severity = "warning", style = "markdown" }', id="Markdown"
        ),
        pytest.param(
            '{"useMarkdownLinks": false}', '# link-style = { severity = "warning", style = "wiki" }', id="wiki"
        ),
        pytest.param("{", '# link-style = "warning"', id="not known"),
    ],
)
def test_the_style_of_links_that_obsidian_writes_is_offered(settings: str, line: str, tmp_path: Path) -> None:
    run("init", "--yes", cwd=write(tmp_path, {"a.md": "", ".obsidian/app.json": settings}))
    written = (tmp_path / "vaulttool.toml").read_text(encoding="utf-8").splitlines()
    assert [one.partition("  # ")[0] for one in written if "link-style" in one] == [line]


@pytest.mark.parametrize(
    ("files", "silent"),
    [
        pytest.param(VAULT, False, id="one"),
        pytest.param({f"{n}.md": "" for n in range(12)}, True, id="all"),
        pytest.param(
            {"a.md": "".join(f"[[{n}]]" for n in range(9)), **{f"{n}.md": "" for n in range(18)}},
            False,
            id="ten",
        ),
    ],
)
def test_orphans_are_not_reported_where_they_are_a_habit(files: dict[str, str], silent: bool, tmp_path: Path) -> None:
    adopted(write(tmp_path, files))
    assert (configuration(tmp_path)["rules"].get("orphan-note") == "off") is silent


def test_broken_settings_of_obsidian_are_told(tmp_path: Path) -> None:
    done = run(
        "init", "--yes", cwd=write(tmp_path, {"a.md": "", ".obsidian/app.json": "{", ".obsidian/types.json": b"\xff"})
    )
    assert done.status == 0
    assert done.err.count("is no JSON, so what it says is not known") == 2


def test_without_a_terminal_it_wants_to_be_told_what_to_do(tmp_path: Path) -> None:
    done = run("init", cwd=write(tmp_path, VAULT))
    assert (done.status, done.out) == (2, "")
    assert "give --yes to take every default, or --dry-run to see what they are" in done.err
    assert not (tmp_path / "vaulttool.toml").exists()


def test_a_dry_run_writes_nothing_and_shows_all(tmp_path: Path) -> None:
    repository(tmp_path, VAULT)
    done = run("init", "--dry-run", cwd=tmp_path)
    assert (done.status, done.err, git(tmp_path, "status", "--porcelain", "--ignored")) == (0, "", "")
    names = [line for line in done.out.splitlines() if line.startswith("would write ")]
    assert names == [
        "would write .vaulttool/schemas/project.schema.json:",
        "would write vaulttool-baseline.json, 4 lines",
        "would write vaulttool.toml:",
        "would write .pre-commit-config.yaml:",
    ]
    adopted(tmp_path)
    for line in (tmp_path / "vaulttool.toml").read_text(encoding="utf-8").splitlines():
        assert line == "" or f"    {line}" in done.out.splitlines()


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    files = {".pre-commit-config.yaml": "repos: []\n", ".vaulttool/schemas/project.schema.json": '{"title": "Mine"}\n'}
    repository(tmp_path, {**VAULT, **files})
    done = run("init", "--yes", cwd=tmp_path)
    assert {path: (tmp_path / path).read_text(encoding="utf-8") for path in files} == files
    for path in files:
        assert f"{path} is there and left as it is" in done.err
    assert "          - id: vaulttool-check" in done.out
    first = {path: path.read_bytes() for path in tmp_path.rglob("*.toml")}
    again = run("init", "--yes", cwd=tmp_path)
    assert again.status == 0 and "vaulttool.toml configures this vault and stays as it is" in again.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.toml")} == first


def test_it_can_be_run_again_after_it_was_broken_off(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole", VAULT)
    adopted(whole)
    part = write(tmp_path / "part", VAULT)
    name = ".vaulttool/schemas/project.schema.json"
    write(part, {name: (whole / name).read_bytes()})
    adopted(part)
    assert (part / "vaulttool.toml").read_bytes() == (whole / "vaulttool.toml").read_bytes()


def test_the_configuration_lies_at_the_top_of_the_repository(tmp_path: Path) -> None:
    repository(tmp_path, {f"notes/{path}": text for path, text in VAULT.items()})
    adopted(tmp_path / "notes")
    assert configuration(tmp_path)["vault"] == "notes"
    assert checked(tmp_path) == [(f"notes/{path}", rule) for path, rule in checked(tmp_path / "notes")]


def test_a_folder_named_like_the_vault_is_told_from_it(tmp_path: Path) -> None:
    folder = repository(
        tmp_path,
        {"Templates/.obsidian/app.json": "", "Templates/a.md": "[[Gone]]", "Templates/Templates/t.md": "{{x}}"},
    )
    adopted(folder)
    assert configuration(folder)["exclude"] == ["/Templates/Templates/"]
    assert ("Templates/a.md", "broken-link") in checked(folder)


def test_the_next_command_names_the_vault_only_where_it_must(tmp_path: Path) -> None:
    folder = repository(tmp_path, {"notes/a.md": ""})
    assert "2. run vaulttool check\n" in adopted(folder, "--vault", "notes").out


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"b/.obsidian/app.json": "", "b/b.md": ""}, id="two vaults"),
        pytest.param({"vaulttool.toml": "vault = 'b'", "b/b.md": ""}, id="a configuration of another vault"),
    ],
)
def test_beside_another_vault_it_lies_in_the_vault_and_the_hook_names_it(files: dict[str, str], tmp_path: Path) -> None:
    repository(tmp_path, {**files, "a/.obsidian/app.json": "", "a/a.md": "[[Gone]]"})
    if "vaulttool.toml" not in files:
        done = run("init", "--yes", cwd=tmp_path)
        assert done.status == 2 and "choose one with --vault" in done.err
    done = adopted(tmp_path, "--vault", "a")
    assert "vault" not in configuration(tmp_path / "a")
    assert '2. run vaulttool check --vault "a"\n' in done.out
    (hook,) = hooks(tmp_path)
    assert hook["args"] == ["--vault", "a"]
    assert ("a/a.md", "broken-link") in checked(tmp_path, *hook["args"])


def hooks(folder: Path) -> list[dict[str, Any]]:
    """The hooks of the file for pre-commit, which that can read."""
    from pre_commit.clientlib import load_config

    loaded = load_config(str(folder / ".pre-commit-config.yaml"))
    return [hook for one in loaded["repos"] for hook in one["hooks"]]


SOURCES = {
    "a folder": Installed("git+https://github.com/OWNER/vaulttool@COMMIT", is_known=False),
    "the index": Installed("obsidian-vaulttool==1.2.3"),
    "git": Installed("git+https://example.org/v@0123", "https://example.org/v", "0123"),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_files_for_pre_commit_and_forges(source: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttool.commands._first_files.installed", lambda: source)
    repository(tmp_path, {**VAULT, "Page.md": "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n"})
    git(tmp_path, "remote", "add", "origin", "git@github.com:me/notes.git")
    git(tmp_path, "remote", "add", "other", "https://gitlab.example.org/me/notes")
    adopted(tmp_path)
    assert [hook["id"] for hook in hooks(tmp_path)] == ["vaulttool-index", "vaulttool-check"]
    workflow = yaml.safe_load((tmp_path / ".github/workflows/vaulttool.yml").read_bytes())
    steps = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    install = f'pip install "{source.requirement}"'
    assert steps == [install, "vaulttool check --format github", "vaulttool index --check"]
    pipeline = yaml.safe_load((tmp_path / ".gitlab-ci.yml").read_bytes())
    assert pipeline["vault"]["script"] == [install, "vaulttool check", "vaulttool index --check"]


def test_options_in_these_files_are_quoted(tmp_path: Path) -> None:
    name = "a 'b' \"c\""
    repository(tmp_path, {f"{name}/.obsidian/app.json": "", f"{name}/a.md": "", "b/.obsidian/app.json": ""})
    git(tmp_path, "remote", "add", "origin", "ssh://git@github.com/me/notes.git")
    adopted(tmp_path, "--vault", name)
    (hook,) = hooks(tmp_path)
    assert hook["args"] == ["--vault", name]
    workflow = yaml.safe_load((tmp_path / ".github/workflows/vaulttool.yml").read_bytes())
    command = workflow["jobs"]["check"]["steps"][-1]["run"]
    told = subprocess.run(
        ["sh", "-c", f"vaulttool() {{ printf '%s,' \"$@\"; }}; {command}"], capture_output=True, text=True
    )
    assert told.stdout == f"check,--format,github,--vault,{name},"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        pytest.param(None, "obsidian-vaulttool==", id="from the index"),
        pytest.param('{"url": "https://e.org/v", "vcs_info": {"vcs": "git", "commit_id": "ab"}}', "git+https://e.org/v@ab", id="from git"),
        pytest.param('{"url": "file:///home/me/v", "vcs_info": {"commit_id": "ab"}}', "git+https://github.com/OWNER/", id="from git on this machine"),
        pytest.param('{"url": "file:///home/me/vaulttool", "dir_info": {}}', "git+https://github.com/OWNER/", id="from a folder"),
        pytest.param("{", "git+https://github.com/OWNER/", id="broken"),
    ],
)  # fmt: skip
def test_where_it_was_installed_from(told: str | None, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Distribution:
        def read_text(self, name: str) -> str | None:
            return told

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Distribution())
    assert installed.installed().requirement.startswith(expected)


def test_a_shipped_schema_is_taken_where_all_notes_fit_it(tmp_path: Path) -> None:
    text = "---\ntype: reference\ntitle: T\ndescription: D.\ntags: [a]\ntimestamp: 2026-02-03\n---\n[[a]] [[b]]\n"
    adopted(write(tmp_path, {"a.md": text, "b.md": text}))
    assert configuration(tmp_path)["schemas"] == {"types": {"reference": "reference"}}
    assert not (tmp_path / ".vaulttool").exists()


def test_a_folder_whose_notes_are_alike_gets_a_schema(tmp_path: Path) -> None:
    towns = {f"Towns/{n}.md": f"---\nriver: Tagus\n---\n[[{(n + 1) % 12}]]\n" for n in range(12)}
    adopted(write(tmp_path, {**towns, "People/Ana.md": "---\nage: 7\n---\n[[0]]\n"}))
    assert configuration(tmp_path)["schemas"] == {"folder": ".vaulttool/schemas", "paths": {"/Towns/**": "towns"}}


def test_a_folder_of_data_is_found(tmp_path: Path) -> None:
    adopted(write(tmp_path, {"a.md": "", "data/runs/x.yaml": "", "data/endpoints/y.yaml": ""}))
    assert configuration(tmp_path)["data"] == "data"


TYPED = """
import os, pty, sys
folder, answers = sys.argv[1], sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.chdir(folder)
    os.execv(sys.executable, [sys.executable, "-m", "vaulttool", "init"])
said = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    said += part
    if part.rstrip(b" ").endswith(b":") and answers:
        os.write(terminal, answers.pop(0).encode() + b"\\n")
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def typed(folder: Path, *answers: str) -> tuple[int, str]:
    """The exit status and what a terminal shows when these lines are typed."""
    done = subprocess.run(
        [sys.executable, "-c", TYPED, str(folder), *answers],
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
def test_questions_on_a_terminal(tmp_path: Path) -> None:
    repository(tmp_path, VAULT)
    status, said = typed(tmp_path, "n", "", "retired", "n", "n", "")
    assert status == 0, said
    for question in (
        "Leave out of the reports: /Templates/ (the folder of templates, by .obsidian/templates.json), /Archive/",
        "Hold notes to schemas that they fit as they are: project (6 notes)? [Y/n]:",
        'Which word of the property "status" says that something is in use? (active, retired) [active]:',
        "Write all of it down in a baseline, so that a check tells only what is new? [Y/n]:",
        "Have pre-commit check every commit? [Y/n]:",
        "Write 2 files? [Y/n]:",
    ):
        assert question in said
    written = configuration(tmp_path)
    assert "exclude" not in written
    assert written["status"]["words"] == ["retired", "active"]
    assert not (tmp_path / ".pre-commit-config.yaml").exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
def test_no_at_the_end_writes_nothing(tmp_path: Path) -> None:
    repository(tmp_path, {"a.md": ""})
    status, said = typed(tmp_path, "", "", "n")
    assert (status, git(tmp_path, "status", "--porcelain")) == (0, "")
    assert "nothing is written" in said
