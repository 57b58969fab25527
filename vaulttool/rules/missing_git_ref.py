"""A tag, branch or commit that data or a page name and git does not have.

Speaks of the `git_tag` of every era, of what a rollback needs of kind `git-ref`, and of a tag that a page calls
"git tag `name`". It leaves alone a need that is said not to be present, pages and sections of the past, and sentences
that tell of a tag that is to be made, is gone, or is none of this repository's.

Git is asked only where it knows all: in a clone with a part of the history or without a single tag nothing is
reported, and the run says so once.

Bad, `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", git_tag: porto-20260920}

Good, `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", git_tag: lisbon-20260920}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `.git/packed-refs`:

    # pack-refs with: peeled fully-peeled sorted
    2f4c1d6f0c0b3d9f1f6b4f7f7e8b6f3d2a1c0b9e refs/tags/lisbon-20260920

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

PLAIN = re.compile(r"(?![-/.])(?!.*(?:\.\.|//|@\{|/\.|\.lock\Z|[./]\Z))[\w./+#=,@-]+")
CALLED = re.compile(r"\bgit[ -]tags?[ \t]++(?:\r?\n)?+\Z", re.IGNORECASE)
LOST = re.compile(
    r"\b(?:no longer|was|were|gone|delet\w+|remov\w+|renam\w+|mov(?:es?|ed|ing)|drop\w*)\b", re.IGNORECASE
)
AND = re.compile(r"[ \t\r\n]*+(?:,|and|or)[ \t\r\n]*+(?:and\b[ \t\r\n]*+)?")


class Named(NamedTuple):
    """A tag, or a branch, commit or tag, that is named at a place."""

    path: str
    span: Span
    name: str
    is_tag: bool

    @property
    def names(self) -> tuple[str, ...]:
        """What git may call it; a branch may be known of the remote alone."""
        if self.is_tag:
            return (f"refs/tags/{self.name}",)
        return (self.name, f"refs/remotes/origin/{self.name}")


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each name that git does not know."""
    named = [one for one in (*_in_data(context), *_in_pages(context)) if PLAIN.fullmatch(one.name)]
    asked = list(dict.fromkeys(name for one in named for name in one.names))
    absent = context.sources.git.absent(asked) if asked else None
    context.is_blind = absent is None and bool(asked)
    for one in named if absent else ():
        if all(name in (absent or ()) for name in one.names):
            thing = "tag" if one.is_tag else "tag, branch or commit"
            help = "push the tag, or correct its name" if one.is_tag else "correct the name, or fetch what it names"
            yield context.finding(one.path, one.span, f'git has no {thing} "{one.name}"', help)


def _in_data(context: Context) -> Iterator[Named]:
    """The tags and other names that the eras of all endpoints name."""
    sources = context.sources
    for name, endpoint in sources.data.endpoints.items() if sources.has_data else ():
        path = sources.files.from_vault(sources.data.paths["endpoint", name])
        for index, era in enumerate(endpoint.eras):
            if era.git_tag is not None:
                yield Named(path, sources.place(path, ("eras", index, "git_tag")), era.git_tag, True)
            for number, need in enumerate(era.rollback.needs if era.rollback else ()):
                if need.kind == "git-ref" and need.ref is not None and need.present is not False:
                    keys = ("eras", index, "rollback", "needs", number, "ref")
                    yield Named(path, sources.place(path, keys), need.ref, False)


def _in_pages(context: Context) -> Iterator[Named]:
    """What pages call a git tag."""
    for page in context.claimed_pages:
        text = context.sources.page_text(page)
        if "it tag" in text or "it-tag" in text:
            yield from _on_page(context, page)


def _on_page(context: Context, page: Note) -> Iterator[Named]:
    from vaulttool.rules._told import DENIED, ELSEWHERE, EXAMPLE, TO_COME, around, past

    silent = past(context, page)
    if silent is None:
        return
    prose = context.prose(page)
    follows = -1  # where the last tag of a list ends
    for code in prose.codes:
        before = prose.plain[max(0, code.span.start - 40) : code.span.start]
        goes_on = 0 <= follows < code.span.start and AND.fullmatch(prose.plain, follows, code.span.start)
        if not (CALLED.search(before) or goes_on):
            continue
        follows = code.span.end
        words = around(prose, code.span)
        if any(one.start <= code.span.start < one.end for one in silent):
            continue
        if not any(told.search(words) for told in (LOST, DENIED, TO_COME, EXAMPLE, ELSEWHERE)):
            yield Named(page.path, code.content, code.content.of(prose.text), True)
