"""The fussy cases of ``forge-link``: what must fire, with its message and cure, and what must stay silent."""

from __future__ import annotations

import pytest
from vaults import findings_of, vault_of

from vaulttool.model.edits import edited
from vaulttool.model.finding import Finding
from vaulttool.model.forge import Forge

AROUND = {
    "guides/Home.md": "",
    "travel/Lisbon.md": "# Quotas\n\n## Disk layout\n\n## Disk layout\n\ntext ^id\n",
    "travel/Porto (old).md": "",
    "travel/Caf\u00e9.md": "",
    "travel/a#b.md": "",
    "travel/x/Deep.md": "",
    "travel/tagus.png": "",
    "Town.md": "",
    "guides/Town.md": "",
    "LICENSE": "",
    "guide.md": "## Quotas\n",
}


def found(text: str, path: str = "guides/N.md") -> list[Finding]:
    """The findings in one note among the files around it; the vault is the folder ``vault`` of its repository."""
    outside = frozenset(("README.md", "docs", "docs/a.md", ".github", ".github/b.md"))
    every = findings_of({**AROUND, path: text}, "forge-link", outside=outside, prefix="vault/")
    return [finding for finding in every if finding.path == path]


FIRES = [
    pytest.param("[t](Lisbon.md)", "Lisbon.md", "no file", 'write "../travel/Lisbon.md"', id="vault-wide name"),
    pytest.param("[t](Lisbon)", "Lisbon", "no file", 'write "../travel/Lisbon.md"', id="bare name"),
    pytest.param(
        "[t](travel/Lisbon.md)", "travel/Lisbon.md", "no file", "../travel/Lisbon.md", id="path from the root"
    ),
    pytest.param("[t](Home)", "Home", "no file", 'write "Home.md"', id="extension left out"),
    pytest.param("[t](home.md)", "home.md", "no file", 'write "Home.md"', id="case B105"),
    pytest.param(
        "[t](../Travel/Lisbon.md)", "../Travel/Lisbon.md", "no file", "../travel/Lisbon.md", id="case of a folder"
    ),
    pytest.param("![t](tagus.png)", "tagus.png", "no file", 'write "../travel/tagus.png"', id="image"),
    pytest.param("[t](/travel/Lisbon.md)", "/travel/Lisbon.md", "no file", "../travel/Lisbon.md", id="vault's root"),
    pytest.param("[t](Porto%20%28old%29.md)", "Porto%20%28old%29.md", "no file", "%28old%29", id="cure is encoded"),
    pytest.param("[t](Town.md)", "Town.md", '"vault/guides/Town.md"', 'write "../Town.md"', id="another file"),
    pytest.param("[q](../guide.md#Quotas)", "#Quotas", 'no anchor "#Quotas"', '"#quotas", which both find', id="B034"),
    pytest.param(
        "## Disk layout\n\n[d](#Disk-layout)", "#Disk-layout", "this note has no", '"#disk-layout"', id="B042"
    ),
    pytest.param("## A b\n\n[d](#A%20b)", "#A%20b", "no anchor", '"#a-b", which Obsidian does not find', id="text"),
    pytest.param("[d](../travel/Lisbon.md#^id)", "#^id", 'no anchor "#^id"', "block id", id="block"),
    pytest.param("see [plan][p]\n\n[p]: ./gone.md", "./gone.md", "no file", None, id="definition B016"),
    pytest.param(
        "[p] [p]\n\n[p]: Lisbon.md", "Lisbon.md", "no file", '"../travel/Lisbon.md"', id="definition, twice used"
    ),
    pytest.param(
        "[p]\n\n[p]: ../guide.md#Quotas", "../guide.md#Quotas", "no anchor", '"#quotas"', id="definition's anchor"
    ),
    pytest.param(
        "[p]\n\n[p]: ../../README.md", "../../README.md", "not to the same in Obsidian", "vault", id="reverse"
    ),
    pytest.param("# 10:30\n\n[p](#10:30)", "[p](#10:30)", 'no anchor "#10:30"', None, id="colon"),
    pytest.param(
        "| a |\n|-|\n| b | [t](Home.md) |\n", "[t](Home.md)", "reads no link", None, id="cell that is dropped"
    ),
]


@pytest.mark.parametrize(("text", "under", "message", "help"), FIRES)
def test_what_fires(text: str, under: str, message: str, help: str | None) -> None:
    (finding,) = found(text)
    assert finding.span.of(text) == under
    assert message in finding.message
    assert help is None or help in (finding.help or "")


