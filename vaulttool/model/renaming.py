"""An endpoint under a new name, in the texts of its file and of the file of names."""

from __future__ import annotations

from vaulttool.errors import VaultError
from vaulttool.model.records import Endpoint
from vaulttool.model.splicing import is_flow, scalar, with_item, with_pairs, with_value
from vaulttool.parsing.data import node_at

NO_START = '{unknown: "no start of the first era is recorded"}'


def named(text: str, endpoint: Endpoint, name: str, since: str) -> str:
    """The text of an endpoint's file with its new name. The old one is kept among its names, with its last day."""
    text = _with_names(text, endpoint, name, since) if endpoint.names else _listed(text, endpoint, name, since)
    return with_value(text, ("endpoint",), scalar(name))


def with_rename(text: str, old: str, new: str, on: str, kind: str = "endpoint", scope: str = "data") -> str:
    """The text of the file of names with one more rename."""
    entry = f"{{date: {on}, kind: {kind}, from: {scalar(old)}, to: {scalar(new)}, scope: [{scope}]}}"
    return with_item(text, ("renames",), entry)


def _with_names(text: str, endpoint: Endpoint, name: str, since: str) -> str:
    """The present name with its last day, and the new one below it."""
    for index, one in enumerate(endpoint.names):
        if one.name == endpoint.endpoint and one.to is None:
            if isinstance(one.from_, str) and since < one.from_:
                message = f'the name "{name}" cannot be in use since {since}: "{one.name}" is since {one.from_}'
                raise VaultError(message, "name a later day with --named-on")
            text = with_pairs(text, ("names", index), "from", [("to", since)])
    return with_item(text, ("names",), _entry(name, since))


def _listed(text: str, endpoint: Endpoint, name: str, since: str) -> str:
    """A list of names where there was none: the old one since the first era began, if that is known."""
    start = endpoint.eras[0].start
    first = start if isinstance(start, str) and start <= since else NO_START
    entries = _entry(endpoint.endpoint, first, since), _entry(name, since)
    behind = "served_name" if endpoint.served_name else "url" if endpoint.url else "owner_page"
    if is_flow(text) or is_flow(text, ("eras",)):
        return with_pairs(text, (), behind, [("names", f"[{', '.join(entries)}]")])
    eras = node_at(text, ("eras",))
    dash = "\n" + " " * (eras.start_mark.column if eras else 0) + "- "
    return with_pairs(text, (), behind, [("names", dash + dash.join(entries))])


def _entry(name: str, first: str, last: str | None = None) -> str:
    return f"{{name: {scalar(name)}, from: {first}{f', to: {last}' if last else ''}}}"
