"""Rules over a vault: findings out, checked, without what is allowed, sorted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from vaulttool import registry
from vaulttool.config import Config, known_rule
from vaulttool.course import Course
from vaulttool.errors import ConfigurationError
from vaulttool.model.faults import Fault
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.rule import Claims, Context, Rule, Shared
from vaulttool.model.selected import Selected, selected
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Vault

if TYPE_CHECKING:
    from vaulttool.model.generator import Generator


ABOUT_LINKS = frozenset(fault.value for fault in Fault)


class Active(NamedTuple):
    """A rule that is on in this run, how severe it is and its options."""

    rule: Rule
    severity: Severity
    options: Any


def rules() -> dict[str, Rule]:
    """All rules by name."""
    return {name: module.check for name, module in registry.modules("vaulttool.rules").items()}


def active(config: Config, configured: bool, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[Active]:
    """The rules that are on. ``select`` leaves only those named (a rule that is off becomes a warning),
    ``ignore`` takes some away. ``ConfigurationError`` for a name that no rule has."""
    known = rules()
    for name in (*select, *ignore):
        known_rule(name, known, "--select or --ignore")
    for name in config.rules:
        known_rule(name, known, "[rules]")
    for names in config.per_file_ignores.values():
        for name in names:
            known_rule(name, known, "[per-file-ignores]")
    found = []
    for name, rule in known.items():
        level, options = _settings(rule, config, configured)
        if select and name in select and level == "off":
            level = "warning"
        if level != "off" and name not in ignore and (not select or name in select):
            found.append(Active(rule, level, options))
    return found


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
    vault, sources, part = shared.vault, shared.sources, shared.notes
    every = Selected(vault.notes, vault.notes)  # most rules ask for none of them
    found: list[Finding] = []
    if any(rule.name in ABOUT_LINKS for rule, _, _ in on):
        with course.part("resolve"):
            _ = shared.faults
    for rule, severity, options in on:
        with course.part(rule.name):
            notes = every if rule.scope == "vault" else part
            found += rule.check(Context(rule, shared, notes, severity, options))
    found = [finding for finding in dict.fromkeys(found) if not _allowed(vault, finding)]
    for finding in found:
        _require_a_place(sources, finding)
    return sorted(found, key=lambda finding: finding.order)


def _allowed(vault: Vault, finding: Finding) -> bool:
    """Whether a suppression in the note covers the finding."""
    note = vault.page(finding.path)
    return note is not None and any(
        allowance.covers.start <= finding.span.start <= allowance.covers.end
        and (not allowance.rules or finding.rule in allowance.rules)
        for allowance in note.document.allowances
    )


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
