"""A suppression comment that silences nothing.

What it silenced was mended, or went away. As it stands, it would hide the next fault at its place. Where it names
several rules, those are reported that say nothing there.

A rule that is off, that the command line left out, or that had nothing to go by in this run (such as `lost-row`
without `--against`) may speak in another run, so that a comment that names it is left alone; one that names no rule
is left alone where any rule was left out. So is a comment without which the note would be read otherwise: an HTML
comment at the beginning of a line hides the links behind it. The fix takes the comment or the name out.

A comment is silent on this rule only if it names it.

Bad, `Home.md`:

    See [the map](map.md). <!-- vaulttool:ignore broken-link -->

Good, `Home.md`:

    See [the plan](plan.md). <!-- vaulttool:ignore broken-link -->

With `map.md`:

    A map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from vaulttool.model.finding import Finding, Fix
from vaulttool.model.rule import Context, rule
from vaulttool.model.silence import ABOUT_SUPPRESSIONS, Heard
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Allowance

MOST_OF_A_NOTE = 50  # since for each the note is read a second time
MOST_READ = 200_000  # characters, but one comment of a note is always judged
COMPARED = frozenset(("lost-row", "shrunken-note"))  # they speak only where the vault is compared with a commit
MAY_BE_COMPARED = re.compile(r"^[ \t>]*(?:[-*+]\s|[0-9]++[.)]\s|\||\#)", re.MULTILINE)


@rule("warning", scope="findings")
def check(context: Context) -> Iterator[Finding]:
    """Report each comment once."""
    heard = context.shared.heard
    for page in context.shared.survey.with_allowances:
        yield from _of_page(context, heard, page)


def _of_page(context: Context, heard: Heard, page: Note) -> Iterator[Finding]:
    """The comments of a page that silence nothing, and that could go without changing how it is read."""
    from vaulttool.model.unsilenced import fix  # only where there are suppressions

    every = ((one, _unused(heard, page, one)) for one in page.document.allowances)
    idle = ((one, names) for one, names in every if names or (not one.rules and _is_idle(context, heard, page, one)))
    most = min(MOST_OF_A_NOTE, MOST_READ // max(page.document.length, 1))
    for allowance, unused in islice(idle, max(most, 1)):
        mended = fix(page, context.sources.page_text(page), allowance, unused)
        if mended is None or mended.safe:  # a comment at the beginning of a line hides what stands behind it
            yield _finding(context, page, allowance, unused, mended)


def _unused(heard: Heard, page: Note, allowance: Allowance) -> list[int]:
    """Which of the rules that a comment names have nothing to say where it silences them, by their place in its list.
    One that is named a second time is among them."""
    return [
        at
        for at, name in enumerate(allowance.rules)
        if name in heard.ran
        and name != ABOUT_SUPPRESSIONS
        and (name in allowance.rules[:at] or not heard.is_heard(page.path, allowance, name))
    ]


def _is_idle(context: Context, heard: Heard, page: Note, allowance: Allowance) -> bool:
    """Whether a comment that names no rule silences nothing, and no rule can be meant that did not run."""
    if context.shared.leaves_out or heard.blind - COMPARED or heard.is_heard(page.path, allowance):
        return False
    covered = allowance.covers
    if not heard.blind:
        return True
    return covered.start > 0 and not MAY_BE_COMPARED.search(covered.of(context.sources.page_text(page)))


def _finding(context: Context, page: Note, allowance: Allowance, unused: list[int], mended: Fix | None) -> Finding:
    """The finding, at the one name that is unused, else at the comment."""
    names = [allowance.rules[at] for at in unused]
    listed = ", ".join(f'"{name}"' for name in dict.fromkeys(names))
    if not names:
        message, help = "nothing is found that this comment silences", "take it out"
    elif len(names) == len(allowance.rules):
        message, help = f"nothing is found that this comment silences: {listed}", "take it out"
    else:
        message, help = f"nothing is found here of what this comment silences: {listed}", f"take {listed} out of it"
    span = allowance.names[unused[0]] if len(unused) == 1 and len(allowance.rules) > 1 else allowance.span
    return context.finding(page.path, span, message, help, fix=mended)
