"""The text of a file on standard input, in the place of what lies on disk: for editors, before they save it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from typing import Any

import click

from vaulttool.storage.disk import DISK, Disk

HERE = "-"

stdin_option = click.option(
    "--stdin-filename",
    "stdin",
    metavar="PATH",
    help="With - as the only PATH: standard input has the text of this file, which need not exist.",
)


def report_aside(aside: bool) -> AbstractContextManager[object]:
    """Where the report goes: to standard error where standard output has the mended text."""
    return redirect_stdout(sys.stderr) if aside else nullcontext()


def read_instead(paths: Sequence[str], stdin: str | None, **others: Any) -> tuple[Sequence[str], Disk]:
    """The PATHs of a run and the files that it reads: for ``-`` the file that ``--stdin-filename`` names, its text read
    from standard input.

    ``others`` are the values of options that do not go with it, by name.
    """
    if HERE not in paths and stdin is None:
        return paths, DISK
    if stdin is None:
        raise click.UsageError("- reads a file from standard input: say which with --stdin-filename PATH.")
    if tuple(paths) != (HERE,):
        raise click.UsageError("--stdin-filename goes with - as the only PATH.")
    for name, value in others.items():
        if value:
            raise click.UsageError(f"--{name} and --stdin-filename exclude each other.")
    if not os.path.basename(stdin) or os.path.isdir(stdin):
        raise click.UsageError(f'--stdin-filename names "{stdin}", which is a folder: name a file.')
    from vaulttool.storage.overlay import Overlay  # only where it is asked for

    content = sys.stdin.buffer.read() if sys.stdin is not None else b""
    return (stdin,), Overlay({os.path.realpath(stdin): content})
