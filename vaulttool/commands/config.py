"""``vaulttool config``: the configuration in effect, and where each value comes from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click

from vaulttool.commands._cache import cache_folder
from vaulttool.commands._options import CACHE_DIR, NO_CACHE, Given, place_options
from vaulttool.commands._origins import Origin, Setting, Settings, origin_of_option
from vaulttool.reporters._report import as_json
from vaulttool.reporters.text import safe
from vaulttool.storage import root
from vaulttool.storage.disk import printable
from vaulttool.storage.root import Place
from vaulttool.text.toml_file import Line, toml_file


@click.command()
@place_options
@NO_CACHE
@CACHE_DIR
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True, help="Output format."
)
def config(given: Given, form: str) -> None:
    """Show the configuration in effect, and where each value comes from.

    Every key is shown, and every rule with its severity and options, each with its origin. The text is TOML, and means
    the same as a vaulttool.toml in the configuration's place.
    """
    place = root.find((), given.vault, given.config, not given.no_config)
    settings = Settings(place, given.vault)
    keys, rules = list(settings.keys()), list(settings.rules())
    around = list(_around(place, given))
    if form == "json":
        click.echo(as_json(_told(around, keys, rules), indent=2))
        return
    opening = [f"{name}: {value or 'none'}" + (f" ({origin})" if origin else "") for name, value, origin in around]
    lines = [Line(one.path, one.value, beside=str(one.origin)) for one in (*keys, *rules)]
    click.echo(toml_file(lines, map(safe, opening)), nl=False)


def _around(place: Place, given: Given) -> Iterator[tuple[str, str | None, Origin | None]]:
    """Where the run takes place, as seen from the working directory."""
    yield "root", _shown(place.root), None
    yield "repository", _shown(place.repository), None
    yield "configuration", _shown(place.config_file) if place.config_file else None, None
    if given.no_cache:
        yield "cache", None, origin_of_option("no_cache", "--no-cache", "VAULTTOOL_NO_CACHE")
    else:
        origin = origin_of_option("cache_dir", "--cache-dir", "VAULTTOOL_CACHE_DIR")
        yield "cache", _shown(cache_folder(place, given)), origin


def _shown(path: os.PathLike[str]) -> str:
    return printable(os.path.relpath(path).replace(os.sep, "/"))


def _told(
    around: list[tuple[str, str | None, Origin | None]], keys: list[Setting], rules: list[Setting]
) -> dict[str, Any]:
    """All of it as one object. Keys and rules are lists: a key may have any name."""
    cache = around[-1]
    found: dict[str, dict[str, Any]] = {}
    for path, value, origin in rules:
        rule = found.setdefault(path[1], {"name": path[1], "options": []})
        if path[2:] in ((), ("severity",)):
            rule |= {"severity": value, "origin": origin}
        else:
            rule["options"].append({"name": path[2], "value": value, "origin": origin})
    return {
        **{name: value for name, value, _ in around},
        "cache_origin": cache[2],
        "settings": [{"key": list(path), "value": value, "origin": origin} for path, value, origin in keys],
        "rules": [{name: rule[name] for name in ("name", "severity", "origin", "options")} for rule in found.values()],
    }
