"""What the rules on damage say, of which notes, and where they are silent."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

LONG = "Lisbon lies on the north bank of the Tagus, a day's walk above the place where the river meets the sea.\n\n"
PAGE = f"# Lisbon\n\n{LONG}## Harbour\n\n{LONG.replace('Tagus', 'sea')}## Bridges\n\n{LONG.replace('bank', 'bridge')}"

MESSAGES = {
    "a token": (
        "A town.<tool_call>\n",
        '"<tool_call>" is part of what a model writes to call a tool or to take a turn',
        "take it out, and see whether text beside it was lost or stands twice",
    ),
    "an end": (
        "Read `<tool_call>`.\n\n</invoke>\n",
        '"</invoke>" ends a call that does not begin in this note',
        "take it out, and see whether text beside it was lost or stands twice",
    ),
    "a placeholder": (
        "A town.\n\n<!-- rest of file unchanged -->\n",
        '"<!-- rest of file unchanged -->" stands for text that an agent left out',
        "put the text back, as it was before the edit",
    ),
    "a patch": (
        "*** Begin Patch\n",
        '"*** Begin Patch" belongs to an edit that was not applied',
        "apply the edit, or take it out",
    ),
    "an answer": (
        "Here is the updated page:\n\n# A\n",
        '"Here is the updated page:" is an agent\'s answer and not part of the page',
        "take it out",
    ),
    "a listing": (
        "1→a\n2→b\n3→c\n",
        'the lines from "1→" on have the numbers of a listing before them',
        "take the numbers out",
    ),
    "turns": (
        "# Lisbon\n\nA town on the Tagus, and more.\n\nHuman: go on\n\nAssistant:\n",
        '"Human:" begins a turn of a chat below the page',
        "take the chat out",
    ),
    "a diff": (
        "@@ -1 +1 @@\n",
        '"@@ -1 +1 @@" is a line of a diff, left as text',
        "apply the diff or take it out; one that is to be shown stands in a code block",
    ),
    "a copy": (
        PAGE + PAGE,
        '"# Lisbon" begins a second time: what follows stands above already',
        "keep one of the two",
    ),
    "a fence": (
        f"~~~~sh\nls\n\n## Harbour\n\n{LONG}- **Tide**: low\n",
        "this code block is not closed, so that the rest of the note is shown as code",
        "close it with a line of ~~~~, or take this line out",
    ),
    "a comment": (
        "%%\nhidden\n\n# Harbour\n",
        'this comment is not closed by "%%", so that the rest of the note is hidden',
        'write "%%" where the comment ends',
    ),
    "an HTML comment": (
        "<!--\nhidden\n",
        'this comment is not closed by "-->", so that the rest of the note is hidden',
        'write "-->" where the comment ends',
    ),
    "an encoding": (
        "cafÃ©\n",
        '"Ã©" is what "é" becomes in a wrong encoding',
        "read the file in the encoding that it had and save it as UTF-8, or take the text from before",
    ),
    "an encoding in many places": (
        "cafÃ© Ã© donâ€™t\n\nÃ¼\n",
        '"Ã©" is what "é" becomes in a wrong encoding, and 3 more in this note',
        "read the file in the encoding that it had and save it as UTF-8, or take the text from before",
    ),
    "a lost character": (
        "caf\ufffd\n",
        '"\ufffd" stands for text that was lost',
        "read the file in the encoding that it had and save it as UTF-8, or take the text from before",
    ),
}


@pytest.mark.parametrize(("text", "message", "help"), [pytest.param(*case, id=name) for name, case in MESSAGES.items()])
def test_what_is_said(text: str, message: str, help: str) -> None:
    (found,) = findings_of({"Page.md": text})
    assert (found.message, found.help) == (message, help)
    assert found.severity == ("warning" if found.rule == "mojibake" else "error")


def test_the_copy_names_the_first() -> None:
    (found,) = findings_of({"Page.md": "---\ntitle: x\n---\n" + PAGE + PAGE})
    (first,) = found.related
    assert (first.path, first.span.start, first.message) == ("Page.md", 17, "it begins here first")


RESIDUE = {
    "token": "A town.\n\n<tool_call>\n{}\n</tool_call>\n",
    "placeholder": "A town.\n\n... rest of the file unchanged ...\n",
    "patch": "A town.\n\n*** Begin Patch\n",
    "last": "In `<tool_call>`.\n\n</tool_call>\n",
    "answer": "Here is the full page:\n\n# A\n",
}


@pytest.mark.parametrize(
    "path",
    [
        *("Prompts/Summary.md", "Chat with a model.md", "notes/chat_templates.md", "Few-shot prompt.md"),
        *("LLM/Special tokens.md", "tool-calling.md", "Tool use.md", "Templates/Daily.md", "transcripts/2026.md"),
    ],
)
def test_notes_whose_path_says_that_they_show_such_things(path: str) -> None:
    found = {name for name, text in RESIDUE.items() if findings_of({path: text}, "tool-call-residue")}
    assert found == {"last", "answer"}


@pytest.mark.parametrize(
    "path",
    ["Lisbon.md", "LLM/frank-medium.md", "Runbooks/Prompter.md", "Chatham.md", "Tokenise me.md", "Contemplate.md"],
)
def test_other_notes(path: str) -> None:
    assert all(findings_of({path: text}, "tool-call-residue") for text in RESIDUE.values())


def test_extra_pages_are_read_too() -> None:
    files = {"../AGENTS.md": "A town.<tool_call>\n", "../page.html": "<p><tool_call></p>", "Page.md": "x"}
    assert [finding.path for finding in findings_of(files, "tool-call-residue")] == ["../AGENTS.md"]


@pytest.mark.parametrize("path", ["Board.canvas", "page.html"])
def test_other_files_are_not_read(path: str) -> None:
    text = '{"nodes": [{"type": "text", "id": "a", "text": "<tool_call>"}], "edges": []}'
    assert findings_of({path: text, "Page.md": "x"}) == []


ALLOWED = "<!-- vaulttool:ignore {} -->\n"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        pytest.param("tool-call-residue", "<tool_call>\n", id="a token"),
        pytest.param("diff-residue", "@@ -1 +1 @@\n", id="a hunk"),
        pytest.param("mojibake", "cafÃ© and Ã©\n", id="an encoding"),
        pytest.param("unclosed-fence", f"```sh\nls\n\n## Harbour\n\n{LONG}- **Tide**: low\n", id="a fence"),
    ],
)
def test_what_a_comment_allows(rule: str, text: str) -> None:
    assert [finding.rule for finding in findings_of({"Page.md": text})] == [rule]
    assert findings_of({"Page.md": ALLOWED.format(rule) + text}) == []


def test_the_first_place_that_is_not_allowed_is_told() -> None:
    text = ALLOWED.format("mojibake") + "cafÃ©\n\nthÃ©\n\nÃ¼\n"
    files = {"Page.md": text}
    (found,) = findings_of(files)
    assert marked(files, [found]) == [("Page.md", "mojibake", "Ã©")]
    assert found.message == '"Ã©" is what "é" becomes in a wrong encoding, and 1 more in this note'
    assert found.span.start == text.index("thÃ©") + 2


def test_the_rules_can_be_set() -> None:
    config = '[rules]\nmojibake = "error"\ntool-call-residue = "off"\n'
    found = findings_of({"Home.md": "cafÃ©\n\n<tool_call>\n", "vaulttool.toml": config})
    assert [(finding.rule, finding.severity) for finding in found] == [("mojibake", "error")]
