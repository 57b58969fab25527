"""What a kind of region is: a function from data to the lines of a region, with its file's docstring as its page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from vaulttool import registry
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.linking import Linker
from vaulttool.model.sources import Sources
from vaulttool.model.status import Statuses
from vaulttool.model.vault import Note
from vaulttool.text.names import nearest
from vaulttool.text.table import LINE_ENDS

if TYPE_CHECKING:
    from vaulttool.model.dataset import Dataset

Arguments = TypeVar("Arguments", bound=msgspec.Struct)


class Request(Generic[Arguments]):
    """One region to be written: on a page, with its arguments. ``present`` is what stands there now, with LF."""

    def __init__(self, page: Note, arguments: Arguments, present: str, sources: Sources) -> None:
        self.page = page
        self.arguments = arguments
        self.present = present
        self.sources = sources
        self.vault = sources.vault
        self.files = sources.files
        self.linker = Linker(sources.vault, page.path)
        self.notices: list[str] = []  # what a person should look at, though the region can be written

    @property
    def data(self) -> Dataset:
        """The data of the repository."""
        return self.sources.data

    @property
    def statuses(self) -> Statuses:
        """The eras and the status of every page."""
        return self.sources.statuses


class Generator(msgspec.Struct, frozen=True):
    """A kind of region. ``own`` are the headings of the columns that belong to people: what stands in them is kept."""

    name: str
    lines: Callable[[Request[Any]], Iterable[str]]
    arguments: type[msgspec.Struct]
    own: tuple[str, ...]
    manual: str

    @property
    def summary(self) -> str:
        """The first sentence of the manual page."""
        return registry.summary(self.manual)

    def parsed(self, given: Mapping[str, str]) -> Any:
        """The arguments as the kind declares them; ``CannotGenerate`` names the one that does not fit."""
        fields = _fields(self.arguments)
        for name in given:
            if name not in fields and name != "id":
                found = nearest(name, [*fields, "id"], likeness=60)
                help = f'did you mean "{found}"?' if found else f"known are {', '.join([*fields, 'id'])}"
                raise CannotGenerate(f'a region "{self.name}" has no argument "{name}"', help)
        for name, field in fields.items():
            if field.required and name not in given:
                raise CannotGenerate(f'a region "{self.name}" needs the argument "{name}"', f'add {name}="..."')
        values = {name: _value(text, fields[name].type) for name, text in given.items() if name != "id"}
        try:
            return msgspec.convert(values, self.arguments, strict=False)
        except msgspec.ValidationError as error:
            raise CannotGenerate(f"{error}", f'see "vaulttool explain {self.name}"') from error

    def body(self, request: Request[Any]) -> str:
        """The body of a region, a blank line on both ends; ``CannotGenerate`` where there is nothing to write."""
        written = "\n".join(map(_on_one_line, self.lines(request))).strip("\n")
        if not written.strip():
            raise CannotGenerate("there is nothing to write", "change the arguments, or take the region out")
        return f"\n{written}\n\n"


def generator(*, own: Sequence[str] = ()) -> Callable[[Callable[[Request[Any]], Iterator[str]]], Generator]:
    """Make a kind of region of a function; its name is the file's, its arguments the class ``Arguments`` beside it."""

    def made(lines: Callable[[Request[Any]], Iterator[str]]) -> Generator:
        module = sys.modules[lines.__module__]
        return Generator(
            name=module.__name__.rpartition(".")[2].replace("_", "-"),
            lines=lines,
            arguments=getattr(module, "Arguments", NoArguments),
            own=tuple(own),
            manual=(module.__doc__ or "").strip(),
        )

    return made


class NoArguments(msgspec.Struct, frozen=True):
    """The arguments of a kind that has none."""


@cache  # asked for once a region, and slow to find out
def _fields(arguments: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The arguments of a kind by the name that they have in a marker."""
    return {field.encode_name: field for field in msgspec.structs.fields(arguments)}


def _on_one_line(line: str) -> str:
    return LINE_ENDS.sub(" ", line) if "\n" in line or "\r" in line else line


def _value(text: str, wanted: Any) -> Any:
    """An argument as the kind takes it: a list is separated by commas, a truth value is yes or no."""
    if str(wanted).startswith("tuple"):
        return [part.strip() for part in text.split(",") if part.strip()]
    return {"yes": True, "no": False}.get(text, text) if wanted is bool else text
