"""Variables in the values of settings: what systemd makes of them, and the reason noted where each is set."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vaulttool.model.arguments import Word
from vaulttool.parsing.environment import EnvFile, Variable, read
from vaulttool.parsing.problem import Problem
from vaulttool.parsing.units import Argument
from vaulttool.parsing.words import split

BRACED = re.compile(r"\$\$|\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)\}")
WHOLE = re.compile(r"\$(?P<name>[A-Za-z_][A-Za-z0-9_]*)")
MENTIONED = re.compile(r"\$\$|\$\{?(?P<name>[A-Za-z_][A-Za-z0-9_]*)")


class Variables:
    """Variables by name; where one is set twice, the last counts."""

    def __init__(self, variables: Iterable[Variable] = ()) -> None:
        self.known = {variable.name: variable for variable in variables}

    def value(self, name: str) -> str | None:
        """The value of a variable, or None where it is not known."""
        found = self.known.get(name)
        return found.value if found else None

    def reason(self, written: str) -> str:
        """The comments glued to the variables that a text mentions, one after another."""
        names = [found["name"] for found in MENTIONED.finditer(written)]
        comments = [self.known[name].comment for name in names if name in self.known]
        return " ".join(dict.fromkeys(filter(None, comments)))

    def resolved(self, text: str) -> str:
        """The text with each ``${NAME}`` replaced, and ``$$`` by ``$``; an unknown variable stays as written."""
        return BRACED.sub(self._replacement, text)

    def words(self, argument: Argument) -> list[Word]:
        """The words that a word of a command line becomes: ``$NAME`` on its own is split, ``${NAME}`` is not."""
        whole = WHOLE.fullmatch(argument.text)
        value = self.value(whole["name"]) if whole else None
        texts = [self.resolved(argument.text)] if value is None else [word.text for word in split(value).words]
        comment = argument.comment or self.reason(argument.text)
        return [Word(text, argument.text, argument.line, comment) for text in texts]

    def _replacement(self, found: re.Match[str]) -> str:
        value = self.value(found["name"]) if found["name"] else "$"
        return found[0] if value is None else value


def gathered(files: Iterable[EnvFile]) -> tuple[list[Variable], list[Problem]]:
    """The variables of env files in their order, and what is wrong with the files."""
    variables: list[Variable] = []
    problems: list[Problem] = []
    for file in files:
        known = {variable.name: variable.value for variable in variables if variable.value is not None}
        environment = read(file, known)
        variables += environment.variables
        problems += environment.problems
    return variables, problems
