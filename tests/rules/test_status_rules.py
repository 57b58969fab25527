"""What pages say of their status and of that of others: what must be told, and what must not."""

from __future__ import annotations

import pytest
from vaults import findings_of, fixed, marked

CONFIG = 'data = "data"\n\n[schemas.paths]\n"**" = "note"\n'
TYPED = '[schemas.paths]\n"**" = "note"\n'
ENDPOINT = """\
endpoint: porto
host: atlas
owner_page: "[[Owner]]"
names:
  - {name: lisbon, from: 2026-09-01, to: 2026-10-09}
  - {name: porto, from: 2026-10-09}
eras:
  - {id: pair, title: Two replicas, start: 2026-09-16, end: 2026-09-19, superseded_by: split, page: "[[Cards]]", section: Pair}
  - {id: split, title: Layer split, start: {unknown: not told}, end: 2026-09-20, superseded_by: cards, page: "[[Split]]"}
  - {id: cards, title: "TP=2, DFlash2 drafter, MXFP6", start: 2026-09-21, end: 2026-10-10, page: "[[Cards]]", section: Shape}
"""
OPEN = """\
endpoint: braga
host: atlas
owner_page: "[[Braga]]"
eras:
  - {id: a, title: One card, start: 2026-09-01, end: 2026-10-01, superseded_by: b, page: "[[Old Braga]]"}
  - {id: b, title: "MTP4 on four cards", start: 2026-10-02, page: "[[Braga]]"}
"""
# Cards is RETIRED (2026-10-10), Split is SUPERSEDED (2026-09-20), Braga is ACTIVE since 2026-10-02, Old Braga SUPERSEDED.
DATA = {
    "data/endpoints/porto.yaml": ENDPOINT,
    "data/endpoints/braga.yaml": OPEN,
    "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
    "vaulttool.toml": CONFIG,
    "Owner.md": "Owner of [[Cards]], [[Split]].\n",
    "Cards.md": "# Cards\n",
    "Split.md": "# Split\n",
    "Braga.md": "# Braga\n",
    "Old Braga.md": "# Old\n",
}


def told(files: dict[str, str], rule: str = "status-mismatch") -> list[tuple[str, str]]:
    """The findings of a rule as (path, the text under the span)."""
    return [(path, written) for path, _, written in marked(files, findings_of(files, rule))]


def on(page: str, text: str, **others: str) -> list[str]:
    """What is told of one page of the vault with data."""
    files = {**DATA, **others, f"{page}.md": text}
    return [written for path, written in told(files) if path == f"{page}.md"]


def front(**properties: str) -> str:
    return "---\n" + "".join(f"{name}: {value}\n" for name, value in properties.items()) + "---\n"


