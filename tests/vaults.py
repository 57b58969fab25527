"""Vaults for tests: a mapping of path to text is all it takes."""

from __future__ import annotations

import atexit
import shutil
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest

from vaulttool import engine, fixing, indexing
from vaulttool.claims import claims
from vaulttool.commands._product import product
from vaulttool.config import Config, parse
from vaulttool.fixing import Mended
from vaulttool.model.counts import Count, Counts
from vaulttool.model.data_schemas import DataSchemas
from vaulttool.model.dataset import Dataset
from vaulttool.model.earlier import Earlier
from vaulttool.model.edits import edited
from vaulttool.model.finding import Finding
from vaulttool.model.moves import Moves
from vaulttool.model.outputs import Output
from vaulttool.model.product import Product
from vaulttool.model.questions import Questions
from vaulttool.model.repository import Repository
from vaulttool.model.rule import Claims
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse as parse_note
from vaulttool.storage import schemas
from vaulttool.storage import vault as storage
from vaulttool.text.globs import Globs
from vaulttool.text.names import cleaned
from vaulttool.text.span import Span

SHARED = Path(__file__).parents[2] / "shared"


def document(path: str, text: str) -> Document:
    """A note or canvas, parsed."""
    return _parsed(path.lower().endswith(".canvas"), text)


@lru_cache(200)
def _parsed(is_canvas: bool, text: str) -> Document:
    """Most tests change one note among many that stay as they are."""
    return parse_canvas(text) if is_canvas else parse_note(text)


# What is the same in every vault is made once: a test has thousands of siblings.


@cache
def data_schemas() -> DataSchemas:
    """The schemas of the data files."""
    return DataSchemas(schemas.of_data())


@cache
def what_we_say() -> Product:
    """What the tool says of itself."""
    told = product()
    return Product(
        cache(lambda: tuple(told.rules())),
        cache(lambda: tuple(told.settings())),
        cache(lambda: tuple(told.kinds())),
        cache(lambda: tuple(told.readers())),
        cache(lambda: tuple(told.commands())),
        cache(told.schema),
    )


@cache
def _shipped_schemas() -> Mapping[str, Mapping[str, Any]]:
    return schemas.read(None)


@lru_cache(500)
def _configuration(toml: str) -> Config | None:
    return parse(toml, Path("vaulttool.toml"))


@lru_cache(500)
def _active(toml: str | None, only: tuple[str, ...]) -> Sequence[engine.Active]:
    config = _configuration(toml) if toml is not None else None
    return engine.active(config or Config(), config is not None, only)


@lru_cache(500)
def _claims(toml: str | None) -> Claims:
    config = _configuration(toml) if toml is not None else None
    return claims(config or Config(), _shipped_schemas, lambda path: (path,))


def asked_of(files: Mapping[str, str]) -> tuple[Sequence[engine.Active], Claims]:
    """The rules that the configuration among the files turns on, and what it claims."""
    toml = files.get("vaulttool.toml")
    return _active(toml, ()), _claims(toml)


def vault_of(
    files: Mapping[str, str], outside: frozenset[str] = frozenset(), prefix: str = "", extras: Iterable[Note] = ()
) -> Vault:
    """The vault of a mapping of path to text; ``outside`` are repository paths beyond it."""
    visible = {cleaned(path): text for path, text in files.items() if not any(s[:1] == "." for s in path.split("/"))}
    notes = [
        Note(path, document(path, text)) for path, text in visible.items() if path.lower().endswith((".md", ".canvas"))
    ]
    known = outside | {prefix + path for path in files} | {prefix + path.rpartition("/")[0] for path in files}
    return Vault(notes, visible, Surroundings(known.__contains__, visible.__getitem__, prefix), extras)


def sources_of(
    files: Mapping[str, str],
    outside: frozenset[str] = frozenset(),
    prefix: str = "",
    on: str = "",
    then: Mapping[str, str] | None = None,
    messages: Sequence[str] = (),
) -> Sources:
    """What regions are generated from in such a vault: its files are the repository, ``vaulttool.toml`` among them
    is its configuration, and ``../`` leads to pages outside. ``then`` are the files as they were at a commit "main",
    with the ``messages`` of the commits since."""
    config = configuration(files) or Config()
    inside = {path: text for path, text in files.items() if not path.startswith("../") and path != "vaulttool.toml"}
    extras = [
        Note(path, parse_html(text) if path.endswith(".html") else parse_note(text))
        for path, text in files.items()
        if path.startswith("../")
    ]
    vault = vault_of(inside, outside, prefix, extras)
    repository = Repository.of({path: text for path, text in files.items() if not path.startswith("../")})
    counts = {name: Count(told.title, told.glob, told.file, told.of) for name, told in config.counts.items()}
    folder = (config.data or "").strip("/")
    texts = {path: text for path, text in inside.items() if folder and path.startswith(folder + "/")}
    data = Dataset(texts, folder, data_schemas(), Counts(repository, counts).datum)
    outputs = [Output(one.path, one.kind, one.arguments, Span(0, 0)) for one in config.outputs]
    excluded = Globs(config.exclude)
    return Sources(
        vault,
        (lambda: data) if texts or counts else None,
        repository,
        what_we_say(),
        lambda path: not excluded.match(path),
        config.status.property,
        outputs,
        "vaulttool.toml",
        config.repository_files,
        on,
        Questions(lambda names: absent(files, names), lambda paths: ignored(files, paths)),
        None if not then else earlier_of(files, then, messages),
    )


