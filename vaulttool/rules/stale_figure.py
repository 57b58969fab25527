"""A figure in prose that no longer says what its datum says.

`425,047<!-- =run/2026-09-22-boot#kv_pool_tokens -->` states a current value. It is fresh if the datum rounds to it,
with as many decimals as stand there. `vaulttool index` writes the datum in its place, in the page's own dress:
grouping, decimals, `~`, sign and suffix stay. An unmarked number is a fact of its day and is never touched.

Bad, `Lisbon.md`:

    The pool holds 400,000<!-- =run/boot#kv_pool_tokens --> tokens.

Mended, `Lisbon.md`:

    The pool holds 425,047<!-- =run/boot#kv_pool_tokens --> tokens.

Good, `Lisbon.md`:

    The pool holds 425,047<!-- =run/boot#kv_pool_tokens --> tokens, ~425,000<!-- =run/boot#kv_pool_tokens -->.

With `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: 2026-09-22
    host: atlas
    source: {document: Lisbon.md, line: 1}
    results:
      kv_pool_tokens: {value: 425047, unit: tok}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Edit, Finding, Fix, Related
from vaulttool.model.rule import Context, rule


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each figure that its datum does not round to."""
    for one in context.shared.figures:
        datum, figure = one.datum, one.figure
        if datum is None or one.is_fresh:
            continue
        fix = Fix(f'write "{one.new}"', (Edit(one.page.path, figure.span, one.new),), safe=True)
        message = f'"{figure.printed}" stands for "{one.new}": "{figure.address}" is {datum.text}'
        path = context.sources.files.from_vault(datum.path)
        told = bool(datum.path) and context.sources.text(path) is not None
        related = (Related(path, context.sources.place(path, datum.keys), "the datum"),) if told else ()
        yield context.finding(one.page.path, figure.span, message, 'run "vaulttool index"', related, fix)
