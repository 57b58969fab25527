"""Whatever stops a run ends with status 2 and a message that names the thing and what to do about it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest
from commands_in import run
from folders import write

from vaulttool import engine
from vaulttool.commands._list import COMMANDS


class Case(NamedTuple):
    """Files, arguments and what is said on standard error; ``{top}`` is the folder of the test."""

    files: dict[str, str]
    arguments: list[str]
    message: str
    remedy: str


NOTE = {"a.md": "text\n"}


def configured(text: str) -> dict[str, str]:
    return {**NOTE, "vaulttool.toml": text}


CASES = {
    "a vault that is not there": Case(
        {}, ["check", "--vault", "gone"], 'no folder "{top}/gone"', "name an existing vault with --vault or as PATH"
    ),
    "a file as the vault": Case(
        NOTE,
        ["check", "--vault", "a.md"],
        '"{top}/a.md" is a file, not a vault',
        "name the folder that holds the notes",
    ),
    "an empty vault": Case({}, ["check"], 'no note is below "{top}"', "name the vault with --vault or as PATH"),
    "a folder without notes": Case(
        {"a.txt": "", ".hidden.md": ""}, ["check"], 'no note is below "{top}"', "name the vault with --vault or as PATH"
    ),
    "an empty folder as PATH": Case(
        {**NOTE, ".obsidian/": "", "empty/": ""}, ["check", "empty"], 'no note is below "empty"', 'the vault is "{top}"'
    ),
    "an attachment as PATH": Case(
        {**NOTE, "x.png": ""}, ["check", "x.png"], '"x.png" is no note', 'the vault is "{top}"'
    ),
    "a hidden file as PATH": Case(
        {**NOTE, ".trash/x.md": ""},
        ["check", ".trash/x.md"],
        '".trash/x.md" is no note: Obsidian reads no name that begins with a dot',
        'the vault is "{top}"',
    ),
    "a PATH that does not exist": Case(
        NOTE, ["check", "gone.md"], 'no file or folder "gone.md"', "check its spelling and the working directory"
    ),
    "a PATH that matches nothing": Case(
        NOTE, ["check", "docs/*.mdx"], 'no file or folder "docs/*.mdx"', "check its spelling and the working directory"
    ),
    "a PATH with control characters": Case(
        NOTE,
        ["check", "\x1b[31m\n.md"],
        'no file or folder "\\x1b[31m\\x0a.md"',
        "check its spelling and the working directory",
    ),
    "a PATH outside the vault": Case(
        {"v/.obsidian/": "", "v/a.md": "", "b.md": ""},
        ["check", "v", "b.md"],
        '"b.md" lies outside the vault "{top}/v"',
        "name paths in the vault, or another vault with --vault",
    ),
    "every note excluded": Case(
        configured('exclude = ["*.md"]'),
        ["check"],
        'every note below "{top}" is excluded by the configuration or ignored by git',
        'see the key "exclude", or give --no-gitignore',
    ),
    "every note below a PATH excluded": Case(
        {**configured('exclude = ["d"]'), "d/b.md": ""},
        ["check", "d"],
        'every note below "{top}/d" is excluded by the configuration or ignored by git',
        'see the key "exclude", or give --no-gitignore',
    ),
    "several vaults below": Case(
        {"x/.obsidian/": "", "y/.obsidian/": ""},
        ["check"],
        'several vaults lie below {top}: "{top}/x", "{top}/y"',
        "choose one with --vault",
    ),
    "bad TOML": Case(
        configured("rules = \n"),
        ["check"],
        "{top}/vaulttool.toml: no valid TOML: Invalid value (at line 1, column 9)",
        "mend the line that it names",
    ),
    "an unknown key": Case(
        configured('exlude = ["x"]'), ["check"], '{top}/vaulttool.toml: unknown key "exlude"', 'did you mean "exclude"?'
    ),
    "an unknown rule in [rules]": Case(
        configured('[rules]\nbroken-links = "off"'),
        ["check"],
        '{top}/vaulttool.toml: [rules]: no rule is named "broken-links"',
        'did you mean "broken-link"?',
    ),
    "an unknown rule in [per-file-ignores]": Case(
        configured('[per-file-ignores]\n"a.md" = ["brokenlink"]'),
        ["check"],
        '{top}/vaulttool.toml: [per-file-ignores]: no rule is named "brokenlink"',
        'did you mean "broken-link"?',
    ),
    "an unknown rule in --select": Case(
        NOTE,
        ["check", "--select", "broken-lnk"],
        '--select or --ignore: no rule is named "broken-lnk"',
        'did you mean "broken-link"?',
    ),
    "an unknown rule in --ignore": Case(
        NOTE,
        ["check", "--ignore", "missing-headin"],
        '--select or --ignore: no rule is named "missing-headin"',
        'did you mean "missing-heading"?',
    ),
    "a rule like no other": Case(
        NOTE,
        ["check", "--select", "zzz"],
        '--select or --ignore: no rule is named "zzz"',
        'see "vaulttool explain" for the rules',
    ),
    "a rule's unknown option": Case(
        configured("[rules.broken-link]\nallo = []"),
        ["check"],
        '{top}/vaulttool.toml: [rules.broken-link]: the rule has no option "allo"',
        'did you mean "allow"?',
    ),
    "a rule's option of the wrong kind": Case(
        configured('[rules.broken-link]\nallow = "x"'),
        ["check"],
        "{top}/vaulttool.toml: [rules.broken-link]: Expected `array`, got `str` - at `$.allow`",
        'see "vaulttool explain broken-link"',
    ),
    "a bad severity": Case(
        configured('[rules]\nbroken-link = "warn"'),
        ["check"],
        '{top}/vaulttool.toml: "warn" is no severity of the rule "broken-link"',
        "write error, warning or off",
    ),
    "a bad severity in a table": Case(
        configured('[rules.broken-link]\nseverity = "info"'),
        ["check"],
        '{top}/vaulttool.toml: "info" is no severity of the rule "broken-link"',
        "write error, warning or off",
    ),
    "a glob that is none": Case(
        configured('exclude = ["!"]'),
        ["check"],
        '{top}/vaulttool.toml: "!" is no glob',
        "write it as in a .gitignore",
    ),
    "a vault in the configuration that is not there": Case(
        configured('vault = "notes"'),
        ["check"],
        '{top}/vaulttool.toml: the vault "notes" is no folder',
        'correct the key "vault"',
    ),
    "an unknown schema": Case(
        configured('[schemas.types]\ntown = "referense"'),
        ["check"],
        '{top}/vaulttool.toml: [schemas]: no schema is named "referense"',
        'did you mean "reference"?',
    ),
    "a schema folder that is not there": Case(
        configured('[schemas]\nfolder = "mine"\ntypes = {town = "town"}'),
        ["check"],
        'no folder "{top}/mine"',
        "name the folder of your schemas in [schemas] folder",
    ),
    "no configuration where --config says": Case(
        NOTE, ["check", "--config", "x.toml"], 'no configuration "{top}/x.toml"', "check the path after --config"
    ),
    "--changed outside a repository": Case(
        NOTE,
        ["check", "--changed"],
        'git cannot say what changed in "{top}"',
        "run it inside a git work tree",
    ),
    "links of a note that is not there": Case(
        NOTE, ["links", "gone.md"], 'no file or folder "gone.md"', "check its spelling and the working directory"
    ),
    "a graph of an empty folder": Case(
        {}, ["graph"], 'no note is below "{top}"', "name the vault with --vault or as PATH"
    ),
    "an unknown command": Case({}, ["chekc"], 'no command is named "chekc"', 'did you mean "check"?'),
    "a command like no other": Case(
        {}, ["zzz"], 'no command is named "zzz"', f"the commands are {', '.join(COMMANDS)}"
    ),
    "an unknown topic": Case(
        NOTE, ["explain", "broken-lin"], 'no rule or topic is named "broken-lin"', 'did you mean "broken-link"?'
    ),
    "the settings misspelt": Case(
        NOTE, ["explain", "setting"], 'no rule or topic is named "setting"', 'did you mean "settings"?'
    ),
    "a topic like no other": Case(
        NOTE, ["explain", "zzz"], 'no rule or topic is named "zzz"', '"vaulttool explain" lists the rules'
    ),
    "a file without a line": Case(
        NOTE, ["explain", "a.md"], '"a.md" is a file; a place in it has a line', 'write "a.md:1"'
    ),
    "a line that is not there": Case(NOTE, ["explain", "a.md:3"], '"a.md" has no line 3', "its last line is 2"),
    "a line before the first": Case(NOTE, ["explain", "a.md:0"], '"a.md" has no line 0', "its last line is 2"),
    "a place in a file that is not there": Case(
        NOTE, ["explain", "gone.md:1"], 'no file or folder "gone.md"', "check its spelling and the working directory"
    ),
    "a place in an attachment": Case(
        {**NOTE, "x.png": ""}, ["explain", "x.png:1"], '"x.png" is no note', 'the vault is "{top}"'
    ),
    "a place in a folder": Case(
        {**NOTE, "d/b.md": "", ".obsidian/": ""},
        ["explain", "d:1"],
        '"d" is no note of the vault',
        "name a .md or .canvas file, or an extra page",
    ),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_what_stops_a_run(case: Case, tmp_path: Path) -> None:
    top = write(tmp_path.resolve(), case.files)
    done = run(*case.arguments, cwd=top)
    expected = f"error: {case.message}\n    help: {case.remedy}\n".replace("{top}", str(top))
    assert (done.err, done.out, done.status) == (expected, "", 2)


USAGE = {
    "an unknown option": (["check", "--fromat", "json"], ("No such option", "--fromat", "Did you mean", "--format")),
    "an unknown format": (["check", "--format", "xml"], ("'xml' is not one of 'full', 'github', 'gitlab', 'json'",)),
    "an option without its value": (["check", "--select"], ("Option '--select' requires an argument.",)),
    "two ways to narrow by git": (["check", "--staged", "--changed"], ("--staged and --changed exclude each other.",)),
    "an unknown option of the tool": (["--verison"], ("No such option", "--verison")),
}


@pytest.mark.parametrize(("arguments", "expected"), [pytest.param(*case, id=name) for name, case in USAGE.items()])
def test_wrong_usage(arguments: list[str], expected: tuple[str, ...], tmp_path: Path) -> None:
    """The words are click's, which quotes names in some releases and in others not."""
    done = run(*arguments, cwd=write(tmp_path, NOTE))
    assert (done.status, done.out) == (2, "")
    assert [words for words in expected if words not in done.err] == []


