"""A region that no longer says what its data say.

The data have moved on, or the region was never written. `vaulttool index` writes it anew: this is the same code, so
what the one reports the other mends. Nothing outside the markers is touched. A whole file that `[[outputs]]` asks for
is checked in the same way, and spoken of where the configuration asks for it.

Bad, `Lisbon.md`:

    <!-- vaulttool:begin backlinks -->

    <!-- vaulttool:end backlinks -->

Good, `Lisbon.md`:

    <!-- vaulttool:begin backlinks -->

    - [[Porto]]

    <!-- vaulttool:end backlinks sum=SUM -->

With `Porto.md`:

    North of [[Lisbon]].
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding, Fix
from vaulttool.model.rule import Context, rule
from vaulttool.model.state import State

HELP = 'run "vaulttool index"'


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each region that `vaulttool index` would write."""
    for one in context.shared.regions:
        if one.state is State.STALE:
            name = one.region.name
            fix = Fix(f'write the region "{name}" anew', (one.edit,), safe=True)
            message = f'the region "{name}" does not say what its data say'
            if one.is_right:
                message = f'the region "{name}" says what its data say, and its sum is another'
            yield context.finding(one.page.path, one.region.begin, message, HELP, fix=fix)
    for whole in context.shared.outputs:
        if whole.state is State.STALE:
            path = whole.output.path
            message = f'the file "{path}" does not say what its data say'
            if whole.is_right:
                message = f'the file "{path}" says what its data say, and "{whole.sums}" does not have its sum'
            yield context.finding(context.sources.config_file, whole.output.place, message, HELP)
