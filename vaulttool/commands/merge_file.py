"""``vaulttool merge-file``: merges three versions of a page, for git; generated regions make no conflict."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vaulttool.commands._regenerating import read_again
from vaulttool.errors import VaultError
from vaulttool.model.merging import alike
from vaulttool.storage import git
from vaulttool.storage.writing import Writer


@click.command("merge-file")
@click.argument("ours")
@click.argument("base")
@click.argument("theirs")
@click.option("--path", metavar="PATH", default="", help="What the page is called in the repository.")
@click.option("--marker-size", metavar="N", type=click.IntRange(min=1), default=7, help="How long conflict marks are.")
def merge_file(ours: str, base: str, theirs: str, path: str, marker_size: int) -> None:
    """Merge three versions of a page into the file OURS.

    A merge driver for git: it does what git does with any text, but takes generated regions as OURS has them, whichever
    side wrote them. "vaulttool index" then writes them anew from the merged data. Regions that somebody edited, and
    those with columns that belong to people, are merged line by line. Exit status: 0 merged, 1 conflicts are left in
    OURS, 2 could not run.
    """
    before, old, new = (_content(name) for name in (ours, base, theirs))
    try:
        text, *versions = (content.decode("utf-8") for content in (before, old, new))
        old, new = (one.encode("utf-8") for one in alike(text, versions, lambda page: read_again(path, page), _is_kept))
    except UnicodeDecodeError:
        pass  # a version is no text, and git knows what to do with that
    merged, conflicts = git.merged(before, old, new, marker_size)
    if merged != before:
        Writer().replace(ours, before, merged)  # with no lock: git made the file for this merge, nobody else knows it
    sys.exit(1 if conflicts else 0)


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise VaultError(
            f'"{name}" cannot be read: {(error.strerror or str(error)).lower()}', "check its name"
        ) from error


def _is_kept(kind: str) -> bool:
    """Whether cells in a kind of region belong to people, or the kind is not known."""
    from vaulttool import engine  # only where a page has a region: the kinds take time to import

    known = engine.kinds().get(kind)
    return known is None or bool(known.own)