@pytest.mark.parametrize(
    ("page", "written", "right"),
    [
        pytest.param("Cards", "ACTIVE", "RETIRED", id="retired"),
        pytest.param("Cards", '"ACTIVE"', '"RETIRED"', id="quoted"),
        pytest.param("Cards", "'ACTIVE'", "'RETIRED'", id="quoted once"),
        pytest.param("Split", "RETIRED", "SUPERSEDED", id="superseded"),
        pytest.param("Braga", "RETIRED  # since then", "ACTIVE", id="active, with a comment"),
    ],
)
def test_a_typed_status_is_mended(page: str, written: str, right: str) -> None:
    files = {**DATA, f"{page}.md": f"---\nstatus: {written}\n---\n"}
    (found,) = findings_of(files, "status-mismatch")
    assert found.fix is not None and found.fix.safe
    (edit,) = found.fix.edits
    text = files[f"{page}.md"]
    after = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert f"status: {right}" in after and after.endswith("\n---\n")
    assert findings_of({**files, f"{page}.md": after}, "status-mismatch") == []
    assert [related.path for related in found.related] == [
        f"data/endpoints/{'braga' if page == 'Braga' else 'porto'}.yaml"
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\nstatus: RETIRED\n---\n", id="right"),
        pytest.param("---\ntitle: x\n---\n", id="absent"),
        pytest.param("---\nstatus:\n---\n", id="empty"),
        pytest.param("---\nstatus: retired\n---\n", id="no word of the vocabulary is another rule's"),
        pytest.param('---\nstatus: "{{status}}"\n---\n', id="a template"),
        pytest.param("---\nstatus: [ACTIVE]\n---\n", id="a list"),
        pytest.param("No front matter.\n", id="none"),
    ],
)
def test_typed_statuses_left_alone(text: str) -> None:
    assert on("Cards", text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param(front(description='"ACTIVE runbook: two cards"'), ["ACTIVE"], id="the description"),
        pytest.param(
            front(description="'Active runbook: two cards'"), ["Active"], id="the description in small letters"
        ),
        pytest.param(front(description="SUPERSEDED era of two cards"), ["SUPERSEDED"], id="another way to be over"),
        pytest.param(front(title="Cards (ACTIVE)"), ["ACTIVE"], id="the title"),
        pytest.param("# Cards — ACTIVE\n", ["ACTIVE"], id="the title in the text"),
        pytest.param("# Cards\n\nThe ACTIVE lisbon deployment is the image.\n", ["ACTIVE"], id="the first words"),
        pytest.param("# Cards\n\n**Status:** ACTIVE\n", ["ACTIVE"], id="a label"),
        pytest.param("# Cards\n\n> [!info] ACTIVE since 2026-09-21\n> Two cards.\n", ["ACTIVE"], id="a call-out"),
        pytest.param("# Cards\n\n> [!info]\n> **ACTIVE** runbook\n", ["ACTIVE"], id="the text of a call-out"),
        pytest.param("## Shape\n\nACTIVE: one process.\n", ["ACTIVE"], id="below a heading"),
        pytest.param("# C\n\n- ACTIVE since 2026-09-21\n- more\n", ["ACTIVE"], id="an item"),
        pytest.param(
            "# C\n\nThe ACTIVE porto deployment: image and flags, see [[Braga]].\n",
            ["ACTIVE"],
            id="by its present name",
        ),
        pytest.param("# C\n\nRETIRED 2026-10-11.\n", ["RETIRED"], id="a wrong day"),
        pytest.param("# C\n\nRETIRED 2026-09-21 to 2026-10-12.\n", ["RETIRED"], id="a wrong last day"),
    ],
)
def test_what_a_page_says_of_itself(text: str, places: list[str]) -> None:
    assert on("Cards", text) == places
    assert on("Cards", text.replace("\n", "\r\n")) == places


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(front(description='"RETIRED runbook: two cards"'), id="right"),
        pytest.param(front(description='"Retired era: two cards"'), id="right in small letters"),
        pytest.param(front(description='"Superseded runbook: two cards"'), id="small letters are plain English"),
        pytest.param(front(description="Active users of the endpoint"), id="plain English"),
        pytest.param(front(description='"ACTIVE {{x}}"'), id="a template"),
        pytest.param("# C\n\nRETIRED era (2026-09-21 → 10-10; the endpoint is porto today).\n", id="the era's days"),
        pytest.param("# C\n\nRETIRED 2026-10-10.\n", id="its last day"),
        pytest.param("# C\n\nRETIRED since 2026-10-11.\n", id="since the day after"),
        pytest.param(
            "# C\n\nSUPERSEDED 2026-09-19: the pair. RETIRED 2026-10-10: both cards.\n", id="an earlier era of the page"
        ),
        pytest.param("# C\n\nSUPERSEDED (2026-09-16 → 2026-09-19), later RETIRED.\n", id="its days"),
        pytest.param("# C\n\nIt says ACTIVE on the old page.\n", id="further on"),
        pytest.param("# C\n\nACTIVE: [[Braga]].\n", id="of a link"),
        pytest.param("# C\n\n> [!info] ACTIVE: [[Braga]]\n", id="of a link in a call-out"),
        pytest.param("# C\n\nThe ACTIVE endpoint is [[Braga]].\n", id="which one is active"),
        pytest.param("# C\n\nThe ACTIVE runbook is Braga.\n", id="which one is active, by name"),
        pytest.param("# C\n\n- Active: 2019 to 2024\n", id="a small word before a colon"),
        pytest.param("# C\n\nThe ACTIVE one is elsewhere.\n", id="another one"),
        pytest.param("# C\n\nACTIVE until 2026-10-10.\n", id="until"),
        pytest.param("# C\n\nNo longer ACTIVE.\n", id="negated"),
        pytest.param("# C\n\n> ACTIVE runbook\n", id="a quote"),
        pytest.param("# C\n\n> [!quote] ACTIVE runbook\n> said the page\n", id="a call-out that quotes"),
        pytest.param("# C\n\n`ACTIVE` is typed.\n", id="code"),
        pytest.param("# C\n\n%% ACTIVE runbook %%\n\nText.\n", id="a comment"),
        pytest.param("# C\n\n```\nACTIVE runbook\n```\n", id="a fence"),
        pytest.param("# C\n\n## History\n\nThe ACTIVE deployment is the image.\n", id="under history"),
        pytest.param("# C\n\nText.\n\n## Then\n\n> [!info] ACTIVE runbook\n", id="a call-out further down"),
        pytest.param("# C\n\nText.\n\nACTIVE runbook of the day.\n", id="a later paragraph"),
        pytest.param("# C\n\n~~ACTIVE~~ RETIRED 2026-10-10.\n", id="struck out"),
        pytest.param("# What ACTIVE means\n", id="a word of a title"),
        pytest.param(front(type="log") + "# C\n\nACTIVE runbook of the day.\n", id="a log"),
        pytest.param("# C\n\nACTIVE runbook. <!-- vaulttool:ignore status-mismatch -->\n", id="allowed"),
        pytest.param(
            "# C\n\n<!-- vaulttool:begin banner -->\n\n> [!info] ACTIVE since 2026-10-03\n\n<!-- vaulttool:end banner sum=0123456789 -->\n",
            id="a region",
        ),
    ],
)
def test_what_a_page_may_say_of_itself(text: str) -> None:
    assert on("Cards", text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param("[[Cards]] — ACTIVE\n", ["ACTIVE"], id="a dash"),
        pytest.param("[[Cards]] (ACTIVE)\n", ["ACTIVE"], id="brackets"),
        pytest.param("See ([[Cards]], ACTIVE) first.\n", ["ACTIVE"], id="a comma"),
        pytest.param("[[Cards|the cards]] is ACTIVE.\n", ["ACTIVE"], id="a verb"),
        pytest.param("[cards](Cards.md): SUPERSEDED\n", ["SUPERSEDED"], id="a Markdown link"),
        pytest.param("- [[Cards]] — ACTIVE lisbon runbook, two cards\n", ["ACTIVE"], id="a description"),
        pytest.param("- [[Cards]]: Active runbook for two cards\n", ["Active"], id="a description in small letters"),
        pytest.param("- [[Cards]]: how two cards are used (ACTIVE).\n", ["ACTIVE"], id="at the end of a description"),
        pytest.param("- ACTIVE: [[Cards]]\n", ["ACTIVE"], id="before the link"),
        pytest.param("- **ACTIVE** — [[Cards]], two cards\n", ["ACTIVE"], id="before the link, strong"),
        pytest.param("| Page | Status |\n|-|-|\n| [[Cards]] | ACTIVE |\n", ["ACTIVE"], id="a row"),
        pytest.param("| Page | Status |\n|-|-|\n| [[Cards\\|the cards]] | `ACTIVE` |\n", ["ACTIVE"], id="a row with code"),
        pytest.param("| Page | | Status |\n|-|-|-|\n| **[[Cards]]** | x | **ACTIVE** since 2026-09-21 |\n", ["ACTIVE"], id="a row with a day"),
        pytest.param("| Page | What |\n|-|-|\n| [[Cards]] | ACTIVE lisbon runbook |\n", ["ACTIVE"], id="a row with a description"),
        pytest.param("| Status | Page |\n|-|-|\n| ACTIVE | [[Cards]] |\n", ["ACTIVE"], id="a row that begins with it"),
        pytest.param("| Page | By |\n|-|-|\n| [[Cards]] (ACTIVE) | x |\n", ["ACTIVE"], id="in the cell"),
        pytest.param("> [!note] See\n> [[Cards]] (ACTIVE)\n", ["ACTIVE"], id="a call-out"),
        pytest.param("[[Split]] — SUPERSEDED 2026-09-30\n", ["SUPERSEDED"], id="another day"),
        pytest.param("[[Cards]] — RETIRED 2026-09-21\n", ["RETIRED"], id="the first day for the last"),
        pytest.param("[[Braga]] — ACTIVE since 2026-10-05\n", ["ACTIVE"], id="another first day"),
        pytest.param("[[Braga]] — RETIRED\n", ["RETIRED"], id="the other way round"),
        pytest.param("[[Cards#Pair]] — ACTIVE\n", ["ACTIVE"], id="a section of an ended era"),
    ],
)  # fmt: skip
def test_what_stands_beside_links(text: str, places: list[str]) -> None:
    assert on("Index", text) == places
    assert on("Index", text.replace("\n", "\r\n")) == places


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[Cards]] — RETIRED 2026-10-10\n", id="right"),
        pytest.param("[[Split]] — SUPERSEDED 2026-09-21\n", id="the day on which the next began"),
        pytest.param("[[Braga]] — ACTIVE since 2026-09-01\n", id="since the first era"),
        pytest.param("[[Braga]] (ACTIVE 2026-10-05)\n", id="a day of something else"),
        pytest.param("[[Cards#Pair]] — SUPERSEDED 2026-09-19\n", id="the era of a section"),
        pytest.param("[[Cards#Shape|x]] (RETIRED)\n", id="the other section"),
        pytest.param("[[Cards]] (SUPERSEDED 2026-09-19, RETIRED 2026-10-10)\n", id="the days of an era"),
        pytest.param("[[Cards]] (ACTIVE until 2026-10-10)\n", id="until"),
        pytest.param("[[Cards]] (ACTIVE 2026-09-21 to 2026-10-10)\n", id="from day to day"),
        pytest.param("[[Cards]] is no longer ACTIVE\n", id="negated"),
        pytest.param("[[Cards]] was ACTIVE\n", id="the past tense"),
        pytest.param("[[Cards]] (active)\n", id="small letters"),
        pytest.param("[[Cards]]: active users are counted\n", id="plain English"),
        pytest.param("[[Cards]] and the ACTIVE endpoints\n", id="further on"),
        pytest.param("[[Cards]]. ACTIVE is the other one.\n", id="another sentence"),
        pytest.param("[[Cards]] ([[Braga]], ACTIVE)\n", id="another link"),
        pytest.param("[[Cards]] | [[Braga]] ACTIVE\n", id="behind the other link"),
        pytest.param("- [[Cards]]: in the place of [[Braga]] (ACTIVE).\n", id="at the end, of another link"),
        pytest.param("- See [[Cards]]: how a host is used (ACTIVE).\n", id="at the end of what does not begin with the link"),
        pytest.param("- [[Cards]]: what holds for Braga (ACTIVE since 2026-10-02), too.\n", id="in the middle"),
        pytest.param("- RETIRED: [[Braga]] took its place\n", id="something is told of the link"),
        pytest.param("RETIRED: [[Braga]]\n", id="a paragraph may speak of itself"),
        pytest.param("> [[Cards]] — ACTIVE\n", id="a quote"),
        pytest.param("`[[Cards]]` — ACTIVE\n", id="code"),
        pytest.param("# Log\n\n[[Cards]] — ACTIVE\n", id="under a heading of the past"),
        pytest.param("## Eras\n\n- [[Cards]] — ACTIVE\n", id="under the eras"),
        pytest.param("- 2026-09-21: [[Cards]] — ACTIVE\n", id="an entry of a log"),
        pytest.param(front(type="log") + "[[Cards]] — ACTIVE\n", id="a log"),
        pytest.param("| Start | Page | Status |\n|-|-|-|\n| 2026-09-16 | [[Cards]] | SUPERSEDED |\n", id="a table of eras"),
        pytest.param("| Page | Era | Status |\n|-|-|-|\n| [[Cards]] | pair | SUPERSEDED |\n", id="a table with eras"),
        pytest.param("| Page | Next | Status |\n|-|-|-|\n| [[Cards]] | [[Braga]] (ACTIVE) | RETIRED |\n", id="a successor in the row"),
        pytest.param("| Alert | State | Runbook |\n|-|-|-|\n| Down | ACTIVE | [[Cards]] |\n", id="the state of something else"),
        pytest.param("| Host | Why |\n|-|-|\n| atlas, see [[Cards]] | ACTIVE |\n", id="a cell with more than the link"),
        pytest.param("| Page | What |\n|-|-|\n| [[Cards]] | ACTIVE and RETIRED shapes |\n", id="a list of words"),
        pytest.param("| Page | What |\n|-|-|\n| [[Cards]] | the ACTIVE one is next door |\n", id="an adjective with words before"),
        pytest.param("| Page | Status |\n|-|-|\n| [[Owner]] | ACTIVE |\n", id="a page without a status"),
        pytest.param("[[Nowhere]] — ACTIVE\n", id="a broken link"),
        pytest.param("[[Cards]] — ACTIVE <!-- vaulttool:ignore -->\n", id="allowed"),
        pytest.param(
            '<!-- vaulttool:begin index folder="x" -->\n\n- [[Cards]] — ACTIVE\n\n<!-- vaulttool:end index sum=0123456789 -->\n',
            id="a region",
        ),
    ],
)  # fmt: skip
def test_what_may_stand_beside_links(text: str) -> None:
    assert on("Index", text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param(
            "## Deployed flags (2026-09-21)\n\nFrom the unit:\n", ["Deployed flags (2026-09-21)"], id="a heading"
        ),
        pytest.param("### The live endpoint\n", ["The live endpoint"], id="a heading further down"),
        pytest.param("Current settings\n---\n\nText.\n", ["Current settings"], id="an underlined heading"),
        pytest.param("# Current shape of Cards\n", ["Current shape of Cards"], id="the title"),
        pytest.param(
            "Text.\n\n**Deployed shape since 2026-09-20:** one unit.\n",
            ["Deployed shape since 2026-09-20"],
            id="a label",
        ),
        pytest.param("## Notes\n\n- Live since 2026-09-21\n", ["Live since 2026-09-21"], id="a label in a list"),
        pytest.param(
            "The live lisbon deployment runs on two cards.\n", ["The live lisbon deployment"], id="the first words"
        ),
        pytest.param(
            front(description="The deployed flags of lisbon"), ["The deployed flags of lisbon"], id="the description"
        ),
        pytest.param(
            "Text.\n\n## A/B\n\nIt wins. DFlash2 is the deployed shape.\n",
            ["is the deployed shape"],
            id="the era's own",
        ),
        pytest.param(
            "Text.\n\n## X\n\nIt boots, and TP=2 is the deployed shape.\n",
            ["is the deployed shape"],
            id="another of its own",
        ),
        pytest.param(
            "Text.\n\nOlder things follow. The deployed shape is above; this is why.\n",
            ["The deployed shape is above"],
            id="above",
        ),
        pytest.param("Text.\n\nThis endpoint is live.\n", ["This endpoint is live"], id="this endpoint"),
    ],
)
def test_live_words(text: str, places: list[str]) -> None:
    assert on("Cards", text) == places


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("RETIRED era (2026-09-21 → 10-10; the endpoint is porto today and this is one row).\n", id="another one today"),
        pytest.param("## Deployed 2026-09-20 to 09-21\n", id="from day to day"),
        pytest.param("## Deployed shape, 2026-09-21 to 2026-10-10\n", id="things from day to day"),
        pytest.param("## Deployed and measured\n", id="a participle"),
        pytest.param("## Current shape\n\nSee [[Braga]].\n", id="a heading that goes on to another page"),
        pytest.param("## Current shape\n\nThe endpoint is porto now.\n", id="a heading that goes on to another name"),
        pytest.param("## Current state (2026-10-19)\n\nGone.\n", id="the state after its end"),
        pytest.param("## Deployed flags (2026-10-12)\n\nOf what came then.\n", id="a day after its end"),
        pytest.param("**Deployed shape since 2026-10-11:** four cards.\n", id="a label after its end"),
        pytest.param("Deployed shape since 2026-09-20: [[Braga]].\n", id="a label of another page"),
        pytest.param("Text.\n\nporto is the live endpoint.\n", id="the endpoint by its present name"),
        pytest.param("Text.\n\n[[Braga]] is the live endpoint.\n", id="another page"),
        pytest.param("Text.\n\nBraga is the deployed shape.\n", id="the name of a page in use"),
        pytest.param("Text.\n\nMTP4 is the deployed shape.\n", id="the shape of an open era"),
        pytest.param("Text.\n\nPhoenix is the current engine.\n", id="an unknown name"),
        pytest.param("Text.\n\nIt is the live endpoint.\n", id="it may be anything"),
        pytest.param("Text.\n\nDFlash2 was the deployed shape.\n", id="the past tense"),
        pytest.param("Text.\n\nDFlash2 is no longer the deployed shape.\n", id="negated"),
        pytest.param("Text.\n\n> DFlash2 is the deployed shape.\n", id="a quote"),
        pytest.param("Text.\n\n`DFlash2 is the deployed shape`\n", id="code"),
        pytest.param("## History\n\nDFlash2 is the deployed shape.\n\n### Deployed flags\n", id="under history"),
        pytest.param("## Deployed shapes by era\n", id="eras"),
        pytest.param("## Verified capabilities (2026-09-20, against the live endpoint)\n", id="a day in a heading"),
        pytest.param("Checked against the live endpoint on 2026-09-20:\n\n- fine\n", id="checked on a day"),
        pytest.param("## Live bytes\n\nA running request's live sequence; the live one; a live generation.\n", id="live bytes"),
        pytest.param("## Electric current\n\nThe current is 3 A. Current draw today: 5 A.\n", id="electricity"),
        pytest.param("Text.\n\nBoth directions from the deployed value cost capacity.\n", id="a value"),
        pytest.param("Both were deployed and measured on the same target.\n", id="deployed and measured"),
        pytest.param("| SPEC | decode |\n|-|-|\n| 7 (deployed) | 46.2 |\n", id="a row of figures"),
        pytest.param("It was live until 2026-10-10.\n", id="was live until"),
        pytest.param(front(description='"Retired runbook; for the current procedure read Braga"'), id="elsewhere"),
        pytest.param("## Deployed flags <!-- vaulttool:ignore status-mismatch -->\n", id="allowed"),
    ],
)  # fmt: skip
def test_live_words_of_something_else(text: str) -> None:
    assert on("Cards", text) == []


