"""A fleet of any size, for what must grow with it and no faster: hosts, endpoints with eras, units, runs and pages."""

from __future__ import annotations

from collections.abc import Iterator

from bench.rules import APART, everything_on

ERAS = 3
PAGE = """\
---
type: reference
title: ep{e}
description: Where ep{e} is.
---
# ep{e}

On [[host{h}]], port {port}, see [[ep{next}]] and [[old{e}#Old {e}]]. It decodes at 103.5 tok/s with `--max-model-len 3000`.

<!-- vaulttool:begin eras endpoint="ep{e}" columns="start,end,status,shape,figures?,page" -->
<!-- vaulttool:end eras -->

<!-- vaulttool:begin arms run="run-2-of-{e}" metrics="decode_tps,ttft_s" -->
<!-- vaulttool:end arms -->

<!-- vaulttool:begin settings file="units/ep{e}-2.container" -->
<!-- vaulttool:end settings -->

<!-- vaulttool:begin backlinks -->
<!-- vaulttool:end backlinks -->
"""
OLD = """\
---
type: reference
title: Old {e}
description: What ep{e} was.
status: RETIRED
superseded_by: "[[ep{e}]]"
---
# Old {e}

> [!warning] SUPERSEDED by [[ep{e}]]

The endpoint `ep{next}-medium` on host{h} ran org/Model-{e}-1 from image `ghcr.io/x/y:{e}.1` until 2026-03-01. We expect a \
decode of 120 tok/s and estimate a TTFT of 0.5 s. From 85.9 to 100.0 tok/s (+16 %). Deploy with `scripts/b{e}.sh --spec 4`, \
look at `units/ep{e}-2.container` and `pkg{e}/gone/f{e}.py`, and see [[Old {next}]], [[gone {e}]] and [[ep{e}#Arm]].

| Flag | Value |
| - | - |
| `--max-model-len` | 3000 |

| Endpoint | Status | Page |
| - | - | - |
| ep{e} | ACTIVE | [[ep{e}]] |

1. Stop the service.
2. Start it with `podman run ghcr.io/x/y:{e}.2`.
"""


def large_fleet(size: int) -> dict[str, str]:
    """The files of a fleet with so many endpoints, and ten times as many files beside it."""
    metrics = "metrics:\n  decode_tps: {title: Decode, unit: tok/s, better: higher}\n  ttft_s: {title: TTFT, unit: s, better: lower}\n"
    rules = everything_on(APART).partition("[rules]")[2]
    types = '[schemas.types]\nreference = "reference"\n'
    made = {
        "vaulttool.toml": f'data = "data"\nrepository-files = ["units/*"]\n{types}[rules]{rules}',
        "data/metrics.yaml": metrics,
        "LLM/Index.md": '# Index\n\n<!-- vaulttool:begin index folder="LLM" -->\n<!-- vaulttool:end index -->\n',
    }
    for number in range(size):
        made |= dict(_endpoint(number, size))
    return made


def _endpoint(e: int, size: int) -> Iterator[tuple[str, str]]:
    names = {"e": e, "next": (e + 1) % size, "h": e % max(2, size // 10), "port": 8000 + e}
    yield f"LLM/ep{e}.md", PAGE.format(**names)
    yield f"LLM/old{e}.md", OLD.format(**names)
    yield f"data/hosts/host{e}.yaml", f"host: host{e}\nfacts: []\n"
    yield f"Hosts/host{e}.md", f"# Host {e}\n"
    eras = ""
    for k in range(ERAS):
        end = f"end: 2026-0{k + 2}-01, superseded_by: s{k + 1}, " if k < ERAS - 1 else ""
        eras += (
            f'  - {{id: s{k}, title: Shape {k} of {e}, start: 2026-0{k + 1}-01, {end}page: "[[ep{e}]]", '
            f"model: org/Model-{e}-{k}, units: [units/ep{e}-{k}.container], figures: [run/run-{k}-of-{e}#a0.decode_tps]}}\n"
        )
        yield (
            f"units/ep{e}-{k}.container",
            f"[Container]\nImage=ghcr.io/x/y:{e}.{k}\nExec=serve --max-model-len {k}000\n",
        )
        yield f"data/runs/run-{k}-of-{e}.yaml", _run(e, k, names["h"])
    yield (
        f"data/endpoints/ep{e}.yaml",
        (f'endpoint: ep{e}\nhost: host{e}\nowner_page: "[[ep{e}]]"\nserved_name: ep{e}-medium\neras:\n{eras}'),
    )
    yield f"scripts/b{e}.sh", 'SPEC="${SPEC:-2}"\n'
    yield from ((f"pkg{e}/src/m{at}/f{e}.py", "") for at in range(10))


def _run(e: int, k: int, host: int) -> str:
    arms = "".join(
        f"  a{a}:\n    title: Arm {a}\n    settings: {{SPEC: {a}}}\n    results: {{decode_tps: {{value: {100 + a}, "
        f"unit: tok/s}}, ttft_s: {{value: 0.{a + 1}, unit: s}}}}\n"
        for a in range(2)
    )
    source = f'{{file: boot-{e}.log, sha256: "{"0" * 64}", reader: vllm-boot/1}}'
    return (
        f"run: run-{k}-of-{e}\ntitle: Run {k} of {e}\nkind: ab\ndate: 2026-0{k + 1}-05\nhost: host{host}\n"
        f"endpoint: ep{e}\nera: s{k}\nsource: {source}\n"
        f"settings: {{max_model_len: {k}000}}\nmethod: {{harness: scripts/b{e}.sh}}\narms:\n{arms}"
    )
