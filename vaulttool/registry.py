"""Finds what a room offers by listing its files, so that adding a file is all there is to adding a thing."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def modules(package: str) -> dict[str, ModuleType]:
    """The modules of a package by their public name (``broken_link`` is ``broken-link``), sorted.

    Files whose name begins with an underscore are helpers and left out.
    """
    parent = importlib.import_module(package)
    names = sorted(found.name for found in pkgutil.iter_modules(parent.__path__) if found.name[0] != "_")
    return {name.replace("_", "-"): importlib.import_module(f"{package}.{name}") for name in names}


def summary(manual: str) -> str:
    """The first paragraph of a manual page, which is a module's docstring, on one line."""
    return manual.split("\n\n", 1)[0].replace("\n", " ")
