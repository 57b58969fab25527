"""Whether what a rollback needs is still where it was: what was looked at, against what a census of a disk lists."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

from vaulttool.model.dataset import Dataset
from vaulttool.model.records import Host, Need
from vaulttool.parsing.data import Keys


class Loss(NamedTuple):
    """Something that is gone: how that is known, and where it stands in the data (the host's file, or None for the need
    itself)."""

    told: str
    host: Host | None = None
    keys: Keys = ()


def loss(data: Dataset, need: Need) -> Loss | None:
    """What says that a need is gone; None where it is there, and where nobody knows. The newest word counts."""
    host = data.hosts.get(need.host)
    newest = _newest(host, need) if host is not None else None
    if newest is not None and host is not None and newest[1]["date"] > (need.verified or ""):
        index, census, is_listed = newest
        told = f'the census of "{census["path"]}" of {census["date"]} does not list it'
        return None if is_listed else Loss(told, host, ("census", index))
    return Loss(f"it was not there on {need.verified}") if need.present is False else None


def _newest(host: Host, need: Need) -> tuple[int, dict[str, Any], bool] | None:
    """The newest census of a folder that the path of a need lies in, and whether it lists what leads there. Of those of
    one day the deepest folder's says most, unless one further up says that there is nothing."""
    found = []
    for index, census in enumerate(host.census):
        step = _first_step(census["path"], need.path or "")
        if step is not None:
            entries = {entry.strip("/").partition("/")[0] for entry in census["entries"]}
            found.append((census["date"], not step or step in entries, len(census["path"]), index))
    if not found:
        return None
    last = max(date for date, *_ in found)
    _, is_listed, _, index = min((one for one in found if one[0] == last), key=lambda one: (one[1], -one[2]))
    return index, host.census[index], is_listed


def _first_step(folder: str, path: str) -> str | None:
    """The entry of a folder that a path goes through, empty for the folder itself; None where it does not lie there."""
    top, below = posixpath.normpath(folder), posixpath.normpath(path) if path else ""
    if below == top:
        return ""
    inside = below.removeprefix(top.rstrip("/") + "/")
    return inside.partition("/")[0] if inside != below else None
