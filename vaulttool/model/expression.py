"""The relation language: arithmetic over figures, and what must hold between them, within their rounding."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from vaulttool.model.expression_parser import Parser
from vaulttool.model.expression_steps import Lookup, Step, computed
from vaulttool.model.expression_words import ExpressionError
from vaulttool.text.intervals import Interval, exact

__all__ = ["Expression", "ExpressionError", "Relation", "parse", "parse_relation"]

Place = tuple[str, int, int]


class Expression(msgspec.Struct, frozen=True):
    """Numbers, names and addresses under ``+ - * / ( )`` and ``sum min max count days monotonic``.

    ``names`` are those that it asks for, each time it does, with their offsets in the text; ``dates`` are those of
    them that stand in ``days`` and so for a day. To ``lookup`` a day is the number that ``date.toordinal`` gives.
    """

    text: str
    names: tuple[Place, ...]
    dates: tuple[Place, ...]
    steps: tuple[Step, ...]

    def value(self, lookup: Lookup) -> Interval:
        """Its value over intervals; ``ZeroDivisionError`` where a divisor may be zero, and what ``lookup`` raises."""
        return computed(self.steps, lookup)

    def point(self, lookup: Callable[[str], Fraction]) -> Fraction:
        """Its value over exact numbers, with the same errors."""
        return computed(self.steps, lambda name: exact(lookup(name))).low


class Relation(msgspec.Struct, frozen=True):
    """Two expressions and one of ``= < <= in``; ``in`` has two on the right, the bounds."""

    text: str
    left: Expression
    comparison: str
    right: Expression
    upper: Expression | None = None

    @property
    def names(self) -> tuple[Place, ...]:
        """The names of all sides, with their offsets in the relation."""
        return self.left.names + self.right.names + (self.upper.names if self.upper else ())

    @property
    def dates(self) -> tuple[Place, ...]:
        """Those of the names that stand for a day."""
        return self.left.dates + self.right.dates + (self.upper.dates if self.upper else ())

    def sides(self, lookup: Lookup) -> tuple[Interval, Interval]:
        """The values of both sides; the right one of ``in`` reaches from the lower bound to the upper."""
        right = self.right.value(lookup)
        if self.upper is not None:
            right = Interval(right.low, self.upper.value(lookup).high)
        return self.left.value(lookup), right

    def holds(self, lookup: Lookup) -> bool:
        """Whether some choice of numbers within the intervals satisfies it; the errors are those of `Expression`."""
        left, right = self.sides(lookup)
        if self.comparison in ("<", "<="):
            return left.below(right, strict=self.comparison == "<")
        return left.within(right) if self.comparison == "in" else left.meets(right)


def parse(text: str) -> Expression:
    """The expression that a text holds; raises ``ExpressionError`` with the place of what is wrong."""
    parser = Parser(text)
    parsed = _expression(parser)
    parser.finish()
    return parsed


def parse_relation(text: str) -> Relation:
    """The relation that a text holds; raises ``ExpressionError`` with the place of what is wrong."""
    parser = Parser(text)
    left = _expression(parser, side="left")
    comparison = parser.comparison()
    if comparison == "in":
        parser.expect("[", 'after "in"')
        right = _expression(parser)
        parser.expect(",", "between the bounds")
        upper = _expression(parser)
        parser.expect("]", "after the bounds")
    else:
        right, upper = _expression(parser, side="right"), None
    parser.finish("an operator" if comparison != "in" else "the end")
    return Relation(text, left, comparison, right, upper)


def _expression(parser: Parser, side: str = "") -> Expression:
    parser.expression(side)
    names, dates = (tuple(word[1:] for word in words) for words in (parser.names, parser.dates))
    return Expression(parser.text, names, dates, tuple(parser.steps))
