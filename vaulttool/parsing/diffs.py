"""Finds lines of a diff that stand in a note as text: headers, hunks, lines with a plus sign still before them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.parsing.document import Trouble
from vaulttool.parsing.visible import Visible
from vaulttool.text.span import Span

RULE = "diff-residue"
HEADER = re.compile(
    r"""
    ^(?: (?P<hunk>@@@?[ ]-\d+(?:,\d+)?(?:[ ]-\d+(?:,\d+)?)?[ ]\+\d+(?:,\d+)?[ ]@@@?(?:[ ][^\n]*+)?)
      | diff[ ]--(?:git|cc|combined)[ ]\S[^\n]*+
      | \+\+\+[ ](?:b/\S[^\n]*+|/dev/null[ \t]*+)
      | ---[ ](?:a/\S[^\n]*+(?=\n\+\+\+[ ])|a/\S*\.[A-Za-z0-9]{1,8}[ \t]*+$|/dev/null[ \t]*+$)
      | index[ ][0-9a-f]{7,40}\.\.[0-9a-f]{7,40}(?:[ ]\d{6})?[ \t]*+$
      | (?:new[ ]file|deleted[ ]file|old|new)[ ]mode[ ]1[0-7]{5}[ \t]*+$
      | (?:dis)?similarity[ ]index[ ]\d{1,3}%[ \t]*+$
      | \\[ ]No[ ]newline[ ]at[ ]end[ ]of[ ]file[ \t]*+$
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
# Markdown with a plus sign glued to it; one such line may be anything, several are the half of a diff.
ADDED = re.compile(r"^\+(?:- (?:\[\[|\[[ x]\] )|\* \[\[|#{2,6} \S|> \S|\|[^\n|]*+\|[^\n]*\|[ \t]*+$)", re.MULTILINE)
WORDS = ("@@ -", "+++ ", "--- ", "diff --", "index ", " mode 1", "\\ No ")
SHOWN = re.compile(r"@@ -\d|\+\+\+ b/|diff --git |--- a/")
CHANGED = re.compile(r"[-+ \\][^\n]*+(?:\n|\Z)|\n")
# Who writes about these shows them.
DIFFS = re.compile(r"\b(?:diffs?|patch(?:es)?|hunks?|pull requests?|code reviews?)\b", re.IGNORECASE)
FEWEST_ADDED = 2


def diffs(note: Visible) -> Iterator[Trouble]:
    """The lines of diffs; those of one diff are one trouble. None in a note that shows diffs in code."""
    headers = _lines(note, HEADER) if any(word in note.text for word in WORDS) else []
    added = _lines(note, ADDED) if "\n+" in note.text else []
    lines = headers + (added if headers or len(added) >= FEWEST_ADDED else [])
    if not lines or note.shows_code(SHOWN):
        return
    end = -1
    for line in sorted(lines):
        if line.start > end:
            yield Trouble(line, RULE, line.of(note.text)[:60])
        end = _end_of_diff(note.text, max(end, line.end + 1))


def _lines(note: Visible, pattern: re.Pattern[str]) -> list[Span]:
    """The lines that a pattern matches, outside code and chapters about diffs."""
    found = []
    for line, (match, *_) in note.by_line(pattern):
        meant = note.is_code(match.start()) or note.is_about(DIFFS, line.start)
        if not (meant or note.is_foreign(line) or note.in_comment(line.start)):
            found.append(Span(line.start, line.start + len(line.of(note.text).rstrip())))
    return found


def _end_of_diff(text: str, start: int) -> int:
    """Where the lines end that may belong to the diff whose header ends before ``start``."""
    while start < len(text) and (line := CHANGED.match(text, start)):
        start = line.end()
    return start
