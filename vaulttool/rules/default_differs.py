"""A default that a page tells of a variable, where the script that the page names has another.

Speaks of claimed notes and extra pages that name a shell script of the repository, by its path in inline code or in a
link. A page tells of a default in a table with a column *Default*, or in words right behind the variable: "`SPEC`,
default `7`", "`SPEC` (default: 7)", "`SPEC` defaults to `7`". It is compared with what the script writes as
`${SPEC:-7}` or `${SPEC:=7}`.

It leaves alone variables of which no named script has a default, or one has the default that the page tells, defaults
that depend on other variables, pages and sections of the past, and sentences about somebody else's default.

Bad, `Lisbon.md`:

    ---
    type: reference
    ---

    Run `scripts/swap.sh`. `SPEC_METHOD` defaults to `mtp`.

Good, `Lisbon.md`:

    ---
    type: reference
    ---

    Run `scripts/swap.sh`. `SPEC_METHOD` defaults to `dflash`.

With `scripts/swap.sh`:

    #!/bin/sh
    serve "${SPEC_METHOD:-dflash}" "${SPEC:-7}"

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.parsing.prose import Prose
    from vaulttool.parsing.shell import Default

ENDINGS = (".sh", ".bash", ".ksh", ".zsh")
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
HEAD = re.compile(r"[*_`]*defaults?(?: values?)?[*_`]*", re.IGNORECASE)
TELLS = re.compile(
    r"""
    [ \t]*+ (?:\r?\n[ \t>]*+)? (?:[,;:(–—-][ \t]*+)? (?:(?:which|its|the|whose|and)[ ])? defaults? (?:[ ]value)?
    (?:[ ](?:to|is|of|=)|:|=)? [ \t]*+ (?:\r?\n[ \t>]*+)?
    (?P<value> \d++(?:[.,]\d++)*+ (?=[);,](?!\w)|\.?(?:\s*+\Z|\r?\n[ \t>]*+\r?\n)|\.\s) )?
    """,
    re.IGNORECASE | re.VERBOSE,
)
DIGITS = re.compile(r"[\d.,_]+")
MEASURED = re.compile(r"\s?(?!(?:and|or|in|for|on|if|when|unless|but|as|which|since|because|so|at|with|by)\b)[A-Za-z%]")


class Told(NamedTuple):
    """A default that a page tells of a variable."""

    name: str
    value: str
    span: Span


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each default that is another one in the script."""
    for page in context.claimed_pages:
        text = context.sources.page_text(page)
        if "efault" in text and any(ending in text for ending in ENDINGS):
            yield from _on_page(context, page)


def _on_page(context: Context, page: Note) -> Iterator[Finding]:
    from vaulttool.rules._told import ELSEWHERE, GONE, around, past

    silent = past(context, page)
    prose = context.prose(page)
    told = [*_in_tables(prose), *_in_words(prose)] if silent is not None else []
    scripts = _defaults(context, page, prose) if told else {}
    for one in told:
        words = around(prose, one.span)
        if any(gap.start <= one.span.start < gap.end for gap in silent or ()):
            continue
        if not (GONE.search(words) or ELSEWHERE.search(words)):
            yield from _compared(context, page, one, scripts)


def _in_tables(prose: Prose) -> Iterator[Told]:
    """The defaults in tables with a column of them."""
    from vaulttool.rules._setting_cells import leading, literal

    for table in prose.tables:
        column = next((at for at, head in enumerate(table.head) if HEAD.fullmatch(head.of(prose.text))), 0)
        for row in table.rows if column else ():
            codes = leading(prose, row[0]) if column < len(row) else []
            name = codes[0].content.of(prose.text) if len(codes) == 1 else ""
            value = literal(prose, row[column], False) if VARIABLE.fullmatch(name) else None
            if value is not None:
                yield Told(name, *value)


def _in_words(prose: Prose) -> Iterator[Told]:
    """The defaults that stand right behind a variable."""
    codes = prose.codes
    for at, code in enumerate(codes):
        name = code.content.of(prose.text)
        found = TELLS.match(prose.text, code.span.end) if VARIABLE.fullmatch(name) else None
        if found is None:
            continue
        behind = codes[at + 1] if at + 1 < len(codes) else None
        if found["value"]:
            yield Told(name, found["value"], Span(found.start("value"), found.end("value")))
        elif behind is not None and behind.span.start == found.end():
            value = behind.content.of(prose.text)
            if not (DIGITS.fullmatch(value) and MEASURED.match(prose.text, behind.span.end)):
                yield Told(name, value, behind.content)


def _defaults(context: Context, page: Note, prose: Prose) -> Mapping[str, Sequence[tuple[str, Default]]]:
    """The defaults of the scripts that a page names, with the path of each, by variable."""
    from vaulttool.parsing.shell import defaults  # only where a page tells of defaults

    found: dict[str, list[tuple[str, Default]]] = {}
    for path in dict.fromkeys(_scripts(context, page, prose)):
        for default in defaults(context.sources.files.text(path) or ""):
            found.setdefault(default.name, []).append((path, default))
    return found


def _scripts(context: Context, page: Note, prose: Prose) -> Iterator[str]:
    """The shell scripts of the repository that a page names: by a path, the only one of a name, or a link."""
    from vaulttool.model.repository_paths import Paths, script

    files = context.sources.files
    shells = [path for path in files.paths if path.endswith(ENDINGS)]
    bases = Paths(context.sources).bases(page)
    for code in prose.codes:
        named = script(code.content.of(prose.text)) or ""
        if named.endswith(ENDINGS):
            whole = [
                path for path in shells if any(posixpath.normpath(posixpath.join(one, named)) == path for one in bases)
            ]
            ending = [path for path in shells if path.endswith("/" + named)]
            yield from whole or (ending if len(ending) == 1 else [])
    prefix = context.vault.around.prefix
    for link in page.document.links:
        found = context.vault.in_repository(link, page.path) if link.link.endswith(ENDINGS) else None
        if found is not None:
            yield files.from_base(posixpath.relpath("/" + found, "/" + prefix))


def _compared(
    context: Context, page: Note, told: Told, scripts: Mapping[str, Sequence[tuple[str, Default]]]
) -> Iterator[Finding]:
    """The finding about a default that is none of those that the scripts have."""
    from vaulttool.model.declared_names import agrees
    from vaulttool.model.unit_files import line

    known = scripts.get(told.name, ())
    unclear = any(not one.value or "$" in one.value or "`" in one.value for _, one in known)
    if not known or unclear or any(agrees(one.value, told.value) for _, one in known):
        return
    path, default = known[0]
    place = context.sources.files.from_vault(path)
    span = line(context.sources.text(place) or "", default.line)
    message = f'the default of "{told.name}" is given as "{told.value}", and "{path}" has "{default.value}"'
    related = (Related(place, span, "the default of the script"),)
    yield context.finding(page.path, told.span, message, "say what the script does, or change its default", related)
