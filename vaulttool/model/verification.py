"""Which commands a page gives, and whether anything on it tells how to see that they worked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vaulttool.parsing.prose import Fence, Prose

SHELLS = {"sh", "bash", "zsh", "fish", "shell", "console", "shell-session", "shellsession", "powershell", "pwsh", "ps1",
          "cmd", "bat"}  # fmt: skip
HEADING = re.compile(
    r"\b(?:verif|check|test|smoke|health|gate|validat|confirm|proof|prove|expect|accept|monitor|observ|result|success)",
    re.IGNORECASE,
)
TOLD = re.compile(
    r"""
    \b(?: expect | verif | confirm | ensure | make[ ]sure | validat | healthy | succe(?:ed|ss) | pass(?:es|ed)\b
    | should[ ] | must[ ] | wait[ ](?:for|until|till) | check(?![ ]?out) | test(?:s|ed)?\b | prove | smoke
    | (?:returns?|prints?|shows?|answers?|reports?|displays?|outputs?|lists?|says?|replies)\b
    | you[ ](?:will[ ])?(?:see|get)\b | look[ ](?:at|for)\b | exit[ ](?:status|code) | diff\b | review | inspect )
    | (?:→|->|=>|⇒)[ ]*\S | is-active | is-enabled | \bstatus\b | /health | /ready | /ping | /v1/models
    | journalctl | --version\b | --check\b | --dry-run\b | \bassert | \bgrep\b
    | \bcurl\b(?![^\r\n]*[ ]-\w*[oO]) | \bls\b | \bps\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def commands_of(prose: Prose) -> Sequence[Fence]:
    """The code blocks in the language of a shell."""
    return [fence for fence in prose.fences if _language(fence) in SHELLS]


def is_verified(prose: Prose, commands: Sequence[Fence]) -> bool:
    """Whether a heading, a sentence or a command tells what is to be seen."""
    if any(HEADING.search(heading.title) for heading in prose.document.headings):
        return True
    said = (one.span for one in prose.passages if one.kind != "heading")
    return any(TOLD.search(span.of(prose.text)) for span in (*said, *(fence.content for fence in commands)))


def _language(fence: Fence) -> str:
    return (fence.info.split() or [""])[0].lower().strip("{}.")
