"""A copy of the product's own vault with its data, for tests that change it."""

from __future__ import annotations

import shutil
from pathlib import Path

from folders import git

PRODUCT = Path(__file__).parents[1]
KEPT = ("vault", "schemas", "bench", "vaulttool.toml", "vaulttool.sums", "README.md", "CHANGELOG.md")


def copy_of_product(folder: Path) -> Path:
    """The vault, what its configuration names and what its pages speak of, in a repository of its own."""
    for name in KEPT:
        source = PRODUCT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    git(folder, "init", "--quiet")
    return folder