def test_an_error_of_ours_keeps_its_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(engine, "findings", broken)
    done = run("check", cwd=write(tmp_path, NOTE))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Traceback (most recent call last):\n")
    assert done.err.endswith(
        "ZeroDivisionError: division by zero\n"
        "error: this is a bug in vaulttool\n    help: please report it with the lines above\n"
    )


def test_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "findings", interrupted)
    done = run("check", cwd=write(tmp_path, NOTE))
    assert (done.status, done.out, done.err.strip()) == (130, "", "interrupted")


def test_an_interrupt_from_the_keyboard(tmp_path: Path) -> None:
    """A real process, stopped by the signal while it reads the vault."""
    program = textwrap.dedent("""
        import sys, time
        from vaulttool.storage import disk
        from vaulttool.cli import main
        def slow(place):
            print("reading", flush=True)
            time.sleep(30)
        disk.read_bytes = slow
        sys.argv = ["vaulttool", "check"]
        main()
    """)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=write(tmp_path, NOTE),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "reading\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("command", ["check", "links"])
def test_a_reader_that_has_seen_enough(command: str, tmp_path: Path) -> None:
    """As with ``vaulttool check | head -1``: no traceback, and not the status of findings."""
    vault = write(tmp_path, {f"{number}.md": "[[Gone]]\n" * 500 for number in range(20)})
    with subprocess.Popen(
        [sys.executable, "-m", "vaulttool", command],
        cwd=vault,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (2, "")


def test_standard_output_closed(tmp_path: Path) -> None:
    command = f"{sys.executable} -m vaulttool check >&-"
    done = subprocess.run(
        ["sh", "-c", command], cwd=write(tmp_path, {"a.md": "[[Gone]]"}), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"")


def test_an_environment_without_utf8(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "vaulttool", "check"],
        cwd=write(tmp_path, {"é.md": "[[Gøne]]"}),
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.stdout.decode("utf-8").splitlines()[0] == (
        'é.md:1:3: error: no note or file is named "Gøne" [broken-link]'
    )
    assert (done.returncode, done.stderr) == (1, b"")
