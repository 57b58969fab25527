"""A Markdown link that leads elsewhere on a forge, such as GitHub, than in Obsidian.

A forge looks a path up from the note's folder (one that begins with `/` from the repository's top), needs its
`.md` and the case of the file's name, and knows headings by a slug: lower case, no punctuation, hyphens for
spaces. Obsidian looks names up in the whole vault and takes a heading as it stands. This rule reports the
Markdown links and images that Obsidian follows and a forge does not. The reverse is mostly a finding of another
rule (`broken-link`, `missing-heading`, `undecoded-link`, `outside-vault`), and then this one keeps silent; it speaks of
what Obsidian does not record: targets with a colon, and reference links, each once at its definition.

The fix writes the path, or the anchor, that both follow.

Wikilinks are text on a forge and not reported; `vaulttool audit` counts them. The rule is off unless the
configuration turns it on.

Bad, `guides/Home.md`:

    See [the town](Lisbon.md), [its port](../travel/lisbon.md) and [the quotas](../travel/Lisbon.md#Quotas).

Mended, `guides/Home.md`:

    See [the town](../travel/Lisbon.md), [its port](../travel/Lisbon.md) and [the quotas](../travel/Lisbon.md#quotas).

Good, `guides/Home.md`:

    See [the town](../travel/Lisbon.md), [the quotas](../travel/Lisbon.md#quotas) and [[Lisbon]].

With `travel/Lisbon.md`:

    # Quotas
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule


@rule("off", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each Markdown link that a forge follows elsewhere."""
    from vaulttool.rules._forge_links import findings  # a second reading of every note: only where it is asked for

    yield from findings(context)
