"""Fussy cases of the rules on links: which one speaks, at which characters, and what must stay silent."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked, vault_of

from vaulttool.model.faults import counts_as_unresolved, faults

AROUND = {
    "Lisbon.md": "---\naliases: [Lisboa, The Town]\n---\n# History\n\n## After 1755\n\n- # Listed\n\nrule ^r-1\n",
    "travel/Porto Two.md": "# Top\n\ntext\n",
    "a/b.md": "x",
    "C# notes.md": "x",
    "p.png": "",
    "manual.pdf": "",
    "east/Rack.md": "# Same\n\nb ^id\n",
    "west/Rack.md": "# Same\n\n# Only west\n",
    "deep/down/Rack.md": "",
    "plan.base": "",
    "LICENSE": "",
    "Odd.md": "# See [[Lisbon|the town]] now\n\n# Cost (EUR) | year\n\n# Q#1 & two\n",
}


def fired(text: str, *only: str, path: str = "Home.md", outside: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    files = {**AROUND, path: text}
    found = findings_of(files, *only, outside=outside, prefix="kb/")
    return [(rule, written) for at, rule, written in marked(files, found) if at == path]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[[Gone]]", [("broken-link", "Gone")], id="wikilink"),
        pytest.param("– café 🙂 [[Gone]]", [("broken-link", "Gone")], id="after multi-byte text"),
        pytest.param("x\r\n\r\n![[ Gone.png |3]]", [("broken-link", "Gone.png")], id="embed, CRLF, blanks"),
        pytest.param("text [label](gone.md)", [("broken-link", "gone.md")], id="at the target, not the label"),
        pytest.param("[x](Lisbon.md/part/two)", [("broken-link", "Lisbon.md/part/two")], id="past a file"),
        pytest.param("[[wrong/Lisbon]]", [("broken-link", "wrong/Lisbon")], id="another folder"),
        pytest.param("[[Lisboa]]", [("broken-link", "Lisboa")], id="an alias"),
        pytest.param("[x](travel\\Porto.md)", [("broken-link", "travel\\Porto.md")], id="backslash"),
        pytest.param("[x](Lisbon.md?x=1)", [("broken-link", "Lisbon.md?x=1")], id="query"),
        pytest.param("[[p]]", [("broken-link", "p")], id="a picture without extension"),
        pytest.param('---\nrelated: ["[[Gone]]"]\n---\n', [("broken-link", "Gone")], id="property"),
        pytest.param("[[Gone#H]]", [("broken-link", "Gone")], id="the name, not the anchor"),
        pytest.param("[[Gone #H]]", [("broken-link", "Gone ")], id="a space, and no such note anyway"),
        pytest.param("[[Lisbon #History]]", [("spaced-anchor", " #History")], id="a space before the hash"),
        pytest.param("[[Lisbon#Histroy]]", [("missing-heading", "#Histroy")], id="heading"),
        pytest.param("[[Lisbon#After 1755#History]]", [("missing-heading", "#After 1755#History")], id="wrong way round"),
        pytest.param("[[Lisbon#Listed]]", [("missing-heading", "#Listed")], id="a heading in a list"),
        pytest.param("[x](Lisbon.md#after-1755)", [("missing-heading", "#after-1755")], id="slug"),
        pytest.param("[x](<travel/Porto Two.md#nope>)", [("missing-heading", "#nope")], id="angle brackets"),
        pytest.param("[[#Nope]]", [("missing-heading", "#Nope")], id="own heading"),
        pytest.param("[[Lisbon#^r-2]]", [("missing-block", "#^r-2")], id="block"),
        pytest.param("![[#^x]]", [("missing-block", "#^x")], id="own block"),
        pytest.param("[[Lisbon#[^1]]]", [("missing-block", "#[^1")], id="footnote"),
        pytest.param("[x](a%2Fb.md)", [("undecoded-link", "a%2Fb.md")], id="encoded slash"),
        pytest.param("[x](C%23%20notes.md)", [("undecoded-link", "C%23%20notes.md")], id="encoded hash"),
        pytest.param("[x](a%2Fc.md)", [("broken-link", "a%2Fc.md")], id="encoded slash, and no such file anyway"),
        pytest.param("[x](a%zzb.md)", [("undecoded-link", "a%zzb.md")], id="malformed escape"),
        pytest.param('---\nx: "[[Lisbon]] and [[a/b]]"\n---\n', [("bogus-property-link", "Lisbon]] and [[a/b")], id="two in one"),
        pytest.param("| h |\n|-|\n| [[Lisbon|x]] |", [("split-link", "[[Lisbon|x]]")], id="bar in a table"),
        pytest.param("> | h |\n> |-|\n> | ![[p.png|9]] |", [("split-link", "![[p.png|9]]")], id="bar in a table in a quote"),
        pytest.param("see [[Lisbon\nHistory]] x", [("split-link", "[[Lisbon\nHistory]]")], id="line end"),
        pytest.param("[[Rack]]", [("unstable-link", "Rack")], id="tie"),
        pytest.param("[[Rack#Nope]]", [("missing-heading", "#Nope")], id="missing in every tied file"),
        pytest.param("[[Rack#Only west]]", [("unstable-link", "Rack")], id="an anchor that one tied file has"),
    ],
)  # fmt: skip
def test_what_fires(text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(fired(text)) == sorted(expected)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[LISBON]] [[lisbon.md]] [[/Lisbon]] [[./Lisbon]]", id="case, extension, root"),
        pytest.param("[[Porto Two]] [[travel/porto two]] [x](Porto%20Two.md) [x](<Porto Two>)", id="vault-wide"),
        pytest.param("![[p.png|3x4]] ![[manual.pdf#page=4]] ![[plan.base#View]]", id="attachments"),
        pytest.param(
            "[[Lisbon#history]] [[Lisbon##After 1755]] [[Lisbon#History#After 1755|x]] [[Lisbon#]]", id="headings"
        ),
        pytest.param("[[Lisbon#^R-1]] [x](Lisbon.md#%5Er-1)", id="blocks"),
        pytest.param("[[west/Rack]] [[east/Rack#^id]] [[deep/down/Rack]]", id="folders tell equal names apart"),
        pytest.param("| h |\n|-|\n| [[Lisbon\\|x]] |", id="escaped bar"),
        pytest.param("| h |\n|-|\n| `[[Lisbon|x]]` |", id="a bar in code in a table"),
        pytest.param("| h |\n|-|\n| a | b |", id="bars without brackets"),
        pytest.param("| h |\n|-|\n| \\[[N|x]] | c |", id="an escaped wikilink in a table"),
        pytest.param("a | b [[Lisbon|x]] | c", id="bars outside a table"),
        pytest.param("x\n| a |\n|-|\n| [[Lisbon|x]] |", id="no table below a paragraph"),
        pytest.param("[[ -n $x &&\n-f y ]]", id="shell over two lines"),
        pytest.param("m = [[1, 2],\n[3, 4]]", id="a matrix"),
        pytest.param("`[[a\nb]]`", id="code over two lines"),
        pytest.param("{{x}} [[{{title}}]] [x]({{url}}) [[<% tp.x %>#y]]", id="templates"),
        pytest.param("[x](https://e.org/a%zz) [x](mailto:a@b.c) [x](obsidian://open?file=x)", id="external"),
        pytest.param("[r][d] [d]\n\n[d]: ./gone.md", id="reference links"),
        pytest.param("[^n]: [vendor](https://example.org).", id="footnote"),
        pytest.param(
            '---\nx: see [[Gone]]\ny: [[Gone]]\nz: "![[Gone]]"\nw: "[t](gone.md)"\n---\n', id="no property links"
        ),
        pytest.param('---\nx: "[[Lisbon|the town]]"\n---\n', id="property"),
        pytest.param("[[#Here]]\n\n# Here", id="own heading"),
        pytest.param("[[Lisbon]] <!-- vaulttool:ignore broken-link --> [[Gone]]", id="suppressed on the line"),
        pytest.param("%% vaulttool:ignore %%\n- [[Gone]]\n- [[Gone2]]\n", id="suppressed below"),
        pytest.param("*Note*: <!-- vaulttool:ignore broken-link --> [[Gone]]", id="beside emphasis"),
        pytest.param("- <!-- vaulttool:ignore broken-link --> [[Gone]]", id="in a list item"),
    ],
)
def test_what_stays_silent(text: str) -> None:
    assert fired(text) == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        pytest.param("[[Lisbn]]", 'did you mean "Lisbon"?', id="the nearest name"),
        pytest.param("[[Lisbn.md]]", 'did you mean "Lisbon"?', id="the nearest name of one with extension"),
        pytest.param("[x](Lisbn.md)", 'did you mean "Lisbon.md"?', id="the nearest name in Markdown"),
        pytest.param("[x](Porto%20Too.md)", 'did you mean "Porto%20Two.md"?', id="a name with a space in Markdown"),
        pytest.param("[x](Porto%20Too)", 'did you mean "Porto%20Two"?', id="without extension in Markdown"),
        pytest.param("[x](C%23%20notes.md)", "rename it", id="a hash in a name"),
        pytest.param("[[x/Rack]]", '"east/Rack.md", "west/Rack.md"', id="several of that name"),
        pytest.param("[[Lisboa]]", "[[Lisbon|Lisboa]]", id="an alias"),
        pytest.param("[[the town]]", "[[Lisbon|the town]]", id="an alias in another case"),
        pytest.param("[[x/Lisbon]]", 'the file of that name: "Lisbon.md"', id="another folder"),
        pytest.param("[x](travel\\Porto%20Two.md)", 'write "travel/Porto Two.md"', id="backslash"),
        pytest.param("[[LICENSE]]", "without an extension", id="a file without extension"),
        pytest.param("[[plan]]", 'write "plan.base"', id="a file that is no note"),
        pytest.param("[x](Lisbon.md?x=1)", 'takes the "?"', id="a query"),
        pytest.param("[[Lisbon#Histroy]]", 'did you mean "#History"?', id="the nearest heading"),
        pytest.param("[x](Lisbon.md#after-1755)", 'write "#After%201755"', id="a slug"),
        pytest.param("[[Odd#see-lisbon-the-town-now]]", 'write "#See Lisbon the town now"', id="a heading with a link"),
        pytest.param("[x](Odd.md#cost-eur-year)", 'write "#Cost%20%28EUR%29%20year"', id="a heading with a bar"),
        pytest.param("[[Odd#Q#1 & two]]", 'write "#Q 1 & two"', id="a heading with a hash"),
        pytest.param("[[Lisbon#x#History]]", 'not below "x"', id="a wrong path"),
        pytest.param("[[Lisbon#^r1]]", 'did you mean "#^r-1"?', id="the nearest block"),
        pytest.param("[[Rack]]", 'for example "east/Rack"', id="a tie"),
        pytest.param("[x](a%2Fb.md)", '"a/b.md"', id="an encoded slash"),
    ],
)
def test_help(text: str, part: str) -> None:
    files = {**AROUND, "Home.md": text}
    (finding,) = findings_of(files)
    assert part in (finding.help or "")


OUTSIDE = frozenset({"LICENSE", "kb/.github", "kb/.github/x.yml", "src", "src/main.py"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[x](../LICENSE)", [("outside-vault", "../LICENSE")], id="above the vault"),
        pytest.param("[x](../src/)", [("outside-vault", "../src/")], id="a folder"),
        pytest.param("[x](/src/main.py)", [("outside-vault", "/src/main.py")], id="from the repository's top"),
        pytest.param("[x](.github/x.yml)", [("outside-vault", ".github/x.yml")], id="a dot folder"),
        pytest.param("[x](travel)", [("outside-vault", "travel")], id="a folder of the vault"),
        pytest.param("[x](../src/main.py?raw=1)", [("outside-vault", "../src/main.py?raw=1")], id="with a query"),
        pytest.param("[x](../src/main.py#L3)", [("outside-vault", "../src/main.py")], id="with a fragment"),
        pytest.param("[x](../license)", [("broken-link", "../license")], id="another case"),
        pytest.param("[x](../../etc/passwd)", [("broken-link", "../../etc/passwd")], id="out of the repository"),
        pytest.param("[[../LICENSE]]", [("broken-link", "../LICENSE")], id="a wikilink"),
    ],
)
def test_what_lies_outside(text: str, expected: list[tuple[str, str]]) -> None:
    assert fired(text, "outside-vault", "broken-link", outside=OUTSIDE) == expected
    off = [found for found in expected if found[0] != "outside-vault"]
    assert fired(text, outside=OUTSIDE) == off  # a rule that is off still claims its link


@pytest.mark.parametrize(
    ("text", "unresolved"),
    [
        pytest.param("[[Gone]] [[Lisbon]]", 1, id="broken"),
        pytest.param("[[Gone]] <!-- vaulttool:ignore -->", 1, id="suppressed"),
        pytest.param("[[{{x}}]]", 0, id="a template"),
        pytest.param("[x](../LICENSE)", 0, id="in the repository"),
        pytest.param("[x](../nope)", 1, id="not in the repository"),
        pytest.param("[[Lisbon#nope]]", 0, id="an anchor is another matter"),
    ],
)
def test_what_counts_as_unresolved(text: str, unresolved: int) -> None:
    vault = vault_of({**AROUND, "Home.md": text}, OUTSIDE, "kb/")
    note = vault.notes["Home.md"]
    assert sum(counts_as_unresolved(vault, note, one) for one in faults(vault, note)) == unresolved
