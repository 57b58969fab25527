"""What the readers of units, compose files and env files share: declared settings as those of a run without figures."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttool.model.settings import Declared, Setting, snake
from vaulttool.readers import _names, _values
from vaulttool.readers._lines import lines
from vaulttool.readers._numbers import number
from vaulttool.readers._reading import Arm, Line, Reading, ReadingError, Scalar, compared

KIND = "census"  # a stock-take: nothing was measured


def reading(declared: Declared, text: str, remedy: str) -> Reading:
    """The settings of a file, those of several services as arms; ``ReadingError`` where a line is none, or all are."""
    if declared.problems:
        problem = declared.problems[0]
        shown = [line for line in lines(text) if line.number == problem.line] or [Line(problem.line, "")]
        raise ReadingError(problem.message, remedy, shown)
    if not declared.settings:
        raise ReadingError("no line declares a setting", remedy)
    services = dict.fromkeys(setting.service for setting in declared.settings)
    if len(services) == 1:
        return Reading(kind=KIND, settings=_settings(declared.settings))
    arms: dict[str, Arm] = {}
    for service in services:
        own = _settings([setting for setting in declared.settings if setting.service == service])
        arms[_names.free(_names.arm(service), arms)] = Arm(service or "all", own, ())
    return compared(KIND, arms, {})


def _settings(settings: Sequence[Setting]) -> dict[str, Scalar]:
    """One value a name: what is declared several times is a JSON list."""
    found: dict[str, list[Scalar]] = {}
    for setting in settings:
        name = _names.setting(snake(setting.name))
        if name:
            found.setdefault(name, []).append(_value(name, setting))
    return {name: values[0] if len(values) == 1 else _values.nested(values) for name, values in found.items()}


def _value(name: str, setting: Setting) -> Scalar:
    """A number where one is written, true for a bare flag, else the text."""
    if setting.kind == "flag" and not setting.value:
        return True
    told = number(setting.value)
    plain = told is not None and str(told.value) == setting.value
    return _values.value(name, told.value if told and plain else setting.value)
