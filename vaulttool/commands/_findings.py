"""The findings of a run, for the commands that show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from vaulttool import engine
from vaulttool.claims import claims
from vaulttool.commands._run import Run
from vaulttool.errors import ConfigurationError
from vaulttool.model.finding import Finding
from vaulttool.model.vault import Note
from vaulttool.storage import schemas
from vaulttool.text.globs import Globs


def active(run: Run, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[engine.Active]:
    """The rules that are on in this run."""
    with _naming_the_file(run):
        return engine.active(run.place.config, run.place.config_file is not None, select, ignore)


def findings(run: Run, on: Sequence[engine.Active], notes: Iterable[Note]) -> list[Finding]:
    """The findings for these notes, less those that the configuration silences in a file."""
    config, base = run.place.config, run.place.base
    own = base / config.schemas.folder if config.schemas.folder else None
    with _naming_the_file(run):
        claimed = claims(config, lambda: schemas.read(own), run.names)
    paths = {note.path for note in notes}
    silent = [(Globs([glob]), frozenset(rules)) for glob, rules in config.per_file_ignores.items()]
    return [
        finding
        for finding in engine.check(run.vault, on, claimed, paths)
        if finding.path in paths
        and not any(finding.rule in rules and globs.match(*run.names(finding.path)) for globs, rules in silent)
    ]


@contextmanager
def _naming_the_file(run: Run) -> Iterator[None]:
    """What is wrong in a table of the configuration is said with the name of its file."""
    try:
        yield
    except ConfigurationError as error:
        if not error.message.startswith("["):
            raise
        raise ConfigurationError(f"{run.place.config_file}: {error.message}", error.remedy) from error
