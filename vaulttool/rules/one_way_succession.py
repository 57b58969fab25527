"""A page that took the place of another and nowhere names it.

Whoever stands on the new page should find the way back: to the figures of before, to the rollback. A page is named
where its successor links to it, in a region too, or holds its name, title or one of its aliases. Speaks of the property
`superseded_by` of claimed pages without eras, and of eras that other eras superseded; for those it is enough that the
successor links to the owner page of the endpoint, if that links to the old page.

Bad, `Lisbon.md`:

    ---
    type: reference
    status: SUPERSEDED
    superseded_by: "[[Porto]]"
    ---

Good, `Lisbon.md`:

    ---
    type: reference
    status: SUPERSEDED
    superseded_by: "[[Braga]]"
    ---

With `Porto.md`:

    Two cards.

With `Braga.md`:

    Two cards, in the place of [[Lisbon]].

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.succession import Step


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each succession that leads one way only, once for each pair of pages."""
    if not context.claimed:
        return
    from vaulttool.model.succession import era_steps, typed_steps  # only where a note is claimed

    told: set[tuple[str, str]] = set()
    for step in (*typed_steps(context.sources, context.claimed), *era_steps(context.sources)):
        pair = (step.path, step.next)
        if pair[0] != pair[1] and pair not in told and not _leads_back(context, step):
            told.add(pair)
            yield _finding(context, step)


def _finding(context: Context, step: Step) -> Finding:
    path, span = _place(context, step)
    name = step.path.rpartition("/")[2].removesuffix(".md")
    message = f'"{step.next}" takes the place of "{step.path}" and does not name it'
    help = f"link from there to [[{name}]]"
    return context.finding(path, span, message, help, (Related(step.next, Span(0, 0), "the successor"),))


def _place(context: Context, step: Step) -> tuple[str, Span]:
    """Where the successor is named: in the front matter, or in the data."""
    if step.link is not None:
        return step.path, step.link.span
    assert step.told is not None
    sources, (endpoint, era) = context.sources, step.told
    path = sources.files.from_vault(sources.data.paths["endpoint", endpoint.endpoint])
    index = next(at for at, one in enumerate(endpoint.eras) if one is era)
    return path, sources.place(path, ("eras", index, "superseded_by"))


def _leads_back(context: Context, step: Step) -> bool:
    """Whether a reader of the successor finds the old page."""
    old, new = context.vault.notes[step.path], context.vault.notes[step.next]
    if not new.is_markdown or new.problem or _links(context, new, old.path) or _names(context, new, old, step):
        return True
    owner = context.sources.statuses.note(step.told.endpoint.owner_page) if step.told else None
    page = context.vault.notes.get(owner) if owner else None
    return page is not None and _links(context, new, page.path) and _links(context, page, old.path)


def _links(context: Context, page: Note, path: str) -> bool:
    return any(context.vault.resolve(link, page.path).target == path for link in page.document.links)


def _names(context: Context, page: Note, old: Note, step: Step) -> bool:
    """Whether a page holds a name of another, or the title of the era."""
    title, aliases = old.document.property("title"), old.document.property("aliases")
    declared = [] if aliases is None else aliases.value if isinstance(aliases.value, list) else [aliases.value]
    names = [old.path.rpartition("/")[2].removesuffix(".md"), *([title.value] if title else []), *declared]
    names += [step.told.era.title] if step.told else []
    text = " ".join(context.sources.page_text(page).split()).casefold()
    return any(isinstance(name, str) and name.strip() and " ".join(name.split()).casefold() in text for name in names)
