"""What the readers of harnesses, tables, metrics and journals refuse, and the line that they show."""

from __future__ import annotations

import json
from typing import Any

import pytest
from runs import METRICS, sample

from vaulttool import registry
from vaulttool.readers._reading import Reading, ReadingError

READERS = registry.modules("vaulttool.readers")
BENCH = {"completed": 5, "output_throughput": 1.5, "date": "20260916-120000"}
LLAMA = {"n_prompt": 512, "n_gen": 0, "avg_ns": 5, "avg_ts": 1.5}
HYPER = {"command": "x", "mean": 1.5, "exit_codes": [0]}
PYTEST = {"name": "t", "stats": {"mean": 1.5, "rounds": 2}}


def text(**changes: Any) -> str:
    return json.dumps({**BENCH, **changes})


def without(values: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != key}


ENTRY = '{"MESSAGE":"GPU KV cache size: 1 tokens"}'
HEAD = "| Arm | Decode | kv_pool_tokens |\n| --- | --- | --- |\n"
CASES = [
    # reader, text, what is wrong, lines shown
    ("vllm-bench-serve", text(completed=0), 'nothing was completed: "completed" is 0', []),
    ("vllm-bench-serve", text(completed=None), 'the key "completed" is missing', []),
    ("vllm-bench-serve", json.dumps(without(BENCH, "completed")), 'the key "completed" is missing', []),
    ("vllm-bench-serve", text(completed="5"), '"/completed" is no number', []),
    ("vllm-bench-serve", text(completed=True), '"/completed" is no number', []),
    ("vllm-bench-serve", text(output_throughput="fast"), '"/output_throughput" is no number', []),
    ("vllm-bench-serve", text(median_ttft_ms=float("nan")), "NaN is no measurement", [1]),
    ("vllm-bench-serve", text() + "\n" + text(duration=float("inf")), "Infinity is no measurement", [2]),
    ("vllm-bench-serve", text(duration=float("-inf")), "-Infinity is no measurement", [1]),
    ("vllm-bench-serve", text(median_ttft_ms=1, p50_ttft_ms=2), 'two values for "ttft_ms": 1 and 2', []),
    ("vllm-bench-serve", text(date="yesterday"), '"yesterday" is no date', []),
    ("vllm-bench-serve", text() + "\n" + text(completed=0), '"completed" is 0', [2]),
    ("vllm-bench-serve", text() + "\n" + text(), "stands twice, as line 1 and line 2", [1, 2]),
    ("vllm-bench-serve", text() + "\n" + text(a=1)[:-5], "this is no JSON", [2]),
    ("vllm-bench-serve", text() + "\nINFO done\n" + text(a=1), "this is no JSON", [2]),
    ("vllm-bench-serve", text() + "\n5", "this is no result of vllm bench serve", [2]),
    ("vllm-bench-serve", text()[:-10], "this is no JSON", [1]),
    ("vllm-bench-serve", '{\n"completed": 5,\n"a" 1}', "this is no JSON", [3]),
    ("vllm-bench-serve", '{"completed": 5, "completed": 6}', 'the key "completed" stands twice', [1]),
    ("vllm-bench-serve", "[]", "there is no result of vllm bench serve", []),
    ("vllm-bench-serve", "5", "this is no result", []),
    ("vllm-bench-serve", "GPU KV cache size: 1 tokens", "this is no JSON", [1]),
    ("vllm-bench-serve", '{"completed": 1e9999}', "beyond all measure", [1]),
    ("vllm-bench-serve", '{"completed": ' + "9" * 5000 + "}", "beyond all measure", [1]),
    ("vllm-bench-serve", "[" * 100_000, "nested too deep", []),
    ("llama-bench", json.dumps([without(LLAMA, "avg_ts")]), 'the key "/0/avg_ts" is missing', []),
    ("llama-bench", json.dumps([{**LLAMA, "avg_ts": 0}]), "nothing was completed", []),
    ("llama-bench", json.dumps([{**LLAMA, "avg_ns": 0}]), "nothing was completed", []),
    ("llama-bench", json.dumps([LLAMA, LLAMA]), 'stands twice, as "/0" and "/1"', []),
    ("llama-bench", json.dumps([{**LLAMA, "test_time": "today"}]), '"today", which is no day', []),
    ("llama-bench", json.dumps([5]), "this is no test of llama-bench", []),
    ("llama-bench", "[]", "there is no test of llama-bench", []),
    ("llama-bench", "avg_ts\n", "there is no test of llama-bench", []),
    ("llama-bench", "n_prompt,rate\n1,2\n", 'no "avg_ts" in its head', []),
    ("llama-bench", "avg_ts,avg_ts\n1,2\n", 'no "avg_ts" in its head', []),
    ("llama-bench", "n_prompt,avg_ts\n512,1.5\n512\n", "1 cells below a head of 2", [3]),
    ("llama-bench", "n_prompt,avg_ts\n512,fast\n", '"avg_ts" is "fast", which is no number', [2]),
    ("llama-bench", "n_prompt,avg_ts\n512,\n", '"avg_ts" is "", which is no number', [2]),
    ("llama-bench", "n_prompt,avg_ts\n512,nan\n", '"avg_ts" is "nan", which is no number', [2]),
    ("llama-bench", "n_prompt,avg_ts\n512,1.5\n512,1.5\n", "stands twice, as line 2 and line 3", [2, 3]),
    ("llama-bench", 'n_prompt,avg_ts\n512,"1.5\n', "this is no CSV", []),
    ("hyperfine", json.dumps({"results": [{**HYPER, "exit_codes": [0, 1]}]}), '"x" ended with 1 in a run, see "/results/0/exit_codes/1"', []),
    ("hyperfine", json.dumps({"results": [{**HYPER, "exit_codes": [None]}]}), '"x" was killed in a run', []),
    ("hyperfine", json.dumps({"results": [without(HYPER, "mean")]}), 'nothing was completed: "/results/0/mean"', []),
    ("hyperfine", json.dumps({"results": [{**HYPER, "mean": None}]}), 'nothing was completed: "/results/0/mean"', []),
    ("hyperfine", json.dumps({"results": [without(HYPER, "command")]}), '"/results/0" has no command', []),
    ("hyperfine", json.dumps({"results": [5]}), '"/results/0" has no command', []),
    ("hyperfine", json.dumps({"results": []}), "nothing was completed", []),
    ("hyperfine", text(), 'the list "results" is missing', []),
    ("pytest-benchmark", json.dumps({"benchmarks": [{**PYTEST, "stats": {"rounds": 0, "mean": 1}}]}), "nothing was completed", []),
    ("pytest-benchmark", json.dumps({"benchmarks": [{"name": "t"}]}), "nothing was completed", []),
    ("pytest-benchmark", json.dumps({"benchmarks": []}), "nothing was completed", []),
    ("pytest-benchmark", json.dumps({"benchmarks": [PYTEST], "datetime": "soon"}), 'is "soon", which is no day', []),
    ("pytest-benchmark", text(), 'the list "benchmarks" is missing', []),
    ("prometheus", "# HELP a b\n", "no line is a sample of Prometheus", []),
    ("prometheus", "a 1\na{b 2\n", "this line is no sample of Prometheus", [2]),
    ("prometheus", 'a 1\na{b="c"\n', "this line is no sample of Prometheus", [2]),
    ("prometheus", "a 1\na\n", "this line is no sample of Prometheus", [2]),
    ("prometheus", "a one\n", "this line is no sample of Prometheus", [1]),
    ("prometheus", "GPU KV cache size: 1 tokens\n", "this line is no sample of Prometheus", [1]),
    ("prometheus", 'a{b="c",b="d"} 1\n', "this line is no sample of Prometheus", [1]),
    ("prometheus", 'a{b="c"} 1\na{b="d"} 2\n', 'two values for "a": 1, and 2 on line 2', [1, 2]),
    ("prometheus", "a 1\na 2\n", 'two values for "a"', [1, 2]),
    ("prometheus", "a NaN\n", '"a" is NaN, which is no measurement', [1]),
    ("prometheus", "a +Inf\n", '"a" is +Inf, which is no measurement', [1]),
    ("prometheus", "a:b 1\na_b 1\n", 'two series would be the metric "a_b"', []),
    ("journal-json", ENTRY + "\n" + ENTRY.replace("1 tok", "2 tok"), 'two values for "kv_pool_tokens"', [1, 2]),
    ("journal-json", ENTRY + '\n\n{"MESSAGE":"GPU KV cache size: 425,0"}', "does not go on as such a line does", [3]),
    ("journal-json", ENTRY + '\n{"MESSAGE":"GPU KV', "this is no JSON", [2]),
    ("journal-json", ENTRY + "\n-- Boot 5 --\n" + ENTRY, "this is no JSON", [2]),
    ("journal-json", '{"MESSAGE":5}', '"MESSAGE" is neither a text nor an array of bytes', [1]),
    ("journal-json", '{"MESSAGE":[1,256]}', '"MESSAGE" is neither a text nor an array of bytes', [1]),
    ("journal-json", '{"MESSAGE":"hello"}', "no line is one of a boot", []),
    ("journal-json", '{"a":1}', "this is no entry of a journal", [1]),
    ("journal-json", "[1]", "this is no entry of a journal", [1]),
    ("journal-json", "Oct 03 12:00:00 host x[1]: GPU KV cache size: 1 tokens", "this is no JSON", [1]),
    ("table", HEAD + "| a | fast | 1 |\n", '"fast" is no number, and the column is "decode_tps"', [3]),
    ("table", HEAD + "| a | 1 | 425,0 |\n", '"425,0" is no number', [3]),
    ("table", HEAD + "| a | 1 ms | 1 |\n", '"1 ms" is in ms, and "decode_tps" in tok/s', [3]),
    ("table", HEAD + "| a | 1 % | 1 |\n", '"1 %" is in %, and "decode_tps" in tok/s', [3]),
    ("table", HEAD + "| a | 1x | 1 |\n", '"1x" is in x, and "decode_tps" in tok/s', [3]),
    ("table", HEAD + "| a | 1 |\n", "2 cells below a head of 3", [3]),
    ("table", HEAD + "| a | 1 | 2 | 3 |\n", "4 cells below a head of 3", [3]),
    ("table", HEAD + "| a | 1 | 2 |\n| a | 1 | 2 |\n", 'the arm "a" stands twice, on line 4, too', [3, 4]),
    ("table", HEAD + "| | 1 | 2 |\n", "the row has no name", [3]),
    ("table", HEAD + "| a | – | |\n", "nothing was completed: no cell", [1]),
    ("table", HEAD, "nothing was completed: the table has no rows", [1]),
    ("table", "| Arm | Speed |\n| --- | --- |\n| a | 1 |\n", "no table has a head that names a metric", []),
    ("table", "prose only\n", "no table has a head that names a metric", []),
    ("table", HEAD + "| a | 1 | 2 |\n\n" + HEAD + "| a | 1 | 2 |\n", "several tables name metrics", [1, 5]),
    ("table", "| Decode | decode_tps |\n|---|---|\n| 1 | 2 |\n", 'two columns are the metric "decode_tps"', [1]),
    ("table", "| Arm | TTFT |\n|---|---|\n| a | 5 |\n", '"TTFT" is the title of several metrics', [1]),
    ("table", "arm,decode_tps\na,1\nb,fast\n", '"fast" is no number', [3]),
    ("table", "arm,decode_tps\na,1,2\n", "3 cells below a head of 2", [2]),
    ("table", 'arm,decode_tps\na,"1\n', "this is no CSV", []),
    ("quadlet", "[Container]\nImage=x\nwhat is this\n", "", [3]),
    ("quadlet", "GPU KV cache size: 1 tokens\n", "", [1]),
    ("quadlet", "[Container]\n", "no line declares a setting", []),
    ("quadlet", "# nothing\n", "no line declares a setting", []),
    ("systemd", "[Service]\nExecStart=/bin/x\nwhat is this\n", "", [3]),
    ("systemd", "[Container]\nImage=x\n", "no line declares a setting", []),
    ("compose", "services: {}\n", "no line declares a setting", []),
    ("compose", "services:\n  a: [\n", "", []),
    ("env", "SPEC=7\nwhat is this\n", "", [2]),
    ("env", "# nothing\n", "no line declares a setting", []),
]  # fmt: skip


