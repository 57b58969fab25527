"""The era that a cutover opens: read from a text that holds it alone, and held to the schema of eras."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from vaulttool.errors import VaultError
from vaulttool.model.data_schemas import DataSchemas
from vaulttool.model.splicing import CannotSplice, with_pairs
from vaulttool.parsing import data
from vaulttool.parsing.data import keys_of
from vaulttool.text.span import Lines

OF_THE_PAST = ("end", "superseded_by", "continued_as")


class NewEra(NamedTuple):
    """An era to be opened: its text, which has its start, its id, and that day."""

    text: str
    id: str
    start: str


def new_era(text: str, file: str, on: str | None, schemas: DataSchemas) -> NewEra:
    """The era in the text of a file, starting on the day of the cutover. ``VaultError`` names file, key and remedy."""
    content = _read(text, file)
    start = _start(content.get("start"), file, on)
    if "start" not in content:
        content = {**content, "start": start}
    for keys, message, help in schemas.mismatches("endpoint", content, "era"):
        raise VaultError(f"{file}: {message}", help or _at(keys))
    for key in OF_THE_PAST:
        if key in content:
            raise VaultError(f'{file}: the key "{key}" is no part of an era that is opened', "leave it out")
    return NewEra(_with_start(text, file, start), content["id"], start)


def day(text: str, where: str) -> str:
    """A day as data have it; ``VaultError`` where the text is none."""
    try:
        if date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise VaultError(f'{where}: "{text}" is no day', "write it as YYYY-MM-DD")


def _read(text: str, file: str) -> dict[str, Any]:
    found = data.read(text)
    for flaw in found.flaws:
        place = Lines(text).position(flaw.span.start)
        raise VaultError(f"{file}:{place.line}:{place.column}: {flaw.message}", "mend the file")
    if not isinstance(found.value, dict):
        raise VaultError(f"{file}: it holds no era", 'write its keys, as below "eras" of an endpoint: "id: ..."')
    return found.value


def _start(written: Any, file: str, on: str | None) -> str:
    """The day of the cutover: as asked for, or as the era has it."""
    if on is not None:
        on = day(on, "--on")
    if written is None:
        if on is None:
            raise VaultError(f'{file}: the key "start" is missing', 'add "start: YYYY-MM-DD", or give --on YYYY-MM-DD')
        return on
    if not isinstance(written, str):
        raise VaultError(f"{file}: start: a cutover has a day, and this is none", 'write "start: YYYY-MM-DD"')
    start = day(written, f"{file}: start")
    if on not in (None, start):
        raise VaultError(f"{file}: the era starts on {start}, --on says {on}", "give the same day, or only one")
    return start


def _with_start(text: str, file: str, start: str) -> str:
    if "start" in data.read(text).value:
        return text
    try:
        return with_pairs(text, (), "title", [("start", start)])
    except CannotSplice as error:
        raise VaultError(f"{file}: {error.message}", f'add "start: {start}"') from error


def _at(keys: data.Keys) -> str:
    return f'mend the key "{keys_of(keys)}"' if keys else "mend the file"
