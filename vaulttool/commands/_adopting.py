"""The vault with a configuration that is proposed for it, and what a check finds then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from vaulttool import engine
from vaulttool.claims import claims
from vaulttool.commands._configured import configured
from vaulttool.commands._findings import findings
from vaulttool.commands._looking import Look
from vaulttool.commands._run import Run
from vaulttool.config import Config, parse
from vaulttool.manual import keys
from vaulttool.model.adoption import FEWEST_ORPHANS, LIFECYCLE, OPENING, SHARE_OF_ORPHANS, Choice, Proposal, Told, lines
from vaulttool.model.baseline import entries
from vaulttool.model.dated_names import dated_glob, literal
from vaulttool.model.finding import Finding
from vaulttool.model.obsidian import Obsidian
from vaulttool.model.rule import no_schemas
from vaulttool.model.schema import SUFFIX
from vaulttool.reporters.text import several
from vaulttool.rules import broken_link, orphan_note, schema_mismatch
from vaulttool.storage import schemas
from vaulttool.storage.baseline import NAME, written
from vaulttool.storage.disk import printable
from vaulttool.text.toml_file import toml_file

SCHEMAS = ".vaulttool/schemas"
FILE = "vaulttool.toml"


class Adopted:
    """The vault with what is proposed: the configuration, and what a check finds with it."""

    def __init__(self, look: Look, proposal: Proposal) -> None:
        self.look = look
        self.proposal = proposal
        run = self.run()
        found = self._findings(run, claimed=True)
        before = self._findings(run, claimed=False) if proposal.schemas else found
        more = Counter(one.rule for one in found) - Counter(one.rule for one in before)
        choices = {**dict(_of_links(look, found, len(run.reported()))), **dict(_of_claims(proposal, more))}
        self.proposal = proposal.with_rules(choices)
        self.findings: Sequence[Finding] = self._findings(self.run(), claimed=True) if choices else found

    def with_baseline(self) -> bytes:
        """The content of a baseline with what a check finds; the configuration names it from now on."""
        self.proposal = self.proposal._replace(baseline=NAME)
        return written(entries(self.findings, self.run().text, printable))

    @property
    def text(self) -> str:
        """The text of the configuration."""
        known = list(keys(Config))
        told = [Told(rule.name, rule.level == "off", rule.summary) for rule in engine.rules().values()]
        return toml_file(lines(self.proposal, known, told), (*OPENING, *_habits(self.look.settings)))

    def run(self) -> Run:
        """A run with the configuration."""
        file = self.look.base / FILE
        return configured(self.look.run, parse(self.text, file) or Config(), file)

    def _findings(self, run: Run, claimed: bool) -> list[Finding]:
        """What a check finds, with or without the schemas."""
        config = run.place.config
        told = claims(config, self._schemas, run.names)
        if not claimed:
            told = msgspec.structs.replace(told, schemas=no_schemas)
        spoken = run.reported()
        shared = engine.shared_of(run.sources, told, {*spoken, *run.covered(), run.sources.config_file})
        return findings(run, engine.active(config, configured=True), spoken, shared)

    def _schemas(self) -> Mapping[str, Mapping[str, Any]]:
        """All schemas by file name; those that are there already stay as they are."""
        folder = self.look.base / SCHEMAS
        there = schemas.read(folder if folder.is_dir() else None)
        inferred = {one.name + SUFFIX: one.content for one in self.proposal.schemas if one.content is not None}
        return {**inferred, **there}


def _habits(settings: Obsidian) -> Iterator[str]:
    """How Obsidian is set to write links, for readers of the configuration."""
    if not settings.is_known:
        return
    kind = "Markdown links" if settings.markdown_links else "wikilinks"
    form = {"shortest": "the shortest path", "relative": "the path from the note", "absolute": "the whole path"}
    path = form.get(settings.link_format, settings.link_format)
    renamed = "" if settings.updates_links else "; it asks before it mends links to what is renamed"
    folder = f"; attachments go to {settings.attachments}" if settings.attachments else ""
    yield f"Obsidian writes {kind} here, with {path}{folder}{renamed}."


def _of_links(look: Look, found: Sequence[Finding], notes: int) -> Iterator[tuple[str, Choice]]:
    """What is proposed for the rules on orphans and broken links, from what they find."""
    globs = list(dict.fromkeys(_dated_globs(look)))
    orphans = [one.path for one in found if one.rule == orphan_note.check.name]
    if len(orphans) > max(FEWEST_ORPHANS, notes // SHARE_OF_ORPHANS):
        yield orphan_note.check.name, Choice("off", f"Nothing links to {len(orphans)} of {notes} notes.")
    elif any(fnmatchcase(path, glob) for path in orphans for glob in globs):
        entry = [*orphan_note.Options().entry, *globs]
        yield orphan_note.check.name, Choice(entry, "Notes named for a day are found by it.", "entry")
    names = [glob.rpartition("/")[2].removesuffix(".md") for glob in globs]
    open_days = sum(_is_open(look, one, names) for one in found)
    if open_days:
        reason = f"{several(open_days, 'link')} to days or weeks without a note."
        yield broken_link.check.name, Choice(names, reason, "allow")


def _of_claims(proposal: Proposal, counted: Mapping[str, int]) -> Iterator[tuple[str, Choice]]:
    """The rules that are silenced: those whose words do not fit the vault's, and those that speak up only because notes
    are held to schemas, so that nobody is surprised by them."""
    told_apart = proposal.status is None or proposal.status.is_of_use
    if proposal.status is not None and not told_apart:
        words = ", ".join(proposal.status.words)
        for name in LIFECYCLE:
            yield (
                name,
                Choice("off", f"It tells what is in use from what is past; these words say something else: {words}."),
            )
    for name, number in counted.items():
        if proposal.data is None and name != schema_mismatch.check.name and (told_apart or name not in LIFECYCLE):
            found = several(number, "finding")
            yield name, Choice("off", f"It has {found} in the vault as it is; look at them before you turn it on.")


def _dated_globs(look: Look) -> Iterator[str]:
    """The globs of notes that are named for days, weeks and so on."""
    for dated in look.settings.dated:
        folder = literal(dated.folder) + "/" if dated.folder else ""
        yield f"{folder}{dated_glob(dated.form)}.md"


def _is_open(look: Look, finding: Finding, names: Sequence[str]) -> bool:
    """Whether a finding is a link to a note of a day that is not there."""
    if finding.rule != broken_link.check.name:
        return False
    written = finding.span.of(look.run.text(finding.path)).rpartition("/")[2].strip()
    return any(fnmatchcase(written, name) for name in names)
