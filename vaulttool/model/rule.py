"""What a rule is: a function over a context, with the docstring of its file as the manual page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from vaulttool import registry
from vaulttool.errors import ConfigurationError
from vaulttool.model.faults import Faulty, faults
from vaulttool.model.finding import Finding, Fix, Level, Related, Severity
from vaulttool.model.guesses import Guesses
from vaulttool.model.schema import Schema
from vaulttool.model.silence import Heard
from vaulttool.model.sources import Sources
from vaulttool.model.survey import Survey, survey
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Trouble
from vaulttool.text.names import nearest
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.earlier import Earlier
    from vaulttool.model.figures import CheckedFigure
    from vaulttool.model.generator import Generator
    from vaulttool.model.outputs import CheckedOutput
    from vaulttool.model.page_status import PageStatus
    from vaulttool.model.regions import Checked
    from vaulttool.parsing.prose import Prose

Scope = Literal["notes", "vault", "findings"]


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a rule that has none."""


def no_schemas(note: Note) -> Iterable[Schema]:
    """No schema for any note."""
    return ()


class Claims(msgspec.Struct, frozen=True):
    """Which notes the configuration claims: for each vault path, the schemas that it maps the note to.

    ``status_words`` and ``status_property`` are the user's vocabulary of status, the first word being that of what
    is in use. ``live_words`` say in prose that something is in use, ``history_words`` mark headings of the past.
    """

    schemas: Callable[[Note], Iterable[Schema]] = no_schemas
    status_words: tuple[str, ...] = ("ACTIVE", "RETIRED", "SUPERSEDED")
    status_property: str = "status"
    live_words: tuple[str, ...] = ()
    history_words: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether no note is claimed at all."""
        return self.schemas is no_schemas


class Shared:
    """What all rules of one run share, worked out once: ``notes`` are those that the run speaks of, ``extras`` the
    pages outside the vault. ``kinds`` are the kinds of region. ``heard`` is what the other rules said, for rules on
    that; ``leaves_out`` says that the command line left out rules, or the configuration."""

    def __init__(
        self,
        sources: Sources,
        claims: Claims | None,
        notes: Collection[Note],
        extras: Sequence[Note] = (),
        kinds: Callable[[], Mapping[str, Generator]] = dict,
        whole: Shared | None = None,
    ) -> None:
        self.sources = sources
        self.vault = sources.vault
        self.claims = claims or Claims()
        self.notes = notes
        self.extras = extras
        self.kinds = kinds
        self.heard = Heard()
        self.leaves_out = False
        self._whole = whole  # of which this is a part: what concerns all notes is known there
        self._prose: dict[str, Prose] = whole._prose if whole else {}

    def part(self, notes: Collection[Note]) -> Shared:
        """What the rules share where they speak of some of these notes and of nothing else."""
        found = Shared(self.sources, self.claims, notes, (), self.kinds, self)
        found.heard, found.leaves_out = self.heard, self.leaves_out
        return found

    @cached_property
    def faults(self) -> Mapping[str, Sequence[tuple[Note, Faulty]]]:
        """The faulty links by the name of the rule that speaks of them."""
        found: dict[str, list[tuple[Note, Faulty]]] = {}
        for note in self.notes:
            for faulty in faults(self.vault, note):
                found.setdefault(faulty.fault.value, []).append((note, faulty))
        return found

    @cached_property
    def guesses(self) -> Guesses:
        """For which names similar ones are looked for."""
        return Guesses()

    @property
    def pages(self) -> Iterator[Note]:
        """The notes and the pages outside the vault, one after the other."""
        return chain(self.notes, self.extras)

    @cached_property
    def survey(self) -> Survey:
        """What is seen of all pages at one glance: in a large vault each look at all of them takes its time."""
        return survey(self.pages)

    @property
    def troubles(self) -> Mapping[str, Sequence[tuple[Note, Trouble]]]:
        """The troubles in the text of notes by the name of the rule that speaks of them."""
        return self.survey.troubles

    @cached_property
    def regions(self) -> Sequence[Checked]:
        """The regions of the pages that the run speaks of, each with what should stand in it."""
        pages = self.survey.with_regions
        if not pages:
            return []
        from vaulttool.model.regions import checked  # only where there are some, as below: it takes time to import

        return list(checked(pages, self.sources, self.kinds()))

    @cached_property
    def outputs(self) -> Sequence[CheckedOutput]:
        """The whole files that are generated."""
        if not self.sources.outputs:
            return []
        from vaulttool.model.outputs import checked_outputs

        return list(checked_outputs(self.sources.outputs, self.sources, self.kinds()))

    @cached_property
    def figures(self) -> Sequence[CheckedFigure]:
        """The inline figures of those pages, each with its datum."""
        pages = self.survey.with_figures
        if not pages:
            return []
        from vaulttool.model.figures import checked_figures

        return list(checked_figures(pages, self.sources.data))

    @cached_property
    def claimed(self) -> frozenset[str]:
        """The paths of the notes that a configured schema or a data file claims: of these alone rules speak that know
        words, schemas, arithmetic or the repository."""
        if self._whole is not None:
            return self._whole.claimed
        if self.claims.nothing and not self.sources.has_data:
            return frozenset()
        by_data = self.sources.statuses.pages if self.sources.has_data else frozenset[str]()
        notes = self.vault.notes.values()
        return frozenset(
            note.path
            for note in notes
            if note.is_markdown and not note.problem and (note.path in by_data or any(self.claims.schemas(note)))
        )

    @cached_property
    def page_statuses(self) -> Mapping[str, PageStatus]:
        """The status of each claimed note that has one, by path."""
        if self._whole is not None:
            return self._whole.page_statuses
        if not self.claimed:
            return {}
        from vaulttool.model.page_status import page_statuses  # only where a note is claimed
        from vaulttool.model.status_words import status_words

        return page_statuses(self.sources, status_words(self.claims.status_words), self.claimed)

    def prose(self, page: Note) -> Prose:
        """A page as prose, read when a rule first asks for it."""
        known = self._prose.get(page.path)
        if known is None:
            from vaulttool.parsing.prose import prose  # a second reading: only of pages that are claimed

            known = self._prose[page.path] = prose(page.path, self.sources.page_text(page), page.document)
        return known

    @cached_property
    def today(self) -> str:
        """The day of the run in ISO form: what is dated later has not happened."""
        from datetime import date  # only where a rule asks for it

        return date.today().isoformat()

    @cached_property
    def linked(self) -> frozenset[str]:
        """The vault paths that some other note links to."""
        return frozenset(
            resolution.candidates[0]
            for note, _, resolution in self.vault.links()
            if resolution.candidates and resolution.candidates[0] != note.path
        )


class Context:
    """What a rule sees: the vault, the notes that it is to speak of, its options and severity."""

    def __init__(self, rule: Rule, shared: Shared, notes: Iterable[Note], severity: Severity, options: Any) -> None:
        self.rule = rule
        self.shared = shared
        self.vault = shared.vault
        self.sources = shared.sources
        self.notes = notes
        self.severity = severity
        self.options = options
        self.lacks_claims = False  # whether the rule has asked for claims, and there are none
        self.is_blind = False  # whether it has asked for what this run does not have, and another might

    @property
    def claims(self) -> Claims:
        """What the configuration claims. A rule that asks has nothing to go by where neither it nor data claim any."""
        self.lacks_claims = self.shared.claims.nothing and not self.sources.has_data
        return self.shared.claims

    @property
    def earlier(self) -> Earlier | None:
        """What the vault is compared with; where it is with nothing, a rule that asks cannot see what it speaks of."""
        self.is_blind = self.sources.earlier is None
        return self.sources.earlier

    @property
    def claimed(self) -> list[Note]:
        """The notes to speak of that the configuration or the data claim."""
        _ = self.claims
        claimed = self.shared.claimed
        return [note for note in self.notes if note.path in claimed] if claimed else []

    @property
    def claimed_pages(self) -> list[Note]:
        """These notes, and the pages outside the vault that the configuration names."""
        return [*self.claimed, *self.shared.extras]

    @property
    def page_statuses(self) -> Mapping[str, PageStatus]:
        """The status of each claimed note that has one, by path: derived from its eras, else as people typed it."""
        return self.shared.page_statuses

    def prose(self, page: Note) -> Prose:
        """A page as prose: what people wrote, code and generated parts apart."""
        return self.shared.prose(page)

    def faults(self) -> Iterator[tuple[Note, Faulty]]:
        """The faulty links that this rule is named for."""
        yield from self.shared.faults.get(self.rule.name, ())

    def troubles(self) -> Iterator[tuple[Note, Span, str]]:
        """The troubles in the text of notes that this rule is named for, with their detail."""
        for note, trouble in self.shared.troubles.get(self.rule.name, ()):
            yield note, trouble.span, trouble.detail

    def finding(
        self,
        path: str,
        span: Span,
        message: str,
        help: str | None = None,
        related: tuple[Related, ...] = (),
        fix: Fix | None = None,
    ) -> Finding:
        """A finding of this rule."""
        return Finding(path, span, self.rule.name, self.severity, message, help, related, fix)


class Rule(msgspec.Struct, frozen=True):
    """A rule: its name, how it checks, and how severe it is unless the configuration says otherwise.

    ``unconfigured`` is the level where no configuration file was found. ``scope`` is ``vault`` for a rule
    that must see all notes to speak of any, ``findings`` for one on what the others said.
    """

    name: str
    check: Callable[[Context], Iterator[Finding]]
    level: Level
    unconfigured: Level
    scope: Scope
    options: type[msgspec.Struct]
    manual: str

    @property
    def summary(self) -> str:
        """The first sentence of the manual page."""
        return registry.summary(self.manual)

    def parsed_options(self, given: Mapping[str, Any], where: str) -> Any:
        """The options as the rule declares them; ``ConfigurationError`` names the one that does not fit."""
        known = [field.encode_name for field in msgspec.structs.fields(self.options)]
        for name in given:
            if name not in known:
                found = nearest(name, [*known, "severity"], likeness=60.0)
                remedy = f'did you mean "{found}"?' if found else f'see "vaulttool explain {self.name}"'
                raise ConfigurationError(f'{where}: the rule has no option "{name}"', remedy)
        try:
            return msgspec.convert(dict(given), self.options)
        except msgspec.ValidationError as error:
            raise ConfigurationError(f"{where}: {error}", f'see "vaulttool explain {self.name}"') from error


def rule(
    level: Level = "error", *, unconfigured: Level | None = None, scope: Scope = "notes"
) -> Callable[[Callable[[Context], Iterator[Finding]]], Rule]:
    """Make a rule of a check; its name is the file's, its options the class ``Options`` beside it."""

    def made(check: Callable[[Context], Iterator[Finding]]) -> Rule:
        module = sys.modules[check.__module__]
        return Rule(
            name=module.__name__.rpartition(".")[2].replace("_", "-"),
            check=check,
            level=level,
            unconfigured=unconfigured or level,
            scope=scope,
            options=getattr(module, "Options", NoOptions),
            manual=(module.__doc__ or "").strip(),
        )

    return made
