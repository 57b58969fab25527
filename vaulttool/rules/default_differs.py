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
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note

if TYPE_CHECKING:
    from vaulttool.parsing.prose import Prose
    from vaulttool.parsing.shell import Default
    from vaulttool.rules._defaults_told import Told

ENDINGS = (".sh", ".bash", ".ksh", ".zsh")


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each default that is another one in the script."""
    for page in context.claimed_pages:
        text = context.sources.page_text(page)
        if "efault" in text and any(ending in text for ending in ENDINGS):
            yield from _on_page(context, page)


def _on_page(context: Context, page: Note) -> Iterator[Finding]:
    from vaulttool.rules._defaults_told import defaults_told  # only of a page that speaks of some
    from vaulttool.rules._told import ELSEWHERE, GONE, around, past

    silent = past(context, page)
    prose = context.prose(page)
    told = list(defaults_told(prose)) if silent is not None else []
    scripts = _defaults(context, page, prose) if told else {}
    for one in told:
        words = around(prose, one.span)
        if any(gap.start <= one.span.start < gap.end for gap in silent or ()):
            continue
        if not (GONE.search(words) or ELSEWHERE.search(words)):
            yield from _compared(context, page, one, scripts)


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
    bases = Paths(context.sources).bases(page)
    for code in prose.codes:
        named = script(code.content.of(prose.text)) or ""
        if named.endswith(ENDINGS):
            places = sorted({posixpath.normpath(posixpath.join(one, named)) for one in bases})
            whole = [path for path in places if path in files.in_folder(posixpath.dirname(path))]
            ending = files.ends.ending(named)
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
