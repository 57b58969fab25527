"""What a Quadlet or systemd unit is, one row a fact: how systemd knows it, who runs it, its image and ports.

Arguments: `file` is the unit, relative to the configuration's folder; its drop-ins count, and so do the units beside it
that belong to it: what a timer, socket or path starts, the containers of a pod. `manager`, `user` or `system`, tells
whose systemd runs it, where the unit does not. `env` names env files that set variables in it. `headings` gives the
heads of the two columns.

Nothing but what the unit says counts, and what it leaves open is said to be so.

With `lisbon.container`:

    [Container]
    Image=docker.io/library/caddy:2.8.4
    PublishPort=127.0.0.1:8080:80

    [Install]
    WantedBy=default.target

Writes, in `Lisbon.md`, for `unit file="lisbon.container"`:

    | Item | Value |
    | --- | --- |
    | Unit | `lisbon.container` |
    | Known to systemd as | `lisbon.service` |
    | Run by | the user's systemd (rootless), since it is wanted by `default.target` |
    | Image | `docker.io/library/caddy:2.8.4`, Caddy |
    | Container | `systemd-lisbon` |
    | Ports | 8080/tcp on `127.0.0.1`, 80 in the container |
    | Starts at boot | yes, with `default.target` |
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool.errors import VaulttoolError
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.text.table import table

MANAGERS = ("", "user", "system")


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `unit`."""

    file: str
    manager: str = ""
    env: tuple[str, ...] = ()
    headings: tuple[str, ...] = ("Item", "Value")


@generator()
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table."""
    from vaulttool.model.procedure.family import facts, family  # only where there is such a region: they take time
    from vaulttool.model.procedure.overview import overview

    asked = request.arguments
    if len(asked.headings) != 2:
        raise CannotGenerate("it takes two headings", 'write headings="Item,Value"')
    if asked.manager not in MANAGERS:
        raise CannotGenerate(f'"{asked.manager}" is no manager of units', "write user or system")
    try:
        head = facts(request.files, asked.file, asked.manager, asked.env)
    except VaulttoolError as error:
        raise CannotGenerate(error.message, error.remedy or None) from error
    yield from table(asked.headings, overview(family(request.files, head)))
