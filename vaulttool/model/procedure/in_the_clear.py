"""Settings whose value is a secret that stands in a unit in the clear: a page must not repeat it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vaulttool.model.setting import Setting

WORD = re.compile(r"[A-Za-z0-9]+")
SECRET_WORDS = ("password", "passwd", "passphrase", "secret", "token", "apikey", "credential", "credentials", "key")
SECRET_ENDINGS = ("password", "passwd", "requirepass")
HARMLESS = re.compile(r"\s*(?:[$%./~{].*|[0-9.]{0,4}|true|false|yes|no|on|off|none|null|auto|default)", re.IGNORECASE)
IN_AN_ADDRESS = re.compile(r"://[^/\s:@]*+:(?![$%{])[^/\s@]++@")


def secrets_in(settings: Iterable[Setting]) -> list[str]:
    """The names of the flags and variables that hold a secret, as far as name or value tell."""
    found = [one.name for one in settings if one.kind in ("flag", "environment") and _is_secret(one)]
    return list(dict.fromkeys(found))


def _is_secret(setting: Setting) -> bool:
    """Whether a setting is called like a secret and has a value of its own, or has an address with a password in it. A
    path, a variable, a number or a word such as ``true`` is none."""
    if IN_AN_ADDRESS.search(setting.value):
        return True
    if not setting.value or HARMLESS.fullmatch(setting.value):
        return False
    words = [word.lower() for word in WORD.findall(setting.name)]
    return bool(words) and (words[-1] in SECRET_WORDS or words[-1].endswith(SECRET_ENDINGS))
