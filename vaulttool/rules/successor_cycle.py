"""Pages or eras that supersede one another in a circle, so that none of them is the last.

Follows the property `superseded_by` of claimed pages without eras, and the same key of the eras of an endpoint. Told
once for each circle, at the page that comes first by name.

Bad, `Lisbon.md`:

    ---
    type: reference
    status: SUPERSEDED
    superseded_by: "[[Porto]]"
    ---

Good, `Lisbon.md`:

    ---
    type: reference
    status: ACTIVE
    ---

With `Porto.md`:

    ---
    type: reference
    status: SUPERSEDED
    superseded_by: "[[Lisbon]]"
    ---

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

HELP = "one of them must be the last"


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each circle."""
    if context.claimed:
        yield from _pages(context)
    if context.sources.has_data:
        yield from _eras(context)


def _pages(context: Context) -> Iterator[Finding]:
    from vaulttool.model.succession import circles, typed_steps  # only where a note is claimed

    steps = {step.path: step for step in typed_steps(context.sources, context.claimed)}
    for circle in circles({path: step.next for path, step in steps.items()}):
        places = [Related(path, link.span, _words(link.whole)) for path in circle if (link := steps[path].link)]
        yield context.finding(circle[0], places[0].span, _message(circle), HELP, tuple(places[1:]))


def _eras(context: Context) -> Iterator[Finding]:
    from vaulttool.model.succession import era_circles  # only where there are data

    sources = context.sources
    for name, endpoint in sorted(sources.data.endpoints.items()):
        path = sources.files.from_vault(sources.data.paths["endpoint", name])
        index = {era.id: at for at, era in enumerate(endpoint.eras)}
        for circle in era_circles(endpoint):
            spans = [sources.place(path, ("eras", index[id], "superseded_by")) for id in circle]
            related = tuple(
                Related(path, span, _words(endpoint.eras[index[id]].superseded_by or ""))
                for id, span in zip(circle[1:], spans[1:], strict=True)
            )
            yield context.finding(path, spans[0], _message(circle), HELP, related)


def _message(circle: Sequence[str]) -> str:
    names = [name.removesuffix(".md") for name in circle]
    if len(names) == 1:
        return f'"{names[0]}" is superseded by itself'
    others = '", that by "'.join(names[1:])
    return f'"{names[0]}" is superseded by "{others}", and that by "{names[0]}" again'


def _words(name: str) -> str:
    return f'superseded by "{name}"'
