"""Vaults for tests: a mapping of path to text is all it takes."""

from __future__ import annotations

import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from vaulttool import engine
from vaulttool.claims import claims
from vaulttool.config import Config, parse
from vaulttool.model.finding import Finding
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse as parse_note
from vaulttool.storage import schemas
from vaulttool.text.names import cleaned

SHARED = Path(__file__).parents[2] / "shared"


def document(path: str, text: str) -> Document:
    """A note or canvas, parsed."""
    return parse_canvas(text) if path.lower().endswith(".canvas") else parse_note(text)


def vault_of(files: Mapping[str, str], outside: frozenset[str] = frozenset(), prefix: str = "") -> Vault:
    """The vault of a mapping of path to text; ``outside`` are repository paths beyond it."""
    visible = {cleaned(path): text for path, text in files.items() if not any(s[:1] == "." for s in path.split("/"))}
    notes = [
        Note(path, document(path, text)) for path, text in visible.items() if path.lower().endswith((".md", ".canvas"))
    ]
    known = outside | {prefix + path for path in files} | {prefix + path.rpartition("/")[0] for path in files}
    return Vault(notes, visible, Surroundings(known.__contains__, visible.__getitem__, prefix))


def findings_of(
    files: Mapping[str, str],
    *only: str,
    outside: frozenset[str] = frozenset(),
    prefix: str = "",
) -> list[Finding]:
    """The findings in such a vault: of all rules that are on, or of those named. A file ``vaulttool.toml``
    among them is its configuration."""
    toml = files.get("vaulttool.toml")
    config = parse(toml, Path("vaulttool.toml")) if toml is not None else None
    notes = {path: text for path, text in files.items() if path != "vaulttool.toml"}
    vault = vault_of(notes, outside, prefix)
    settings = config or Config()
    claimed = claims(settings, lambda: schemas.read(None), lambda path: (path,))
    return engine.check(vault, engine.active(settings, config is not None, only), claimed)


def marked(files: Mapping[str, str], found: list[Finding]) -> list[tuple[str, str, str]]:
    """Findings as (path, rule, the text under the span), which reads better than numbers."""
    return [(finding.path, finding.rule, finding.span.of(files[finding.path])) for finding in found]


def unpacked(name: str, folder: Path) -> Path:
    """A real vault, unpacked into a folder; the test is skipped where the vaults are not at hand."""
    archive = SHARED / "vaults" / f"{name}.tar.xz"
    if not archive.exists():
        pytest.skip(f"{archive.name} is not at hand beside the repository")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / name
