"""What the shell may complete behind an option or for an argument, told by what its help calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from vaulttool import registry

Words = Callable[[], Iterable[str]]


class OneOf(click.ParamType):  # type: ignore[type-arg]  # older releases of click have it without
    """A word of a list that is made when it is asked for; or a file, where ``or_file`` says so."""

    name = "text"

    def __init__(self, words: Words, or_file: bool = False) -> None:
        self.words = words
        self.or_file = or_file

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words that begin like this; the shell looks for files where there are none."""
        files = [CompletionItem(incomplete, type="file")] if self.or_file else []
        return files + [CompletionItem(word) for word in self.words() if word.startswith(incomplete)]


class Place(click.ParamType):  # type: ignore[type-arg]  # likewise
    """A file or a folder (``dir``), for which the shell looks itself; whether it is there is the command's business."""

    name = "text"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Leave it to the shell."""
        return [CompletionItem(incomplete, type=self.kind)]


def completing(command: click.Command) -> click.Command:
    """The command, changed so that the shell can complete each parameter that has a known name."""
    for parameter in command.params:
        known = KNOWN.get(called(parameter))
        if known is not None and parameter.type is click.STRING:
            parameter.type = known
    return command


def called(parameter: click.Parameter) -> str:
    """What the help calls a parameter's value, ``PATH`` or ``RULE``; where that is any NAME, the parameter's own."""
    told = parameter.metavar if parameter.metavar != "NAME" else None
    return (told or parameter.name or "").removesuffix("...").strip("[]").upper()


def _rules() -> list[str]:
    return registry.names("vaulttool.rules")


def _kinds() -> list[str]:
    return registry.names("vaulttool.generators")


def _readers() -> list[str]:
    return registry.names("vaulttool.readers")


def _topics() -> list[str]:
    return [*_rules(), *_kinds(), *_readers()]  # "settings" is both a kind and the keys


def _references() -> list[str]:
    from vaulttool.storage import git

    return git.references(Path.cwd())


def _of_data(folder: str) -> list[str]:
    """The names of the data files in a folder, which are those of the things that they tell of."""
    from vaulttool.errors import VaulttoolError
    from vaulttool.storage import root

    try:
        around = root.around()
    except VaulttoolError:
        return []
    if around is None or around[1].data is None:
        return []
    return sorted(file.stem for file in (around[0].parent / around[1].data / folder).glob("*.yaml"))


FILE, FOLDER = Place("file"), Place("dir")
KNOWN: Mapping[str, Any] = {
    "PATH": FILE,
    "NOTE": FILE,
    "FILE": FILE,
    "NEW.YAML": FILE,
    "OLD": FILE,
    "BASE": FILE,
    "OURS": FILE,
    "THEIRS": FILE,
    "DIR": FOLDER,
    "RULE": OneOf(_rules),
    "RULE | KIND | READER | SETTINGS | PATH:LINE[:COLUMN": OneOf(_topics, or_file=True),
    "READER": OneOf(_readers),
    "INNER": OneOf(_readers),
    "REF": OneOf(_references),
    "COMMIT": OneOf(_references),
    "ENDPOINT": OneOf(lambda: _of_data("endpoints")),
    "HOST": OneOf(lambda: _of_data("hosts")),
    "RUN": OneOf(lambda: _of_data("runs")),
    "UNIT": FILE,
}
