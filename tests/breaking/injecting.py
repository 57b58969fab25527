"""Faults at every system call of the write path: each change of files is tried once for each of its calls and each
error, with a disk that fails once and with one that fails from then on.

Afterwards each file is as it was or as it was to be, in whole; what is said names it and a remedy, and is true; and the
same once more, on a disk that works, comes to the same end as on one that never failed.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from breaking.calls import watched

from vaulttool.errors import VaultError
from vaulttool.storage import taking
from vaulttool.storage.writing import AS_IT_WAS, Writer, changing

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EDQUOT)
OLD, NEW, OTHER = b"The old text.\n" * 40, b"Another text.\n" * 50, b"A third one.\n"
Tree = Mapping[str, bytes]


class Change(NamedTuple):
    """A change of files: what is there, what is there afterwards, and what is done, with a folder. A text that is a
    path behind an arrow is a symbolic link."""

    before: Tree
    after: Tree
    act: Callable[[Writer, Path], None]
    without: int = 0  # how many ways of giving a free name the system lacks


class Injected(NamedTuple):
    """How many faults were injected, and what was wrong after one."""

    faults: int
    wrong: list[str]


def _replaced(writer: Writer, folder: Path) -> None:
    writer.replace(str(folder / "a.md"), OLD, NEW)


def _made(writer: Writer, folder: Path) -> None:
    writer.replace(str(folder / "a.md"), None, NEW)


def _made_below(writer: Writer, folder: Path) -> None:
    writer.replace(str(folder / "x/y/a.md"), None, NEW)


def _removed(writer: Writer, folder: Path) -> None:
    writer.remove(str(folder / "a.md"), OLD)


def _moved(writer: Writer, folder: Path) -> None:
    writer.move(str(folder / "a.md"), str(folder / "b.md"))


def _moved_below(writer: Writer, folder: Path) -> None:
    writer.move(str(folder / "a.md"), str(folder / "x/y/b.md"))


def _folder_moved(writer: Writer, folder: Path) -> None:
    writer.move(str(folder / "d"), str(folder / "x/e"))


def _several(writer: Writer, folder: Path) -> None:
    writer.replace(str(folder / "a.md"), OLD, NEW)
    writer.replace(str(folder / "d/b.md"), OLD, OTHER)
    writer.replace(str(folder / "d/new.md"), None, NEW)
    writer.remove(str(folder / "c.md"), OLD)


MOVES = (_moved, _moved_below, _folder_moved)
LINK = b"-> d/real.md"
CHANGES: Mapping[str, Change] = {
    "a file": Change({"a.md": OLD}, {"a.md": NEW}, _replaced),
    "a file through a link": Change({"a.md": LINK, "d/real.md": OLD}, {"a.md": LINK, "d/real.md": NEW}, _replaced),
    "a new file": Change({}, {"a.md": NEW}, _made),
    "a new file, by a link": Change({}, {"a.md": NEW}, _made, 1),
    "a new file, by neither": Change({}, {"a.md": NEW}, _made, 2),
    "a new file in new folders": Change({}, {"x/y/a.md": NEW}, _made_below),
    "a file that goes": Change({"a.md": OLD}, {}, _removed),
    "another name": Change({"a.md": OLD}, {"b.md": OLD}, _moved),
    "another name, by a link": Change({"a.md": OLD}, {"b.md": OLD}, _moved, 1),
    "another name, by neither": Change({"a.md": OLD}, {"b.md": OLD}, _moved, 2),
    "another folder": Change({"a.md": OLD}, {"x/y/b.md": OLD}, _moved_below),
    "a folder's name": Change({"d/a.md": OLD}, {"x/e/a.md": OLD}, _folder_moved),
    "a folder's name, by looking": Change({"d/a.md": OLD}, {"x/e/a.md": OLD}, _folder_moved, 1),
    "several": Change(
        {"a.md": OLD, "c.md": OLD, "d/b.md": OLD}, {"a.md": NEW, "d/b.md": OTHER, "d/new.md": NEW}, _several
    ),
}


def injected(change: Change, folder: Path, errors: Sequence[int] = ERRORS, each: bool = True) -> Injected:
    """A change with a fault at each of its calls: with each of the errors, or with one after the other in turn."""
    wrong: list[str] = []
    faults = 0
    for number in itertools.count():
        chosen = errors if each else [errors[number % len(errors)]]
        for error, lasting in itertools.product(chosen, (False, True)):
            where = folder / f"{number}-{error}-{lasting:d}"
            met, found = _attempt(change, where, number, error, lasting)
            shutil.rmtree(where)
            if not met:
                return Injected(faults, wrong)
            faults += 1
            wrong += [
                f"{errno.errorcode[error]} at call {number} ({met}){', lasting' * lasting}: {one}" for one in found
            ]
    raise AssertionError


def interrupted(change: Change, folder: Path) -> Injected:
    """A change that is interrupted at each of its calls, as by Ctrl-C."""
    wrong: list[str] = []
    for number in itertools.count():
        where = folder / str(number)
        _write(change.before, where)
        left = [number]

        def stop(name: str, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == -1:
                raise KeyboardInterrupt

        try:
            with watched(stop):
                _act(change, where)
            return Injected(number, wrong)
        except KeyboardInterrupt:
            wrong += [f"at call {number}: {one}" for one in _after_interrupt(change, where)]
        shutil.rmtree(where)
    raise AssertionError


def _after_interrupt(change: Change, folder: Path) -> Iterator[str]:
    """What is wrong after an interrupt, and after the second run."""
    tree = _tree(folder)
    for path in {**change.before, **change.after, **tree}:
        if tree.get(path) not in (change.before.get(path), change.after.get(path)):
            yield f'"{path}" is neither old nor new'
    empty = [place for place in folder.rglob("*") if place.is_dir() and place.name != "d" and not any(place.iterdir())]
    if empty:
        yield f"{empty} is left"
    if _is_left(change, folder):
        _act(change, folder)
    if _tree(folder) != change.after:
        yield f"after the second run there is {sorted(_tree(folder))}"


def _attempt(change: Change, folder: Path, number: int, error: int, lasting: bool) -> tuple[str, list[str]]:
    """The call at which the fault was injected, empty where there are not so many; and what was wrong afterwards."""
    calls: list[str] = []
    _write(change.before, folder)

    def fail(name: str) -> None:
        calls.append(name)
        if len(calls) == number + 1 or (lasting and len(calls) > number):
            raise OSError(error, os.strerror(error))

    said: VaultError | None = None
    with _lacking(change.without), watched(fail):
        try:
            _act(change, folder)
        except VaultError as told:
            said = told
    if len(calls) <= number:
        return "", []
    found = list(_wrong(change, folder, said, bool(change.without and lasting)))
    if change.without and lasting:
        return calls[number], found
    if _is_left(change, folder):
        with _lacking(change.without):
            try:
                _act(change, folder)
            except VaultError as told:
                found.append(f"the second run says {told}")
    if (tree := _tree(folder)) != change.after:
        found.append(f"after the second run there is {sorted(tree)}")
    return calls[number], found


def _is_left(change: Change, folder: Path) -> bool:
    """Whether there is something left to do: a command looks first whether a file has moved already."""
    return change.act not in MOVES or set(_tree(folder)) & set(change.before) != set()


def _act(change: Change, folder: Path) -> None:
    with changing(folder) as writer:
        change.act(writer, folder)


def _wrong(change: Change, folder: Path, said: VaultError | None, may_be_left: bool) -> Iterator[str]:
    """What is wrong after a fault. Where the system lacks calls and the disk is gone for good, a new name ``may be
    left``, on an empty file or beside the old name."""
    tree = {path: text for path, text in _tree(folder).items() if not path.rpartition("/")[2].startswith(".vaulttool-")}
    for path in {**change.before, **change.after, **tree}:
        fine = (change.before.get(path), change.after.get(path), b"" if may_be_left else None)
        if tree.get(path) not in fine:
            yield f'"{path}" is neither old nor new'
    if change.act in MOVES and OLD not in tree.values():
        yield "it is lost"
    if said is None:
        if tree != change.after:
            yield "nothing was said, and it is not done"
        return
    if str(folder) not in said.message or not said.remedy:
        yield f"it says no more than {said.message!r}, {said.remedy!r}"
    if said.message.endswith(AS_IT_WAS) and change.act is not _several and tree != change.before:
        yield f"it is not as it was: {said.message}"


@contextlib.contextmanager
def _lacking(ways: int) -> Iterator[None]:
    """A system that cannot rename without overwriting, or has no hard links, either."""
    with contextlib.ExitStack() as stack:
        if ways:
            stack.enter_context(mock.patch.object(taking, "_call", lambda: None))
        if ways > 1:
            stack.enter_context(mock.patch.object(os, "link", _no_link))
        yield


def _no_link(old: str, new: str, *, follow_symlinks: bool = True) -> None:
    raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def _write(tree: Tree, folder: Path) -> None:
    folder.mkdir(parents=True)
    for path, text in tree.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if text.startswith(b"-> "):
            place.symlink_to(os.fsdecode(text[3:]))
        else:
            place.write_bytes(text)


def _tree(folder: Path) -> Tree:
    """What is below a folder; a folder with nothing in it stands for itself."""
    found = {}
    for place in folder.rglob("*"):
        path = place.relative_to(folder).as_posix()
        if place.is_symlink():
            found[path] = b"-> " + os.fsencode(os.readlink(place))
        elif stat.S_ISREG(place.stat().st_mode):
            found[path] = place.read_bytes()
    return found
