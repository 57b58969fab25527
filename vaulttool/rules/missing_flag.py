"""A page that shows a flag or variable as deployed which the unit does not have, or with another value.

Speaks of the pages of open eras whose `units` and `env` are named in the data, and of the owner pages of their
endpoints. A page shows what is deployed in

- a table whose first head is *Setting*, *Flag*, *Option*, *Variable*, *Knob* or the like, or whose first column holds
  nothing but flags and variables; its other columns are *Value* and reasons, whatever they are under a live heading;
- a fenced block of lines `NAME=value` and `--flag value`;
- a sentence that says what the endpoint runs with, such as "The endpoint runs with `--flag`".

Tables and blocks are read below a heading such as *Settings* or *Flags*, in the section of an open era, and where the
heading or the paragraph right above has a word of `[status] live`; tables also right below the title of the page.

Such a table or block counts only if the units know most of its names. A name is known that stands anywhere in the
units, their env files and drop-ins, or in a script of the repository that they run. A value is compared only where it
is a single one on both sides; a shorter form, such as the name of a file without its folder, agrees. A label of several
words is compared as well: *Chat template* is `CHAT_TEMPLATE` or `--chat-template`. So is the column *Port* of a table
whose rows are named for units, with `PORT`, `--port` and `PublishPort=` of each.

On a page whose eras have all ended, what is shown below a heading with a live word still names nothing that the units
of these eras lack.

It leaves alone other pages and sections of the past, tables of trials, defaults and results, what a row or sentence
says is gone, off or left out, and eras whose files cannot be read. Of names that the units lack it says nothing where
these have flags of single letters, read other env files, or run scripts that are not in the repository.

Bad, `Lisbon.md`:

    # Lisbon

    ## Deployed flags

    | Flag | Value | Why |
    | --- | --- | --- |
    | `--max-model-len` | `114688` | the largest that boots |
    | `--spec-draft-device` | `ROCm1` | beside the last layers |
    | `KV_MEM` | `0` | no pin |

Bad, `Lisbon.md`:

    # Lisbon

    ## Deployed shape

    ```
    MAXSEQS=8
    KV_MEM=0
    ```

Good, `Lisbon.md`:

    # Lisbon

    ## Deployed flags

    | Flag | Value | Why |
    | --- | --- | --- |
    | `--max-model-len` | `114688` | the largest that boots |
    | `KV_MEM` | `0` | no pin |

    `--spec-draft-device` is a flag of another engine.

With `data/units/lisbon.container`:

    [Container]
    Image=localhost/engine:1
    Environment=KV_MEM=0 MAXSEQS=4
    Exec=--max-model-len 114688

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", units: [data/units/lisbon.container]}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.names import nearest
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.declared_names import DeclaredNames
    from vaulttool.model.setting import Setting
    from vaulttool.rules._setting_cells import Shown
    from vaulttool.rules._shown import Showing

FEWEST = 2  # names that the units know, so that a table or block is about them
CERTAIN = 3  # flags of a unit, so that a sentence about another one can be wrong


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each flag, variable and value that the units of the page's open era do not have."""
    if not context.sources.has_data or not context.claimed:
        return
    from vaulttool.model.declared_names import DeclaredNames  # only where there are data: they take time to import
    from vaulttool.model.deployed import by_page, ended_by_page

    eras, ended = by_page(context.sources), ended_by_page(context.sources)
    for page in context.claimed:
        if page.path in eras or page.path in ended:
            declared = DeclaredNames(context.sources, eras.get(page.path) or ended[page.path])
            if declared.is_readable:
                yield from (_on_page if page.path in eras else _on_old_page)(context, page, declared)


def _on_page(context: Context, page: Note, declared: DeclaredNames) -> Iterator[Finding]:
    from vaulttool.rules._shown import showings
    from vaulttool.rules._told import past

    silent = past(context, page)
    if silent is None:
        return
    yield from _ports(context, page, declared, silent)
    names = [one.endpoint.endpoint for one in declared.eras]
    sections = {one.era.section for one in declared.eras if one.era.section}
    for showing in showings(context, context.prose(page), names, sections):
        settings = [one for one in showing.settings if not _lies_in(silent, one)]
        if settings and _is_about(declared, showing._replace(settings=settings)):
            for shown in settings:
                yield from _one(context, page, declared, shown)