def test_a_page_in_use_may_say_so() -> None:
    text = "ACTIVE.\n\n## Deployed flags\n\nThis shape is live. Live since 2026-10-02: all.\n"
    assert on("Braga", text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param(
            front(status="RETIRED", description='"ACTIVE runbook"'), ["ACTIVE"], id="a property and a description"
        ),
        pytest.param(
            front(description='"RETIRED era"') + "# Page (ACTIVE)\n", ["ACTIVE"], id="a description and a title"
        ),
        pytest.param(
            front(description='"Retired era: x"') + "## Deployed flags\n",
            ["Deployed flags"],
            id="a description and a heading",
        ),
        pytest.param(
            front(description='"RETIRED 2026-10-10"') + "Text.\n\nLive since 2026-09-20\n",
            ["Live since 2026-09-20"],
            id="a day before its end",
        ),
        pytest.param(
            front(description='"RETIRED 2026-10-10"') + "Text.\n\nLive since 2026-10-12\n", [], id="a day after its end"
        ),
        pytest.param(front(description="Retired hosts"), [], id="no status"),
        pytest.param("# Page (ACTIVE)\n\nRETIRED.\n", [], id="no status, two words"),
    ],
)
def test_without_data(text: str, places: list[str]) -> None:
    files = {"Page.md": text, "vaulttool.toml": TYPED}
    assert [written for _, written in told(files)] == places


