"""Arms of several runs in one table: which, under which words, and what cannot be asked for."""

from __future__ import annotations

import pytest
from vaults import indexed

FILES = {
    "vaulttool.toml": 'data = "data"\n',
    "data/metrics.yaml": 'metrics:\n  decode_tps: {title: Decode, unit: tok/s}\n  gain: {title: Gain, unit: "%"}\n',
    "data/runs/ab.yaml": (
        "run: ab\ntitle: A/B\nkind: ab\ndate: 2026-09-20\nhost: atlas\nsource: {document: Lisbon.md, line: 1}\n"
        "controlled: {weights: FP8}\n"
        "arms:\n"
        "  one: {title: First, settings: {SPEC: 7}, results: {decode_tps: {value: 100, unit: tok/s}}}\n"
        "  two: {results: {decode_tps: {value: 80, unit: tok/s}}, verdict: {decision: rejected, why: slow}}\n"
        'derived: {gain: {expr: "one.decode_tps / two.decode_tps - 1", as: "+25 %"}}\n'
    ),
    "data/runs/live.yaml": (
        "run: live\ntitle: In service\nkind: probe\ndate: 2026-09-21\nhost: atlas\nbaseline: ab\n"
        "source: {document: Lisbon.md, line: 1}\noutcome: healthy\n"
        "results: {decode_tps: {value: 90, unit: tok/s}}\n"
        'derived: {gain: {expr: "decode_tps / run/ab#two.decode_tps - 1", as: "+13 %"}}\n'
    ),
}


def written(marker: str) -> tuple[list[str], list[str]]:
    """The lines of such a region, and what is said of its page."""
    page = f"<!-- vaulttool:begin arms {marker} -->\n<!-- vaulttool:end arms -->\n"
    after, left = indexed({**FILES, "Lisbon.md": page})
    body = after["Lisbon.md"].split("\n")[1:-2]
    lines = [line for line in body if line and set(line) - set("|- ")]
    return lines, [finding.message for finding in left if finding.path == "Lisbon.md"]


TABLES = [
    pytest.param(
        'run="live,ab#two" derived="gain"',
        [
            "| Arm | Decode |",
            "| In service | 90 tok/s |",
            "| two | 80 tok/s |",
            "- Gain, In service: +13 %",
            "- Gain, A/B: +25 %",
        ],
        id="one arm of a run beside a run without arms; derived figures say of which run they are",
    ),
    pytest.param(
        'run="ab#two,ab#one"',
        ["| Arm | Decode |", "| two | 80 tok/s |", "| First | 100 tok/s |"],
        id="two arms of a run, turned round",
    ),
    pytest.param(
        'run="ab" arms="two:Second,one" heading="Side"',
        ["| Side | Decode |", "| Second | 80 tok/s |", "| First | 100 tok/s |"],
        id="words for an arm that is chosen",
    ),
    pytest.param(
        'run="ab" settings="weights:Weights,SPEC?:Depth" metrics="decode_tps:tok/s"',
        ["| Arm | Weights | Depth | tok/s |", "| First | `FP8` | `7` | 100 tok/s |", "| two | `FP8` | — | 80 tok/s |"],
        id="settings under words, one that may be missing",
    ),
    pytest.param(
        'run="ab,live" metrics="gain?"',
        ["| Arm | Gain |", "| First | — |", "| two | — |", "| In service | +13 % |"],
        id="a derived figure of a run without arms",
    ),
    pytest.param(
        'run="live,ab#two" rows="metrics" outcome="yes" verdict="why" date="yes"',
        [
            "| | In service | two |",
            "| Date | 2026-09-21 | 2026-09-20 |",
            "| Decode | 90 tok/s | 80 tok/s |",
            "| Outcome | healthy | — |",
            "| Verdict | — | rejected, slow |",
        ],
        id="all columns, turned around",
    ),
]


@pytest.mark.parametrize(("marker", "lines"), TABLES)
def test_what_a_table_holds(marker: str, lines: list[str]) -> None:
    assert written(marker) == (lines, [])


REFUSED = [
    pytest.param('run="ab" settings="SPEC"', 'the arm "two" of "ab" has no "SPEC"', id="a setting that is missing"),
    pytest.param('run="ab#three"', 'no arm is named "three"', id="no such arm of a run"),
    pytest.param('run="ab" arms="three:Third"', 'no arm is named "three"', id="no such arm"),
    pytest.param('run="ab:Both"', 'the run "ab" has several arms to call "Both"', id="one name for two arms"),
    pytest.param('run="ab" verdict="maybe"', '"maybe" is no way to show a verdict', id="another verdict"),
    pytest.param('run="ab" rows="columns"', '"columns" are no rows', id="other rows"),
    pytest.param('run="ab" metrics="gain"', 'the arm "one" of "ab" has no "gain"', id="a derived figure of no arm"),
]


@pytest.mark.parametrize(("marker", "message"), REFUSED)
def test_what_cannot_be_asked_for(marker: str, message: str) -> None:
    lines, said = written(marker)
    assert lines == []
    assert [one for one in said if message in one]
