"""Where the report of ``check`` goes: to the terminal, or with ``-o`` to a file that is none of the run's own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from commands_in import run
from folders import repository, write
from forges import annotated, code_quality, parsed_junit, sarif
from vaults import unpacked

COUNTS = "1 note, 1 link: 1 unresolved; 1 error, 0 warnings\n"
VAULT: dict[str, str | bytes] = {
    "vault/.obsidian/app.json": "{}",
    "vault/a.md": "[[Gone]]\n",
    "vault/b.canvas": "{}",
    "vault/cat.png": b"\x89PNG",
    "vault/own.json": "[]",
    "vault/.hidden.md": "x",
    "vault/data/names.yaml": "renames: []\n",
    "schemas/own.schema.json": "{}",
    "README.md": "Nothing.\n",
    "services/a.txt": "x\n",
    "notes.txt": "x\n",
    "other/plain.md": "x\n",
    "vaulttool.toml": (
        'vault = "vault"\ndata = "vault/data"\nextra-files = ["README.md"]\nrepository-files = ["services/*"]\n'
        'schemas.folder = "schemas"\n[rules]\norphan-note = "off"\n'
    ),
}


@pytest.mark.parametrize("form", ["json", "text", "github"])
def test_the_file_holds_what_the_terminal_would(form: str, tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    shown = run("check", "--format", form, cwd=tmp_path)
    done = run("check", "--format", form, "-o", "report.out", cwd=tmp_path)
    assert (tmp_path / "report.out").read_text(encoding="utf-8") == shown.out != ""
    assert (done.out, done.err, done.status) == (COUNTS, "", 1)


def test_a_report_takes_the_place_of_the_last_one(tmp_path: Path) -> None:
    write(tmp_path, {**VAULT, "report.json": '{"much": "longer than what takes its place"}' * 1000})
    run("check", "--output", "report.json", "--format", "json", cwd=tmp_path)
    first = (tmp_path / "report.json").read_bytes()
    run("check", "--output", "report.json", "--format", "json", cwd=tmp_path)
    assert json.loads(first)["summary"] == {"error": 1, "warning": 0}
    assert (tmp_path / "report.json").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md", "notes.txt", "other", "report.json", "schemas", "services", "vault", "vaulttool.toml",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("vault/a.md", id="a note"),
        pytest.param("vault/b.canvas", id="a canvas"),
        pytest.param("vault/cat.png", id="an attachment"),
        pytest.param("vault/own.json", id="an attachment that could be a report"),
        pytest.param("vault/data/names.yaml", id="a data file"),
        pytest.param("vault/.obsidian/app.json", id="a setting of Obsidian's"),
        pytest.param("vaulttool.toml", id="the configuration"),
        pytest.param("schemas/own.schema.json", id="a schema"),
        pytest.param("README.md", id="an extra page"),
        pytest.param("services/a.txt", id="another file of the repository that is read"),
        pytest.param("other/../vault/./a.md", id="a note by a crooked path"),
        pytest.param("link.md", id="a link to a note"),
        pytest.param("hard.md", id="another name of a note"),
        pytest.param("vault/linked.md", id="a link in the vault"),
        pytest.param("other/plain.md", id="what a link in the vault leads to"),
    ],
)
def test_what_the_run_reads_is_not_written_over(name: str, tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    (tmp_path / "link.md").symlink_to("vault/a.md")
    os.link(tmp_path / "vault/a.md", tmp_path / "hard.md")
    (tmp_path / "vault/linked.md").symlink_to("../other/plain.md")
    before = (tmp_path / name).read_bytes()
    done = run("check", "-o", name, cwd=tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f'error: "{name}" ') and "so no report is written over it\n    help: name " in done.err
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", ["notes.txt", "vault/.hidden.md", "vault/new.json", "new/folder/report.json"])
def test_other_files_are_written(name: str, tmp_path: Path) -> None:
    done = run("check", "-o", name, "--format", "json", cwd=write(tmp_path, VAULT))
    assert (done.out, done.err, done.status) == (COUNTS, "", 1)
    assert json.loads((tmp_path / name).read_bytes())["summary"]["error"] == 1


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    done = run("check", "-o", "other", cwd=write(tmp_path, VAULT))
    assert (done.status, done.err.splitlines()[0]) == (2, 'error: "other" cannot be written: is a directory')


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_may_be_named(name: str, tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    assert run("check", "-o", name, cwd=tmp_path) == run("check", cwd=tmp_path)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "vaulttool", "check", "-o", "pipe", "--format", "json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as running:
        assert json.loads((tmp_path / "pipe").read_bytes())["summary"]["error"] == 1
        assert running.communicate(timeout=60)[0] == COUNTS
    assert running.returncode == 1


def test_no_colour_in_a_file_unless_asked_for(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    run("check", "-o", "plain.txt", cwd=tmp_path)
    run("check", "-o", "coloured.txt", "--color", cwd=tmp_path)
    assert b"\x1b[" not in (tmp_path / "plain.txt").read_bytes()
    assert b"\x1b[" in (tmp_path / "coloured.txt").read_bytes()


def test_statistics_in_a_file(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    shown = run("check", "--statistics", cwd=tmp_path)
    done = run("check", "--statistics", "-o", "counts.txt", cwd=tmp_path)
    assert ((tmp_path / "counts.txt").read_text(encoding="utf-8"), done.out) == (shown.out, COUNTS)


def test_a_format_that_cannot_count_says_so(tmp_path: Path) -> None:
    done = run("check", "--statistics", "--format", "github", cwd=write(tmp_path, VAULT))
    assert (done.status, done.out) == (2, "")
    assert "--statistics cannot be given with --format github" in done.err


@pytest.fixture(scope="module")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with its vault in a folder, and a page beside that; a link leads to it."""
    folder = tmp_path_factory.mktemp("top")
    region = "<!-- vaulttool:begin backlinks -->\n"
    toml = 'vault = "notes"\nextra-files = ["README.md"]\n[rules]\norphan-note = "off"\n'
    (folder / "link").symlink_to("work")
    return repository(folder / "work", {"notes/deep/a b.md": "[[Gone]]", "README.md": region, "vaulttool.toml": toml})


