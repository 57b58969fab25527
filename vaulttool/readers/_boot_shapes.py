"""The lines of a boot of vLLM that hold figures, in old and new builds and in the forks that this project met."""

from __future__ import annotations

from vaulttool.readers._shapes import Shape

ARGUMENTS = "non-default args:"
READY = "Application startup complete"

POOL = (
    Shape(
        "GPU KV cache size:",
        [
            "GPU KV cache size: {kv_pool_tokens} tokens"
            "<, Maximum concurrency for {=max_model_len} tokens per request: {max_concurrency}x>",
        ],
        "GPU KV cache size: 122,636 tokens",
    ),
    Shape(
        "Maximum concurrency for",
        ["Maximum concurrency for {=max_model_len} tokens per request: {max_concurrency}x"],
        "Maximum concurrency for 114,688 tokens per request: 1.07x",
    ),
    Shape(
        "Available KV cache memory:",
        ["Available KV cache memory: {kv_avail_gib} GiB"],
        "Available KV cache memory: 14.42 GiB",
    ),
    Shape(
        "[radiance] kv cache groups:",
        [
            "[radiance] kv cache groups: size {kv_group_size}, {kv_groups} groups, {kv_blocks_per_request} "
            "blocks/request< (upstream would pick size {kv_group_size_upstream})>",
        ],
        "[radiance] kv cache groups: size 8, 9 groups, 202 blocks/request (upstream would pick size 5)",
    ),
    Shape(
        "Add {#}",
        [
            "Add {padding_layers} padding layers, may waste at most {padding_waste}% KV cache memory",
            "Add {padding_layers} padding layers, may waste at most {padding_waste} % KV cache memory",
        ],
        "Add 3 padding layers, may waste at most 60.00% KV cache memory",
    ),
    Shape(
        "Setting attention block size to",
        ["Setting attention block size to {attention_block_tokens} tokens< ...>"],
        "Setting attention block size to 1648 tokens",
    ),
    Shape(
        "Prefix caching in Mamba cache",
        ["Prefix caching in Mamba cache '{'mamba_cache_mode}' mode is currently enabled<...>"],
        "Prefix caching in Mamba cache 'align' mode is currently enabled.",
    ),
    Shape(
        "Prefix cache hit rate:",
        ["Prefix cache hit rate: {prefix_hit_rate}%<,...>", "Prefix cache hit rate: {prefix_hit_rate} %<,...>"],
        "Prefix cache hit rate: 29.0%",
    ),
)

COMPILING = (
    Shape(
        "Model loading took",
        [
            "Model loading took {weights_per_card_gib} GiB< memory>< and {model_load_s} seconds>",
            "Model loading took {weights_per_card_gib} GiB< memory>< and {model_load_s}s>",
            "Model loading took {_} GB<...>",  # of builds that called GiB so: the figure is not certain
        ],
        "Model loading took 12.58 GiB memory and 34.512345 seconds",
    ),
    Shape(
        "Using cache directory:",
        ["Using cache directory: ...torch_compile_cache/{'compile_cache_key}/rank_...", "Using cache directory: /..."],
        "Using cache directory: /root/.cache/vllm/torch_compile_cache/b265bd396a/rank_0_0/backbone",
    ),
    Shape(
        "Dynamo bytecode transform time:",
        ["Dynamo bytecode transform time: {dynamo_s} s"],
        "Dynamo bytecode transform time: 4.99 s",
    ),
    Shape(
        "Compiling a graph for",
        ["Compiling a graph for ... takes {graph_compile_s} s< in total>", "Compiling a graph for general shape"],
        "Compiling a graph for compile range (1, 1024) takes 173.19 s",
    ),
    Shape(
        "Directly load the compiled graph(s) for",
        [
            "Directly load the compiled graph(s) for ... from the cache, took {graph_load_s} s",
            "Directly load the compiled graph(s) for ... from the cache",
        ],
        "Directly load the compiled graph(s) for compile range (1, 1024) from the cache, took 2.143 s",
    ),
    Shape(
        "torch.compile took",
        ["torch.compile took {torch_compile_s} s in total"],
        "torch.compile took 181.20 s in total",
    ),
    Shape(
        "torch.compile takes",
        ["torch.compile takes {torch_compile_s} s in total"],
        "torch.compile takes 53.39 s in total",
    ),
    Shape(
        "Estimated CUDA graph memory:",
        ["Estimated CUDA graph memory: {graphs_gib} GiB< total>"],
        "Estimated CUDA graph memory: 0.32 GiB total",
    ),
    Shape(
        "Graph capturing finished in",
        ["Graph capturing finished in {graph_capture_s} secs<, took {graph_capture_gib} GiB>"],
        "Graph capturing finished in 3 secs, took 0.31 GiB",
    ),
    *(
        Shape(
            opens,
            [
                "init engine< (profile, create kv cache, warmup model)> took {engine_init_s} s"
                "< (compilation: {compilation_s} s)>",
                "init engine< (profile, create kv cache, warmup model)> took {engine_init_s} seconds",
            ],
            "init engine (profile, create kv cache, warmup model) took 217.26 s (compilation: 181.20 s)",
        )
        for opens in ("init engine (profile", "init engine took")
    ),
    Shape(READY, [READY + "<...>"], READY + "."),
    Shape(ARGUMENTS, [ARGUMENTS + "..."], ARGUMENTS + " {'max_model_len': 262144}"),
)

