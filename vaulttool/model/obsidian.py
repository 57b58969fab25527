"""What Obsidian's own settings say of a vault: the files below ``.obsidian``, as far as they are readable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

APP, TYPES = ".obsidian/app.json", ".obsidian/types.json"
TEMPLATES = {  # the file of each plugin that has a folder of templates, and the key that names it
    ".obsidian/templates.json": ("folder",),
    ".obsidian/plugins/templater-obsidian/data.json": ("templates_folder",),
    ".obsidian/plugins/quickadd/data.json": ("templateFolderPath", "templateFolderPaths"),
}
DAILY, PERIODIC = ".obsidian/daily-notes.json", ".obsidian/plugins/periodic-notes/data.json"
FILES = (APP, TYPES, *TEMPLATES, DAILY, PERIODIC)
PERIODS = {
    "daily": "YYYY-MM-DD",
    "weekly": "gggg-[W]ww",
    "monthly": "YYYY-MM",
    "quarterly": "YYYY-[Q]Q",
    "yearly": "YYYY",
}


class Told(NamedTuple):
    """A folder, file or filter, and the file below ``.obsidian`` that names it."""

    path: str
    by: str


class Dated(NamedTuple):
    """Where notes that are named for a day, week or month lie: the folder (empty for the root), the form of their
    names in the notation of moment.js, and the file that says so."""

    folder: str
    form: str
    by: str


class Obsidian(NamedTuple):
    """Obsidian's settings of a vault. ``types`` are those of properties; ``filters`` are paths or, between slashes,
    regular expressions of files that its search leaves out. ``troubles`` tell of files that are no JSON. ``is_known``
    says that the file with the settings of links was read."""

    link_format: str = "shortest"
    markdown_links: bool = False
    updates_links: bool = False
    attachments: str = ""
    types: Mapping[str, str] = {}
    filters: tuple[str, ...] = ()
    templates: tuple[Told, ...] = ()
    template_files: tuple[Told, ...] = ()
    dated: tuple[Dated, ...] = ()
    troubles: tuple[str, ...] = ()
    is_known: bool = False


def obsidian(texts: Mapping[str, str]) -> Obsidian:
    """The settings in these texts, by path from the vault's root. What has another shape than expected is passed over:
    plugins change theirs."""
    troubles: list[str] = []
    read = {path: _object(path, texts, troubles) for path in FILES}
    app = read[APP]
    declared = read[TYPES].get("types")
    return Obsidian(
        link_format=_text(app, "newLinkFormat") or "shortest",
        markdown_links=app.get("useMarkdownLinks") is True,
        updates_links=app.get("alwaysUpdateLinks") is True,
        attachments=_text(app, "attachmentFolderPath"),
        types={name: kind for name, kind in _items(declared) if isinstance(kind, str)},
        filters=tuple(_texts(app.get("userIgnoreFilters"))),
        templates=tuple(_templates(read)),
        template_files=tuple(_template_files(read)),
        dated=tuple(_dated(read)),
        troubles=tuple(troubles),
        is_known=bool(app),
    )


def _object(path: str, texts: Mapping[str, str], troubles: list[str]) -> Mapping[str, Any]:
    text = texts.get(path, "").removeprefix("\ufeff").strip()
    if not text:
        return {}
    try:
        content = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        troubles.append(f"{path} is no JSON, so what it says is not known")
        return {}
    return content if isinstance(content, dict) else {}


def _templates(read: Mapping[str, Mapping[str, Any]]) -> Iterator[Told]:
    for path, keys in TEMPLATES.items():
        for key in keys:
            yield from (Told(found, path) for found in map(_folder, _texts(read[path].get(key))) if found)


def _template_files(read: Mapping[str, Mapping[str, Any]]) -> Iterator[Told]:
    """The single files that new notes are made from."""
    for path, settings in ((DAILY, read[DAILY]), *((PERIODIC, one) for _, one in _periods(read))):
        found = _folder(_text(settings, "template"))
        if found:
            yield Told(found if found.lower().endswith(".md") else found + ".md", path)


def _dated(read: Mapping[str, Mapping[str, Any]]) -> Iterator[Dated]:
    if read[DAILY]:
        yield Dated(_folder(_text(read[DAILY], "folder")), _text(read[DAILY], "format") or PERIODS["daily"], DAILY)
    for period, settings in _periods(read):
        if settings.get("enabled") is True:
            yield Dated(_folder(_text(settings, "folder")), _text(settings, "format") or PERIODS[period], PERIODIC)


def _periods(read: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for period in PERIODS:
        settings = read[PERIODIC].get(period)
        if isinstance(settings, dict):
            yield period, settings


def _items(given: Any) -> Iterator[tuple[str, Any]]:
    yield from given.items() if isinstance(given, dict) else ()


def _text(settings: Mapping[str, Any], key: str) -> str:
    found = settings.get(key)
    return found if isinstance(found, str) else ""


def _texts(given: Any) -> list[str]:
    """A text, or the texts of a list."""
    return [one for one in (given if isinstance(given, list) else [given]) if isinstance(one, str) and one.strip()]


def _folder(path: str) -> str:
    """A path of Obsidian's as the vault has it: without slashes at its ends."""
    return path.strip().strip("/").removeprefix("./")
