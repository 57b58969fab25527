"""One number changed in a run file of our own vault makes stale what shows it, and nothing else.

What shows it is read here a second time, by other means: pages line by line, markers and expressions by patterns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lengths import some
from test_fleet_data import DATA, ROOT, content
from vaults import data_schemas, what_we_say

from vaulttool import engine
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.model.dataset import Dataset
from vaulttool.model.sources import Sources
from vaulttool.model.state import State
from vaulttool.parsing import data as data_files

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"{DATA} is absent")
FENCE = re.compile(r" {0,3}(?:```|~~~)")
BEGIN = re.compile(r"<!-- vaulttool:begin (?P<kind>[a-z-]+)(?P<arguments>[^>]*)-->\Z")
ARGUMENT = re.compile(r'(?P<key>[a-z-]+)="(?P<value>[^"]*)"')
FIGURE = re.compile(r"<!-- =(?P<address>\S+) -->")
KEY = re.compile(r"(?P<indent> *)(?P<key>[\w-]+):")
NAME = re.compile(r"run/[\w.#-]+|[A-Za-z][\w.-]*")
NUMBER = re.compile(r"(?P<key>(?:value|low|high): )(?P<number>-?[0-9.]+)")
AS_PRINTED = re.compile(r', as_printed: "[^"]*"')

Shown = Counter[tuple[str, str]]  # pages, each with the name of a region or ``=`` and the address of a figure


# What the vault holds, read anew.


@cache
def runs() -> Mapping[str, Any]:
    return {place.stem: content(place) for place in sorted(DATA.glob("runs/*.yaml"))}


@cache
def era_figures() -> Mapping[str, set[str]]:
    """The addresses that the eras of each endpoint name, by every name of the endpoint."""
    found = {}
    for endpoint in map(content, sorted(DATA.glob("endpoints/*.yaml"))):
        addresses = {address for era in endpoint["eras"] for address in era.get("figures", ())}
        names = {endpoint["endpoint"], *(name["name"] for name in endpoint.get("names", ()))}
        found.update(dict.fromkeys(names, addresses))
    return found


@cache
def parts() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Each region and figure of the vault's notes: page, name, and the addresses that it shows."""
    found: list[tuple[str, str, frozenset[str]]] = []
    for place in sorted((ROOT / "vault").rglob("*.md")):
        page = place.relative_to(ROOT / "vault").as_posix()
        in_code = False
        for line in place.read_text(encoding="utf-8").splitlines():
            in_code ^= FENCE.match(line) is not None
            begin = BEGIN.match(line)
            if in_code or line.startswith("    "):
                continue
            if begin:
                arguments = {one["key"]: one["value"] for one in ARGUMENT.finditer(begin["arguments"])}
                name = f"{begin['kind']}#{arguments['id']}" if "id" in arguments else begin["kind"]
                found.append((page, name, frozenset(shown_by(begin["kind"], arguments))))
            plain = re.sub(r"`[^`]*`", "", line)
            found += ((page, f"={one['address']}", frozenset({one["address"]})) for one in FIGURE.finditer(plain))
    return tuple(found)


def shown_by(kind: str, arguments: Mapping[str, str]) -> Iterator[str]:
    """The addresses that a region shows."""
    listed = {key: [one.strip() for one in value.split(",")] for key, value in arguments.items()}
    if kind == "eras" and "figures" in re.split(r"[?,]", arguments.get("columns", "")):
        yield from era_figures()[arguments["endpoint"]]
    elif kind == "figures":
        whole = f"run/{arguments['run']}#" if "run" in arguments else ""
        names = listed.get("list") or [one.removeprefix(whole) for one in addresses_of(arguments["run"])]
        yield from (whole + name.partition(":")[0] for name in names)
    elif kind == "arms":
        yield from shown_by_arms(listed)


def shown_by_arms(listed: Mapping[str, list[str]]) -> Iterator[str]:
    sides = [side for given in listed["run"] for side in sides_of(given.partition(":")[0])]
    if "arms" in listed:
        wanted = [name.partition(":")[0] for name in listed["arms"]]
        sides = [next(side for side in sides if side[1] == name) for name in wanted]
    shared = set.intersection(*({*body.get("results", {})} for _, _, body in sides))
    metrics = [name.partition(":")[0].removesuffix("?") for name in listed.get("metrics", shared)]
    settings = [name.partition(":")[0].removesuffix("?") for name in listed.get("settings", ())]
    for run, arm, body in sides:
        whole = f"run/{run['run']}#"
        dotted = f"{arm}." if arm else ""
        yield from (whole + dotted + name for name in metrics)
        for name in settings:
            yield whole + (dotted if name in body.get("settings", {}) else "") + f"settings.{name}"
        derived = run.get("derived", {})
        yield from (
            whole + name for name in (derived if listed.get("derived") == ["all"] else listed.get("derived", ()))
        )


