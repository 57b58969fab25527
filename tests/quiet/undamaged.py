"""Notes that look damaged to a naive checker: about prompts, chats, diffs and encodings, and such as repeat themselves."""

PREFIX = "Undamaged/"

CALLS: dict[str, str] = {
    "a sentence about tags": "The server wraps each call in <tool_call> tags, and the older one in <function_calls> tags.\n",
    "a sentence that ends with a tag": "What ends a call is a tag of its own, namely </tool_call>\n",
    "a sentence that begins with a tag": "<tool_call> begins a call and </tool_call> ends it.\n",
    "a definition": "<tool_call>: begins a call\n</tool_call>: ends it\n",
    "tags of a plural": "<think>s are dropped, <tool_call>s are kept.\n",
    "a list of tokens": "- <tool_call>\n- </tool_call>\n- <|im_start|>\n- [TOOL_CALLS]\n",
    "a numbered list of tokens": "1. <tool_call>\n2. </tool_call>\n10. <|im_end|>\n",
    "a table of tokens": "| token | what |\n| --- | --- |\n| <tool_call> | begins |\n| </tool_call> | ends |\n",
    "tokens in code": "Ends with `<|im_end|>` or `</invoke>`, in Llama with `[/INST]`.\n\n```\n<tool_call>\n{}\n</tool_call>\n```\n",
    "tokens in code and as text": "In `<tool_call>` stands JSON:\n\n<tool_call>\n{}\n</tool_call>\n",
    "tokens in indented code": "So it looks:\n\n    <|im_start|>user\n    Hello<|im_end|>\n",
    "tokens in HTML's code": "<pre>\n<tool_call>\n</pre>\n\n<code><|im_end|></code>\n",
    "tokens in a comment": "%% <tool_call> %%\n\n<!-- <tool_call> -->\n\n%%\n<tool_call>\n%%\n",
    "tokens in a formula": "$$\n0 <|x| < 1, <|im_start|>\n$$\n\nand $<|x|>$\n",
    "tokens in a quote": "> <|im_start|>assistant\n> Yes.<|im_end|>\n\n> [!quote] Model\n> <tool_call>\n",
    "tokens in front matter": '---\ntitle: "<tool_call>"\nstop: ["<|im_end|>", "</s>"]\n---\n',
    "a chapter on the chat template": "## Chat template\n\n<|im_start|>system\nYou are brief.<|im_end|>\n<|im_start|>user\n",
    "a note with the tag prompt": "---\ntags: [prompt]\n---\n\n<tool_call>\n{}\n</tool_call>\n",
    "a chapter on function calling": '# Function calling\n\n## Hermes\n\n<tool_call>\n{"name": "x", "arguments": {}}\n</tool_call>\n',
    "stop words in a sentence": "Generation stops at <|eot_id|>, <|end|> or </s>, whichever comes first.\n",
    "a token in bold": "It decodes until **<|im_end|>**\n",
    "a token after a colon": "The end of a turn is marked by: <|im_end|>\n",
    "a token in Chinese": "这个模型的结束标记是<|im_end|>\n",
    "generics": "It returns a List<tool_call>\nand a Map<string, function_call>\n",
    "operators": "In F# one writes x <| f and f |> x, in Haskell a <|> b, and 0 < |x| < 1.\n",
    "struck out": "<s>Tuesday</s>\n\nWednesday, <s>noon</s>\n",
    "placeholders of a command": "run <tool_name> --out <output_dir>\n\n<file_name>\n",
    "XML of another kind": '<parameter name="port">80</parameter>\n\n<invoke name="a" partnerLink="b"/>\n\n</content>\n',
    "tags of HTML": "<details><summary>More</summary>\n\n<content-box>x</content-box>\n\n<think-tank>\n</details>\n",
    "thoughts in a sentence": "The model writes <think> first and </think> last.\n\n- </think>\n",
    "thoughts further down": "# Answer\n\nIt said:\n\n<think>\nhm\n</think>\n\nfour.\n",
    "the tools of an agent": "# Rules\n\n<read_file>\n<path>a</path>\n</read_file>\n\n<list_files>\n<path>a</path>\n</list_files>\n",
    "a fence in a fence": "Shown as\n\n```\n\n```\n<system-reminder>\nBe brief.\n</system-reminder>\n```\n\n```\n",
    "instructions in a sentence": "[INST] and [/INST] are plain text, [INST] is no token.\n",
    "a citation key": "As [INST] says.\n\n[INST]: https://example.org/institute\n\n[INST] is the institute.\n",
    "JSON in code": '```json\n{"name": "edit", "arguments": {}}\n```\n\n`{"tool": "a", "args": {}}`\n',
    "JSON in a sentence": 'It answers {"tool": "edit", "args": {}} and stops.\n',
    "other JSON": '{"name": "Lisbon", "population": 500000}\n\n{"type": "town"}\n\n{"action": "on", "parameters": {"a": {}}}\n',
    "JSON beside JSON in code": '```\n{"tool": "a", "args": {}}\n```\n\n{"tool": "a", "args": {}}\n',
}

