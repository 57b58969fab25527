"""Runs the command line on a terminal of its own, as a person would see it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

OF_TERMINALS = ("TERM", "COLUMNS", "LINES", "COLORTERM", "NO_COLOR", "FORCE_HYPERLINK", "VTE_VERSION", "KITTY_WINDOW_ID",
                "KONSOLE_VERSION", "DOMTERM", "WT_SESSION", "WSL_DISTRO_NAME", "TERMINAL_EMULATOR", "INSIDE_EMACS")  # fmt: skip


def environment(**more: str) -> dict[str, str]:
    """The environment without what tells of the terminal that the tests run on, and with some of another."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_TERMINALS}
    return {name: value for name, value in kept.items() if not name.startswith("TERM_")} | more


def opened(columns: int) -> tuple[int, int]:
    """Our end and the program's end of a new terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    return ours, theirs


def everything(ours: int) -> str:
    """All that is written to a terminal until the last program that writes to it has ended."""
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        written += part
    os.close(ours)
    return written.decode("utf-8").replace("\r\n", "\n")


def shown(*arguments: str, cwd: Path, columns: int = 100, **variables: str) -> str:
    """What the command writes to its standard output where that is a terminal."""
    ours, theirs = opened(columns)
    command = [sys.executable, "-m", "vaulttool", *arguments]
    process = subprocess.Popen(
        command, cwd=cwd, stdout=theirs, stderr=subprocess.DEVNULL, env=environment(TERM="xterm-256color", **variables)
    )
    os.close(theirs)
    written = everything(ours)
    process.wait()
    return written
