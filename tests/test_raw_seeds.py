"""The user's own two pages as they came: what is wrong in them is found, and on the same pages corrected nothing is.

The vault around them is written here from the facts that the pages state: an endpoint and its eras, unit and env files,
runs and a census of the host. The pages are read where they lie; not a sentence of them stands in this repository.
"""

from __future__ import annotations

import json
from pathlib import Path

from commands_in import run
from folders import repository

RUNBOOK, RESEARCH = "LLM/frank-medium-radiance-mxfp4.md", "LLM/qwen-fp8-expert-offload.md"
CONFIGURATION = """\
vault = "vault"
data = "data"

[schemas.types]
reference = "note"
research = "note"

[rules]
bad-data = "off"
broken-link = "off"
"""
OWN_RULES = (
    "arms-differ", "broken-arithmetic", "broken-relation", "context-exceeded", "date-outside-era", "default-differs",
    "estimate-beside-measurement", "floating-image", "impossible-date", "live-link-to-retired", "live-procedure",
    "missing-flag", "missing-git-ref", "missing-path", "mixed-definition", "one-way-succession", "outdated-heading",
    "retired-name", "rollback-gone", "slug-mismatch", "stale-timestamp", "status-mismatch", "successor-cycle",
    "superseded-without-successor", "unit-not-enabled", "unknown-metric",
)  # fmt: skip
ARCHON = """\
endpoint: frank-archon
host: dankserver
owner_page: "[[frank-archon]]"
names:
  - {name: frank-medium, from: 2026-09-16, to: 2026-10-09}
  - {name: frank-archon, from: 2026-10-09}
eras:
  - id: replicas
    title: Two single-GPU replicas behind a proxy
    start: 2026-09-16
    end: 2026-09-19
    superseded_by: llamacpp
    page: "[[frank-medium-radiance-mxfp4]]"
    section: Architecture
    engine: vllm-radiance
    image: docker.io/stilldeadcode/vllm-radiance:0.9.3
    model: just1moremodel/Qwen3.8-27B-Uncensored-MXFP4-awq
    units: [units/frank-medium-a.container, units/frank-medium-b.container, units/frank-medium-proxy.container]
  - id: llamacpp
    title: llama.cpp layer split
    start: {unknown: not recorded}
    end: 2026-09-20
    superseded_by: mxfp6
    page: "[[frank-medium-llamacpp-dflash2]]"
    engine: llama.cpp
  - id: mxfp6
    title: TP=2, MXFP6
    start: 2026-09-21
    end: 2026-10-10
    page: "[[frank-medium-radiance-mxfp4]]"
    section: Deployed flags (2026-09-21)
    engine: vllm-radiance
    image: localhost/radiance-vllm:0.13.0-e060895
    model: hugypufy/Swift-Qwen3.8-27B-PARO-MXFP6
    units: [units/frank-medium.container]
    figures: [run/2026-09-22-boot#kv_pool_tokens]
    rollback:
      to: llamacpp
      steps: [restore the unit]
      needs:
        - {kind: path, host: dankserver, path: /home/dank/models/Q8_0, verified: 2026-09-20, present: true}
"""
PRIMARY = """\
endpoint: frank-primary
host: dankserver
owner_page: "[[qwen-fp8-expert-offload]]"
eras:
  - id: shape-f
    title: graph term 0.32 GiB, util 0.982
    start: 2026-10-03
    end: 2026-10-03
    superseded_by: shape-g
    page: "[[qwen-fp8-expert-offload]]"
    engine: tcclaviger
    figures: [run/2026-10-03-boot-f#graph_capture]
  - id: shape-g
    title: graph term 0.07 GiB, util 0.982
    start: 2026-10-03
    page: "[[qwen-fp8-expert-offload]]"
    engine: tcclaviger
    image: docker.io/tcclaviger/vllm@sha256:da4029666668b90a0386c1ed23ea370c79916ad4e1a6ad1dd9db098b9fa069ea
    env: [units/frank-primary.env]
    figures: [run/2026-10-03-boot-g#graph_capture, run/2026-10-03-boot-g#kv_pool_tokens]
"""
HOST = """\
host: dankserver
facts:
  - {key: vram_total_gib, value: 31.86, unit: GiB, per: card, from: 2026-09-20, source: SOURCE}
census:
  - {date: 2026-10-19, path: /home/dank/models, entries: [StillDeadcode, rad, tpl.jinja], source: SOURCE}
""".replace("SOURCE", "{document: vault/LLM/frank-medium-radiance-mxfp4.md, line: 12}")
METRICS = """\
metrics:
  kv_pool_tokens: {title: KV pool, unit: tok}
  accept_length: {title: Acceptance length, unit: tok/draft}
  acceptance: {title: Acceptance, unit: "%"}
  graph_capture: {title: Graph capturing, unit: GiB}
"""


def boot(name: str, date: str, endpoint: str, era: str, rest: str) -> str:
    page = "frank-medium-radiance-mxfp4" if endpoint == "frank-archon" else "qwen-fp8-expert-offload"
    source = f"source: {{document: vault/LLM/{page}.md, line: 1}}"
    return (
        f"run: {name}\ntitle: Boot\nkind: boot-log\ndate: {date}\nhost: dankserver\nendpoint: {endpoint}\nera: {era}\n"
        f"{source}\n{rest}"
    )


