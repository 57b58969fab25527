"""The checksum of a generated text, whatever its line ends."""

from __future__ import annotations

from vaulttool.text.span import LINE_END


def checksum(body: str) -> str:
    """The sum of a region's body: the first ten hexadecimal digits of SHA-256 over it with LF line ends."""
    import hashlib  # only where there are regions: it takes time to import

    return hashlib.sha256(with_lf(body).encode("utf-8")).hexdigest()[:10]


def with_lf(text: str) -> str:
    """A text with LF line ends."""
    return LINE_END.sub("\n", text) if "\r" in text else text
