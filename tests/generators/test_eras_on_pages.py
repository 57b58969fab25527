"""Pages with several eras: their banner, the log of a day with several of them, days that are not known."""

from __future__ import annotations

from vaults import indexed

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
eras:
  - {id: a, title: Two cards, start: 2026-09-20, end: 2026-09-21, superseded_by: b, page: "[[Lisbon]]"}
  - {id: b, title: Half a card, start: 2026-09-21, end: 2026-09-21, superseded_by: c, page: "[[Lisbon]]"}
  - id: c
    title: One card
    start: 2026-09-21
    page: "[[Lisbon]]"
    figures: [run/sweep#one.output_tps, run/sweep#two.output_tps, run/sweep#two.ttft_s]
attempts:
  - {date: {unknown: not recorded}, title: three cards, outcome: crashed, run: sweep}
  - {date: {unknown: lost}, title: four cards, outcome: crashed, page: "[[Lisbon]]"}
  - {date: {unknown: not recorded}, title: five cards, outcome: crashed}
  - {date: {unknown: not recorded}, title: six cards, outcome: crashed}
"""
RUN = """\
run: sweep
title: Sweep
kind: sweep
date: 2026-09-21
host: atlas
source: {document: Porto.md, line: 1}
arms:
  one: {title: 1 stream, results: {output_tps: {value: 42.8, unit: tok/s}}}
  two: {title: 2 streams, results: {output_tps: {value: 80.0, unit: tok/s}, ttft_s: {value: 0.4, unit: s}}}
"""


def written(marker: str) -> str:
    """The body of a region with this begin marker on the owner page."""
    kind = marker.split()[0]
    page = f"<!-- vaulttool:begin {marker} -->\n<!-- vaulttool:end {kind} -->\n"
    data = {"data/endpoints/lisbon.yaml": ENDPOINT, "data/runs/sweep.yaml": RUN}
    files = {"vaulttool.toml": 'data = "data"\n', **data, "Lisbon.md": page, "Porto.md": "80.0"}
    return indexed(files)[0]["Lisbon.md"].split("-->\n\n", 1)[1].rsplit("\n\n<!--", 1)[0]


def test_a_banner_speaks_of_every_era_of_its_page() -> None:
    assert written("banner").splitlines()[0] == "> [!info] ACTIVE since 2026-09-21"
    assert written("banner").count("\n> - ") == 3


def test_a_banner_can_speak_of_the_last_era_alone() -> None:
    assert written('banner last="yes"') == "> [!info] ACTIVE since 2026-09-21\n> An era of lisbon: One card."


def test_days_with_one_reason_share_a_line() -> None:
    assert written('attempts endpoint="lisbon"').splitlines()[-4:] == [
        "Not known:",
        "",
        "- Date of *three cards*, *five cards* and *six cards*: not recorded.",
        "- Date of *four cards*: lost.",
    ]


def test_an_era_of_one_day_begins_before_it_ends() -> None:
    told = [
        line.partition("*")[2].rstrip(".") for line in written('log from="2026-09-21" to="2026-09-21"').splitlines()
    ]
    assert [line.removesuffix(" ([[Lisbon]])") for line in told] == [
        "Two cards* ended, SUPERSEDED",
        "Half a card* began",
        "Half a card* ended, SUPERSEDED",
        "One card* began",
    ]


def test_figures_of_one_name_are_told_apart_by_their_arms() -> None:
    row = written('eras endpoint="lisbon" columns="figures" status="ACTIVE"').splitlines()[-1]
    assert row == "| output_tps 42.8 tok/s (1 stream)<br>output_tps 80.0 tok/s (2 streams)<br>ttft_s 0.4 s |"


def test_an_attempt_leads_to_its_page_or_to_that_of_its_run() -> None:
    rows = written('attempts endpoint="lisbon" columns="shape,page?"').splitlines()[2:]
    assert rows == [
        "| three cards | [[Porto]] |",
        "| four cards | [[Lisbon]] |",
        "| five cards | — |",
        "| six cards | — |",
    ]
