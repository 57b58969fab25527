"""Dates that cannot be, and pages, headings and eras that are older or newer than what they hold."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

from vaulttool.model.rule import Shared

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Owner]]"
eras:
  - {id: replicas, title: Two replicas, start: 2026-09-16, end: 2026-09-19, superseded_by: two-cards, page: "[[Lisbon]]", section: Replicas}
  - {id: two-cards, title: Two cards, start: 2026-09-20, end: 2026-10-10, page: "[[Lisbon]]", section: Two cards}
"""
RUN = """\
run: {name}
title: Boot
kind: boot-log
date: {date}
host: atlas
{era}
source: {{document: Lisbon.md, line: 1}}
results: {{pool: {{value: 425047, unit: tok}}}}
"""
OF_AN_ERA = "endpoint: lisbon\nera: two-cards"
CONFIGURATION = 'data = "data"\n\n[schemas.types]\nreference = "reference"\nlog = "log"\n'
FRONT = "---\ntype: reference\ntimestamp: 2026-09-29\n---\n"


def vault(body: str, front: str = FRONT, **runs: str) -> dict[str, str]:
    """A page of two eras, and runs by name and date; with ``lisbon`` for a date of a run of the second era."""
    files = {
        "Lisbon.md": front + body,
        "Owner.md": "An endpoint.\n",
        "vaulttool.toml": CONFIGURATION,
        "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
        "data/endpoints/lisbon.yaml": ENDPOINT,
    }
    for name, date in runs.items():
        era = OF_AN_ERA if name.startswith("era") else ""
        files[f"data/runs/{name}.yaml"] = RUN.format(name=name, date=date, era=era)
    return files


def told(rule: str, body: str, front: str = FRONT, **runs: str) -> list[str]:
    """What the findings of a rule point at."""
    files = vault(body, front, **runs)
    return [text for _, _, text in marked(files, findings_of(files, rule))]


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shared, "today", "2026-11-30")


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        pytest.param("Boot of 2026-02-30.", ["2026-02-30"], id="a month without that day"),
        pytest.param("## Flags (2026-13-01)", ["2026-13-01"], id="day and month swapped, in a heading"),
        pytest.param("| Day |\n| --- |\n| 2026-06-31 |", ["2026-06-31"], id="in a cell"),
        pytest.param("- 31 June 2026: nothing", ["31 June 2026"], id="by name"),
        pytest.param("> [!note] Since 2026-09-31\n> x", ["2026-09-31"], id="title of a callout"),
        pytest.param("Era 2026-09-21 → 09-31.", ["09-31"], id="the end of an abbreviated range"),
        pytest.param("Era 2026-10-10 → 2026-09-21.", ["2026-10-10 → 2026-09-21"], id="a range the wrong way round"),
        pytest.param("Era 2026-02-30 to 2026-01-01.", ["2026-02-30"], id="told once"),
    ],
)
def test_an_impossible_date(body: str, shown: list[str]) -> None:
    assert told("impossible-date", body) == shown


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("Boot of 2024-02-29.", id="a leap day"),
        pytest.param("Read `2026-02-30` as text.", id="code"),
        pytest.param("```\n2026-02-30\n```", id="a code block"),
        pytest.param("<!-- 2026-02-30 -->", id="a comment"),
        pytest.param("%% 2026-02-30 %%", id="Obsidian's comment"),
        pytest.param("[[2026-02-30]] and [[x|2026-02-28]]", id="a note's name"),
        pytest.param("[a](2026-02-30.md) https://a.b/2026-02-30", id="targets"),
        pytest.param("See INC-2026-13-99, 2026-99-99.md, 0.13.0-e060895.", id="ids, files, versions"),
        pytest.param("At 2026-10-01T25:61:00 on 192.168.0.235:7770.", id="a time and an address"),
        pytest.param("Call +351 2026-55-12 or (21) 2026-13-12.", id="telephone numbers"),
        pytest.param("Unknown days are written 2026-10-00.", id="a placeholder"),
        pytest.param("Era 2026-12-20 → 01-05, then 2026-09-16 to 19, 2026-09-21–10-10.", id="abbreviated ranges"),
        pytest.param("The review moved from 2026-10-10 to 2026-09-21.", id="moved"),
        pytest.param("<!-- vaulttool:begin banner -->\n\n2026-02-30\n\n<!-- vaulttool:end banner -->", id="a region"),
        pytest.param("$2026-02-30$", id="a formula"),
        pytest.param("2026-02-30 is not a valid date, neither is 2026-06-31.", id="spoken of as invalid"),
        pytest.param("The reader rejects 2026-13-01.", id="rejected"),
        pytest.param("There is no 2026-02-29, since 2026 is no leap year.", id="a leap year"),
    ],
)
def test_no_impossible_date(body: str) -> None:
    assert told("impossible-date", body) == []


