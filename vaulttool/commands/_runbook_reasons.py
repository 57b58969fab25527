"""What stands in the column *Why* of a new runbook: the comments of its units."""

from __future__ import annotations

from collections.abc import Mapping

from vaulttool.commands._findings import active
from vaulttool.commands._run import Run
from vaulttool.commands._runbook_subject import About
from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import settings_of
from vaulttool.model.procedure.in_the_clear import secrets_in
from vaulttool.model.setting import Setting
from vaulttool.rules import unmeasured_knob
from vaulttool.text.literal import prose


def reasons(run: Run, subject: About) -> Mapping[str, list[str]]:
    """For each region of settings the words behind its rows: the comments of the unit, as text."""
    shown = [one for one in subject.family.shown if settings_of(one)]
    asks = next((one.options for one in active(run) if one.rule is unmeasured_knob.check), None)
    return {one.file if len(shown) > 1 else "": [_reason(setting, asks) for setting in _told(one)] for one in shown}


def _told(one: Facts) -> list[Setting]:
    """The settings that the page shows of a unit."""
    left_out = secrets_in(one.settings)
    return [setting for setting in settings_of(one) if setting.name not in left_out]


def _reason(setting: Setting, asks: unmeasured_knob.Options | None) -> str:
    """The comment of a setting. Where a rule asks for a measurement, it says that there was none."""
    reason = prose(setting.comment)
    is_open = asks is not None and setting.comment and unmeasured_knob.is_open(setting.name, reason, asks)
    return f"{asks.words[0]}; {reason}" if is_open and asks and asks.words else reason
