"""All addresses that the data answer, each with what it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.cannot import NoDatum
from vaulttool.model.dataset import Dataset


def addresses(data: Dataset) -> Iterator[tuple[str, str]]:
    """The addresses of figures of runs and of facts of hosts, in the order of the data, each with its datum as text."""
    for name, run in data.runs.items():
        known = [*run.results, *run.derived]
        known += [f"{arm}.{metric}" for arm, told in run.arms.items() for metric in told.results]
        for metric in known:
            yield from _told(data, f"run/{name}#{metric}")
    for name, host in data.hosts.items():
        for fact in host.facts:
            if fact.to is None:
                yield from _told(data, f"host/{name}#{f'{fact.engine}.' if fact.engine else ''}{fact.key}")


def _told(data: Dataset, address: str) -> Iterator[tuple[str, str]]:
    """An address with its datum; none where there is no such datum."""
    try:
        yield address, data.figure(address).text
    except NoDatum:
        return
