"""A setting: something that a file declares of a service, with the reason noted beside it."""

from __future__ import annotations

import msgspec

from vaulttool.parsing.problem import Problem


class Setting(msgspec.Struct, frozen=True):
    """One declared setting; ``kind`` is flag, environment, key or argument.

    ``value`` has its variables resolved and is empty for a bare flag; JSON is printed canonically. ``written`` is
    the text in the file without its quotes, before variables were resolved. ``comment`` is that of the comment
    lines glued to the setting, else of those glued to the variables it mentions. ``service`` names the service of
    a compose file and is empty elsewhere.
    """

    name: str
    kind: str
    value: str
    written: str
    path: str
    line: int
    comment: str
    service: str = ""


class Declared(msgspec.Struct, frozen=True):
    """The settings of a file in its order, those of drop-ins after them, and what could not be read."""

    settings: tuple[Setting, ...] = ()
    problems: tuple[Problem, ...] = ()
