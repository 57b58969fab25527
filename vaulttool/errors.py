"""Errors that a person can put right: each names the file, the thing and the remedy."""

from __future__ import annotations

from collections.abc import Sequence


class VaulttoolError(Exception):
    """Something that stops the run and that the user can mend; shown without a traceback.

    ``message`` says what is wrong, ``remedy`` what to do about it (may be empty). ``shown`` are the lines of a file
    that it speaks of.
    """

    def __init__(self, message: str, remedy: str = "", shown: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.shown = tuple(shown)


class ConfigurationError(VaulttoolError):
    """A configuration file or option that cannot be used as it stands."""


class VaultError(VaulttoolError):
    """A vault, or a PATH in it, that cannot be read as asked."""


class NoVault(VaultError):
    """No folder is where the vault should be, or no note is in it."""


class EvidenceError(VaulttoolError):
    """Evidence that cannot be read, or a run that cannot be written."""
