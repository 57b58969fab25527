"""Finds the vault, its configuration and its repository, starting from where the user stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from vaulttool import config
from vaulttool.config import Config
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.storage import git
from vaulttool.storage.bounds import leads_out, lies_in, require_inside
from vaulttool.storage.disk import DISK, Disk
from vaulttool.text.globs import Globs

FILES = ("vaulttool.toml", "pyproject.toml")


class Place(NamedTuple):
    """Where a run takes place: the vault's root, the configuration and its file (None where there is none),
    and the top of the repository around the vault."""

    root: Path
    config: Config
    config_file: Path | None
    repository: Path

    @property
    def base(self) -> Path:
        """The folder that paths in the configuration are relative to."""
        return self.config_file.parent if self.config_file else self.root


def find(
    paths: Sequence[str],
    vault: str | None = None,
    config_file: str | None = None,
    use_config: bool = True,
    disk: Disk = DISK,
) -> Place:
    """The place of a run, by ``--vault``, by ``--config``, by the configuration around the first PATH (else
    the working directory), by ``.obsidian``, else that PATH or the working directory itself."""
    start = _folder(Path(paths[0])) if paths else Path.cwd()
    if config_file is not None and not use_config:
        raise ConfigurationError("--config and --no-config exclude each other", "leave one of them out")
    if config_file is not None:
        chosen = _absolute(Path(config_file))
        _refuse_link_out(chosen)
        loaded = _load(chosen, disk)
        if loaded is None:
            raise ConfigurationError(f'"{config_file}" has no [tool.vaulttool]', "name a vaulttool.toml")
        return _place(_absolute(Path(vault)) if vault else None, loaded, chosen, disk)
    if vault is not None:
        start = _absolute(Path(vault))
    asked = _absolute(Path(paths[0])) if paths and vault is None else None
    around = next(_configurations(start, disk, asked), None) if use_config else None
    if around:
        file, loaded = around
        return _place(start if vault else None, loaded, file, disk)
    if vault is None:
        start = _without_configuration(start) or (start if paths and Path(paths[0]).is_dir() else Path.cwd())
    return Place(start, Config(), None, git.top(start) or start)


def home(place: Place) -> Path:
    """The folder in which a configuration of the vault is found from everywhere in its repository: the top of that, or
    the vault's own where the repository holds other vaults or has a configuration already."""
    top = place.repository
    if top == place.root or (top / FILES[0]).exists():
        return place.root
    others = [folder for pattern in (".obsidian", "*/.obsidian", "*/*/.obsidian") for folder in _glob(top, pattern)]
    if any(folder.parent != place.root for folder in others):
        return place.root
    return place.root if next(_configurations(top, DISK), None) else top


def around(
    vault: str | None = None, config_file: str | None = None, use_config: bool = True
) -> tuple[Path, Config] | None:
    """The configuration around the working directory (or ``vault``), or the one that is named, with its file.

    None where there is none; for what needs no vault.
    """
    if vault is None and config_file is None and use_config:
        return next(_configurations(Path.cwd(), DISK), None)
    found = find([], vault, config_file, use_config)
    return (found.config_file, found.config) if found.config_file else None


def _place(root: Path | None, loaded: Config, file: Path, disk: Disk) -> Place:
    """The place of a run with a configuration, which names the root unless another is given."""
    if root is None:
        root = _vault_of(file, loaded)
        top = git.top(file.parent)
        if top is not None:
            require_inside(loaded.vault or "", "vault", file, file.parent, top)
        if not disk.is_dir(str(root)):
            raise ConfigurationError(f'{file}: the vault "{loaded.vault}" is no folder', 'correct the key "vault"')
    repository = git.top(root) or (file.parent if file.parent in root.parents else root)
    return Place(root, loaded, file, repository)


def _folder(path: Path) -> Path:
    """The folder that a PATH names or lies in; for one that is gone, the nearest folder above it."""
    path = _absolute(path)
    return next((folder for folder in (path, *path.parents) if folder.is_dir()), path)


def _absolute(path: Path) -> Path:
    """The path made absolute, ``..`` worked out, symbolic links left as they are."""
    whole = Path.cwd() / path
    steps: list[str] = []
    for step in whole.parts[1:]:
        if step == "..":
            steps[-1:] = []
        elif step != ".":
            steps.append(step)
    return Path(whole.anchor, *steps)


def _configurations(start: Path, disk: Disk, asked: Path | None = None) -> Iterator[tuple[Path, Config]]:
    """The configurations upwards from a place whose vault holds it or lies below it, or that name what is asked for
    among their data, outputs, extra and other files."""
    for folder in (start, *start.parents):
        for name in FILES:
            file = folder / name
            if name == FILES[0]:
                _refuse_link_out(file)
            if not disk.is_file(str(file)) or leads_out(file):
                continue
            loaded = _load(file, disk)
            if loaded is not None:
                root = _vault_of(file, loaded)
                if root in (start, *start.parents) or start in root.parents or _names(loaded, folder, asked):
                    yield file, loaded


def _refuse_link_out(file: Path) -> None:
    """``ConfigurationError`` for a configuration that is a link out of its repository, wherever it leads."""
    if leads_out(file):
        message = f'the configuration "{file}" is a link that leads out of the repository'
        raise ConfigurationError(message, "put a file in its place, or name another with --config")


def _names(loaded: Config, folder: Path, asked: Path | None) -> bool:
    """Whether a configuration in a folder names a file or folder beside its vault."""
    if asked is None or folder not in asked.parents:
        return False
    if loaded.data is not None and _absolute(folder / loaded.data) in (asked, *asked.parents):
        return True
    path = asked.relative_to(folder).as_posix()
    named = (loaded.extra_files, loaded.repository_files)
    return any(path == one.path for one in loaded.outputs) or any(Globs(globs).match(path) for globs in named)


def _load(file: Path, disk: Disk) -> Config | None:
    """The configuration in a file; ``ConfigurationError`` where it cannot be read."""
    try:
        text = disk.content(str(file)).decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigurationError(f'no configuration "{file}"', "check the path after --config") from error
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or "").lower() if isinstance(error, OSError) else "it is no UTF-8"
        raise ConfigurationError(f'the configuration "{file}" cannot be read: {reason}', "mend it") from error
    return config.parse(text, file)


def _vault_of(file: Path, loaded: Config) -> Path:
    """The vault that a configuration names, else its own folder."""
    return _absolute(file.parent / loaded.vault) if loaded.vault else file.parent


def _without_configuration(start: Path) -> Path | None:
    """The nearest folder upwards with ``.obsidian``; else the only one at most two levels below; else None."""
    for folder in (start, *start.parents):
        if (folder / ".obsidian").is_dir():
            return folder
    below = sorted(place.parent for pattern in ("*/.obsidian", "*/*/.obsidian") for place in _glob(start, pattern))
    if len(below) > 1:
        listed = ", ".join(f'"{folder}"' for folder in below)
        raise VaultError(f"several vaults lie below {start}: {listed}", "choose one with --vault")
    return below[0] if below else None


def _glob(start: Path, pattern: str) -> list[Path]:
    """The folders of the repository that a pattern finds, save in folders with a dot; unreadable ones are passed
    over."""
    try:
        found = [place for place in start.glob(pattern) if place.is_dir()]
    except OSError:
        return []
    top = git.top(start)
    if top is not None:
        found = [place for place in found if lies_in(place, top)]
    return [place for place in found if not any(step[0] == "." for step in place.parent.relative_to(start).parts)]
