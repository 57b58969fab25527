"""The folder of a report: only what an earlier report wrote is ever written over or taken away.

The files need not survive a power cut, since the same command writes them again: nothing waits for the disk.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import Any

from vaulttool.errors import VaultError

MARK = ".vaulttool-report"  # lists what is ours
OURS = re.compile(r"(?:[a-z0-9]+/)?[a-z0-9][a-z0-9-]*\.[a-z0-9]+")  # the places that a report may have
REMEDY = "name a new folder, or an old report"


class ReportFolder:
    """A folder that a report is written to. ``VaultError`` where something else is in it, or it cannot be written."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._new = os.path.join(place, MARK + ".new")
        self._written: dict[str, None] = {}
        try:
            os.makedirs(place, exist_ok=True)
            self._earlier = self._read_mark()
            if self._earlier is None and os.listdir(place):
                raise VaultError(f'"{place}" holds files that are no report, so it is left as it is', REMEDY)
        except OSError as error:
            raise self._refusal(error) from error
        self._mark([*(self._earlier or ())])

    def write(self, name: str, content: bytes) -> None:
        """Write one file of the report; one that says the same already is left alone."""
        if not OURS.fullmatch(name):
            raise ValueError(f"a report has no file {name!r}")
        file = os.path.join(self._place, *name.split("/"))
        try:
            self._make_folder(os.path.dirname(file))
            if not _says(file, content):
                self._put(file, content)
        except OSError as error:
            raise self._refusal(error) from error
        self._written[name] = None

    def finish(self) -> None:
        """Take away what an earlier report wrote and this one has not."""
        for name in self._earlier or ():
            if name not in self._written:
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self._place, *name.split("/")))
        self._mark([*self._written])

    def _make_folder(self, folder: str) -> None:
        if os.path.islink(folder) and folder != self._place:
            raise VaultError(f'"{folder}" leads elsewhere, so nothing is written there', "take the link away")
        os.makedirs(folder, exist_ok=True)

    def _read_mark(self) -> list[str] | None:
        """What an earlier report wrote; None where there was none."""
        try:
            with open(os.path.join(self._place, MARK), "rb") as file:
                listed: Any = json.loads(file.read())
        except FileNotFoundError:
            return None
        except ValueError:
            listed = []
        names = listed if isinstance(listed, list) else []
        return [name for name in names if isinstance(name, str) and OURS.fullmatch(name)]

    def _mark(self, names: list[str]) -> None:
        try:
            self._put(os.path.join(self._place, MARK), json.dumps(names, indent=0).encode("ascii") + b"\n")
        except OSError as error:
            raise self._refusal(error) from error

    def _put(self, file: str, content: bytes) -> None:
        """A new file takes the place of the old one, and of a link, never of what that leads to. What a killed run left
        of one is gone with the next."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._new)
        with open(self._new, "xb") as stream:
            stream.write(content)
        os.replace(self._new, file)

    def _refusal(self, error: OSError) -> VaultError:
        reason = (error.strerror or str(error)).lower()
        return VaultError(f'the report cannot be written to "{self._place}": {reason}', REMEDY)


def _says(file: str, content: bytes) -> bool:
    try:
        if os.path.islink(file) or os.path.getsize(file) != len(content):
            return False
        with open(file, "rb") as stream:
            return stream.read() == content
    except OSError:
        return False
