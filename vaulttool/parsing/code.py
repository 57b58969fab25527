"""Where code spans stand on a line."""

from __future__ import annotations

import re

BACKTICKS = re.compile(r"`+")


def code_spans(line: str) -> list[tuple[int, int]]:
    """Where code spans stand: each from a run of backticks to the next run as long. Linear in the line."""
    runs = [(run.start(), run.end()) for run in BACKTICKS.finditer(line)]
    later: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    spans, index = [], 0
    while index < len(runs):
        same = later[runs[index][1] - runs[index][0]]
        while same and same[-1] <= index:
            same.pop()
        closing = same[-1] if same else index
        if closing > index:
            spans.append((runs[index][0], runs[closing][1]))
        index = closing + 1
    return spans
