"""What a rename changes beside the pages: data files, the file of names, the configuration."""

from __future__ import annotations

from vaulttool.commands._material import has_data
from vaulttool.commands._rename_files import FileRename
from vaulttool.commands._run import Run
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.model import configured_paths
from vaulttool.model.data_renames import Change, rewritten
from vaulttool.model.outputs import SUMS
from vaulttool.model.relinking import CannotRelink
from vaulttool.model.renamed import FileText
from vaulttool.model.renaming import with_rename
from vaulttool.model.splicing import CannotSplice
from vaulttool.model.written_paths import WrittenPaths
from vaulttool.text.globs import Globs
from vaulttool.text.names import is_slug

NO_NAMES = "# The names that changed.\nrenames:\n"


def refuse_bound(run: Run, wanted: FileRename) -> None:
    """``VaultError`` for a file or folder whose place the configuration or the data settle."""

    def covers(path: str) -> bool:
        return path == wanted.old or path.startswith(wanted.old + "/")

    config, files = run.place.config, run.files
    bound = [*([config.data] if config.data else []), *([config.schemas.folder] if config.schemas.folder else [])]
    if any(covers(files.from_vault(path)) for path in bound):
        raise VaultError(
            f'"{wanted.old}" holds what the configuration names', "move it by hand, and correct the configuration"
        )
    if any(covers(files.from_vault(path)) for path in (*(one.path for one in config.outputs), SUMS)):
        raise VaultError(
            f'"{wanted.old}" is generated', 'change its path in the configuration, and run "vaulttool index"'
        )
    if run.sources.config_file and covers(run.sources.config_file):
        raise VaultError(f'"{wanted.old}" holds the configuration', "move it by hand")
    if has_data(run.place) and any(covers(files.from_vault(path)) for path in run.data.files):
        raise VaultError(
            f'"{wanted.old}" holds data files, which bear the names of what they tell of',
            'for an endpoint see "vaulttool cutover --name"',
        )


def written_paths(run: Run, wanted: FileRename) -> tuple[WrittenPaths, WrittenPaths]:
    """How the paths of a rename are written: from the vault's root, and from the configuration's folder."""
    is_folder, pairs = wanted.moves.folder is not None, wanted.pairs
    based = [(run.files.from_base(old), run.files.from_base(new)) for old, new in pairs]
    return WrittenPaths(pairs, is_folder), WrittenPaths(based, is_folder)


def of_data(run: Run, change: Change) -> list[FileText]:
    """The data files that change."""
    found = []
    for path, text in run.data.files.items() if has_data(run.place) else ():
        try:
            new = rewritten(path, text, change)
        except CannotSplice as error:
            raise VaultError(f"{path}: {error.message}", error.help) from error
        except CannotRelink as error:
            raise VaultError(f'no link in "{path}" can lead to "{error.target}"', "choose another name") from error
        if new is not None:
            place = run.files.from_vault(path)
            found.append(FileText(place, place, new.before, new.after, new.parts))
    return found


def of_configuration(
    run: Run, from_base: WrittenPaths, in_vault: WrittenPaths
) -> tuple[list[FileText], tuple[str, ...]]:
    """The configuration, where it names what moves; and what of it a person should look at."""
    path = run.sources.config_file
    text = run.text(path) if path else ""
    new = configured_paths.rewritten(text, lambda written: in_vault.new(from_base.new(written)))
    told = tuple(f'the configuration has "{name}", which may be the old name' for name in dict.fromkeys(new.left))
    return ([FileText(path, path, text, new.text, new.parts)] if new.parts else []), told


def touchable(run: Run, changes: list[FileText]) -> tuple[list[FileText], list[str]]:
    """The changes less those of files that no rename may change, as names.yaml has it; and a word about each."""
    names = run.data.names.renames if has_data(run.place) else ()
    untouched = Globs([glob for one in names for glob in one.never_touch])
    left = [one for one in changes if untouched.match(run.files.from_base(one.path))]
    told = [f'"{run.shown(one.new_path)}" stays as it is, as never_touch in names.yaml says' for one in left]
    return [one for one in changes if one not in left], told


def with_record(run: Run, changes: list[FileText], old: str, new: str, on: str) -> list[FileText]:
    """The changes, and the old name in the file of names; that is made where there is none."""
    if run.place.config.data is None:
        raise ConfigurationError("no folder of data is configured, so there is no names.yaml", "leave --record out")
    for name in (old, new):
        if not is_slug(name):
            raise VaultError(
                f'"{name}" cannot stand in names.yaml', "it takes lower case letters, digits and single hyphens"
            )
    if any((one.from_, one.to) == (old, new) for one in run.data.names.renames):
        return changes
    base = run.data.paths.get(("names", "")) or f"{run.data.folder}/names.yaml".lstrip("/")
    path = run.files.from_vault(base)
    before = run.data.files.get(base)
    written = next((one for one in changes if one.path == path), None)
    text = written.after if written else before
    try:
        after = with_rename(text, old, new, on, "other", "links") if text else _first(old, new, on)
    except CannotSplice as error:
        raise VaultError(f"{base}: {error.message}", error.help) from error
    parts = 1 + (written.parts if written else 0)
    return [*(one for one in changes if one is not written), FileText(path, path, before, after, parts)]


def _first(old: str, new: str, on: str) -> str:
    return f"{NO_NAMES}  - {{date: {on}, kind: other, from: {old}, to: {new}, scope: [links]}}\n"
