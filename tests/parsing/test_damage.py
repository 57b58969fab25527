"""What is damage and what is not: tokens, leftovers, diffs, copies, open fences and comments, wrong encodings."""

from __future__ import annotations

import msgspec
import pytest
from parsing.test_laws import content
from quiet.undamaged import TABLES, TIDES

from vaulttool.parsing.note import parse
from vaulttool.parsing.visible import Visible

KINDS = {
    *("tool-call-residue", "diff-residue", "doubled-body", "unclosed-fence", "unclosed-comment", "mojibake"),
    *("conflict-marker", "misplaced-front-matter"),
}
PAGE = """\
---
type: runbook
title: Lisbon
tags: [town]
---

# Lisbon

The ACTIVE deployment. See [[Porto]].

## Harbour

It takes ships of up to nine metres draught.

{}

## Bridges

Two bridges cross the river.
"""


def damages(text: str) -> list[tuple[str, str]]:
    """Kind of damage and the text under its span."""
    return [(one.kind, one.span.of(text)) for one in parse(text).troubles if one.kind in KINDS]


def told(text: str) -> list[tuple[str, str]]:
    """Kind of damage and its detail."""
    return [(one.kind, one.detail) for one in parse(text).troubles if one.kind in KINDS]


TOKENS = {
    "a call": ("<tool_call>", "<tool_call>"),
    "the end of a call": ("</tool_call>", "</tool_call>"),
    "calls in XML": (
        '<function_calls>\n<invoke name="Edit">\n<parameter name="path">x</parameter>\n</invoke>\n</function_calls>',
        "<function_calls>",
    ),
    "one call in XML": ('<invoke name="str_replace_editor">', '<invoke name="str_replace_editor">'),
    "the end of one": ("</invoke>", "</invoke>"),
    "the end of a file that was written": ("</content>\n</invoke>", "</content>"),
    "the end of an argument": ("</parameter>\n</invoke>", "</parameter>"),
    "glued to a sentence": ("It is deployed.<tool_call>", "<tool_call>"),
    "behind a sentence": ("It is deployed. <tool_call>", "<tool_call>"),
    "an end glued to text": ('"path": "x"</invoke>', "</invoke>"),
    "with JSON behind it": ('<tool_call> {"name": "edit"}', "<tool_call>"),
    "a turn": ("<|im_start|>assistant", "<|im_start|>"),
    "the end of a turn": ("Done.<|im_end|>", "<|im_end|>"),
    "the end of a text": ("<|endoftext|>", "<|endoftext|>"),
    "Llama 3": ("<|start_header_id|>assistant<|end_header_id|>", "<|start_header_id|>"),
    "Llama's end": ("It is so.<|eot_id|>", "<|eot_id|>"),
    "Llama's tools": ('<|python_tag|>{"name": "x"}', "<|python_tag|>"),
    "harmony": ("<|channel|>analysis<|message|>Need to edit", "<|channel|>"),
    "a call in pipes": ("<|tool_call|>", "<|tool_call|>"),
    "Kimi": ("<|tool_calls_section_begin|>", "<|tool_calls_section_begin|>"),
    "DeepSeek": ("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>edit", "<｜tool▁calls▁begin｜>"),
    "DeepSeek in ASCII": ("<|tool▁calls▁begin|>", "<|tool▁calls▁begin|>"),
    "DeepSeek's XML": ("<｜DSML｜function_calls>", "<｜DSML｜function_calls>"),
    "Gemma": ("<start_of_turn>model", "<start_of_turn>"),
    "Gemma's end": ("<end_of_turn>", "<end_of_turn>"),
    "Gemma's calls": ("<|tool_call>call:edit{}<tool_call|>", "<|tool_call>"),
    "Mistral": ('[TOOL_CALLS][{"name": "x", "arguments": {}}]', "[TOOL_CALLS]"),
    "Mistral's tag alone": ("[TOOL_CALLS]", "[TOOL_CALLS]"),
    "an instruction": ("[INST] Flip the status. [/INST]", "[INST]"),
    "an instruction with its start": ("<s>[INST] Flip the status. [/INST]", "[INST]"),
    "the end of an instruction": ("[/INST]", "[/INST]"),
    "Llama 2": ("<<SYS>>", "<<SYS>>"),
    "thoughts that end": ("</think>", "</think>"),
    "thoughts that end behind text": ("so I edit it.</think>", "</think>"),
    "thoughts of Kimi": ("◁/think▷", "◁/think▷"),
    "Qwen": ("<function=edit>\n<parameter=path>x</parameter>\n</function>", "<function=edit>"),
    "GLM": ("<arg_key>path</arg_key><arg_value>x</arg_value>", "<arg_key>"),
    "MiniMax": ("<minimax:tool_call>", "<minimax:tool_call>"),
    "a result": ("<tool_response>\nok\n</tool_response>", "<tool_response>"),
    "Gemini": ("<tool_code>", "<tool_code>"),
    "an editor's agent": ("<write_to_file>\n<path>a</path>\n</write_to_file>", "<write_to_file>"),
    "another": ("<attempt_completion>", "<attempt_completion>"),
    "a reminder": ("<system-reminder>\nDo not mention it.\n</system-reminder>", "<system-reminder>"),
    "a command's output": ("<local-command-stdout>", "<local-command-stdout>"),
    "an artifact": ('<antArtifact identifier="x">', '<antArtifact identifier="x">'),
    "an action": ('<boltAction type="file">', '<boltAction type="file">'),
}

