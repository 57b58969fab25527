"""The findings of a run, for the commands that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from vaulttool import engine
from vaulttool.claims import claims
from vaulttool.commands._run import Run
from vaulttool.errors import ConfigurationError
from vaulttool.model.finding import Finding
from vaulttool.model.rule import Claims, Shared
from vaulttool.storage import schemas
from vaulttool.storage.bounds import require_inside
from vaulttool.storage.root import Place
from vaulttool.text.globs import Globs


def active(run: Run, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[engine.Active]:
    """The rules that are on in this run."""
    with naming_the_file(run.place):
        return engine.active(run.place.config, run.place.config_file is not None, select, ignore)


def on_in_index(run: Run) -> list[engine.Active]:
    """The rules that `vaulttool index` runs: those on generated parts and data, on whatever the configuration says."""
    from vaulttool import indexing  # not for check: it takes time to import

    with naming_the_file(run.place):
        found = engine.active(run.place.config, run.place.config_file is not None, indexing.RULES)
    return [one._replace(severity="error") for one in found]


def shared_of(run: Run, notes: Iterable[str]) -> Shared:
    """What the rules share that speak of the notes at these paths, and of what else the run speaks of."""
    shared = engine.shared_of(run.sources, claims_of(run), _spoken_of(run, notes))
    shared.leaves_out = run.without_config
    return shared


def findings(
    run: Run, on: Sequence[engine.Active], notes: Iterable[str], shared: Shared | None = None
) -> list[Finding]:
    """The findings for the notes at these paths, and for what else the run speaks of, less those that the
    configuration silences in a file."""
    paths, keeps = _spoken_of(run, notes), kept(run)
    found = engine.findings(shared or shared_of(run, notes), on, run.course)
    return [finding for finding in found if finding.path in paths and keeps(finding)]


def kept(run: Run) -> Callable[[Finding], bool]:
    """Tells of a finding in what a run speaks of whether it is reported: PATHs may ask for a part of the configuration,
    and the configuration silences rules in files."""
    silent = [(Globs([glob]), frozenset(rules)) for glob, rules in run.place.config.per_file_ignores.items()]

    def keeps(finding: Finding) -> bool:
        if finding.path == run.sources.config_file and not run.speaks_of(finding):
            return False
        return not any(finding.rule in rules and globs.match(*run.names(finding.path)) for globs, rules in silent)

    return keeps


def _spoken_of(run: Run, notes: Iterable[str]) -> set[str]:
    return {*notes, *run.covered(), run.sources.config_file}


def claims_of(run: Run) -> Claims:
    """What the configuration of a run claims."""
    config, base = run.place.config, run.place.base
    own = base / config.schemas.folder if config.schemas.folder else None
    if own is not None:
        require_inside(config.schemas.folder or "", "schema folder", run.place.config_file, base, run.place.repository)
    with naming_the_file(run.place):
        return claims(config, lambda: schemas.read(own, run.disk, run.place.repository), run.names)


@contextmanager
def naming_the_file(place: Place) -> Iterator[None]:
    """What is wrong in a table of the configuration is said with the name of its file."""
    try:
        yield
    except ConfigurationError as error:
        if not error.message.startswith("["):
            raise
        raise ConfigurationError(f"{place.config_file}: {error.message}", error.remedy) from error
