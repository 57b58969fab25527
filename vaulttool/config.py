"""What ``vaulttool.toml`` (or ``[tool.vaulttool]``) may say, and what it means for rules and notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from vaulttool.errors import ConfigurationError
from vaulttool.model.finding import Level
from vaulttool.text.globs import Globs as Matcher
from vaulttool.text.names import nearest

SEE = 'see "vaulttool explain settings"'
LEVELS: tuple[Level, ...] = ("error", "warning", "off")
Globs = tuple[str, ...]


class Table(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A table of the configuration: unknown keys are errors."""


class StatusTable(Table, frozen=True):
    """`[status]`: the vocabulary of status."""

    words: Annotated[
        tuple[str, ...],
        Meta(description="The words that a status may be; the first is that of what is in use.", min_length=1),
    ] = (
        "ACTIVE",
        "RETIRED",
        "SUPERSEDED",
    )
    property: Annotated[str, Meta(description="The property that holds the status.")] = "status"
    live: Annotated[
        tuple[str, ...], Meta(description="Words that say in prose that something is in use, compared without case.")
    ] = ("deployed", "live", "current", "today")
    history: Annotated[
        tuple[str, ...],
        Meta(description="Words in a heading, compared without case, that make its section one of the past."),
    ] = (
        "history",
        "eras",
        "era",
        "log",
        "changelog",
        "archive",
        "past",
        "previous",
        "earlier",
        "former",
        "retired",
        "superseded",
        "attempts",
        "tried",
    )


class SchemasTable(Table, frozen=True):
    """`[schemas]`: which notes are held to which schema."""

    folder: Annotated[
        str | None,
        Meta(description="A folder of your own schemas (NAME.schema.json), relative to this file. They add to "
             "the shipped ones or take their place."),
    ] = None  # fmt: skip
    types: Annotated[
        dict[str, str], Meta(description="For each value of the property `type`, the name of a schema.")
    ] = {}
    paths: Annotated[dict[str, str], Meta(description="For globs of paths, the name of a schema.")] = {}


class CountTable(Table, frozen=True):
    """`[counts.NAME]`: something counted in the repository's files, for `count/NAME` and regions of kind `counts`."""

    title: Annotated[str, Meta(description="What is counted, as a table calls it.", min_length=1)]
    glob: Annotated[
        str | None, Meta(description="Counts the files that this glob matches, those aside that git ignores.")
    ] = None
    file: Annotated[str | None, Meta(description="Counts in this file, a Prometheus rules file.")] = None
    of: Annotated[
        Literal["rules", "alerts", "records"] | None,
        Meta(description="What of the file is counted: all rules, those that alert, or those that record."),
    ] = None


class OutputTable(Table, frozen=True):
    """`[[outputs]]`: a whole file that is generated."""

    path: Annotated[str, Meta(description="The file, relative to this one.", min_length=1)]
    kind: Annotated[str, Meta(description="The kind of region that is its content.", min_length=1)]
    arguments: Annotated[dict[str, str], Meta(description="The arguments, as in a marker.")] = {}


class RunbookTable(Table, frozen=True):
    """`[runbook]`: what `vaulttool runbook` writes, and where."""

    folder: Annotated[
        str | None,
        Meta(description="The folder of new runbooks, from the vault's root. Without it, the one with most runbooks."),
    ] = None
    template: Annotated[
        str | None, Meta(description="A template in the place of the shipped one, relative to this file.")
    ] = None


class Config(Table, frozen=True):
    """The configuration. Globs are read as in a .gitignore, against a note's path in the vault and against its
    path below this file's folder."""

    vault: Annotated[
        str | None, Meta(description="The vault's folder, relative to this file. Without it, this file's folder.")
    ] = None
    exclude: Annotated[Globs, Meta(description="Notes that are read and not reported.")] = ()
    extra_files: Annotated[
        Globs,
        Meta(description="Markdown and HTML files outside the vault, relative to this file, whose regions and figures "
             "are kept fresh."),
    ] = ()  # fmt: skip
    repository_files: Annotated[
        Globs,
        Meta(description="Other text files, relative to this file, in which rules look for names, metrics and what "
             "clients promise: units, env files, scripts, dashboards, rules, tests."),
    ] = ()  # fmt: skip
    data: Annotated[
        str | None,
        Meta(description="The folder of the data files, relative to this file. Without it no file is read as data."),
    ] = None
    counts: Annotated[dict[str, CountTable], Meta(description="What can be counted in the repository's files.")] = {}
    outputs: Annotated[tuple[OutputTable, ...], Meta(description="Whole files that are generated.")] = ()
    rules: Annotated[
        dict[str, Level | dict[str, Any]],
        Meta(description="For each rule `error`, `warning` or `off`, or a table with `severity` and its options."),
    ] = {}
    per_file_ignores: Annotated[
        dict[str, tuple[str, ...]], Meta(description="For globs of paths, the rules that are silent there.")
    ] = {}
    baseline: Annotated[
        str | None,
        Meta(description="The baseline, relative to this file: `check` leaves out the findings that it knows."),
    ] = None
    status: Annotated[StatusTable, Meta(description="The vocabulary of status.")] = StatusTable()
    schemas: Annotated[SchemasTable, Meta(description="Which notes are held to which schema.")] = SchemasTable()
    runbook: Annotated[RunbookTable, Meta(description="What `vaulttool runbook` writes, and where.")] = RunbookTable()


