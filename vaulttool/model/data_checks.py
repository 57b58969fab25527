"""What is wrong in the data beyond their form: references to nothing, and eras that do not follow one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from vaulttool.model.cannot import NoDatum, Unusable
from vaulttool.model.dataset import DataProblem, Dataset
from vaulttool.model.derived import disagreement
from vaulttool.model.era_order import order_problems
from vaulttool.model.expression import ExpressionError, parse_relation
from vaulttool.model.linking import heading_link
from vaulttool.model.records import Attempt, Endpoint, Era, Need, Result, Run, Source
from vaulttool.model.sources import Sources
from vaulttool.parsing.data import Keys
from vaulttool.text.measures import converted
from vaulttool.text.names import nearest
from vaulttool.text.numbers import plain, printed, rounds_to

Found = Iterator[tuple[Keys, str, str | None]]  # keys, message, help


def problems(sources: Sources) -> Iterator[DataProblem]:
    """Everything that is wrong in the data files, by file."""
    data = sources.data
    yield from data.problems()
    for name, endpoint in sorted(data.endpoints.items()):
        yield from _at(data.paths["endpoint", name], _of_endpoint(sources, endpoint))
    for name, run in sorted(data.runs.items()):
        yield from _at(data.paths["run", name], _of_run(sources, run))
    for name, host in sorted(data.hosts.items()):
        path = data.paths["host", name]
        yield from _at(path, _page(sources, ("page",), host.page))
        for index, fact in enumerate(host.facts):
            yield from _at(path, _source(sources, ("facts", index, "source"), fact.source))
            yield from _at(path, _printed(("facts", index), fact.value, fact.as_printed, fact.unit))
    yield from _of_names(data)
    yield from _of_series(data)
    yield from _of_relations(data)


def _at(path: str, found: Found) -> Iterator[DataProblem]:
    for keys, message, help in found:
        yield DataProblem(path, keys, message, help)


def _of_endpoint(sources: Sources, endpoint: Endpoint) -> Found:
    """One endpoint: its host and pages, its eras one by one and in their order, its attempts."""
    data = sources.data
    yield from _recorded(data, ("host",), "host", endpoint.host)
    yield from _page(sources, ("owner_page",), endpoint.owner_page)
    ids = [era.id for era in endpoint.eras]
    for index, era in enumerate(endpoint.eras):
        if era.id in ids[:index]:
            yield ("eras", index, "id"), f'the era "{era.id}" stands twice', "give one of them another id"
        yield from _under(("eras", index), _of_era(sources, era, ids))
    yield from order_problems(endpoint.eras)
    for index, attempt in enumerate(endpoint.attempts):
        yield from _under(("attempts", index), _of_attempt(sources, attempt))
    for index, name in enumerate(endpoint.names):
        other = data.by_name.get(name.name)
        if other is not None and other is not endpoint:
            message = f'"{name.name}" is a name of the endpoint "{other.endpoint}", too'
            yield ("names", index, "name"), message, "a name stands for one endpoint"


def _of_era(sources: Sources, era: Era, ids: Sequence[str]) -> Found:
    """One era: what it refers to."""
    if era.superseded_by is not None:
        yield from _known(("superseded_by",), "era", era.superseded_by, [id for id in ids if id != era.id])
    if era.continued_as is not None:
        keys: Keys = ("continued_as", "endpoint")
        yield from _recorded(sources.data, keys, "endpoint", era.continued_as.endpoint)
    yield from _page(sources, ("page",), era.page, era.section)
    for index, address in enumerate(era.figures):
        yield from _figure(sources.data, ("figures", index), address)
    for key, paths in (("units", era.units), ("env", era.env)):
        for index, path in enumerate(paths):
            yield from _file(sources, (key, index), path)
    if era.rollback is not None:
        yield from _known(("rollback", "to"), "era", era.rollback.to, ids)
        for index, need in enumerate(era.rollback.needs):
            yield from _need(sources, ("rollback", "needs", index), need)


def _need(sources: Sources, keys: Keys, need: Need) -> Found:
    yield from _recorded(sources.data, (*keys, "host"), "host", need.host)


def _of_attempt(sources: Sources, attempt: Attempt) -> Found:
    if attempt.run is not None:
        yield from _recorded(sources.data, ("run",), "run", attempt.run)
    yield from _page(sources, ("page",), attempt.page)


def _of_run(sources: Sources, run: Run) -> Found:
    """One run: what it refers to, its metrics, its derived figures."""
    data = sources.data
    yield from _recorded(data, ("host",), "host", run.host)
    if run.endpoint is not None:
        yield from _recorded(data, ("endpoint",), "endpoint", run.endpoint)
        endpoint = data.by_name.get(run.endpoint)
        if run.era is not None and endpoint is not None:
            yield from _known(("era",), "era", run.era, [era.id for era in endpoint.eras])
    if run.baseline is not None:
        yield from _recorded(data, ("baseline",), "run", run.baseline)
    yield from _source(sources, ("source",), run.source)
    yield from _results(data, ("results",), run.results)
    for name, arm in run.arms.items():
        yield from _results(data, ("arms", name, "results"), arm.results)
    yield from _verdict(data, run)
    yield from _derived(data, run)


def _results(data: Dataset, keys: Keys, results: dict[str, Result]) -> Found:
    """Results: what each prints is its value; where there is a list of metrics, each is known and in its unit."""
    for name, result in results.items():
        yield from _printed((*keys, name), result.value, result.as_printed, result.unit)
        if result.settled_by is not None:
            yield from _figure(data, (*keys, name, "settled_by"), result.settled_by)
        metric = data.metrics.get(name)
        if not data.metrics:
            continue
        if metric is None:
            yield from _known((*keys, name), "metric", name, data.metrics)
        elif metric.unit != result.unit:
            message = f'"{name}" is recorded in {metric.unit}, not in {result.unit}'
            yield (*keys, name, "unit"), message, "convert the value, or use another metric"


def _printed(keys: Keys, value: Any, as_printed: str | None, unit: str | None) -> Found:
    """An error where the number that is printed is not the value, rounded. What is no single number is not compared."""
    like = printed(as_printed) if as_printed else None
    if like is None or isinstance(value, (str, bool)) or value is None:
        return
    shown = Decimal(value)
    if like.measure is not None and unit and like.measure != unit:
        shown = converted(shown, unit, like.measure) or like.value
    if not rounds_to(shown, like):
        yield (*keys, "as_printed"), f'"{as_printed}" is printed for {plain(Decimal(value))}', "correct one of the two"


def _verdict(data: Dataset, run: Run) -> Found:
    """The winner: an arm of the run, or of the run that it is compared with."""
    if run.verdict is not None and run.verdict.winner is not None:
        other = data.runs.get(run.baseline or "")
        if ("run", run.baseline) in data.unusable:
            return
        yield from _known(("verdict", "winner"), "arm", run.verdict.winner, [*run.arms, *(other.arms if other else ())])


def _derived(data: Dataset, run: Run) -> Found:
    """The derived figures: no clash with a measured one, and what they come to."""
    for name, told in run.derived.items():
        keys: Keys = ("derived", name)
        if name in run.results or name in run.arms:
            yield keys, f'"{name}" is measured and derived in the same run', "give one of them another name"
            continue
        try:
            datum = data.figure(f"run/{run.run}#{name}")
        except Unusable:
            continue
        except NoDatum as error:
            yield keys, error.message, error.help
            continue
        computed = disagreement(told, datum)
        if computed is not None:
            yield keys, f'"{told.expr}" comes to {computed}, not to "{told.printed}"', f'write as: "{computed}"'


def _of_names(data: Dataset) -> Iterator[DataProblem]:
    """The renames: none twice."""
    path = data.paths.get(("names", ""), "")
    seen: set[tuple[str, str]] = set()
    for index, rename in enumerate(data.names.renames):
        if (rename.from_, rename.to) in seen:
            message = f'the rename from "{rename.from_}" to "{rename.to}" stands twice'
            yield DataProblem(path, ("renames", index), message, "leave one of them out")
        seen.add((rename.from_, rename.to))


def _of_series(data: Dataset) -> Iterator[DataProblem]:
    """The series: each name begins with the prefix under which it stands."""
    path = data.paths.get(("metrics", ""), "")
    for prefix, series in data.series.items():
        for index, name in enumerate(series.names):
            if not name.startswith(prefix):
                message = f'"{name}" does not begin with "{prefix}"'
                yield DataProblem(
                    path, ("series", prefix, "names", index), message, "write the full name of the series"
                )


def _of_relations(data: Dataset) -> Iterator[DataProblem]:
    """The relations: ids that differ, expressions that can be read, addresses that answer."""
    path = data.paths.get(("relations", ""), "")
    seen: set[str] = set()
    for index, relation in enumerate(data.relations.relations):
        keys: Keys = ("relations", index)
        if relation.id in seen:
            message = f'the relation "{relation.id}" stands twice'
            yield DataProblem(path, (*keys, "id"), message, "give one of them another id")
        seen.add(relation.id)
        try:
            names = [name for name, *_ in parse_relation(relation.expr).names]
        except ExpressionError as error:
            yield DataProblem(path, (*keys, "expr"), f"the relation cannot be read: {error.message}")
            continue
        for name in names:
            yield from _at(path, _figure(data, (*keys, "expr"), name))


def _under(keys: Keys, found: Found) -> Found:
    for below, message, help in found:
        yield (*keys, *below), message, help


def _recorded(data: Dataset, keys: Keys, thing: str, name: str) -> Found:
    """An error where no endpoint, run or host has that name; one whose file does not fit is told there."""
    if (thing, name) not in data.unusable:
        yield from _known(keys, thing, name, {"endpoint": data.by_name, "run": data.runs, "host": data.hosts}[thing])


def _known(keys: Keys, thing: str, name: str, known: Iterable[str]) -> Found:
    """An error where a name is none of those that are known."""
    names = list(known)
    if name in names:
        return
    found = nearest(name, names, likeness=60)
    help = f'did you mean "{found}"?' if found else f"known are {', '.join(sorted(names)[:12]) or 'none'}"
    yield keys, f'no {thing} is named "{name}"', help


def _figure(data: Dataset, keys: Keys, address: str) -> Found:
    try:
        data.figure(address)
    except Unusable:
        return
    except NoDatum as error:
        yield keys, error.message, error.help


def _page(sources: Sources, keys: Keys, link: str | None, section: str | None = None) -> Found:
    """An error where a page is not in the vault, or has no such heading."""
    if link is None:
        return
    path = sources.statuses.note(link)
    if path is None:
        yield keys, f'no note or file is named "{link[2:-2]}"', "name a note of the vault"
    elif section is not None and sources.vault.has_anchor(path, f"#{heading_link(section)}") is False:
        yield (*keys[:-1], "section"), f'"{path}" has no heading "{section}"', "name one that it has"


def _file(sources: Sources, keys: Keys, path: str) -> Found:
    if sources.files.text(path) is None:
        yield keys, f'no file "{path}" is in the repository', "paths are relative to the configuration's folder"


def _source(sources: Sources, keys: Keys, source: Source | None) -> Found:
    """An error where the note that states a figure is not there, or saved evidence is not what it was."""
    if source is None:
        return
    if source.document is not None:
        text = sources.files.text(source.document)
        if text is None:
            yield from _file(sources, (*keys, "document"), source.document)
        elif source.line is not None and source.line > text.count("\n") + 1:
            yield (*keys, "line"), f'"{source.document}" has no line {source.line}', None
    if source.file is not None and source.sha256 is not None:
        present = sources.files.digest(source.file)
        if present not in (None, source.sha256):
            yield (*keys, "sha256"), f'"{source.file}" is not the file that was read', "read it again into a new run"
