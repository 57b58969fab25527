"""What a runbook is to be about: the unit with its family, its runs, its host and endpoint, as data and options say."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from vaulttool.commands._material import has_data
from vaulttool.commands._run import Run
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.model.cannot import NoDatum
from vaulttool.model.deployed import open_eras
from vaulttool.model.procedure.endpoint_file import serves
from vaulttool.model.procedure.family import Family, facts, family
from vaulttool.model.records import Host
from vaulttool.model.records import Run as Measured
from vaulttool.model.unit_keys import KINDS
from vaulttool.text.names import is_slug

FIRST = "first"  # the era of an endpoint that has none yet
NO_SLUG = re.compile(r"[^a-z0-9]+")


class Wanted(NamedTuple):
    """What is asked for: options as they were given, empty where they were not."""

    unit: str
    runs: Sequence[str] = ()
    host: str = ""
    endpoint: str = ""
    manager: str = ""
    since: str = ""
    env: Sequence[str] = ()


class About(NamedTuple):
    """What the page is about. ``endpoint`` is the name of one, there or to be made (``is_new``), ``era`` an era of it
    that has the unit; each empty where there is none."""

    family: Family
    runs: tuple[Measured, ...]
    host: str
    known_host: Host | None
    endpoint: str
    era: str
    is_new: bool
    manager: str
    env: tuple[str, ...]
    since: str


def about(run: Run, wanted: Wanted) -> About:
    """What a runbook is about. ``VaultError`` where options and data do not agree, or the unit cannot be read."""
    _require_unit(wanted.unit)
    env = tuple(_in_repository(run, one, "the env file") for one in wanted.env)
    head = facts(run.files, _in_repository(run, wanted.unit, "the unit"), wanted.manager, env)
    whole = family(run.files, head)
    for one in whole.shown:
        for problem in one.problems[:1]:
            where = f'"{problem.path or one.path}", line {problem.line}'
            raise VaultError(f"{where}: {problem.message}", "mend the unit first")
    runs = tuple(_run(run, name) for name in wanted.runs)
    endpoint, era, is_new = _endpoint(run, wanted, whole, runs)
    host = _one("host", [wanted.host, _host_of(run, endpoint), *(one.host for one in runs)])
    known = _known_host(run, host)
    if is_new and (not host or not serves(head, whole.members)):
        endpoint, era, is_new = "", "", False
    return About(whole, runs, host, known, endpoint, era, is_new, wanted.manager, env, wanted.since)


def _require_unit(written: str) -> None:
    if not os.path.isdir(written) and os.path.basename(written).rpartition(".")[2] not in KINDS:
        raise VaultError(f'"{written}" is no unit', f"known are {', '.join(f'.{kind}' for kind in KINDS)}")


def slug(text: str) -> str:
    """A text as the name of an endpoint; empty where nothing is left of it."""
    return NO_SLUG.sub("-", text.lower()).strip("-")


def _in_repository(run: Run, written: str, what: str) -> str:
    """The path of a file from the configuration's folder."""
    place = os.path.abspath(written)
    path = os.path.relpath(place, run.place.base).replace(os.sep, "/")
    if not os.path.exists(place):
        raise VaultError(f'no file "{written}"', "check its spelling and the working directory")
    if os.path.isdir(place):
        raise VaultError(f'{what} "{written}" is a folder', "name one file")
    if path.startswith("../") or run.files.text(path) is None:
        message = f'{what} "{written}" is no text in the repository of the vault, below "{run.place.base}"'
        raise VaultError(message, "keep a copy there: a page can only follow a file that is kept with it")
    if any(mark in path for mark in '":,\r\n') or "-->" in path:
        raise VaultError(f'{what} "{written}" has a name that no region can hold', "give it a plainer one")
    return path


def _run(run: Run, name: str) -> Measured:
    _require_data(run, "--run")
    try:
        return run.data.run(name)
    except NoDatum as error:
        raise VaultError(error.message, error.help or "name a run of the data") from error


def _require_data(run: Run, option: str) -> None:
    if run.place.config.data is None:
        message = f"{option} names data, and no folder of data is configured"
        raise ConfigurationError(message, 'add data = "..." to vaulttool.toml')


def _endpoint(run: Run, wanted: Wanted, whole: Family, runs: Sequence[Measured]) -> tuple[str, str, bool]:
    """The endpoint that the unit serves, an era of it with the unit, and whether its data file is to be made."""
    if not has_data(run.place) or run.place.config.data is None:
        if wanted.endpoint:
            _require_data(run, "--endpoint")
        return "", "", False
    path = whole.head.path
    serving = [one for one in open_eras(run.sources) if path in one.era.units]
    named = _one("endpoint", [wanted.endpoint, *(one.endpoint or "" for one in runs)])
    if not named and len(serving) == 1:
        return serving[0].endpoint.endpoint, serving[0].era.id, False
    if not named and not serving:
        _refuse_past(run, path)
    name = named or slug(whole.head.stem)
    known = run.data.by_name.get(name)
    if known is not None:
        era = next((one.era.id for one in serving if one.endpoint is known), "")
        return known.endpoint, era, False
    if not is_slug(name):
        if wanted.endpoint:
            raise ConfigurationError(f'--endpoint is "{name}"', "write lower case letters, digits and single hyphens")
        return "", "", False
    era = _one("era", [one.era or "" for one in runs]) or FIRST
    return name, era, True


def _refuse_past(run: Run, path: str) -> None:
    """``VaultError`` for a unit of which the data say that it has served, and serves no more."""
    for endpoint in run.data.endpoints.values():
        for era in endpoint.eras:
            if path in era.units:
                message = f'the era "{era.id}" of "{endpoint.endpoint}", which has the unit "{path}", has ended'
                raise VaultError(message, "name the unit of an open era, or the endpoint with --endpoint")


def _host_of(run: Run, endpoint: str) -> str:
    known = run.data.by_name.get(endpoint) if endpoint else None
    return known.host if known else ""


def _known_host(run: Run, host: str) -> Host | None:
    """The data of a host; ``VaultError`` for one that the data should have and do not."""
    if not host or run.place.config.data is None:
        return None
    try:
        return run.data.host(host)
    except NoDatum as error:
        folder = f"{run.data.folder}/hosts".lstrip("/")
        raise VaultError(error.message, f'{error.help}; a new one is a file "{folder}/{host}.yaml"') from error


def _one(what: str, names: Sequence[str]) -> str:
    """The one name among several; ``VaultError`` where they differ."""
    found = [name for name in dict.fromkeys(names) if name]
    if len(found) > 1:
        raise VaultError(f'the {what} is "{found[0]}", and also "{found[1]}"', "name runs and options that agree")
    return found[0] if found else ""
