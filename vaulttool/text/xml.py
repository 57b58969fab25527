"""Text for XML: what it cannot hold, and what would draw on a terminal, written out."""

from __future__ import annotations

import re

# XML 1.0 has no other control characters than these two and CR, and of CR a reader makes LF.
UNFIT = re.compile(
    r"[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
)


def portable(text: str) -> str:
    """The text with such characters as ``\\x1b`` or ``\\u202e``."""
    return UNFIT.sub(lambda found: _written_out(ord(found[0])), text)


def _written_out(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
