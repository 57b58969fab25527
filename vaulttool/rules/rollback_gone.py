"""A rollback that needs something which is gone.

The `needs` of an era's `rollback` are held against the hosts: gone is what was not there when somebody looked
(`present: false`), and what lies in a folder whose newest census, younger than that look, does not list it. Reported is
a loss in an era that is open, and in one that has ended if the section on the rollback on its page still says that the
thing is on disk. A need with `refetch` says where it comes from; then only a page that claims it to be there is
reported. The finding stands at the need; the census and the page are named below it.

Left alone is what no census covers. A sentence that says "not", "gone", "if", "fetch" or the like claims nothing.

Bad, `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: old, title: One card, start: 2026-09-16, end: 2026-09-20, superseded_by: new, page: "[[Lisbon]]"}
      - id: new
        title: Two cards
        start: 2026-09-20
        page: "[[Lisbon]]"
        rollback:
          to: old
          steps: [revert the cutover commit]
          needs: [{kind: path, host: atlas, path: /home/me/models/q8_0}]

Good, `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: old, title: One card, start: 2026-09-16, end: 2026-09-20, superseded_by: new, page: "[[Lisbon]]"}
      - id: new
        title: Two cards
        start: 2026-09-20
        page: "[[Lisbon]]"
        rollback:
          to: old
          steps: [revert the cutover commit]
          needs: [{kind: path, host: atlas, path: /home/me/models/q8_0, refetch: "hub:maker/q8_0"}]

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []
    census:
      - {date: 2026-10-19, path: /home/me/models, entries: [rad, tpl.jinja], source: {document: Lisbon.md, line: 1}}

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.census import Loss
    from vaulttool.model.records import Endpoint, Era, Need
    from vaulttool.parsing.data import Keys


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each need that is gone, at its place in the data."""
    for endpoint in context.sources.data.endpoints.values() if context.sources.has_data else ():
        for index, era in enumerate(endpoint.eras):
            for number, need in enumerate(era.rollback.needs if era.rollback else ()):
                keys = ("eras", index, "rollback", "needs", number)
                yield from _lost(context, endpoint, era, need, keys)


def _lost(context: Context, endpoint: Endpoint, era: Era, need: Need, keys: Keys) -> Iterator[Finding]:
    """One need, if it is gone and that matters."""
    from vaulttool.model.census import loss  # only where something is needed: they take time to import
    from vaulttool.model.going_back import claim, section

    gone = loss(context.sources.data, need)
    if gone is None or era.rollback is None:
        return
    pages = [context.sources.statuses.note(link) for link in (era.page, endpoint.owner_page)]
    notes = [context.vault.notes[path] for path in dict.fromkeys(pages) if path and path in context.vault.notes]
    read = [(note, context.prose(note)) for note in notes if note.is_markdown and not note.problem]
    said = claim(read, era, need)
    if said is None and (era.end is not None or need.refetch):
        return
    path = context.sources.files.from_vault(context.sources.data.paths["endpoint", endpoint.endpoint])
    name = need.path or need.ref or need.title
    message = f'the rollback to "{era.rollback.to}" needs "{name}", which is gone: {gone.told}'
    related = [*_census(context, gone)]
    where = said or section(read, era)
    if where is not None:
        related.append(Related(where[0], where[1], "the page says that it is there" if said else "the rollback's page"))
    help = "say on the page that it is gone" if said else "fetch it and write down that it is there, or give refetch"
    yield context.finding(path, context.sources.place(path, keys), message, help, tuple(related))


def _census(context: Context, gone: Loss) -> Iterator[Related]:
    """The census that does not list a need."""
    if gone.host is not None:
        path = context.sources.files.from_vault(context.sources.data.paths["host", gone.host.host])
        yield Related(path, context.sources.place(path, gone.keys), "what was there")
