"""What a language model or its harness wrote, left in a note by an agent.

Tokens of a call or of a turn (`<tool_call>`, `<|im_start|>`, `</invoke>`, `[TOOL_CALLS]`), a call in JSON, a line that
stands for what the agent did not write again (`... rest of the file unchanged ...`), a patch or an edit block that was
never applied, an agent's "Here is the updated file:", the line numbers of a listing, the turns of a chat below a page
that is about something else.

A note that speaks of such things is left alone: they stand in code, in quotes and in the middle of sentences, and in
chapters and notes whose title, tags or path speak of prompts, chats, tokens, tool calls or templates.

Bad, `Lisbon.md`:

    # Lisbon

    A town on a river.<tool_call>
    {"name": "edit", "arguments": {"path": "Lisbon.md"}}
    </tool_call>

Bad, `Porto.md`:

    # Porto

    A town on another river.

    <!-- ... rest of the file unchanged ... -->

Good, `Models.md`:

    # Models

    The server wraps a call in `<tool_call>` and ends a turn with `<|im_end|>`; the older one wrote <tool_call> too.

    ```
    <tool_call>
    {"name": "edit", "arguments": {}}
    </tool_call>
    ```
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule

LOOK = "take it out, and see whether text beside it was lost or stands twice"
TOLD = {
    "token": ('"{0}" is part of what a model writes to call a tool or to take a turn', LOOK),
    "last": ('"{0}" ends a call that does not begin in this note', LOOK),
    "placeholder": ('"{0}" stands for text that an agent left out', "put the text back, as it was before the edit"),
    "patch": ('"{0}" belongs to an edit that was not applied', "apply the edit, or take it out"),
    "answer": ('"{0}" is an agent\'s answer and not part of the page', "take it out"),
    "numbers": ('the lines from "{0}" on have the numbers of a listing before them', "take the numbers out"),
    "turn": ('"{0}" begins a turn of a chat below the page', "take the chat out"),
}


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report each place with residue, save tokens in notes whose path says that they are about such things."""
    for note, span, detail in context.troubles():
        code, _, thing = detail.partition(" ")
        if code in ("token", "patch", "placeholder", "turn") and _is_about_prompts(note.path):
            continue
        message, help = TOLD[code]
        yield context.finding(note.path, span, message.format(thing), help)


def _is_about_prompts(path: str) -> bool:
    """Whether the path of a note says that it is about prompts, chats or calls."""
    from vaulttool.parsing.calls import PROMPTS  # only for a finding: it takes time to import
    from vaulttool.parsing.visible import AS_BLANKS

    return PROMPTS.search(path.removesuffix(".md").translate(AS_BLANKS)) is not None
