"""Why something generated cannot be written, for the place that asked for it."""

from __future__ import annotations


class CannotGenerate(Exception):
    """Why a region or file cannot be written; ``help`` says what to do about it."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


class NoDatum(CannotGenerate):
    """An address, or something that data should have, that is not there."""


class Unusable(NoDatum):
    """An address whose file is there and cannot be used, which is told of the file."""
