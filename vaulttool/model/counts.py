"""Things counted in the repository's files: what a glob matches, the rules of a Prometheus rules file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from vaulttool.model.cannot import NoDatum
from vaulttool.model.datum import Datum
from vaulttool.model.repository import Repository
from vaulttool.parsing import data
from vaulttool.text.intervals import exact
from vaulttool.text.names import nearest

KEYS = {"alerts": ("alert",), "records": ("record",), "rules": ("alert", "record")}


class Count(NamedTuple):
    """What is counted: the files that ``glob`` matches, or ``of`` the rules in ``file``."""

    title: str
    glob: str | None = None
    file: str | None = None
    of: str | None = None


class Counts:
    """The counts that the configuration names."""

    def __init__(self, files: Repository, counts: Mapping[str, Count]) -> None:
        self.files = files
        self.counts = counts

    def datum(self, name: str) -> Datum:
        """The datum ``count/NAME``; ``NoDatum`` for a count that nobody defines and for nothing to count."""
        count = self.counts.get(name)
        if count is None:
            found = nearest(name, list(self.counts), likeness=60)
            help = f'did you mean "{found}"?' if found else f"add [counts.{name}] to the configuration"
            raise NoDatum(f'no count is named "{name}"', help)
        number = self._number(count)
        if number == 0:
            raise NoDatum(f'"count/{name}" counts nothing', f'look at "{count.file or count.glob}"')
        value = Decimal(number)
        file = count.file or ""
        source = file or count.glob or ""
        return Datum(
            f"count/{name}", str(number), "count", value, partial(exact, value), file, (), count.title, how=source
        )

    def _number(self, count: Count) -> int:
        if count.glob is not None:
            return len(self.files.matching(count.glob))
        path = count.file or ""
        text = self.files.text(path)
        if text is None:
            raise NoDatum(f'no file "{path}" is in the repository', "paths are relative to the configuration's folder")
        content = data.read(text)
        if content.flaws:
            raise NoDatum(f'"{path}" cannot be counted in: {content.flaws[0].message}')
        return sum(any(key in rule for key in KEYS[count.of or "rules"]) for rule in _rules(content.value, path))


def _rules(content: Any, path: str) -> Iterator[Mapping[str, Any]]:
    """The rules of all groups; ``NoDatum`` for a file of another form."""
    groups = content.get("groups") if isinstance(content, dict) else None
    if not isinstance(groups, list):
        raise NoDatum(f'"{path}" is no Prometheus rules file: it has no list "groups"')
    for group in groups:
        rules = group.get("rules") if isinstance(group, dict) else None
        yield from (rule for rule in (rules if isinstance(rules, list) else ()) if isinstance(rule, dict))
