"""The words of a command line as flags with their values, positional arguments, and what podman keeps for itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from posixpath import basename
from typing import NamedTuple

import msgspec

FLAG = re.compile(r"--?[A-Za-z]|--[^-\s]")
ENGINES = ("podman", "docker")
RUNNING = ("run", "create")
BARE_OPTIONS = frozenset((
    "--detach", "--disable-content-trust", "--env-host", "--help", "--http-proxy", "--init", "--interactive",
    "--no-healthcheck", "--no-hostname", "--no-hosts", "--oom-kill-disable", "--passwd", "--privileged",
    "--publish-all", "--quiet", "--read-only", "--read-only-tmpfs", "--remote", "--replace", "--rm", "--rmi",
    "--rootfs", "--sig-proxy", "--syslog", "--tls-verify", "--tty", "--unsetenv-all", "--use-api-socket",
))  # fmt: skip
BARE_LETTERS = frozenset("ditPqr")
ENVIRONMENT_OPTIONS = ("--env", "-e")


class Word(NamedTuple):
    """A word of a command: its text with variables resolved, as it is written, its line, the comment it has."""

    text: str
    written: str
    line: int
    comment: str


class Part(msgspec.Struct, frozen=True):
    """A flag, argument, variable or key of a command line; ``kind`` as in a setting."""

    kind: str
    name: str
    value: str
    written: str
    line: int
    comment: str


def parts(words: Sequence[Word]) -> list[Part]:
    """Flags with their values and, numbered from 1, the arguments between them.

    The word after a flag is its value unless it looks like a flag itself: ``--`` or ``-`` and a letter; a
    negative number is a value. After ``--`` all words are arguments.
    """
    made: list[Part] = []
    at = count = 0
    flags = True
    while at < len(words):
        word, at = words[at], at + 1
        if flags and word.text == "--":
            flags = False
        elif flags and FLAG.match(word.text):
            takes = "=" not in word.text and at < len(words) and not _is_flag(words[at].text)
            made.append(_flag(word, words[at] if takes else None))
            at += takes
        else:
            count += 1
            made.append(Part("argument", f"argument {count}", word.text, word.written, word.line, word.comment))
    return made


def engine_words(words: Sequence[Word]) -> int:
    """How many words begin a ``podman run`` or ``docker run``, up to ``run`` itself; 0 where it is no such command."""
    at = next((number for number, word in enumerate(words) if word.text in RUNNING), 0)
    between = [word.text for word in words[1:at] if not word.text.startswith("-")]
    return at + 1 if at and basename(words[0].text) in ENGINES and between in ([], ["container"]) else 0


def container_parts(words: Sequence[Word]) -> list[Part]:
    """The parts of what follows ``podman run``.

    The options of the engine come first, ``--env`` among them as variables; then the image under the key
    ``Image``; then the flags and arguments that the container itself is started with.
    """
    made: list[Part] = []
    at = 0
    while at < len(words) and words[at].text.startswith("-") and words[at].text not in ("-", "--"):
        takes = _takes_value(words[at].text) and at + 1 < len(words)
        made.append(_option(words[at], words[at + 1] if takes else None))
        at += 1 + takes
    at += at < len(words) and words[at].text == "--"
    if at < len(words):
        image = words[at]
        made.append(Part("key", "Image", image.text, image.written, image.line, image.comment))
    return [*made, *parts(words[at + 1 :])]


def _is_flag(text: str) -> bool:
    return text.startswith("--") or FLAG.match(text) is not None


def _flag(word: Word, value: Word | None) -> Part:
    if value:
        return Part("flag", word.text, value.text, value.written, word.line, word.comment or value.comment)
    name, _, text = word.text.partition("=")
    return Part("flag", name, text, word.written.partition("=")[2], word.line, word.comment)


def _takes_value(option: str) -> bool:
    """Whether an option of the engine has its value in the next word."""
    if option.startswith("--"):
        return "=" not in option and option not in BARE_OPTIONS
    return option[-1] not in BARE_LETTERS and all(letter in BARE_LETTERS for letter in option[1:-1])


def _option(word: Word, value: Word | None) -> Part:
    """An option of the engine; the value of one with a single dash may be attached to it (``-eNAME=value``)."""
    short = not word.text.startswith("--")
    if value is None and short and not all(letter in BARE_LETTERS for letter in word.text[1:]):
        rest = word.text[2:].removeprefix("=")
        part = Part("flag", word.text[:2], rest, word.written[2:].removeprefix("="), word.line, word.comment)
    else:
        part = _flag(word, value)
    return _variable(part) if part.name in ENVIRONMENT_OPTIONS else part


def _variable(part: Part) -> Part:
    """A variable that the engine sets; without a value it takes it from its own environment."""
    name, equal, value = part.value.partition("=")
    written = part.written.partition("=")[2]
    return Part("environment", name, value if equal else f"${{{name}}}", written, part.line, part.comment)