SLOTS = "{arena_slots} slots x {slot_mib} MiB"
PLAN = (
    Shape(
        "expert cache space",
        ["expert cache space{:}{arena_gib} GiB<...>"],
        "expert cache space: 15.05 GiB = 6,574 slots x 2.344 MiB",
        [SLOTS],
    ),
    Shape("= {_} slots x", ["= " + SLOTS + "<...>"], "= 6,574 slots x 2.344 MiB"),
    Shape(
        "VRAM-only resident layers",
        ["VRAM-only resident layers{:}{pinned_gib} GiB<...>"],
        "VRAM-only resident layers: 3.52 GiB (1,536 slots)",
        ["{pinned_slots} slots"],
    ),
    Shape(
        "swap region",
        ["swap region{:}{swap_gib} GiB<...>"],
        "swap region: 11.53 GiB (5,038 slots)",
        ["{swap_slots} slots"],
    ),
    Shape("KV reserve{:}{#}", ["KV reserve{:}{kv_reserve_gib} GiB<...>"], "KV reserve: 0.36 GiB"),
    Shape(
        "CUDA graphs{:}{#}", ["CUDA graphs{:}{graphs_gib} GiB<...>"], "CUDA graphs: 1.93 GiB", ["{graph_count} graphs"]
    ),
    Shape(
        "runtime overhead (",
        ["runtime overhead (non-torch + buffers + activation){:}{overhead_gib} GiB<...>"],
        "runtime overhead (non-torch + buffers + activation): 7.6 GiB",
    ),
    Shape(
        "precise (",
        ["precise ({'_} TP{=plan_tp} nbt{=plan_nbt}/seqs{=plan_seqs}/len{=plan_len})<...>"],
        "precise (gfx1201 TP2 nbt4096/seqs16/len262144)",
    ),
)

TELEMETRY = (
    Shape(
        "hit rate {#}",
        ["hit rate {cache_hit_ratio} ({cache_hits}/{cache_lookups})<...>"],
        "hit rate 0.8245 (137,084/166,262)",
        [
            "host installs {host_installs}",
            "read-through {read_throughs}",
            "prefetched {prefetched}",
            "served by prefetch (migrations) {prefetch_served}",
        ],
    ),
    Shape("host installs {#}", ["host installs {host_installs}<...>"], "host installs 15,814"),
    Shape("read-through {#}", ["read-through {read_throughs}<...>"], "read-through 13,364"),
    Shape("prefetched {#}", ["prefetched {prefetched}<...>"], "prefetched 36,720"),
    Shape(
        "served by prefetch",
        ["served by prefetch (migrations) {prefetch_served}<...>"],
        "served by prefetch (migrations) 13,369",
    ),
)