def test_another_vocabulary() -> None:
    config = '[schemas.paths]\n"**" = "note"\n[status]\nwords = ["serving", "gone"]\nproperty = "state"\nlive = ["in production"]\nhistory = ["Geschichte"]\n'
    files = {
        "Page.md": "---\nstate: gone\n---\n# Page\n\nThis page is serving.\n\n- In production since 2026-09-20\n\n## Geschichte\n\n- In production since 2026-09-20\n",
        "Index.md": "[[Page]] (SERVING), [[Page]] (serving), [[Page]] (GONE)\n",
        "vaulttool.toml": config,
    }  # fmt: skip
    assert told(files) == [
        ("Index.md", "SERVING"),
        ("Page.md", "serving"),
        ("Page.md", "In production since 2026-09-20"),
    ]


def test_the_things_that_can_be_deployed_are_an_option() -> None:
    config = TYPED + '[rules.status-mismatch]\nthings = ["recipe"]\n'
    files = {
        "Page.md": front(status="RETIRED") + "## Deployed flags\n\n## Deployed recipes\n",
        "vaulttool.toml": config,
    }
    assert told(files) == [("Page.md", "Deployed recipes")]


def test_nothing_is_said_of_what_nobody_claims() -> None:
    files = {"Page.md": front(status="RETIRED") + "ACTIVE\n", "Index.md": "[[Page]] (ACTIVE)\n", "vaulttool.toml": ""}
    assert findings_of(files, "status-mismatch", "live-procedure", "live-link-to-retired") == []


