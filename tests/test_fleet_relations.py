"""What must hold between the figures of our own vault holds, and derived figures are what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from test_fleet_data import DATA, content

from vaulttool.model.expression import parse, parse_relation
from vaulttool.text.intervals import Interval, exact
from vaulttool.text.numbers import printed

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"{DATA} is absent")
RELATIONS = content(DATA / "relations.yaml")["relations"] if DATA.is_dir() else []
RUNS = {run["run"]: run for run in map(content, sorted(DATA.glob("runs/*.yaml")))}
DERIVED = [(name, figure) for name, run in RUNS.items() for figure in run.get("derived", {})]


def result(figure: dict[str, Any]) -> Interval:
    """What a result may have been: by its digits as printed, else by those of its value or by its range."""
    read = printed(figure.get("as_printed", str(figure.get("value"))))
    return (
        read.interval
        if read
        else Interval(exact(Decimal(str(figure["low"]))).low, exact(Decimal(str(figure["high"]))).high)
    )


def results(body: dict[str, Any], prefix: str) -> Iterator[tuple[str, Interval]]:
    for name, figure in body.get("results", {}).items():
        yield prefix + name, result(figure)
    for name, value in body.get("settings", {}).items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield f"{prefix}settings.{name}", exact(Decimal(str(value)))


def figures() -> Iterator[tuple[str, Interval]]:
    for run in RUNS.values():
        yield from results(run, f"run/{run['run']}#")
        for arm, body in run.get("arms", {}).items():
            yield from results(body, f"run/{run['run']}#{arm}.")
    for host in map(content, sorted(DATA.glob("hosts/*.yaml"))):
        for fact in host["facts"]:
            if "unit" in fact:
                engine = f"{fact['engine']}." if "engine" in fact else ""
                yield f"host/{host['host']}#{engine}{fact['key']}", result(fact)


FIGURES = dict(figures())
METRICS = content(DATA / "metrics.yaml")["metrics"] if DATA.is_dir() else {}


def figure_at(address: str) -> Interval:
    """The figure of an address; a derived one as it is computed, since ``as`` may have fewer digits than it needs."""
    run, _, name = address.removeprefix("run/").partition("#")
    return FIGURES[address] if address in FIGURES else computed(run, name)


def computed(run: str, figure: str) -> Interval:
    """A derived figure in the unit of its metric."""
    read = parse(RUNS[run]["derived"][figure]["expr"])
    value = read.value(lambda name: figure_at(name if "#" in name else f"run/{run}#{name}"))
    return value * exact(100) if METRICS[figure]["unit"] == "%" else value


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation["id"])
def test_a_relation_holds(relation: dict[str, str]) -> None:
    read = parse_relation(relation["expr"])
    assert read.holds(figure_at), read.sides(figure_at)


@pytest.mark.parametrize(("run", "figure"), DERIVED)
def test_a_derived_figure_is_what_it_comes_to(run: str, figure: str) -> None:
    stated = printed(RUNS[run]["derived"][figure]["as"])
    assert stated is not None
    assert stated.measure in (None, METRICS[figure]["unit"])
    assert computed(run, figure).meets(stated.interval), (computed(run, figure), stated.text)


def test_there_is_something_to_hold() -> None:
    assert len(RELATIONS) > 30
    assert len(DERIVED) > 20
