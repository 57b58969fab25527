"""The command line itself: help, version, and what a run loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commands_in import run
from folders import write

import vaulttool
from vaulttool.commands._list import COMMANDS

VAULT_OPTIONS = ("--vault", "--config", "--no-config")
READING_OPTIONS = ("--no-cache", "--cache-dir", "-j, --jobs")
NEED_NO_VAULT = ("completion", "merge-file")
READ_NO_VAULT = ("ingest", "clean", "config", *NEED_NO_VAULT)


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, option: str, tmp_path: Path) -> None:
    done = run(command, option, cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"Usage: vaulttool {command} ")
    assert command in NEED_NO_VAULT or all(name in done.out for name in VAULT_OPTIONS)
    assert command in READ_NO_VAULT or all(name in done.out for name in READING_OPTIONS)


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_lists_every_command(option: str, tmp_path: Path) -> None:
    done = run(option, cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    listed = done.out.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed if line[:3] != "   "] == list(COMMANDS)


def test_without_arguments_the_help_is_shown(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err == run("--help", cwd=tmp_path).out


def test_version(tmp_path: Path) -> None:
    done = run("--version", cwd=tmp_path)
    assert (done.status, done.out, done.err) == (0, f"vaulttool, version {vaulttool.__version__}\n", "")


@pytest.mark.parametrize("command", [["vaulttool"], [sys.executable, "-m", "vaulttool"]], ids=["script", "module"])
def test_a_real_process(command: list[str], tmp_path: Path) -> None:
    if command == ["vaulttool"]:
        script = Path(sys.executable).with_name("vaulttool")
        if not script.exists():
            pytest.skip("the package is not installed as a script beside this Python")
        command = [str(script)]
    write(tmp_path, {"a.md": "[[Gone]]\n", "ok/b.md": ""})
    statuses = [
        subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        for arguments in (["check", "ok"], ["check", "."], ["check", "gone"])
    ]
    assert [done.returncode for done in statuses] == [0, 1, 2]
    assert [done.stdout.splitlines()[-1:] for done in statuses] == [
        ["1 note, 0 links: 0 unresolved; 0 errors, 0 warnings"],
        ["2 notes, 1 link: 1 unresolved; 1 error, 0 warnings"],
        [],
    ]
    assert [bool(done.stderr) for done in statuses] == [False, False, True]


HEAVY = (
    "networkx",
    "markdown_it",
    "mistune",
    "rich",
    "rapidfuzz",
    "jsonschema_rs",
    "pathspec",
    "pygls",
    "jinja2",
    "multiprocessing",
    "hashlib",
    "sqlite3",
    "tempfile",
)
LOADED = """
import sys
from vaulttool.cli import main
sys.argv = ["vaulttool", "check", *sys.argv[1:]]
try:
    main()
except SystemExit as stop:
    print(stop.code, *sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize(
    ("files", "arguments", "expected"),
    [
        pytest.param({"a.md": "[[b]]", "b.md": "# Top"}, [], [], id="a clean vault"),
        pytest.param(
            {"a.md": "[[b#Gone]]", "b.md": "# Top"}, ["--format", "json"], ["rapidfuzz"], id="a missing heading"
        ),
        pytest.param({"a.md": "[[Gone]]"}, [], ["rapidfuzz"], id="a broken link"),
        pytest.param({"a.md": "", "vaulttool.toml": "exclude = ['x']"}, [], ["pathspec"], id="globs"),
        pytest.param({"a.md": "", "vaulttool.toml": ""}, [], [], id="a configuration without globs"),
        pytest.param(
            {"a.md": "---\ntype: log\n---\n", "vaulttool.toml": "schemas.types = {other = 'log'}"},
            [],
            ["jsonschema_rs"],
            id="schemas",
        ),
    ],
)
def test_a_run_loads_what_it_needs_and_no_more(
    files: dict[str, str], arguments: list[str], expected: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        cwd=write(tmp_path, files),
        capture_output=True,
        text=True,
        check=True,
    )
    status, *loaded = done.stdout.splitlines()[-1].split()
    assert status in ("0", "1")
    assert [name for name in HEAVY if name in loaded] == expected
