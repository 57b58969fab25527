"""An overlay shows what a disk would show on which its contents were written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from folders import write
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.storage import disk
from vaulttool.storage.disk import DISK, Disk
from vaulttool.storage.overlay import Blob, Laid, Overlay

PATHS = ["a.md", "x.md", "d/a.md", "d/b.png", "d/e/a.md", "x.md/in.md", "f/g/h/i.md", ".dot/a.md"]
CONTENTS = st.sampled_from([b"", b"one", b"two"])


def without_clashes(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files that can stand beside one another: none is a folder of another."""
    return {path: one for path, one in files.items() if not any(other.startswith(path + "/") for other in files)}


STATES = st.dictionaries(st.sampled_from(PATHS), CONTENTS).map(without_clashes)


def shown(top: Path, by: Disk) -> dict[str, object]:
    """All that can be asked of a disk about some places."""
    listing = disk.Listing(top, by)
    places = {path: str(top / path) for path in {*PATHS, "d", "d/e", "f", "f/g/h", "x", ".dot"}}
    files = disk.files(top, disk=by)
    return {
        "files": sorted(files),
        "notes": {file.path: file.content() for file in by.filled([*files.values()])},
        "is_file": {path for path, place in places.items() if by.is_file(place)},
        "is_dir": {path for path, place in places.items() if by.is_dir(place)},
        "exists": {path for path in places if listing.exists(path)},
        "contents": {path: by.content(place) for path, place in places.items() if by.is_file(place)},
        "listed": sorted(by.listed(str(top), _walked(top))),
    }


def _walked(top: Path) -> list[str]:
    return [place.relative_to(top).as_posix() for place in top.rglob("*") if place.is_file()]


@law(150)
@given(STATES, STATES)
def test_laid_over_or_written(here: dict[str, bytes], there: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(os.path.realpath(folder))
        laid: dict[str, Laid] = {path: None for path in here if path not in there}
        laid |= {path: one for path, one in there.items() if here.get(path) != one}
        ids = {f"blob {path}": one for path, one in there.items()}
        blobs: dict[str, Laid] = {path: Blob(f"blob {path}") if one is not None else None for path, one in laid.items()}
        write(top / "here", here)
        write(top / "there", {"keep.txt": "", **there})
        write(top / "here", {"keep.txt": ""})
        expected = shown(top / "there", DISK)
        for one in (laid, blobs):
            overlay = Overlay({str(top / "here" / path): content for path, content in one.items()}, lambda asked: ids)
            assert shown(top / "here", overlay) == expected


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "", "d/b.md": "", "d/e/c.md": "", "de/f.md": ""})
    overlay = Overlay({f"{tmp_path}/d/": None})
    assert sorted(disk.files(tmp_path, disk=overlay)) == ["a.md", "de/f.md"]
    assert not overlay.is_file(f"{tmp_path}/d/b.md") and not overlay.is_dir(f"{tmp_path}/d/e")


def test_a_vault_that_is_only_laid(tmp_path: Path) -> None:
    overlay = Overlay({f"{tmp_path}/v/a.md": b"x"})
    assert [file.path for file in disk.files(tmp_path / "v", disk=overlay).values()] == ["a.md"]


def test_links(tmp_path: Path) -> None:
    """A link on disk leads to what is laid over its end; one that is laid leads where it says."""
    write(tmp_path, {"a.md": "old", "d/b.md": "b", "real/c.md": "old"})
    (tmp_path / "on-disk.md").symlink_to("a.md")
    (tmp_path / "dangling.md").symlink_to("new.md")
    (tmp_path / "folder").symlink_to("real")
    laid: dict[str, Laid] = {"a.md": b"laid", "new.md": b"new", "real/c.md": b"laid"}
    laid |= {
        "to b.md": Blob("b", True),
        "to d": Blob("d", True),
        "round.md": Blob("round", True),
        "gone.md": Blob("gone", True),
    }
    texts = {"b": b"d/b.md", "d": b"d", "round": b"round.md", "gone": b"nowhere.md"}
    overlay = Overlay({f"{tmp_path}/{path}": one for path, one in laid.items()}, lambda ids: texts)
    files = disk.files(tmp_path, disk=overlay)
    assert {file.path: file.content() for file in overlay.filled([*files.values()])} == {
        "a.md": b"laid", "dangling.md": b"new", "d/b.md": b"b", "new.md": b"new", "on-disk.md": b"laid",
        "real/c.md": b"laid", "to b.md": b"b",
    }  # fmt: skip
    assert overlay.content(f"{tmp_path}/folder/c.md") == b"laid"


def test_a_top_that_is_reached_by_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real", {"a.md": "old"})
    (tmp_path / "link").symlink_to("real")
    overlay = Overlay({f"{tmp_path}/real/a.md": b"new", f"{tmp_path}/real/d/b.md": b"b"})
    files = disk.files(tmp_path / "link", disk=overlay)
    assert {file.path: file.content() for file in overlay.filled([*files.values()])} == {"a.md": b"new", "d/b.md": b"b"}


@pytest.mark.parametrize("laid", [{}, {"a.md": None}])
def test_what_is_not_there_cannot_be_read(laid: dict[str, Laid], tmp_path: Path) -> None:
    write(tmp_path, {"a.md": ""} if laid else {})
    overlay = Overlay({f"{tmp_path}/{path}": one for path, one in laid.items()})
    with pytest.raises(FileNotFoundError):
        overlay.content(f"{tmp_path}/a.md")
    with pytest.raises(FileNotFoundError):
        overlay.entries(f"{tmp_path}/nowhere")


def test_contents_are_asked_for_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def fetch(ids: Sequence[str]) -> dict[str, bytes]:
        asked.extend(ids)
        return {"1": b"one", "2": b"two"}

    overlay = Overlay(
        {f"{tmp_path}/a.md": Blob("1"), f"{tmp_path}/b.md": Blob("1"), f"{tmp_path}/c.md": Blob("2")}, fetch
    )
    overlay.filled([*disk.files(tmp_path, disk=overlay).values()])
    overlay.content(f"{tmp_path}/c.md")
    assert asked == ["1", "2"]
