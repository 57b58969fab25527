"""A link in another style than the vault's: a wikilink where Markdown links are wanted, or the reverse.

Off by default: Obsidian reads both. Turn it on where a vault is read on a forge, too, which shows wikilinks as text, or
where one style is wanted throughout. The option `style` is `wiki` or `markdown`. Only links that lead to a file are
reported, and only those that can be written in the other style without a loss: no Markdown link with a title or with
marks of emphasis in its label, no embedded note where Markdown is wanted (a forge shows pictures only), and nothing in
properties and canvases, where Obsidian reads wikilinks alone.

The fix is unsafe, since it changes what people see in the text. It keeps anchors and labels; a wikilink without a label
gets what Obsidian shows for it. A Markdown link gets the path from the note's folder, with `.md`, and the anchor that a
forge knows, too, where there is one that both find.

Bad, `Home.md`:

    See [[Lisbon#History|the town]], [[Lisbon]] and ![[map.png|100]].

Mended unsafely, `Home.md`:

    See [the town](travel/Lisbon.md#history), [Lisbon](travel/Lisbon.md) and ![100](map.png).

Good, `Home.md`:

    See [the town](travel/Lisbon.md), ![[Lisbon]] and [[Porto]], which is not there yet.

With `travel/Lisbon.md`:

    # History

With `map.png`:

    A picture.

With `vaulttool.toml`:

    [rules.link-style]
    severity = "warning"
    style = "markdown"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from vaulttool.model.finding import Finding
from vaulttool.model.mending import rewritten
from vaulttool.model.rule import Context, rule


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `link-style`: ``style`` is the one that is wanted."""

    style: Literal["wiki", "markdown"] = "wiki"


@rule("off", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each link in the other style."""
    from vaulttool.model.forge import Forge  # only where it is asked for: it takes time to import
    from vaulttool.rules._styled import Styled

    style, forge = context.options.style, Forge(context.vault)
    for note in context.notes:
        if not note.is_markdown or note.problem:
            continue
        links = [link for link in note.document.links if link.syntax != style and link.kind in ("link", "embed")]
        styled = Styled(context, forge, note) if links else None
        for link in links:
            written = styled.written(link) if styled and not link.templated else None
            if written is not None:
                message = f"this is a {'Markdown link' if style == 'wiki' else 'wikilink'}"
                fix = rewritten(note, link, written)
                yield context.finding(note.path, link.target_span, message, f'write "{written}"', fix=fix)
