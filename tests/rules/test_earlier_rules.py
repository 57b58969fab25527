"""What notes have lost since the commit that the vault is compared with, and what they have not."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

LINES = [f"Line {number} tells of the tide at the harbour, and of gauge {number * 37}." for number in range(60)]
PAGE = "# Harbour\n\n" + "\n".join(LINES) + "\n"
SHORT = "# Harbour\n\n" + "\n".join(LINES[:20]) + "\n"
REGION = "<!-- vaulttool:begin backlinks -->\n\n{}\n\n<!-- vaulttool:end backlinks -->\n"

SHRUNKEN = {
    "most is gone": ({"Harbour.md": SHORT}, [32]),
    "all is gone": ({"Harbour.md": ""}, [0]),
    "a note about something else": ({"Harbour.md": "# Porto\n\nA town.\n"}, [0]),
    "little is left of another": ({"Harbour.md": PAGE, "Other.md": ""}, [0]),
    "a copy of the text was there before": ({"Harbour.md": SHORT, "Copy.md": PAGE}, [32]),
}


@pytest.mark.parametrize(("now", "shares"), [pytest.param(*case, id=name) for name, case in SHRUNKEN.items()])
def test_what_shrank(now: dict[str, str], shares: list[int]) -> None:
    then = {"Harbour.md": PAGE, "Other.md": PAGE, "Copy.md": PAGE}
    found = findings_of({**dict.fromkeys(now, PAGE), **now}, "shrunken-note", then=then)
    assert [(finding.severity, finding.span.start, finding.span.end) for finding in found] == [("warning", 0, 0)] * len(
        shares
    )
    assert [f"({share} %)" in finding.message for finding, share in zip(found, shares, strict=True)] == [True] * len(
        shares
    )


def test_what_is_said_of_a_note_that_shrank() -> None:
    (found,) = findings_of({"Harbour.md": "# Porto\n"}, "shrunken-note", then={"Harbour.md": PAGE})
    size = sum(len(line) for line in PAGE.splitlines())
    assert found.message == f'of {size:,} characters that this note had at "main", 7 are left (0 %)'
    assert found.help == "put the text back, or name the note in a commit message that says why it went"


NOT_SHRUNKEN = {
    "as it was": ({"Harbour.md": PAGE}, {"Harbour.md": PAGE}, []),
    "a little shorter": ({"Harbour.md": "\n".join(LINES[:30])}, {"Harbour.md": PAGE}, []),
    "other text of that length": ({"Harbour.md": PAGE[::-1]}, {"Harbour.md": PAGE}, []),
    "short all along": ({"Harbour.md": "x"}, {"Harbour.md": "\n".join(LINES[:20])}, []),
    "new": ({"Harbour.md": "x"}, {"Else.md": PAGE}, []),
    "deleted": ({"Else.md": "x"}, {"Harbour.md": PAGE, "Else.md": "x"}, []),
    "moved to another note": ({"Harbour.md": "[[Tides]]", "Tides.md": PAGE}, {"Harbour.md": PAGE}, []),
    "moved to several notes": (
        {"Harbour.md": "x", "A.md": "\n".join(LINES[:20]), "B.md": "Old.\n" + "\n".join(LINES[20:40])},
        {"Harbour.md": PAGE, "B.md": "Old.\n"},
        [],
    ),
    "named by its file": ({"Harbour.md": "x"}, {"Harbour.md": PAGE}, ["Cut down Harbour.md, it was wrong"]),
    "named in lower case": ({"Harbour.md": "x"}, {"Harbour.md": PAGE}, ["The harbour page begins anew"]),
    "named with other dashes": ({"Old harbour-page.md": "x"}, {"Old harbour-page.md": PAGE}, ["Empty old_harbour page"]),
    "named by its title": (
        {"h1.md": "---\ntitle: The quay\n---\nx"},
        {"h1.md": "---\ntitle: The quay\n---\n" + PAGE},
        ["First\n\nShorten the quay."],
    ),
    "named by an alias that it had": (
        {"h1.md": "x"},
        {"h1.md": "---\naliases: [Old port, Quay]\n---\n" + PAGE},
        ["Empty the old port"],
    ),
    "a generated part": (
        {"Harbour.md": "# Harbour\n\n" + REGION.format("- [[A]]")},
        {"Harbour.md": "# Harbour\n\n" + REGION.format(PAGE)},
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("now", "then", "messages"), [pytest.param(*case, id=name) for name, case in NOT_SHRUNKEN.items()]
)
def test_what_did_not_shrink(now: dict[str, str], then: dict[str, str], messages: list[str]) -> None:
    assert findings_of(now, "shrunken-note", then=then, messages=messages) == []


@pytest.mark.parametrize("message", ["Tidy up", "Harbours are closed", "preharbour", "the har bour"])
def test_a_message_that_names_something_else(message: str) -> None:
    found = findings_of({"Harbour.md": "x"}, "shrunken-note", then={"Harbour.md": PAGE}, messages=[message])
    assert len(found) == 1


def test_a_renamed_note_may_shrink() -> None:
    """Git knows a renamed note by its text; here the text is the same, so the rest is a new note."""
    from vaulttool.model.earlier import Earlier

    was = Earlier("main", {"New.md": "Old.md"}, {"Old.md": PAGE}, {"New.md": "x"}.__getitem__)
    assert was.is_renamed("New.md")
    assert not Earlier("main", {"New.md": "New.md"}, {}, lambda path: "").is_renamed("New.md")


def test_the_options_of_shrunken_note() -> None:
    files = {"Harbour.md": SHORT, "Home.md": "[[Harbour]]"}
    then = {"Harbour.md": PAGE, "Home.md": "[[Harbour]]"}
    for options, number in (("left = 30", 0), ("left = 40", 1), ("least = 10000", 0)):
        config = f"[rules.shrunken-note]\n{options}\n"
        assert len(findings_of({**files, "vaulttool.toml": config}, "shrunken-note", then=then)) == number


TABLE = "| Town | River |\n| --- | --- |\n| [[Lisbon]] | Tagus |\n| [[Porto]] | Douro |\n| port 80 | the web |\n"
LIST = "# Index\n\n- [[Lisbon]] - the capital\n- [[Porto]] - on the Douro\n  - [[Gaia|Vila Nova]]\n"
TOWNS = {name: f"{name}.md" for name in ("Lisbon", "Porto", "Gaia")}


def lost(now: dict[str, str], then: dict[str, str], *messages: str) -> list[tuple[str, str, str]]:
    """The path, the text under the span and the rows named by each finding."""
    towns = {path: name for name, path in TOWNS.items()}
    files, former = {**towns, **now}, {**towns, **then}
    found = findings_of(files, "lost-row", then=former, messages=messages)
    return [(path, span, one.message) for (path, _, span), one in zip(marked(files, found), found, strict=True)]


ONE = 'the row "{}" stood here at "main" and is gone'
LOST = {
    "a row with a link": (TABLE, TABLE.replace("| [[Porto]] | Douro |\n", ""), [("| [[Lisbon]] | Tagus |", ONE.format("[[Porto]]"))]),
    "a row without a link": (TABLE, TABLE.replace("| port 80 | the web |\n", ""), [("| [[Lisbon]] | Tagus |", ONE.format("port 80"))]),
    "an entry of a list": (LIST, LIST.replace("- [[Porto]] - on the Douro\n", ""), [("[[Lisbon]] - the capital", ONE.format("[[Porto]]"))]),
    "an entry further in": (LIST, LIST.replace("  - [[Gaia|Vila Nova]]\n", ""), [("[[Lisbon]] - the capital", ONE.format("[[Gaia|Vila Nova]]"))]),
    "a starred entry": ("* **[[Porto]]**: a town\n", "Text.\n", [("", ONE.format("[[Porto]]"))]),
    "a numbered entry": ("1. [[Porto]] a town\n2. [[Lisbon]]\n", "1. [[Lisbon]]\n", [("[[Lisbon]]", ONE.format("[[Porto]]"))]),
    "an entry with a Markdown link": ("- [a town](Porto.md) by the sea\n- [[Lisbon]]\n", "- [[Lisbon]]\n", [("[[Lisbon]]", ONE.format("[a town](Porto.md)"))]),
    "an entry in a call-out": ("> [!note] Towns\n> - [[Porto]]\n> - [[Lisbon]]\n", "> [!note] Towns\n> - [[Lisbon]]\n", [("[[Lisbon]]", ONE.format("[[Porto]]"))]),
    "all rows": (TABLE, "Text.\n", [("", '3 rows stood here at "main" and are gone: "[[Lisbon]]", "[[Porto]]", "port 80"')]),
    "below a heading": ("# Top\n\n## Towns\n\n" + TABLE, "# Top\n\n## Towns\n\nNone.\n", [("Towns", '3 rows stood here at "main" and are gone: "[[Lisbon]]", "[[Porto]]", "port 80"')]),
    "in a table and in a list": (
        LIST + "\n" + TABLE,
        (LIST + "\n" + TABLE).replace("| [[Porto]] | Douro |\n", "").replace("- [[Porto]] - on the Douro\n", ""),
        [("[[Lisbon]] - the capital", ONE.format("[[Porto]]")), ("| [[Lisbon]] | Tagus |", ONE.format("[[Porto]]"))],
    ),
    "one of two with one key": (
        "| a | b |\n| - | - |\n| port 80 | the web |\n| port 80 | a proxy |\n",
        "| a | b |\n| - | - |\n| port 80 | the web |\n",
        [("| port 80 | the web |", ONE.format("port 80"))],
    ),
    "a row whose number stands first": (
        "| # | what |\n| - | - |\n| 1 | tides |\n| 2 | winds |\n",
        "| # | what |\n| - | - |\n| 1 | tides |\n",
        [("| 1 | tides |", ONE.format("winds"))],
    ),
    "a day": ("| day | what |\n| - | - |\n| 2026-09-01 | calm, no ships |\n| 2026-09-02 | a storm |\n", "| day | what |\n| - | - |\n| 2026-09-02 | a storm |\n", [("| 2026-09-02 | a storm |", ONE.format("2026-09-01"))]),
    "a row without outer bars": ("a | b\n--- | ---\nport 80 | web\nport 81 | more\n", "a | b\n--- | ---\nport 81 | more\n", [("port 81 | more", ONE.format("port 80"))]),
    "windows line ends": (TABLE.replace("\n", "\r\n"), TABLE.replace("| port 80 | the web |\n", "").replace("\n", "\r\n"), [("| [[Lisbon]] | Tagus |", ONE.format("port 80"))]),
}  # fmt: skip


@pytest.mark.parametrize(("then", "now", "found"), [pytest.param(*case, id=name) for name, case in LOST.items()])
def test_rows_that_are_gone(then: str, now: str, found: list[tuple[str, str]]) -> None:
    assert lost({"Index.md": now}, {"Index.md": then}) == [("Index.md", *one) for one in found]


def test_many_rows_are_counted() -> None:
    rows = "".join(f"| port {number} | the web |\n" for number in range(80, 90))
    ((_, _, message),) = lost({"Index.md": "x"}, {"Index.md": "| a | b |\n| - | - |\n" + rows})
    assert message.startswith('10 rows stood here at "main" and are gone: "port 80", ')
    assert message.endswith('"port 84" and 5 more')


GONE = TABLE.replace("| [[Porto]] | Douro |\n", "")
KEPT = {
    "as it was": ({"Index.md": TABLE}, {"Index.md": TABLE}, []),
    "edited beside the key": ({"Index.md": TABLE.replace("Douro", "none")}, {"Index.md": TABLE}, []),
    "with another display text": ({"Index.md": TABLE.replace("[[Porto]]", "[[Porto\\|O Porto]]")}, {"Index.md": TABLE}, []),
    "with an anchor": ({"Index.md": TABLE.replace("[[Porto]]", "[[towns/Porto#History]]")}, {"Index.md": TABLE}, []),
    "a key with other signs": ({"Index.md": TABLE.replace("port 80", "`Port-80`")}, {"Index.md": TABLE}, []),
    "a key edited": ({"Index.md": "- [[Faro]] - on the Douro, in the north\n"}, {"Index.md": "- [[Porto]] - on the Douro, in the north\n"}, []),
    "sorted otherwise": ({"Index.md": "\n".join([*TABLE.split("\n")[:2], *TABLE.split("\n")[4:1:-1]])}, {"Index.md": TABLE}, []),
    "a list made of a table": ({"Index.md": "- [[Porto]]\n- [[Lisbon]]\n- port 80\n\nport 80\n"}, {"Index.md": TABLE.replace("| port 80 | the web |\n", "")}, []),
    "a table made of a list": ({"Index.md": TABLE + "| [[Gaia]] | |\n"}, {"Index.md": LIST}, []),
    "told in prose": ({"Index.md": GONE + "\n[[Porto]] lies on the Douro.\n"}, {"Index.md": TABLE}, []),
    "moved to another note": ({"Index.md": GONE, "North.md": "- [[Porto]]\n"}, {"Index.md": TABLE}, []),
    "moved to the prose of another note": ({"Index.md": GONE, "North.md": "In [[Porto]]."}, {"Index.md": TABLE}, []),
    "the text of a key moved to another note": ({"Index.md": "x", "P.md": TABLE}, {"Index.md": TABLE, "P.md": ""}, []),
    "the note was deleted": ({"Index.md": GONE}, {"Index.md": TABLE.replace("Porto", "Braga"), "Braga.md": "a town"}, []),
    "the note was renamed": ({"Index.md": TABLE.replace("[[Porto]] | Douro", "[[North]] | x"), "North.md": "a town"}, {"Index.md": TABLE.replace("Porto", "Braga"), "Braga.md": "a town"}, []),
    "the index was deleted": ({}, {"Index.md": TABLE}, []),
    "the index was renamed": ({"Towns.md": TABLE}, {"Index.md": TABLE}, []),
    "a commit names the note": ({"Index.md": GONE}, {"Index.md": TABLE}, ["Drop Porto from the index"]),
    "a commit names the cell": ({"Index.md": TABLE.replace("| port 80 | the web |\n", "")}, {"Index.md": TABLE}, ["Close port 80"]),
    "a commit names the display text": ({"Index.md": LIST.replace("  - [[Gaia|Vila Nova]]\n", "")}, {"Index.md": LIST}, ["No more vila nova"]),
    "a row of a generated part": ({"Index.md": REGION.format("- [[Lisbon]]")}, {"Index.md": REGION.format("- [[Lisbon]]\n- [[Porto]]")}, []),
    "now generated": ({"Index.md": REGION.format("- [[Lisbon]]\n- [[Porto]]\n- [[Gaia]]")}, {"Index.md": LIST}, []),
    "a table in code": ({"Index.md": "x"}, {"Index.md": "```\n" + TABLE + "```\n\n    " + TABLE.replace("\n", "\n    ")}, []),
    "a list of words": ({"Index.md": "x"}, {"Index.md": "- tides, see [[Porto]]\n- winds\n- [ ] task\n"}, []),
    "a list of web links": ({"Index.md": "x"}, {"Index.md": "- [a](https://example.org)\n- https://example.org\n"}, []),
    "a list of pictures": ({"Index.md": "x"}, {"Index.md": "- ![[p.png]]\n"}, []),
    "rows of numbers": ({"Index.md": "x"}, {"Index.md": "| 1 | 2 |\n| - | - |\n| 3 | 4 |\n"}, []),
    "the head of a table": ({"Index.md": TABLE.replace("| Town | River |", "| City | Water |")}, {"Index.md": TABLE}, []),
    "one of two copies": ({"Index.md": TABLE}, {"Index.md": TABLE + "\n" + TABLE}, []),
}  # fmt: skip


@pytest.mark.parametrize(("now", "then", "messages"), [pytest.param(*case, id=name) for name, case in KEPT.items()])
def test_rows_that_are_not_lost(now: dict[str, str], then: dict[str, str], messages: list[str]) -> None:
    assert lost(now, then, *messages) == []


def test_without_anything_to_compare_with_nothing_is_said() -> None:
    assert findings_of({"Index.md": "x"}, "lost-row") == []
    assert findings_of({"Index.md": "x"}, "shrunken-note") == []


def test_pages_outside_the_vault_lose_rows_too() -> None:
    files = {"../AGENTS.md": GONE, **{path: name for name, path in TOWNS.items()}}
    found = findings_of(files, "lost-row", then={**files, "../AGENTS.md": TABLE})
    assert [(one.path, one.severity) for one in found] == [("../AGENTS.md", "warning")]
