"""Hundreds of ordinary notes with thousands of links, on which a checker must say nothing at all."""

from __future__ import annotations

from pathlib import Path

from commands_in import run
from quiet.vault import files

from vaulttool.text.names import cleaned


def test_nothing_is_reported(tmp_path: Path) -> None:
    for path, content in files().items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    done = run("check", "--vault", str(tmp_path), "--fail-on", "warning")
    *findings, counts = done.out.splitlines()
    assert findings == []
    assert done.status == 0
    notes = [path for path in files() if path.lower().endswith(".md") and not _hidden(path)]
    assert counts.startswith(f"{len({cleaned(path) for path in notes})} notes, ")
    assert len(notes) >= 200
    assert int(counts.split()[2]) >= 1000


def _hidden(path: str) -> bool:
    return any(step.startswith(".") for step in path.split("/"))
