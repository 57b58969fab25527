"""Every reader has a sample, and reads of it what stands there, with the lines."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from runs import METRICS, ROOT, SAMPLES, SCHEMA, complaints, loaded, sample

from vaulttool import registry
from vaulttool.readers import _run, _yaml
from vaulttool.readers._boot_figures import FIGURES
from vaulttool.readers._reading import Read, Reading

READERS = registry.modules("vaulttool.readers")


class Case(NamedTuple):
    """A sample, its reader, and some of what is read: figures as (value or range, as printed, line or pointer)."""

    file: str
    reader: str
    figures: dict[str, tuple[Any, ...]]
    settings: Mapping[str, Any] = MappingProxyType({})
    outcome: str | None = None
    date: str | None = None
    host: str | None = None


CASES = [
    Case(
        "boot-one-line-two-workers.log",
        "vllm-boot",
        {
            "weights_per_card_gib": ("6.28", None, 2),
            "model_load_s": (("184.202604", "184.311200"), "184.202604/184.311200", 2),
            "dynamo_s": ("4.99", None, 6),
            "graph_compile_s": ("173.19", None, 7),
            "torch_compile_s": ("181.20", "181.20", 8),
            "arena_gib": ("17.77", None, 10),
            "arena_slots": ("7762", "7,762", 10),
            "slot_mib": ("2.344", None, 10),
            "pinned_gib": ("3.52", None, 11),
            "pinned_slots": ("1536", "1,536", 11),
            "swap_gib": ("14.25", None, 12),
            "swap_slots": ("6226", "6,226", 12),
            "kv_reserve_gib": ("1.91", None, 13),
            "graphs_gib": ("0.07", None, 14),
            "graph_count": ("6", None, 14),
            "overhead_gib": ("5.25", None, 15),
            "kv_avail_gib": (("2.93", "2.95"), "2.95/2.93", 16),
            "kv_pool_tokens": ("401408", "401,408", 18),
            "max_concurrency": ("2.00", "2.00x", 18),
            "graph_capture_s": ("3", None, 20),
            "graph_capture_gib": (("-0.06", "0.31"), "0.31/-0.06", 20),
            "engine_init_s": ("217.26", None, 22),
            "compilation_s": ("181.20", "181.20", 22),
            "prefix_hit_rate": ("29.0", None, 25),
        },
        {
            "model_tag": "/models/Qwen3.8-FP8",
            "port": 7770,
            "max_model_len": 200704,
            "max_num_seqs": 3,
            "max_num_batched_tokens": 2048,
            "kv_cache_dtype": "fp8",
            "gpu_memory_utilization": Decimal("0.982"),
            "tensor_parallel_size": 2,
            "kv_cache_memory_bytes": 3166500000,
            "expert_precise_memory": True,
            "speculative_config": '{"method": "mtp", "num_speculative_tokens": 4}',
            "api_key": "(left out)",
            "compile_cache_key": "b265bd396a",
            "plan_tp": 2,
            "plan_nbt": 4096,
            "plan_seqs": 16,
            "plan_len": 262144,
        },
        "healthy",
    ),
    Case(
        "boot-two-lines-old.log",
        "vllm-boot",
        {
            "graph_load_s": ("2.517", None, 3),
            "torch_compile_s": ("3.60", "3.60", 4),
            "attention_block_tokens": ("1648", None, 5),
            "kv_group_size": ("8", None, 7),
            "kv_groups": ("9", None, 7),
            "kv_blocks_per_request": ("202", None, 7),
            "kv_group_size_upstream": ("5", None, 7),
            "padding_layers": ("3", None, 8),
            "padding_waste": ("60.00", "60.00", 8),
            "kv_avail_gib": ("5.44", None, 9),
            "kv_pool_tokens": ("122636", "122,636", 10),
            "max_concurrency": ("1.07", "1.07x", 11),
            "graph_capture_s": ("4", None, 12),
            "engine_init_s": ("28.44", None, 13),
        },
        {"compile_cache_key": "25d4010308", "mamba_cache_mode": "align", "max_model_len": 114688},
    ),
    Case(
        "boot-refused-free-memory.log",
        "vllm-boot",
        {
            "vram_free_gib": (("31.29", "31.31"), "31.29/31.31", 2),
            "vram_total_gib": ("31.86", None, 2),
            "budget_gib": ("31.86", None, 2),
        },
        {"max_model_len": 200704, "gpu_memory_utilization": Decimal("1.0"), "max_num_seqs": 3},
        "refused-boot",
    ),
    Case(
        "boot-refused-window.log",
        "vllm-boot",
        {
            "kv_needed_gib": ("5.21", None, 1),
            "kv_avail_gib": ("4.22", None, 1),
            "estimated_window_tokens": ("92160", None, 1),
        },
        {"max_model_len": 114688},
        "refused-boot",
    ),
    Case(
        "boot-crashed.log",
        "vllm-boot",
        {
            "kv_pool_tokens": ("524288", "524,288", 1),
            "max_concurrency": ("2.00", "2.00x", 2),
            "oom_request_mib": ("76.00", "76.00", 4),
            "vram_total_gib": ("31.86", None, 4),
            "vram_torch_gib": ("30.43", None, 4),
            "vram_left_bytes": ("0", None, 4),
        },
        {"max_model_len": 262144},
        "crashed",
    ),
    Case(
        "serve-sweep.jsonl",
        "vllm-bench-serve",
        {
            "conc1-1k.output_tps": ("42.8", None, 1),
            "conc1-1k.ttft_ms": ("382.0", None, 1),
            "conc1-1k.ttft_mean_ms": ("390.25", None, 1),
            "conc1-1k.ttft_p99_ms": ("421.75", None, 1),
            "conc1-1k.acceptance": ("43.1", None, 1),
            "conc1-1k.accept_length": ("4.017", None, 1),
            "conc4-1k.output_tps": ("147.60", "147.60", 2),
            "conc4-1k.tpot_ms": ("25.3", None, 2),
        },
        {
            "endpoint_type": "openai",
            "backend": "vllm",
            "model_id": "frank-medium",
            "tokenizer_id": "frank-medium",
            "num_prompts": Decimal(20),
            "ignore_eos": "true",
            "request_rate": "inf",
            "burstiness": Decimal("1.0"),
        },
        date="2026-09-16",
    ),
    Case(
        "llama-bench.json",
        "llama-bench",
        {
            "pp512.prefill_tps": ("1000.002", None, "/0/avg_ts"),
            "tg128-d4096.decode_tps": ("42.5", None, "/1/avg_ts"),
        },
        date="2026-09-19",
    ),
    Case(
        "llama-bench.csv",
        "llama-bench",
        {
            "pp512.prefill_tps": ("1000.002000", "1000.002000", 2),
            "pp512-tg128.total_tps": ("182.230000", "182.230000", 3),
        },
        {
            "build_commit": "0123",
            "build_number": Decimal(5000),
            "backends": "ROCm",
            "model_type": "qwen3 27B, Q4_K",
            "n_batch": Decimal(2048),
            "tensor_split": "32.00/33.00",
            "n_prompt": Decimal(512),
            "n_depth": Decimal(0),
        },
        date="2026-09-19",
    ),
    Case(
        "hyperfine.json",
        "hyperfine",
        {
            "jobs-1.wall_s": ("0.4121", None, "/results/0/mean"),
            "jobs-2.wall_s": ("0.25", None, "/results/1/mean"),
            "jobs-2.user_s": ("0.4", None, "/results/1/user"),
        },
        {"command": "vaulttool check --no-cache"},
    ),
    Case(
        "pytest-benchmark.json",
        "pytest-benchmark",
        {
            "wall_s": ("0.4200", "0.4200", "/benchmarks/0/stats/mean"),
            "wall_median_s": ("0.41", None, "/benchmarks/0/stats/median"),
            "wall_min_s": ("0.4", None, "/benchmarks/0/stats/min"),
            "wall_max_s": ("0.5", None, "/benchmarks/0/stats/max"),
        },
        {
            "benchmark": "bench/test_speed.py::test_check[hub]",
            "commit": "aa11015",
            "branch": "main",
            "dirty": True,
            "vault": "hub",
            "notes": Decimal(6571),
        },
        date="2026-10-03",
        host="dankserver",
    ),
    Case(
        "metrics.txt",
        "prometheus",
        {
            "vllm_prefix_cache_queries_total": ("13021.0", None, 3),
            "vllm_prefix_cache_hits_total": ("9888.0", None, 6),
            "vllm_kv_cache_usage_perc": ("0.031", None, 9),
            "vllm_time_to_first_token_seconds_count": ("5.0", None, 13),
            "vllm_time_to_first_token_seconds_sum": ("0.25", "2.5e-01", 14),
            "process_open_fds": ("42", None, 15),
        },
    ),
    Case(
        "journal.json",
        "journal-json",
        {
            "kv_pool_tokens": ("401408", "401,408", 1),
            "max_concurrency": ("2.00", "2.00x", 1),
            "graph_capture_s": ("3", None, 3),
            "graph_capture_gib": ("-0.06", None, 3),
            "kv_avail_gib": ("2.93", None, 4),
        },
        {"max_model_len": 200704},
        date="2026-10-02",
        host="dankserver",
    ),
    Case(
        "arms.md",
        "table",
        {
            "dflash2-d7.decode_tps": ("100.0", None, 5),
            "dflash2-d7.kv_pool_tokens": ("384238", "384,238", 5),
            "dflash2-d7.ttft_s": ("0.19", None, 5),
            "dflash2-d7.accept_length": ("4.24", None, 5),
            "mtp.decode_tps": ("85.9", "~85.9", 6),
            "mtp.kv_pool_tokens": ("461540", "461,540", 6),
        },
    ),
    Case(
        "arms.csv",
        "table",
        {
            "dflash2.max_concurrency": ("1.47", "1.47x", 2),
            "dflash2.swap_slots_per_layer": (("111", "112"), "111-112", 2),
            "mtp.decode_tps": ("85.9", None, 3),
            "mtp.max_concurrency": ("1.76", "1.76x", 3),
        },
    ),
]
CASES += [
    Case(
        "unit.container",
        "quadlet",
        {},
        {
            "Image": "localhost/radiance-vllm:0.13.0-e060895",
            "SPEC": 7,
            "HF_TOKEN": "(left out)",
            "Volume": '["/models:/models:ro", "/cache:/root/.cache"]',
            "model": "/models/Swift",
            "max_model_len": 262144,
            "enable_prefix_caching": True,
            "speculative_config": '{"method": "dflash", "num_speculative_tokens": 7}',
        },
    ),
    Case(
        "unit.service",
        "systemd",
        {},
        {
            "SPEC": 7,
            "ExecStart": "/usr/bin/vllm",
            "argument_1": "serve",
            "max_model_len": 200704,
            "gpu_memory_utilization": Decimal("0.982"),
        },
    ),
    Case("compose.yaml", "compose", {}, {"image": "vllm/vllm-openai:v0.13.0"}),
    Case(
        "primary.env",
        "env",
        {},
        {"SPEC": 7, "GPU_UTIL": Decimal("0.98"), "NAME": "frank primary", "VERSION": "0123"},
    ),
]
REFUSED = {"boot-truncated.log", "boot-doubled.log", "boot-foreign.log"}  # see test_vllm_boot


def read(reader: str, text: str) -> Reading:
    module = READERS[reader]
    reading: Reading = module.read(text, metrics=METRICS) if reader == "table" else module.read(text)
    return reading


def figures(reading: Reading) -> dict[str, Read]:
    """All figures, those of arms with the arm's name before them."""
    found = {each.metric: each for each in reading.results}
    for name, arm in reading.arms.items():
        found |= {f"{name}.{each.metric}": each for each in arm.results}
    return found


