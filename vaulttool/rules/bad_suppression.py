"""A suppression comment that cannot do what it says.

It names a rule that there is not, it is of no known form, it begins a range that has no end, or ends one that has
no beginning. A range without an end silences nothing.

The option `reason` asks for a reason behind a dash in every suppression.

Bad, `Home.md`:

    See [the map](map.pdf). <!-- vaulttool:ignore brokn-link -->

Bad, `Plans.md`:

    %% vaulttool:ignore-begin broken-link - still to come %%

    See [the map](map.pdf).

Good, `Home.md`:

    See [the map](map.pdf). <!-- vaulttool:ignore broken-link -->

Good, `Plans.md`:

    %% vaulttool:ignore-begin broken-link - still to come %%

    See [the map](map.pdf).

    %% vaulttool:ignore-end %%
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vaulttool import registry
from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.names import nearest

FORMS = ("ignore", "ignore-begin", "ignore-end", "ignore-file")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `bad-suppression`."""

    reason: bool = False


@rule("warning")
def check(context: Context) -> Iterator[Finding]:
    """Report each one at the word that is wrong, else whole."""
    for note, span, detail in context.troubles():
        message, help = _told(detail)
        yield context.finding(note.path, span, message, help)
    pages = context.shared.survey.with_allowances
    known = registry.names("vaulttool.rules") if pages else []
    for page in pages:
        for allowance in page.document.allowances:
            for name, place in zip(allowance.rules, allowance.names, strict=True):
                if name not in known:
                    yield context.finding(page.path, place, f'no rule is named "{name}"', _meant(name, known))
            if context.options.reason and not allowance.reason:
                help = 'write it behind a dash: "- because"'
                yield context.finding(page.path, allowance.span, "this suppression has no reason", help)


def _told(detail: str) -> tuple[str, str]:
    """What is wrong with a comment, and how to mend it."""
    if detail == "open":
        help = 'put "vaulttool:ignore-end" into a comment where it ends; for the whole file write "ignore-file"'
        return "this range of suppression has no end, so that it silences nothing", help
    if detail == "stray":
        return "no range of suppression ends here", "take it out, or name the rules that the range begins with"
    found = nearest(detail, FORMS)
    return f'"vaulttool:{detail}" silences nothing', f'did you mean "vaulttool:{found or "ignore"}"?'


def _meant(name: str, known: list[str]) -> str:
    found = nearest(name, known)
    return f'did you mean "{found}"?' if found else 'a reason goes behind a dash: "- because"'
