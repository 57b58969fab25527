"""What the data files hold, once they fit their schemas: endpoints with eras, runs, hosts, names, relations."""

from decimal import Decimal
from typing import Any

import msgspec


class Unknown(msgspec.Struct, frozen=True):
    """A day that is not recorded, with the reason, and the days between which it lies where they are known."""

    unknown: str
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None


When = str | Unknown
Scalar = Any  # text, a truth value, an int or a Decimal


class Source(msgspec.Struct, frozen=True):
    """Where figures were read: the note that states them, or a saved file and the reader that read it."""

    document: str | None = None
    line: int | None = None
    file: str | None = None
    sha256: str | None = None
    reader: str | None = None


class Name(msgspec.Struct, frozen=True):
    """A name of an endpoint and the days on which it was in use."""

    name: str
    from_: When = msgspec.field(name="from")
    to: str | None = None


class Continued(msgspec.Struct, frozen=True):
    """The endpoint that went on after an era; no succession."""

    endpoint: str


class Need(msgspec.Struct, frozen=True):
    """One thing that a rollback needs."""

    kind: str
    host: str
    title: str | None = None
    path: str | None = None
    ref: str | None = None
    verified: str | None = None
    present: bool | None = None
    refetch: str | None = None


class Rollback(msgspec.Struct, frozen=True):
    """How to go back to another era."""

    to: str
    steps: tuple[str, ...]
    needs: tuple[Need, ...] = ()


class Era(msgspec.Struct, frozen=True):
    """A stretch of time in which an endpoint had one shape; its status follows from ``end`` and ``superseded_by``."""

    id: str
    title: str
    start: When
    page: str
    end: When | None = None
    superseded_by: str | None = None
    continued_as: Continued | None = None
    section: str | None = None
    engine: str | None = None
    image: str | None = None
    model: str | None = None
    git_tag: str | None = None
    units: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    outcome: str | None = None
    rollback: Rollback | None = None

    @property
    def note(self) -> str:
        """The linkpath of the note that describes it."""
        return self.page[2:-2]


class Attempt(msgspec.Struct, frozen=True):
    """A shape that was tried and never served."""

    date: When
    title: str
    outcome: str
    evidence: str | None = None
    container: str | None = None
    settings: dict[str, Scalar] = {}
    run: str | None = None
    page: str | None = None


class Endpoint(msgspec.Struct, frozen=True):
    """One endpoint for life, by its present name."""

    endpoint: str
    host: str
    owner_page: str
    eras: tuple[Era, ...]
    url: str | None = None
    served_name: str | None = None
    names: tuple[Name, ...] = ()
    attempts: tuple[Attempt, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """One figure of a run: a value, or a range where only that is recorded."""

    unit: str
    value: int | Decimal | None = None
    low: int | Decimal | None = None
    high: int | Decimal | None = None
    as_printed: str | None = None
    stat: str | None = None
    per: str | None = None
    definition: str | None = None
    of: int | Decimal | None = None
    n: int | None = None
    line: int | None = None
    pointer: str | None = None
    quality: str = "measured"
    why: str | None = None
    settled_by: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What was concluded from a run or an arm."""

    decision: str
    winner: str | None = None
    on: tuple[str, ...] = ()
    loses_on: tuple[str, ...] = ()
    by: str | None = None
    why: str | None = None


class Arm(msgspec.Struct, frozen=True):
    """One side of a comparison."""

    results: dict[str, Result]
    title: str | None = None
    settings: dict[str, Scalar] = {}
    outcome: str | None = None
    evidence: str | None = None
    verdict: Verdict | None = None


class Derived(msgspec.Struct, frozen=True):
    """A figure computed from others, and how it is printed."""

    expr: str
    printed: str = msgspec.field(name="as")


class Run(msgspec.Struct, frozen=True):
    """One measurement run, append-only."""

    run: str
    title: str
    kind: str
    date: When
    host: str
    source: Source
    endpoint: str | None = None
    era: str | None = None
    container: str | None = None
    question: str | None = None
    baseline: str | None = None
    method: dict[str, Any] = {}
    controlled: dict[str, Scalar] = {}
    variable: tuple[str, ...] = ()
    settings: dict[str, Scalar] = {}
    noise: dict[str, Any] = {}
    outcome: str | None = None
    evidence: str | None = None
    results: dict[str, Result] = {}
    arms: dict[str, Arm] = {}
    derived: dict[str, Derived] = {}
    verdict: Verdict | None = None


class Fact(msgspec.Struct, frozen=True):
    """One fact of a host; ``to`` is the last day on which it held."""

    key: str
    value: Scalar
    from_: When = msgspec.field(name="from")
    unit: str | None = None
    as_printed: str | None = None
    per: str | None = None
    engine: str | None = None
    to: str | None = None
    source: Source | None = None


class Host(msgspec.Struct, frozen=True):
    """What is known of a machine."""

    host: str
    facts: tuple[Fact, ...]
    title: str | None = None
    page: str | None = None
    address: str | None = None
    census: tuple[dict[str, Any], ...] = ()


class Rename(msgspec.Struct, frozen=True):
    """A name that took the place of another."""

    date: When
    from_: str = msgspec.field(name="from")
    to: str
    scope: tuple[str, ...]
    kind: str = "other"
    keep_in: tuple[str, ...] = ()
    never_touch: tuple[str, ...] = ()


class Names(msgspec.Struct, frozen=True):
    """Which names changed, and which serve nothing today."""

    renames: tuple[Rename, ...] = ()
    retired_names: tuple[str, ...] = ()


class Relation(msgspec.Struct, frozen=True):
    """What must hold between figures."""

    id: str
    title: str
    expr: str
    why: str | None = None


class Relations(msgspec.Struct, frozen=True):
    """All relations, in their order."""

    relations: tuple[Relation, ...] = ()


class Metric(msgspec.Struct, frozen=True):
    """What a metric is called at the head of a column, its unit, and which direction is better."""

    title: str
    unit: str
    stat: str | None = None
    better: str | None = None
    definition: str | None = None


class Series(msgspec.Struct, frozen=True):
    """The Prometheus series with one prefix: which engines export them, what else does, and all their names."""

    engines: tuple[str, ...] = ()
    exporters: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Metrics(msgspec.Struct, frozen=True):
    """The metrics that runs may use, by name, and the Prometheus series, by prefix."""

    metrics: dict[str, Metric] = {}
    series: dict[str, Series] = {}
