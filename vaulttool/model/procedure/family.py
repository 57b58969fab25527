"""The units that belong to one: what it starts, what starts it, the containers of a pod, the Quadlets that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename, dirname, join, normpath
from typing import NamedTuple

from vaulttool.errors import VaulttoolError
from vaulttool.model.enabling import ACTIVATED
from vaulttool.model.procedure.facts import Facts
from vaulttool.model.repository import Repository
from vaulttool.model.setting import Setting
from vaulttool.model.unit_files import drop_ins, read_unit
from vaulttool.model.unit_keys import KINDS, QUADLET_KINDS
from vaulttool.parsing.drop_ins import merged
from vaulttool.parsing.units import Service, read

STARTED_BY_OTHERS = ("service", "container", "kube", "pod")


class Family(NamedTuple):
    """A unit with those that belong to it, all in its folder: the ``target`` that it starts (a timer, socket or path),
    the ``activators`` that start it, the ``members`` of a pod, and the Quadlets that it ``names``. ``missing`` are the
    names of files that are not there. ``because`` says, in Markdown, what tells whose systemd runs them.
    ``files`` are the paths of their drop-ins, and of files that they name by a path from their folder."""

    head: Facts
    target: Facts | None = None
    activators: tuple[Facts, ...] = ()
    members: tuple[Facts, ...] = ()
    names: tuple[Facts, ...] = ()
    missing: tuple[str, ...] = ()
    because: str = ""
    files: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[Facts, ...]:
        """Those whose settings belong on the page, the unit itself first."""
        return (self.head, *((self.target,) if self.target else ()), *self.activators, *self.members)


def facts(files: Repository, path: str, manager: str = "", env: tuple[str, ...] = ()) -> Facts:
    """What the unit at a path says of itself; ``VaulttoolError`` where it cannot be read."""
    kind = path.rpartition(".")[2]
    by: Service = "podman" if kind in QUADLET_KINDS else "systemd"
    declared = read_unit(files, path, env)
    unit = merged(read(files.text(path) or "", path, by), path, list(drop_ins(files, path)), by)
    return Facts(path, unit, declared.settings, manager, declared.problems)


def family(files: Repository, head: Facts) -> Family:
    """The family of a unit, all of it run by one manager. Units beside it that cannot be read are none of it."""
    beside = list(_beside(files, head))
    started = _target(head)
    target = [one for one in beside if started and one.service == started][:1]
    activators = [one for one in beside if _target(one) == head.service and head.kind in STARTED_BY_OTHERS]
    members = [one for one in beside if head.kind == "pod" and one.value("Pod") == head.file]
    wanted = [name for one in (head, *members) for name in one.companions if name != head.file]
    by_file = {one.file: one for one in beside}
    names = [by_file[name] for name in dict.fromkeys(wanted) if name in by_file and by_file[name] not in members]
    missing = [name for name in dict.fromkeys(wanted) if name not in by_file]
    missing += [started] if started and not target else []
    missing += [name for name in head.beside if not _is_there(files, _near(head, name))]
    telling = next((one for one in (head, *target, *activators, *members) if one.manager), head)
    if telling is not head:
        head = head.run_by(telling.manager)
    return Family(
        head,
        next((one.run_by(head.manager) for one in target), None),
        tuple(one.run_by(head.manager) for one in activators),
        tuple(one.run_by(head.manager, head) for one in members),
        tuple(one.run_by(head.manager) for one in names),
        tuple(missing),
        telling.manager_because if telling is head else f"{telling.file}: {telling.manager_because}",
        tuple(_plain_files(files, [head, *target, *activators, *members, *names])),
    )


def _target(one: Facts) -> str:
    """The unit that a timer, socket or path starts; empty for others."""
    if one.kind not in ACTIVATED:
        return ""
    group, key = ACTIVATED[one.kind]
    return one.value(key, group) or f"{one.stem}.service"


def _beside(files: Repository, head: Facts) -> Iterator[Facts]:
    """The other units in the folder of one."""
    for path in files.in_folder(dirname(head.path)):
        if path != head.path and basename(path).rpartition(".")[2] in KINDS:
            try:
                yield facts(files, path, head.given_manager)
            except VaulttoolError:
                continue


def _plain_files(files: Repository, units: Sequence[Facts]) -> Iterator[str]:
    for one in units:
        yield from (each.path for each in drop_ins(files, one.path))
        yield from (path for name in one.beside if _is_there(files, path := _near(one, name)))


def _is_there(files: Repository, path: str) -> bool:
    return path in files.in_folder(dirname(path))


def _near(one: Facts, name: str) -> str:
    """The path of a file that a unit names from its own folder."""
    return normpath(join(dirname(one.path), name))


def settings_of(one: Facts) -> list[Setting]:
    """The settings that a table of it shows: all of them."""
    return list(one.settings)