@pytest.mark.parametrize(
    ("front", "shown"),
    [
        pytest.param("type: reference\nchecked: 2026-02-30", ["2026-02-30"], id="a day"),
        pytest.param("type: reference\nchecked: 2026-13-01T10:00", ["2026-13-01T10:00"], id="a day with a time"),
        pytest.param("type: reference\ntitle: State of 2026-02-30", ["2026-02-30"], id="in words"),
        pytest.param("type: reference\nchecked: [2026-02-28, 2026-02-30]", ["2026-02-30"], id="in a list"),
        pytest.param("type: reference\ntimestamp: 2026-02-30", [], id="told by the schema"),
        pytest.param("type: reference\nchecked: 2026-99-99\nid: INC-2026-13-99", [], id="ids"),
        pytest.param("type: reference\nchecked: '{{date}}'", [], id="a template"),
        pytest.param("type: reference\nlog: '[[2026-02-30]]'\nurl: https://a.b/2026-02-30/", [], id="links"),
        pytest.param("type: other\nchecked: 2026-02-30", [], id="a note that nothing claims"),
    ],
)
def test_an_impossible_date_in_front_matter(front: str, shown: list[str]) -> None:
    files = {"Porto.md": f"---\n{front}\n---\ntext\n", "vaulttool.toml": CONFIGURATION.removeprefix('data = "data"\n')}
    assert [text for _, _, text in marked(files, findings_of(files, "impossible-date"))] == shown


def test_help_says_what_may_have_been_meant() -> None:
    swapped, short = findings_of(vault("From 2026-13-01 to 2026-02-30."), "impossible-date")
    assert (swapped.message, swapped.help) == ('"2026-13-01" is no day', 'did you mean "2026-01-13"?')
    assert (short.message, short.help) == ('"2026-02-30" is no day', "the month has 28 days")