BLOBS = {
    "tool and args": '{"tool": "edit", "args": {"path": "x"}}',
    "name and arguments": '{"name": "edit", "arguments": {"path": "x"}}',
    "name and parameters": '{"name": "edit", "parameters": {"path": "x"}}',
    "over several lines": '{\n  "name": "edit",\n  "arguments": {\n    "path": "x"\n  }\n}',
    "an action": '{"action": "edit", "action_input": "x"}',
    "a block": '{"type": "tool_use", "id": "toolu_01", "name": "edit"}',
    "a list of calls": '{"tool_calls": [{"id": "call_1"}]}',
}

PLACEHOLDERS = (
    *("# ... existing code ...", "// ... existing code ...", "## ... existing sections ..."),
    *("<!-- rest of file unchanged -->", "<!-- ... existing content ... -->", "<!-- rest unchanged -->"),
    *("<!-- The rest of the document remains unchanged. -->", "<!-- Everything else stays the same -->"),
    *("[... rest of the document remains the same ...]", "[Rest of the file remains unchanged]", "[rest unchanged]"),
    *("(rest of the document unchanged)", "... (rest of the file remains the same) ...", "[... existing content ...]"),
    *("... rest of the content unchanged ...", "…rest of the page stays the same…", "... unchanged ..."),
    *("... existing sections ...", "[... remaining sections unchanged ...]", "[Previous content remains unchanged]"),
    *("... [rest of file unchanged] ...", "// rest of the file unchanged", "{/* rest of the page unchanged */}"),
    *("| ... existing rows ... | | |", "- ... existing items ...", "// ... rest of the code remains the same ..."),
)

PATCHES = {
    "a patch": ("*** Begin Patch\n*** Update File: a.md", "*** Begin Patch"),
    "the end of a patch": ("*** End Patch", "*** End Patch"),
    "a file of a patch": ("*** Add File: notes/a.md", "*** Add File: notes/a.md"),
    "an edit block": ("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE", "<<<<<<< SEARCH"),
    "the end of an edit block": (">>>>>>> REPLACE", ">>>>>>> REPLACE"),
    "an older edit block": ("<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED", "<<<<<<< ORIGINAL"),
    "dashes": ("------- SEARCH\na\n=======\nb\n+++++++ REPLACE", "------- SEARCH"),
}


@pytest.mark.parametrize(
    ("written", "first"), [pytest.param(*case, id=name) for name, case in {**TOKENS, **PATCHES}.items()]
)
def test_what_an_agent_left(written: str, first: str) -> None:
    ((kind, span),) = damages(PAGE.format(written))
    assert (kind, span[: len(first)]) == ("tool-call-residue", first)
    assert [detail.partition(" ")[2] for _, detail in told(PAGE.format(written))] == [first]


@pytest.mark.parametrize("written", [pytest.param(text, id=name) for name, text in BLOBS.items()])
def test_calls_in_json(written: str) -> None:
    ((kind, span),) = damages(PAGE.format(written))
    assert kind == "tool-call-residue"
    assert written.startswith(span.rstrip("\n"))


@pytest.mark.parametrize("written", PLACEHOLDERS)
def test_what_stands_for_text_that_was_left_out(written: str) -> None:
    assert told(PAGE.format(written)) == [("tool-call-residue", f"placeholder {written.removeprefix('- ')}")] or told(
        PAGE.format(written)
    ) == [("tool-call-residue", f"placeholder {written}")]


