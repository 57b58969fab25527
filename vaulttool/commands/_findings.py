"""The findings of a run, for the commands that show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vaulttool import engine
from vaulttool.claims import claims
from vaulttool.commands._run import Run
from vaulttool.model.finding import Finding
from vaulttool.model.vault import Note
from vaulttool.storage import schemas
from vaulttool.text.globs import Globs


def findings(run: Run, on: Sequence[engine.Active], notes: Iterable[Note]) -> list[Finding]:
    """The findings for these notes, less those that the configuration silences in a file."""
    config, base = run.place.config, run.place.base
    own = base / config.schemas.folder if config.schemas.folder else None
    claimed = claims(config, lambda: schemas.read(own), run.names)
    paths = {note.path for note in notes}
    silent = [(Globs([glob]), frozenset(rules)) for glob, rules in config.per_file_ignores.items()]
    return [
        finding
        for finding in engine.check(run.vault, on, claimed, paths)
        if finding.path in paths
        and not any(finding.rule in rules and globs.match(*run.names(finding.path)) for globs, rules in silent)
    ]