LEFTOVERS: dict[str, str] = {
    "the rest in a sentence": "The rest of the document remains the same.\n\nThe rest of the file is unchanged, too.\n",
    "a remark in brackets": "(existing behaviour unchanged)\n\n[see the rest of the file]\n\n(Remains unchanged)\n",
    "an elision in a quotation": "The letter ends: [... the rest of the letter is lost ...]\n\n[...]\n\n(...)\n\n[…]\n",
    "an elision of a chapter": "[The rest of the section remains unchanged.]\n\n(Other sections unchanged)\n",
    "dots": "...\n\n... and so on ...\n\n... existing houses, he said, ...\n\n# ...\n\n## … and then?\n",
    "a comment that parts the page": "<!-- rest of page -->\n\n<!-- all other notes -->\n\n<!-- ====== the rest ====== -->\n",
    "elided code": "```python\nimport os\n# ... existing code ...\n```\n\n    // ... rest of file unchanged ...\n",
    "elided code in a sentence": "Models like to write `# ... existing code ...` or ... rest unchanged ... in the middle.\n",
    "a chapter on prompts": "## Prompt\n\n// ... existing code ...\n\nMark what you leave out so.\n",
    "a quoted elision": "> [... rest of the document remains the same ...]\n",
    "a heading about existing code": "# Existing code\n\n## The rest of the file\n\nUnchanged.\n",
    "a patch in code": "```\n*** Begin Patch\n*** Update File: a.md\n*** End Patch\n```\n",
    "a patch in code and as text": "`*** Begin Patch` begins it:\n\n*** End Patch\n\n```\n*** Begin Patch\n```\n",
    "stars": "***\n\n*** Begin of a new life ***\n\n*** Update: it rains ***\n",
    "arrows": "a → b\n\n1 → 2\n2 → 3\n3 → 4\n\n1→2\n\n2→3 →4\n",
    "steps with arrows, two of them together": "1→first\n2→second\n\n3→third\n",
    "steps with arrows": "1→ first\n\n2→ second\n\n3→ third\n",
    "a dialogue": "# Act I\n\nHuman: Who goes there?\n\nRobot: A friend.\n\nHuman: Pass.\n",
    "a chat that is kept": "# Chat with Claude\n\nHuman: What is the tide?\n\nAssistant: Three metres.\n",
    "a chat below an answer": "# Tides\n\n"
    + "They rise and fall. " * 20
    + "\n\n## What the model said\n\nHuman: Why?\n\nAssistant: The moon.\n",
    "a prompt with turns": "# Few-shot prompt\n\nHuman: 2+2\n\nAssistant: 4\n\nHuman: {question}\n\nAssistant:\n",
    "turns in quotes": '> Human: hello\n\n"Human: hello", it said, "Assistant: hi".\n\n- Human: 2\n- Assistant: 3\n',
    "a page that begins with Here is": "Here is the updated list of towns:\n\n- [[Lisbon in spring]]\n",
    "a page with a sample": "This is the complete example for the page on tides:\n\n```\nx\n```\n",
}

DIFFS: dict[str, str] = {
    "a diff in code": "```diff\n--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,3 @@\n-a\n+b\n```\n",
    "a diff in indented code": "The change:\n\n    diff --git a/x b/x\n    index abc1234..def5678 100644\n    @@ -1 +1 @@\n",
    "a diff in HTML's code": "<pre>\n@@ -1,2 +1,3 @@\n+++ b/x.md\n</pre>\n",
    "a diff in a quote": "> @@ -1,2 +1,3 @@\n> +++ b/x.md\n\n> [!info] Mail\n> diff --git a/x b/x\n",
    "a chapter on diffs": "## Reading a diff\n\n@@ -1,4 +1,5 @@\n\n+++ b/x.md\n\nsays where.\n",
    "a hunk in a sentence": "A line such as @@ -1,4 +1,5 @@ says where, and +++ b/x.md which file.\n",
    "shown in code elsewhere": "`@@ -1,4 +1,5 @@` is a header; it is written so:\n\n@@ -1,4 +1,5 @@\n",
    "handles and times": "@@ team, see you at 5\n\n@@\n\n@@ -1 day @@\n",
    "rules and dashes": "---\n\n--- a/b testing ---\n\n--- and so on\n\n+++\n\n+++ breaking news +++\n",
    "plus signs": "+1 from me\n\n+- 5 % at most\n\n+ [[Lisbon in spring]]\n+ a list\n\n+49 30 1234\n\n+## one line\n",
    "a drawing": "```\n+---+---+\n| a | b |\n+---+---+\n```\n\n+---+\n\n+| a |\n",
    "a signature": "-- [[Lisbon in spring]]\n\n-- Ann\n",
    "index of a book": "index abc\n\nindex 1234567\n\nnew file mode\n",
    "backslashes": "\\ No, thanks\n\n\\No newline\n",
}

