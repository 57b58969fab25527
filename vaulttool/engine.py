"""Rules over a vault: findings out, checked, without what is allowed, sorted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from vaulttool import registry
from vaulttool.config import Config, known_rule
from vaulttool.course import Course
from vaulttool.errors import ConfigurationError
from vaulttool.model.faults import Fault
from vaulttool.model.finding import Finding, Level, Severity
from vaulttool.model.rule import Claims, Context, Rule, Shared
from vaulttool.model.selected import Selected, selected
from vaulttool.model.silence import Silence
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Vault

if TYPE_CHECKING:
    from vaulttool.model.generator import Generator


ABOUT_LINKS = frozenset(fault.value for fault in Fault)


class Active(NamedTuple):
    """A rule that is on in this run, how severe it is and its options. It is not ``told`` where it runs only for what
    another rule says of its findings."""

    rule: Rule
    severity: Severity
    options: Any
    told: bool = True


def rules() -> dict[str, Rule]:
    """All rules by name."""
    return {name: module.check for name, module in registry.modules("vaulttool.rules").items()}


def active(config: Config, configured: bool, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[Active]:
    """The rules that are on. ``select`` leaves only those named (a rule that is off becomes a warning), and the others
    untold where one of those is on what they say; ``ignore`` takes some away. ``ConfigurationError`` for a name that no
    rule has."""
    known = rules()
    for name in (*select, *ignore):
        known_rule(name, known, "--select or --ignore")
    found = []
    listens = any(known[name].scope == "findings" for name in select)
    for rule, level, options in settled(config, configured):
        name = rule.name
        if select and name in select and level == "off":
            level = "warning"
        told = not select or name in select
        if level != "off" and name not in ignore and (told or listens):
            found.append(Active(rule, level, options, told))
    return found


def settled(config: Config, configured: bool) -> Iterator[tuple[Rule, Level, Any]]:
    """Every rule with its level, also those that are off, and its options. ``ConfigurationError`` for a name in the
    configuration that no rule has."""
    known = rules()
    for name in config.rules:
        known_rule(name, known, "[rules]")
    for names in config.per_file_ignores.values():
        for name in names:
            known_rule(name, known, "[per-file-ignores]")
    for rule in known.values():
        yield rule, *_settings(rule, config, configured)


def _settings(rule: Rule, config: Config, configured: bool) -> tuple[Any, Any]:
    """The level of a rule and its options, as the configuration has them."""
    given = config.rules.get(rule.name, {})
    default = rule.level if configured else rule.unconfigured
    if isinstance(given, str):
        return given, rule.options()
    level = given.get("severity", default)
    if level not in ("error", "warning", "off"):
        raise ConfigurationError(f'[rules.{rule.name}]: severity is "{level}"', "write error, warning or off")
    options: Mapping[str, Any] = {key: value for key, value in given.items() if key != "severity"}
    return level, rule.parsed_options(options, f"[rules.{rule.name}]")


def kinds() -> dict[str, Generator]:
    """All kinds of region by name."""
    return {name: module.lines for name, module in registry.modules("vaulttool.generators").items()}


def check(
    sources: Vault | Sources,
    on: Sequence[Active],
    claims: Claims | None = None,
    only: Collection[str] | None = None,
    course: Course | None = None,
) -> list[Finding]:
    """The findings of the rules that are on, sorted by path, place and rule.

    ``only`` names the pages to speak of; a rule that must see all of them still speaks of all. Running over a
    part of the notes gives the same findings for them as running over the whole.
    """
    sources = Sources(sources) if isinstance(sources, Vault) else sources
    return findings(shared_of(sources, claims, only), on, course)


def findings(shared: Shared, on: Sequence[Active], course: Course | None = None) -> list[Finding]:
    """The findings of these rules, from what they share."""
    course = course or Course()
    if any(one.rule.name in ABOUT_LINKS for one in on):
        with course.part("resolve"):
            _ = shared.faults
    found = _said(shared, [one for one in on if one.rule.scope != "findings"], course)
    found += _said(shared, [one for one in on if one.rule.scope == "findings"], course)
    silent = {one.rule.name for one in on if not one.told}
    found = _heard(shared.vault, [finding for finding in dict.fromkeys(found) if finding.rule not in silent])
    for finding in found:
        _require_a_place(shared.sources, finding)
    return sorted(found, key=lambda finding: finding.order)


def _said(shared: Shared, on: Sequence[Active], course: Course) -> list[Finding]:
    """What these rules say; it is noted for rules on what others say, beside what was said of these notes before."""
    every = Selected(shared.vault.notes, shared.vault.notes)  # most rules ask for none of them
    found: list[Finding] = []
    ran, blind = set(), set()
    for rule, severity, options, _ in on:
        with course.part(rule.name):
            notes = every if rule.scope == "vault" else shared.notes
            context = Context(rule, shared, notes, severity, options)
            found += rule.check(context)
        if context.is_blind:
            blind.add(rule.name)
        elif not _lacks_claims(context):
            ran.add(rule.name)
    shared.heard = shared.heard.also(found, ran, blind)
    return found


def _lacks_claims(context: Context) -> bool:
    """Whether a rule had nothing to speak of, since no note is claimed. Of those that must see all notes, only rules
    that are off without a configuration speak of others."""
    nothing = context.shared.claims.nothing and not context.sources.has_data
    is_for_claimed = context.rule.scope == "vault" and context.rule.unconfigured != "off"
    return context.lacks_claims or (nothing and is_for_claimed)


def _heard(vault: Vault, found: Iterable[Finding]) -> list[Finding]:
    """The findings that no suppression in their page covers."""
    silences: dict[str, Silence | None] = {}
    left = []
    for finding in found:
        if finding.path not in silences:
            page = vault.page(finding.path)
            silences[finding.path] = Silence(page.document.allowances) if page and page.document.allowances else None
        silence = silences[finding.path]
        if silence is None or not silence.covers(finding.rule, finding.span.start):
            left.append(finding)
    return left


def shared_of(sources: Sources, claims: Claims | None, only: Collection[str] | None) -> Shared:
    """What the rules of one run share, for the pages that it speaks of."""
    notes = selected(sources.vault.notes, only)
    extras = [note for path, note in sources.vault.extras.items() if only is None or path in only]
    return Shared(sources, claims, notes, extras, kinds)


def _require_a_place(sources: Sources, finding: Finding) -> None:
    """A rule that names a place which is not there has a bug, and must not ship it."""
    length = sources.length(finding.path)
    if length is None or not 0 <= finding.span.start <= finding.span.end <= length:
        raise AssertionError(f"the rule {finding.rule} speaks of {finding.path} at {finding.span}, which is no place")
