"""What is told of a measurement: what tools say they read, and the run files of the manual."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from commands_in import run
from folders import write

from bench import peers, results, scale
from bench.__main__ import COMMANDS, benches
from bench.tools import TOOLS, settings_of_markdownlint, settings_of_mdsmith


def kept() -> dict[str, Any]:
    side = {"median": 1.0, "seconds": [1.0], "rules": "MD057,MD051", "files": 6571}
    return {
        "date": "2026-12-01",
        "versions": {"rumdl": "0.3.0"},
        "comparisons": {
            "cold-rumdl": {"title": "Cold: rumdl", "pairs": 7, "ratio": 0.898, "ours": side, "theirs": side},
            "cold-lost": {"title": "Cold: lost", "failed": {"ours": [], "theirs": [3]}},
        },
    }


PAGE = """\
# Speed

## Beside other tools

<!-- vaulttool:begin arms run="2026-01-01-speed" heading="Situation" metrics="speed_ratio,pairs,peer_files?" settings="rules" -->
<!-- vaulttool:end arms -->

<!-- vaulttool:begin arms id="growth" run="2026-01-01-growth" -->
<!-- vaulttool:end arms -->
"""


def test_a_run_file_becomes_a_table_and_failures_have_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = results.shown(PAGE, "speed", "2026-12-01").partition('<!-- vaulttool:begin arms id="growth"')[0]
    monkeypatch.setattr(results, "MANUAL", tmp_path)
    (tmp_path / "Speed.md").write_text(page, "utf-8")
    files = {
        "vaulttool.toml": 'vault = "vault"\ndata = "vault/data"\n',
        "vault/Manual/Speed.md": page,
        "vault/data/runs/2026-12-01-speed.yaml": peers.run_of(kept()),
        "vault/data/hosts/two-cores.yaml": "host: two-cores\nfacts: []\n",
        "bench/peers.py": "",
    }
    write(tmp_path, files)
    status, out, err = run("index", cwd=tmp_path)
    assert status == 0, out + err
    text = (tmp_path / "vault/Manual/Speed.md").read_text("utf-8")
    assert "| Cold: rumdl | `MD057,MD051` | 0.90 | 7 | 6571 |" in text
    assert "lost" not in text
    assert "line: 3}" in peers.run_of(kept())
    assert run("check", cwd=tmp_path)[0] == 0


def test_only_the_tables_of_a_kind_show_the_new_run() -> None:
    page = results.shown(PAGE, "speed", "2026-12-01")
    assert 'run="2026-12-01-speed"' in page
    assert 'run="2026-01-01-growth"' in page


def test_a_size_is_told_as_ratios_and_memory() -> None:
    side = {"median": 3.0, "seconds": [3.0], "processor": 4.0, "largest": 80.0, "together": 120.4}
    found = {"notes": 10_000, "rounds": 3, "cat": side | {"median": 0.2}, "cold": side}
    text = scale.size_arm("10k", found)
    assert 'cold_by_cat: {value: 15, unit: ratio, as_printed: "15.0", n: 3}' in text
    assert "cold_memory: {value: 120, unit: MiB}" in text
    assert "cold 3.00 s (15.0 of cat), 120 MiB" in scale.line(found)
    assert "warm" not in text


@pytest.mark.parametrize(
    ("tool", "output", "checked"),
    [
        pytest.param("rumdl", "Issues: Found 10 issues in 9/6571 files (1187ms)", {"files": 6571}, id="rumdl"),
        pytest.param("rumdl", "Success: No issues found in 10 files (5ms)", {"files": 10}, id="rumdl, clean"),
        pytest.param("mdsmith", "stats: checked=6571 fixed=0 failures=5300", {"files": 6571}, id="mdsmith"),
        pytest.param(
            "lychee", "🔍 54971 Total (in 2s) 🔗 45493 Unique ✅ 8 OK 👻 51470 Excluded", {"links": 3501}, id="lychee"
        ),
        pytest.param("graphmark", '{"total": 42311, "counts": {"resolved": 41949}}', {"links": 42311}, id="graphmark"),
        pytest.param("pkms-lint", "pkms-lint 0.4.0 — 6571 files — index: built", {"files": 6571}, id="pkms-lint"),
        pytest.param("markdownlint-cli2", "Linting: 6571 file(s)", {"files": 6571}, id="markdownlint"),
        pytest.param(
            "obsidiantools", "6571 notes, 22730 links, 9 not there", {"files": 6571, "links": 22730}, id="obsidiantools"
        ),
        pytest.param("rumdl", "error: no such option", {}, id="says nothing"),
    ],
)
def test_what_a_tool_says_that_it_read(tool: str, output: str, checked: dict[str, int]) -> None:
    assert TOOLS[tool].checked(output) == checked


def test_what_vaulttool_says_that_it_read() -> None:
    told = peers.OURS.checked("a:1:1: error\n6571 notes, 26217 links: 72 unresolved; 3450 errors, 0 warnings\n")
    assert told == {"files": 6571, "links": 26217}


def test_only_rules_on_links_are_on_in_the_others() -> None:
    text = settings_of_mdsmith(["line-length", "link-validity"])
    assert "line-length: false" in text
    assert text.count("link-validity") == 1
    assert '"default": false, "MD011": true' in settings_of_markdownlint()


def test_results_of_other_code_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "code", lambda: "aaa")
    place = tmp_path / "day.json"
    results.save(place, {"commit": "aaa", "comparisons": {}})
    assert results.of_this_code(place) == {"commit": "aaa", "comparisons": {}}
    monkeypatch.setattr(results, "code", lambda: "bbb")
    assert results.of_this_code(place) == {"commit": "bbb"}
    assert results.of_this_code(tmp_path / "none.json") == {"commit": "bbb"}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_bench_has_help(name: str) -> None:
    told = CliRunner().invoke(benches, [name, "--help"])
    assert told.exit_code == 0, told.output
    assert "Usage:" in told.output


def test_options_without_a_name_are_those_of_the_comparison() -> None:
    told = CliRunner().invoke(benches, ["--pairs", "none"])
    assert told.exit_code == 2
    assert "--pairs" in told.output