@pytest.mark.parametrize(
    ("cwd", "arguments"),
    [
        pytest.param(".", [], id="the top"),
        pytest.param("notes/deep", [], id="a folder of the vault"),
        pytest.param("..", ["--vault", "work/notes", "--config", "work/vaulttool.toml"], id="outside"),
        pytest.param("../link", [], id="by a link"),
    ],
)
@pytest.mark.parametrize("form", ["github", "gitlab", "sarif", "markdown"])
def test_a_forge_finds_files_from_the_top_of_the_repository(
    form: str, cwd: str, arguments: list[str], top: Path
) -> None:
    done = run("check", "--format", form, *arguments, cwd=top / cwd)
    assert (done.status, done.err) == (1, "")
    assert _paths(form, done.out) == ["README.md", "notes/deep/a b.md"]


def _paths(form: str, output: str) -> list[str]:
    """The files that a report names."""
    if form == "github":
        return sorted(one.properties["file"] for one in annotated(output))
    if form == "gitlab":
        return sorted(one["location"]["path"] for one in json.loads(output))
    if form == "sarif":
        places = [one["locations"][0]["physicalLocation"] for one in json.loads(output)["runs"][0]["results"]]
        return sorted(unquote(one["artifactLocation"]["uri"]) for one in places)
    return sorted(re.findall(r"error \| <code>([^<]*)</code>, line 1", output))


@pytest.mark.real_vault
def test_the_formats_are_valid_on_a_real_vault() -> None:
    vault = unpacked("obsidian-developer-docs")
    reports = {form: run("check", "--format", form, cwd=vault).out for form in ("json", "sarif", "gitlab", "junit")}
    number = len(json.loads(reports["json"])["findings"])
    log, issues = json.loads(reports["sarif"]), json.loads(reports["gitlab"])
    assert sarif().is_valid(log) and code_quality().is_valid(issues)
    assert len(log["runs"][0]["results"]) == len(issues) == number > 0
    assert len(parsed_junit(reports["junit"]).findall(".//failure")) == json.loads(reports["json"])["summary"]["error"]
