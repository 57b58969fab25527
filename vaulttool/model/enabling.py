"""Which units of a repository come up with the machine: those with an ``[Install]``, and those that these start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from posixpath import basename, dirname

from vaulttool.model.repository import Repository
from vaulttool.model.unit_files import drop_ins
from vaulttool.model.unit_keys import QUADLET_KINDS
from vaulttool.parsing.drop_ins import merged
from vaulttool.parsing.units import Service, Unit, read

INSTALLED = ("WantedBy", "RequiredBy", "UpheldBy")
STARTED = ("Wants", "Requires", "BindsTo", "Upholds")  # in [Unit]
ACTIVATED = {"timer": ("Timer", "Unit"), "path": ("Path", "Unit"), "socket": ("Socket", "Service")}
QUADLETS = (".container", ".pod", ".kube")
KINDS = (*QUADLETS, ".service", ".timer", ".socket", ".path", ".target")  # those that start something
LINKED = (".wants", ".requires", ".upholds")  # folders of the links that systemctl enable makes
INSTANCE = re.compile(r"@[^.]*(?=\.)")
STARTING = re.compile(r"\bsystemctl\b.*?\b(?:re)?start\b(?P<names>.*)")
NO = ("false", "no", "off", "0")


class Enabling:
    """The units of one repository and what starts them."""

    def __init__(self, files: Repository) -> None:
        self.files = files

    def unit(self, path: str) -> Unit:
        """A unit with its drop-ins."""
        by: Service = "podman" if path.endswith(QUADLETS) else "systemd"
        return merged(read(self.files.text(path) or "", path, by), path, list(drop_ins(self.files, path)), by)

    def comes_up(self, path: str) -> bool:
        """Whether something starts a unit with the machine: itself, or another unit that comes up."""
        return is_installed(self.unit(path)) or service(path, self.unit(path)) in self._started

    def composes(self, *words: str) -> bool:
        """Whether a unit that comes up runs ``compose`` and has one of these words in a command or as its folder."""
        return any(_composes(unit, words) for unit in self._up)

    @cached_property
    def _units(self) -> Mapping[str, Unit]:
        return {path: self.unit(path) for path in self.files.paths if path.endswith(KINDS)}

    @cached_property
    def _started(self) -> frozenset[str]:
        """The names of all units that come up, with no instance in those of templates."""
        named: dict[str, list[Unit]] = {}
        reached = {_plain(basename(path)) for path in self.files.paths if dirname(path).endswith(LINKED)}
        for path, unit in self._units.items():
            name = service(path, unit)
            named.setdefault(name, []).append(unit)
            if is_installed(unit):
                reached.add(name)
        starts = {name: {each for unit in units for each in _starts(name, unit)} for name, units in named.items()}
        for path, unit in self._units.items():
            pod = unit.last("Container", "Pod")
            told = unit.last("Container", "StartWithPod")
            if pod is not None and not (told and told.value.lower() in NO):
                starts.setdefault(pod_service(pod.value), set()).add(service(path, unit))
        waiting = list(reached)
        while waiting:
            new = starts.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        return frozenset(reached)

    @cached_property
    def _up(self) -> list[Unit]:
        return [unit for path, unit in self._units.items() if service(path, unit) in self._started]


def is_installed(unit: Unit) -> bool:
    """Whether a unit has an ``[Install]`` that makes another unit want it."""
    return any(unit.all("Install", key) for key in INSTALLED)


def service(path: str, unit: Unit) -> str:
    """The name of the unit that systemd knows: that of the service which is made of a Quadlet."""
    stem, _, kind = basename(path).rpartition(".")
    if kind not in QUADLET_KINDS:
        return _plain(basename(path))
    named = unit.last(kind.capitalize(), "ServiceName")
    if named is not None and named.value:
        return _plain(named.value.removesuffix(".service") + ".service")
    return _plain(stem + ".service") if kind in ("container", "kube") else _plain(f"{stem}-{kind}.service")


def pod_service(pod: str) -> str:
    """The service of a pod that a container names."""
    return _plain(pod.removesuffix(".pod") + "-pod.service")


def _starts(name: str, unit: Unit) -> Iterator[str]:
    """The names of the units that one starts."""
    stem, _, kind = name.rpartition(".")
    for entry in unit.entries:
        if entry.group == "Unit" and entry.key in STARTED:
            yield from (_as_service(word) for word in entry.value.split())
        if entry.key.startswith("ExecStart"):
            for found in STARTING.finditer(entry.value):
                yield from (_as_service(word) for word in found["names"].split())
    if kind in ACTIVATED:
        told = unit.last(*ACTIVATED[kind])
        yield _plain(told.value) if told is not None and told.value else stem + ".service"


def _composes(unit: Unit, words: Iterable[str]) -> bool:
    commands = [entry.value for entry in unit.entries if entry.key.startswith("ExecStart")]
    folders = [entry.value for entry in unit.entries if entry.key == "WorkingDirectory"]
    runs = any("compose" in command for command in commands)
    return runs and any(word in text for word in words for text in (*commands, *folders))


def _as_service(word: str) -> str:
    """A unit as systemd names it; Quadlets are named by their files, and services without their ending."""
    if word.endswith(".pod"):
        return pod_service(word)
    if word.endswith((".container", ".kube")):
        return _plain(word.rpartition(".")[0] + ".service")
    return _plain(word if word.endswith(KINDS) else word + ".service")


def _plain(name: str) -> str:
    """A name without the instance of a template."""
    return INSTANCE.sub("@", name)