REFUSALS = (
    Shape(
        "Free memory on device",
        [
            "Free memory on device< {'_}> ({vram_free_gib}/{vram_total_gib} GiB) on startup is less than desired "
            "GPU memory utilization ({=gpu_memory_utilization}, {budget_gib} GiB)<. ...>",
        ],
        "Free memory on device cuda:1 (31.29/31.86 GiB) on startup is less than desired GPU memory utilization "
        "(0.98, 31.22 GiB)",
        outcome="refused-boot",
    ),
    Shape(
        "To serve at least one request",
        [
            f"To serve at least one request with the {model} max seq len ({{=max_model_len}}), <(>{{kv_needed_gib}} "
            "GiB KV cache is needed, which is larger than the available KV cache memory ({kv_avail_gib} GiB)<)><. ...>"
            for model in ("model's", "models's")
        ],
        "To serve at least one request with the model's max seq len (114688), 5.21 GiB KV cache is needed, which is "
        "larger than the available KV cache memory (4.22 GiB)",
        ["estimated maximum model length is {estimated_window_tokens}"],
        outcome="refused-boot",
    ),
    Shape(
        "No available memory for the cache blocks",
        ["No available memory for the cache blocks<...>"],
        "No available memory for the cache blocks.",
        outcome="refused-boot",
    ),
    Shape(
        "Constraints violated (",
        ["Constraints violated (...)<...>"],
        "Constraints violated (L['query_start_loc'].size()[0])!",
        ["specialized it to be a constant ({guarded_size})"],
        outcome="refused-boot",
    ),
    Shape(
        "You marked",
        ["You marked ...specialized it to be a constant ({guarded_size})<...>", "You marked ..."],
        "You marked L['query_start_loc'].size()[0] as dynamic but your code specialized it to be a constant (3).",
    ),
    Shape(
        "Decode context parallelism for",
        [
            "Decode context parallelism for GQA/MQA requires --tensor-parallel-size ({=tensor_parallel_size}) to be "
            "greater than the model's total number of KV heads ({kv_heads})<...>",
        ],
        "Decode context parallelism for GQA/MQA requires --tensor-parallel-size (2) to be greater than the model's "
        "total number of KV heads (2)",
        outcome="refused-boot",
    ),
)

CRASHES = (
    Shape(
        "OutOfMemoryError:",
        [
            "OutOfMemoryError: <...>Tried to allocate {oom_request_mib} MiB<...>",
            "OutOfMemoryError: <...>Tried to allocate {oom_request_gib} GiB<...>",
            "OutOfMemoryError: <...>error: out of memory<...>",
        ],
        "OutOfMemoryError: HIP out of memory. Tried to allocate 76.00 MiB.",
        [
            "{vram_torch_gib} GiB of {vram_total_gib} GiB already allocated",
            "capacity of {vram_total_gib} GiB",
            "{vram_total_gib} GiB total capacity",
            "{vram_torch_gib} GiB is allocated by PyTorch",
            "{vram_torch_gib} GiB already allocated;",
            "{vram_left_bytes} bytes< is> free",
            "{vram_left_mib} MiB< is> free",
            "{vram_left_gib} GiB< is> free",
        ],
        outcome="crashed",
    ),
    Shape("HIP failure:", ["HIP failure: ..."], "[FATAL ERROR]: HIP failure: 'invalid device'", outcome="crashed"),
    Shape(
        "Pcie atomics not enabled",
        ["Pcie atomics not enabled<...>"],
        "Pcie atomics not enabled, hostcall not supported",
        outcome="crashed",
    ),
    Shape("oom-kill:", ["oom-kill:..."], "oom-kill:constraint=CONSTRAINT_NONE", outcome="crashed"),
)

SHAPES = (*POOL, *COMPILING, *PLAN, *TELEMETRY, *REFUSALS, *CRASHES)
