"""The file that a report is written to: never one that the run reads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vaulttool.commands._material import has_data
from vaulttool.commands._run import Run
from vaulttool.errors import VaultError
from vaulttool.model.outputs import SUMS
from vaulttool.storage.baseline import NAME as BASELINE
from vaulttool.storage.writing import put

NOT_OURS = frozenset({".git", ".obsidian"})  # folders


def write(run: Run, output: str, text: str) -> None:
    """The report in its file. ``VaultError`` where that is a file of the vault or another that the run reads, a file
    of Obsidian's or git's, or cannot be written."""
    _refuse_input(run, output)
    put(output, text.encode("utf-8", "backslashreplace"))


def _refuse_input(run: Run, output: str) -> None:
    if not os.path.isfile(output):
        return
    if NOT_OURS.intersection(Path(os.path.realpath(output)).parts):
        raise VaultError(f'"{output}" belongs to git or Obsidian, so no report is written over it', "name another file")
    there = os.stat(output)
    for place in _read(run):
        try:
            same = os.path.samestat(os.stat(place), there)  # by another name, another link or in other case, too
        except OSError:
            continue
        if same:
            raise VaultError(
                f'"{output}" is read by this run, so no report is written over it',
                "name a file outside the vault, or one whose name begins with a dot",
            )


def _read(run: Run) -> Iterator[str]:
    """Where all files lie that belong to the vault, or that the configuration and the data name."""
    place = run.place
    yield from (file.place for file in run.loaded[1].values())
    if place.config_file is not None:
        yield str(place.config_file)
    yield run.baseline or os.path.join(place.base, place.config.baseline or BASELINE)
    paths = [*run.files.read, SUMS, *(output.path for output in place.config.outputs)]
    if has_data(place):
        paths += run.data.files
    yield from (os.path.join(place.base, path) for path in paths)
    yield from map(run.place_of, (*run.vault.extras, *run.sources.others))
    if place.config.schemas.folder:
        folder = os.path.join(place.base, place.config.schemas.folder)
        yield from (entry.path for entry in os.scandir(folder))
