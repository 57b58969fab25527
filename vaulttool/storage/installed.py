"""Where this copy of vaulttool was installed from, so that other machines can install the same."""

from __future__ import annotations

from importlib import metadata
from typing import NamedTuple

import msgspec

import vaulttool

DISTRIBUTION = "obsidian-vaulttool"
THIS_MACHINE = ("file:", "/")


class Installed(NamedTuple):
    """What pip is to install: a requirement; with the address of the repository and the commit where it came from
    git. ``is_known`` is false where it came from a folder of this machine: then there are words to be replaced."""

    requirement: str
    address: str = ""
    commit: str = ""
    is_known: bool = True


def installed() -> Installed:
    """The source of the installation, as pip has recorded it (PEP 610)."""
    try:
        told = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return _unknown()
    if told is None:
        return Installed(f"{DISTRIBUTION}=={vaulttool.__version__}")
    try:
        source = msgspec.json.decode(told)
        address, commit = source["url"], source["vcs_info"]["commit_id"]
    except (msgspec.DecodeError, KeyError, TypeError):
        return _unknown()
    if str(address).startswith(THIS_MACHINE):
        return _unknown()
    return Installed(f"git+{address}@{commit}", address, commit)


def _unknown() -> Installed:
    return Installed("git+https://github.com/OWNER/vaulttool@COMMIT", is_known=False)
