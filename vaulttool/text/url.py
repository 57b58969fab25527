"""Percent escapes as JavaScript's ``decodeURI`` reads them, and as a forge does."""

from __future__ import annotations

import re

ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
STAY_ENCODED = frozenset(b";/?:@&=+$,#")
BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


def decoded(url: str) -> str | None:
    """The URL as ``decodeURI`` gives it; None where it holds an escape that is malformed or no UTF-8.

    The characters ``; / ? : @ & = + $ , #`` stay encoded.
    """
    if "%" not in url:
        return url
    if BAD_ESCAPE.search(url):
        return None
    try:
        return ESCAPES.sub(_decoded_run, url)
    except UnicodeDecodeError:
        return None


def fully_decoded(url: str) -> str:
    """The URL with every escape decoded, reserved characters too."""
    if "%" not in url:
        return url
    from urllib.parse import unquote  # only where there is something to decode: it takes time to import

    return unquote(url)


def _decoded_run(found: re.Match[str]) -> str:
    """One run of escapes, decoded save for the reserved characters."""
    raw = bytes.fromhex(found[0].replace("%", ""))
    pieces: list[str] = []
    start = 0
    for index, byte in enumerate(raw):
        if byte in STAY_ENCODED:
            pieces.append(raw[start:index].decode("utf-8"))
            pieces.append(found[0][3 * index : 3 * index + 3])
            start = index + 1
    pieces.append(raw[start:].decode("utf-8"))
    return "".join(pieces)