@pytest.mark.parametrize(
    ("body", "day"),
    [
        pytest.param("## 2026-10-01 — cutovers", "2026-10-01", id="a heading"),
        pytest.param("## Shape F (2026-10-03)", "2026-10-03", id="a heading with its day in brackets"),
        pytest.param("Measured on 2026-10-02.", "2026-10-02", id="measured"),
        pytest.param("A pool of 425,047 tokens (boot 2026-10-02).", "2026-10-02", id="a boot"),
        pytest.param("DEPLOYED 2026-10-03 as shape G.", "2026-10-03", id="deployed"),
        pytest.param("As of the 2026-10-19 census it is gone.", "2026-10-19", id="as of"),
        pytest.param("Serving since 2026-10-03.", "2026-10-03", id="since"),
        pytest.param("The 2026-10-19 host census lists three.", "2026-10-19", id="what happened behind the day"),
        pytest.param("Last updated: 2 October 2026", "2026-10-02", id="name of the month"),
        pytest.param("- [x] re-measured 2026-10-02", "2026-10-02", id="a task that is done"),
        pytest.param("> [!note]\n> Measured 2026-10-02.", "2026-10-02", id="a callout"),
        pytest.param("| Day | What |\n| --- | --- |\n| 2026-10-02 | cutover |", "2026-10-02", id="a row"),
        pytest.param("| What |\n| --- |\n| boot 2026-10-02 |", "2026-10-02", id="an event in a cell"),
        pytest.param("Boot 2026-09-30, boot 2026-10-02, boot 2026-10-01.", "2026-10-02", id="the newest of three"),
        pytest.param("Pool 425,047<!-- =run/new#pool -->.", "2026-10-02", id="the run of a figure"),
        pytest.param(
            '<!-- vaulttool:begin arms run="old,new" -->\n<!-- vaulttool:end arms -->',
            "2026-10-02",
            id="of a region of arms",
        ),
        pytest.param(
            '<!-- vaulttool:begin figures list="run/new#pool:Pool" -->\n<!-- vaulttool:end figures -->',
            "2026-10-02",
            id="of a region of figures",
        ),
    ],
)
def test_a_stale_timestamp(body: str, day: str) -> None:
    (finding,) = findings_of(vault(body, new="2026-10-02", old="2026-09-20"), "stale-timestamp")
    assert finding.message == f'"timestamp" is 2026-09-29, and the page tells of {day}'
    assert finding.severity == "warning"
    assert finding.fix is not None
    assert finding.fix.safe


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("Measured on 2026-09-29, boot 2026-09-22.", id="not newer"),
        pytest.param("## Review by 2026-10-02", id="a heading of a deadline"),
        pytest.param("## Deadline\n\n### 2026-10-02", id="under a heading of deadlines"),
        pytest.param("## Roadmap 2026-10-02", id="a heading of a plan"),
        pytest.param("## Valid until 2026-10-02", id="until"),
        pytest.param("## Prices from 2026-10-02", id="from"),
        pytest.param("Review it by 2026-10-02. Due 2026-10-03.", id="deadlines in prose"),
        pytest.param("It will be deployed on 2026-10-02.", id="the future"),
        pytest.param("To be measured 2026-10-02.", id="to be done"),
        pytest.param("- [ ] boot 2026-10-02", id="an open task"),
        pytest.param("The plan: deployed 2026-10-02, measured 2026-10-03 is planned.", id="planned"),
        pytest.param("Measured on 2026-12-24.", id="later than today"),
        pytest.param("## 2026-12-24", id="a heading later than today"),
        pytest.param("The number 2026-10-02 stands here.", id="a day of nothing"),
        pytest.param("`boot 2026-10-02` and [[2026-10-02]] and a-2026-10-02.log", id="code, links, files"),
        pytest.param("Boot [log](runs/2026-10-02.md).", id="a target"),
        pytest.param("> Measured 2026-10-02, says upstream.", id="quoted"),
        pytest.param("| Due | What |\n| --- | --- |\n| 2026-10-02 | cutover |", id="a column of deadlines"),
        pytest.param("| Day | What |\n| --- | --- |\n| 2026-10-02 | planned |", id="a planned row"),
        pytest.param("| Day | What |\n| --- | --- |\n| 2026-10-02 report | x |", id="a cell with more than a day"),
        pytest.param("| What | Day |\n| --- | --- |\n| x | 2026-10-02 |", id="another column"),
        pytest.param("Era 2026-09-20 → 10-10.", id="the end of a range"),
        pytest.param("## Two cards (2026-09-20 → 10-10)", id="the end of a range in a heading"),
        pytest.param("Pool 425,047<!-- =run/old#pool -->.", id="an older run"),
        pytest.param("Pool 425,047<!-- =run/vague#pool -->.", id="a run of a day that is not known"),
        pytest.param(
            '<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->', id="a table of eras"
        ),
    ],
)
def test_a_timestamp_that_is_right(body: str) -> None:
    vague = "{unknown: not recorded, from: 2026-09-20, to: 2026-10-09}"
    assert told("stale-timestamp", body, old="2026-09-20", vague=vague) == []


@pytest.mark.parametrize(
    ("front", "shown"),
    [
        pytest.param("type: reference\ntimestamp: 2026-09-29T23:00", ["2026-09-29T23:00"], id="with a time"),
        pytest.param("type: reference\ntimestamp: '2026-09-29'", ["'2026-09-29'"], id="quoted"),
        pytest.param("type: reference", [], id="none"),
        pytest.param("type: reference\ntimestamp: soon", [], id="no day"),
        pytest.param("type: reference\ntimestamp: 2026-02-30", [], id="an impossible one"),
        pytest.param("type: reference\ntimestamp: '{{date}}'", [], id="a template"),
    ],
)
def test_timestamps_of_all_kinds(front: str, shown: list[str]) -> None:
    assert told("stale-timestamp", "Measured 2026-10-02.", f"---\n{front}\n---\n") == shown


