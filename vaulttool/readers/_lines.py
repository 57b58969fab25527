"""The lines of a log, numbered, without the colours of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.readers._reading import Line
from vaulttool.text.span import LINE_END

COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def lines(text: str) -> Iterator[Line]:
    """Every line that is not blank."""
    plain = COLOUR.sub("", text) if "\x1b" in text else text
    for number, line in enumerate(LINE_END.split(plain), start=1):
        if line and not line.isspace():
            yield Line(number, line)