RUNBOOK = "---\ntype: runbook\nstatus: RETIRED\n---\n"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param(RUNBOOK + "# Swap\n\nDeploy.\n\n```sh\nsudo x\n```\n", ["```sh"], id="a shell"),
        pytest.param(RUNBOOK + "# Swap\n\n~~~bash title\nx\n~~~\n\n```sh\ny\n```\n", ["~~~bash title"], id="the first of two"),
        pytest.param(RUNBOOK + "```console\n$ x\n```\n", ["```console"], id="a console"),
        pytest.param(RUNBOOK + "```\n$ systemctl restart x\n```\n", ["```"], id="a prompt without a language"),
        pytest.param(RUNBOOK + "```\nsudo reboot\n```\n", ["```"], id="sudo without a language"),
        pytest.param(RUNBOOK + "1. Stop it.\n2. Run `sudo systemctl start x`.\n", ["`sudo systemctl start x`"], id="a step"),
        pytest.param(RUNBOOK + "1. `deploy.sh atlas --service x`\n", ["`deploy.sh atlas --service x`"], id="a deploy script"),
        pytest.param(RUNBOOK + "# Swap\n\n## Steps\n\n> [!warning] RETIRED\n\n```sh\nx\n```\n", ["```sh"], id="a call-out further down"),
        pytest.param(RUNBOOK + "# Swap\n\n> RETIRED\n\n```sh\nx\n```\n", ["```sh"], id="a quote says it"),
        pytest.param("---\nstatus: SUPERSEDED\ntype: runbook\n---\n```sh\nx\n```\n", ["```sh"], id="superseded"),
        pytest.param("---\ntype: runbook\ndescription: \"Retired runbook: x\"\n---\n```sh\nx\n```\n", ["```sh"], id="said in the description alone"),
    ],
)  # fmt: skip
def test_procedures_that_read_as_live(text: str, places: list[str]) -> None:
    for written in (text, text.replace("\n", "\r\n")):
        files = {"Page.md": written, "vaulttool.toml": TYPED}
        assert [place for _, place in told(files, "live-procedure")] == places


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(RUNBOOK + "# Swap\n\n> [!warning] RETIRED\n\n```sh\nx\n```\n", id="a call-out"),
        pytest.param(
            RUNBOOK + "# Swap\n\n> [!warning]\n> Kept as history.\n\n```sh\nx\n```\n", id="the text of a call-out"
        ),
        pytest.param(RUNBOOK + "# Swap (RETIRED)\n\n```sh\nx\n```\n", id="the title"),
        pytest.param(RUNBOOK + "RETIRED era (2026-09-21 to 2026-10-10).\n\n```sh\nx\n```\n", id="the first paragraph"),
        pytest.param(RUNBOOK + "# Swap\n\nThis endpoint is no longer there.\n\n```sh\nx\n```\n", id="no longer"),
        pytest.param(
            RUNBOOK + "<!-- vaulttool:begin banner -->\n<!-- vaulttool:end banner -->\n\n```sh\nx\n```\n", id="a banner"
        ),
        pytest.param(RUNBOOK + "# Swap\n\nNo commands.\n", id="no commands"),
        pytest.param(RUNBOOK + "```yaml\na: 1\n```\n\n```\nGPU KV cache size\n```\n", id="other code"),
        pytest.param(RUNBOOK + "```sh\n```\n", id="an empty block"),
        pytest.param(RUNBOOK + "- Run `sudo x`.\n\nOr `sudo y`.\n", id="code in text"),
        pytest.param(RUNBOOK + "1. Read `sudo.conf`.\n", id="no command"),
        pytest.param(RUNBOOK + "## History\n\n```sh\nx\n```\n", id="under history"),
        pytest.param(RUNBOOK.replace("RETIRED", "ACTIVE") + "```sh\nx\n```\n", id="in use"),
        pytest.param(RUNBOOK.replace("runbook", "reference") + "```sh\nx\n```\n", id="no runbook"),
        pytest.param("---\ntype: runbook\n---\n```sh\nx\n```\n", id="no status"),
        pytest.param(RUNBOOK + "<!-- vaulttool:ignore live-procedure -->\n```sh\nx\n```\n", id="allowed"),
    ],
)
def test_procedures_that_do_not(text: str) -> None:
    assert told({"Page.md": text, "vaulttool.toml": TYPED}, "live-procedure") == []


