"""Inputs that upset other tools and on which a plain check says nothing, each in a note named by its id."""

from .bugs_in_tables_and_front_matter import MORE_COMPANIONS, MORE_NOTES

NOTES = {
    "B001 name in the whole vault": "The weekly drill is in [[Backup#Restore drill]].\n",
    "B003 name within a longer name": "Page me through [[alert]], not through [[disk-alert]].\n",
    "B004 path tail": "Only [[y/host]] is meant, or [[a/x/host|the other]].\n",
    "B007 linked once": "The only road to it is [[disk]].\n",
    "B009 dots in names": (
        "Shipped with [[Release 2.4]]; the list is [[list.md]].\n\nAlso [[Release 2.4.md]] and [[list.md.md]].\n"
    ),
    "B010 relative Markdown link": "Go on with [patch](../Bugs/howto/patch.md).\n",
    "B012 file that has an extension": "The numbers are in [run](data/run-12.csv).\n",
    "B015 link in a footnote": "A pump.[^n]\n\n[^n]: [vendor](https://example.org).\n",
    "B016 reference definition": "see [plan][p]\n\n[p]: ./gone.md\n",
    "B019 shell test in a fence": '```sh\n[[ -n "$x" ]] && run\n[[ $a == [[:space:]]* ]] || exit 1\n```\n',
    "B021 inline code": "write `[[page]]` here, or ``a ` tick and [[page]]`` there\n",
    "B025 indented block": "- item\n\n        ![[no rack.png]]\n\n- next\n",
    "B027 heading that is a link": "## [Backup plan](Backup.md)\n\n[[#Backup plan Backup md]]\n",
    "B028 emoji with a variation selector": "## ⚙️ Setup\n\n[[#⚙️ Setup]] and [s](#⚙️%20Setup)\n",
    "B031 anchor without a file": "[r](#results)\n\n## Results\n\nNone yet.\n",
    "B033 arrow in a heading": "## Old -> New\n\n[[#Old - New]] and [[#Old -> New]]\n",
    "B034 letter case of an anchor": "[q](guide.md#Quotas) and [q](guide.md#quotas)\n",
    "B036 explicit id": '<a id="Spare"></a>\n\n# Spare\n\n[s](#Spare)\n',
    "B037 two hashes": "[[Net##Spare links|sl]]\n",
    "B039 page of a PDF": "![[pump manual.pdf#page=4]]\n",
    "B040 maths in a heading": "## Load $\\lambda$\n\n[[#Load $\\lambda$]]\n",
    "B042 several words in a heading": "## Disk layout\n\n[d](#Disk%20layout) and [d](<#disk layout>)\n",
    "B079 code in a heading": "## The `--fix` flag\n\n[[#The --fix flag]] and [[#The `--fix` flag]]\n",
    "B081 one number twice": "[[east wing/p-10]] and [[west wing/p-10]]\n",
    "B082 ignored on the next line": "<!-- vaulttool:ignore broken-link -->\n[[Gone for good]]\n",
    "B087 ignored beside emphasis": (
        "*Note*: <!-- vaulttool:ignore broken-link --> [[Gone for good]]\n\n"
        "- *item*: [[Gone for good]] %% vaulttool:ignore broken-link %%\n"
    ),
    "B105 case of a file name": "[l](Limits.md) and [l](LIMITS.md) and [[lImItS]]\n",
    "B108 label kept": "[[new-name|the old pump]] and [[New-Name]]\n",
    "B109 relative from a subfolder": "Read from [[B109 deep]].\n",
    "B111 picture used twice": "![[pump rack.png]] and again ![[pump rack.png|100x50]]\n",
    "B114 links out, none in": "[[disk]] [[Net]]\n",
    "M04 folder of a wikilink": "[[b/Sec#Two]] [[a/Sec#One]]\n",
    "M05 blocks and nested headings": "[[Net#^b1]] [[Net#Top#Sub]] ![[Net#^b1]]\n",
    "M06 name in two forms": (
        "[[Cafe\u0301 du Port]] [[Caf\u00e9 du Port]] [c](Caf%C3%A9%20du%20Port.md) [c](Cafe%CC%81%20du%20Port.md)\n"
    ),
    "M07 case": "[[word count]] [[WORD COUNT|shout]]\n",
    "M14 from the root and relative": "[[/Bugs/notes/disk]] [[./notes/disk]] [[../Bugs/notes/disk]]\n",
}
COMPANIONS: dict[str, str] = {
    "kb/Backup.md": "# Backup\n\n## Restore drill\n\nOn Fridays.\n",
    "alert.md": "Rings.\n",
    "disk-alert.md": "Rings for disks, unlike [[alert]].\n",
    "a/x/host.md": "One.\n",
    "a/y/host.md": "Two.\n",
    "notes/disk.md": "A spinning one.\n",
    "Release 2.4.md": "Notes on the release.\n",
    "list.md.md": "- a list\n",
    "howto/patch.md": "# Patch\n",
    "data/run-12.csv": "t,v\n1,2\n",
    "guide.md": "# Guide\n\n## Quotas\n\nTen.\n",
    "Net.md": "## Spare links\n\nTwo. ^b1\n\n# Top\n\n## Sub\n\nText.\n",
    "pump manual.pdf": "%PDF-1.4\n",
    "pump rack.png": "picture",
    "east wing/p-10.md": "---\nid: p-10\n---\nEast.\n",
    "west wing/p-10.md": "---\nid: p-10\n---\nWest.\n",
    "limits.md": "Ten.\n",
    "new-name.md": "Once it was called otherwise.\n",
    "t.md": "A target.\n",
    "b/B109 deep.md": "Up to [x](../t.md), and [[../t]].\n",
    "a/Sec.md": "## One\n",
    "b/Sec.md": "## Two\n",
    "Cafe\u0301 du Port.md": "By the sea.\n",
    "Word count.md": "Many.\n",
}


def files() -> dict[str, bytes]:
    """Notes and what they point at, all below `Bugs/`."""
    notes = {f"{name}.md": text for name, text in {**NOTES, **MORE_NOTES}.items()}
    return {f"Bugs/{path}": text.encode() for path, text in (notes | COMPANIONS | MORE_COMPANIONS).items()}
