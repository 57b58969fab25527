"""What a terminal gets that a pipe does not: links, lines cut to its width, and what to do next."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest
from commands_in import run
from folders import write
from terminals import shown

from vaulttool.commands._screen import address, knows_links, mending

FILES = {"a.md": "---\naliases: [Ana]\n---\n", "b c.md": "By [[Ana]], " + "word " * 40 + "[[Gone]]\n"}
COUNTS = "2 notes, 2 links: 2 unresolved; 2 errors, 0 warnings"
ESCAPE = re.compile(r"\x1b(?:\[[\d;]*m|\]8;;[^\x1b]*\x1b\\)")


def test_a_terminal_gets_colours_links_and_advice(tmp_path: Path) -> None:
    seen = shown("check", cwd=write(tmp_path, FILES), TERM_PROGRAM="WezTerm")
    link = f"\x1b]8;;file://{socket.gethostname()}{tmp_path}/b%20c.md\x1b\\\x1b[1mb c.md:1:6\x1b[0m\x1b]8;;\x1b\\: "
    assert seen.startswith(f"{link}\x1b[1;31merror\x1b[0m: ")
    assert seen.splitlines()[-2:] == [
        COUNTS, "\x1b[36mnext:\x1b[0m vaulttool check --fix (1 of 2 has a safe fix)",
    ]  # fmt: skip
    assert ESCAPE.sub("", seen).splitlines()[:-1] == run("check", cwd=tmp_path).out.splitlines()


def test_the_command_that_is_advised_does_what_it_says(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert run("check", "--fix", cwd=tmp_path).err.splitlines()[-1] == "note: 1 finding in 1 file mended"
    assert (
        shown("check", cwd=tmp_path).splitlines()[-1].endswith("vaulttool explain broken-link (1 of 1 is about this)")
    )


def test_after_mending_no_mending_is_advised(tmp_path: Path) -> None:
    seen = shown("check", "--fix", cwd=write(tmp_path, FILES))
    assert seen.splitlines()[-1] == "\x1b[36mnext:\x1b[0m vaulttool explain broken-link (1 of 1 is about this)"


@pytest.mark.parametrize("columns", [50, 90])
def test_lines_are_cut_to_the_width_of_the_terminal(columns: int, tmp_path: Path) -> None:
    seen = shown("check", "--format", "full", "--no-color", cwd=write(tmp_path, FILES), columns=columns)
    (line,) = (line for line in seen.splitlines() if "[[Gone]]" in line)
    assert line.startswith("   1 | …") and len(line) == columns


def test_no_color_is_no_escape_at_all(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert "\x1b" not in shown("check", "--no-color", cwd=tmp_path, TERM_PROGRAM="WezTerm", FORCE_HYPERLINK="1")
    quiet = shown("check", cwd=tmp_path, TERM_PROGRAM="WezTerm", NO_COLOR="1")
    assert "\x1b[" not in quiet and "\x1b]8;;file:" in quiet


def test_a_pipe_and_a_file_get_text_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    monkeypatch.setenv("TERM_PROGRAM", "WezTerm")
    plain = run("check", cwd=tmp_path).out
    assert "\x1b" not in plain and plain.splitlines()[-1] == COUNTS
    monkeypatch.setenv("FORCE_HYPERLINK", "1")
    forced = run("check", cwd=tmp_path).out
    assert forced.count("\x1b]8;;file:") == 2 and ESCAPE.sub("", forced) == plain
    run("check", "-o", "report.txt", cwd=tmp_path)
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == plain
    assert "\x1b" not in run("check", "--format", "json", cwd=tmp_path).out


@pytest.mark.parametrize(
    ("variables", "knows"),
    [
        pytest.param({"TERM": "xterm-256color"}, False, id="any"),
        pytest.param({}, False, id="none"),
        pytest.param({"TERM": "linux"}, False, id="the console"),
        pytest.param({"TERM": "dumb", "VTE_VERSION": "7000"}, False, id="one that obeys nothing"),
        pytest.param({"VTE_VERSION": "4900"}, False, id="an old VTE"),
        pytest.param({"VTE_VERSION": ""}, False, id="an empty variable"),
        pytest.param({"KONSOLE_VERSION": "200800"}, False, id="an old Konsole"),
        pytest.param({"TERM_PROGRAM": "Apple_Terminal"}, False, id="Terminal.app"),
        pytest.param({"TERM_PROGRAM": "vscode", "VTE_VERSION": "7000"}, False, id="Visual Studio Code, from a VTE"),
        pytest.param({"TERM_PROGRAM": "zed"}, False, id="Zed"),
        pytest.param({"TERMINAL_EMULATOR": "JetBrains-JediTerm", "KITTY_WINDOW_ID": "1"}, False, id="JetBrains"),
        pytest.param({"INSIDE_EMACS": "29.4", "KITTY_WINDOW_ID": "1"}, False, id="Emacs"),
        pytest.param({"TERM": "screen-256color", "VTE_VERSION": "7000"}, False, id="screen"),
        pytest.param(
            {"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a", "VTE_VERSION": "7000"}, False, id="old tmux"
        ),
        pytest.param({"TERM_PROGRAM": "tmux"}, False, id="tmux without a version"),
        pytest.param({"WT_SESSION": "c0ffee", "WSL_DISTRO_NAME": "Debian"}, False, id="Linux in Windows"),
        pytest.param({"TERM_PROGRAM": "WezTerm", "FORCE_HYPERLINK": "0"}, False, id="forbidden"),
        pytest.param({"TERM": "dumb", "FORCE_HYPERLINK": "1"}, True, id="forced"),
        pytest.param({"FORCE_HYPERLINK": ""}, True, id="forced by an empty variable"),
        pytest.param({"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4", "TERM": "screen"}, True, id="tmux"),
        pytest.param({"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.10b"}, True, id="a later tmux"),
        pytest.param({"VTE_VERSION": "5000"}, True, id="the first VTE"),
        pytest.param({"KONSOLE_VERSION": "240201"}, True, id="Konsole"),
        pytest.param({"WT_SESSION": "c0ffee-0"}, True, id="Windows Terminal"),
        pytest.param({"TERM": "xterm-kitty"}, True, id="kitty"),
        pytest.param({"TERM": "foot-direct"}, True, id="foot"),
        pytest.param({"TERM": "alacritty"}, True, id="Alacritty"),
        pytest.param({"TERM_PROGRAM": "iTerm.app"}, True, id="iTerm"),
        pytest.param({"TERM_PROGRAM": "ghostty", "TERM": "xterm-ghostty"}, True, id="Ghostty"),
    ],
)
def test_which_terminals_know_links(variables: dict[str, str], knows: bool) -> None:
    assert knows_links(variables, is_terminal=True) == knows
    assert knows_links(variables, is_terminal=False) == (knows and "FORCE_HYPERLINK" in variables)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param("/v/a.md", "/v/a.md", id="plain"),
        pytest.param("/v/a b#c?d%.md", "/v/a%20b%23c%3Fd%25.md", id="what means something in an address"),
        pytest.param("/v/日本.md", "/v/%E6%97%A5%E6%9C%AC.md", id="letters"),
        pytest.param("/v/\x1b]8;;\n.md", "/v/%1B%5D8%3B%3B%0A.md", id="what a terminal would obey"),
        pytest.param("/v/\udcff.md", "/v/%FF.md", id="bytes that are no UTF-8"),
        pytest.param("/v/../w/./a.md", "/w/a.md", id="a crooked path"),
    ],
)
def test_the_address_of_a_file(place: str, expected: str) -> None:
    assert address(place) == f"file://{os.uname().nodename}{expected}"


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        pytest.param(["check"], "vaulttool check --fix", id="alone"),
        pytest.param(
            ["check", "My Notes", "--format=full"], "vaulttool check --fix 'My Notes' --format=full", id="with more"
        ),
        pytest.param(["check", "--", "-odd.md"], "vaulttool check --fix -- -odd.md", id="a name like an option"),
        pytest.param(["check", "--changed"], "vaulttool check --fix --changed", id="an option with a value or none"),
    ],
)
def test_the_command_that_mends(arguments: list[str], command: str) -> None:
    assert mending(arguments) == command