def test_a_page_of_an_ended_era_is_a_procedure() -> None:
    text = "# Cards\n\n```sh\nsudo reboot\n```\n"
    assert told({**DATA, "Cards.md": text}, "live-procedure") == [("Cards.md", "```sh")]
    assert told({**DATA, "Cards.md": "---\ntype: research\n---\n" + text}, "live-procedure") == []
    assert told({**DATA, "Braga.md": text}, "live-procedure") == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param("---\nstatus: SUPERSEDED\n---\n", ["SUPERSEDED"], id="typed"),
        pytest.param("---\nstatus: SUPERSEDED\nsuperseded_by:\n---\n", [], id="an empty one is the schema's"),
        pytest.param("---\nstatus: SUPERSEDED\n---\nBy [[Other]].\n", ["SUPERSEDED"], id="named in the text alone"),
        pytest.param('---\ndescription: "Superseded era: x"\n---\nText.\n', ['"Superseded era: x"'], id="in the description"),
        pytest.param('---\ndescription: "Superseded era: x"\n---\nSee [[Page]].\n', ['"Superseded era: x"'], id="a link to itself"),
        pytest.param('---\nstatus: SUPERSEDED\nsuperseded_by: "[[Other]]"\n---\n', [], id="named"),
        pytest.param('---\nstatus: SUPERSEDED\nsuperseded_by: "[[Gone]]"\n---\n', [], id="a broken link is another rule's"),
        pytest.param('---\ndescription: "Superseded era: x"\nsuperseded_by: "[[Other]]"\n---\n', [], id="named beside a description"),
        pytest.param('---\ndescription: "SUPERSEDED by [[Other]]"\n---\n', [], id="a link in the description"),
        pytest.param('---\ndescription: "Superseded era: x"\n---\n> [!warning] SUPERSEDED by [[Other]]\n', [], id="a link in the call-out"),
        pytest.param('---\ndescription: "Superseded era: x"\n---\nSee [[Other]].\n', [], id="a link in the first paragraph"),
        pytest.param("---\nstatus: RETIRED\n---\n", [], id="retired"),
        pytest.param("---\ndescription: Superseded things\n---\n", [], id="plain English"),
        pytest.param("---\ntitle: x\n---\n", [], id="no status"),
    ],
)  # fmt: skip
def test_successors_that_are_missing(text: str, places: list[str]) -> None:
    files = {"Page.md": text, "Other.md": "Not [[Page]].\n", "vaulttool.toml": TYPED}
    assert [place for _, place in told(files, "superseded-without-successor")] == places


def test_eras_know_their_successors() -> None:
    assert told({**DATA, "Split.md": "---\nstatus: SUPERSEDED\n---\n"}, "superseded-without-successor") == []


def test_words_that_ask_for_a_successor_are_an_option() -> None:
    config = (
        TYPED + '[status]\nwords = ["live", "replaced"]\n[rules.superseded-without-successor]\nwords = ["replaced"]\n'
    )
    files = {"Page.md": "---\nstatus: replaced\n---\n", "vaulttool.toml": config}
    assert told(files, "superseded-without-successor") == [("Page.md", "replaced")]


def pages(**successors: str) -> dict[str, str]:
    """Pages that name their successors, and nothing else."""
    texts = {
        f"{name}.md": f'---\nstatus: SUPERSEDED\nsuperseded_by: "[[{next}]]"\n---\n'
        for name, next in successors.items()
    }
    return {"Z.md": "", **texts, "vaulttool.toml": TYPED}


@pytest.mark.parametrize(
    ("files", "places"),
    [
        pytest.param(pages(A="B", B="A"), ["A.md"], id="two"),
        pytest.param(pages(C="A", A="B", B="C"), ["A.md"], id="three"),
        pytest.param(pages(A="A"), ["A.md"], id="one"),
        pytest.param(pages(A="B", B="A", C="D", D="C"), ["A.md", "C.md"], id="two circles"),
        pytest.param(pages(D="A", A="B", B="A"), ["A.md"], id="with a way in"),
        pytest.param(pages(A="B", B="Z"), [], id="a chain"),
        pytest.param(pages(A="Z", B="Z"), [], id="one successor of two"),
        pytest.param(pages(A="B", B="Nowhere"), [], id="an open end"),
        pytest.param({**pages(A="B", B="A"), "vaulttool.toml": ""}, [], id="nobody claims them"),
        pytest.param({**pages(A="B"), "B.md": 'superseded_by: "[[A]]"\n'}, [], id="no front matter"),
        pytest.param({**DATA, **pages(Cards="Split", Split="Cards"), "vaulttool.toml": CONFIG}, [], id="the data know of pages with eras"),
    ],
)  # fmt: skip
def test_circles_of_pages(files: dict[str, str], places: list[str]) -> None:
    assert [path for path, _ in told(files, "successor-cycle")] == places


def test_circles_of_eras() -> None:
    data = ENDPOINT.replace("end: 2026-10-10,", "end: 2026-10-10, superseded_by: pair,")
    found = findings_of({**DATA, "data/endpoints/porto.yaml": data}, "successor-cycle")
    assert [(one.path, one.span.of(data)) for one in found] == [("data/endpoints/porto.yaml", "superseded_by: pair")]
    assert found[0].message == '"cards" is superseded by "pair", that by "split", and that by "cards" again'
    assert findings_of(DATA, "successor-cycle") == []