def read(reader: str, content: str, **more: Any) -> Reading:
    if reader == "table":
        more["metrics"] = METRICS
    reading: Reading = READERS[reader].read(content, **more)
    return reading


def failure(reader: str, content: str, **more: Any) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        read(reader, content, **more)
    return caught.value


@pytest.mark.parametrize(
    ("reader", "content", "message", "shown"),
    [pytest.param(*case, id=f"{case[0]}: {case[2]} {at}") for at, case in enumerate(CASES)],
)
def test_what_is_refused(reader: str, content: str, message: str, shown: list[int]) -> None:
    error = failure(reader, content)
    assert message in error.message
    assert [line.number for line in error.lines if line.text] == shown


SAMPLES = [
    ("vllm-boot", "boot-two-lines-old.log"),
    ("vllm-bench-serve", "serve-sweep.jsonl"),
    ("llama-bench", "llama-bench.json"),
    ("llama-bench", "llama-bench.csv"),
    ("hyperfine", "hyperfine.json"),
    ("pytest-benchmark", "pytest-benchmark.json"),
    ("prometheus", "metrics.txt"),
    ("journal-json", "journal.json"),
    ("table", "arms.md"),
]


@pytest.mark.parametrize(("reader", "name"), SAMPLES)
def test_every_reader_refuses_the_evidence_of_the_others(reader: str, name: str) -> None:
    for other, _ in SAMPLES:
        if other != reader and (reader, other) != ("journal-json", "vllm-boot"):
            assert failure(other, sample(name)).message
    assert read(reader, sample(name))


