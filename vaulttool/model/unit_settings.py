"""What a unit declares: the keys of its own group, its variables, and its command line taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vaulttool.model.arguments import Part, Word, container_parts, engine_words, parts
from vaulttool.model.expansion import Variables, gathered
from vaulttool.model.setting import Declared, Setting
from vaulttool.model.unit_keys import LISTS, QUADLET_KINDS
from vaulttool.model.values import canonical
from vaulttool.parsing.drop_ins import DropIn, merged
from vaulttool.parsing.environment import EnvFile, Variable
from vaulttool.parsing.problem import Problem
from vaulttool.parsing.units import Argument, Entry, Service, Unit, read

PREFIX = re.compile(r"[-@:+!|]*")
UNREPLACED = ":"  # the sign before a program that keeps systemd from replacing variables
RENAMED = "@"  # the sign that makes the second word the program's own name


def unit_settings(path: str, text: str, files: Sequence[EnvFile], drop_ins: Sequence[DropIn]) -> Declared:
    """The settings of the unit at ``path``, whose suffix is one of ``unit_keys.KINDS``.

    Variables in command lines are those of ``Environment=`` in ``[Service]`` and, before them, those of the env
    files that systemd reads: the container's own variables are no business of systemd's, not in a Quadlet either.
    """
    return _Unit(path, text, files, drop_ins).declared()


class _Unit:
    """One unit while its settings are collected."""

    def __init__(self, path: str, text: str, files: Sequence[EnvFile], drop_ins: Sequence[DropIn]) -> None:
        kind = path.rpartition(".")[2]
        self.quadlet = kind in QUADLET_KINDS
        self.group = kind.capitalize()
        by: Service = "podman" if self.quadlet else "systemd"
        self.unit: Unit = merged(read(text, path, by), path, drop_ins, by)
        found, problems = gathered(file for file in files if file.dialect == "systemd")
        self.variables = Variables([*self._service_variables(), *found])
        self.problems: list[Problem] = [*self.unit.problems, *problems]

    def declared(self) -> Declared:
        """The settings of the entries that count, and all problems."""
        made: list[tuple[str, Setting]] = []
        for entry in self._counting():
            made.extend((entry.key, setting) for setting in self._settings(entry))
        return Declared(tuple(_last_of_each_variable(made)), tuple(dict.fromkeys(self.problems)))

    def _service_variables(self) -> Iterator[Variable]:
        for entry in self.unit.all("Service", "Environment"):
            for word in entry.words():
                name, equal, value = word.text.partition("=")
                if equal:
                    yield Variable(name, value, word.line, word.comment)

    def _counting(self) -> list[Entry]:
        """The entries of the unit's own group that count, in their order."""
        found: dict[str, list[Entry]] = {}
        for entry in self.unit.entries:
            if entry.group == self.group:
                before = found.get(entry.key, []) if entry.key in LISTS and entry.value else []
                found[entry.key] = before
                before.append(entry)
        self._keep_one_start(found)
        kept = {id(entry) for entries in found.values() for entry in entries if entry.value}
        return [entry for entry in self.unit.entries if id(entry) in kept]

    def _keep_one_start(self, found: dict[str, list[Entry]]) -> None:
        """Only a unit of type oneshot may start several commands; of others the last is taken."""
        starts = [entry for entry in found.get("ExecStart", []) if entry.value]
        if len(starts) > 1 and [entry.value for entry in found.get("Type", [])] != ["oneshot"]:
            message = f"the second ExecStart= of a unit that is not of type oneshot (the first: line {starts[0].line})"
            self.problems.append(Problem(starts[1].path, starts[1].line, message))
            found["ExecStart"] = starts[-1:]

    def _settings(self, entry: Entry) -> Iterator[Setting]:
        if entry.key == "Environment":
            yield from self._environment(entry)
        elif entry.key == "Exec" and self.quadlet:
            yield from self._placed(entry, parts(self._words(entry, entry.words())))
        elif entry.key == "ExecStart" and not self.quadlet:
            yield from self._started(entry)
        else:
            yield self._key(entry)

    def _words(self, entry: Entry, arguments: Sequence[Argument]) -> list[Word]:
        self.problems.extend(entry.problems())
        return [word for argument in arguments for word in self.variables.words(argument)]

    def _started(self, entry: Entry) -> Iterator[Setting]:
        """The program under the key itself, with the comment of the whole; then its flags and arguments."""
        first, *rest = entry.words()
        signs = PREFIX.match(first.text)
        prefix = signs[0] if signs else ""
        rest = [each._replace(comment="") if each.line == first.line else each for each in rest]
        rest = rest[1:] if RENAMED in prefix else rest
        program = Word(first.text[len(prefix) :], first.text, first.line, first.comment)
        words = [Word(each.text, each.text, each.line, each.comment) for each in rest]
        if UNREPLACED not in prefix:
            words = self._words(entry, rest)
        count = engine_words([program, *words])
        command = [program, *words[: max(count - 1, 0)]]
        value = " ".join(word.text for word in command)
        yield Setting(entry.key, "key", value, value, entry.path, entry.line, entry.comment)
        yield from self._placed(entry, container_parts(words[count - 1 :]) if count else parts(words))

    def _placed(self, entry: Entry, found: Sequence[Part]) -> Iterator[Setting]:
        for part in found:
            value = part.value
            if part.kind == "environment" and not part.written:
                value = self.variables.resolved(value)
            yield Setting(part.name, part.kind, canonical(value), part.written, entry.path, part.line, part.comment)

    def _environment(self, entry: Entry) -> Iterator[Setting]:
        self.problems.extend(entry.problems())
        for number, word in enumerate(entry.words()):
            name, equal, written = word.text.partition("=")
            if not equal and (number or not self.quadlet):
                self.problems.append(Problem(entry.path, word.line, f'"{name}" in Environment= is no NAME=value'))
                continue
            value = self.variables.resolved(written) if self.quadlet else written
            comment = word.comment or self.variables.reason(written)
            value = canonical(value) if equal else f"${{{name}}}"  # podman takes it from its own environment
            yield Setting(name, "environment", value, written, entry.path, word.line, comment)

    def _key(self, entry: Entry) -> Setting:
        """A key with its value; podman takes one pair of double quotes off a single value."""
        written = entry.value
        if self.quadlet and entry.key not in LISTS and len(written) > 1 and written[0] == written[-1] == '"':
            written = written[1:-1]
        replaced = self.quadlet or entry.key.startswith("Exec")
        value = self.variables.resolved(written) if replaced else written
        comment = entry.comment or (self.variables.reason(written) if replaced else "")
        return Setting(entry.key, "key", canonical(value), written, entry.path, entry.line, comment)


def _last_of_each_variable(settings: Sequence[tuple[str, Setting]]) -> list[Setting]:
    """The settings without the variables that are set again, under the same key of the unit, further down."""
    last = {(key, setting.name): setting for key, setting in settings if setting.kind == "environment"}
    return [each for key, each in settings if each.kind != "environment" or last[key, each.name] is each]
