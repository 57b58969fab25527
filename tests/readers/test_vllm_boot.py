"""The reader of boot logs: each shape of line in old and new builds, and what must not be read."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from runs import sample

from vaulttool.readers import vllm_boot
from vaulttool.readers._boot_shapes import SHAPES
from vaulttool.readers._reading import Reading, ReadingError

POOL = "GPU KV cache size: 122,636 tokens"
STARTS = [
    pytest.param("", id="bare"),
    pytest.param("INFO 10-03 12:00:01 [kv_cache_utils.py:1708] ", id="logger"),
    pytest.param("INFO 12-14 10:11:12 kv_cache_utils.py:864] ", id="old logger"),
    pytest.param("(EngineCore_DP0 pid=258) INFO 10-03 12:00:01 [kv_cache_utils.py:1708] ", id="engine core"),
    pytest.param(
        "Oct 03 12:00:01 dankserver frank[4711]: (EngineCore pid=258) INFO 10-03 12:00:01 [x.py:1] ", id="journal"
    ),
    pytest.param("2026-10-03T12:00:01+0200 dankserver frank[4711]: ", id="journal with ISO dates"),
    pytest.param("vllm-1  | INFO 10-03 12:00:01 [x.py:1] ", id="compose"),
    pytest.param("\x1b[36m(EngineCore_DP0 pid=258)\x1b[0;0m INFO 10-03 12:00:01 [x.py:1] ", id="colours"),
    pytest.param("\ufeff", id="byte order mark"),
    pytest.param("\t", id="tab"),
]
SHAPES_READ: dict[str, dict[str, str]] = {
    "GPU KV cache size: 122,636 tokens": {"kv_pool_tokens": "122636"},
    "GPU KV cache size: 122636 tokens": {"kv_pool_tokens": "122636"},
    "GPU KV cache size: 398,658 tokens, Maximum concurrency for 200,704 tokens per request: 1.99x": {
        "kv_pool_tokens": "398658",
        "max_concurrency": "1.99",
        "max_model_len": "200704",
    },
    "Maximum concurrency for 4,096 tokens per request: 110.29x": {"max_concurrency": "110.29", "max_model_len": "4096"},
    "Available KV cache memory: 14.42 GiB": {"kv_avail_gib": "14.42"},
    "Available KV cache memory: -0.31 GiB": {"kv_avail_gib": "-0.31"},
    "Available KV cache memory: −0.31 GiB": {"kv_avail_gib": "-0.31"},
    "[radiance] kv cache groups: size 8, 9 groups, 202 blocks/request": {
        "kv_group_size": "8",
        "kv_groups": "9",
        "kv_blocks_per_request": "202",
    },
    "Add 3 padding layers, may waste at most 60.00% KV cache memory": {"padding_layers": "3", "padding_waste": "60.00"},
    "Setting attention block size to 1648 tokens to ensure that attention page size is >= mamba page size.": {
        "attention_block_tokens": "1648"
    },
    "Prefix caching in Mamba cache 'align' mode is currently enabled. Its support is experimental.": {
        "mamba_cache_mode": "align"
    },
    "Prefix cache hit rate: 29 %": {"prefix_hit_rate": "29"},
    "Running: 1 reqs, Prefix cache hit rate: 29.0%, MM cache hit rate: 10.0%": {"prefix_hit_rate": "29.0"},
    "Model loading took 6.28 GiB memory and 184.202604 seconds": {
        "weights_per_card_gib": "6.28",
        "model_load_s": "184.202604",
    },
    "Model loading took 6.28 GiB and 20.3s": {"weights_per_card_gib": "6.28", "model_load_s": "20.3"},
    "Model loading took 1.9542 GiB": {"weights_per_card_gib": "1.9542"},
    "Using cache directory: /root/.cache/vllm/torch_compile_cache/b265bd396a/rank_0_0/backbone for vLLM's torch.compile": {
        "compile_cache_key": "b265bd396a"
    },
    "Using cache directory: /root/.cache/vllm/torch_compile_cache/1234567890/rank_0_0": {
        "compile_cache_key": "1234567890"
    },
    "Dynamo bytecode transform time: 4.99 s": {"dynamo_s": "4.99"},
    "Compiling a graph for compile range (1, 1024) takes 173.19 s": {"graph_compile_s": "173.19"},
    "Compiling a graph for general shape takes 12.34 s": {"graph_compile_s": "12.34"},
    "Compiling a graph for dynamic shape takes 12.34 s in total": {"graph_compile_s": "12.34"},
    "Directly load the compiled graph(s) for compile range (1, 1024) from the cache, took 2.143 s": {
        "graph_load_s": "2.143"
    },
    "Directly load the compiled graph(s) for dynamic shape from the cache, took 2.810 s": {"graph_load_s": "2.810"},
    "torch.compile took 181.20 s in total": {"torch_compile_s": "181.20"},
    "torch.compile takes 53.39 s in total": {"torch_compile_s": "53.39"},
    "Estimated CUDA graph memory: 0.32 GiB total": {"graphs_gib": "0.32"},
    "Estimated CUDA graph memory: 0.32 GiB": {"graphs_gib": "0.32"},
    "Graph capturing finished in 3 secs, took 0.31 GiB": {"graph_capture_s": "3", "graph_capture_gib": "0.31"},
    "Graph capturing finished in 3 secs, took -0.06 GiB": {"graph_capture_s": "3", "graph_capture_gib": "-0.06"},
    "Graph capturing finished in 20 secs.": {"graph_capture_s": "20"},
    "init engine (profile, create kv cache, warmup model) took 217.26 s (compilation: 181.20 s)": {
        "engine_init_s": "217.26",
        "compilation_s": "181.20",
    },
    "init engine (profile, create kv cache, warmup model) took 28.44 seconds": {"engine_init_s": "28.44"},
    "init engine took 70.62 s (compilation: 42.18 s)": {"engine_init_s": "70.62", "compilation_s": "42.18"},
    "Model loading took 6.7124 GB and 4.2 seconds": {},
    "Compiling a graph for general shape": {},
    "expert cache space = 15.05 GiB = 6,574 slots x 2.344 MiB": {
        "arena_gib": "15.05",
        "arena_slots": "6574",
        "slot_mib": "2.344",
    },
    "    = 6,574 slots x 2.344 MiB": {"arena_slots": "6574", "slot_mib": "2.344"},
    "VRAM-only resident layers 3.52 GiB": {"pinned_gib": "3.52"},
    "swap region: 11.53 GiB, 5,038 slots": {"swap_gib": "11.53", "swap_slots": "5038"},
    "KV reserve      0.36 GiB": {"kv_reserve_gib": "0.36"},
    "CUDA graphs ... 1.93 GiB (21 graphs)": {"graphs_gib": "1.93", "graph_count": "21"},
    "runtime overhead (non-torch + buffers + activation) = 7.6 GiB": {"overhead_gib": "7.6"},
    "precise (gfx1201 TP2 nbt4096/seqs16/len262144)": {
        "plan_tp": "2",
        "plan_nbt": "4096",
        "plan_seqs": "16",
        "plan_len": "262144",
    },
    "hit rate 0.8245 (137,084/166,262)": {
        "cache_hit_ratio": "0.8245",
        "cache_hits": "137084",
        "cache_lookups": "166262",
    },
    "host installs 15,814": {"host_installs": "15814"},
    "read-through 13,364": {"read_throughs": "13364"},
    "prefetched 36,720": {"prefetched": "36720"},
    "served by prefetch (migrations) 13,369": {"prefetch_served": "13369"},
}
REFUSALS: dict[str, tuple[str, dict[str, str]]] = {
    "ValueError: Free memory on device cuda:1 (31.29/31.86 GiB) on startup is less than desired GPU memory utilization (0.98, 31.22 GiB). Decrease": (
        "refused-boot",
        {"vram_free_gib": "31.29", "vram_total_gib": "31.86", "budget_gib": "31.22", "gpu_memory_utilization": "0.98"},
    ),
    "ValueError: Free memory on device (61.05/119.7 GiB) on startup is less than desired GPU memory utilization (0.52, 62.24 GiB)": (
        "refused-boot",
        {"vram_free_gib": "61.05", "vram_total_gib": "119.7", "budget_gib": "62.24", "gpu_memory_utilization": "0.52"},
    ),
    "ValueError: To serve at least one request with the models's max seq len (40960), 10.00 GiB KV cache is needed, which is larger than the available KV cache memory (1.25 GiB)": (
        "refused-boot",
        {"max_model_len": "40960", "kv_needed_gib": "10.00", "kv_avail_gib": "1.25"},
    ),
    "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization`.": (
        "refused-boot",
        {},
    ),
    "torch.fx.experimental.symbolic_shapes.ConstraintViolationError: Constraints violated (L['query_start_loc'].size()[0])! Your code specialized it to be a constant (3).": (
        "refused-boot",
        {"guarded_size": "3"},
    ),
    "ValueError: Decode context parallelism for GQA/MQA requires --tensor-parallel-size (2) to be greater than the model's total number of KV heads (2)...": (
        "refused-boot",
        {"tensor_parallel_size": "2", "kv_heads": "2"},
    ),
    "torch.OutOfMemoryError: Tried to allocate 76.00 MiB ... 0 bytes free": (
        "crashed",
        {"oom_request_mib": "76.00", "vram_left_bytes": "0"},
    ),
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.50 GiB (GPU 0; 31.86 GiB total capacity; 30.43 GiB already allocated; 12.00 MiB free; 30.5 GiB reserved in total by PyTorch)": (
        "crashed",
        {"oom_request_gib": "1.50", "vram_total_gib": "31.86", "vram_torch_gib": "30.43", "vram_left_mib": "12.00"},
    ),
    "torch.OutOfMemoryError: Tried to allocate 50.00 MiB. 30.43 GiB of 31.86 GiB already allocated by PyTorch": (
        "crashed",
        {"oom_request_mib": "50.00", "vram_torch_gib": "30.43", "vram_total_gib": "31.86"},
    ),
    "torch.OutOfMemoryError: CUDA error: out of memory": ("crashed", {}),
    "[FATAL ERROR]: HIP failure: 'invalid device function'": ("crashed", {}),
    "Pcie atomics not enabled, hostcall not supported]": ("crashed", {}),
    "oom-kill:constraint=CONSTRAINT_NONE,task=VLLM::EngineCor": ("crashed", {}),
}
MALFORMED = [
    "GPU KV cache size: 425,0",
    "GPU KV cache size: 425,0 tokens",
    "GPU KV cache size: 425,047",
    "GPU KV cache size: 425,047 tok",
    "GPU KV cache size: 4e5 tokens",
    "GPU KV cache size: many tokens",
    "GPU KV cache size:",
    "GPU KV cache size: 398,658 tokens, Maximum concurrency for 200,70",
    "GPU KV cache size: 398,658 tokens, Maximum concurrency for 200,704 tokens per request: 1.9",
    "Maximum concurrency for 114,688 tokens per request: 1.07",
    "Maximum concurrency for 114,688 tokens per",
    "Available KV cache memory: 14.42",
    "Available KV cache memory: 14. GiB",
    "Available KV cache memory: nan GiB",
    "[radiance] kv cache groups: size 8, 9 groups, 202",
    "Add 3 padding layers, may waste at most 60.0",
    "Setting attention block size to 1648",
    "Prefix caching in Mamba cache 'align",
    "Prefix cache hit rate: 29.",
    "Model loading took 6.2",
    "Model loading took 6.28 GiB memory and 184.2",
    "Using cache directory:",
    "Dynamo bytecode transform time: 4.99",
    "Compiling a graph for compile range (1, 1024) takes 173.1",
    "Compiling a graph for compile range (1, 10",
    "Directly load the compiled graph(s) for compile range (1, 1024) from the cache, to",
    "torch.compile took 181.20 s in",
    "Estimated CUDA graph memory: 0.32",
    "Graph capturing finished in 3 secs, took 0.3",
    "Graph capturing finished in 3",
    "init engine (profile, create kv cache, warmup model) took 217.26",
    "init engine (profile, create kv cache, warmup model) took 217.26 s (compilation: 181.2",
    "expert cache space: 15.0",
    "= 6,574 slots x 2.3",
    "swap region: 11.53",
    "KV reserve 0.3",
    "CUDA graphs: 1.93 Gi",
    "runtime overhead (non-torch + buffers + acti",
    "precise (gfx1201 TP2 nbt4096/seqs16",
    "hit rate 0.8245 (137,084/166,2",
    "ValueError: Free memory on device cuda:1 (31.29/31.86 GiB",
    "ValueError: Free memory on device cuda:N (31.29/31.86 GiB ...)",
    "ValueError: Free memory on device cuda:1 (31.29/31.86 GiB) on startup is less than desired GPU memory utilization (0.98, 31.2",
    "ValueError: To serve at least one request with the model's max seq len (114688), (5.21 GiB KV cache is needed, which",
    "Decode context parallelism for GQA/MQA requires --tensor-parallel-size (2) to be greater",
    "torch.OutOfMemoryError: HIP out of mem",
    "torch.OutOfMemoryError: Tried to allocate 76.0",
    "non-default args: {'model': 'x', 'port'",
    "non-default args: {'model': 'x",
    "non-default args:",
    "non-default args: ['model']",
    "non-default args: {1: 2}",
    "non-default args: {'a-b': 1, 'a_b': 2}",
    "non-default args: {**x}",
]
SILENT = [
    "Capturing CUDA graphs (decode, FULL): 100%|██████████| 6/6 [00:02<00:00,  2.51it/s]",
    "CUDA graphs are enabled",
    "Chunked prefill is enabled with max_num_batched_tokens=2048.",
    "GPU KV cache usage: 3.1%",
    "External prefix cache hit rate: 0.0%",
    "Add a layer",
    "x = 5",
    "the hit rate is 0.8",
    "prompt: 'GPU KV cache size: 1 tokens'",
    '{"content": "GPU KV cache size: 425,0"}',
    "Directly load AOT compilation from path /root/.cache/vllm/torch_aot_compile/3680/rank_0_0/model",
    "Cache the graph of compile range (1, 2048) for later use",
    "KV reserve is computed from the window",
    "prefetched nothing",
    "init engine with a config",
    "Loading model weights took 12.58 GB",
]


def everything(reading: Reading) -> dict[str, str]:
    """Figures and settings by name, as text."""
    assert not reading.arms
    found = {each.metric: str(each.value) for each in reading.results}
    return found | {name: str(value) for name, value in reading.settings.items()}


def failure(text: str) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        vllm_boot.read(text)
    return caught.value


@pytest.mark.parametrize("line", SHAPES_READ)
@pytest.mark.parametrize("start", STARTS)
def test_a_line_of_a_known_shape(start: str, line: str) -> None:
    assert everything(vllm_boot.read(f"nothing here\n{start}{line}\n")) == SHAPES_READ[line]


@pytest.mark.parametrize("line", REFUSALS)
@pytest.mark.parametrize("start", STARTS[:6])
def test_an_error_that_ends_the_boot(start: str, line: str) -> None:
    outcome, figures = REFUSALS[line]
    reading = vllm_boot.read(start + line)
    assert (reading.outcome, reading.evidence, everything(reading)) == (outcome, line, figures)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.opens)
def test_the_example_of_a_shape_has_that_shape(shape: Any) -> None:
    assert vllm_boot.read(shape.example)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("line", MALFORMED)
def test_a_line_that_was_cut_is_an_error_with_its_number(line: str, start: str) -> None:
    error = failure(f"{POOL}\n\n{start}{line}\nand so on\n")
    assert [shown.number for shown in error.lines] == [3]
    assert line.strip() in error.lines[0].text


@pytest.mark.parametrize("line", [line for line in SHAPES_READ if not line[-1].isdecimal()])
def test_no_prefix_of_a_line_gives_another_figure(line: str) -> None:
    """A cut line is an error or gives less, and never another number, unless the number ends the line."""
    whole = SHAPES_READ[line]
    for end in range(len(line)):
        try:
            found = everything(vllm_boot.read(line[:end]))
        except ReadingError:
            continue
        assert found.items() <= whole.items(), line[:end]


@pytest.mark.parametrize("line", SILENT)
def test_a_line_that_only_looks_alike_is_passed_over(line: str) -> None:
    assert everything(vllm_boot.read(f"{line}\n{POOL}\n")) == {"kv_pool_tokens": "122636"}
    assert "no line is one of a boot" in failure(line).message


TWICE = [
    pytest.param([POOL, POOL.replace("122", "123")], [1, 2], id="two pools"),
    pytest.param([POOL, "", POOL, POOL.replace("6 ", "7 ")], [1, 4], id="the third pool differs"),
    pytest.param(["Maximum concurrency for 8 tokens per request: 1.00x", "Maximum concurrency for 9 tokens per request: 1.00x"], [1, 2], id="two windows"),
    pytest.param(["Maximum concurrency for 8 tokens per request: 1.00x", "Maximum concurrency for 8 tokens per request: 1.01x"], [1, 2], id="two ratios"),
    pytest.param(["(Worker_TP0 pid=1) Available KV cache memory: 1 GiB", "(Worker_TP0 pid=1) Available KV cache memory: 2 GiB"], [1, 2], id="one worker, two values"),
    pytest.param(["init engine took 5 s", "init engine took 6 s"], [1, 2], id="the engine began twice"),
    pytest.param(["init engine took 5 s", "init engine took 5 s"], [1, 2], id="a doubled line"),
    pytest.param(["(EngineCore pid=1) init engine took 5 s", "(EngineCore pid=1) init engine took 5 s"], [1, 2], id="a doubled line of a process"),
    pytest.param(["non-default args: {'a': 1}", "non-default args: {'a': 1}"], [1, 2], id="arguments twice"),
    pytest.param(["non-default args: {'max_model_len': 9}", "Maximum concurrency for 8 tokens per request: 1.00x"], [1, 2], id="declared and effective differ"),
    pytest.param(["non-default args: {'gpu_memory_utilization': 0.99}", "Free memory on device cuda:1 (31.29/31.86 GiB) on startup is less than desired GPU memory utilization (0.98, 31.22 GiB)"], [1, 2], id="two fills"),
    pytest.param(["torch.OutOfMemoryError: Tried to allocate 5 MiB", "Application startup complete."], [1, 2], id="crashed, then complete"),
    pytest.param(["No available memory for the cache blocks", POOL, "Application startup complete."], [1, 3], id="refused, then complete"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "shown"), TWICE)
def test_two_boots_in_one_log_are_an_error_that_shows_both_lines(lines: list[str], shown: list[int]) -> None:
    error = failure("\n".join(lines))
    assert [line.number for line in error.lines] == shown
    assert [line.text for line in error.lines] == [lines[number - 1] for number in shown]
    assert error.remedy


def test_the_samples_that_are_refused() -> None:
    assert failure(sample("boot-truncated.log")).lines[0].number == 2
    assert [line.number for line in failure(sample("boot-doubled.log")).lines] == [1, 2]
    assert "no line is one of a boot" in failure(sample("boot-foreign.log")).message


def test_workers_may_differ_and_each_may_repeat_itself() -> None:
    one, other = (
        "(Worker_TP0 pid=1) Available KV cache memory: 2.9 GiB",
        "(Worker_TP1 pid=2) Available KV cache memory: 2.95 GiB",
    )
    (read,) = vllm_boot.read(f"{one}\n{other}\n{one}").results
    assert (read.value, read.low, read.high, read.per, read.line) == (None, Decimal("2.9"), Decimal("2.95"), "card", 1)
    (read,) = vllm_boot.read(f"{one}\n{one.replace('TP0 pid=1', 'TP1 pid=2')}").results
    assert (read.value, read.low, read.per) == (Decimal("2.9"), None, "card")


def test_engines_that_run_in_parallel_may_differ() -> None:
    lines = [f"(EngineCore_DP{at} pid={at}) init engine took {at}.5 s" for at in (1, 2)]
    (read,) = vllm_boot.read("\n".join(lines)).results
    assert (read.low, read.high) == (Decimal("1.5"), Decimal("2.5"))


def test_of_a_running_count_the_last_holds() -> None:
    (read,) = vllm_boot.read("Prefix cache hit rate: 90.0%\nPrefix cache hit rate: 29.0%").results
    assert (read.value, read.line, read.definition) == (Decimal("29.0"), 2, "lifetime")


def test_a_crash_after_the_boot_was_complete() -> None:
    reading = vllm_boot.read("Application startup complete.\nE torch.OutOfMemoryError: Tried to allocate 5 MiB")
    assert (reading.outcome, reading.evidence) == ("crashed", "torch.OutOfMemoryError: Tried to allocate 5 MiB")
    assert vllm_boot.read("INFO:     Application startup complete.").outcome == "healthy"


ARGUMENTS: dict[str, dict[str, Any]] = {
    "{}": {},
    "{'a': 1, 'b': 'x', 'c': True, 'd': -2}": {"a": 1, "b": "x", "c": True, "d": -2},
    "{'a': 0.982}": {"a": Decimal("0.982")},
    "{'a': 1e-05}": {"a": Decimal("0.00001")},
    "{'a': None}": {"a": "null"},
    "{'a': [1, 2.5, 'x'], 'b': (1,), 'c': {'z': None, 'y': True}}": {
        "a": '[1, 2.5, "x"]',
        "b": "[1]",
        "c": '{"y": true, "z": null}',
    },
    "{'a': <CUDAGraphMode.FULL_AND_PIECEWISE: (2, 1)>, 'b': 1}": {"a": "FULL_AND_PIECEWISE", "b": 1},
    "{'a': CompilationConfig(level=3)}": {"a": "CompilationConfig(level=3)"},
    "{'a': inf, 'b': 1e999}": {"a": "inf", "b": "inf"},
    "{'served-model-name': ['x']}": {"served_model_name": '["x"]'},
    "{'a': '__import__(\"os\").system(\"false\")'}": {"a": '__import__("os").system("false")'},
    "{'api_key': ['sk-1'], 'hf_token': 'hf_1', 'max_tokens': 5, 'x': {'password': 'p', 'q': 1}}": {
        "api_key": "(left out)",
        "hf_token": "(left out)",
        "max_tokens": 5,
        "x": '{"password": "(left out)", "q": 1}',
    },
    "{'max_model_len': 'auto'}": {"max_model_len": "auto"},
}


@pytest.mark.parametrize("printed", ARGUMENTS)
def test_arguments_are_settings(printed: str) -> None:
    assert dict(vllm_boot.read(f"INFO [utils.py:253] non-default args: {printed}").settings) == ARGUMENTS[printed]


def test_what_the_engine_made_of_a_word_takes_its_place() -> None:
    lines = "non-default args: {'max_model_len': 'auto', 'b': 1}\nMaximum concurrency for 8 tokens per request: 1.00x"
    assert vllm_boot.read(lines).settings == {"max_model_len": 8, "b": 1}


def test_a_declared_fill_may_have_more_decimals_than_the_printed_one() -> None:
    line = (
        "Free memory on device cuda:1 (31.29/31.86 GiB) on startup is less than desired GPU memory utilization "
        "(0.98, 31.29 GiB)"
    )
    reading = vllm_boot.read(f"non-default args: {{'gpu_memory_utilization': 0.982}}\n{line}")
    assert reading.settings == {"gpu_memory_utilization": Decimal("0.982")}


HOSTILE = [
    pytest.param("GPU KV cache size: " + "1,111" * 20_000, id="digits"),
    pytest.param("KV reserve" + " " * 50_000 + "x", id="blanks"),
    pytest.param("OutOfMemoryError: Tried to allocate 5 MiB " + " " * 50_000 + "1,111" * 10_000, id="a long error"),
    pytest.param("Using cache directory: /" + "torch_compile_cache/a" * 20_000, id="directories"),
    pytest.param("non-default args: {" + "'a':[" * 20_000, id="nesting"),
    pytest.param("non-default args: {'a': " + "<A.b: 1> " * 20_000, id="members"),
    pytest.param("a.b" * 30_000 + " No available memory for the cache blocks", id="names"),
    pytest.param((POOL + "\n") * 20_000, id="repeats"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_takes_no_time(text: str) -> None:
    try:
        vllm_boot.read(text)
    except ReadingError as error:
        assert error.lines or error.remedy
