"""A name that is no longer in use, outside the places that keep it.

`names.yaml` tells which names changed and which serve nothing. An old one is reported in the front matter, prose and
code of claimed notes and extra pages, in the names of their files, in the units of open eras, and in the files that
the setting `repository-files` names: there also as a part of a longer word, such as `FRANK_MEDIUM_PORT` or
`serve-frank-medium.sh`. At the first place of each name stands how many are left, and where.

History keeps its names. Left alone are files in `keep_in`, logs, pages whose eras have all ended, whose status is not
that of what is in use or whose file name has a date before the rename, sections whose heading has a word of
`[status] history` or such a date, quotations, `aliases`, link targets, output in code blocks, and every sentence, row
or line that has the new name, a date before the rename, or a word such as "formerly" or "was". So are tags, images and
run names of the data, and names of files that are there. A name that is one plain word, such as `router`, counts only
where it must be a name: in quotes, as a host or unit, alone in a code span. What is renamed on a later day than today
is not reported yet.

Files in `never_touch` are reported like others, and no fix is offered.

Bad, `Restart.md`:

    ---
    type: runbook
    ---
    Wait for `frank-medium`, then read its log:

    ```sh
    journalctl --user -u frank-medium.service
    ```

Good, `Restart.md`:

    ---
    type: runbook
    ---
    Wait for `frank-archon` (`frank-medium` until 2026-10-09), then read its log:

    ```sh
    journalctl --user -u frank-archon.service
    ```

Bad, `units/archon.env`:

    FRANK_MEDIUM_PORT=7770

Good, `units/archon.env`:

    FRANK_ARCHON_PORT=7770

With `data/names.yaml`:

    renames:
      - {date: 2026-10-09, kind: wire-alias, from: frank-medium, to: frank-archon, scope: [units, pages]}

With `vaulttool.toml`:

    data = "data"
    repository-files = ["units/*"]

    [schemas.types]
    runbook = "runbook"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Edit, Finding, Fix, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.residue import Residue, Search

PAGES = "pages"


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each old name, the first of each with what is left of it."""
    names = context.sources.data.names if context.sources.has_data else None
    if names is None or not (names.renames or names.retired_names):
        return
    told: set[str] = set()
    found = sorted(set(_residues(context)), key=lambda one: (one.path, one.span, one.retired.name))
    for one in found:
        name = one.retired.name
        related = () if name in told else (_summary(context, [each for each in found if each.retired.name == name]),)
        told.add(name)
        yield _finding(context, one, related)


def _residues(context: Context) -> Iterator[Residue]:
    """The old names in the claimed pages, then in the other files."""
    from vaulttool.model.past import Past  # only where names were given up: they take time to import
    from vaulttool.model.residue import Search
    from vaulttool.model.retired import retired

    names = retired(context.sources.data, context.sources.today)
    past = Past(context.sources, context.claims.history_words, context.claims.status_words[1:])
    search = Search(context.sources, past, names)
    for page in (*context.claimed, *context.vault.extras.values()):
        if context.sources.listed(page.path) and not past.has_page(page):
            yield from search.in_name(page.path)
            text = context.sources.page_text(page)
            if search.is_in(text):
                yield from search.in_page(page, text, context.prose(page))
    yield from _in_files(context, search)


def _in_files(context: Context, search: Search) -> Iterator[Residue]:
    from vaulttool.model.other_files import other_files

    for path in other_files(context.sources):
        yield from search.in_name(path)
        text = context.sources.text(path) or ""
        if search.is_in(text):
            yield from search.in_file(path, text)


def _finding(context: Context, one: Residue, related: tuple[Related, ...]) -> Finding:
    retired, path = one.retired, one.path
    told = f'"{retired.name}" is a retired name'
    if retired.new:
        told = f'"{retired.name}" is called "{retired.new}"{f" since {retired.last}" if retired.last else " now"}'
    help = f'write "{retired.new}"' if retired.new else "take it out"
    if one.is_file_name:
        told = f"the file name is an old one: {told}"
        help = f'rename the file with "{retired.new}"' if retired.new else "rename the file"
    if retired.untouched.match(context.sources.files.from_base(path)):
        help = "no rename may change this file, as never_touch says; keep_in would let it keep the name"
        return context.finding(path, one.span, told, help, related)
    help += ", or let the file keep the name with keep_in"
    return context.finding(path, one.span, told, help, related, _fix(context, one))


def _fix(context: Context, one: Residue) -> Fix | None:
    """The new name in the old one's place. Prose may mean the old one, so somebody has to look."""
    if not one.retired.new or one.is_file_name:
        return None
    page = context.vault.page(one.path)
    old = one.span.of(context.sources.page_text(page) if page else context.sources.text(one.path) or "")
    return Fix(f'write "{one.retired.new}"', (Edit(one.path, one.span, one.retired.written(old)),), safe=False)


def _summary(context: Context, found: list[Residue]) -> Related:
    """Where the name was given up, and what is left of it: so many in pages, so many in each folder of other files."""
    retired = found[0].retired
    path = context.sources.files.from_vault(context.sources.data.paths["names", ""])
    counted = Counter(_scope(context, one.path) for one in found)
    left = ", ".join(f"{number} in {scope}" for scope, number in sorted(counted.items(), key=_pages_first))
    return Related(path, context.sources.place(path, retired.keys), f'what is left of "{retired.name}": {left}')


def _scope(context: Context, path: str) -> str:
    """What a file belongs to: the pages, or its uppermost folder."""
    if context.vault.page(path) is not None:
        return PAGES
    folder, slash, _ = context.sources.files.from_base(path).partition("/")
    return folder + slash


def _pages_first(item: tuple[str, int]) -> tuple[bool, str]:
    return item[0] != PAGES, item[0]