def absent(files: Mapping[str, str], names: Iterable[str]) -> list[str] | None:
    """The names that git lacks, where ``.git/packed-refs`` among the files lists what it has; None without it."""
    packed = files.get(".git/packed-refs")
    if packed is None:
        return None
    known = {line.split(" ")[1] for line in packed.splitlines() if " refs/" in line}
    known |= {name.removeprefix(start) for name in known for start in ("refs/tags/", "refs/heads/")}
    return [name for name in names if name not in known]


def ignored(files: Mapping[str, str], paths: Iterable[str]) -> list[str]:
    """The paths that the ``.gitignore`` among the files matches."""
    globs = Globs(files.get(".gitignore", "").splitlines())
    return [path for path in paths if globs.match(path)]


def earlier_of(files: Mapping[str, str], then: Mapping[str, str], messages: Sequence[str] = ()) -> Earlier:
    """What such a vault was: a file of one text under another name was renamed."""
    was = {text: path for path, text in then.items() if path not in files}
    former = {path: path if path in then else was.get(text) for path, text in files.items()}
    gone = then.keys() - files.keys() - set(former.values())
    return Earlier("main", former, then, files.__getitem__, gone, messages)


def configuration(files: Mapping[str, str]) -> Config | None:
    """The configuration among the files."""
    toml = files.get("vaulttool.toml")
    return _configuration(toml) if toml is not None else None


def findings_of(
    files: Mapping[str, str],
    *only: str,
    outside: frozenset[str] = frozenset(),
    prefix: str = "",
    on: str = "",
    then: Mapping[str, str] | None = None,
    messages: Sequence[str] = (),
) -> list[Finding]:
    """The findings in such a vault: of all rules that are on, or of those named. A file ``vaulttool.toml``
    among them is its configuration; ``on`` is the present day, ``then`` and ``messages`` are what it is compared with."""
    toml = files.get("vaulttool.toml")
    claimed = _claims(toml)
    sources = sources_of(files, outside, prefix, on, then, messages)
    return engine.check(sources, _active(toml, only), claimed)


def indexed(
    files: Mapping[str, str], discard: bool = False, resolve: bool = False, prefix: str = ""
) -> tuple[dict[str, str], list[Finding]]:
    """The files after `vaulttool index`, and what it leaves."""
    sources = sources_of(files, prefix=prefix)
    shared = engine.shared_of(sources, None, None)
    found = engine.findings(shared, _active(files.get("vaulttool.toml"), indexing.RULES))
    work = indexing.work(shared, found, discard, resolve)
    after = dict(files)
    for change in work.changes:
        after[change.path] = edited(files.get(change.path, ""), change.edits) if change.whole is None else change.whole
    return after, list(work.left)


def mended(
    files: Mapping[str, str], *only: str, unsafe: bool = False, moves: Moves | None = None, **around: Any
) -> Mended:
    """What becomes of such a vault by fixes of all rules that are on, or of those named; ``moves`` is what git tells."""
    around = {"outside": frozenset(), "prefix": "", "on": "", "then": None, **around}
    toml = files.get("vaulttool.toml")

    def check(texts: Mapping[str, str]) -> list[Finding]:
        sources = sources_of({**files, **texts}, around["outside"], around["prefix"], around["on"], around["then"])
        sources.git = sources.git._replace(moves=lambda: moves)
        return engine.check(sources, _active(toml, only), _claims(toml))

    return fixing.mended(check, files.__getitem__, unsafe=unsafe)


def fixed(files: Mapping[str, str], *only: str, unsafe: bool = False, **around: Any) -> dict[str, str]:
    """The files of such a vault after its fixes."""
    return {**files, **mended(files, *only, unsafe=unsafe, **around).texts}


def marked(files: Mapping[str, str], found: list[Finding]) -> list[tuple[str, str, str]]:
    """Findings as (path, rule, the text under the span), which reads better than numbers."""
    return [(finding.path, finding.rule, finding.span.of(files[finding.path])) for finding in found]


@cache
def unpacked(name: str) -> Path:
    """A real vault, unpacked once for all tests, which only read it; the test is skipped where the vaults are not at
    hand."""
    archive = SHARED / "vaults" / f"{name}.tar.xz"
    if not archive.exists():
        pytest.skip(f"{archive.name} is not at hand beside the repository")
    folder = tempfile.mkdtemp(prefix="vaulttool-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return Path(folder) / name


@cache
def loaded(name: str) -> Vault:
    """A real vault, read once for all tests."""
    root = unpacked(name)
    return storage.load(root, root)[0]
