"""``check --watch``: what is found is told again each time that a file changes. The door to watchfiles."""

from __future__ import annotations

import datetime
import gc
import os
import time
from collections.abc import Callable, Generator, Iterable, Sequence, Set
from pathlib import Path
from typing import NamedTuple, NoReturn

from vaulttool.commands._followed import Change, Followed
from vaulttool.commands._options import CACHE_FOLDER
from vaulttool.commands._run import Run
from vaulttool.errors import ConfigurationError, VaultError, VaulttoolError
from vaulttool.storage.root import FILES, Place

STEP = 20  # milliseconds without a change, after which those before are taken in
TOGETHER = 1_600  # milliseconds, after which they are taken in anyway
TICK = 200  # milliseconds, after which we look whether the vault is still there
PATIENCE = 2.0  # seconds for which it may be gone: some programs put another folder in its place
MANY = 1_000  # changes for which all is read anew
UNWATCHED = frozenset({".git", ".obsidian", CACHE_FOLDER})  # folders


class Watch(NamedTuple):
    """What is watched, and who is told: ``place`` finds the vault, ``begin`` reads it, ``select`` and ``ignore`` are
    the rules that the command line chooses; ``tell`` is called with what is said now and, where not all was read
    anew, with the changes that lead there, ``complain`` with what a person can put right."""

    place: Callable[[], Place]
    begin: Callable[[], Run]
    select: Sequence[str]
    ignore: Sequence[str]
    tell: Callable[[Followed, Iterable[Change] | None], None]
    complain: Callable[[VaulttoolError], None]

    def go_on(self) -> NoReturn:
        """Tell what is found, and again after each change, until somebody interrupts.

        ``ConfigurationError`` where watchfiles is not installed, ``VaultError`` where the vault is gone.
        """
        require()
        followed = None
        while True:  # once more where the vault lies elsewhere or is another folder
            followed = _AtOnePlace(self, _found(self.place), followed).go_on()


def require() -> None:
    """``ConfigurationError`` where watchfiles is not installed."""
    try:
        import watchfiles  # noqa: F401  # looked for before anything is read
    except ImportError as error:
        remedy = 'install it with "pip install obsidian-vaulttool[watch]"'
        raise ConfigurationError("--watch needs the package watchfiles", remedy) from error


class _AtOnePlace:
    """A vault as long as it stays where it is."""

    def __init__(self, watch: Watch, place: Place, followed: Followed | None) -> None:
        self.watch = watch
        self.place = place
        self.followed = followed
        self.identity = _identity(place.root)
        self.day = datetime.date.today()
        self.must_begin = True  # at first, and after a configuration that could not be used

    def go_on(self) -> Followed | None:
        """Follow the changes until something else is to be watched. Watching begins before the vault is read, so that
        no change is missed."""
        folders = _folders(self.place)
        told = self._told(folders)
        self._take(())
        for batch in told:
            places = {place for _, place in batch if _is_of_interest(place, folders)}
            if not self._is_there() or (self._decide(places) and self._has_moved()):
                break
            if places or self.day != datetime.date.today():
                self._take(places)
        told.close()
        return self.followed

    def _told(self, folders: Sequence[str]) -> Generator[Set[tuple[object, str]], None, None]:
        """The changes below some folders, batch by batch, from now on; an empty batch at each tick."""
        from watchfiles import watch  # only for this: it takes time to import

        if self.identity is None:
            self.watch.begin()  # which says what is wrong
        told = watch(
            *folders, watch_filter=None, debounce=TOGETHER, step=STEP, rust_timeout=TICK, yield_on_timeout=True
        )
        try:
            next(told)
        except (OSError, RuntimeError) as error:
            remedy = "where the system has too few watches, WATCHFILES_FORCE_POLLING=1 does without them"
            raise VaultError(f'"{self.place.root}" cannot be watched: {error}', remedy) from error
        return told

    def _take(self, places: Iterable[str]) -> None:
        """Take in what changed at these places, and tell what is said then; a complaint where that cannot be done."""
        places = set(places)
        try:
            if self.must_begin or len(places) > MANY or self.day != datetime.date.today() or self._decide(places):
                self._begin()
            elif self.followed is not None:
                self.watch.tell(self.followed, self.followed.take(places))
        except VaulttoolError as error:
            if self.followed is None:
                raise
            self.must_begin = True
            self.watch.complain(error)

    def _begin(self) -> None:
        """Read all anew. What is read lives on, so that it is no garbage that would have to be looked at again."""
        self.day = datetime.date.today()
        self.followed = Followed(self.watch.begin(), self.watch.select, self.watch.ignore)
        self.place = self.followed.run.place
        self.must_begin = False
        self.watch.tell(self.followed, None)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        gc.enable()  # it is off in the command line, where runs are short

    def _decide(self, places: Iterable[str]) -> bool:
        """Whether something changed that decides what is read, which rules are on, and of what they speak."""
        schemas = self.place.config.schemas.folder
        own = os.path.join(self.place.base, schemas, "") if schemas else None
        return any(
            os.path.basename(place) == ".gitignore"
            or (os.path.basename(place) in FILES and Path(place).parent in (self.place.base, self.place.root))
            or (own is not None and place.startswith(os.path.normpath(own)))
            for place in places
        )

    def _is_there(self) -> bool:
        """Whether the vault is the same folder still. ``VaultError`` where none is there for some time."""
        begun = time.monotonic()
        while (now := _identity(self.place.root)) is None:
            if time.monotonic() - begun > PATIENCE:
                raise VaultError(f'the vault "{self.place.root}" is gone', "start again where it is")
            time.sleep(TICK / 1000)
        return now == self.identity

    def _has_moved(self) -> bool:
        """Whether the configuration names another vault now, or another configuration counts."""
        try:
            now = self.watch.place()
        except VaulttoolError:  # it will be said
            return False
        return (now.root, now.base) != (self.place.root, self.place.base)


def _found(place: Callable[[], Place]) -> Place:
    """The place of the vault, if need be after some time."""
    begun = time.monotonic()
    while True:
        try:
            return place()
        except VaulttoolError:
            if time.monotonic() - begun > PATIENCE:
                raise
        time.sleep(TICK / 1000)


def _folders(place: Place) -> list[str]:
    """The folders to watch: the vault, and that of the configuration, which speaks of files beside it."""
    folders = sorted({str(place.root), str(place.base)}, key=len)
    return folders[:1] if folders[-1].startswith(os.path.join(folders[0], "")) else folders


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one that takes its place; None where there is none."""
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _is_of_interest(place: str, folders: Iterable[str]) -> bool:
    """Whether a place is one whose changes count: the folders above those that are watched may have any name."""
    below = next((place[len(folder) :] for folder in folders if place.startswith(folder)), place)
    return UNWATCHED.isdisjoint(below.split(os.sep))
