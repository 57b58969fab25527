"""How much room characters take on a terminal: East Asian ones and emoji two columns, combining ones none."""

from __future__ import annotations


def width(text: str) -> int:
    """The columns that a text takes, which has no control characters."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # not for plain text: it takes time to import

    return cell_len(text)


def head(text: str, columns: int) -> str:
    """The longest beginning that fits into so many columns, cut before no mark that belongs to the letter before it."""
    if text.isascii():
        return text[: max(columns, 0)]
    taken = 0
    for place, character in enumerate(text):
        taken += width(character)
        if taken > columns:
            return text[:place]
    return text


def tail(text: str, columns: int) -> str:
    """The longest end that fits, likewise."""
    if text.isascii():
        return text[max(len(text) - columns, 0) :]
    taken, place = 0, len(text)
    while place:
        taken += width(text[place - 1])
        if taken > columns:
            break
        place -= 1
    while place < len(text) and width(text[place]) == 0:
        place += 1
    return text[place:]
