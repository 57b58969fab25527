"""``vaulttool completion``: what a shell completes, in a real bash and, where they are installed, in others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete
from commands_in import run
from folders import repository, write

from vaulttool import registry
from vaulttool.cli import cli
from vaulttool.commands._completing import KNOWN, called, completing
from vaulttool.commands._list import COMMANDS, command_named
from vaulttool.commands.completion import VARIABLE

ROOT = Path(__file__).parents[2]
ANYTHING = {  # no shell can know what stands here
    "DATE", "DAY", "ERA", "ID", "METRIC", "N", "NAME=SERIES", "NAME=TEXT", "NEW", "OWNER", "TAG", "TEXT",
}  # fmt: skip
SCRIPT = """
eval "$SCRIPT"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
compopt() { echo "by the shell: $2"; }
_vaulttool_completion vaulttool
printf '%s\\n' "${COMPREPLY[@]}"
"""


def program(folder: Path) -> dict[str, str]:
    """The environment of a shell that finds the command, as one that was installed."""
    script = f'#!/bin/sh\nexec "{sys.executable}" -m vaulttool "$@"\n'
    write(folder, {"bin/vaulttool": script})
    (folder / "bin/vaulttool").chmod(0o755)
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last word, typed in a folder."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash is here")
    command = [bash, "--norc", "-c", SCRIPT, "bash", "vaulttool", *words]
    environment = {**program(folder), "SCRIPT": run("completion", "bash", cwd=folder).out}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


def offered(folder: Path, *words: str) -> list[str]:
    """What is offered for the last word, without a shell."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        items = BashComplete(cli, {}, "vaulttool", VARIABLE).get_completions(list(words[:-1]), words[-1])
    finally:
        os.chdir(before)
    return [item.value if item.type == "plain" else f"a {item.type}" for item in items]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(["check", "--vault", "no"], ["by the shell: dirnames", ""], id="a folder"),
        pytest.param(["explain", "broken-l"], ["by the shell: default", "broken-link"], id="a topic, or a path"),
    ],
)
def test_bash(words: list[str], expected: list[str], tmp_path: Path) -> None:
    assert completed(tmp_path, *words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(["ch"], ["check"], id="a command"),
        pytest.param(["nonsense", "ch"], ["check"], id="behind a word that is no command"),
        pytest.param(["check", "--sel"], ["--select"], id="an option"),
        pytest.param(["check", "--select", "broken-l"], ["broken-link"], id="a rule"),
        pytest.param(["check", "--format", "te"], ["text"], id="a format"),
        pytest.param(["check", "--select", "broken-link", "--ignore", "mo"], ["mojibake"], id="a second rule"),
        pytest.param(["check", "--config", ""], ["a file"], id="a file"),
        pytest.param(["check", "a.md", "b"], ["a file"], id="a second path"),
        pytest.param(["explain", "vllm-boo"], ["a file", "vllm-boot"], id="a reader as topic"),
        pytest.param(["explain", "settings"], ["a file", "settings", "settings-reference"], id="settings"),
        pytest.param(["check", "--against", "ma"], ["main"], id="a branch"),
        pytest.param(["ingest", "--reader", "quad"], ["quadlet"], id="a reader"),
        pytest.param(["completion", "z"], ["zsh"], id="a shell"),
        pytest.param(["check", "--on", "2"], [], id="nothing for a day"),
    ],
)
def test_offered(words: list[str], expected: list[str], tmp_path: Path) -> None:
    found = offered(repository(tmp_path, {"notes/a.md": ""}), *words)
    assert found == expected


def test_every_value_can_be_completed_or_may_be_anything() -> None:
    left = set()
    for name in COMMANDS:
        command = command_named(name)
        assert command is not None
        for parameter in completing(command).params:
            if parameter.type is click.STRING and not getattr(parameter, "is_flag", False):
                left.add(called(parameter))
    assert left <= ANYTHING, "give it a type in KNOWN, or add it here"


@pytest.mark.parametrize("name", ["RULE", "READER"])
def test_all_rules_and_readers_are_offered(name: str) -> None:
    known = registry.modules(f"vaulttool.{name.lower()}s")
    assert list(KNOWN[name].words()) == list(known)


def test_no_command_and_no_rule_is_imported_to_complete_a_name() -> None:
    program = "import sys; from vaulttool.cli import cli; cli.main(prog_name='vaulttool', standalone_mode=False)"
    told = f"{program}\n".replace("cli.main", "import atexit; atexit.register(lambda: print(*sys.modules)); cli.main")
    environment = {"COMP_WORDS": "vaulttool ", "COMP_CWORD": "1", "_VAULTTOOL_COMPLETE": "bash_complete"}
    done = subprocess.run(
        [sys.executable, "-c", told],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    *offered, loaded = done.stdout.splitlines()
    assert offered == [f"plain,{name}" for name in COMMANDS]
    assert not [one for one in loaded.split() if one.startswith(("vaulttool.rules", "vaulttool.engine"))]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_can_read(shell: str, tmp_path: Path) -> None:
    done = run("completion", shell, cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    assert f"_VAULTTOOL_COMPLETE={shell}_complete" in done.out
    found = shutil.which(shell)
    if found is not None:
        arguments = ["--no-execute"] if shell == "fish" else ["-n"]
        read = subprocess.run([found, *arguments], input=done.out, capture_output=True, text=True, check=False)
        assert (read.returncode, read.stderr) == (0, "")


def test_endpoints_are_those_of_the_data(tmp_path: Path) -> None:
    files = {
        "notes/a.md": "",
        "vaulttool.toml": 'data = "data"',
        "data/endpoints/lisbon.yaml": "",
        "data/runs/x.yaml": "",
    }
    assert offered(write(tmp_path, files), "cutover", "") == ["lisbon"]


@pytest.mark.parametrize(
    "files", [{}, {"vaulttool.toml": "[broken"}, {"vaulttool.toml": ""}], ids=["none", "broken", "no data"]
)
def test_where_nothing_is_known_nothing_is_offered(files: dict[str, str], tmp_path: Path) -> None:
    assert offered(write(tmp_path, files), "cutover", "") == []
    assert offered(tmp_path, "check", "--against", "") == []
