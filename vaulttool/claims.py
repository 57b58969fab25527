"""Which notes the configuration claims: the schemas that ``[schemas]`` maps them to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from vaulttool.config import Config
from vaulttool.errors import ConfigurationError
from vaulttool.model.rule import Claims, no_schemas
from vaulttool.model.schema import SUFFIX, Schema
from vaulttool.model.vault import Note
from vaulttool.text.globs import Globs
from vaulttool.text.names import nearest


def claims(
    config: Config,
    schemas: Callable[[], Mapping[str, Mapping[str, Any]]],
    names: Callable[[str], tuple[str, ...]],
) -> Claims:
    """What the configuration claims. ``schemas`` reads all schemas by file name and is asked only if some
    are mapped; ``names`` gives the paths by which globs may know a note.

    ``ConfigurationError`` where a schema is named that nobody has.
    """
    told = config.status
    if not (config.schemas.types or config.schemas.paths):
        return Claims(no_schemas, told.words, told.property, told.live, told.history)
    found = schemas()
    ready = {name: _named(name, found) for name in (*config.schemas.types.values(), *config.schemas.paths.values())}
    by_path = [(Globs([glob]), name) for glob, name in config.schemas.paths.items()]

    def of(note: Note) -> Iterator[Schema]:
        if not note.is_markdown or note.problem:
            return
        kind = note.document.property("type")
        by_type = config.schemas.types.get(kind.value) if kind and isinstance(kind.value, str) else None
        claimed = [by_type] if by_type else []
        claimed += [name for globs, name in by_path if globs.match(*names(note.path))]
        yield from (ready[name] for name in dict.fromkeys(claimed))

    return Claims(of, told.words, told.property, told.live, told.history)


def _named(name: str, schemas: Mapping[str, Mapping[str, Any]]) -> Schema:
    """A schema by its name, ready to use: a broken one is found out before anything is reported."""
    content = schemas.get(name + SUFFIX)
    if content is None:
        known = [file.removesuffix(SUFFIX) for file in schemas]
        found = nearest(name, known)
        remedy = f'did you mean "{found}"?' if found else f"known are {', '.join(known)}"
        raise ConfigurationError(f'[schemas]: no schema is named "{name}"', remedy)
    schema = Schema(name, content, schemas)
    _ = schema.validator, schema.links
    return schema
