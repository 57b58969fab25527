"""Each failure that the manual tells of is shown by a small vault and found there, and not in the same vault mended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from commands_in import run
from folders import write
from model.data_files import FILES
from vaults import findings_of, indexed

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "vault/Manual/What goes wrong.md"
ROW = re.compile(r"^\| (?P<number>\d+) \| [^|]+ \| (?P<answer>[^|]+) \|$", re.MULTILINE)
FAMILIES = (
    "rules.test_status_rules",
    "rules.test_figure_rules",
    "rules.test_repository_rules",
    "rules.test_number_rules",
    "rules.test_name_rules",
)
UNIT = "[Container]\nImage=localhost/engine:1\nExec=--max-model-len 262144\n"
PROPERTIES = "---\ntitle: Lisbon\ntags: [town]\n---\n"
BODY = "# Lisbon\n\n## Shape\n\nTwo cards serve one model there.\n\n## Way back\n\nThe unit of before, started by hand.\n\n## Ports\n\nOne.\n\n"
SETTINGS = '<!-- vaulttool:begin settings file="u.container" -->\n<!-- vaulttool:end settings -->\n'
INDEX = '<!-- vaulttool:begin index folder="T" columns="link,status" -->\n<!-- vaulttool:end index -->\n'
CARDS = 'data = "data"\n[[outputs]]\npath = "cards.json"\nkind = "cards"\n'
RULES = "groups:\n  - name: llm\n    rules:\n"
ALERT = "      - {alert: A%d, expr: up == 0}\n"
COUNTED = '[counts.alerts]\ntitle = "Alerts"\nfile = "rules.yml"\nof = "alerts"\n'


def fresh(files: Mapping[str, str]) -> dict[str, str]:
    """The files with their generated parts written."""
    after, left = indexed(files)
    assert left == []
    return after


def retired(page: str) -> str:
    return f"---\ntype: note\ntitle: Lisbon\nstatus: {page}\n---\n"


ROWS = fresh({"T/Lisbon.md": retired("ACTIVE"), "LLM.md": INDEX, "Home.md": INDEX})
SHOWN = fresh({"u.container": UNIT, "Lisbon.md": SETTINGS})
CARDED = fresh({**FILES, "vaulttool.toml": CARDS})
RULED = {"vaulttool.toml": COUNTED, "rules.yml": RULES + "".join(ALERT % number for number in range(6))}
OWN = [
    pytest.param(
        {**ROWS, "T/Lisbon.md": retired("RETIRED")}, fresh({**ROWS, "T/Lisbon.md": retired("RETIRED")}),
        "stale-region", 2, id="row 1",
    ),
    pytest.param(
        {**ROWS, "T/Lisbon.md": retired("RETIRED"), "Home.md": fresh({**ROWS, "T/Lisbon.md": retired("RETIRED")})["Home.md"]},
        fresh({**ROWS, "T/Lisbon.md": retired("RETIRED")}), "stale-region", 1, id="row 4",
    ),
    pytest.param(
        {**SHOWN, "u.container": UNIT.replace("262144", "114688")},
        fresh({**SHOWN, "u.container": UNIT.replace("262144", "114688")}), "stale-region", 1, id="row 12",
    ),
    pytest.param(
        {**RULED, "Home.md": "5<!-- =count/alerts --> rules watch it.\n"},
        {**RULED, "Home.md": "6<!-- =count/alerts --> rules watch it.\n"}, "stale-figure", 1, id="row 21",
    ),
    pytest.param(
        {**CARDED, "data/endpoints/lisbon.yaml": FILES["data/endpoints/lisbon.yaml"].replace("Two cards", "Three cards")},
        fresh({**CARDED, "data/endpoints/lisbon.yaml": FILES["data/endpoints/lisbon.yaml"].replace("Two cards", "Three cards")}),
        "stale-region", 1, id="row 26",
    ),
    pytest.param({"Gitea.md": "[the file](compose.yaml)"}, {"Gitea.md": "[the file](compose.yaml)", "compose.yaml": ""},
                 "broken-link", 1, id="row 30"),
    pytest.param({"LAN-DNS.md": "", "Home.md": "[[LAN DNS]]"}, {"LAN-DNS.md": "", "Home.md": "[[LAN-DNS]]"},
                 "broken-link", 1, id="row 31"),
    pytest.param({"A.md": "The file:\n\n" + PROPERTIES + BODY}, {"A.md": PROPERTIES + BODY}, "misplaced-front-matter", 1, id="row 28, prose above"),
    pytest.param({"A.md": BODY + BODY}, {"A.md": BODY}, "doubled-body", 1, id="row 28, a body twice"),
    pytest.param({"A.md": BODY + "<tool_call>\n"}, {"A.md": BODY}, "tool-call-residue", 1, id="row 28, a call"),
    pytest.param({"A.md": BODY + "+++ b/A.md\n@@ -1,4 +1,6 @@\n"}, {"A.md": BODY + "```diff\n+++ b/A.md\n@@ -1,4 +1,6 @@\n```\n"},
                 "diff-residue", 1, id="row 28, a diff"),
    pytest.param({"A.md": f"<<<<<<< HEAD\n{BODY}=======\n{BODY}>>>>>>> north\n"}, {"A.md": BODY}, "conflict-marker", 1, id="row 28, a conflict"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "mended", "rule", "times"), OWN)
def test_a_failure_is_found_and_the_mended_vault_is_quiet(
    wrong: Mapping[str, str], mended: Mapping[str, str], rule: str, times: int
) -> None:
    assert [finding.rule for finding in findings_of(wrong, rule)] == [rule] * times
    assert findings_of(mended, rule) == []


def test_a_link_to_a_title_names_the_nearest_note() -> None:
    (finding,) = findings_of({"LAN-DNS.md": "", "Home.md": "[[LAN DNS]]"}, "broken-link")
    assert finding.help == 'did you mean "LAN-DNS"?'


def test_a_cutover_does_all_and_lists_what_is_left(tmp_path: Path) -> None:
    """Rows 27 and 29."""
    page = 'The pool of lisbon holds 425,047 tokens.\n\n<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->\n'
    era = 'id: one\ntitle: One card again\npage: "[[Lisbon]]"\n'
    write(tmp_path, fresh({**FILES, "Page.md": page}))
    write(tmp_path.parent, {"era.yaml": era})
    done = run("cutover", "lisbon", "--era", str(tmp_path.parent / "era.yaml"), "--on", "2026-09-30", cwd=tmp_path)
    assert "Page.md:1" in done.out and "425,047" in done.out
    assert "One card again" in (tmp_path / "Page.md").read_text("utf-8")
    assert run("index", "--check", cwd=tmp_path).status == 0


def test_a_benchmark_that_measured_nothing_is_refused(tmp_path: Path) -> None:
    """Row 34."""
    write(tmp_path, {"empty.json": '{"completed": 0, "output_throughput": 0.0, "date": "20260916-120000"}'})
    done = run("ingest", "empty.json", "--reader", "vllm-bench-serve", cwd=tmp_path)
    assert (done.status, "nothing was completed" in done.err) == (2, True)


def proven() -> Iterator[int]:
    """The rows that some test shows."""
    yield from (27, 29, 34)
    tables: list[Any] = list(OWN)
    for name in FAMILIES:
        for mark in import_module(name).test_the_fleets_failures.pytestmark:
            tables += mark.args[1] if mark.name == "parametrize" else []
    for case in tables:
        yield from (int(number) for number in re.findall(r"\brow (\d+)", str(case.id)))


def test_the_manual_maps_each_row_that_is_shown_to_an_answer() -> None:
    told = {int(row["number"]): row["answer"] for row in ROW.finditer(PAGE.read_text("utf-8"))}
    assert set(told) <= set(proven())
    assert all("Rules#" in answer or "`" in answer for answer in told.values())
