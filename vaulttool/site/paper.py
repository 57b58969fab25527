"""The door to Jinja for the site: a page of HTML from its template, all that it is given escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}  # no HTML holds them
MENU = (
    ("index.html", "Summary"),
    ("findings.html", "Findings"),
    ("endpoints.html", "Endpoints"),
    ("measured.html", "Measured"),
    ("graph.html", "Graph"),
    ("upkeep.html", "Upkeep"),
    ("notes.html", "Notes"),
)


class Paper:
    """What all pages of one site have in common: the vault's name, the day and the version."""

    def __init__(self, vault: str, today: str, version: str) -> None:
        self._common: Mapping[str, Any] = {"vault": vault, "today": today, "version": version, "menu": MENU}

    def page(self, template: str, place: str, title: str, **given: Any) -> bytes:
        """A whole page that lies at a place of the site."""
        root = "../" * place.count("/")
        written = (
            _environment().get_template(template).render(**self._common, root=root, place=place, title=title, **given)
        )
        return written.translate(CONTROLS).encode("utf-8", "replace")

    def piece(self, macro: str, *given: Any) -> Markup:
        """A piece of a page, from the macro of that name."""
        made = getattr(_environment().get_template("pieces.html").module, macro)
        return Markup(str(made(*given)))


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("vaulttool.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