MOJIBAKE: dict[str, str] = {
    "Portuguese": "NÃO, SÃO, MANHÃ, AÇÃO e CORAÇÃO. «MAÇÃ» – “IRMÃ”; AMANHÃ… ORÇAMENTO: NÃO!\n\nÀS 3 horas, à noite.\n",
    "Portuguese with no-break spaces": "A MANHÃ\u00a0» e a IRMÃ\u00a0: NÃO\u00a0!\n",
    "French": "« Voilà\u00a0», dit-elle à\u00a0» la fin. CAFÉ\u00a0: OÙ\u00a0? ÇA\u00a0! Été\u00a0; forêt\u00a0… île\u00a0»\n\nL’élève préfère l’œuvre, cœur et sœur. À\u00a0«\u00a0Â\u00a0»\n",
    "Vietnamese": "Tiếng Việt: Ấn Độ, Âu Cơ, Ãn, ÂN, à, á, ã, ạ, ê, ô, ư, đ. NHÂN DÂN – “ÂM” ÂU… Đà Nẵng.\n",
    "German": "Straße, Spaß“, Fuß…, größer, ÄÖÜ, „Übung“, Maß: 3×½, 2×¾ und 5×“\n",
    "Polish and Czech": "Łódź, żółć, ŻÓŁĆ, Štěpán, ŠKODA – „ZÁŘÍ“, Ž‘, Å»\n",
    "Swedish and Danish": "Å i åa ä ö. ÅR – “ÅL” Å… På Å: Ærø, Ø»\n",
    "Romanian": "Â, â, Î, î: „ÎN VÂRF”, ROMÂN–ROMÂN, CÂT…\n",
    "Icelandic": "Það er gott, maðurinn, BÍLIÐ – “ÞAÐ” ð…\n",
    "Greek and Russian": "Αθήνα, Όλυμπος; Москва, Ёлка – «НЕТ»… Привет\n",
    "signs": "© 2020, 25 °C, ± 3, £5, €10, ½, ™, 50 ‰, §3, ¶, «a», ‹b›, “c”, ‘d’, –, —, …, •\n",
    "letters in a row": "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ ŠŽŸšžœŒ\n",
    "letters in a pattern": "`[A-ZÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖŸ]` and À Á Â Ã ¡ ¢ £ ¤\n",
    "a word about it": "Read as Latin-1, the UTF-8 of é becomes Ã©, and ’ becomes â€™.\n",
    "a note about mojibake": "# Mojibake\n\nCafÃ©. NaÃ¯ve. Itâ€™s so.\n",
    "in code": "`cafÃ©` and\n\n```\nâ€™ \ufffd\n```\n",
    "the replacement character": "A � (U+FFFD) stands for what could not be read.\n",
    "smileys": "🙂 👩‍👩‍👧 🏳️‍🌈 ✅ ⚠️ ❤️ 🇵🇹 日本語 한국어 العربية עברית ไทย\n",
    "phonetics": "/ˈkæfeɪ/, /θɪŋk/, [ʃœ̃], ẽ ĩ õ, ñandú, ¿qué? ¡sí! «ñ»\n",
    "decomposed": "Cafe\u0301, A\u0303, nin\u0303o, O\u0308l\n",
}

DAY = "## {}\n\n### Notes\n\n{}\n\n### Tasks\n\n- [ ] read the gauge at the harbour\n- [ ] write down the wind\n\n"
TIDES = (
    "Low water at six, and a north wind that kept the boats in; the gauge stood at two metres all morning.",
    "The ferry came late with forty crates of oranges, and nobody could say who had ordered the last ten.",
    "Fog until noon. The pilot took the long way round the bank, and the bell at the point rang for an hour.",
)
REVIEW = "# Weekly review\n\n## What went well this week, and what made it so?\n\n{}\n\n## What did not, and what would have helped?\n\n{}\n\n## What is next?\n\n{}\n\n"
LICENCE = (
    "Permission is hereby granted, free of charge, to any person who gets a copy of this to use it, copy it and sell it, "
    * 8
)

