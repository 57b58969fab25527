"""The grammar of the relation language: words in, steps out, exact about what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from vaulttool.model.expression_steps import FUNCTIONS, Step
from vaulttool.model.expression_words import ExpressionError, Word, words
from vaulttool.text.intervals import exact
from vaulttool.text.names import nearest

DEEPEST = 100
LEVELS = (("+", "-"), ("*", "/"))
CALLED = tuple(name for name in FUNCTIONS if name.isalpha())
CALLED_LIKENESS = 60.0  # of "avarage" and "average"; names this short share few letters
OPERAND = "a number or a name"


class Parser:
    """Reads one text from left to right; ``word`` is the one that comes next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.coming = words(text)
        self.word = next(self.coming)
        self.before: Word | None = None
        self.depth = 0
        self.steps: list[Step] = []
        self.names: list[Word] = []
        self.dates: list[Word] = []

    def expression(self, side: str = "") -> None:
        """Read one expression into ``steps``, ``names`` and ``dates``; ``side`` is its side of a relation, if any."""
        self.steps, self.names, self.dates = [], [], []
        if side == "left" and self.word.kind == "comparison":
            raise self._error(f'the left side of "{self.word.text}" is missing')
        if side == "right" and self.before and self.word.kind == "end":
            raise ExpressionError(f'the right side of "{self.before.text}" is missing', *self.before[2:])
        if not self.text.strip():
            raise self._error("the expression is empty")
        self._operation()

    def comparison(self) -> str:
        """Read a comparison."""
        if self.word.kind == "end":
            raise self._error("a comparison is missing", "the comparisons are =, <, <= and in")
        if self.word.kind != "comparison":
            raise self._unexpected("an operator")
        return self._advance().text

    def expect(self, bracket: str, where: str) -> None:
        """Read a bracket or comma."""
        if self.word.text != bracket:
            raise self._error(f'"{bracket}" is missing {where}')
        self._advance()

    def finish(self, expected: str = "an operator") -> None:
        """Make sure that nothing is left to read."""
        if self.word.kind != "end":
            raise self._unexpected(expected)

    def _advance(self) -> Word:
        self.before, self.word = self.word, next(self.coming, self.word)
        return self.before

    def _operation(self, level: int = 0) -> None:
        """Read operands and the operators of a level and of those that bind closer."""
        if level == len(LEVELS):
            return self._operand()
        self._operation(level + 1)
        while self.word.text in LEVELS[level]:
            operator = self._advance()
            self._operation(level + 1)
            self.steps.append(Step(function=operator.text, takes=2))

    def _operand(self) -> None:
        if self.word.kind == "number":
            self.steps.append(Step(number=exact(Decimal(self._advance().text))))
        elif self.word.kind == "name":
            self._name()
        elif self.word.kind == "function":
            self._call()
        elif self.word.text == "(":
            self._bracketed(self._operation)
        else:
            remedy = "days(a, b) counts the days from a to b" if self.word.kind == "date" else ""
            raise self._unexpected(OPERAND, remedy)

    def _name(self) -> None:
        word = self._advance()
        self.names.append(word)
        self.steps.append(Step(name=word.text))

    def _bracketed(self, content: Callable[[], None]) -> None:
        opening = self._advance()
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(f"brackets are nested deeper than {DEEPEST}", opening.start, opening.end)
        content()
        if self.word.kind == "end":
            raise ExpressionError('"(" is never closed', opening.start, opening.end)
        if self.word.text != ")":
            raise self._unexpected("an operator")
        self.depth -= 1
        self._advance()

    def _call(self) -> None:
        called = self._advance()
        if called.text not in CALLED:
            raise ExpressionError(
                f'no function is named "{called.text}"', called.start, called.end, _meant(called.text)
            )
        count = 0

        def arguments() -> None:
            nonlocal count
            count = self._arguments(self._day if called.text == "days" else self._operation)

        self._bracketed(arguments)
        if called.text == "days" and count != 2:
            raise ExpressionError(f'"days" takes two days, not {count}', called.start, called.end)
        self.steps.append(Step(function=called.text, takes=count))

    def _arguments(self, argument: Callable[[], None]) -> int:
        """Read arguments with commas between them and count them."""
        argument()
        count = 1
        while self.word.text == ",":
            self._advance()
            argument()
            count += 1
        return count

    def _day(self) -> None:
        if self.word.kind == "name":
            self.dates.append(self.word)
            return self._name()
        if self.word.kind != "date":
            raise self._unexpected("a day or the name of one")
        try:
            day = date.fromisoformat(self.word.text)
        except ValueError:
            raise self._error(f'no day is written "{self.word.text}"') from None
        self._advance()
        self.steps.append(Step(number=exact(day.toordinal())))

    def _unexpected(self, expected: str, remedy: str = "") -> ExpressionError:
        if self.word.kind == "end" and self.before:
            return ExpressionError(f'{expected} is missing after "{self.before.text}"', *self.before[2:])
        if self.word.text in (")", "]") and expected != OPERAND:
            return self._error(f'"{self.word.text}" closes nothing')
        if self.word.kind == "number" and self.word.text.startswith("-") and expected != OPERAND:
            return ExpressionError('blanks are missing around "-"', self.word.start, self.word.start + 1)
        return self._error(f'"{self.word.text}" stands where {expected} is expected', remedy)

    def _error(self, message: str, remedy: str = "") -> ExpressionError:
        return ExpressionError(message, self.word.start, self.word.end, remedy)


def _meant(name: str) -> str:
    near = nearest(name, CALLED, CALLED_LIKENESS)
    return f'did you mean "{near}"?' if near else f"the functions are {', '.join(CALLED)}"