REPLICA = (
    "[Container]\nImage=docker.io/stilldeadcode/vllm-radiance:0.9.3\nEnvironment=TP=1\nEnvironment=MAXLEN=114688\n"
    "Environment=KV_MEM=0\nEnvironment=MAXSEQS=4\nEnvironment=CHUNK=8192\nEnvironment=GPU_UTIL=0.98\n"
    "Environment=SPEC_METHOD=dflash\nEnvironment=SPEC=7\nEnvironment=PORT={0}\nPublishPort={0}:{0}\n"
    "[Install]\nWantedBy=default.target\n"
)
UNIT = (
    "[Container]\nImage=localhost/radiance-vllm:0.13.0-e060895\nEnvironment=ROCR_VISIBLE_DEVICES=0,1\n"
    "Environment=KV_MEM=0\nEnvironment=CHUNK=8192\n"
    "Environment=CHAT_TEMPLATE=/templates/qwen-sharp-v22.5.0.jinja\n"
    "Exec=--tensor-parallel-size 2 --max-model-len 262144 --max-num-seqs 8 --kv-cache-dtype auto "
    "--gpu-memory-utilization 0.98 --enable-prefix-caching --enable-auto-tool-choice --tool-call-parser qwen3_coder "
    "--reasoning-parser qwen3 --override-sampling-effects '{\"temp\":0.7}' --limit-mm-per-prompt '{\"image\": 8}' "
    '--speculative-config \'{"method":"dflash","num_speculative_tokens":7}\'\n[Install]\nWantedBy=default.target\n'
)
ENV = """\
FRANK_PRIMARY_MAXLEN=200704
FRANK_PRIMARY_SEQS=3
FRANK_PRIMARY_KV_BYTES=3166500000
FRANK_PRIMARY_KV_DTYPE=fp8
FRANK_PRIMARY_MNBT=2048
FRANK_PRIMARY_UTIL=0.982
FRANK_PRIMARY_CUDAGRAPH_BASE_MB=0
FRANK_PRIMARY_CUDAGRAPH_PER_GRAPH_MB=12
FRANK_PRIMARY_PRECISE_MEMORY=1
FRANK_PRIMARY_GPU_MAX_HW_QUEUES=2
FRANK_PRIMARY_CACHE_DIR=/home/dank/.cache/frank-primary
R4D_LRU_GATHER_CHUNKS=32
R4D_LRU_GATHER_LANES=64
"""
DATA = {
    "vaulttool.toml": CONFIGURATION,
    "data/endpoints/frank-archon.yaml": ARCHON,
    "data/endpoints/frank-primary.yaml": PRIMARY,
    "data/hosts/dankserver.yaml": HOST,
    "data/metrics.yaml": METRICS,
    "data/runs/2026-09-22-boot.yaml": boot(
        "2026-09-22-boot", "2026-09-22", "frank-archon", "mxfp6",
        'results:\n  kv_pool_tokens: {value: 425047, unit: tok, as_printed: "425,047"}\n',
    ),
    "data/runs/2026-09-22-accept.yaml": boot(
        "2026-09-22-accept", "2026-09-22", "frank-archon", "mxfp6",
        "settings: {SPEC: 7}\narms:\n"
        "  easy: {results: {accept_length: {value: 7.00, unit: tok/draft, definition: with-bonus, of: 7},"
        ' acceptance: {value: 85.7, unit: "%"}}}\n'
        "  varied: {results: {accept_length: {value: 5.08, unit: tok/draft, definition: with-bonus, of: 7},"
        ' acceptance: {value: 58.3, unit: "%"}}}\n',
    ),
    "data/runs/2026-10-03-boot-f.yaml": boot(
        "2026-10-03-boot-f", "2026-10-03", "frank-primary", "shape-f",
        'results:\n  graph_capture: {value: -0.06, unit: GiB, as_printed: "-0.06 GiB"}\n',
    ),
    "data/runs/2026-10-03-boot-g.yaml": boot(
        "2026-10-03-boot-g", "2026-10-03", "frank-primary", "shape-g",
        'results:\n  graph_capture: {value: 0.31, unit: GiB, as_printed: "0.31 GiB"}\n'
        '  kv_pool_tokens: {value: 401408, unit: tok, as_printed: "401,408"}\n',
    ),
    "units/frank-medium-a.container": REPLICA.format(7771),
    "units/frank-medium-b.container": REPLICA.format(7772),
    "units/frank-medium-proxy.container": "[Container]\nEnvironment=PORT=7770\n[Install]\nWantedBy=default.target\n",
    "units/frank-medium.container": UNIT,
    "units/frank-primary.env": ENV,
    "vault/LLM/frank-archon.md": "# frank-archon\n\n[[frank-medium-radiance-mxfp4]] [[frank-medium-llamacpp-dflash2]]\n",
    "vault/LLM/frank-medium-llamacpp-dflash2.md": "# llama.cpp\n\nIts successor: [[frank-medium-radiance-mxfp4]]\n",
}  # fmt: skip


def findings(folder: Path, runbook: str, research: str) -> list[tuple[str, str, int, str]]:
    """Rule, path, line and message of what is found, and the lines of both pages."""
    repository(folder, {**DATA, f"vault/{RUNBOOK}": runbook, f"vault/{RESEARCH}": research})
    select = [part for rule in OWN_RULES for part in ("--select", rule)]
    done = run("check", "--format", "json", *select, cwd=folder)
    told = json.loads(done.out)
    return [(one["rule"], one["path"], one["start"]["line"], one["message"]) for one in told["findings"]]
