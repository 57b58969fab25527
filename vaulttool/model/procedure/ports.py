"""Ports that a unit publishes, as podman reads `PublishPort=`."""

from __future__ import annotations

import re
from typing import NamedTuple

PUBLISHED = re.compile(
    r"""
    (?: (?: \[ (?P<six>[0-9A-Fa-f:.]+) \] | (?P<four>[0-9]{1,3}(?:\.[0-9]{1,3}){3}) ) : )?
    (?: (?P<host>[0-9]*(?:-[0-9]+)?) : )?
    (?P<inside>[0-9]+(?:-[0-9]+)?)
    (?: / (?P<protocol>tcp|udp|sctp) )?
    """,
    re.VERBOSE,
)
NUMBER = re.compile(r"[0-9]{1,5}")
LOOPBACK = ("127.", "::1")
LAST = 65535


class Port(NamedTuple):
    """A published port: that of the host (empty where podman chooses one), that in the container, the address of the
    host on which it listens (empty for all), the protocol. Ranges are written ``8000-8010``."""

    host: str
    inside: str
    address: str = ""
    protocol: str = "tcp"

    @property
    def is_single(self) -> bool:
        """Whether it is one port of the host, and known."""
        return is_port(self.host)

    @property
    def is_local(self) -> bool:
        """Whether only the host itself reaches it."""
        return self.address.startswith(LOOPBACK)


def is_port(text: str) -> bool:
    """Whether a text is the number of one port."""
    return NUMBER.fullmatch(text) is not None and 0 < int(text) <= LAST


def port(written: str) -> Port | None:
    """The port that a value of ``PublishPort=`` publishes; None where variables or something else keep that unknown."""
    found = PUBLISHED.fullmatch(written.strip())
    if found is None:
        return None
    address = found["six"] or found["four"] or ""
    return Port(found["host"] or "", found["inside"], address, found["protocol"] or "tcp")
