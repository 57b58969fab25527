"""A vault too large to be held in memory decoded says what a small one says."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import Done, run
from folders import write

from vaulttool.model import selected
from vaulttool.model.selected import Selected
from vaulttool.storage.stored_notes import StoredNotes

FILES = {
    "A.md": "---\nstatus: x\n---\n# A\n\n[[B#C]] [[gone]]\n",
    "B.md": "# B\n\n![[A]] \n",
    "c.canvas": '{"nodes": [{"type": "file", "file": "gone.md"}]}',
    "vaulttool.toml": '[rules]\norphan-note = "warning"\nambiguous-link = "warning"\n[schemas.paths]\n"A*" = "note"\n',
}


def told(folder: Path, *options: str) -> list[Done]:
    return [run(command, *options, cwd=folder) for command in ("check", "links", "graph")]


@pytest.mark.parametrize("cache", [[], ["--no-cache"]], ids=["with a cache", "without"])
def test_the_same_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: list[str]) -> None:
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    write(tmp_path, FILES)
    small = told(tmp_path, "--no-cache")
    monkeypatch.setattr(selected, "MOST_DECODED", 1)
    assert told(tmp_path, *cache) == small
    assert told(tmp_path, *cache) == small


def test_nothing_decoded_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selected, "MOST_DECODED", 1)
    stored = StoredNotes({"A.md": b"\x90", "B.md": b"\x90"}, {}, {}, lambda paths: {})
    first, again = list(stored.values()), list(stored.values())
    assert first == again
    assert all(one is not other for one, other in zip(first, again, strict=True))
    assert stored["B.md"] is stored["B.md"]  # several rules may ask for the same one in turn
    chosen = Selected(stored, ["B.md"])
    assert list(chosen) == [first[1]] and len(chosen) == 1
    assert first[1] in chosen and first[0] not in chosen
