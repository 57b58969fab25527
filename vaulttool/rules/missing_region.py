"""A region that a note's property `generated` asks for and that is not there.

`generated: [eras, index#hosts]` lists the kinds that a page must have, with the id where it has one. So nobody can
silence a check by deleting the markers. One whose markers are there and make no region is `lone-marker`'s.

Bad, `Lisbon.md`:

    ---
    generated: [backlinks]
    ---
    A town on a river.

Good, `Lisbon.md`:

    ---
    generated: [backlinks]
    ---
    <!-- vaulttool:begin backlinks -->

    <!-- vaulttool:end backlinks -->

With `Porto.md`:

    North of [[Lisbon]].
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.parsing.document import Property

PROPERTY = "generated"


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each region that is asked for and missing."""
    for page in context.shared.survey.asking:
        asked = page.document.property(PROPERTY)
        if asked is None or asked.templated:
            continue
        there = {region.name for region in page.document.regions}
        odd = {word for one in page.document.troubles if one.kind == "lone-marker" for word in one.detail.split()}
        for name in _names(asked):
            if name not in there and odd.isdisjoint((name, name.partition("#")[0])):
                kind, hash, id = name.partition("#")
                marker = f"vaulttool:begin {kind}{f' id={chr(34)}{id}{chr(34)}' if hash else ''}"
                help = f'put "{marker}" and its end marker back, or take the name out of "{PROPERTY}"'
                yield context.finding(page.path, asked.value_span, f'the region "{name}" is missing', help)


def _names(asked: Property) -> list[str]:
    """The names in the property: a list of them, or one."""
    values = asked.value if isinstance(asked.value, list) else [asked.value]
    return [value for value in values if isinstance(value, str) and value]
