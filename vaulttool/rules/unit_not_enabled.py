"""A unit of an open era that nothing starts, so that the service stays down after a reboot.

Speaks of the `units` of each open era in the data. A Quadlet or service is fine that has an `[Install]` with
`WantedBy=`, `RequiredBy=` or `UpheldBy=`, in a drop-in as well, or that another unit of the repository starts which
comes up: a timer, a socket, a path, a pod, `Wants=` and `Requires=`, `systemctl start`. A compose file is fine whose
service says `restart: always` or `unless-stopped`, there or in a file that
overrides it; where no service bears the endpoint's name or image, one service
that says so is enough. It leaves alone compose files that stand beside a unit or that a unit starts, services of type
oneshot, and all other files.

Bad, `data/units/lisbon.container`:

    [Container]
    Image=localhost/engine:1

Good, `data/units/lisbon.container`:

    [Container]
    Image=localhost/engine:1

    [Install]
    WantedBy=default.target

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", units: [data/units/lisbon.container]}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename, dirname
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.deployed import Open
    from vaulttool.model.enabling import Enabling
    from vaulttool.parsing.compose import Service

STARTABLE = (".container", ".pod", ".kube", ".service")
ALWAYS = ("always", "unless-stopped")


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each unit of an open era that does not come up with the machine."""
    if not context.sources.has_data:
        return
    from vaulttool.model.deployed import open_eras  # only where there are data, as below: they take time to import
    from vaulttool.model.enabling import Enabling
    from vaulttool.model.settings import COMPOSE_NAME

    enabling = Enabling(context.sources.files)
    for one in open_eras(context.sources):
        units = [path for path in one.era.units if path.endswith(STARTABLE)]
        for path in units:
            yield from _unit(context, enabling, one, path)
        for path in () if units else one.era.units:
            if COMPOSE_NAME.fullmatch(basename(path)):
                yield from _compose(context, enabling, one, path)


def _unit(context: Context, enabling: Enabling, one: Open, path: str) -> Iterator[Finding]:
    """A finding for a unit that nothing starts, at its first line that is no comment."""
    text = context.sources.files.text(path)
    if text is None:
        return  # bad-data speaks of a file that is not there
    unit = enabling.unit(path)
    kind = unit.last("Service", "Type")
    if not unit.entries or (path.endswith(".service") and kind and kind.value == "oneshot"):
        return
    if not enabling.comes_up(path):
        message = f'nothing starts "{basename(path)}" when the machine boots: it has no [Install] with WantedBy='
        help = 'add "WantedBy=" below [Install], or a timer or unit that starts it'
        number = next((at for at, line in enumerate(text.split("\n"), 1) if line.strip()[:1] == "["), 1)
        yield _finding(context, one, path, number, message, help)


def _compose(context: Context, enabling: Enabling, one: Open, path: str) -> Iterator[Finding]:
    """A finding for a service of a compose file that comes up only when somebody types the command."""
    services = _services(context, path)
    beside = [service for other in _beside(context, one, path) for service in _services(context, other)]
    kept_up = {service.name for service in (*services, *beside) if _is_kept_up(service)}
    own = [service for service in services if _is_of(one, service)]
    down = [service for service in own or services if service.name not in kept_up]
    if not down or (not own and kept_up) or enabling.composes(path, *filter(None, [_folder(path)])):
        return
    message = f'nothing starts the service "{down[0].name}" when the machine boots: it has no "restart: always"'
    help = 'write "restart: unless-stopped", or start it by a unit with [Install]'
    yield _finding(context, one, path, down[0].line, message, help)


def _services(context: Context, path: str) -> Sequence[Service]:
    from vaulttool.parsing.compose import read

    return read(context.sources.files.text(path) or "", None, path).services


def _beside(context: Context, one: Open, path: str) -> list[str]:
    """The compose files that are read together with one: those of the era, and one that overrides it."""
    from vaulttool.model.settings import COMPOSE_NAME

    beside = context.sources.files.in_folder(dirname(path))
    found = [other for other in beside if "override" in basename(other)]
    return [other for other in (*one.era.units, *found) if other != path and COMPOSE_NAME.fullmatch(basename(other))]


def _is_of(one: Open, service: Service) -> bool:
    """Whether a service of a compose file is the one that serves the endpoint."""
    names = {one.endpoint.endpoint, one.endpoint.served_name}
    called = {service.name, *(value.text for value in service.named("container_name"))}
    images = {value.text for value in service.named("image")}
    return bool(names & called) or one.era.image in images


def _is_kept_up(service: Service) -> bool:
    """Whether a service comes up with the engine, or nobody can say, since its policy is a variable or another's."""
    if service.named("extends"):
        return True
    policies = [value.text or "" for value in service.named("restart")]
    if policies:
        return any(policy in ALWAYS or "$" in policy for policy in policies)
    import json  # only for a service that has one: it takes time to import

    deployed = [json.loads(value.text or "{}") for value in service.named("deploy") if (value.text or "{}")[:1] == "{"]
    told = [one.get("restart_policy") for one in deployed]
    return any(isinstance(one, dict) and one.get("condition", "any") == "any" for one in told)


def _folder(path: str) -> str:
    """The name of the folder of a file, with which a unit may name it."""
    folder = basename(dirname(path))
    return f"/{folder}" if folder else ""


def _finding(context: Context, one: Open, path: str, number: int, message: str, help: str) -> Finding:
    from vaulttool.model.deployed import data_file
    from vaulttool.model.unit_files import line

    sources = context.sources
    data = data_file(sources, one)
    keys = one.keys("units", one.era.units.index(path))
    related = (Related(data, sources.place(data, keys), f'the era "{one.era.id}" is open'),)
    place = sources.files.from_vault(path)
    return context.finding(place, line(sources.text(place) or "", number), message, help, related)
