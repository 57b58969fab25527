"""``vaulttool ingest``: reads figures from saved evidence and prints a run file."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import date as Day
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from vaulttool import registry
from vaulttool.commands._options import Given, place_options
from vaulttool.config import Config
from vaulttool.errors import ConfigurationError, EvidenceError
from vaulttool.readers import _metrics, _run, _yaml
from vaulttool.readers._reading import Reader, Reading, ReadingError
from vaulttool.storage import evidence, root
from vaulttool.storage.disk import printable
from vaulttool.text.names import is_slug, nearest

PACKAGE = "vaulttool.readers"
KINDS = ("boot-log", "ab", "probe", "sweep", "soak", "telemetry", "census", "microbenchmark", "acceptance")
SLUGS = ("run", "host", "endpoint", "era")
ASKED = {"run": "--run ID", "title": '--title "..."', "date": "--date YYYY-MM-DD", "host": "--host NAME"}


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--reader", "reader", required=True, metavar="NAME", help='What FILE is; "explain" lists the readers.')
@click.option("--run", "run", metavar="ID", help="The run's name. Default: that of the new file, else of FILE.")
@click.option("--title", metavar="TEXT", help="What was measured, in one line.")
@click.option("--kind", type=click.Choice(KINDS), help="The kind of run. Default: the reader's.")
@click.option(
    "--date", metavar="DAY", help="The day, YYYY-MM-DD. Default: the evidence's, else that in the run's name."
)
@click.option("--host", metavar="NAME", help="The host. Default: the evidence's.")
@click.option("--endpoint", metavar="NAME", help="The endpoint that was measured.")
@click.option("--era", metavar="ID", help="The era of that endpoint.")
@click.option(
    "--metrics",
    metavar="FILE",
    help="Your metrics.yaml, for readers that take names and units from it. Default: that of the data folder.",
)
@click.option("--metric", "picks", metavar="NAME=SERIES", multiple=True, help="A series to take (prometheus).")
@click.option("--inner", metavar="NAME", help="The reader of the messages (journal-json).")
@click.option(
    "-o", "--output", metavar="FILE", help="Write the run to a new file; one that exists is never overwritten."
)
@place_options
def ingest(
    file: str,
    reader: str,
    run: str | None,
    title: str | None,
    kind: str | None,
    date: str | None,
    host: str | None,
    endpoint: str | None,
    era: str | None,
    metrics: str | None,
    picks: tuple[str, ...],
    inner: str | None,
    output: str | None,
    given: Given,
) -> None:
    """Read the figures in FILE and print them as a run file.

    Each figure keeps its printed text and its line, the run the SHA-256 of FILE and the reader with its version.
    """
    module = _reader(reader)
    said = {"run": run, "title": title, "kind": kind, "date": date, "host": host, "endpoint": endpoint, "era": era}
    _require_valid(said, output)
    read = evidence.read(file)
    around = root.around(given.vault, given.config, not given.no_config)
    base = around[0].parent if around else None
    metrics = metrics or _own_metrics(around)
    reading = _reading(module, reader, read.text, printable(file), metrics, picks, inner)
    source = {"file": _path(file, base), "sha256": read.sha256, "reader": f"{reader}/{module.VERSION}"}
    text = _yaml.written(_run.run(_told(said, reading, file, output), reading, source))
    if output is None:
        click.echo(text, nl=False)
    else:
        evidence.write_new(output, text)


def _reader(name: str) -> ModuleType:
    """The reader of that name; ``ConfigurationError`` with the nearest otherwise."""
    readers = registry.modules(PACKAGE)
    if name in readers:
        return readers[name]
    found = nearest(name, list(readers), likeness=60)
    remedy = f'did you mean "{found}"?' if found else f"the readers are {', '.join(readers)}"
    raise ConfigurationError(f'no reader is named "{name}"', remedy)


def _require_valid(given: Mapping[str, str | None], output: str | None) -> None:
    """``ConfigurationError`` for an option that no run could have, before anything is read."""
    for name in SLUGS:
        value = given[name]
        if value is not None and not is_slug(value):
            raise ConfigurationError(f'--{name} is "{value}"', "write lower case letters, digits and single hyphens")
    if given["title"] is not None and not given["title"].strip():
        raise ConfigurationError("--title is empty", "say what was measured")
    if given["date"] is not None and not _is_day(given["date"]):
        raise ConfigurationError(f'--date is "{given["date"]}"', "write a day as YYYY-MM-DD")
    if given["era"] is not None and given["endpoint"] is None:
        raise ConfigurationError("--era without its endpoint", "name it with --endpoint")
    if output is not None and given["run"] is not None and Path(output).stem != given["run"]:
        remedy = f'write "{given["run"]}.yaml", or leave --run out'
        raise ConfigurationError(f'the run is named "{given["run"]}" and its file "{Path(output).name}"', remedy)
    if output is not None and os.path.lexists(output):
        evidence.refuse(output)


def _reading(
    module: ModuleType,
    name: str,
    text: str,
    file: str,
    metrics: str | None,
    picks: Sequence[str],
    inner: str | None,
) -> Reading:
    """What the reader reads; an error of it names the file. A reader gets of the options what it has parameters for."""
    takes = inspect.signature(module.read).parameters
    offered: dict[str, Any] = {"file": Path(file).as_posix()}
    if metrics is not None:
        offered["metrics"] = _metrics.metrics(evidence.read(metrics).text, metrics)
    if picks:
        offered["picks"] = picks
    if inner is not None:
        offered["inner"] = _inner(inner)
    for option, parameter in (("--metric", "picks"), ("--inner", "inner")):
        if parameter in offered and parameter not in takes:
            raise ConfigurationError(f'the reader "{name}" has no use for {option}', "leave it out")
    read: Callable[..., Reading] = module.read
    try:
        return read(text, **{key: value for key, value in offered.items() if key in takes})
    except ReadingError as error:
        raise error.in_file(file) from error


def _own_metrics(around: tuple[Path, Config] | None) -> str | None:
    """The metrics.yaml of the data folder that the configuration names, if it is there."""
    if around is None or around[1].data is None:
        return None
    file = around[0].parent / around[1].data / "metrics.yaml"
    return str(file) if file.is_file() else None


def _inner(name: str) -> Reader:
    """The reader of messages in an envelope, which is none itself."""
    module = _reader(name)
    read: Reader = module.read
    if "inner" in inspect.signature(read).parameters:
        raise ConfigurationError(f'the reader "{name}" needs another one itself', "name the reader of the messages")
    return read


def _told(given: Mapping[str, str | None], reading: Reading, file: str, output: str | None) -> dict[str, str | None]:
    """What the run says of itself; ``EvidenceError`` names the options for what nobody told."""
    run = given["run"] or next(filter(is_slug, (Path(name).stem for name in (output, file) if name)), None)
    if output is not None and run != Path(output).stem:
        raise ConfigurationError(
            f'"{Path(output).stem}" cannot be the name of a run', "name the file in lower case letters, digits, hyphens"
        )
    begins = (run or "")[:10]
    found = {
        **given,
        "run": run,
        "kind": given["kind"] or reading.kind,
        "date": given["date"] or reading.date or (begins if _is_day(begins) else None),
        "host": given["host"] or reading.host,
    }
    missing = [name for name in ASKED if found[name] is None]
    if missing:
        raise EvidenceError(
            f"the evidence does not tell {_and(['its ' + name for name in missing])}",
            f"give {_and([ASKED[name] for name in missing])}",
        )
    return {name: found[name] for name in ("run", "title", "kind", "date", "host", "endpoint", "era")}


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _is_day(text: str) -> bool:
    try:
        return Day.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _path(file: str, base: Path | None) -> str:
    """The file as the run names it: from the configuration's folder if it lies below, else from where one stands."""
    place = os.path.abspath(file)
    if base is not None:
        below = os.path.relpath(place, base)
        if below.split(os.sep)[0] != os.pardir:
            return printable(below.replace(os.sep, "/"))
    return printable(os.path.relpath(place).replace(os.sep, "/"))
