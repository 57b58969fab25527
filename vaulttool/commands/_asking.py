"""Asks the user on a terminal; without one, or where every default is to be taken, answers itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from vaulttool.errors import ConfigurationError
from vaulttool.reporters.text import safe


class Asking:
    """Questions with defaults. ``is_quiet`` takes each default without a word."""

    def __init__(self, is_quiet: bool) -> None:
        self.is_quiet = is_quiet

    def yes(self, question: str, default: bool = True) -> bool:
        """A question that is answered with yes or no."""
        return default if self.is_quiet else click.confirm(safe(question), default=default)

    def one_of(self, question: str, words: Sequence[str]) -> str:
        """A question that one of several words answers; the first is the default. Case does not matter."""
        if self.is_quiet:
            return words[0]
        answer: str = click.prompt(safe(question), type=click.Choice(words, case_sensitive=False), default=words[0])
        return answer


def require_terminal() -> None:
    """``ConfigurationError`` where nobody is there to answer."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise ConfigurationError(
            "there is no terminal to ask on", "give --yes to take every default, or --dry-run to see what they are"
        )
