"""The shape of the Obsidian Hub, measured once (6,571 notes, 14.8 MB), and draws from it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

# Each row has the values of a note at these points of the order from the least to the greatest.
# fmt: off
POINTS = (0, .01, .02, .05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .97, .98, .99, .995, .999, .9997, 1)
CHARACTERS = (11, 908, 1217, 1602, 1621, 1642, 1663, 1697, 1945, 2032, 2080, 2126, 2197, 2332, 3672, 7759, 11879,
              14316, 25354, 134420, 309473)
LINKS = (0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 5, 7, 8, 15, 25, 75, 2409, 2920)
ADDRESSES = (0, 3, 3, 7, 8, 8, 8, 8, 9, 12, 12, 12, 12, 12, 12, 13, 46, 59, 87, 110, 497)
HEADINGS = (0, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4, 5, 8, 15, 17, 22, 29, 45)
PROPERTIES = (0, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)
BLOCKS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 5, 8, 9)
COMMENTS = (0, 1, 1, 2, 5, 5, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 10)
HTML_COMMENTS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 16, 19)
# The notes of each folder.
FOLDERS = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 7, 8, 8, 10, 11, 12,
           13, 15, 15, 22, 23, 32, 38, 49, 61, 104, 469, 2692, 2919)
# fmt: on
DEPTHS = {1: 0.01, 2: 0.46, 3: 0.53}  # share of the notes by the number of folders above them
LONG_NOTES_LINK = 0.6  # rank correlation of length and links
ALIASED, ANCHORED, BY_PATH, EMBEDDED = 0.69, 0.14, 0.25, 0.13  # shares of the links


def drawn(row: Sequence[int], point: float) -> int:
    """The value of a row at a point from 0 to 1, between two measured ones in proportion."""
    at = min(bisect_right(POINTS, point) - 1, len(POINTS) - 2)
    share = (point - POINTS[at]) / (POINTS[at + 1] - POINTS[at])
    return int(row[at] + (row[at + 1] - row[at]) * share + 0.5)
