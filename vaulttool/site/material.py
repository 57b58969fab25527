"""What the site is made from: all that a run knows, handed over in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from vaulttool.model.outputs import CheckedOutput
from vaulttool.model.regions import Checked
from vaulttool.model.sources import Sources
from vaulttool.reporters._report import Known, Located


class Material(msgspec.Struct, frozen=True):
    """``name`` is what the vault is called, ``pages`` are the vault paths that it speaks of, ``findings`` what is said
    of them, with paths as people see them. ``text`` gives a file's text by vault path. ``notes``, ``links`` and
    ``unresolved`` count as `vaulttool check` counts. ``changed`` has the day of the last commit of each file that git
    knows, ``today`` is the day of the report. ``picture`` gives the bytes of a picture of the vault by its path, None
    where the site takes none of it. ``drawing`` is the script that draws the graph, empty where this installation has
    none."""

    name: str
    sources: Sources
    pages: Sequence[str]
    findings: Sequence[Located]
    text: Callable[[str], str]
    notes: int
    links: int
    unresolved: int
    regions: Sequence[Checked]
    outputs: Sequence[CheckedOutput]
    baseline: Known | None
    changed: Mapping[str, str]
    today: str
    picture: Callable[[str], bytes | None]
    drawing: bytes
    version: str