@pytest.mark.parametrize(
    ("other", "fires"),
    [
        pytest.param("Two cards.\n", True, id="nothing"),
        pytest.param("Two cards, see [[Pages]].\n", True, id="another page"),
        pytest.param("After [[Old Page]].\n", False, id="a link"),
        pytest.param("After [the old](Old%20Page.md).\n", False, id="a Markdown link"),
        pytest.param('---\nreplaces: "[[Old Page]]"\n---\n', False, id="a property"),
        pytest.param("After the OLD  page.\n", False, id="its name"),
        pytest.param("What was One card before.\n", False, id="its title"),
        pytest.param("What we called Uno.\n", False, id="an alias"),
        pytest.param("In `Old Page.md`.\n", False, id="in code"),
        pytest.param("<!-- vaulttool:begin backlinks -->\n\n- [[Old Page]]\n\n<!-- vaulttool:end backlinks sum=0123456789 -->\n", False, id="in a region"),
    ],
)  # fmt: skip
def test_the_way_back(other: str, fires: bool) -> None:
    old = '---\ntitle: One card\naliases: [Uno]\nstatus: SUPERSEDED\nsuperseded_by: "[[New]]"\n---\n'
    files = {"Old Page.md": old, "New.md": other, "vaulttool.toml": TYPED}
    assert told(files, "one-way-succession") == ([("Old Page.md", "[[New]]")] if fires else [])


@pytest.mark.parametrize(
    ("files", "fires"),
    [
        pytest.param({}, True, id="nothing"),
        pytest.param({"Braga.md": "After [[Old Braga]].\n"}, False, id="a link"),
        pytest.param({"Braga.md": "After one card.\n"}, False, id="the title of the era"),
    ],
)
def test_the_way_back_from_eras(files: dict[str, str], fires: bool) -> None:
    found = [one for one in told({**DATA, **files}, "one-way-succession") if "braga" in one[0]]
    assert found == ([("data/endpoints/braga.yaml", "superseded_by: b")] if fires else [])


def test_an_owner_page_shows_the_way_back() -> None:
    files = {**DATA, "Split.md": "[[Owner]]\n", "Cards.md": "[[Owner]]\n", "Braga.md": "[[Old Braga]]\n"}
    assert told(files, "one-way-succession") == []
    assert [path for path, _ in told({**files, "Owner.md": ""}, "one-way-succession")] == [
        "data/endpoints/porto.yaml"
    ] * 2


LINKING = {
    "Swap.md": "---\nstatus: RETIRED\n---\n",
    "New.md": "---\nstatus: ACTIVE\n---\n",
    "Any.md": "",
    "vaulttool.toml": TYPED,
}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param("# Swap and rollback\n\nFollow [[Swap]] first.\n", ["[[Swap]]"], id="on a page on rollbacks"),
        pytest.param("Follow [[Swap]] first.\n", ["[[Swap]]"], id="a sentence"),
        pytest.param("It was so. Now follow [[Swap|this]].\n", ["[[Swap|this]]"], id="the past in another sentence"),
        pytest.param("![[Swap]]\n", ["![[Swap]]"], id="an embed"),
        pytest.param("See [that](Swap.md).\n", ["[that](Swap.md)"], id="a Markdown link"),
        pytest.param("## See also\n\n- [[New]]\n- [[Swap]]\n", ["[[Swap]]"], id="a list"),
        pytest.param(
            "| Page | What |\n|-|-|\n| [[Swap]] | swap |\n| [[New]] | the old way |\n", ["[[Swap]]"], id="a row"
        ),
        pytest.param("> [!tip]\n> Follow [[Swap]].\n", ["[[Swap]]"], id="a call-out"),
        pytest.param("[[Swap]] and [[Swap]]\n", ["[[Swap]]", "[[Swap]]"], id="each link"),
    ],
)
def test_live_links(text: str, places: list[str]) -> None:
    files = {**LINKING, "Page.md": "---\nstatus: ACTIVE\n---\n" + text}
    assert [place for _, place in told(files, "live-link-to-retired")] == places


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("See [[Swap]] (RETIRED).\n", id="a word of status"),
        pytest.param("- [[Swap]] — RETIRED 2026-09-30\n", id="with a day"),
        pytest.param("The retired [[Swap]].\n", id="in small letters"),
        pytest.param("The old shape is on [[Swap]].\n", id="old"),
        pytest.param("[[Swap|The former shape]] has it.\n", id="in the words of the link"),
        pytest.param("It replaced [[Swap]].\n", id="replaced"),
        pytest.param("Until 2026-09-30 [[Swap]] held.\n", id="until"),
        pytest.param("How the pool was measured is on [[Swap]].\n", id="the past tense"),
        pytest.param("For a rollback read [[Swap]].\n", id="a rollback"),
        pytest.param("Superseded by this page: [[Swap]].\n", id="superseded"),
        pytest.param("| Page | Status |\n|-|-|\n| [[Swap]] | RETIRED |\n", id="a row"),
        pytest.param("| Retired page | What |\n|-|-|\n| [[Swap]] | swap |\n", id="the head of a table"),
        pytest.param("Earlier shapes:\n\n- [[Swap]]\n", id="a line above a list"),
        pytest.param("**Earlier shapes:**\n- [[New]]\n- [[Swap]]\n", id="a strong line above a list"),
        pytest.param("## History\n\n[[Swap]]\n", id="under history"),
        pytest.param("## Rollback\n\n1. Follow [[Swap]].\n", id="under a rollback"),
        pytest.param("# Log\n\n## Day\n\n[[Swap]]\n", id="far under a log"),
        pytest.param("[[Swap#History]]\n", id="a section of the past"),
        pytest.param("- 2026-09-20: [[Swap]]\n", id="an entry of a log"),
        pytest.param("> Follow [[Swap]].\n", id="a quote"),
        pytest.param("`[[Swap]]`\n", id="code"),
        pytest.param("[[New]] [[Any]] [[Nowhere]] [[#x]]\n", id="other pages"),
        pytest.param("<!-- vaulttool:begin backlinks -->\n\n- [[Swap]]\n\n<!-- vaulttool:end backlinks sum=0123456789 -->\n", id="a region"),
        pytest.param("[[Swap]] <!-- vaulttool:ignore -->\n", id="allowed"),
    ],
)  # fmt: skip
def test_links_that_say_so(text: str) -> None:
    files = {**LINKING, "Page.md": "---\nstatus: ACTIVE\n---\n" + text}
    assert told(files, "live-link-to-retired") == []


