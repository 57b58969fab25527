"""Finds what a room offers by listing its files, so that adding a file is all there is to adding a thing."""

from __future__ import annotations

import importlib
from types import ModuleType


def modules(package: str) -> dict[str, ModuleType]:
    """The modules of a package by their public name (``broken_link`` is ``broken-link``), sorted.

    Files whose name begins with an underscore are helpers and left out.
    """
    return {name: module(package, name) for name in names(package)}


def names(package: str) -> list[str]:
    """The public names of a package's modules, sorted; none of them is imported."""
    import pkgutil  # not every run asks for all

    found = pkgutil.iter_modules(importlib.import_module(package).__path__)
    return sorted(each.name.replace("_", "-") for each in found if each.name[0] != "_")


def module(package: str, name: str) -> ModuleType:
    """The one module of a package with this public name."""
    return importlib.import_module(f"{package}.{name.replace('-', '_')}")


def summary(manual: str) -> str:
    """The first paragraph of a manual page, which is a module's docstring, on one line."""
    return manual.split("\n\n", 1)[0].replace("\n", " ")
