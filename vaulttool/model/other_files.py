"""The files beside pages and data in which rules look for names: units of open eras, and what the settings name."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttool.model.sources import Sources


def other_files(sources: Sources) -> Sequence[str]:
    """By path from the vault's root. Those that only ended eras name keep what they said."""
    eras = [era for endpoint in sources.data.endpoints.values() for era in endpoint.eras] if sources.has_data else []
    present = {_file(path) for era in eras if era.end is None for path in (*era.units, *era.env)}
    past = {_file(path) for era in eras for path in (*era.units, *era.env)} - present
    units = sorted(sources.files.from_vault(path) for path in present if sources.files.text(path) is not None)
    others = [path for path in sources.others if sources.files.from_base(path) not in past]
    return list(dict.fromkeys((*units, *others)))


def _file(named: str) -> str:
    """The file that a unit or env file is named by, without the dialect that may stand behind it."""
    path, colon, word = named.rpartition(":")
    return path if colon and "/" not in word and "." not in word else named
