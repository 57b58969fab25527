"""Links and anchors that resolve by the less known rules of the lookup."""

LOOKUP: dict[str, str] = {
    # a root note goes before a note of the same name beside the source
    "Ledger.md": "# Ledger\n\n## Root only\n\nThe big one.\n",
    "Money/Ledger.md": "# Ledger\n\n## Petty cash\n",
    "Money/Root before sibling.md": (
        "[[Ledger#Root only]] [l](Ledger.md#Root%20only) [[Money/Ledger#Petty cash]] [[./Ledger#Petty cash]]\n"
    ),
    # the own folder, its descendants included, goes before a shorter path
    "Teams/Rota.md": "## All\n",
    "Teams/northern squad/Rota.md": "## North\n",
    "Teams/northern squad/Own folder first.md": "[[Rota#North]] [[../Rota#All]] [[Teams/Rota#All]]\n",
    "Teams/northern squad/away/Ancestors do not count.md": "[[Rota#All]] [[../Rota#North]]\n",
    "Gear/Tents/old stock/Loan.md": "## From the old stock\n",
    "Gear/Loan.md": "## In the folder\n",
    "X/Loan.md": "## Far\n",
    "Gear/Tents/Descendants count.md": "[[Loan#From the old stock]] [[X/Loan#Far]]\n",
    "Gear/Shorter in the folder.md": "[[Loan#In the folder]]\n",
    # the length of a path is counted in characters, and folder names as plain text
    "p/q/Spool.md": "## Short\n",
    "storehouse/Spool.md": "## Long\n",
    "Reel/Shortest in characters.md": "[[Spool#Short]] [[storehouse/Spool#Long]]\n",
    "Yard/airfleet/Roster.md": "## Air\n",
    "Yard/Tail without a boundary.md": "[[fleet/Roster#Air]]\n",
    "cap/Prefix as text.md": "[[Hat#Caps]]\n",
    "capsule/very long folder/Hat.md": "## Caps\n",
    "h/Hat.md": "## Other\n",
    # an exact path goes before a tail
    "box/Lid.md": "## Exact\n",
    "attic/box/Lid.md": "## Tail\n",
    "attic/box/Exact before tail.md": "[[box/Lid#Exact]] [[attic/box/Lid#Tail]] [[./Lid#Tail]]\n",
    # relative links that fail where they point go on to a tail
    "Failed dot at the root.md": "[[./Only deep down]] [x](./Only%20deep%20down.md)\n",
    "Gear/Tents/Only deep down.md": "Here.\n",
    "Money/Climbs to the root.md": ("[[../Only deep down]] [[../../../Ledger#Root only]] [[./../Ledger#Root only]]\n"),
    "lib/store/slip.md": "Here.\n",
    "store/Joined path as tail.md": "[[./slip]]\n",
    # names and extensions
    "Names/site.conf": "listen 80\n",
    "Names/site.conf.md": "Hidden behind the file.\n",
    "Names/plan.excalidraw.md": (
        "---\nexcalidraw-plugin: parsed\n---\n\n# Text Elements\nBox ^k3Jd9a\n\n%%\n# Drawing\n```json\n{}\n```\n%%\n"
    ),
    "Names/todo.md.md": "Twice.\n",
    "Names/v1.2 of all.md": "Dots.\n",
    "Names/3.0.1.md": "Numbers.\n",
    "Names/Dr. Who.md": "A doctor.\n",
    "Names/x^2 growth.md": "Fast.\n",
    "Names/a (b) [c].md": "Brackets.\n",
    "Names/f(x).md": "Parentheses.\n",
    "Names/50%.md": "Half.\n",
    "Names/日本語.md": "# 第一章\n\n本文。^段落\n",
    "Names/idea 💡.md": "Bright.\n",
    "Names/stra\u00dfe.md": "A street.\n",
    "Names/\u0130zmir.md": "A town.\n",
    "Names/No\u00a0break.md": "One name.\n",
    "Names/Thin\u202fspace.md": "Another.\n",
    "Names/C# notes.md": "Nobody can link here.\n",
    "Names/data.tar.gz": "archive",
    "Names/set.json": '{"see": "[[n]]"}\n',
    "Names/LICENSE": "[[n]]\n",
    "Names/plain.txt": "[[n]] and [t](n.md)\n",
    "Names/Folder/Folder.md": "A folder note.\n",
    "node_modules/pkg/Read me of pkg.md": "Indexed like any other.\n",
    "Names/Links by name.md": (
        "[[site.conf]] ![[plan.excalidraw]] [[plan.excalidraw#Text Elements]] "
        "[[plan.excalidraw#^k3Jd9a]] [[todo.md]] "
        "[[v1.2 of all]] [[3.0.1]]\n"
        "[[Dr. Who]] [[x^2 growth]] [[a (b) [c].md]] [[50%]] [[日本語#第一章]] [[idea 💡]] [[STRA\u00dfE]]\n"
        "[[\u0130ZMIR]] [[i\u0307zmir]] [[No break]] [[No\u00a0break]] [[Thin space]] "
        "[[Thin\u202fspace]] [[data.tar.gz]] [[set.json]]\n"
        "[[Folder]] [[Read me of pkg]] [[  Dr. Who  ]] [[Dr. Who#]] [[Ledger.MD]] [[plain.txt]] "
        "[[site.conf#any part]]\n"
    ),
    "Names/Markdown links by name.md": (
        "[1](a%20%28b%29%20%5Bc%5D.md) [2](<a (b) [c].md>) [3](f(x).md) [4](f\\(x\\).md) [5](50%25.md) "
        "[6](%E6%97%A5%E6%9C%AC%E8%AA%9E.md)\n"
        "[7](日本語.md#第一章) [8](No%C2%A0break.md) [9](No%20break) [10](idea%20%F0%9F%92%A1.md) "
        "[11](V1.2%20OF%20ALL.MD)\n"
        "[12](3.0.1) [13](Dr.%20Who.md 'single') [14](Dr.%20Who.md (round)) [15](<Dr. Who.md> "
        '"double") [16](data.tar.gz)\n'
        "[17](todo.md) [18](./todo.md.md) [19](../Names/todo.md.md) [20](/Names/todo.md.md) "
        "[21](x^2%20growth.md) [22](x%5E2%20growth.md)\n"
    ),
}
ANCHORED = """\
---
# Inside the properties
key: value
---

# Getting Started

One line
two lines ^last-line

## A   B

###### Deep

## Don't stop, e-mail me

## 1. Intro: at 10:30

## What?

## Topic #tag

## A &amp; B

## _it_ and **bold** and `code`

## Say [[Ledger|money]] or [text](Ledger.md)

## 第二章 – “quoted” 🙂

## Non\u00a0breaking title

## Spare

# Twice

# Twice

Text. ^2026-01-a

- one
  - two ^nested-id
1. three ^ordered
- [ ] four ^task
- five ![[pier.png]] ^after-picture

> quoted ^in-quote

> quoted

^below-quote

> [!note] T
> body

^below-callout

```
x ^not-an-id
```

^below-code

$$
x
$$

^below-maths

| a |
| - |
| b |

^below-table

Text directly above
^directly-below

With spaces behind ^trailing\u0020\u0020

## Marked heading ^marked-heading

A claim.[^src]

[^src]: A book.

CAPITALS ^Big-Id
"""
ANCHORS: dict[str, str] = {
    "Anchors/Anchored.md": ANCHORED,
    "Anchors/Headings.md": (
        "[[Anchored#getting started]] [[Anchored#A B]] [[Anchored#Deep]] [[Anchored#Getting "
        "Started#Deep]] [[Anchored##Deep]]\n"
        "[[Anchored#Deep#]] [[Anchored#]] [[Anchored#Don't stop e-mail me]] [[Anchored#1. Intro at 10 "
        "30]] [[Anchored#1. Intro: at 10:30]]\n"
        "[[Anchored#What?]] [[Anchored#What]] [[Anchored#A &amp; B]] [[Anchored#A amp B]] "
        "[[Anchored#_it_ and bold and code]]\n"
        "[[Anchored#Say Ledger money or text Ledger md]] [[Anchored#第二章 – “quoted” 🙂]] [[Anchored#Non "
        "breaking title]]\n"
        "[[Anchored#^spare]] [[Anchored#Twice]] ![[Anchored#Deep|shown]] [[Anchored#[^src]]]\n"
    ),
    "Anchors/Blocks.md": "\n".join(
        f"[[Anchored#^{block}]]"
        for block in (
            "last-line",
            "2026-01-a",
            "nested-id",
            "ordered",
            "task",
            "after-picture",
            "in-quote",
            "below-quote",
            "below-callout",
            "below-code",
            "below-maths",
            "below-table",
            "directly-below",
            "trailing",
            "marked-heading",
            "big-id",
            "BIG-ID",
        )
    )
    + "\n",
    "Anchors/In Markdown links.md": (
        "[1](Anchored.md#What?) [2](Anchored#A%20B) [3](Anchored.md#%5Elast-line) "
        "[4](Anchored.md#^task) [5](<Anchored.md#Getting Started>)\n"
        "[6](Anchored.md#Don't%20stop%20e-mail%20me) [7](#own%20heading) [8](Anchored.md#At%2010:30 \"a "
        'colon makes it external")\n'
        "![9](Anchored.md#Deep) [10](Anchored.md#) [11](Anchored.md#Getting%20Started#Deep)\n\n"
        "## Own heading\n"
    ),
    "Anchors/Own anchors.md": "# One\n\n[[#One]] [[#^here]] [[#One#Two]] [a](#Two)\n\n## Two\n\nText ^here\n",
}


def files() -> dict[str, bytes]:
    """Sources and targets of both kinds, by path."""
    return {path: text.encode() for path, text in (LOOKUP | ANCHORS).items()}
