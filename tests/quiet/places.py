"""Every place where brackets may stand: links that count name a note, the others name nothing."""

FENCES = {
    "fence": "Before [[Harbour]].\n\n```\n[[n]]\n```\n\nAfter [[Harbour]].\n",
    "fence with tildes": "~~~text\n[[n]]\n![[n.png]]\n~~~\n",
    "fence inside a longer fence": "````md\n```\n[[n]]\n```\n[[n]]\n````\n\n[[Harbour]]\n",
    "fence in a list": "- pier\n\n  ```\n  [[n]]\n  ```\n\n- [[Harbour]]\n",
    "fence in a quote": "> ```\n> [[n]]\n> ```\n\n[[Harbour]]\n",
    "fence without an end": "A [[Harbour]] first.\n\n```\n\n[[n]]\n\n# n\n\n[t](n.md)\n",
    "fence that ends with its item": "- ```\n  [[n]]\n\n[[Harbour]]\n",
    "mermaid": "```mermaid\ngraph TD\n  A[[n]] --> B[[m]]\n  class A internal-link;\n```\n",
    "dataview": ("```dataview\nLIST FROM [[n]] OR outgoing([[n]])\n```\n\n```dataviewjs\ndv.list([[1, 2]])\n```\n"),
    "indented code": "A paragraph.\n\n    [[n]]\n    ![[n.png]]\n\n\t[[n]] after a tab\n",
    "inline code": "See `[[n]]` and `[t](n.md)` and ``[[n]]`` and ``a ` [[n]]`` here, and [[Harbour]].\n",
    "inline code across lines": "It begins `here with [[n]]\nand goes on [[n]] to` the end, [[Harbour]].\n",
}
DOLLARS_AND_TICKS = {
    "unclosed backtick": "A lone ` tick and [[Harbour]].\n\nAnother [[Harbour]] ` here.\n",
    "backtick past its paragraph": "x ` y\n\n[[Harbour]] ` z\n",
    "code span at a setext line": "`x [[Harbour]]\n===\ny` z\n",
    "dollars with spaces": "Not maths: $ [[Harbour]] $.\n",
    "prices": "It was $5 and [[Harbour]] $6.\n",
    "escaped dollar": "\\$x [[Harbour]] y$\n\nOnly \\$5 for [[Harbour]].\n",
    "inline maths": "Let $[[n]]$ and $a[[n]]b$ be small; [[Harbour]] is not.\n",
    "inline display maths": "Let $$[[n]]$$ be large.\n\nOr $$a\n[[n]]\nb$$ over lines, [[Harbour]].\n",
    "maths block": "$$\n[[n]]\n\\begin{matrix} a & b \\\\ c & d \\end{matrix}\n$$\n\n[[Harbour]]\n",
    "maths block without an end": "[[Harbour]] before.\n\n$$\nx\n\n[[n]]\n",
}
HTML = {
    "HTML comment inline": "x <!-- [[n]] --> y [[Harbour]] <!-- ![[n.png]] [t](n.md) -->\n",
    "HTML comment block": "<!--\n[[n]]\n\n# n\n\n[[n]]\n-->\n\n[[Harbour]]\n",
    "rest of the line of a comment": "<!-- kept --> [[n]] is lost as well\n\n[[Harbour]]\n",
    "HTML block": "<div>\n[[n]]\n</div>\n\n[[Harbour]]\n",
    "HTML block on one line": "<div>[[n]]</div>\n\n[[Harbour]]\n",
    "details": "<details><summary>[[n]]</summary>\nx [[n]]\n</details>\n\n[[Harbour]]\n",
    "line with only a tag": '<span class="a">\n[[n]]\n\n[[Harbour]]\n</span>\n',
    "script": "<script>\nconst a = [[n]];\n\nconst b = [[n]];\n</script>\n\n[[Harbour]]\n",
    "between inline tags": "x <span>[[Harbour]]</span> y <u>[[Harbour|u]]</u>\n",
    "after a blank line in a div": "<div>\n\n[[Harbour]]\n\n</div>\n",
    "HTML attributes": 'see <img src="n.png"> and <a href="n.md">n</a>, [[Harbour]]\n',
}
LINKS_THAT_COUNT = {
    "comment inline": "x %%[[Harbour]]%% y %%[t](Harbour.md)%% #tag\n",
    "comment block": ("Text.\n\n%%\n[[Harbour]]\n\n# Not a heading\n\n- [[Harbour|again]] #hidden\n%%\n\nText.\n"),
    "comment without an end": "Text.\n\n%%\n\n[[Harbour]]\n\nmore text\n",
    "heading": (
        "# See [[Harbour]]\n\n## And [[Harbour|the port]] again\n\n[[#See Harbour]], [[#And Harbour the port again]]\n"
    ),
    "quote": "> [[Harbour]]\n> > [[Harbour]] deeper\n",
    "callout": "> [!note] See [[Harbour]]\n> body [[Harbour]]\n\n> [!tip]- \n> [[Harbour#Tides]]\n",
    "nested callout": (
        "> [!question] One [[Harbour]]\n> > [!todo]+ Two [[Harbour]]\n> > > [!example] [[Harbour]]\n> > > three\n"
    ),
    "list": "- [[Harbour]]\n  - [[Harbour]]\n    1. [[Harbour]]\n- x\n[[Harbour]]\n",
    "task": "- [ ] do [[Harbour]]\n- [x] done [[Harbour]] ✅ 2026-09-01\n* [-] dropped [[Harbour]]\n",
    "footnote": (
        "t[^1] and u[^long].\n\n[^1]: [[Harbour]]\n[^long]: First [[Harbour]]\n\n    and [[Harbour]] below.\n"
    ),
    "inline footnote": "t^[see [[Harbour]]] and u.^[[[Harbour]] too]\n",
    "bold and mark": "**[[Harbour]]** *[[Harbour]]* ==[[Harbour]]== ~~[[Harbour]]~~ **_[[Harbour|x]]_**\n",
    "table cell": (
        "| h | i |\n| - | - |\n| [[Harbour\\|x]] | [[Harbour#Tides\\|y]] |\n| ![[pier.png\\|80]] | [t](Harbour.md) |\n"
    ),
    "table without outer bars": "h | i\n- | -\n[[Harbour\\|x]] | [[Harbour]]\n",
    "table with code": "| cmd | use |\n| --- | --- |\n| `a \\| b` | [[Harbour]] |\n| `c || d` | retry |\n",
    "inline field": ("key:: [[Harbour]]\nother:: text [[Harbour]]\n\n[seen:: [[Harbour]]] (by:: [[Harbour]])\n"),
    "Templater text": 'Today: <% "[[Harbour]]" %> and <% tp.file.title %>.\n',
    "indented line of a paragraph": ("A paragraph\n    that goes on with [[Harbour]]\n        and [[Harbour]].\n"),
    "list paragraph": "- x\n\n    [[Harbour]]\n\n1. y\n\n   [[Harbour]]\n",
    "line end in a Markdown label": "[two\nlines](Harbour.md)\n",
    "unclosed bracket": "[x [[Harbour]] y\n",
}
NOT_READ = {
    "inside a URL": "Go to https://wiki.example.org/[[n]] or <https://wiki.example.org/[[n]]>.\n",
    "indented after a heading": "# Heading\n    [[n]]\n\n[[Harbour]]\n",
    "indented after a quote": "> quote\n    [[n]]\n\n[[Harbour]]\n",
    "indented after a table": "| a |\n| - |\n| b |\n    [[n]]\n\n[[Harbour]]\n",
    "code in a list item": "- x\n\n      [[n]]\n\n- [[Harbour]]\n",
}
BRACKETS = {
    "inner link of two": "[[Nested [[Harbour]] x]]\n",
    "bracket in a name": "[[Pier 4] east]] and [[[left pier]]]\n",
    "nothing inside": "[[]] and [[ ]] and [] and ![[]]\n",
    "escaped": "\\[[n]] [\\[n]] !\\[[n]] \\[\\[n\\]\\] \\[t](n.md)\n",
    "escaped bang": "\\![[Harbour]]\n",
    "escaped backslash": "\\\\[[Harbour]]\n",
    "backslash at the end": "[[Harbour\\]]\n",
    "wikilink before parentheses": "[[Harbour]](n.md)\n",
    "one bracket": "text [n] and [n][n] and [n]: no\n",
    "bars": "[[Harbour|a|b]] [[ Harbour | spaced ]] [[Harbour|a#b]] [[Harbour|]]\n",
    "autolink of a file": "<n.md> is text, [[Harbour]]\n",
    "nested brackets in a label": ("[a [b] c](Harbour.md) [![i](pier.png)](https://example.org) ![t](Harbour.md)\n"),
    "references": "[r] [text][r] ![p][pic] [r][]\n\n[r]: n.md\n[pic]: <no picture.png> 'title'\n",
    "empty destinations": "[t]() [t](<>) [t](#) [t] (n.md) [ ](Harbour.md)\n",
}
TARGETS = {
    "Harbour": "# Harbour\n\nA place for ships.\n\n## Tides\n\nTwice a day. ^tide\n",
    "Pier 4] east": "The long one.\n",
    "[left pier": "The short one.\n",
}


def files() -> dict[str, bytes]:
    """One note for each row, below `Syntax/`."""
    rows = {**FENCES, **DOLLARS_AND_TICKS, **HTML, **LINKS_THAT_COUNT, **NOT_READ, **BRACKETS}
    notes = {f"Syntax/Places/{name}.md": text for name, text in rows.items()}
    notes |= {f"Syntax/{name}.md": text for name, text in TARGETS.items()}
    return {path: text.encode() for path, text in notes.items()} | {"Syntax/pier.png": b"\x89PNG\r\n\x1a\n"}
