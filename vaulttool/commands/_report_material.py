"""What a report is made from, gathered from a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.resources import files as package_files

import vaulttool
from vaulttool.commands._baseline import file_of, less_known
from vaulttool.commands._findings import shared_of
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said, said
from vaulttool.model.vault import is_markdown
from vaulttool.reporters._report import Report
from vaulttool.site.material import Material
from vaulttool.storage import git
from vaulttool.storage.disk import vault_path

EVERYTHING = Choice((), ())
LARGEST = 4_000_000  # bytes of a picture


def material(run: Run, gitignore: bool, baseline: bool) -> Material:
    """All that the site tells of the notes that the run speaks of."""
    pages = run.reported(gitignore)
    told = said(run, EVERYTHING, pages)
    report = _report(run, pages, told)
    if baseline and run.place.config.baseline:
        report = less_known(run, report, file_of(run, None), EVERYTHING, pages if run.narrowed else None)
    shared = shared_of(run, pages)
    drawing = package_files("vaulttool.site") / "assets" / "vendor" / "d3.min.js"
    return Material(
        name=run.place.root.resolve().name or "vault",
        sources=run.sources,
        pages=pages,
        findings=report.findings,
        text=run.text,
        notes=report.notes,
        links=report.links,
        unresolved=report.unresolved,
        regions=shared.regions,
        outputs=shared.outputs,
        baseline=report.baseline,
        changed={vault_path(path): day for path, day in git.last_changes(run.place.root).items()},
        today=run.on,
        picture=_pictures(run),
        drawing=drawing.read_bytes() if drawing.is_file() else b"",
        version=vaulttool.__version__,
    )


def _report(run: Run, pages: Sequence[str], told: Said) -> Report:
    return Report(
        vault="",
        notes=sum(map(is_markdown, pages)),
        links=sum(told.links),
        unresolved=sum(told.unresolved),
        findings=tuple(told.findings),
        shown=run.shown,
        text=run.text,
    )


def _pictures(run: Run) -> Callable[[str], bytes | None]:
    """Reads a picture of the vault. One that is left out of reports, lies outside the repository or is very large is
    not taken."""
    top = os.path.join(os.path.realpath(run.place.repository), "")
    read: dict[str, bytes | None] = {}

    def picture(path: str) -> bytes | None:
        if path not in read:
            read[path] = _picture(run, path, top)
        return read[path]

    return picture


def _picture(run: Run, path: str, top: str) -> bytes | None:
    file = run.loaded[1].get(path)
    if file is None or not run.sources.listed(path) or not os.path.realpath(file.place).startswith(top):
        return None
    try:
        return file.content() if os.path.getsize(file.place) <= LARGEST else None
    except OSError:
        return None
