"""``vaulttool explain``: the manual of a rule or kind of region, the settings, or all that stands at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import msgspec

from vaulttool import engine
from vaulttool.commands._explained import generated_at, kind_page, touch
from vaulttool.commands._findings import active, findings
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._product import product
from vaulttool.commands._run import Run
from vaulttool.config import Config
from vaulttool.errors import ConfigurationError, VaultError
from vaulttool.manual import default_of, keys, level
from vaulttool.model.anchors import parts
from vaulttool.model.resolve import Resolution
from vaulttool.model.rule import Rule
from vaulttool.model.vault import Note, Vault
from vaulttool.parsing.document import Document, Link
from vaulttool.reporters._report import as_json
from vaulttool.reporters.text import safe
from vaulttool.text.names import nearest
from vaulttool.text.span import Lines, Span
from vaulttool.text.url import fully_decoded

PLACE = re.compile(r"(?P<path>.+?):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?:?", re.DOTALL)


@click.command()
@click.argument("topic", required=False, metavar="[RULE | KIND | READER | settings | PATH:LINE[:COLUMN]]")
@vault_options
def explain(topic: str | None, given: Given) -> None:
    """Explain a rule, a kind of region, a reader, the settings, or what stands at a place.

    Without a topic, the rules and kinds are listed. A place tells every link there and how Obsidian resolves it, every
    region and figure with its data, and every finding.
    """
    place = PLACE.fullmatch(topic) if topic else None
    if topic is None:
        lines: Iterator[str] = _list()
    elif topic == "settings":  # the word stands for the keys and for a kind of region
        lines = chain(_settings(), [""], kind_page(engine.kinds()["settings"]))
    elif place:
        column = int(place["column"]) if place["column"] else None
        lines = _place(place["path"], int(place["line"]), column, given)
    else:
        lines = _page(topic)
    for line in lines:
        click.echo(safe(line))


def _page(topic: str) -> Iterator[str]:
    """The page of a rule, kind or reader; ``ConfigurationError`` with the nearest topic where there is none."""
    rules = engine.rules()
    kinds, readers = engine.kinds(), {entry.name: entry for entry in product().readers()}
    if topic in rules:
        return _rule(rules[topic])
    if topic in kinds:
        return kind_page(kinds[topic])
    if topic in readers:
        return iter([f"{topic} (reader)", "", *readers[topic].manual.splitlines()])
    if Path(topic).is_file():
        raise ConfigurationError(f'"{topic}" is a file; a place in it has a line', f'write "{topic}:1"')
    found = nearest(topic, ["settings", *rules, *kinds, *readers], likeness=70)
    remedy = f'did you mean "{found}"?' if found else '"vaulttool explain" lists the rules'
    raise ConfigurationError(f'no rule or topic is named "{topic}"', remedy)


def _settings() -> Iterator[str]:
    """The keys of the configuration with their defaults and meanings."""
    for name, default, meaning in keys(Config):
        shown = "" if default is None else f" = {msgspec.json.encode(default).decode()}"
        yield name + shown
        yield f"    {meaning}"


def _list() -> Iterator[str]:
    """The rules with their severity, the kinds of region and the readers, and what each is about."""
    for rule in engine.rules().values():
        yield f"{rule.name:24} {rule.level:8} {rule.summary}"
    yield ""
    for kind in engine.kinds().values():
        yield f"{kind.name:24} region   {kind.summary}"
    for reader in product().readers():
        yield f"{reader.name:24} reader   {reader.summary}"


def _rule(rule: Rule) -> Iterator[str]:
    """The manual page of a rule."""
    yield f"{rule.name} ({level(rule)})"
    yield ""
    yield from rule.manual.splitlines()
    fields = msgspec.structs.fields(rule.options)
    if fields:
        yield ""
        yield f"Options, in [rules.{rule.name}]:"
        for field in fields:
            yield f"    {field.encode_name} = {msgspec.json.encode(default_of(field)).decode()}"


def _place(path: str, number: int, column: int | None, given: Given) -> Iterator[str]:
    """All that stands on a line, or at a column of it."""
    run = Run([path], given)
    note = run.vault.page(run.paths.named[0].path)
    if note is None:
        raise VaultError(f'"{path}" is no note of the vault', "name a .md or .canvas file, or an extra page")
    lines = Lines(run.text(note.path))
    try:
        span = lines.span(number)
    except IndexError:
        raise VaultError(f'"{path}" has no line {number}', f"its last line is {len(lines.starts)}") from None
    if column is not None:
        at = lines.offset(number, column)
        span = Span(at, at + 1)
    if number == 1 and column in (None, 1):
        span = Span(0, span.end)  # what is said of the whole file stands before a byte order mark
    found = list(_everything(run, note, span, lines))
    yield from found or [f"nothing that vaulttool reads stands at {Path(path).name}:{number}"]


def _everything(run: Run, note: Note, span: Span, lines: Lines) -> Iterator[str]:
    """Links, what can be linked to, and findings that touch a span."""
    for link in note.document.links:
        if touch(link.span, span):
            yield from _link(run.vault, note, link, lines.position(link.span.start).column)
    yield from _marks(note.document, span)
    yield from generated_at(run, note, span, lines)
    for finding in findings(run, active(run), [note.path]):
        if touch(finding.span, span):
            position = lines.position(finding.span.start)
            yield f"finding at column {position.column}: {finding.severity}: {finding.message} [{finding.rule}]"
            if finding.help:
                yield f"    help: {finding.help}"


def _link(vault: Vault, note: Note, link: Link, column: int) -> Iterator[str]:
    """How a link resolves: cleaned text, candidates in order, the step that decided, or what was missed."""
    resolution = vault.resolve(link, note.path)
    yield f'column {column}: {link.kind} ({link.syntax}) "{link.whole}"'
    if link.display:
        yield f'    shown as "{link.display}"'
    if link.templated:
        yield "    filled in by a template, so no rule speaks of it"
    if len(resolution.tied) > 1:
        yield "    tied: equally near and equally long, so that Obsidian opens now one, now another of"
    else:
        yield f"    {'resolved by' if resolution.candidates else 'unresolved'}: {resolution.step.value}"
    yield from _candidates(resolution)
    if not resolution.candidates:
        yield from _missed(vault, note, link, resolution)
    elif parts(link.subpath):
        yield f"    anchor: {_anchor(vault, link, resolution)}"


def _candidates(resolution: Resolution) -> Iterator[str]:
    """The files that the link may mean, the one that Obsidian opens first."""
    for number, path in enumerate(resolution.candidates, start=1):
        near = " (below the note's folder)" if number <= resolution.near < len(resolution.candidates) else ""
        opened = " <- opened" if number == 1 and len(resolution.tied) == 1 else ""
        yield f"    {number}. {path}{near}{opened}"


def _missed(vault: Vault, note: Note, link: Link, resolution: Resolution) -> Iterator[str]:
    """What was tried, and what of the name there is."""
    first = link.link.lower()
    both = "." in first.rpartition("/")[2] and resolution.wanted == first + ".md"
    yield f'    looked for: "{first}", then "{resolution.wanted}"' if both else f'    looked for: "{resolution.wanted}"'
    if outside := vault.in_repository(link, note.path):
        yield f"    outside the vault, but in the repository: {outside}"
    for path in resolution.named:
        yield f"    of that name, but elsewhere: {path}"
    for owner in vault.alias_owners.get(link.link.lower(), ()):
        yield f"    an alias of {owner}; Obsidian does not resolve aliases"
    if "%" in link.link and vault.index.resolve(fully_decoded(link.link), note.path).candidates:
        yield f'    decoded in full it would be "{fully_decoded(link.link)}", which is there'


def _anchor(vault: Vault, link: Link, resolution: Resolution) -> str:
    """Whether the anchor is there, and as what."""
    anchors = vault.anchors(resolution.target or "")
    if anchors is None:
        return "not checked, the target is no note that could be read"
    found = anchors.find(link.subpath)
    return "missing" if found is None else f"{type(found).__name__.lower()} found"


def _marks(document: Document, span: Span) -> Iterator[str]:
    """The headings, block ids, tags and footnotes at a place, and properties."""
    for heading in document.headings:
        if touch(heading.span, span):
            linkable = "" if heading.top else ", which cannot be linked to"
            yield f'heading of level {heading.level} "{heading.title}"{linkable}'
    for block in document.blocks:
        if touch(block.span, span):
            yield f'block id "^{block.id}"'
    for tag in document.tags:
        if touch(tag.span, span):
            yield f'tag "#{tag.name}"'
    for footnote in document.footnotes:
        if touch(footnote.span, span):
            yield f'footnote "{footnote.id}"'
    for found in document.properties:
        if touch(found.span, span):
            yield f'property "{found.name}" = {as_json(found.value)}'
    for allowance in document.allowances:
        if touch(allowance.covers, span):
            reason = f" - {allowance.reason}" if allowance.reason else ""
            yield f"silent here: {', '.join(allowance.rules) or 'all rules'}{reason}"
