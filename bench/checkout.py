"""The checkout that is measured, and the real vaults beside it."""

from __future__ import annotations

import os
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOP = Path(__file__).parents[1]
SHARED = TOP.parent / "shared" / "vaults"
HUB = "obsidian-hub"
OWN = (sys.executable, "-m", "vaulttool")  # with `environment()`, the checkout's own code wherever it is run


def environment(own: bool = True) -> dict[str, str]:
    """The environment for what is timed: without the settings of this Python, with the checkout's code if ``own``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VAULTTOOL"))}
    return kept | ({"PYTHONPATH": str(TOP)} if own else {})


def has(name: str) -> bool:
    """Whether a real vault is there."""
    return (SHARED / f"{name}.tar.xz").exists()


@contextmanager
def unpacked(name: str) -> Iterator[Path]:
    """A real vault in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield unpack(name, Path(folder))


def unpack(name: str, folder: Path) -> Path:
    """A real vault below a folder."""
    with tarfile.open(SHARED / f"{name}.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    return folder / name
