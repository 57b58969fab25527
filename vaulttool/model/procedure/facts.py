"""What a unit file says of itself, as far as it is certain: its name in systemd, its manager, image, ports, needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from posixpath import basename

from vaulttool.model.arguments import ENGINES
from vaulttool.model.enabling import is_installed, service
from vaulttool.model.procedure.managers import SYSTEM, USER, told_manager
from vaulttool.model.procedure.mounts import mounted
from vaulttool.model.procedure.ports import Port, port
from vaulttool.model.setting import Setting
from vaulttool.model.unit_keys import LISTS, QUADLET_KINDS
from vaulttool.parsing.problem import Problem
from vaulttool.parsing.units import Unit

SPECIFIER = re.compile(r"%(?P<letter>[A-Za-z%])")
VARIABLE = re.compile(r"\$\{?[A-Za-z_]")
ODD_PATH = re.compile(r"[%$*?\[\s]")
PLAIN_PATH = re.compile(r"[\w~/.+@-]+")
MOUNTING = ("container", "pod", "service", "build")
NAMES = {"container": "ContainerName", "pod": "PodName", "network": "NetworkName", "volume": "VolumeName"}


class Facts:
    """One unit: its path from the configuration's folder, its entries with drop-ins merged, the settings that it
    declares, and what in it cannot be read. ``given_manager`` is what somebody said of it: ``user``, ``system`` or
    nothing. ``outer`` is the pod that it is a container of, whose ports are its own."""

    def __init__(
        self,
        path: str,
        unit: Unit,
        settings: Sequence[Setting],
        given_manager: str = "",
        problems: Sequence[Problem] = (),
        outer: Facts | None = None,
    ) -> None:
        self.path = path
        self.unit = unit
        self.settings = settings
        self.given_manager = given_manager
        self.problems = problems
        self.outer = outer
        self.file = basename(path)
        self.stem, _, self.kind = self.file.rpartition(".")
        self.is_quadlet = self.kind in QUADLET_KINDS
        self.group = self.kind.capitalize()

    def run_by(self, manager: str, pod: Facts | None = None) -> Facts:
        """The same unit, run by a manager, as a container of a pod if one is given."""
        return Facts(self.path, self.unit, self.settings, manager, self.problems, pod or self.outer)

    def value(self, key: str, group: str | None = None) -> str:
        """The value that counts of a key with one; podman takes a pair of double quotes off. Empty where none is."""
        found = self.unit.last(self.group if group is None else group, key)
        written = found.value if found else ""
        is_quoted = self.is_quadlet and len(written) > 1 and written[0] == written[-1] == '"'
        return written[1:-1] if is_quoted and key not in LISTS else written

    def values(self, key: str, group: str | None = None) -> list[str]:
        """The values that count of a key with many."""
        return [entry.value for entry in self.unit.all(self.group if group is None else group, key)]

    @cached_property
    def service(self) -> str:
        """What systemd knows it as: for a Quadlet the service that podman makes of it, else the file itself. A template
        has no instance in it."""
        return service(self.path, self.unit)

    @property
    def is_template(self) -> bool:
        """Whether it is started with an instance: ``name@INSTANCE.service``."""
        return "@." in self.service

    @property
    def description(self) -> str:
        """What the unit calls itself."""
        return self.value("Description", "Unit")

    @cached_property
    def manager(self) -> str:
        """Whose systemd runs it: ``user``, ``system``, or empty where nothing tells."""
        return self.given_manager or self._told_manager[0]

    @cached_property
    def manager_because(self) -> str:
        """What in the unit tells whose systemd runs it."""
        return "" if self.given_manager else self._told_manager[1]

    @cached_property
    def _told_manager(self) -> tuple[str, str]:
        return told_manager(self.path, self.unit, self.value("UserNS") if self.is_quadlet else "")

    @property
    def is_oneshot(self) -> bool:
        """Whether it runs to an end, after which it is not active."""
        is_one = self.value("Type", "Service").lower() == "oneshot"
        return is_one and self.value("RemainAfterExit", "Service").lower() not in ("yes", "true", "on", "1")

    @property
    def starts_at_boot(self) -> bool:
        """Whether the unit itself asks to be started with the machine or the user's manager."""
        return is_installed(self.unit)

    @property
    def makes_container(self) -> bool:
        """Whether what it runs is one container."""
        return self.kind == "container" or (self.kind == "service" and bool(self.image and self.name))

    @property
    def engine(self) -> str:
        """The program that its containers are asked for with: ``podman``, or ``docker`` where a service starts that."""
        return "docker" if self.kind == "service" and basename(self._started) == "docker" else "podman"

    @cached_property
    def name(self) -> str:
        """The name of the container, pod, network or volume; empty where specifiers keep it unknown, and for a unit
        that makes none."""
        if self.kind == "service":
            return self._expanded(self.flag("--name")) if self.image else ""
        given = self.value(NAMES[self.kind]) if self.kind in NAMES else ""
        if given:
            return self._expanded(given)
        stem = self.service.rpartition(".")[0] if self.kind == "container" else self.stem
        return f"systemd-{stem}" if self.kind in NAMES and not self.is_template else ""

    def _expanded(self, text: str) -> str:
        """A text with the specifiers that are known, or nothing where one is not."""
        bare = self.service.rpartition(".")[0]
        known = {"n": self.service, "N": bare, "p": bare.partition("@")[0], "%": "%"}
        if VARIABLE.search(text) or any(found["letter"] not in known for found in SPECIFIER.finditer(text)):
            return ""
        return "" if self.is_template else SPECIFIER.sub(lambda found: known[found["letter"]], text)

    @cached_property
    def image(self) -> str:
        """The image as written in ``Image=``, or in the ``podman run`` of a service; a build's first tag."""
        if self.kind == "build":
            return next(iter(self.values("ImageTag")), "")
        if self.kind == "service":
            return next((one.value for one in self.settings if (one.kind, one.name) == ("key", "Image")), "")
        return self.value("Image")

    @cached_property
    def ports(self) -> list[Port]:
        """The ports that it, or its pod, publishes and that are known."""
        if self.outer is not None:
            return self.outer.ports
        return [found for written in self._published if (found := port(written)) is not None]

    @cached_property
    def unknown_ports(self) -> list[str]:
        """What it publishes under variables or in a form that is not known, as it is written."""
        return [written for written in self._published if port(written) is None]

    @cached_property
    def _published(self) -> list[str]:
        if self.kind == "service":
            return [one.value for one in self.settings if one.name in ("--publish", "-p") and self.image]
        return self.values("PublishPort")

    @property
    def shares_network_of_host(self) -> bool:
        """Whether its processes use the host's own network."""
        return "host" in (self.values("Network") if self.is_quadlet else [self.flag("--network", "--net")])

    def flag(self, *names: str) -> str:
        """The value of the first of these flags that its command line has."""
        found = {one.name: one.value for one in reversed(self.settings) if one.kind == "flag" and one.value}
        return next((found[name] for name in names if name in found), "")

    def has_flag(self, name: str) -> bool:
        """Whether its command line has a flag, with or without a value."""
        return any(one.kind == "flag" and one.name == name for one in self.settings)

    def variable(self, name: str) -> str:
        """The value of a variable that it sets."""
        found = [one.value for one in self.settings if one.kind == "environment" and one.name == name]
        return found[-1] if found and not VARIABLE.search(found[-1]) else ""

    @cached_property
    def arguments(self) -> list[str]:
        """The words of its command line that are no flags and belong to none."""
        return [one.value for one in self.settings if one.kind == "argument"]

    @cached_property
    def secrets(self) -> list[str]:
        """The names of the podman secrets that it is given; their values stand nowhere in it."""
        return [one for value in self.values("Secret") if (one := value.partition(",")[0].strip())]

    @cached_property
    def volumes(self) -> list[str]:
        """What it mounts, as it is written."""
        if self.kind == "service":
            return [one.value for one in self.settings if one.name in ("--volume", "-v") and self.image]
        return [*self.values("Volume"), *(found for one in self.values("Mount") if (found := mounted(one)))]

    @cached_property
    def host_paths(self) -> list[str]:
        """The paths of the host that it mounts or reads, as a shell reads them; optional ones are left out, and those
        with variables or specifiers that are not known."""
        asked = [value.partition(":")[0] for value in self.volumes] if self.kind in MOUNTING else []
        asked += [file for file in self.environment_files if not file.startswith("-")]
        asked += [self.value("WorkingDirectory", "Service").lstrip("-")]
        is_program = self.kind == "service" and basename(self._started) not in ENGINES
        asked += [self._started.lstrip("-")] if is_program else []
        return [found for one in dict.fromkeys(asked) if (found := self._on_host(one))]

    @property
    def environment_files(self) -> list[str]:
        """The files with variables that it names."""
        return self.values("EnvironmentFile", self.group if self.kind == "container" else "Service")

    def _on_host(self, path: str) -> str:
        """A path as a shell of the host reads it; empty for what is none, or is not known. The home of a user is ``~``,
        and stays so where the rest has no character of a shell."""
        home = {USER: "~", SYSTEM: "/root"}.get(self.manager, "")
        if home and path.startswith("%h/"):
            path = home + path[2:]
        is_one = path.startswith(("/", "~/")) and not ODD_PATH.search(path)
        return path if is_one and (path[0] == "/" or PLAIN_PATH.fullmatch(path)) else ""

    @property
    def _started(self) -> str:
        """The program of ``ExecStart=`` with the signs before it."""
        found = [one.value for one in self.settings if (one.kind, one.name) == ("key", "ExecStart")]
        return found[-1].partition(" ")[0] if found else ""

    @cached_property
    def beside(self) -> list[str]:
        """The files that it names by a path from its own folder: YAML of Kubernetes, variables."""
        keys = [*self.values("EnvironmentFile"), *self.values("ConfigMap"), self.value("Yaml"), self.value("File")]
        bare = [one.lstrip("-") for one in keys if self.is_quadlet]
        return [one for one in dict.fromkeys(bare) if one and one[0] not in "/%~$" and not ODD_PATH.search(one)]

    @cached_property
    def companions(self) -> list[str]:
        """The Quadlets that it names in place of an image, network, volume or pod: files beside it."""
        named = [self.value("Image"), self.value("Pod"), *self.values("Network")]
        named += [value.partition(":")[0] for value in self.volumes]
        bare = [value.partition(":")[0] for value in named]
        return [one for one in dict.fromkeys(bare) if one.rpartition(".")[2] in QUADLET_KINDS and "/" not in one]

    @cached_property
    def dependencies(self) -> list[str]:
        """The units that it needs."""
        keys = ("Requires", "BindsTo", "Wants")
        return list(dict.fromkeys(word for key in keys for value in self.values(key, "Unit") for word in value.split()))