def parse(text: str, place: Path) -> Config | None:
    """The configuration in a TOML text; None where a pyproject.toml has no ``[tool.vaulttool]``.

    ``ConfigurationError`` names the file, the key and the nearest right one.
    """
    import tomllib  # only where there is a configuration: it takes time to import

    try:
        content: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if place.name == "pyproject.toml" and "tool.vaulttool" not in text:
            return None
        raise ConfigurationError(f"{place}: no valid TOML: {error}", "mend the line that it names") from error
    if place.name == "pyproject.toml":
        tools = content.get("tool")
        content = tools.get("vaulttool") if isinstance(tools, dict) else None
        if content is None:
            return None
    _refuse_unknown_keys(content, Config, place, "")
    _refuse_unknown_levels(content.get("rules"), place)
    try:
        found = msgspec.convert(content, Config)
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"{place}: {error}", SEE) from error
    _refuse_bad_globs(found, place)
    _refuse_bad_counts(found, place)
    _refuse_doubled_outputs(found, place)
    return found


def known_rule(name: str, names: Iterable[str], where: str) -> str:
    """The name, if a rule has it; ``ConfigurationError`` with the nearest one otherwise."""
    known = list(names)
    if name in known:
        return name
    found = nearest(name, known)
    remedy = f'did you mean "{found}"?' if found else 'see "vaulttool explain" for the rules'
    raise ConfigurationError(f'{where}: no rule is named "{name}"', remedy)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the configuration, as shipped in ``schemas/config.schema.json``."""
    import inspect  # only here: it takes time to import

    (reference,), components = msgspec.json.schema_components([Config], ref_template="#/$defs/{name}")
    for table in components.values():
        if "description" in table:  # some releases of msgspec leave the indentation in
            table["description"] = inspect.cleandoc(table["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "vaulttool.toml",
        **reference,
        "$defs": components,
    }


def _refuse_unknown_keys(content: Any, table: type[msgspec.Struct], place: Path, prefix: str) -> None:
    """An error for the first key that the table does not have, here or in a table below."""
    if not isinstance(content, Mapping):
        name = prefix[:-1] or "the configuration"
        raise ConfigurationError(f"{place}: {name} must be a table", SEE)
    fields = {field.encode_name: field for field in msgspec.structs.fields(table)}
    for key, value in content.items():
        if key not in fields:
            found = nearest(key, list(fields), likeness=70)
            remedy = f'did you mean "{prefix}{found}"?' if found else f"known are {', '.join(sorted(fields))}"
            raise ConfigurationError(f'{place}: unknown key "{prefix}{key}"', remedy)
        below = fields[key].default
        if isinstance(below, Table):
            _refuse_unknown_keys(value, type(below), place, f"{prefix}{key}.")


def _refuse_unknown_levels(rules: Any, place: Path) -> None:
    """An error for the first rule whose severity is a word that is none."""
    for name, given in rules.items() if isinstance(rules, Mapping) else ():
        level = given.get("severity", "off") if isinstance(given, Mapping) else given
        if level not in LEVELS:
            message = f'{place}: "{level}" is no severity of the rule "{name}"'
            raise ConfigurationError(message, "write error, warning or off")


def _refuse_bad_globs(found: Config, place: Path) -> None:
    """An error for the first glob that a .gitignore could not hold."""
    counted = [count.glob for count in found.counts.values() if count.glob is not None]
    paths = (*found.exclude, *found.extra_files, *found.repository_files, *found.schemas.paths)
    globs = (*paths, *found.per_file_ignores, *counted)
    for glob in globs:
        try:
            Matcher([glob]).match("a")
        except ValueError as error:
            raise ConfigurationError(f'{place}: "{glob}" is no glob', "write it as in a .gitignore") from error


def _refuse_bad_counts(found: Config, place: Path) -> None:
    """An error for the first count that does not say what to count."""
    for name, count in found.counts.items():
        if (count.glob is None) == (count.file is None) or (count.file is None) != (count.of is None):
            message = f"{place}: [counts.{name}] does not say what to count"
            raise ConfigurationError(message, 'write "glob", or "file" and "of"')


def _refuse_doubled_outputs(found: Config, place: Path) -> None:
    """An error for the first file that is to be generated twice."""
    paths = [output.path for output in found.outputs]
    for path in paths:
        if paths.count(path) > 1:
            raise ConfigurationError(f'{place}: the output "{path}" stands twice', "leave one of them out")