def sides_of(given: str) -> list[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Run, arm and body of each arm; of a run without arms, the run itself."""
    name, _, arm = given.partition("#")
    run = runs()[name]
    arms = run.get("arms") or {"": run}
    return [(run, one, body) for one, body in arms.items() if not arm or one == arm]


def addresses_of(run: str) -> list[str]:
    body = runs()[run]
    arms = [f"{arm}.{name}" for arm, told in body.get("arms", {}).items() for name in told.get("results", {})]
    return [f"run/{run}#{name}" for name in (*body.get("results", {}), *arms, *body.get("derived", {}))]


def with_dependents(address: str) -> set[str]:
    """The address, and those of all figures that are computed from it."""
    found = {address}
    before = 0
    while before != len(found):
        before = len(found)
        for run, body in runs().items():
            for name, derived in body.get("derived", {}).items():
                used = NAME.findall(derived["expr"])
                if found & {one if one.startswith("run/") else f"run/{run}#{one}" for one in used}:
                    found.add(f"run/{run}#{name}")
    return found


def expected(address: str) -> Shown:
    """What shows the number at an address, or one that is computed from it."""
    touched = with_dependents(address)
    return Counter((page, name) for page, name, addresses in parts() if addresses & touched)


# What the tool says.


class Change(NamedTuple):
    """A number in a run file, and the text of the file with another in its place."""

    address: str
    path: str
    text: str


def changes() -> Iterator[Change]:
    """Every number among the results and settings of every run, changed alone."""
    for place in sorted(DATA.glob("runs/*.yaml")):
        lines = place.read_text(encoding="utf-8").split("\n")
        keys: list[str] = []
        for index, line in enumerate(lines):
            found = KEY.match(line)
            if found is None:
                continue
            keys = [*keys[: len(found["indent"]) // 2], found["key"]]
            for name, other in changed(keys, line):
                text = "\n".join([*lines[:index], other, *lines[index + 1 :]])
                yield Change(f"run/{place.stem}#{name}", place.relative_to(ROOT).as_posix(), text)


def changed(keys: list[str], line: str) -> Iterator[tuple[str, str]]:
    """The names of what stands on a line of a run file, each with the line in which its number is another."""
    arm = f"{keys[1]}." if keys[0] == "arms" and len(keys) > 1 else ""
    inner = keys[2:] if arm else keys
    if len(inner) == 2 and inner[0] == "results":
        yield arm + inner[1], AS_PRINTED.sub("", NUMBER.sub(lambda one: one["key"] + other(one["number"]), line))
    elif inner == ["settings"]:
        for one in re.finditer(r"(?P<name>\w+): (?P<number>[0-9.]+)(?=[,}])", line):
            span = one.span("number")
            yield f"{arm}settings.{one['name']}", line[: span[0]] + other(one["number"]) + line[span[1] :]


def other(number: str) -> str:
    """A number that no rounding takes for the first, with as many decimals."""
    return str(3 * Decimal(number) + 7)


CHANGES = list(changes()) if DATA.is_dir() else []
PATHS = sorted({change.path for change in CHANGES})


@pytest.fixture(scope="module")
def sources() -> Iterator[Sources]:
    """Of all the files only one is another each time, so that a text is read as data once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data_files, "read", cache(data_files.read))
        yield Run([str(ROOT / "vault")], Given(no_cache=True)).sources


def stale(sources: Sources, change: Change | None = None) -> Shown:
    """The regions and figures that no longer say what their data say, once the number is another."""
    data = sources.data
    files = {**data.files, change.path: change.text} if change else data.files
    data = Dataset(files, data.folder, data_schemas(), data.count)
    assert list(data.problems()) == []
    now = Sources(sources.vault, lambda: data, sources.files, what_we_say(), sources.listed, sources.statuses.property)
    shared = engine.shared_of(now, None, None)
    regions = [(one.page.path, one.region.name) for one in shared.regions if one.state is not State.FRESH]
    figures = [(one.page.path, f"={one.figure.address}") for one in shared.figures if not one.is_fresh]
    return Counter([*regions, *figures])


# The law, and three cases of it by hand.


def test_nothing_is_stale_before(sources: Sources) -> None:
    assert stale(sources) == Counter()


def test_there_is_something_to_change() -> None:
    assert len(PATHS) >= 40
    assert len([change for change in CHANGES if expected(change.address)]) >= 150


@pytest.mark.parametrize("path", some(PATHS, step=5), ids=lambda path: Path(path).stem)
def test_what_shows_a_number_goes_stale_and_nothing_else(sources: Sources, path: str) -> None:
    """Each number costs some 60 ms; the long form tries all 560 of them."""
    for change in some([change for change in CHANGES if change.path == path], step=12):
        assert (change.address, stale(sources, change)) == (change.address, expected(change.address))


BY_HAND = [
    pytest.param(
        "run/2026-09-routing#first-version.burst16_s",
        [("Research/replica-routing.md", "=run/2026-09-routing#first-version.burst16_s")],
        id="an arm that its table leaves out, told in a sentence",
    ),
    pytest.param(
        "run/2026-09-speculative-depth#spec5-conc4.output_tps_second",
        [
            ("Research/speculative-depth.md", "arms#four-streams"),
            ("Research/speculative-depth.md", "=run/2026-09-speculative-depth#conc4_gain"),
        ],
        id="one of two tables, and the gain that is computed from it",
    ),
    pytest.param(
        "run/2026-10-02-pool-small#settings.kv_cache_memory_bytes",
        [
            ("Research/KV-pool-arithmetic.md", "=run/2026-10-02-pool-small#kv_bytes_per_token"),
            ("Research/KV-pool-arithmetic.md", "figures"),
            ("Research/frank-primary-boot-probes.md", "=run/2026-10-02-pool-small#settings.kv_cache_memory_bytes"),
        ],
        id="a setting, and the price per token on another page",
    ),
]


@pytest.mark.parametrize(("address", "shown"), BY_HAND)
def test_what_shows_a_number_by_hand(sources: Sources, address: str, shown: list[tuple[str, str]]) -> None:
    (change,) = (change for change in CHANGES if change.address == address)
    assert stale(sources, change) == expected(address) == Counter(shown)
