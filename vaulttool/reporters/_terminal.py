"""What a terminal understands besides text: colours, and links that can be clicked."""

from __future__ import annotations

BOLD, RED, YELLOW, CYAN, DIM = "1", "1;31", "1;33", "36", "2"
COLOURS = {"error": RED, "warning": YELLOW}


def painted(text: str, code: str) -> str:
    """The text in a colour."""
    return f"\x1b[{code}m{text}\x1b[0m"


def linked(text: str, address: str) -> str:
    """The text as a link (OSC 8) to an address, which has no control character; as it is where that is empty."""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if address else text
