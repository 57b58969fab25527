"""A run as it would be with another configuration."""

from __future__ import annotations

import copy
from pathlib import Path

from vaulttool.commands._run import Run
from vaulttool.config import Config
from vaulttool.model.vault import Vault
from vaulttool.storage.extras import extras
from vaulttool.storage.repository import repository

DEPENDENT = ("data", "sources", "_prefix")  # what a run keeps and the configuration decides


def configured(run: Run, config: Config, file: Path) -> Run:
    """The same run, were this the configuration, in this file. No note is read again."""
    other = copy.copy(run)
    other.place = run.place._replace(config=config, config_file=file)
    other.files = repository(other.place, run.disk)
    vault, files = run.loaded
    others = extras(other.files, config.extra_files)
    other.loaded = Vault(vault.notes, vault.files, vault.around, others), files
    for name in DEPENDENT:
        other.__dict__.pop(name, None)
    return other
