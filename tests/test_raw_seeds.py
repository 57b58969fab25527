"""The user's own two pages as they came: what is wrong in them is found, and on the same pages corrected nothing is.

The vault around them is written here from the facts that the pages state: an endpoint and its eras, unit and env files,
runs and a census of the host. The pages are read where they lie; not a sentence of them stands in this repository.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import raw_seeds
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
    return [(one["rule"], one["path"], one["line"], one["message"]) for one in told["findings"]]


# Of the rows of domain.md: where, by which rule, in which words. Those of section (b.2), then of (d.2).
FOUND = [
    pytest.param("data/endpoints/frank-archon.yaml", "rollback-gone", "does not list it", id="b.2 row 2"),
    pytest.param(RUNBOOK, "missing-flag", '"spec-draft-device" is not set', id="b.2 row 5"),
    pytest.param(RUNBOOK, "missing-flag", '"reasoning-budget" is not set', id="b.2 row 5, another"),
    pytest.param(RUNBOOK, "estimate-beside-measurement", '"acceptance may drop" is expected here', id="b.2 row 7"),
    pytest.param(RUNBOOK, "outdated-heading", "is of 2026-09-21, and its section tells of 2026-09-22", id="b.2 row 8"),
    pytest.param(RESEARCH, "stale-timestamp", '"timestamp" is 2026-09-29, and the page tells of 2026-10-03', id="b.2 row 10"),
    pytest.param(RUNBOOK, "slug-mismatch", 'the file name says "mxfp4", the title "MXFP6"', id="b.2 row 11"),
    pytest.param(RUNBOOK, "status-mismatch", '"Deployed shape since 2026-09-20"', id="b.2 row 12"),
    pytest.param(RUNBOOK, "status-mismatch", '"Deployed configuration"', id="b.2 row 12, a heading"),
    pytest.param(RESEARCH, "missing-flag", '"FRANK_PRIMARY_UTIL" is given as "1.0" and is "0.982"', id="b.2 row 14"),
    pytest.param(RESEARCH, "broken-arithmetic", '"15.06 + 23.11" comes to 38.17', id="d.2 row 2"),
    pytest.param(RESEARCH, "broken-arithmetic", '"+51%/+40% worse" has the wrong base', id="d.2 row 16"),
    pytest.param(RESEARCH, "broken-arithmetic", '"neutral" is more than the noise', id="d.2 row 17"),
    pytest.param(RESEARCH, "broken-arithmetic", '"36.65" lies above the band', id="d.2 row 18"),
    pytest.param(RUNBOOK, "mixed-definition", "only without the bonus token", id="d.2 row 27"),
]  # fmt: skip


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, int, str]]:
    return findings(tmp_path_factory.mktemp("raw"), raw_seeds.runbook(), raw_seeds.research())


@pytest.mark.parametrize(("path", "rule", "words"), FOUND)
def test_what_is_wrong_in_them_is_found(raw: list[tuple[str, str, int, str]], path: str, rule: str, words: str) -> None:
    assert [one for one in raw if one[0] == rule and one[1].endswith(path) and words in one[3]]


# Each pattern with what it becomes: the corrections, fact by fact.
RUNBOOK_MENDED = [
    (r"MXFP6 Runbook", "runbook"),
    (r"timestamp: 2026-09-21", "timestamp: 2026-10-19"),
    (r" — acceptance may drop[^.]*\.24/7[^)]*\)\.", "."),
    (r"\nDeployed shape since 2026-09-20:", "\nThe shape from 2026-09-20:"),
    (r"Deployed flags \(2026-09-21\)", "Flags (2026-09-22)"),
    (r"accept length 2\.9–4\.3 tokens per draft", "accept length 3.9–5.3 tokens per draft with the bonus token"),
    (r"The deployed shape is above;", "The shape of 2026-09-20 is above;"),
    (r"TP=2 is the deployed shape", "TP=2 was deployed"),
    (r"DFlash2 is the deployed shape", "DFlash2 was deployed"),
    (r"## Deployed configuration", "## Configuration of the replicas"),
    (r"\n\| (?:spec-draft-device|reasoning-format|temp /|mmproj) [^\n]*", ""),
    (r" and the runtime \+ Q8_0 payload remain on disk", ""),
    (r"the replicas \(:7770\)", "the replicas (:7771, :7772)"),
]
RESEARCH_MENDED = [
    (r"timestamp: 2026-09-29", "timestamp: 2026-10-03"),
    (r"= \*\*25\.49 summed\*\*", "= **38.17 summed**"),
    (r"\(\+51%/\+40% worse\)", "(34%/29% below)"),
    (r"\| — \| neutral — ruled out", "| — | mixed — ruled out"),
    (r"band 34\.1-36\.5", "band 34.1-36.7"),
    (r"FRANK_PRIMARY_UTIL=1\.0 ", "FRANK_PRIMARY_UTIL=0.982 "),
]


def mended(text: str, corrections: list[tuple[str, str]]) -> str:
    for pattern, right in corrections:
        text, times = re.subn(pattern, right, text)
        assert times, pattern
    return text


def test_on_the_corrected_pages_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archon = mended(
        ARCHON, [(r"Deployed flags \(2026-09-21\)", "Flags (2026-09-22)"), (r"\n      needs:\n.*present: true\}", "")]
    )
    monkeypatch.setitem(DATA, "data/endpoints/frank-archon.yaml", archon)
    runbook, research = mended(raw_seeds.runbook(), RUNBOOK_MENDED), mended(raw_seeds.research(), RESEARCH_MENDED)
    assert findings(tmp_path, runbook, research) == []
