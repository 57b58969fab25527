"""Puts the script that draws the graph of `vaulttool report` into the package: d3, from npm, by its hash.

A build without npm makes a package that has everything else, and says so; a release is refused without it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "d3@7.9.2"
SUM = "sha512-ZKb/mONPVKzaO5UlcWcwN8bS4ezvQaYu+bsou+XgNABdGC800kwH651ADTbbTxMPHW13UlvbQafdmJQDk1w7Mg=="
FILES = {"package/dist/d3.min.js": "d3.min.js", "package/LICENSE": "d3.LICENSE"}
FOLDER = Path("vaulttool", "site", "assets", "vendor")
NEEDED = "VAULTTOOL_NEEDS_D3"  # in the environment of a release


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]  # hatchling has no types
    """Runs before every build, also one for development."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = Path(self.root) / FOLDER
        if not all((folder / name).is_file() for name in FILES.values()):
            try:
                _fetch(folder)
            except (OSError, subprocess.SubprocessError, ValueError) as error:
                if os.environ.get(NEEDED):
                    raise
                self.app.display_warning(f"{PACKAGE} is missing, so that reports draw no graph: {error}")
                return
        build_data["artifacts"] += [f"/{(FOLDER / name).as_posix()}" for name in FILES.values()]


def _fetch(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise ValueError("npm is not installed")
    with tempfile.TemporaryDirectory() as place:
        command = [npm, "pack", PACKAGE, "--ignore-scripts", "--silent"]
        subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=120)
        archive = next(Path(place).glob("*.tgz"))
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != SUM:
            raise ValueError(f"{archive.name} has another hash than it should")
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as packed:
            for inside, name in FILES.items():
                file = packed.extractfile(inside)
                if file is None:
                    raise ValueError(f"{archive.name} has no {inside}")
                (folder / name).write_bytes(file.read())
