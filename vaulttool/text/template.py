"""The door to Jinja: a template of a page, filled in with nothing in reach but the values that it is given.

A template has conditions, loops, ``set``, tests and a few filters. Calls, macros, includes, arithmetic and everything
else are refused where they stand, so that one can neither reach out of itself nor run on. A text that it prints is
escaped, unless it is Markdown already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, Undefined, nodes
from jinja2.exceptions import UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from vaulttool.errors import VaulttoolError
from vaulttool.text.literal import Markdown, block, code, plain, prose

LONGEST = 500_000  # characters of a page
MOST_STEPS = 100_000  # of all loops together
ALLOWED = (
    *(nodes.Output, nodes.TemplateData, nodes.If, nodes.For, nodes.Assign, nodes.Name, nodes.Const, nodes.Getattr),
    *(nodes.Getitem, nodes.Filter, nodes.Test, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not),
    *(nodes.CondExpr, nodes.List, nodes.Tuple, nodes.Keyword),
)
FILTERS = ("default", "first", "last", "length", "list", "lower", "upper", "sort", "unique", "select", "reject",
           "selectattr", "rejectattr", "map", "trim")  # fmt: skip


class CannotFill(VaulttoolError):
    """A template that cannot be filled in: the message names its file and line."""


def filled(text: str, file: str, values: Mapping[str, Any], filters: Mapping[str, Callable[..., Any]]) -> str:
    """The template with these values. ``file`` is how people know it. ``filters`` are more filters.

    ``CannotFill`` for a template that has something in it that none may have, asks for a value that is not there, or
    grows beyond any page.
    """
    return _Filling(text, file, filters).filled(values)


class _Filling:
    """One template while it is filled in."""

    def __init__(self, text: str, file: str, filters: Mapping[str, Callable[..., Any]]) -> None:
        self.file = file
        self.left = MOST_STEPS
        self.environment = _environment()
        self.environment.filters.update(filters, **{"stepped": self._stepped})
        self.template = self._compiled(text)

    def filled(self, values: Mapping[str, Any]) -> str:
        parts: list[str] = []
        length = 0
        try:
            for part in self.template.generate(values):
                length += len(part)
                if length > LONGEST:
                    raise CannotFill(f"{self.file}: the page is longer than {LONGEST:,} characters", "shorten it")
                parts.append(part)
        except (UndefinedError, TemplateError) as error:
            raise CannotFill(f"{self.file}:{self._line(error)}: {_said(error)}", _REMEDY) from error
        except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
            raise CannotFill(f"{self.file}:{self._line(error)}: {error}", _REMEDY) from error
        return "".join(parts)

    def _compiled(self, text: str) -> Template:
        try:
            parsed = self.environment.parse(text, self.file)
            self._refuse(parsed)
            for loop in list(parsed.find_all(nodes.For)):
                loop.iter = nodes.Filter(loop.iter, "stepped", [], [], None, None, lineno=loop.lineno)
            compiled = self.environment.compile(parsed, self.file, self.file)
        except TemplateSyntaxError as error:
            raise CannotFill(f"{self.file}:{error.lineno}: {_said(error)}", _REMEDY) from error
        except (RecursionError, SyntaxError, MemoryError) as error:  # of the Python that it is made into
            raise CannotFill(f"{self.file}: it is nested too deeply", _REMEDY) from error
        except ValueError as error:
            raise CannotFill(f"{self.file}: {error}", _REMEDY) from error
        return Template.from_code(self.environment, compiled, self.environment.globals)

    def _refuse(self, parsed: nodes.Template) -> None:
        """``CannotFill`` for the first thing that a template of a page may not have."""
        for node in parsed.find_all(nodes.Node):
            if not isinstance(node, ALLOWED):
                name = type(node).__name__.lower()
                raise CannotFill(f'{self.file}:{node.lineno}: a template of a page has no "{name}"', _REMEDY)
            if isinstance(node, nodes.For) and node.recursive:
                raise CannotFill(f"{self.file}:{node.lineno}: no loop calls itself", _REMEDY)
            if isinstance(node, nodes.Filter) and node.name not in self.environment.filters:
                known = ", ".join(sorted(name for name in self.environment.filters if name != "stepped"))
                raise CannotFill(f'{self.file}:{node.lineno}: no filter is named "{node.name}"', f"known are {known}")

    def _stepped(self, values: Iterable[Any]) -> Iterator[Any]:
        """The values of a loop, counted."""
        if isinstance(values, Undefined):
            raise UndefinedError(str(values))
        for value in values:
            self.left -= 1
            if self.left < 0:
                raise CannotFill(f"{self.file}: its loops take more than {MOST_STEPS:,} steps", "take fewer")
            yield value

    def _line(self, error: BaseException) -> int:
        """The line of the template on which something went wrong, as the traceback tells it."""
        trace, found = error.__traceback__, 1
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.file:
                found = trace.tb_lineno
            trace = trace.tb_next
        return found


_REMEDY = 'see "Runbooks" in the manual for what a template may have'


def _said(error: Exception) -> str:
    return (getattr(error, "message", None) or str(error)).rstrip(".")


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        cache_size=0,
    )
    environment.filters = {name: environment.filters[name] for name in FILTERS}
    environment.filters |= {"code": _code, "join": _joined, "plain": _plain, "sh": _sh}
    environment.globals.clear()
    return environment


def _code(value: Any) -> Markdown:
    return code(str(value))


def _plain(value: Any) -> str:
    return plain(str(value))


def _sh(lines: Iterable[Any]) -> Markdown:
    """Lines of a shell as a block of code."""
    return block(str(line) for line in lines)


def _printed(value: Any) -> str:
    """What a template prints of a value."""
    if isinstance(value, (Markdown, Undefined)):
        return value  # type: ignore[return-value]  # what is not there raises when it is printed
    if isinstance(value, bool) or value is None:
        raise TypeError("a truth value, or nothing, cannot be printed")
    if isinstance(value, (str, int)):
        return prose(str(value))
    raise TypeError(f'a "{type(value).__name__.lower()}" cannot be printed')


def _joined(values: Iterable[Any], between: str = ", ") -> Markdown:
    """Values in a row."""
    found = between.join(_printed(value) for value in values)
    if len(found) > LONGEST:
        raise ValueError("the list is too long for a page")
    return Markdown(found)
