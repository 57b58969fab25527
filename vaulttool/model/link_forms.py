"""The ways to write a link to a file that has moved, those most like the author's first."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.resolve import Index
from vaulttool.model.shortest import shortest

NOTE = ".md"


class Ends(NamedTuple):
    """Where a link leads from and to, before and after: vault paths."""

    source: str
    new_source: str
    target: str
    new_target: str


def forms(written: str, ends: Ends, markdown: bool, before: Index) -> Iterator[str]:
    """The linkpaths that may stand in place of ``written``, the best first; the last ones are whole paths.

    One from the root stays one from the root, a relative one relative, a whole path whole, the shortest is the shortest
    again, and ``.md`` is written where it was.
    """
    whole = _as_long(written, ends.target, ends.new_target)
    relative = _relative(whole, ends.new_source)
    if written.startswith("/"):
        yield "/" + whole
    elif written.startswith(("./", "../")):
        yield _dotted(relative)
    elif markdown and is_relative(written, ends.source, ends.target):
        yield from (relative, _dotted(relative), whole)
    elif "/" in written and written.lower() == _as_long(written, ends.target, ends.target).lower():
        yield whole
    else:
        is_shortest = written == shortest(before, ends.target, ends.source)
        yield from _tails(whole, 1 if is_shortest else written.count("/") + 1)
    yield from _tails(ends.new_target, 1)
    yield "/" + ends.new_target
    yield _dotted(_relative(ends.new_target, ends.new_source))  # the only one that may hold a colon in a Markdown link


def can_be_written(form: str, markdown: bool) -> bool:
    """Whether a linkpath can stand in a link without being read as something else."""
    if "#" in form or (not markdown and ("|" in form or "[[" in form or "]]" in form)):
        return False
    return not markdown or ":" not in form or form.startswith(("./", "../"))


def is_relative(written: str, source: str, target: str) -> bool:
    """Whether a path leads from the folder of the source to the target, as a forge reads it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), written)) == target


def is_right(written: str, ends: Ends) -> bool:
    """Whether a linkpath that leads to a file which has moved names it by its new path, and not by the old one only
    because nothing else ends so or since case does not count."""
    steps = _plain(written)
    new = _as_long(written, ends.target, ends.new_target).split("/")[-len(steps) :]
    old = _as_long(written, ends.target, ends.target).split("/")[-len(steps) :]
    return [step.lower() for step in steps] == [step.lower() for step in new] and (steps == new or steps != old)


def _as_long(written: str, old: str, new: str) -> str:
    """The new path with ``.md``, or without it where the link leaves it out."""
    bare = old.lower().endswith(NOTE) and posixpath.basename(old).lower() != posixpath.basename(written).lower()
    return new[: -len(NOTE)] if bare and new.lower().endswith(NOTE) else new


def _plain(written: str) -> list[str]:
    """The steps of a linkpath that go down."""
    return [step for step in written.split("/") if step not in ("", ".", "..")]


def _relative(path: str, source: str) -> str:
    return posixpath.relpath("/" + path, "/" + posixpath.dirname(source))


def _dotted(relative: str) -> str:
    return relative if relative.startswith("../") else "./" + relative


def _tails(path: str, fewest: int) -> Iterator[str]:
    """The path with more and more of its folders."""
    steps = path.split("/")
    for count in range(min(fewest, len(steps)), len(steps) + 1):
        yield "/".join(steps[-count:])
