"""Cases on which other link checkers were compared and should be silent, each in a note, with the targets."""

from typing import Final

PROBES: Final = {
    "k01 basename": "[[Target]]",
    "k02 case": "[[target]]",
    "k03 path": "[[Peers/notes/Target]] [[notes/Target]]",
    "k04 extension": "[[Target.md]]",
    "k05 alias text": "[[Target|shown]]",
    "k06 escaped bar": "| a | b |\n| - | - |\n| [[Target\\|shown]] | x |",
    "k07 heading": "[[Target#Heading One]]",
    "k08 heading case": "[[Target#heading one]]",
    "k09 heading path": "[[Target#Top#Nested]]",
    "k10 block": "[[Target#^blk1]]",
    "k11 own heading": "## Local\n\n[[#Local]]",
    "k12 own block": "text ^loc1\n\n[[#^loc1]]",
    "k13 embed size": "![[pic.png|100x50]]",
    "k14 page of a PDF": "![[doc.pdf#page=3]]",
    "k15 inline code": "`[[Nope]]`",
    "k16 fence": "```text\n[[Nope]]\n```",
    "k17 HTML comment": "<!-- [[Nope]] -->",
    "k18 escaped": "\\[\\[Nope\\]\\]",
    "k19 dot in the name": "[[Release v1.2]]",
    "k20 composed and decomposed": "[[Caf\u00e9]] [[Cafe\u0301]]",
    "k21 Markdown by bare name": "[t](Target.md) [t](Target)",
    "k22 Markdown encoded": "[t](notes/Target%20Two.md) [t](Peers/notes/Target%20Two.md)",
    "k23 Markdown in angle brackets": "[t](<notes/Target Two.md>) [t](<Target Two>)",
    "k25 punctuation in a heading": "[[Target#A b/c (d)?]] [[Target#A b c d]] [t](Target.md#A%20b/c%20(d)?)",
    "k26 link in a heading": "[[Target#See Other now]]",
    "k27 bold heading": "[[Target#Bold head]] [[Target#**Bold** head]]",
    "k28 double name with its folder": "[[a/Dup]] [[b/Dup]]",
    "k29 property": '---\nrelated: "[[Target]]"\nlist:\n  - "[[Target#Heading One]]"\n---',
    "k30 setext": "[[Target#Setext Head]]",
    "k32 canvas and base": "![[board.canvas]] ![[table.base]] ![[table.base#All]]",
    "k33 CRLF": "[[Crlf#Win Head]] [[Crlf#^cr1]]",
    "k34 closed ATX": "[[Target#Closed]]",
    "k35 BOM": "[[Bom#Bom Head]]",
    "k38 heading with alias": "[[Target#Heading One|x]]",
    "k39 table block": "[[Target#^tbl1]]",
    "k40 slash at the root": "[[/Peers/notes/Target]] [t](/Peers/notes/Target.md)",
    "k41 tilde fence": "~~~text\n[[Nope]]\n~~~",
    "k42 double tick": "`` [[Nope]] ` ``",
    "k43 maths": "$$\n[[Nope]]\n$$",
    "k44 indented code": "para\n\n    [[Nope]]",
    "k45 external address": ("[x](https://example.com/a_b) [x](HTTP://EXAMPLE.COM) ![x](https://example.com/%zz.png)"),
    "k46 app address": (
        "[x](obsidian://open?vault=v&file=Nope) [x](zotero://select/items/1) [x](C:/share/n.md) [x](mailto:a@b.example)"
    ),
}
TARGET: Final = """\
---
aliases: [TAlias]
---
# Heading One

Text. ^blk1

# Top

## Nested

## A b/c (d)?

## See [[Other]] now

## **Bold** head

Setext Head
-----------

## Closed ##

```
# Not A Heading
```

| a |
| - |
| b |

^tbl1
"""
CANVAS: Final = (
    '{"nodes":[{"id":"1","type":"file","file":"Peers/notes/Target.md","x":0,"y":0,"width":9,"height":9}],"edges":[]}'
)


def files() -> dict[str, bytes]:
    """Probes and targets, all below `Peers/`."""
    probes = {f"{name}.md": f"{text}\n".encode() for name, text in PROBES.items()}
    targets = {
        "notes/Target.md": TARGET.encode(),
        "notes/Target Two.md": b"Two.\n",
        "notes/Release v1.2.md": b"Out.\n",
        "notes/Cafe\u0301.md": b"Open.\n",
        "notes/Other.md": b"Other.\n",
        "notes/Crlf.md": b"# Win Head\r\n\r\nText. ^cr1\r\n",
        "notes/Bom.md": b"\xef\xbb\xbf# Bom Head\n",
        "a/Dup.md": b"a\n",
        "b/Dup.md": b"b\n",
        "assets/pic.png": b"\x89PNG\r\n\x1a\n",
        "assets/doc.pdf": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n",
        "assets/board.canvas": CANVAS.encode(),
        "assets/table.base": b"views:\n  - type: table\n    name: All\n",
    }
    return {f"Peers/{path}": data for path, data in (probes | targets).items()}
