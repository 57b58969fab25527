"""What a cutover changes in the data files: the open era ends, a new one begins, and the name may change with it.

Each step leaves alone what is done already, so that a cutover that was broken off is completed by the same command.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from vaulttool.errors import VaultError
from vaulttool.model.cannot import NoDatum
from vaulttool.model.data_checks import problems
from vaulttool.model.dataset import DataProblem, Dataset
from vaulttool.model.new_era import NewEra
from vaulttool.model.records import Endpoint, Era
from vaulttool.model.renaming import named, with_rename
from vaulttool.model.sources import Sources
from vaulttool.model.splicing import CannotSplice, scalar, with_item, with_pairs
from vaulttool.parsing.data import keys_of
from vaulttool.text.names import is_slug
from vaulttool.text.span import Lines


class Wanted(NamedTuple):
    """What is asked of a cutover. ``file`` is where the new era was read; ``name`` is a new name of the endpoint,
    in use since ``named_on``."""

    endpoint: str
    era: NewEra
    file: str
    retire: bool = False
    name: str | None = None
    named_on: str | None = None

    @property
    def named_since(self) -> str:
        """The day on which the name changes: that of the cutover unless another is named."""
        return self.named_on or self.era.start


class FileChange(NamedTuple):
    """A data file, by its path from the configuration's folder, with its text before and after: None where there is
    no file. ``told`` says each thing that changes; ``moved`` is the file whose place it takes."""

    path: str
    before: str | None
    after: str | None
    told: tuple[str, ...]
    moved: str | None = None


class Plan(NamedTuple):
    """The files to write, in this order, and what else there is to say. ``old_name`` is the name that the endpoint
    gives up with this cutover, ``endpoint`` the one it has afterwards."""

    changes: tuple[FileChange, ...]
    notices: tuple[str, ...]
    endpoint: str
    era: str
    old_name: str | None

    @property
    def texts(self) -> Mapping[str, str | None]:
        """The texts of the files afterwards."""
        return {change.path: change.after for change in self.changes}


def plan(data: Dataset, wanted: Wanted) -> Plan:
    """What there is to do. ``VaultError`` where it cannot be done; nothing is then to be written."""
    endpoint = _endpoint(data, wanted)
    path = data.paths["endpoint", endpoint.endpoint]
    before = data.files[path]
    with _naming(path):
        text, told, notices = _with_era(before, endpoint, wanted)
        name = wanted.name or endpoint.endpoint
        if name != endpoint.endpoint:
            text = named(text, endpoint, name, wanted.named_since)
            told = (*told, f'the endpoint was "{endpoint.endpoint}", "{name}" since {wanted.named_since}')
    changes = list(_of_endpoint(data, wanted, path, text, told)) if told else []
    old_name = _old_name(endpoint, wanted)
    if old_name is not None:
        changes += _of_names(data, wanted, old_name)
    if old_name is not None and endpoint.served_name == old_name:
        notices = (*notices, f'served_name is still "{old_name}": it is what clients ask for, so it stays')
    return Plan(tuple(changes), notices, name, wanted.era.id, old_name)


def refuse_new_problems(before: Sources, after: Sources, done: Plan, file: str) -> None:
    """``VaultError`` where the data would have something wrong in them afterwards that was not there before."""
    known = Counter(problem.message for problem in problems(before))
    for problem in problems(after):
        known[problem.message] -= 1
        if known[problem.message] < 0 and not _is_gap(problem):
            raise VaultError(f"{_where(after.data, problem, done, file)}: {problem.message}", problem.help or "mend it")


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """What cannot be spliced is said with the name of its file."""
    try:
        yield
    except CannotSplice as error:
        raise VaultError(f"{path}: {error.message}", error.help) from error


def _is_gap(problem: DataProblem) -> bool:
    """Whether a problem is the time between two eras: what was not recorded is no reason not to record what is."""
    return problem.keys[:1] == ("eras",) and problem.keys[2:] == ("start",)


def _where(data: Dataset, problem: DataProblem, done: Plan, file: str) -> str:
    """A problem's file and key; those of the new era where it stands in that."""
    last = len(data.endpoints[done.endpoint].eras) - 1 if done.endpoint in data.endpoints else None
    if problem.path == data.paths.get(("endpoint", done.endpoint)) and problem.keys[:2] == ("eras", last):
        return ": ".join(part for part in (file, keys_of(problem.keys[2:])) if part)
    return ": ".join(part for part in (problem.path, keys_of(problem.keys)) if part)


def _endpoint(data: Dataset, wanted: Wanted) -> Endpoint:
    """The endpoint, once its data, the new name and the file of names are fit for the work."""
    for name in (wanted.endpoint, wanted.name):
        _refuse_flaws(data, *(f"{data.folder}/endpoints/{name}{suffix}".lstrip("/") for suffix in (".yaml", ".yml")))
    try:
        found = data.endpoint(wanted.endpoint)
    except NoDatum as error:
        raise VaultError(error.message, error.help or "") from error
    _refuse_flaws(data, data.paths["endpoint", found.endpoint])
    if wanted.name is not None:
        _refuse_flaws(data, _names_file(data))
        _refuse_name(data, found, wanted.name, wanted.era.id)
    return found