REPEATED: dict[str, str] = {
    "a log of days": "# Log\n\n" + "".join(DAY.format(f"2026-09-0{day}", text) for day, text in enumerate(TIDES, 1)),
    "days without dates": "".join(DAY.format("Day", text) for text in TIDES),
    "two days without dates": "".join(DAY.format("Day", text) for text in TIDES[:2]),
    "a changelog": "# Changelog\n\n"
    + "".join(
        f"## 1.{minor}\n\n### Added\n\n- {text}\n\n### Fixed\n\n- {TIDES[0]}\n- {TIDES[1]}\n- {TIDES[2]}\n\n"
        for minor, text in enumerate(TIDES)
    ),
    "functions": "# Module\n\n"
    + "".join(
        f"## read_{name}\n\n### Parameters\n\n| name | type | what |\n| --- | --- | --- |\n| path | str | the file, relative to the folder |\n| mode | str | how to open it |\n\n### Returns\n\nThe text of the file, with its line ends as they are on the disk.\n\n"
        for name in ("gauge", "wind", "tide")
    ),
    "two reviews": REVIEW.format(*TIDES) + REVIEW.format(*(text[::-1] for text in TIDES)),
    "three empty forms": "# Log\n\n" + REVIEW.replace("#", "##").format("", "", "") * 3,
    "licences of two packages": f"# Licences\n\n## one\n\n{LICENCE}\n\n## two\n\n{LICENCE}\n",
    "licences of many packages": "".join(f"{name} 1.0\n\n{LICENCE}\n\n" for name in ("one", "two", "three", "four")),
    "a song": "# Song\n\n"
    + "".join(f"## Verse\n\n{text}\n\n## Chorus\n\n{TIDES[0]}\n{TIDES[1]}\n\n" for text in TIDES),
    "a song without headings": "".join(f"{text}\n\n{TIDES[0]} Oh, the tide.\n\n" for text in TIDES) + TIDES[2] + "\n",
    "steps of a program": "".join(
        "## The program\n\n```python\n"
        + "".join(f"value_{line} = read(gauge_{line})\n" for line in range(step, 40))
        + f"```\n\n{text}\n\n"
        for step, text in enumerate(TIDES[:2])
    ),
    "two tables of one shape": "".join(
        f"## {year}\n\n| month | low | high |\n| --- | --- | --- |\n"
        + "".join(f"| {month} | {month} | {month + year} |\n" for month in range(1, 13))
        + "\n"
        for year in (2025, 2026)
    ),
    "one heading twice": f"# Tides\n\n## Notes\n\n{TIDES[0]}\n\n## Wind\n\n{TIDES[1]}\n\n## Notes\n\n{TIDES[2]}\n",
    "the same word over different text": f"# Tides\n\n{TIDES[0]}\n\n# Tides\n\n{TIDES[1]} {TIDES[2]}\n",
}

UNCLOSED: dict[str, str] = {
    "code open at the end": "Run this:\n\n```bash\n# read the gauge\nfor name in [[ a b ]]; do\n  echo $name\ndone\n",
    "code with comments open at the end": "```python\n# Read\n\n## the gauge\n\n# Then write it\nvalue = read([[1, 2], [3, 4]])\n",
    "TOML open at the end": '```toml\n[[outputs]]\npath = "a"\n\n# Others\n\n[[outputs]]\npath = "b"\n',
    "a page shown and open at the end": "```markdown\n# Title\n\n## Notes\n\nSee [[Lisbon in spring]] and **more**, of course.\n",
    "a template open at the end": "A new note begins so:\n\n```\n## {{title}}\n\n- [ ] **read** it\n",
    "longer fences": "````markdown\n```js\nx\n```\n\n## More\n````\n\nText.\n",
    "a fence in a list": "- run\n\n  ```sh\n  ls\n  ```\n\n- see [[Lisbon in spring]]\n",
    "tildes and backticks": "~~~\n```\n~~~\n\n## Text\n\n```\n~~~\n```\n",
    "a log open at the end": "```\n2026-09-01 12:00 INFO read **all** values\n\n2026-09-01 12:01 WARN none\n",
    "comments closed": "%%\nhidden\n%%\n\n## Text\n\n<!--\nhidden\n-->\n\nText %% aside %% and more.\n",
    "a comment at the end": "Text.\n\n%%\n",
    "an HTML comment at the end": "Text.\n\n<!-- the end",
    "percent signs": "100 %% sure, 5 %% of all.\n\n%% one line\n\nText.\n",
    "comments in code": "`%%` hides.\n\n```\n%%\n<!--\n```\n\n    <!--\n\nText.\n",
    "an arrow": "a <!-- b and <-- c\n\nText.\n",
}

TABLES = {
    "calls": CALLS,
    "leftovers": LEFTOVERS,
    "diffs": DIFFS,
    "encodings": MOJIBAKE,
    "repeated": REPEATED,
    "unclosed": UNCLOSED,
}


def files() -> dict[str, bytes]:
    """The notes by vault path, and the one that some of them link to."""
    found = {f"{PREFIX}Lisbon in spring.md": b"It rains.\n"}
    for table, notes in TABLES.items():
        for name, text in notes.items():
            found[f"{PREFIX}{table}/{name}.md"] = text.encode("utf-8")
    return found
