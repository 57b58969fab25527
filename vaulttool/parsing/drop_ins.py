"""Drop-ins of a unit: the folders they lie in, and the unit with them merged in."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import basename, dirname, join
from typing import NamedTuple

from vaulttool.parsing.problem import Problem
from vaulttool.parsing.units import Service, Unit, read


class DropIn(NamedTuple):
    """A ``*.conf`` file: its path, whose folder tells which units it is for, and its text."""

    path: str
    text: str


def folders(path: str) -> tuple[str, ...]:
    """The folders that hold drop-ins of the unit at this path, the most specific first.

    ``units/a-b.container`` has ``units/a-b.container.d``, ``units/a-.container.d`` and ``units/container.d``.
    """
    name, _, kind = basename(path).rpartition(".")
    base, template, instance = name.partition("@")
    names = [f"{name}.{kind}.d"]
    if instance:
        names.append(f"{base}@.{kind}.d")
    steps = base.split("-")
    for count in range(len(steps) - 1, 0, -1):
        start = "-".join(steps[:count]) + "-"
        names += [f"{start}@.{kind}.d", f"{start}.{kind}.d"] if template else [f"{start}.{kind}.d"]
    return tuple(join(dirname(path), each) for each in [*names, f"{kind}.d"])


def merged(main: Unit, path: str, drop_ins: Sequence[DropIn], by: Service = "podman") -> Unit:
    """The unit at ``path`` with its drop-ins, each read after the ones whose file name sorts before its own.

    Of two files of one name the one in the more specific folder counts, and the other is as if it were not there.
    The order of the others is that of the file names alone, whichever folder they lie in. A file that is no
    drop-in of this unit is a problem and changes nothing.
    """
    ranks = {basename(folder): rank for rank, folder in enumerate(folders(path))}
    fitting = [each for each in drop_ins if basename(dirname(each.path)) in ranks and each.path.endswith(".conf")]
    chosen: dict[str, DropIn] = {}
    for each in sorted(fitting, key=lambda drop_in: ranks[basename(dirname(drop_in.path))]):
        chosen.setdefault(basename(each.path), each)
    units = [main, *(read(chosen[name].text, chosen[name].path, by) for name in sorted(chosen))]
    known = {each.path for each in fitting}
    strange = [Problem(each.path, 1, f'no drop-in of "{path}"') for each in drop_ins if each.path not in known]
    problems = [*(problem for unit in units for problem in unit.problems), *strange]
    return Unit(tuple(entry for unit in units for entry in unit.entries), tuple(problems))