WHOLE = {
    "an answer above the title": ("Here is the updated file:\n\n# Lisbon\n", "Here is the updated file:"),
    "an answer below front matter": (
        "---\ntype: x\n---\n\nSure! Here's the complete updated document:\n\n# Lisbon\n",
        "Sure! Here's the complete updated document:",
    ),
    "thoughts at the top": ("<think>\nOkay, the user wants\n</think>\n\n# Lisbon\n", "<think>"),
    "the end of an answer": ("# Lisbon\n\nA town.\n</s>\n", "</s>"),
    "the end of a call that the note does not make": (
        "# Lisbon\n\nThe parser reads `<tool_call>`.\n\n</invoke>\n",
        "</invoke>",
    ),
    "a turn below a page": (
        "# Lisbon\n\nLisbon lies on the north bank of the Tagus.\n\nHuman: now the index\n\nAssistant: I will\n",
        "Human:",
    ),
    "an open turn below a page": ("# Lisbon\n\nLisbon lies on the Tagus.\n\nHuman:", "Human:"),
    "a listing": (
        "   1→---\n   2→title: x\n   3→---\n   4→\n   5→# Lisbon\n",
        "   1→---\n   2→title: x\n   3→",
    ),
    "a listing below front matter": (
        "---\ntitle: x\n---\n\n    9→text\n   10→\n   11→text\n",
        "    9→text\n   10→\n   11→",
    ),
}


@pytest.mark.parametrize(("text", "span"), [pytest.param(*case, id=name) for name, case in WHOLE.items()])
def test_an_agents_answer(text: str, span: str) -> None:
    assert damages(text) == [("tool-call-residue", span)]


DIFFS = {
    "a hunk": ("@@ -1,4 +1,5 @@", ["@@ -1,4 +1,5 @@"]),
    "a hunk with its chapter": ("@@ -1 +1 @@ ## Harbour", ["@@ -1 +1 @@ ## Harbour"]),
    "a hunk of a merge": ("@@@ -1,2 -1,3 +1,4 @@@", ["@@@ -1,2 -1,3 +1,4 @@@"]),
    "a whole diff": (
        "diff --git a/x.md b/x.md\nindex abc1234..def5678 100644\n--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n-a\n+b\n c",
        ["diff --git a/x.md b/x.md"],
    ),
    "two diffs": ("+++ b/x.md\n+a\n\ntext\n\n+++ b/y.md\n+b", ["+++ b/x.md", "+++ b/y.md"]),
    "the new file": ("+++ b/docs/x.md", ["+++ b/docs/x.md"]),
    "the old file": ("--- a/docs/x.md", ["--- a/docs/x.md"]),
    "a new file": ("--- /dev/null\n+++ b/x", ["--- /dev/null"]),
    "no line end": ("\\ No newline at end of file", ["\\ No newline at end of file"]),
    "object names": ("index abc1234..def5678 100644", ["index abc1234..def5678 100644"]),
    "rows with a plus sign": ("+| [[a]] | b |\n+| [[c]] | d |", ["+| [[a]] | b |"]),
    "entries with a plus sign": ("+- [[Porto]] - a town\n+- [[Faro]]", ["+- [[Porto]] - a town"]),
    "headings with a plus sign": ("+## Tides\n+\n+Text.\n\n+## Winds", ["+## Tides"]),
}


@pytest.mark.parametrize(("written", "lines"), [pytest.param(*case, id=name) for name, case in DIFFS.items()])
def test_lines_of_a_diff(written: str, lines: list[str]) -> None:
    assert damages(PAGE.format(written)) == [("diff-residue", line) for line in lines]


BODY = (
    "# Lisbon\n\nLisbon lies on the north bank of the Tagus, a day's walk above the sea.\n\n"
    f"## Harbour\n\n{TIDES[0]}\n\n## Bridges\n\n{TIDES[1]}\n\n## Wind\n\n{TIDES[2]}\n"
)
FRONT = "---\ntype: runbook\ntitle: Lisbon\ntags: [town]\n---\n\n"
EDITED = BODY.replace("a day's walk above the sea", "where the sea begins")
CHAPTERS = "".join(
    f"## {name}\n\n{text * 3}\n\n" for name, text in zip(("Harbour", "Bridges", "Wind"), TIDES, strict=True)
)
CODE = "```sh\n" + "".join(f"read gauge {line} of the harbour\n" for line in range(20)) + "```\n"

