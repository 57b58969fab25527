"""What a unit, compose file, env file or script declares: rows of setting, value and reason."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from posixpath import basename

from vaulttool.errors import VaulttoolError
from vaulttool.model.arguments import Word, parts
from vaulttool.model.expansion import Variables, gathered
from vaulttool.model.setting import Declared, Setting
from vaulttool.model.unit_keys import KINDS
from vaulttool.model.unit_settings import unit_settings
from vaulttool.model.values import canonical, same, snake
from vaulttool.parsing import compose, environment, shell
from vaulttool.parsing.drop_ins import DropIn
from vaulttool.parsing.environment import Dialect, EnvFile
from vaulttool.parsing.variables import resolved

__all__ = ["Declared", "DropIn", "EnvFile", "Setting", "UnknownKind", "declared", "same", "snake"]

COMPOSE_NAME = re.compile(r"(?:docker-|podman-|container-)?compose(?:[.-].+)?\.ya?ml")
ENV_NAME = re.compile(r"\.env(?:\..+)?|.+\.env|env")
SCRIPT_NAME = re.compile(r".+\.(?:sh|bash|ksh|zsh)")
SHELL_LINE = re.compile(r"\ufeff?#![^\r\n]*\b(?:ba|da|k|z|a)?sh\b")


class UnknownKind(VaulttoolError):
    """A file of which nothing tells how to read it."""


def declared(
    path: str,
    text: str,
    environment: Sequence[EnvFile] = (),
    drop_ins: Sequence[DropIn] = (),
    dialect: Dialect | None = None,
) -> Declared:
    """What the file at ``path`` declares; ``environment`` holds the env files that set variables for it.

    The name tells the kind of file. With ``dialect`` it is an env file read in that dialect; without, one called
    ``.env`` is read as Compose does and any other as systemd does. ``UnknownKind`` where the name tells nothing.
    """
    name = basename(path)
    if dialect or ENV_NAME.fullmatch(name):
        own: Dialect = "compose" if name.startswith(".env") else "systemd"
        return _env_settings(EnvFile(path, text, dialect or own), environment)
    if COMPOSE_NAME.fullmatch(name):
        return _compose_settings(path, text, environment)
    if name.rpartition(".")[2] in KINDS and "." in name:
        return unit_settings(path, text, environment, drop_ins)
    if SCRIPT_NAME.fullmatch(name) or SHELL_LINE.match(text):
        return _script_settings(path, text, environment)
    known = ", ".join(f".{kind}" for kind in KINDS)
    raise UnknownKind(f'nothing tells what kind of file "{path}" is', f"known are {known}, compose.yaml, .env and .sh")


def _env_settings(file: EnvFile, others: Sequence[EnvFile]) -> Declared:
    """The variables of an env file that count, in the order of the file."""
    before, _ = gathered(others)
    known = {variable.name: variable.value for variable in before if variable.value is not None}
    found = environment.read(file, known)
    settings = [
        Setting(each.name, "environment", _known(each.name, each.value), each.value or "", file.path, each.line,
                each.comment)
        for each in sorted(found.counting().values(), key=lambda variable: variable.line)
    ]  # fmt: skip
    return Declared(tuple(settings), found.problems)


def _known(name: str, value: str | None) -> str:
    """The value of a variable; one that is taken from elsewhere stands for itself."""
    return f"${{{name}}}" if value is None else canonical(value)


def _script_settings(path: str, text: str, files: Sequence[EnvFile]) -> Declared:
    """The defaults of a script, or what the env files put in their place; the same default twice is one."""
    found, problems = gathered(files)
    variables = Variables(found)
    made: dict[tuple[str, str], Setting] = {}
    for each in shell.defaults(text):
        given = variables.value(each.name)
        if given is None or (given == "" and each.operator.startswith(":")):
            given = resolved(each.value, variables.value)
        comment = each.comment or variables.reason(f"${each.name} {each.value}")
        setting = Setting(each.name, "environment", canonical(given), each.value, path, each.line, comment)
        made.setdefault((each.name, each.value), setting)
    return Declared(tuple(made.values()), tuple(problems))


def _compose_settings(path: str, text: str, files: Sequence[EnvFile]) -> Declared:
    """The settings of all services, each with the name of its service, in the order of their lines."""
    found, problems = gathered(files)
    variables = Variables(found)
    read = compose.read(text, variables.value, path)
    settings = [each for service in read.services for each in _service_settings(service, path, variables)]
    return Declared(tuple(sorted(settings, key=lambda setting: setting.line)), (*problems, *read.problems))


def _service_settings(service: compose.Service, path: str, variables: Variables) -> Iterator[Setting]:
    def made(name: str, kind: str, value: str, written: str, line: int, comment: str) -> Setting:
        return Setting(name, kind, canonical(value), written, path, line, comment, service.name)

    for each in service.keys:
        reason = each.comment or variables.reason(each.written)
        yield made(each.name, "key", each.text or "", each.written, each.line, reason)
    for each in service.environment:
        reason = each.comment or variables.reason(each.written or f"${each.name}")
        value = variables.resolved(f"${{{each.name}}}") if each.text is None else each.text
        yield made(each.name, "environment", value, each.written, each.line, reason)
    if service.entrypoint:
        first, words = service.entrypoint[0], [each.text or "" for each in service.entrypoint]
        written = shlex.join(each.written for each in service.entrypoint)
        yield made("entrypoint", "key", shlex.join(words), written, first.line, first.comment)
    words_of_command = [
        Word(each.text or "", each.written, each.line, each.comment or variables.reason(each.written))
        for each in service.command
    ]
    for part in parts(words_of_command):
        yield made(part.name, part.kind, part.value, part.written, part.line, part.comment)