SILENT = [
    pytest.param("[t](../travel/Lisbon.md)", id="relative"),
    pytest.param("[t](./Home.md)", id="with a dot"),
    pytest.param("[t](Home.md)", id="beside"),
    pytest.param("[t](<../travel/Porto (old).md>)", id="angled"),
    pytest.param("[t](../travel/Porto%20%28old%29.md 'title')", id="encoded"),
    pytest.param("![t](../travel/tagus.png)", id="image"),
    pytest.param("[![t](../travel/tagus.png)](Home.md)", id="image in a link"),
    pytest.param("[[Lisbon]], [[Lisbon#Quotas|q]] and ![[tagus.png]]", id="wikilinks"),
    pytest.param("---\nup: '[[Lisbon]]'\n---\n", id="property"),
    pytest.param("| a |\n|-|\n| [[Lisbon\\|L]] |", id="wikilink in a table"),
    pytest.param("[t](gone.md)", id="broken on both sides"),
    pytest.param("[t](../guide.md/part/two)", id="goes on past a file B013"),
    pytest.param("[t](../travel/Lisbon.md#gone)", id="anchor missing on both sides"),
    pytest.param("[t](../travel/Lisbon.md#quotas)", id="anchor of one word"),
    pytest.param("[t](../travel/Lisbon.md#)", id="empty anchor"),
    pytest.param("[t](../travel/tagus.png#page=2)", id="fragment of a file"),
    pytest.param("[r](#results)\n\n## Results", id="same note B031"),
    pytest.param("## [Backup plan](Home.md)\n\n[b](#backup-plan)", id="B027"),
    pytest.param("## ⚙️ Setup\n\n[s](#-setup) [s](#%EF%B8%8F-setup)", id="B028"),
    pytest.param('<a id="cpu%3A0"></a>\n\n[c](#cpu%3A0)', id="B030"),
    pytest.param("## Old -> New\n\n[o](#old---new)", id="B033"),
    pytest.param('<a id="Spare"></a>\n\n# Spare\n\n[s](#Spare)', id="B036"),
    pytest.param("[t](../travel/Lisbon.md#disk-layout-1)", id="a numbered slug"),
    pytest.param("[t](../travel/a%23b.md)", id="undecoded-link claims it"),
    pytest.param("[t](../../README.md) [t](../../docs) [t](../../.github/b.md)", id="outside-vault claims it"),
    pytest.param("[t](../travel/) [t](../LICENSE)", id="folder, file without extension"),
    pytest.param("[t](https://x.example/Lisbon) <https://x.example> www.x.example", id="external"),
    pytest.param("[t](mailto:a@x.example) [t](obsidian://open?vault=x)", id="other schemes"),
    pytest.param("[t]({{link}}) [t](<% x %>) [t]({{date:YYYY}}.md)", id="template"),
    pytest.param("[p]\n\n[p]: ../travel/Lisbon.md", id="definition"),
    pytest.param("[p]\n\n[p]: https://x.example/Lisbon", id="external definition"),
    pytest.param("[p]: ./gone.md", id="unused definition"),
    pytest.param("[x](Home.md)\n\n[^n]: [vendor](https://example.org).", id="footnote B015"),
    pytest.param("- [ ] task\n- [x] done\n\n[x]: Home.md", id="task marks"),
    pytest.param("`[t](Lisbon)`\n\n```\n[t](Lisbon)\n```\n\n    [t](Lisbon)", id="code"),
    pytest.param("<!-- [t](Lisbon) -->", id="html comment"),
    pytest.param('<a href="Lisbon">x</a> <img src="gone.png">', id="html"),
    pytest.param("$[t](Lisbon)$", id="math"),
    pytest.param("[t]()", id="empty"),
    pytest.param("%%\n[t](Home.md)\n%%", id="comment of Obsidian's"),
    pytest.param("", id="empty note"),
]


@pytest.mark.parametrize("text", SILENT)
def test_what_stays_silent(text: str) -> None:
    assert found(text) == []


def test_more_is_silent_than_fires() -> None:
    assert len(SILENT) > len(FIRES)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        pytest.param("[t](Lisbon)", "[t](../travel/Lisbon.md)", id="path"),
        pytest.param("[t](Lisbon#Quotas 'x')", "[t](../travel/Lisbon.md#quotas 'x')", id="path and anchor"),
        pytest.param("[t](<porto (old).md>)", "[t](<../travel/Porto%20%28old%29.md>)", id="angled"),
        pytest.param("[t](../travel/Cafe\u0301.md)", "[t](../travel/Caf\u00e9.md)", id="another normal form"),
        pytest.param("[t](../guide.md#Quotas)", "[t](../guide.md#quotas)", id="anchor"),
    ],
)
def test_the_fix_leads_both_to_the_file(text: str, mended: str) -> None:
    (finding,) = found(text)
    assert finding.fix is not None and finding.fix.safe
    assert edited(text, finding.fix.edits) == mended


@pytest.mark.parametrize("name", ["A b's (c) [d] {e} 100% é.md", "x`y`.md", "-.md", "a&b+c=d,e;f.md"])
def test_every_fix_is_clean_afterwards(name: str) -> None:
    files = {f"deep/er/{name}": "# H\n", "n/N.md": f"[t](<{name.replace('%', '%25').removesuffix('.md')}>)"}
    (finding,) = findings_of(files, "forge-link")
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    text = files["n/N.md"]
    files["n/N.md"] = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert findings_of(files, "forge-link", "broken-link") == []


@pytest.mark.parametrize(
    ("path", "place"),
    [
        pytest.param("a.md", "vault/b/a.md", id="beside"),
        pytest.param("../a.md", "vault/a.md", id="above"),
        pytest.param("../../a.md", "a.md", id="outside the vault"),
        pytest.param("../..", ".", id="the top"),
        pytest.param("../../../a.md", None, id="outside the repository"),
        pytest.param("/a.md", "a.md", id="from the top"),
        pytest.param("c/../a.md", "vault/b/a.md", id="dots inside"),
        pytest.param("", "vault/b/n.md", id="the note itself"),
    ],
)
def test_a_path_is_worked_out_from_the_notes_folder(path: str, place: str | None) -> None:
    assert Forge(vault_of({"b/n.md": ""}, prefix="vault/")).place(path, "b/n.md") == place