DOUBLED = {
    "the body twice": (BODY + BODY, "# Lisbon"),
    "with a blank line between": (FRONT + BODY + "\n" + BODY, "# Lisbon"),
    "three times": (BODY * 3, "# Lisbon"),
    "a short page": ("# Lisbon\n\nA town on a river, with two harbours and a bridge.\n" * 2, "# Lisbon"),
    "the second edited": (FRONT + BODY + "\n" + EDITED, "# Lisbon"),
    "the second cut off": (BODY + "\n" + BODY[: BODY.index("## Wind")], "# Lisbon"),
    "more below": (BODY + "\n" + BODY + "\n## More\n\nText.\n", "# Lisbon"),
    "front matter and all": (FRONT + BODY + "\n" + FRONT + BODY, "---"),
    "front matter over another body": (FRONT + BODY + "\n" + FRONT + "# Porto\n\nA town.\n", "---"),
    "without a title": (BODY.partition("\n")[2] + BODY.partition("\n")[2], "## Harbour"),
    "without headings": ("\n\n".join(TIDES + TIDES) + "\n", TIDES[0]),
    "chapters in a row": (FRONT + "# Towns\n\nText.\n\n" + CHAPTERS * 2 + "## Last\n\nText.\n", "## Harbour"),
    "a page with code": ("# Gauge\n\nRead it so:\n\n" + CODE + "\n# Gauge\n\nRead it so:\n\n" + CODE, "# Gauge"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line"), [pytest.param(*case, id=name) for name, case in DOUBLED.items()])
def test_what_stands_twice(text: str, line: str) -> None:
    ((kind, detail),) = told(text)
    ((_, span),) = damages(text)
    start, end, title = detail.split(" ", 2)
    assert (kind, span, title) == ("doubled-body", line, line[:80])
    assert text[int(start) : int(end)] == line


UNCLOSED = {
    "a fence over chapters": (
        f"Run\n\n```bash\nls\n\n## Harbour\n\n{TIDES[0]}\n\nSee [[Porto]] for more.\n",
        ("unclosed-fence", "```bash"),
    ),
    "a closing fence too many": (
        f"```sh\nls\n```\n```\n\n## Harbour\n\n{TIDES[0]}\n\n- **Tide**: low\n",
        ("unclosed-fence", "```"),
    ),
    "a closing fence that is none": (
        "~~~sh\nls\n~~~x\n\n## Harbour\n\nIt is [deep](https://example.org/deep).\n",
        ("unclosed-fence", "~~~sh"),
    ),
    "a closing fence that is too far in": (
        f"```sh\nls\n    ```\n\n## Harbour\n\n{TIDES[0]}\n\n- [ ] read it\n",
        ("unclosed-fence", "```sh"),
    ),
    "another fence with a language": ("```bash\nls\n\nThen:\n\n```python\nprint()\n", ("unclosed-fence", "```bash")),
    "a comment over chapters": ("Text.\n\n%%\nhidden\n\n## Harbour\n\nText.\n", ("unclosed-comment", "%%")),
    "an HTML comment": ("Text.\n\n<!-- hidden\n\nText.\n", ("unclosed-comment", "<!--")),
    "an HTML comment with a wrong end": ("<!-- hidden ->\n\n# Harbour\n", ("unclosed-comment", "<!--")),
}


@pytest.mark.parametrize(("text", "found"), [pytest.param(*case, id=name) for name, case in UNCLOSED.items()])
def test_what_is_not_closed(text: str, found: tuple[str, str]) -> None:
    assert damages(text) == [found]


GARBLED = {
    "é": ("cafÃ©", "1 Ã© é"),
    "É": ("Ã‰cole", "1 Ã‰ É"),
    "à before a letter": ("dÃ©jÃ\u00a0", "2 Ã© é"),
    "ü and ß": ("grÃ¼ÃŸen", "1 Ã¼ÃŸ üß"),
    "ö at the start": ("Ã–sterreich", "1 Ã– Ö"),
    "ñ": ("niÃ±o", "1 Ã± ñ"),
    "a quote": ("doesnâ€™t", "1 â€™ ’"),
    "a dash": ("three â€“ four", "1 â€“ –"),
    "dots": ("and so onâ€¦", "1 â€¦ …"),
    "a quote that lost its last byte": ("so â€œhe saidâ€.", "2 â€œ “"),
    "in Latin-1": ("doesnâ\x80\x99t", "1 â\x80\x99 ’"),
    "é in Latin-1": ("cafÃ\x83", "1 Ã\x83 Ã"),
    "degrees": ("25Â°C", "1 Â° °"),
    "a no-break space": ("10Â\u00a0kg", "1 Â\u00a0 \u00a0"),
    "a smiley": ("fine ðŸ™‚", "1 ðŸ™‚ 🙂"),
    "a euro": ("5 â‚¬", "1 â‚¬ €"),
    "a tick": ("âœ… done", "1 âœ… ✅"),
    "an arrow": ("a â†’ b", "1 â†’ →"),
    "a mark of the byte order": ("a\n\nï»¿b", "1 ï»¿ \ufeff"),
    "a lost character, garbled": ("aï¿½b", "1 ï¿½ \ufffd"),
    "Polish": ("zielonyÅ‚", "1 Å‚ ł"),
    "Russian": ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "1 ÐŸÑ€Ð¸Ð²ÐµÑ‚ Привет"),
    "Japanese": ("æ—¥æœ¬", "1 æ—¥æœ¬ 日本"),
    "garbled twice": ("itÃ¢â‚¬â„¢s", "2 Ã¢ â"),
    "lost": ("caf\ufffd", "1 \ufffd \ufffd"),
    "lost in a row": ("a \ufffd\ufffd\ufffd b", "1 \ufffd\ufffd\ufffd \ufffd"),
    "in front matter": ("---\ntitle: CafÃ©\n---\n", "1 Ã© é"),
    "in a heading": ("# CafÃ©\n", "1 Ã© é"),
    "in a link": ("[[CafÃ©]]", "1 Ã© é"),
}


@pytest.mark.parametrize(("text", "detail"), [pytest.param(*case, id=name) for name, case in GARBLED.items()])
def test_text_in_a_wrong_encoding(text: str, detail: str) -> None:
    assert told(text) == [("mojibake", detail)]


SILENT = [pytest.param(text, id=f"{table}: {name}") for table, notes in TABLES.items() for name, text in notes.items()]


@pytest.mark.parametrize("text", SILENT)
def test_what_is_no_damage(text: str) -> None:
    assert len(SILENT) >= 100
    assert damages(text) == []


DAMAGED = [
    *(PAGE.format(written) for written, _ in (*TOKENS.values(), *PATCHES.values(), *DIFFS.values())),
    *(PAGE.format(written) for written in (*BLOBS.values(), *PLACEHOLDERS)),
    *(text for text, _ in (*WHOLE.values(), *DOUBLED.values(), *UNCLOSED.values(), *GARBLED.values())),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_line_ends_change_nothing(text: str) -> None:
    plain = damages(text)
    for end in ("\r\n", "\r") if "```" not in text else ("\r\n",):
        found = damages(text.replace("\n", end))
        assert [(kind, span.replace(end, "\n")) for kind, span in found] == plain
    assert content(parse(text.replace("\n", "\r\n")))[-1] == content(parse(text))[-1]


def test_one_fault_is_told_once() -> None:
    """Prose above front matter is misplaced front matter, an edit block is no conflict, a conflict is no residue."""
    assert damages("Here is the updated file:\n\n" + FRONT + BODY) == [("misplaced-front-matter", "---")]
    assert damages("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n") == [("tool-call-residue", "<<<<<<< SEARCH")]
    assert damages("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> north\n") == [("conflict-marker", "<<<<<<< HEAD")]


def test_a_call_of_several_paragraphs_is_told_where_it_begins_and_ends() -> None:
    text = '# A\n\n<invoke name="Write">\n<parameter name="content">Text.\n\nMore.\n\n</parameter>\n</invoke>\n'
    assert [detail for _, detail in told(text)] == ['token <invoke name="Write">', "token </parameter>"]


def test_what_is_generated_is_left_alone() -> None:
    body = "\n- <tool_call>{}\n\n<tool_call>\n\ncafÃ©\n\n"
    text = f"<!-- vaulttool:begin backlinks -->\n{body}<!-- vaulttool:end backlinks -->\n"
    assert damages(text) == [("mojibake", "Ã©")]


def test_a_damaged_note_has_all_its_links_and_headings() -> None:
    document = parse(PAGE.format("<tool_call>"))
    assert [link.link for link in document.links] == ["Porto"]
    assert [heading.title for heading in document.headings] == ["Lisbon", "Harbour", "Bridges"]
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(document), type=type(document)) == document


def test_the_chapters_that_a_place_stands_in() -> None:
    from vaulttool.parsing.markdown import blocks

    text = "intro\n\n# A\n\n## B\n\nx\n\n# C\n\ny\n"
    note = Visible(text, 0, blocks(text), parse(text).headings)
    places = {word: note.chapters(text.index(word)) for word in ("intro", "x", "y", "# C")}
    assert places == {"intro": (), "x": ("A", "B"), "y": ("C",), "# C": ("A", "B")}