def _refuse_flaws(data: Dataset, *paths: str | None) -> None:
    for flaw in data.flaws:
        if flaw.path in paths:
            at = Lines(data.files[flaw.path]).position(flaw.span.start) if flaw.span else None
            where = f"{flaw.path}:{at.line}:{at.column}" if at else flaw.path
            raise VaultError(f"{where}: {flaw.message}", flaw.help or "mend the file first")


def _refuse_name(data: Dataset, endpoint: Endpoint, name: str, era: str) -> None:
    """``VaultError`` for a new name that cannot be one."""
    if not is_slug(name):
        raise VaultError(f'"{name}" cannot name an endpoint', "use lower case letters, digits and single hyphens")
    if name == endpoint.endpoint and era not in [one.id for one in endpoint.eras]:
        raise VaultError(f'the endpoint is called "{name}" already', "leave --name out")
    other = data.by_name.get(name)
    if other is not None and other is not endpoint and endpoint.endpoint not in [one.name for one in other.names]:
        raise VaultError(f'"{name}" is a name of the endpoint "{other.endpoint}"', "a name stands for one endpoint")


def _with_era(text: str, endpoint: Endpoint, wanted: Wanted) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text with the last era closed and the new one behind it; what changed, and what else there is to say."""
    era = wanted.era
    there = next((one for one in endpoint.eras if one.id == era.id), None)
    if there is not None and there is endpoint.eras[-1] and there.start == era.start:
        return text, (), (f'the data have the era "{era.id}" since {era.start}, so it is not opened again',)
    if there is not None:
        message = f'{wanted.file}: id: the endpoint "{endpoint.endpoint}" has an era "{era.id}" already'
        raise VaultError(message, "give the new one another id")
    last = _last(endpoint, era.start)
    opened = f'the era "{era.id}" began on {era.start}'
    if last.end is not None:
        notice = f'the last era, "{last.id}", has its end already, so none is closed'
        return with_item(text, ("eras",), era.text), (opened,), (notice,)
    name = wanted.name or endpoint.endpoint
    next_ = ("continued_as", f"{{endpoint: {scalar(name)}}}") if wanted.retire else ("superseded_by", scalar(era.id))
    text = with_pairs(text, ("eras", len(endpoint.eras) - 1), "start", [("end", era.start), next_])
    how = f'the endpoint went on as "{name}"' if wanted.retire else f'superseded by "{era.id}"'
    closed = f'the era "{last.id}" ended on {era.start}, {how}'
    return with_item(text, ("eras",), era.text), (closed, opened), ()


def _last(endpoint: Endpoint, start: str) -> Era:
    """The last era; ``VaultError`` where a new one cannot follow it on that day."""
    last = endpoint.eras[-1]
    for era in endpoint.eras[:-1]:
        if era.end is None:
            message = f'the era "{era.id}" of "{endpoint.endpoint}" is open, and it is not the last'
            raise VaultError(message, "give it its end first")
    for when, what in ((last.start, "began"), (last.end, "ended")):
        if isinstance(when, str) and start < when:
            message = f'a new era cannot begin on {start}: "{last.id}" {what} on {when}'
            raise VaultError(message, "name a later day with --on")
    return last


def _of_endpoint(data: Dataset, wanted: Wanted, path: str, text: str, told: tuple[str, ...]) -> Iterator[FileChange]:
    """The endpoint's file; under a new name the new file before the old one goes."""
    name = wanted.name or path.rpartition("/")[2].rpartition(".")[0]
    new = f"{path.rpartition('/')[0]}/{name}.{path.rpartition('.')[2]}".lstrip("/")
    if new == path:
        yield FileChange(path, data.files[path], text, told)
        return
    present = data.files.get(new)
    if present is None:
        yield FileChange(new, None, text, told, path)
    elif present != text:
        message = f'the file "{new}" is there already, and it is not what this cutover makes of "{path}"'
        raise VaultError(message, "remove the one of them that is wrong")
    yield FileChange(path, data.files[path], None, (f'the file is "{new}" now',))


def _old_name(endpoint: Endpoint, wanted: Wanted) -> str | None:
    """The name that the endpoint gives up, or gave up when the cutover was broken off."""
    if wanted.name is None or wanted.name != endpoint.endpoint:
        return endpoint.endpoint if wanted.name else None
    return endpoint.names[-2].name if len(endpoint.names) > 1 else None


def _of_names(data: Dataset, wanted: Wanted, old: str) -> Iterator[FileChange]:
    """The rename in the file of names, where there is one that does not have it."""
    path, new = _names_file(data), wanted.name or old
    if path is None or any((one.from_, one.to) == (old, new) for one in data.names.renames):
        return
    with _naming(path):
        text = with_rename(data.files[path], old, new, wanted.named_since)
    yield FileChange(path, data.files[path], text, (f'one more rename, from "{old}" to "{new}"',))


def _names_file(data: Dataset) -> str | None:
    paths = [f"{data.folder}/names{suffix}".lstrip("/") for suffix in (".yaml", ".yml")]
    return next((path for path in paths if path in data.files), None)