def test_options_of_stale_timestamp() -> None:
    files = vault("Measured 2026-10-02.", "---\ntype: reference\nupdated: 2026-09-30\n---\n")
    assert findings_of(files, "stale-timestamp") == []
    files["vaulttool.toml"] += '\n[rules.stale-timestamp]\nproperty = "updated"\ndays = 1\n'
    assert len(findings_of(files, "stale-timestamp")) == 1
    files["vaulttool.toml"] = files["vaulttool.toml"].replace("days = 1", "days = 2")
    assert findings_of(files, "stale-timestamp") == []


HEADING = "## Deployed flags (2026-09-21)\n\n"
TABLE = "| Setting | Value |\n| --- | --- |\n| KV pool | {} |\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(HEADING + TABLE.format("425,047 (boot 2026-09-22)"), id="an event in a table"),
        pytest.param(HEADING + TABLE.format("425,047<!-- =run/new#pool -->"), id="a figure in a table"),
        pytest.param(HEADING + "| Day |\n| --- |\n| 2026-09-22 |\n", id="a row of a newer day"),
        pytest.param(HEADING + "The pool is 425,047 (boot 2026-09-22).", id="an event in the text"),
        pytest.param(HEADING + "The pool is 425,047<!-- =run/new#pool -->.", id="a figure in the text"),
        pytest.param("## Flags as of 2026-09-21\n\nMeasured 2026-09-22.", id="as of"),
        pytest.param("## Flags (measured 2026-09-21)\n\nMeasured 2026-09-22.", id="a word in the brackets"),
        pytest.param("## Verified (2026-09-21, live)\n\nVerified 2026-09-22.", id="more in the brackets"),
        pytest.param(
            HEADING + '<!-- vaulttool:begin arms run="new" -->\n<!-- vaulttool:end arms -->',
            id="a region of a newer run",
        ),
    ],
)
def test_an_outdated_heading(body: str) -> None:
    (finding,) = findings_of(vault(body, new="2026-09-22"), "outdated-heading")
    assert finding.message == "the heading is of 2026-09-21, and its section tells of 2026-09-22"
    assert finding.related


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(HEADING + TABLE.format("425,047 (boot 2026-09-21)"), id="of the same day"),
        pytest.param(HEADING + TABLE.format("425,047<!-- =run/old#pool -->"), id="a figure that is older"),
        pytest.param(HEADING + TABLE.format("425,047<!-- =run/vague#pool -->"), id="a figure that may be newer"),
        pytest.param(HEADING + "## Later (2026-09-22)\n\nMeasured 2026-09-22.", id="under its own heading"),
        pytest.param(HEADING + "### Again\n\nMeasured 2026-09-22.", id="under a heading below it"),
        pytest.param(HEADING + "Later, measured 2026-09-22, it grew.", id="later"),
        pytest.param(HEADING + "Superseded by what was deployed 2026-09-22.", id="superseded"),
        pytest.param(
            HEADING + "On the next shape it was 425,047<!-- =run/new#pool -->.", id="the figure of another shape"
        ),
        pytest.param(HEADING + "2026-09-22: measured 2026-09-22.", id="an entry with its own day"),
        pytest.param(HEADING + "> Measured 2026-09-22.", id="quoted"),
        pytest.param("## 2026-09-21 — cutover\n\nMeasured 2026-09-22.", id="a heading that begins with its day"),
        pytest.param("## [1.2.0] - 2026-09-21\n\nFixed 2026-09-22.", id="a version"),
        pytest.param("## Shape since 2026-09-20\n\nMeasured 2026-09-22.", id="since"),
        pytest.param("## Shape from 2026-09-20\n\nMeasured 2026-09-22.", id="from"),
        pytest.param("## Shape (2026-09-20 → 10-10)\n\nMeasured 2026-09-22.", id="a range"),
        pytest.param("## Review (2026-09-21)\n\nMeasured 2026-09-22.", id="a plan"),
        pytest.param(HEADING + "To be measured 2026-09-22, due 2026-10-01.", id="what is to come"),
    ],
)
def test_a_heading_that_is_right(body: str) -> None:
    vague = "{unknown: not recorded, from: 2026-09-20, to: 2026-10-09}"
    assert told("outdated-heading", body, new="2026-09-22", old="2026-09-20", vague=vague) == []


def test_headings_of_a_log_are_left_alone() -> None:
    assert told("outdated-heading", HEADING + "Measured 2026-09-22.", "---\ntype: log\n---\n") == []


