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
  - {id: c, title: One card, start: 2026-09-21, page: "[[Lisbon]]"}
attempts:
  - {date: {unknown: not recorded}, title: three cards, outcome: crashed}
  - {date: {unknown: lost}, title: four cards, outcome: crashed}
  - {date: {unknown: not recorded}, title: five cards, outcome: crashed}
  - {date: {unknown: not recorded}, title: six cards, outcome: crashed}
"""


def written(marker: str) -> str:
    """The body of a region with this begin marker on the owner page."""
    kind = marker.split()[0]
    page = f"<!-- vaulttool:begin {marker} -->\n<!-- vaulttool:end {kind} -->\n"
    files = {"vaulttool.toml": 'data = "data"\n', "data/endpoints/lisbon.yaml": ENDPOINT, "Lisbon.md": page}
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
    told = [line.partition("*")[2].rstrip(".") for line in written('log from="2026-09-21" to="2026-09-21"').splitlines()]
    assert [line.removesuffix(" ([[Lisbon]])") for line in told] == [
        "Two cards* ended, SUPERSEDED",
        "Half a card* began",
        "Half a card* ended, SUPERSEDED",
        "One card* began",
    ]