@pytest.mark.parametrize(("reader", "name"), SAMPLES)
def test_every_prefix_is_read_or_refused(reader: str, name: str) -> None:
    content = sample(name)
    for end in range(0, len(content), 7):
        try:
            read(reader, content[:end])
        except ReadingError as error:
            assert error.message


def test_the_column_of_a_cell_that_is_no_number() -> None:
    assert failure("table", HEAD + "| a | fast | 1 |\n").column == 7
    assert failure("table", HEAD + "| a |  **x**| 1 |\n").column == 8
    assert failure("table", "a\\|b | decode_tps\n--|--\né\\|🙂 | x\n").column == 8
    assert failure("table", "arm,decode_tps\na,fast\n").column == 2


CELLS = {
    "45.7 tok/s": ("45.7", None),
    "45.70": ("45.70", "45.70"),
    "1,045.7": ("1045.7", "1,045.7"),
    "~45": ("45", "~45"),
    "≈ 45": ("45", "≈45"),
    "−0.06": ("-0.06", "−0.06"),
    "+5": ("5", "+5"),
    "~66k": ("66000", "~66k"),
    "2.8k tok/s": ("2800", "2.8k"),
    "**45**": ("45", None),
    "`45`": ("45", None),
    "45<!-- =run/x#y -->": ("45", None),
    "1e-05": ("0.00001", "1e-05"),
}


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell(cell: str) -> None:
    (result,) = read("table", f"| Decode |\n|---|\n| {cell} |\n").results
    assert (f"{result.value:f}", result.as_printed, result.line) == (*CELLS[cell], 3)


