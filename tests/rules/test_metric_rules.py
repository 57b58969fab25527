"""Series that no engine in use exports."""

from __future__ import annotations

import pytest
from vaults import findings_of

METRICS = """\
metrics: {}
series:
  "vllm:":
    engines: [vllm, fork]
    names: [vllm:kv_cache_usage_perc, vllm:prompt_tokens_total, vllm:e2e_request_latency_seconds, "vllm:spec_decode_*"]
  "llamacpp:":
    engines: [llama.cpp]
    names: [llamacpp:prompt_tokens_total]
  "node_":
    names: [node_load1, node_cpu_seconds_total]
"""
ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
names: [{name: olisipo, from: 2026-01-01, to: 2026-09-20}, {name: lisbon, from: 2026-09-20}]
eras:
  - {id: a, title: Old, start: 2026-09-16, end: 2026-09-20, superseded_by: b, page: "[[Past]]", engine: llama.cpp, units: [infra/past.yaml]}
  - {id: b, title: New, start: 2026-09-20, page: "[[Lisbon]]", engine: fork}
"""
PORTO = """\
endpoint: porto
host: atlas
owner_page: "[[Porto]]"
eras: [{id: a, title: Only, start: 2026-09-16, page: "[[Porto]]", engine: llama.cpp}]
"""
FILES = {
    "vaulttool.toml": 'data = "data"\nrepository-files = ["infra/**"]\n[schemas.paths]\n"*.md" = "note"\n',
    "data/metrics.yaml": METRICS,
    "data/endpoints/lisbon.yaml": ENDPOINT,
    "data/endpoints/porto.yaml": PORTO,
    "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
    "Lisbon.md": "# Lisbon\n",
    "Porto.md": "# Porto\n",
    "Past.md": "# Past\n",
}
UNLISTED = 'no series "{}" is listed'
LISBON = '"lisbon" runs fork, which exports no series "llamacpp:..."'


def told(path: str, text: str, **more: str) -> list[tuple[str, str]]:
    """The series that are reported in one file, and what is said of them."""
    files = {**FILES, **more, path: text}
    return [(one.span.of(text), one.message) for one in findings_of(files, "unknown-metric") if one.path == path]


@pytest.mark.parametrize(
    ("path", "text", "name", "message"),
    [
        pytest.param("A.md", "Look at `vllm:gpu_cache_usage_perc`.", "vllm:gpu_cache_usage_perc", UNLISTED, id="code"),
        pytest.param("A.md", "Look at vllm:gpu_cache_usage_perc.", "vllm:gpu_cache_usage_perc", UNLISTED, id="prose"),
        pytest.param("A.md", "| `vllm:no_such` | x |\n| - | - |", "vllm:no_such", UNLISTED, id="a cell"),
        pytest.param("A.md", "```promql\nrate(vllm:no_such_total[5m])\n```", "vllm:no_such_total", UNLISTED, id="an expression in a page"),
        pytest.param("infra/a.json", '{"expr": "rate(vllm:no_such_total[5m])"}', "vllm:no_such_total", UNLISTED, id="a dashboard"),
        pytest.param("infra/a.json", '{"description": "see vllm:no_such"}', "vllm:no_such", UNLISTED, id="the words of a dashboard"),
        pytest.param("infra/a.json", '{"expr": "node_loud1 > 5"}', "node_loud1", UNLISTED, id="a prefix without a colon"),
        pytest.param("infra/a.yml", "rules:\n  - alert: X\n    expr: >-\n      1 + node_loud1\n      > 5\n    for: 10m\n", "node_loud1", UNLISTED, id="a rule over several lines"),
        pytest.param("infra/a.bats", 'grep "vllm:no_such" x', "vllm:no_such", UNLISTED, id="a test"),
        pytest.param("infra/a.yml", 'expr: llamacpp:prompt_tokens_total{job="lisbon"}', "llamacpp:prompt_tokens_total", LISBON, id="a job of another engine"),
        pytest.param("infra/a.yml", 'expr: llamacpp:prompt_tokens_total{job=~"olisipo|x"}', "llamacpp:prompt_tokens_total", LISBON, id="a past name in a pattern"),
        pytest.param("infra/a.json", '{"expr": "llamacpp:prompt_tokens_total{job=\\"lisbon\\"}"}', "llamacpp:prompt_tokens_total", LISBON, id="a job in a dashboard"),
        pytest.param("Lisbon.md", "Watch `llamacpp:prompt_tokens_total`.", "llamacpp:prompt_tokens_total", LISBON, id="the page of an endpoint"),
    ],
)  # fmt: skip
def test_a_series_that_is_not_there(path: str, text: str, name: str, message: str) -> None:
    assert told(path, text) == [(name, message.format(name))]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("A.md", "`vllm:kv_cache_usage_perc` and vllm:prompt_tokens_total", id="listed"),
        pytest.param("A.md", "`vllm:e2e_request_latency_seconds_bucket`", id="a part of a histogram"),
        pytest.param("A.md", "`vllm:prompt_tokens`", id="a counter as documents call it"),
        pytest.param("A.md", "`vllm:spec_decode_num_drafts_total`", id="listed with a star"),
        pytest.param("A.md", "`vllm:*`, `vllm:kv_*`, `vllm:kv_.+`, `vllm:(a_b|c_d)` and `vllm:`", id="patterns"),
        pytest.param("A.md", "`tcclaviger/vllm:latest_build`, `vllm:v0.9.3`, `vllm:nightly`, `x/vllm:a_b@sha256`", id="images"),
        pytest.param("A.md", "`other:no_such_total` and `node_modules`", id="prefixes of others"),
        pytest.param("A.md", "`vllm:kv_cache_usage_perc:avg5m`", id="a recording rule"),
        pytest.param("A.md", "`vllm:gpu_cache_usage_perc` was renamed", id="history"),
        pytest.param("A.md", "On 2026-09-16 `vllm:gpu_cache_usage_perc` went", id="a day"),
        pytest.param("A.md", "## Changelog\n\n`vllm:gpu_cache_usage_perc`", id="a section of history"),
        pytest.param("A.md", "> `vllm:gpu_cache_usage_perc`", id="a quotation"),
        pytest.param("A.md", "<!-- vllm:gpu_cache_usage_perc -->", id="a comment"),
        pytest.param("A.md", "Text <!-- vllm:gpu_cache_usage_perc --> behind %%vllm:no_such%%", id="comments in a sentence"),
        pytest.param("A.md", "See [this](https://x.example/vllm:no_such) or https://x.example/vllm:no_such", id="addresses"),
        pytest.param("A.md", "---\nstatus: RETIRED\n---\n`vllm:gpu_cache_usage_perc`", id="a page that is retired"),
        pytest.param("A.md", "```text\nvllm:gpu_cache_usage_perc 0.5\n```", id="output"),
        pytest.param("A.md", "```\n# HELP vllm:foo_bar x\nvllm:foo_bar 0.5\n```", id="what an engine printed"),
        pytest.param("A.md", '```sh\nvllm:foo_bar{a="b"} 0.5\n```', id="a series with its value"),
        pytest.param("2026-09-22 boot.md", "`vllm:gpu_cache_usage_perc`", id="a record of a day"),
        pytest.param("Past.md", "`llamacpp:no_such`", id="the page of an era that has ended"),
        pytest.param("Lisbon.md", "`llamacpp:prompt_tokens_total` is what llama.cpp calls it", id="another engine is named"),
        pytest.param("Lisbon.md", "Beside porto: `llamacpp:prompt_tokens_total`", id="another endpoint is named"),
        pytest.param("Lisbon.md", "`llamacpp:prompt_tokens_total`, here `vllm:prompt_tokens_total`", id="both are named"),
        pytest.param("Lisbon.md", '`llamacpp:prompt_tokens_total{job="porto"}`', id="asked of another endpoint"),
        pytest.param("A.md", "`llamacpp:prompt_tokens_total`", id="a page of no endpoint"),
        pytest.param("infra/a.yml", 'expr: llamacpp:prompt_tokens_total{job="lisbon"} or vllm:prompt_tokens_total{job="lisbon"}', id="both families"),
        pytest.param("infra/a.yml", 'expr: llamacpp:prompt_tokens_total{job="porto"}', id="an endpoint that exports it"),
        pytest.param("infra/a.yml", 'expr: llamacpp:prompt_tokens_total{job="lis.*"}', id="a pattern of jobs"),
        pytest.param("infra/a.yml", 'expr: llamacpp:prompt_tokens_total{job="faro"}', id="a job that nobody knows"),
        pytest.param("infra/a.yml", "# vllm:no_such is gone\nexpr: up # vllm:no_such\n", id="comments"),
        pytest.param("infra/a.yml", "- record: vllm:my_share\n  expr: 1\n- alert: A\n  expr: vllm:my_share > 1\n", id="what a rule records"),
        pytest.param("infra/a.yml", 'expr: up{node_name="x"} == 1 and up{a="node_loud"}\n', id="labels and strings"),
        pytest.param("infra/a.py", "node_modules = node_loud1\n", id="words of a program"),
        pytest.param("infra/a.bats", 'refute_line "vllm:gpu_cache_usage_perc"', id="a test that denies"),
        pytest.param("infra/a.bats", '! grep -q "vllm:gpu_cache_usage_perc" x', id="a search that must fail"),
        pytest.param("infra/past.yaml", "expr: vllm:no_such_total", id="a unit of an era that has ended"),
        pytest.param("other/a.yml", "expr: vllm:no_such_total", id="a file that nobody names"),
        pytest.param("data/runs/x.yaml", "instrument: vllm:no_such_total", id="data"),
    ],
)  # fmt: skip
def test_what_is_no_series_or_no_fault(path: str, text: str) -> None:
    assert told(path, text) == []


GONE = 'no open era has an engine that exports "llamacpp:..."'


@pytest.mark.parametrize(
    ("porto", "metrics", "expected"),
    [
        pytest.param(PORTO.replace("llama.cpp", "vllm"), METRICS, GONE, id="no engine exports it"),
        pytest.param(PORTO, METRICS, None, id="one does"),
        pytest.param(PORTO.replace("llama.cpp", "unheard of"), METRICS, None, id="an engine that nobody knows"),
        pytest.param(PORTO.replace(", engine: llama.cpp", ""), METRICS, None, id="an engine that is not on record"),
        pytest.param(PORTO.replace("start: 2026-09-16,", "start: 2026-09-16, end: 2026-09-17, continued_as: {endpoint: porto},"), METRICS, None, id="a shape that is not on record"),
        pytest.param(PORTO.replace("llama.cpp", "vllm"), METRICS.replace("[llama.cpp]", "[llama.cpp]\n    exporters: [faro]"), None, id="something else exports it"),
        pytest.param(PORTO.replace("llama.cpp", "vllm"), METRICS.replace("    engines: [llama.cpp]\n", ""), None, id="it belongs to no engine"),
    ],
)  # fmt: skip
def test_a_family_that_nothing_exports(porto: str, metrics: str, expected: str | None) -> None:
    more = {"data/endpoints/porto.yaml": porto, "data/metrics.yaml": metrics}
    text = "expr: rate(llamacpp:prompt_tokens_total[5m])\n"
    assert [message for _, message in told("infra/a.yml", text, **more)] == ([expected] if expected else [])
    both = "expr: rate(llamacpp:prompt_tokens_total[5m]) or rate(vllm:prompt_tokens_total[5m])\n"
    assert told("infra/a.yml", both, **more) == []


def test_the_nearest_name_is_told() -> None:
    found = findings_of({**FILES, "A.md": "`vllm:kv_cache_usage_percent`"}, "unknown-metric")
    assert [one.help for one in found] == ['did you mean "vllm:kv_cache_usage_perc"?']


def test_a_name_in_the_data_without_its_prefix() -> None:
    files = {**FILES, "data/metrics.yaml": METRICS.replace("[node_load1,", "[load1,")}
    found = [one for one in findings_of(files, "bad-data") if one.path == "data/metrics.yaml"]
    assert [one.message for one in found] == ['"load1" does not begin with "node_"']


def test_data_without_series_say_nothing() -> None:
    files = {**FILES, "data/metrics.yaml": "metrics: {}\n", "A.md": "`vllm:no_such`"}
    assert findings_of(files, "unknown-metric") == []
