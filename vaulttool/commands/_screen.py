"""What people read a report on: how wide the terminal is, whether it knows links, and what to advise there."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from vaulttool.commands._run import Run
from vaulttool.reporters._report import Screen

WIDTH = 100  # columns where there is no terminal
# Terminals by what they put into the environment, with the first version that knows links.
BY_VARIABLE = {"VTE_VERSION": 5000, "KONSOLE_VERSION": 201200, "DOMTERM": 0, "WT_SESSION": 0, "KITTY_WINDOW_ID": 0}
BY_PROGRAM = ("iTerm.app", "WezTerm", "ghostty", "rio", "mintty")
BY_TERM = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm", "rio")
EDITORS, OF_EDITORS = ("vscode", "zed"), ("TERMINAL_EMULATOR", "INSIDE_EMACS")
FIRST_TMUX = (3, 4)


def screen(run: Run, is_terminal: bool, colour: bool | None, can_mend: bool) -> Screen:
    """The screen of a run. ``colour`` is what was asked for on the command line; ``can_mend`` tells whether the same
    command can mend what it reports."""
    links = colour is not False and knows_links(os.environ, is_terminal)
    return Screen(
        shutil.get_terminal_size((WIDTH, 0)).columns if is_terminal else WIDTH,
        (lambda path: address(run.place_of(path))) if links else Screen().address,
        is_terminal,
        mending(sys.argv[1:]) if can_mend else "",
    )


def knows_links(environment: Mapping[str, str], is_terminal: bool) -> bool:
    """Whether the terminal makes links of what OSC 8 says. FORCE_HYPERLINK decides where it is set: 0 is no.

    The terminals of editors are left out on purpose: they find ``FILE:LINE:COLUMN`` by themselves and open the line.
    """
    forced = environment.get("FORCE_HYPERLINK")
    if forced is not None:
        return forced != "0"
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if not is_terminal or term == "dumb" or environment.get("WSL_DISTRO_NAME"):  # its paths are not those of Windows
        return False
    if program == "tmux":
        return _version(environment.get("TERM_PROGRAM_VERSION", "")) >= FIRST_TMUX
    if term.startswith("screen") or program in EDITORS or any(map(environment.get, OF_EDITORS)):
        return False
    return (
        program in BY_PROGRAM
        or term.startswith(BY_TERM)
        or any(_number(environment.get(name)) >= first for name, first in BY_VARIABLE.items())
    )


def address(place: str) -> str:
    """The address of a file on this machine, by its name: a terminal may show what another machine prints."""
    host = os.uname().nodename if hasattr(os, "uname") else ""
    return Path(os.path.abspath(place)).as_uri().replace("file://", f"file://{host}", 1)


def mending(arguments: list[str]) -> str:
    """The command that was given, with --fix, and once."""
    name, *others = arguments
    return shlex.join(["vaulttool", name, "--fix", *(one for one in others if one != "--watch")])


def _version(text: str) -> tuple[int, ...]:
    """The numbers of a version such as ``3.4a``."""
    major, _, minor = text.partition(".")
    return tuple(int("".join(filter(str.isdecimal, part)) or 0) for part in (major, minor))


def _number(value: str | None) -> int:
    """The number that a variable holds: 0 for one with other text, -1 where it is not set."""
    if not value:
        return -1
    return int(value) if value.isascii() and value.isdecimal() else 0
