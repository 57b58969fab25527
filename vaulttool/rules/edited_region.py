"""A region that was edited by hand, or that git left in conflict.

An edit between the markers would be lost when the region is written anew, so it is never overwritten. To keep it,
move it out of the markers or change the data; to throw it away, run `vaulttool index --discard`. The columns that
belong to people, such as *Why* in a table of settings, may be edited freely.

In a region with a conflict there is nothing to choose: `vaulttool index --resolve` drops both sides.

Bad, `Lisbon.md`:

    <!-- vaulttool:begin backlinks -->

    - [[Porto]], in the north

    <!-- vaulttool:end backlinks sum=0123456789 -->

Good, `Lisbon.md`:

    <!-- vaulttool:begin backlinks -->

    - [[Porto]]

    <!-- vaulttool:end backlinks sum=SUM -->

With `Porto.md`:

    North of [[Lisbon]].
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.state import State

if TYPE_CHECKING:
    from vaulttool.model.regions import Checked

KEEP = 'move the edit out of the markers or change the data; "vaulttool index --discard" throws it away'
KEEP_WHOLE = 'change the data instead; "vaulttool index --discard" throws the edit away'
RESOLVE = '"vaulttool index --resolve" drops both sides and writes the region anew'


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each region that `vaulttool index` will not overwrite."""
    for one in context.shared.regions:
        name = one.region.name
        if one.state is State.CONFLICT:
            message = f'git left a conflict in the region "{name}"'
            yield context.finding(one.page.path, one.region.begin, message, RESOLVE)
        elif one.state.is_edited:
            stale = ", and its data have moved on" if one.state is State.EDITED_AND_STALE else ""
            message = f'the region "{name}" was edited by hand{stale}: {_difference(one)}'
            yield context.finding(one.page.path, one.region.begin, message, KEEP)
    for whole in context.shared.outputs:
        if whole.state.is_edited:
            message = f'the file "{whole.output.path}" was edited by hand'
            yield context.finding(context.sources.config_file, whole.output.place, message, KEEP_WHOLE)


def _difference(one: Checked) -> str:
    """The first line in which what stands there differs from what was to be written."""
    there, written = (text.strip("\n").split("\n") for text in (one.region.text, one.body))
    for present, expected in zip_longest(there, written, fillvalue=""):
        if present != expected:
            return f'"{_short(present)}" stands for "{_short(expected)}"'
    return "only blank lines, or its sum"


def _short(line: str) -> str:
    return line if len(line) <= 120 else f"{line[:117]}..."