@pytest.mark.parametrize("cell", ["", "—", "–", "-", "n/a", "N/A", "not recorded", "**not recorded**"])
def test_a_cell_that_is_left_out(cell: str) -> None:
    (result,) = read("table", f"| Decode | kv_pool_tokens |\n|---|---|\n| {cell} | 5 |\n").results
    assert result.metric == "kv_pool_tokens"


@pytest.mark.parametrize(
    ("head", "cell", "metric"),
    [
        ("TTFT (s)", "1", "ttft_s"),
        ("TTFT [ms]", "1", "ttft_ms"),
        ("ttft", "1 ms", "ttft_ms"),
        ("TTFT", "1 s", "ttft_s"),
        ("Decode (tok/s)", "1", "decode_tps"),
        ("decode_tps (tok/s)", "1", "decode_tps"),
        ("**Decode**", "1", "decode_tps"),
        ("Acceptance", "60 %", "acceptance"),
        ("Acceptance", "60%", "acceptance"),
    ],
)
def test_a_head(head: str, cell: str, metric: str) -> None:
    (result,) = read("table", f"| {head} |\n|---|\n| {cell} |\n").results
    assert result.metric == metric


def test_a_table_needs_the_metrics() -> None:
    with pytest.raises(ReadingError, match="not known"):
        READERS["table"].read(HEAD)


