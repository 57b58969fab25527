"""The same vault gives the same answer everywhere: whatever the locale, time zone, hashes, terminal, listings, line ends
and the file system's ideas of names."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from commands_in import run
from folders import write
from lengths import some
from towns import TOWNS

from vaulttool.storage import disk

NOTES: Mapping[str, str] = {
    **TOWNS,
    "Ängste/Über Öl.md": "# İstanbul\n\n[[Gone]] [[über öl]] [[Über öl#istanbul]] [[Straße]] [[I]]\n",
    "Straße.md": "---\ntags: [a, B]\naliases: [Ümlaut]\n---\n\n[[ümlaut]] [[STRASSE]] [[İ]]\n",
    "i.md": "Since 2026-03-29 02:30. [[Ångström]]\n",
    "towns/Z.md": "[[z]] [[Lisbon#Gone]] ![[x.png]]\n",
}
COMMANDS = (
    ("check", "--format", "json"),
    ("links",),
    ("graph", "--format", "json"),
    ("index", "--diff"),
    ("check", "--statistics"),
)
PROGRAM = f"""\
import sys
from unittest import mock
import os
sys.path.insert(0, {str(Path(__file__).parent)!r})
from commands_in import run
for command in {COMMANDS!r}:
    done = run(*command)
    print(done.status, done.out, done.err)
"""
SURROUNDINGS: Mapping[str, Mapping[str, str]] = {
    "another hash": {"PYTHONHASHSEED": "1"},
    "a third hash": {"PYTHONHASHSEED": "4242"},
    "no locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
    "a locale that is not there": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "far east": {"TZ": "Pacific/Kiritimati"},
    "far west": {"TZ": "Etc/GMT+12"},
    "a narrow terminal": {"COLUMNS": "20", "LINES": "5"},
    "a wide terminal": {"COLUMNS": "400", "TERM": "xterm-256color"},
    "no terminal": {"TERM": "dumb", "NO_COLOR": "1"},
    "optimised": {"PYTHONOPTIMIZE": "1"},
    "in development": {"PYTHONDEVMODE": "1", "PYTHONWARNINGS": "error"},
}


def answer(vault: Path, environment: Mapping[str, str] = {}, umask: int = 0o022) -> str:
    """What all commands say, in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "TZ")}
    made = {**kept, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "VAULTTOOL_NO_CACHE": "1", **environment}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=vault, env=made, capture_output=True, umask=umask)
    assert done.stderr == b"", done.stderr
    return done.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("same") / "vault", NOTES)


@pytest.fixture(scope="module")
def usual(vault: Path) -> str:
    found = answer(vault)
    assert '"broken-link"' in found and "Straße" in found
    return found


@pytest.mark.parametrize("name", some([*SURROUNDINGS], 2, 8))
def test_what_surrounds_a_run_does_not_matter(name: str, vault: Path, usual: str) -> None:
    assert answer(vault, SURROUNDINGS[name]) == usual


@pytest.mark.parametrize("umask", some([0o000, 0o077], first=1), ids=oct)
def test_the_umask_does_not_matter(umask: int, vault: Path, usual: str) -> None:
    assert answer(vault, umask=umask) == usual


def said(vault: Path) -> list[Any]:
    return [run(*command, cwd=vault) for command in COMMANDS]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_listings_does_not_matter(seed: int, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = said(vault)
    chance = random.Random(seed)
    scan, names = os.scandir, os.listdir

    class Shuffled:
        def __init__(self, *place: Any) -> None:
            with scan(*place) as entries:
                self.entries = list(entries)
            chance.shuffle(self.entries)

        def __enter__(self) -> Any:
            return iter(self.entries)

        def __exit__(self, *error: object) -> None:
            pass

        def __iter__(self) -> Any:
            return iter(self.entries)

        def close(self) -> None:
            pass

    monkeypatch.setattr(os, "scandir", Shuffled)
    monkeypatch.setattr(os, "listdir", lambda *place: chance.sample(found := names(*place), len(found)))
    assert said(vault) == usual


def test_jobs_do_not_matter(vault: Path) -> None:
    outputs = {run("check", "--format", "json", "--jobs", str(jobs), cwd=vault).out for jobs in (1, 2, 5)}
    assert len(outputs) == 1


def findings(vault: Path) -> list[tuple[Any, ...]]:
    found = json.loads(run("check", "--format", "json", cwd=vault).out)["findings"]
    return [(one["path"], one["rule"], one["message"], one["line"], one["column"]) for one in found]


def test_a_checkout_with_crlf_has_the_same_findings(vault: Path, tmp_path: Path) -> None:
    changed = {path: text.replace("\r\n", "\n").replace("\n", "\r\n") for path, text in NOTES.items()}
    assert findings(write(tmp_path, changed)) == findings(vault)


def test_a_file_system_that_decomposes_names_has_the_same_findings(vault: Path, tmp_path: Path) -> None:
    decomposed = {unicodedata.normalize("NFD", path): text for path, text in NOTES.items()}
    assert decomposed.keys() != NOTES.keys()
    found = findings(write(tmp_path, decomposed))
    assert sorted((unicodedata.normalize("NFC", path), *rest) for path, *rest in found) == sorted(findings(vault))


def test_a_file_system_that_ignores_case_has_the_same_findings(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a one opens a file by any spelling of its name; what is said to be there follows the listings all the same."""
    usual = findings(vault)
    is_file, is_dir = disk.Disk.is_file, disk.Disk.is_dir

    def spelt(place: str) -> str:
        folder, name = os.path.split(place)
        if folder == place or os.path.lexists(place):
            return place
        folder = spelt(folder)
        there = os.listdir(folder) if os.path.isdir(folder) else []
        return os.path.join(folder, next((one for one in there if one.lower() == name.lower()), name))

    monkeypatch.setattr(disk.Disk, "is_file", lambda self, place: is_file(self, spelt(place)))
    monkeypatch.setattr(disk.Disk, "is_dir", lambda self, place: is_dir(self, spelt(place)))
    exists = os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda place: exists(spelt(os.fspath(place))))
    assert findings(vault) == usual
