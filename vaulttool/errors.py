"""Errors that a person can put right: each names the file, the thing and the remedy."""

from __future__ import annotations


class VaulttoolError(Exception):
    """Something that stops the run and that the user can mend; shown without a traceback.

    ``message`` says what is wrong, ``remedy`` what to do about it (may be empty).
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class ConfigurationError(VaulttoolError):
    """A configuration file or option that cannot be used as it stands."""


class VaultError(VaulttoolError):
    """A vault, or a PATH in it, that cannot be read as asked."""
