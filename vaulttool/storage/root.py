"""Finds the vault, its configuration and its repository, starting from where the user stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from vaulttool import config
from vaulttool.config import Config
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.storage import git

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
    paths: Sequence[str], vault: str | None = None, config_file: str | None = None, use_config: bool = True
) -> Place:
    """The place of a run, by ``--vault``, by ``--config``, by the configuration around the first PATH (else
    the working directory), by ``.obsidian``, else that PATH or the working directory itself."""
    start = _folder(Path(paths[0])) if paths else Path.cwd()
    if config_file is not None:
        chosen = _absolute(Path(config_file))
        loaded = _load(chosen)
        if loaded is None:
            raise ConfigurationError(f'"{config_file}" has no [tool.vaulttool]', "name a vaulttool.toml")
        root = _absolute(Path(vault)) if vault else _vault_of(chosen, loaded)
        return _place(root, loaded, chosen)
    if vault is not None:
        start = _absolute(Path(vault))
    around = next(_configurations(start), None) if use_config else None
    if around:
        file, loaded = around
        return _place(start if vault else _vault_of(file, loaded), loaded, file)
    root = start if vault else _without_configuration(start)
    return _place(root, Config(), None)


def _place(root: Path, loaded: Config, file: Path | None) -> Place:
    repository = git.top(root) or (file.parent if file else root)
    return Place(root, loaded, file, repository)


def _folder(path: Path) -> Path:
    """The folder that a PATH names or lies in."""
    path = _absolute(path)
    return path if path.is_dir() or not path.suffix else path.parent


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


def _configurations(start: Path) -> Iterator[tuple[Path, Config]]:
    """The configurations upwards from a place whose vault holds it or lies below it."""
    for folder in (start, *start.parents):
        for name in FILES:
            file = folder / name
            if not file.is_file():
                continue
            loaded = _load(file)
            if loaded is not None:
                root = _vault_of(file, loaded)
                if root in (start, *start.parents) or start in root.parents:
                    yield file, loaded


def _load(file: Path) -> Config | None:
    """The configuration in a file; ``ConfigurationError`` where it cannot be read."""
    try:
        text = file.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise ConfigurationError(f'no configuration "{file}"', "check the path after --config") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f'the configuration "{file}" cannot be read: {error}') from error
    return config.parse(text, file)


def _vault_of(file: Path, loaded: Config) -> Path:
    """The vault that a configuration names, else its own folder."""
    return _absolute(file.parent / loaded.vault) if loaded.vault else file.parent


def _without_configuration(start: Path) -> Path:
    """The nearest folder upwards with ``.obsidian``; else the only one at most two levels below; else the start."""
    for folder in (start, *start.parents):
        if (folder / ".obsidian").is_dir():
            return folder
    below = sorted(place.parent for pattern in ("*/.obsidian", "*/*/.obsidian") for place in _glob(start, pattern))
    if len(below) > 1:
        listed = ", ".join(f'"{folder}"' for folder in below)
        raise VaultError(f"several vaults lie below {start}: {listed}", "choose one with --vault")
    return below[0] if below else start


def _glob(start: Path, pattern: str) -> list[Path]:
    """The folders that a pattern finds; unreadable ones are passed over."""
    try:
        return [place for place in start.glob(pattern) if place.is_dir()]
    except OSError:
        return []
