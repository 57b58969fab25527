"""Runs the command line in this process."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from vaulttool import cli


class Done(NamedTuple):
    """What a command left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


def run(*arguments: str, cwd: Path | None = None) -> Done:
    """The command with these arguments, from a working directory."""
    written, complained = io.BytesIO(), io.BytesIO()
    out, err = io.TextIOWrapper(written, "utf-8"), io.TextIOWrapper(complained, "utf-8")
    before = Path.cwd()
    if cwd is not None:
        os.chdir(cwd)
    try:
        with (
            mock.patch.object(sys, "argv", ["vaulttool", *arguments]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                cli.main()
                status = 0
            except SystemExit as stop:
                status = stop.code if isinstance(stop.code, int) else 1
    finally:
        os.chdir(before)
    out.flush()
    err.flush()
    return Done(status, written.getvalue().decode("utf-8"), complained.getvalue().decode("utf-8"))
