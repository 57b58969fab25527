"""What spoke of an era while it was open, and which pages may go on speaking of it, since they are history."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vaulttool.errors import VaulttoolError
from vaulttool.model.cannot import NoDatum
from vaulttool.model.dataset import Dataset
from vaulttool.model.datum import Datum
from vaulttool.model.mentions import Mention, Term, mentions, silent
from vaulttool.model.records import Era
from vaulttool.model.sections import section
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note
from vaulttool.text.globs import Globs
from vaulttool.text.measures import MEASURES
from vaulttool.text.span import Span

LOG = "log"
REGISTRY = re.compile(r"(?:localhost|[^/]*[.:][^/]*)/")
CERTAIN_TAG = re.compile(r"(?=.{8})(?=.*\d).*")  # 0.9.3 may be the version of anything, 0.13.0-e060895 may not

Flags = Sequence[tuple[str, str]]


def flags_of(sources: Sources, era: Era) -> Flags:
    """The flags of an era's unit files with their values; none of a file that cannot be read."""
    from vaulttool.model.unit_files import read_unit  # only for a cutover: it takes time to import

    found: list[tuple[str, str]] = []
    for unit in era.units:
        try:
            settings = read_unit(sources.files, unit, era.env).settings
        except VaulttoolError:
            continue  # bad-data speaks of it
        found += [(setting.name, setting.value) for setting in settings if setting.kind == "flag" and setting.value]
    return tuple(found)


def terms_of(data: Dataset, old: Era, new: Era, flags: tuple[Flags, Flags] = ((), ()), name: str = "") -> list[Term]:
    """What speaks of the old era and not of the new one: image, model, title, figures, flags, and the name that the
    endpoint gave up. ``flags`` are those of both; they count only where both have some."""
    mine, others = (set(_shape(data, era)) for era in (old, new))
    found = mine - others
    if all(flags):
        found |= {Term("flag", *pair) for pair in {*flags[0]} - {*flags[1]}}
    if name:
        found.add(Term("name", name))
    return sorted(found)


def spoken(sources: Sources, page: Note, text: str, terms: Sequence[Term]) -> Iterator[Mention]:
    """The places of a page that speak of an old shape, unless they are history. ``page`` is what its text says."""
    if is_history(sources, page):
        return
    kept = keeps_names(sources, page.path)
    wanted = [term for term in terms if not (kept and term.kind == "name")]
    yield from mentions(text, wanted, [*silent(page.document), *past_sections(sources, page)])


def is_history(sources: Sources, note: Note) -> bool:
    """Whether all of a page is of the past: a log, or a page of eras that have all ended and of nothing that lasts,
    as the owner page of an endpoint in service does."""
    typed = note.document.property("type")
    eras = [told.era for told in sources.statuses.eras.get(note.path, [])]
    is_over = bool(eras) and all(era.end is not None for era in eras) and note.path not in _owners(sources)
    return is_over or bool(typed and typed.value == LOG)


def _owners(sources: Sources) -> set[str | None]:
    """The owner pages of the endpoints that have an open era."""
    lasting = [one for one in sources.data.endpoints.values() if any(era.end is None for era in one.eras)]
    return {sources.statuses.note(endpoint.owner_page) for endpoint in lasting}


def past_sections(sources: Sources, note: Note) -> Iterator[Span]:
    """The sections of the eras that have ended, on a page that is no history as a whole."""
    eras = [told.era for told in sources.statuses.eras.get(note.path, [])]
    present = {era.section for era in eras if era.end is None}
    for title in {era.section for era in eras if era.end is not None} - present:
        found = section(note, title) if title is not None else None
        if found is not None:
            yield found


def keeps_names(sources: Sources, path: str) -> bool:
    """Whether a page may go on using old names: the renames say so with ``keep_in``."""
    kept = [glob for rename in sources.data.names.renames for glob in rename.keep_in]
    return Globs(kept).match(sources.files.from_base(path))


def _shape(data: Dataset, era: Era) -> Iterator[Term]:
    """All that speaks of an era but for its flags."""
    yield Term("title", era.title)
    yield from (Term("image", text) for text in _image_forms(era.image or ""))
    if era.model:
        yield from (Term("model", text) for text in {era.model, era.model.rpartition("/")[2]})
    for address in era.figures:
        try:
            yield from _figure_forms(data.figure(address))
        except NoDatum:
            continue


def _image_forms(image: str) -> Iterator[str]:
    """An image as it may be written: in full, without its registry, its name alone, its tag or digest alone."""
    if not image:
        return
    name, _, digest = image.partition("@")
    tag = name.rpartition("/")[2].partition(":")[2]
    yield from (image, name) if tag else (image,)
    if tag:
        yield from (REGISTRY.sub("", name, count=1), name.rpartition("/")[2])
    yield from (one for one in (tag, digest) if CERTAIN_TAG.fullmatch(one))


def _figure_forms(datum: Datum) -> Iterator[Term]:
    """A figure as it may be written: as printed, and without the commas between thousands."""
    ending = MEASURES[datum.unit].ending.strip() if datum.unit in MEASURES else ""
    number = datum.text.removesuffix(ending).strip().lstrip("~≈ ")
    if any(character.isdigit() for character in number):
        yield from (Term("figure", text, datum.unit) for text in {number, number.replace(",", "")})