def _on_old_page(context: Context, page: Note, declared: DeclaredNames) -> Iterator[Finding]:
    """What a page of ended eras still shows as deployed, and their units lack."""
    from vaulttool.rules._shown import live_showings
    from vaulttool.rules._told import history

    silent = list(history(context, page))
    for showing in live_showings(context, context.prose(page)):
        settings = [one for one in showing.settings if not _lies_in(silent, one)]
        if settings and _is_about(declared, showing._replace(settings=settings)):
            for shown in settings:
                if not (declared.labelled(shown.name) if shown.is_label else declared.named(shown.name)):
                    yield from _one(context, page, declared, shown)


def _ports(context: Context, page: Note, declared: DeclaredNames, silent: Sequence[Span]) -> Iterator[Finding]:
    """The findings about tables that give each unit its port."""
    from vaulttool.model.declared_names import ports
    from vaulttool.model.unit_files import line
    from vaulttool.rules._shown import unit_ports

    for shown in unit_ports(context.prose(page), [path for one in declared.eras for path in one.era.units]):
        known = ports(declared.settings, shown.name)
        if known and shown.value not in known and not _lies_in(silent, shown):
            port, setting = next(iter(known.items()))
            path = context.sources.files.from_vault(setting.path)
            related = (Related(path, line(context.sources.text(path) or "", setting.line), "what is declared"),)
            message = f'the port is given as "{shown.value}" and is "{port}" in "{setting.path}"'
            help = "say what is deployed, or deploy what is said"
            yield context.finding(page.path, shown.value_span or shown.span, message, help, related)


def _lies_in(silent: Sequence[Span], shown: Shown) -> bool:
    return any(one.start <= shown.span.start < one.end for one in silent)


def _is_about(declared: DeclaredNames, showing: Showing) -> bool:
    """Whether what is shown is about the units at hand: they know most of the names in it."""
    names = [shown.name for shown in showing.settings if not shown.is_label]
    known = sum(declared.has(name) for name in names)
    labels = sum(bool(declared.labelled(shown.name)) for shown in showing.settings if shown.is_label)
    unknown = len(names) - known
    if showing.kind == "sentence":
        return unknown == 0 or sum(one.name.startswith("--") for one in declared.settings) >= CERTAIN
    if showing.kind == "table" and unknown == 0:
        return known + labels > 0
    return known + labels >= FEWEST and known + labels >= unknown


def _one(context: Context, page: Note, declared: DeclaredNames, shown: Shown) -> Iterator[Finding]:
    """The finding about one setting that a page shows."""
    found = declared.labelled(shown.name) if shown.is_label else declared.named(shown.name)
    if found:
        if shown.value is not None:
            yield from _value(context, page, shown, shown.value, found)
        return
    if shown.is_label or shown.is_told_gone or declared.has(shown.name):
        return
    if not (declared.has_all_variables if shown.is_variable else declared.has_all_flags):
        return
    names = list(dict.fromkeys(setting.name for setting in declared.settings if setting.kind != "argument"))
    near = nearest(shown.name, names)
    where = f'in "{declared.files[0]}"' if len(declared.files) == 1 else "in the units of the page's eras"
    message = f'"{shown.name}" is not set {where}'
    help = f'did you mean "{near}"?' if near else "take it out, or say that it is gone"
    yield context.finding(page.path, shown.span, message, help, _eras(context, declared))


def _value(context: Context, page: Note, shown: Shown, value: str, found: Sequence[Setting]) -> Iterator[Finding]:
    """The finding about a value, where the units have a single one and it is another."""
    from vaulttool.model.declared_names import differ
    from vaulttool.model.unit_files import line

    values = {setting.value for setting in found}
    setting = found[0]
    if len(values) > 1 or "$" in setting.value or not setting.value or not differ(setting.value, value, setting.name):
        return
    path = context.sources.files.from_vault(setting.path)
    place = line(context.sources.text(path) or "", setting.line)
    message = f'"{shown.name}" is given as "{value}" and is "{setting.value}" in "{setting.path}"'
    related = (Related(path, place, "what is declared"),)
    help = "say what is deployed, or deploy what is said"
    yield context.finding(page.path, shown.value_span or shown.span, message, help, related)


def _eras(context: Context, declared: DeclaredNames) -> tuple[Related, ...]:
    """Where the data name the units of the eras."""
    from vaulttool.model.deployed import data_file

    found = []
    for one in declared.eras:
        path = data_file(context.sources, one)
        key = "units" if one.era.units else "env"
        found.append(Related(path, context.sources.place(path, one.keys(key)), f'the era "{one.era.id}"'))
    return tuple(found)