@pytest.mark.parametrize(
    ("date", "how"),
    [
        pytest.param("2026-09-19", "before its start on 2026-09-20", id="before"),
        pytest.param("2026-10-11", "after its end on 2026-10-10", id="after"),
        pytest.param("2026-09-20", "", id="on its start"),
        pytest.param("2026-10-10", "", id="on its end"),
        pytest.param(
            "{unknown: not told, from: 2026-09-16, to: 2026-09-19}",
            "before its start on 2026-09-20",
            id="surely before",
        ),
        pytest.param("{unknown: not told, from: 2026-10-11}", "after its end on 2026-10-10", id="surely after"),
        pytest.param("{unknown: not told, from: 2026-09-16, to: 2026-09-20}", "", id="perhaps before"),
        pytest.param("{unknown: not told}", "", id="nothing known"),
    ],
)
def test_a_run_outside_its_era(date: str, how: str) -> None:
    found = findings_of(vault("text\n", era=date), "date-outside-era")
    assert [one.message for one in found] == [f'the run is of a day outside the era "two-cards": {how}'] * bool(how)
    assert all(one.severity == "error" and one.path == "data/runs/era.yaml" for one in found)


def test_a_run_that_names_no_era_is_left_alone() -> None:
    assert told("date-outside-era", "text\n", boot="2020-01-01") == []


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        pytest.param("## Two cards\n\n### Deployed flags (2026-09-19)\n", ["2026-09-19"], id="before the era"),
        pytest.param("## Two cards\n\n### Live on 2026-10-11\n", ["2026-10-11"], id="after the era"),
        pytest.param("The era (2026-09-21 → 10-12) ended.\n\n## Two cards\n", ["2026-09-21 → 10-12"], id="a range"),
        pytest.param("The 2026-09-01 → 2026-09-19 era.\n", ["2026-09-01 → 2026-09-19"], id="a range before the word"),
        pytest.param("## Two cards\n\n### Deployed flags (2026-09-20)\n", [], id="on its start"),
        pytest.param("## Two cards\n\n### Deployed flags (2026-10-10)\n", [], id="on its end"),
        pytest.param("## Two cards\n\n### Census (2026-10-19)\n", [], id="a check that came later"),
        pytest.param("## Two cards\n\n### Deployed before, 2026-09-19\n", [], id="before"),
        pytest.param("## Two cards\n\n### Deployed candidate (2026-09-19)\n", [], id="a candidate"),
        pytest.param("## Two cards\n\n### A battery (2026-09-19)\n", [], id="a heading of no service"),
        pytest.param("## Other\n\n### Deployed flags (2026-09-01)\n", [], id="no section of an era"),
        pytest.param("## Two cards\n\nDeployed flags of 2026-09-19 are gone.\n", [], id="prose"),
        pytest.param("The era (2026-09-20 → 10-10) ended.\n", [], id="the era's own range"),
        pytest.param("The era (2026-09-21 → 10-09) ended.\n", [], id="a range inside"),
        pytest.param("The era (2026-09-16 → 10-10) ended.\n", [], id="both eras together"),
        pytest.param("Two replicas, the 2026-09-16 → 2026-09-19 era.\n", [], id="the other era"),
        pytest.param("From 2026-09-01 → 2026-09-03 it was tried.\n", [], id="no era"),
        pytest.param("> The era (2026-01-21 → 10-12) ended.\n", [], id="quoted"),
    ],
)
def test_days_outside_an_era_on_its_page(body: str, shown: list[str]) -> None:
    assert told("date-outside-era", body) == shown


def test_the_heading_of_an_era_gives_other_days() -> None:
    files = vault("## Shape from 2026-09-19\n")
    files["data/endpoints/lisbon.yaml"] = ENDPOINT.replace("section: Two cards", "section: Shape from 2026-09-19")
    (finding,) = findings_of(files, "date-outside-era")
    assert finding.message == 'the heading is of a day outside the era "two-cards": before its start on 2026-09-20'
    (related,) = finding.related
    assert related.span.of(files[related.path]).startswith("{id: two-cards")


def test_without_data_nothing_is_said_of_eras() -> None:
    assert findings_of({"Lisbon.md": "## Two cards (2020-01-01)\n"}, "date-outside-era") == []