@pytest.mark.parametrize(
    "front",
    [
        pytest.param("---\nstatus: RETIRED\n---\n", id="no page in use"),
        pytest.param("---\ntitle: x\n---\n", id="no status"),
        pytest.param("---\nstatus: ACTIVE\ntype: log\n---\n", id="a log"),
        pytest.param('---\nstatus: ACTIVE\nreplaces: "[[Swap]]"\n---\n[[New]]\n', id="a property"),
    ],
)
def test_pages_whose_links_are_left_alone(front: str) -> None:
    text = front if "replaces" in front else front + "Follow [[Swap]].\n"
    assert told({**LINKING, "Page.md": text}, "live-link-to-retired") == []


INDEX_ROW = "| Page | What |\n|-|-|\n| [[Cards]] | ACTIVE lisbon runbook: two cards |\n"


@pytest.mark.parametrize(
    ("rule", "page", "failing", "mended"),
    [
        pytest.param("status-mismatch", "LLM", INDEX_ROW, INDEX_ROW.replace("ACTIVE", "RETIRED"), id="row 1, an index"),
        pytest.param(
            "status-mismatch", "Cards",
            front(description='"ACTIVE lisbon runbook: two cards"') + "# Cards\n\nThe ACTIVE lisbon deployment is an image of ours.\n",
            front(description='"RETIRED lisbon runbook: two cards"') + "# Cards\n\nRETIRED era (2026-09-21 → 10-10; the endpoint is [[Braga]] today).\n",
            id="row 2",
        ),
        pytest.param(
            "live-procedure", "Swap",
            RUNBOOK + "# Swap\n\nSet `SNAP`, then deploy.\n\n```sh\n./deploy.sh atlas --service lisbon\n```\n",
            RUNBOOK + "# Swap\n\n> [!warning] RETIRED\n> The procedure that holds is [[Braga]].\n\n```sh\n./deploy.sh atlas --service lisbon\n```\n",
            id="row 3",
        ),
        pytest.param("status-mismatch", "Home", "- [[Cards]] — ACTIVE\n", "- [[Cards]] — RETIRED 2026-10-10\n", id="row 12, one line of an index"),
        pytest.param(
            "status-mismatch", "Cards",
            "# Cards\n\nRETIRED era (2026-09-21 → 10-10; the endpoint is porto today and this shape is one row).\n\n"
            "**Deployed shape since 2026-09-20:** one unit with TP=2.\n\n## Deployed flags (2026-09-21)\n\nFrom the unit:\n\n"
            "## DFlash2 and MTP (2026-09-20)\n\nThe drafter costs 2.1 GiB. DFlash2 is the deployed shape.\n\n## Why TP=2 cannot run here\n",
            "# Cards\n\nRETIRED era (2026-09-21 → 10-10; the endpoint is porto today and this shape is one row).\n\n"
            "**Shape from 2026-09-20 to 2026-10-10:** one unit with TP=2.\n\n## Flags from 2026-09-21\n\nFrom the unit:\n\n"
            "## DFlash2 and MTP (2026-09-20)\n\nThe drafter costs 2.1 GiB. DFlash2 was the deployed shape.\n\n## Why TP=2 cannot run here\n",
            id="the page that was left, row 12 of the second table",
        ),
    ],
)  # fmt: skip
def test_the_fleets_failures(rule: str, page: str, failing: str, mended: str) -> None:
    before = told({**DATA, f"{page}.md": failing}, rule)
    assert before and {path for path, _ in before} == {f"{page}.md"}
    assert told({**DATA, f"{page}.md": mended}, rule) == []


@pytest.mark.parametrize(
    ("page", "text", "after"),
    [
        pytest.param("Cards", '---\ndescription: "ACTIVE runbook: two cards."\n---\n', "RETIRED", id="description"),
        pytest.param("Cards", "# Cards\n\n**ACTIVE** runbook of two cards.\n", "RETIRED", id="first paragraph"),
        pytest.param("Index", "- [[Cards]]: ACTIVE\n", "RETIRED", id="beside a link"),
        pytest.param("Index", "| a | b |\n| - | - |\n| [[Cards]] | ACTIVE |\n", "RETIRED", id="in a row"),
        pytest.param("Braga", "> [!note] RETIRED\n> text\n", "ACTIVE", id="in a call-out"),
    ],
)
def test_a_word_of_status_is_mended_where_data_decide(page: str, text: str, after: str) -> None:
    old = "RETIRED" if after == "ACTIVE" else "ACTIVE"
    files = {**DATA, f"{page}.md": text}
    assert fixed(files, "status-mismatch")[f"{page}.md"] == text.replace(old, after)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("Index", "- [[Cards]]: ACTIVE since 2026-09-20\n", id="with a day"),
        pytest.param("Index", "- [[Cards]]: active\n", id="plain English"),
        pytest.param("Index", "- [[Typed]]: ACTIVE\n", id="no data decide"),
        pytest.param("Cards", "# Cards\n\n## Deployed flags\n", id="a live word"),
    ],
)
def test_a_word_of_status_is_left_to_people(page: str, text: str) -> None:
    typed = {"Typed.md": "---\ntype: runbook\nstatus: RETIRED\n---\n"}
    files = {**DATA, **typed, f"{page}.md": text}
    assert fixed(files, "status-mismatch", unsafe=True)[f"{page}.md"] == text
