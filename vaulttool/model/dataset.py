"""All data files of a repository as one thing that answers addresses."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from vaulttool.model.cannot import NoDatum, Unusable
from vaulttool.model.data_schemas import DataSchemas
from vaulttool.model.misplaced import right_place
from vaulttool.model.records import (
    Arm,
    Endpoint,
    Host,
    Metric,
    Metrics,
    Names,
    Relations,
    Run,
    Series,
)
from vaulttool.parsing import data
from vaulttool.parsing.data import Keys
from vaulttool.text.names import nearest
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.datum import Datum

FOLDERS: Mapping[str, tuple[str, type[msgspec.Struct]]] = {
    "endpoints": ("endpoint", Endpoint),
    "runs": ("run", Run),
    "hosts": ("host", Host),
}
FILES: Mapping[str, type[msgspec.Struct]] = {"names": Names, "relations": Relations, "metrics": Metrics}
SUFFIXES = (".yaml", ".yml")
VERSION = 1  # of the form of data files; one that does not say its version has the first
STEP = re.compile(r"[a-z0-9_]+")  # of a path such as $.eras[2].start


class DataProblem(NamedTuple):
    """Something wrong in a data file: at the value of these keys, or at a span where it is no YAML."""

    path: str
    keys: Keys
    message: str
    help: str | None = None
    span: Span | None = None


class Dataset:
    """The data of a repository. ``files`` maps each file's path, from the configuration's folder, to its text;
    ``folder`` is the data folder. ``count`` answers ``count/NAME`` and raises ``NoDatum``; ``unread`` says why a
    file could not be read."""

    def __init__(
        self,
        files: Mapping[str, str] | None = None,
        folder: str = "",
        schemas: DataSchemas | None = None,
        count: Callable[[str], Datum] | None = None,
        unread: Mapping[str, str] | None = None,
    ) -> None:
        self.files = {**(files or {}), **dict.fromkeys(unread or (), "")}
        self.folder = folder
        self.schemas = schemas or DataSchemas({})
        self.count = count
        self.flaws = [  # what keeps files from being read
            DataProblem(path, (), f"the file cannot be read: {why}", None, Span(0, 0))
            for path, why in (unread or {}).items()
        ]
        self.paths: dict[tuple[str, str], str] = {}  # the file of each endpoint, run and host, and of names and so on
        self._known: dict[str, Datum | NoDatum] = {}
        self._asking: set[str] = set()
        self._records: dict[str, dict[str, Any]] = {kind: {} for kind, _ in FOLDERS.values()}
        self._singles: dict[str, Any] = {}
        self.unusable: dict[tuple[str, str], str] = {}  # of files that do not fit: kind and name, and the path
        for path in sorted(files or ()):
            self._read(path)

    @property
    def endpoints(self) -> Mapping[str, Endpoint]:
        """The endpoints by present name."""
        return self._records["endpoint"]

    @property
    def runs(self) -> Mapping[str, Run]:
        """The runs by name."""
        return self._records["run"]

    @property
    def hosts(self) -> Mapping[str, Host]:
        """The hosts by name."""
        return self._records["host"]

    @property
    def names(self) -> Names:
        """The renames and retired names."""
        found: Names = self._singles.get("names", Names())
        return found

    @property
    def relations(self) -> Relations:
        """What must hold between figures."""
        found: Relations = self._singles.get("relations", Relations())
        return found

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics by name."""
        found: Metrics = self._singles.get("metrics", Metrics())
        return found.metrics

    @property
    def series(self) -> Mapping[str, Series]:
        """The Prometheus series by the prefix of their names."""
        found: Metrics = self._singles.get("metrics", Metrics())
        return found.series

    @cached_property
    def by_name(self) -> Mapping[str, Endpoint]:
        """The endpoints by any name that they ever had; a present name comes before a past one."""
        past = {name.name: endpoint for endpoint in self.endpoints.values() for name in endpoint.names}
        return {**past, **self.endpoints}

    def runs_of(self, endpoint: str, era: str) -> Sequence[Run]:
        """The runs in an era of an endpoint, by its present name."""
        return self._by_era.get((endpoint, era), ())

    @cached_property
    def _by_era(self) -> Mapping[tuple[str, str], Sequence[Run]]:
        found: dict[tuple[str, str], list[Run]] = {}
        for run in self.runs.values():
            endpoint = self.by_name.get(run.endpoint or "")
            if endpoint and run.era:
                found.setdefault((endpoint.endpoint, run.era), []).append(run)
        return found

    def endpoint(self, name: str) -> Endpoint:
        """The endpoint of that name, present or past; ``NoDatum`` where there is none."""
        found = self.by_name.get(name)
        if found is None:
            raise self._missing("endpoint", name, self.by_name)
        return found

    def run(self, name: str) -> Run:
        """The run of that name; ``NoDatum`` where there is none."""
        found = self.runs.get(name)
        if found is None:
            raise self._missing("run", name, self.runs)
        return found

    def host(self, name: str) -> Host:
        """The host of that name; ``NoDatum`` where there is none."""
        found = self.hosts.get(name)
        if found is None:
            raise self._missing("host", name, self.hosts)
        return found

    def figure(self, address: str) -> Datum:
        """The datum at an address: ``run/R#[ARM.]METRIC``, ``run/R#[ARM.]settings.NAME``, ``host/H#[ENGINE.]FACT``
        or ``count/NAME``. ``NoDatum`` says what is not there."""
        if address in self._asking:
            raise NoDatum(f'"{address}" is computed from itself')
        known = self._known.get(address)
        if known is None:
            self._asking.add(address)
            try:
                known = self._found(address)
            except NoDatum as error:
                known = error
            finally:
                self._asking.discard(address)
            self._known[address] = known
        if isinstance(known, NoDatum):
            raise known
        return known

    def local(self, run: Run, name: str) -> Datum:
        """What a name in an expression of a run stands for: an address, or a figure or setting of that run."""
        whole = name.startswith(("run/", "host/", "count/"))
        return self.figure(name if whole else f"run/{run.run}#{name}")

    def problems(self) -> Iterator[DataProblem]:
        """What keeps data files from being read."""
        yield from self.flaws

    def _found(self, address: str) -> Datum:
        from vaulttool.model.datum import of_fact  # only where a figure is asked for: numbers take time to import

        kind, slash, rest = address.partition("/")
        thing, hash, name = rest.partition("#")
        if kind == "count" and slash and not hash and self.count:
            return self.count(thing)
        if kind == "run" and thing and name:
            return self._of_run(address, self.run(thing), name)
        if kind == "host" and thing and name:
            return of_fact(address, self.host(thing), name, self.paths["host", thing])
        raise NoDatum(
            f'"{address}" is no address', "write run/RUN#METRIC, run/RUN#ARM.METRIC, host/HOST#FACT or count/NAME"
        )

    def _of_run(self, address: str, run: Run, name: str) -> Datum:
        """A figure, derived figure or setting of a run or of one of its arms."""
        from vaulttool.model.datum import of_result, of_setting
        from vaulttool.model.derived import derived

        path = self.paths["run", run.run]
        if name in run.derived:
            return derived(self, address, run, name, path)
        arm_name, dot, rest = name.partition(".")
        arm = run.arms.get(arm_name) if dot else None
        if arm is not None:
            holder: Run | Arm = arm
            keys: Keys = ("arms", arm_name)
            name = rest
        else:
            holder, keys = run, ()
        if name.startswith("settings."):
            return of_setting(address, holder, name.removeprefix("settings."), path, keys)
        metric = holder.results.get(name)
        if metric is None:
            raise NoDatum(f'the run "{run.run}" has no figure "{address.partition("#")[2]}"', self._help(run, name))
        return of_result(address, run, name, metric, self.metrics.get(name), path, (*keys, "results", name))

    def _missing(self, kind: str, name: str, known: Mapping[str, object]) -> NoDatum:
        """Why there is no record of that name: its file does not fit, or there is none."""
        path = self.unusable.get((kind, name))
        if path is not None:
            return Unusable(f'the data of the {kind} "{name}" cannot be used', f'mend "{path}"')
        return NoDatum(f'no {kind} is named "{name}"', _did_you_mean(name, known))

    def _help(self, run: Run, name: str) -> str:
        """What a figure of a run may have been meant."""
        known = [
            *run.results,
            *run.derived,
            *(f"{arm}.{name}" for arm, told in run.arms.items() for name in told.results),
        ]
        found = [one for one in known if one.rpartition(".")[2] == name] or [nearest(name, known) or ""]
        return f'did you mean "{found[0]}"?' if found[0] else f"it has {', '.join(known) or 'none'}"

    def _read(self, path: str) -> None:
        """One file into records, or into a flaw."""
        inner = path.removeprefix(self.folder).removeprefix("/")
        folder, _, file = inner.rpartition("/")
        stem, dot, suffix = file.rpartition(".")
        if dot + suffix not in SUFFIXES:
            return
        kind, record = FOLDERS.get(folder) or ((stem, FILES[stem]) if not folder and stem in FILES else ("", None))
        content = data.read(self.files[path])
        if record is None:
            self._misplaced(path, inner, content.value)
            return
        flaws = [DataProblem(path, (), flaw.message, None, flaw.span) for flaw in content.flaws]
        flaws = flaws or list(_newer(path, content.value))
        flaws = flaws or [DataProblem(path, *told) for told in self.schemas.mismatches(kind, content.value)]
        self.flaws += flaws
        if flaws:
            self.unusable[kind, stem] = path
            return
        try:
            found = msgspec.convert(content.value, record)
        except msgspec.ValidationError as error:  # what JSON Schema calls an integer, such as 1.0, and we do not
            message, _, where = str(error).partition(" - at ")
            keys = tuple(int(step) if step.isdigit() else step for step in STEP.findall(where))
            self.flaws.append(DataProblem(path, keys, message.replace("`", '"')))
            self.unusable[kind, stem] = path
            return
        if kind in FILES and (kind, "") in self.paths:
            message = f'"{self.paths[kind, ""]}" holds the {kind}, too, so that this file is not read'
            self.flaws.append(DataProblem(path, (), message, "keep one of the two"))
        elif kind in FILES:
            self._singles[kind] = found
            self.paths[kind, ""] = path
        else:
            self._keep(kind, getattr(found, kind), stem, path, found)

    def _misplaced(self, path: str, inner: str, content: Any) -> None:
        """A flaw where a file that is not read is data without doubt."""
        found = right_place(inner, content, lambda kind: not any(self.schemas.mismatches(kind, content)))
        if found is not None:
            help = f'move it to "{posixpath.join(self.folder, found.path)}"'
            self.flaws.append(DataProblem(path, (), f"the file is not read: {found.read}", help, Span(0, 0)))

    def _keep(self, kind: str, name: str, stem: str, path: str, found: Any) -> None:
        """A record under its name, which is the file's and nobody else's."""
        if name != stem:
            help = f'name the file "{name}.yaml", or write "{kind}: {stem}"'
            self.flaws.append(DataProblem(path, (kind,), f'the {kind} is called "{name}", its file "{stem}"', help))
        if name in self._records[kind]:
            message = f'the {kind} "{name}" stands in "{self.paths[kind, name]}" too'
            self.flaws.append(DataProblem(path, (kind,), message, "give one of them another name"))
            return
        self._records[kind][name] = found
        self.paths[kind, name] = path


def _newer(path: str, content: Any) -> Iterator[DataProblem]:
    """What to say of a file in a form that came later."""
    version = content.get("version") if isinstance(content, dict) else None
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        message = f"the file is of version {version}, and this vaulttool reads version {VERSION}"
        yield DataProblem(path, ("version",), message, "use the vaulttool that it was written for, or a newer one")


def _did_you_mean(name: str, known: Mapping[str, object]) -> str:
    found = nearest(name, list(known), likeness=60)
    if found or known:
        return f'did you mean "{found}"?' if found else f"known are {', '.join(sorted(known))}"
    return 'the data have none; the folder that is read is the configuration\'s "data"'
