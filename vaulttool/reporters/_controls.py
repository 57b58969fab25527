"""Characters that could draw on a terminal, forge a line or turn it around."""

from __future__ import annotations

CONTROLS = (*range(32), *range(127, 160))
TURNS = (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # separators of lines, directions of writing