def told(each: Read) -> tuple[Any, ...]:
    value = str(each.value) if each.value is not None else (str(each.low), str(each.high))
    return value, each.as_printed, each.line or each.pointer


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_what_is_read(case: Case) -> None:
    reading = read(case.reader, sample(case.file))
    found = {name: told(each) for name, each in figures(reading).items()}
    expected = {
        name: (str(Decimal(value)) if isinstance(value, str) else value, *rest)
        for name, (value, *rest) in case.figures.items()
    }
    assert (found | expected) == found
    assert reading.arms or set(found) == set(expected)
    assert not case.settings or dict(reading.settings) == case.settings
    assert (reading.outcome, reading.date, reading.host) == (case.outcome, case.date, case.host)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_line_holds_the_figure(case: Case) -> None:
    lines = sample(case.file).splitlines()
    for each in figures(read(case.reader, sample(case.file))).values():
        if each.line and case.reader != "journal-json":
            printed = (each.as_printed or str(each.value)).removeprefix("~")
            assert printed.split("/")[0] in lines[each.line - 1]


@pytest.mark.parametrize("ends", ["\r\n", "\r"], ids=["CRLF", "CR"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_line_ends_make_no_difference(case: Case, ends: str) -> None:
    text = sample(case.file)
    if ends == "\r" and case.reader in ("quadlet", "systemd"):
        pytest.skip("a CR ends no line of a unit")
    other = read(case.reader, text.replace("\n", ends))
    assert other == read(case.reader, text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_run_fits_its_schema(case: Case) -> None:
    reading = read(case.reader, sample(case.file))
    told = {"run": "r", "title": "A: title", "kind": reading.kind, "date": "2026-10-03", "host": "h"}
    source = {"file": f"evidence/{case.file}", "sha256": "0" * 64, "reader": f"{case.reader}/1"}
    assert complaints(loaded(_yaml.written(_run.run(told, reading, source)))) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.reader != "prometheus"], ids=lambda case: case.file)
def test_figures_are_metrics_in_their_units(case: Case) -> None:
    for each in figures(read(case.reader, sample(case.file))).values():
        assert METRICS[each.metric].unit == each.unit


def test_every_figure_of_a_boot_is_a_metric() -> None:
    assert {name: METRICS[name].unit for name in FIGURES} == {name: figure.unit for name, figure in FIGURES.items()}


def test_every_reader_has_a_sample() -> None:
    assert {case.reader for case in CASES} == set(READERS)
    assert {place.name for place in SAMPLES.iterdir() if place.is_file()} == {case.file for case in CASES} | REFUSED


@pytest.mark.parametrize("name", READERS)
def test_a_reader_has_a_page_a_version_and_a_kind_of_run(name: str) -> None:
    module = READERS[name]
    assert module.VERSION >= 1
    assert "\n\n    " in (module.__doc__ or ""), "an example"
    for case in CASES:
        if case.reader == name:
            assert read(name, sample(case.file)).kind in SCHEMA["properties"]["kind"]["enum"]


def test_the_manual_lists_every_reader() -> None:
    page = (ROOT / "vault" / "Manual" / "Readers.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert sorted(listed) == sorted(READERS)


def test_the_reader_of_the_manual_works() -> None:
    page = (ROOT / "vault" / "Manual" / "Readers.md").read_text(encoding="utf-8")
    code = page.partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(compile(code, "Readers.md", "exec"), names)
    assert [told(each) for each in names["read"]("412 notes.txt\n").results] == [("412", None, 1)]