PAGE = sample("metrics.txt")
PICKS = [
    pytest.param(["prefix_hits=vllm:prefix_cache_hits_total"], {"prefix_hits": ("9888.0", "tok")}, id="a name"),
    pytest.param(['prefix_hits=vllm:prefix_cache_hits_total{engine="0"}'], {"prefix_hits": ("9888.0", "tok")}, id="a label"),
    pytest.param(["vllm:kv_cache_usage_perc"], {"vllm_kv_cache_usage_perc": ("0.031", "ratio")}, id="no name"),
    pytest.param(['few=vllm:time_to_first_token_seconds_bucket{le="0.1"}'], {"few": ("3.0", "count")}, id="a bucket"),
    pytest.param(["process_open_fds", "prefix_queries=vllm:prefix_cache_queries_total"], {"process_open_fds": ("42", "count"), "prefix_queries": ("13021.0", "tok")}, id="two"),
]  # fmt: skip


@pytest.mark.parametrize(("picks", "expected"), PICKS)
def test_series_that_are_picked(picks: list[str], expected: dict[str, tuple[str, str]]) -> None:
    reading = read("prometheus", PAGE, picks=picks, metrics=METRICS)
    assert {each.metric: (str(each.value), each.unit) for each in reading.results} == expected


def test_help_is_kept_with_the_series_that_are_picked() -> None:
    reading = read("prometheus", PAGE, picks=["vllm:prefix_cache_hits_total"])
    said = "vllm:prefix_cache_hits_total: Prefix cache hits, in terms of number of cached tokens."
    assert reading.method == {"harness": "prometheus", "instrument": said}


@pytest.mark.parametrize(
    ("pick", "message"),
    [
        ("gone", 'no sample is "gone"'),
        ('a=process_open_fds{x="y"}', 'no sample is "process_open_fds"'),
        ("a=", '"a=" is no NAME=SERIES'),
        ("=b", '"=b" is no NAME=SERIES'),
        ("a=b{c", '"a=b{c" is no NAME=SERIES'),
        ("a__b=process_open_fds", '"a__b=process_open_fds" is no NAME=SERIES'),
        ("vllm:time_to_first_token_seconds_bucket", "no sample is"),
    ],
)
def test_a_pick_that_finds_nothing(pick: str, message: str) -> None:
    assert message in failure("prometheus", PAGE, picks=[pick]).message


def test_journal_entries_may_hold_what_another_harness_printed() -> None:
    entry = json.dumps({"MESSAGE": json.dumps(BENCH)})
    reading = read("journal-json", entry, inner=READERS["vllm-bench-serve"].read)
    assert [each.metric for each in reading.results] == ["answers", "output_tps"]


def test_arms_take_their_names_from_labels_and_never_share_one() -> None:
    told: list[dict[str, Any]] = [
        {"label": "A b"},
        {"label": "a-b"},
        {"max_concurrency": 4},
        {},
        {"label": "4"},
        {"label": "settings"},
    ]
    lines = "\n".join(text(**changes, duration=at) for at, changes in enumerate(told, start=1))
    assert list(read("vllm-bench-serve", lines).arms) == ["a-b", "a-b-2", "conc4", "run", "arm-4", "arm-settings"]
