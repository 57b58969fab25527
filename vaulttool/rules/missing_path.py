"""A path in inline code, or the harness of a run, that looks like a file of the repository and is not there.

Speaks of claimed notes and of extra pages. A path is taken for one of the repository if its first folder is there,
below the repository's top, the configuration or the page, and if it ends like a file or with a slash: a code span that
is nothing else, or a command that runs it (`scripts/soak.py --turns 3`). A path that is there from the vault's root,
or at the end of another one, is fine. In the data it speaks of `method.harness` of every run: a script that lies
outside the repository, in `/tmp` say, is lost with the machine.

It leaves alone links, of which `broken-link` speaks; fenced code; regions; absolute paths, addresses, globs and
placeholders (`runs/<date>.yaml`, `data/NAME.yaml`); what git ignores; Obsidian's and git's own folders; pages and
sections of the past; sentences that tell of a file that is gone, still to be made, only an example, or elsewhere.

`ignore` are globs, as in a .gitignore, of paths that are never reported, such as those of another repository.

Bad, `Lisbon.md`:

    ---
    type: reference
    ---

    Measure it with `scripts/soak.py`.

Good, `Lisbon.md`:

    ---
    type: reference
    ---

    Measure it with `scripts/bench-soak.py`. The script `scripts/soak.py` was renamed.

With `scripts/bench-soak.py`:

    print("tested")

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
from msgspec import Meta

from vaulttool.model.finding import Finding
from vaulttool.model.guesses import Guesses
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.globs import Globs
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.repository_paths import Paths


CODE_WITH_SLASH = re.compile(r"`[^`/\r\n]*+/")  # a page without one need not be read as prose


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `missing-path`."""

    ignore: Annotated[tuple[str, ...], Meta(description="Globs of paths that are never reported.")] = ()


class Missing(NamedTuple):
    """A path that is not there, and where it is named. ``is_harness`` of one that a run names."""

    page: str
    span: Span
    path: str
    is_harness: bool = False


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each path of the repository that is not there."""
    pages = context.claimed_pages
    runs = context.sources.data.runs if context.sources.has_data else {}
    if not pages and not runs:
        return
    from vaulttool.model.repository_paths import Paths  # only where there is something to look for

    paths = Paths(context.sources)
    missing = [one for page in pages for one in _on_page(context, paths, page)]
    missing += _harnesses(context, paths)
    ignore = Globs(context.options.ignore)
    missing = [one for one in missing if not ignore.match(one.path.lstrip("/"))]
    ignored = context.sources.git.ignored([one.path for one in missing]) if missing else ()
    guesses = Guesses()
    for one in missing:
        if one.path not in ignored:
            near = paths.of_the_same_name(one.path)
            if near is None and guesses.may(one.page, one.path):
                near = paths.nearest(one.path)
            yield _finding(context, one, near)


def _on_page(context: Context, paths: Paths, page: Note) -> Iterable[Missing]:
    """The paths in the inline code of a page that are not there and of which nothing is said that explains it."""
    from vaulttool.model.repository_paths import written
    from vaulttool.rules._told import ELSEWHERE, EXAMPLE, GONE, TO_COME, around, past

    if not CODE_WITH_SLASH.search(context.sources.page_text(page)):
        return
    prose = context.prose(page)
    silent: list[Span] | None = None
    for code in prose.codes:
        found = written(code.content.of(prose.text), code.content.start)
        bases = paths.bases(page) if found is not None else ()
        if found is None or not paths.is_like_one(found.path, bases) or paths.exists(found.path, bases):
            continue
        silent = past(context, page) if silent is None else silent
        if silent is None:
            return
        words = around(prose, code.span)
        is_past = any(one.start <= code.span.start < one.end for one in silent)
        if not is_past and not any(told.search(words) for told in (GONE, TO_COME, EXAMPLE, ELSEWHERE)):
            yield Missing(page.path, found.span, found.path)


def _harnesses(context: Context, paths: Paths) -> Iterator[Missing]:
    """The scripts that runs name as their harness and that are not in the repository."""
    from vaulttool.model.repository_paths import script

    sources = context.sources
    for name, run in sources.data.runs.items() if sources.has_data else ():
        harness = script(run.method.get("harness"))
        if harness is not None and (harness[0] in "/~" or not paths.exists(harness, ("",))):
            path = sources.files.from_vault(sources.data.paths["run", name])
            yield Missing(path, sources.place(path, ("method", "harness")), harness, True)


def _finding(context: Context, one: Missing, near: str | None) -> Finding:
    if one.is_harness:
        message = f'the harness "{one.path}" is not in the repository'
        help = f'did you mean "{near}"?' if near else "keep it in the repository, and name it there"
    else:
        message = f'no file or folder of the repository is "{one.path}"'
        help = f'did you mean "{near}"?' if near else "correct the path, or say what became of it"
    return context.finding(one.page, one.span, message, help)
