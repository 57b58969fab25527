"""A small vault with one endpoint, its unit and pages, for the tests of what pages say of the repository."""

from __future__ import annotations

from vaults import findings_of, marked

CLAIMED = '[schemas.types]\nreference = "reference"\n'
WITH_DATA = 'data = "data"\n' + CLAIMED
NOTE = "---\ntype: reference\n---\n\n"
HOST = "host: atlas\nfacts: []\n"
ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
served_name: lisbon-medium
eras:
"""


def era(extra: str = "", id: str = "a", start: str = "2026-09-20", page: str = "Lisbon") -> str:
    return f'  - {{id: {id}, title: Shape {id}, start: {start}, page: "[[{page}]]"{extra}}}\n'


def fleet(note: str, *eras: str, **files: str) -> dict[str, str]:
    """A vault with one endpoint; the text of the note that its eras are about."""
    made = {
        "Lisbon.md": note,
        "vaulttool.toml": WITH_DATA,
        "data/hosts/atlas.yaml": HOST,
        "data/endpoints/lisbon.yaml": ENDPOINT + "".join(eras or (era(", units: [u.container]"),)),
    }
    return {**made, **files}


def repository(text: str, **more: str) -> dict[str, str]:
    """A vault with a claimed note, in a repository of some folders."""
    files = {
        "Lisbon.md": NOTE + text,
        "vaulttool.toml": CLAIMED,
        "scripts/bench-soak.py": "",
        "scripts/patches/a.patch": "",
        "tests/run.sh": "",
        "units/lisbon.container": "",
        "vaulttool/parsing/inline.py": "",
        "LLM/KV-pool.md": "",
        "docs/README.md": "",
    }
    return {**files, **more}


def texts(files: dict[str, str], rule: str) -> list[tuple[str, str]]:
    return [(path, text) for path, _, text in marked(files, findings_of(files, rule))]


RUN = """\
run: boot
title: Boot
kind: probe
date: 2026-09-22
host: atlas
endpoint: lisbon
era: a
source: {{document: Lisbon.md, line: 1}}
method: {{harness: {harness}}}
results: {{}}
"""
UNIT = """\
[Container]
Image=localhost/engine:0.13.0
PublishPort=7771:8000
Environment=KV_MEM=0 MAXSEQS=4
Environment=CHAT_TEMPLATE=/templates/qwen-sharp-v22.5.0.jinja
Exec=--tensor-parallel-size 2 \\
  --max-model-len 262144 \\
  # rollback: KV_DTYPE=fp8
  --gpu-memory-utilization 0.98 \\
  --enable-prefix-caching \\
  --limit '{"image": 8}'

[Install]
WantedBy=default.target
"""
ENV_UNIT = """\
[Service]
EnvironmentFile=/etc/lisbon.env
ExecStart=/usr/bin/podman run -d --rm docker.io/town/engine@sha256:aa --max-model-len ${LISBON_MAXLEN} --util ${LISBON_UTIL}

[Install]
WantedBy=multi-user.target
"""
ENV = "LISBON_MAXLEN=200704\nLISBON_UTIL=0.982\nLISBON_SEQS=3\nLISBON_BASE_MB=0\n"
BLOCK = """\
```
LISBON_MAXLEN=200704          200704-token window
LISBON_SEQS=3                 --max-num-seqs 3 (SEQS=2 CANNOT boot)
LISBON_UTIL={util}              budget = total x util
LISBON_BASE_MB=0 / _PER_GRAPH_MB=12
NO --speculative-config, NO --expert-prefetch
```
"""


def shown(text: str, unit: str = UNIT, **files: str) -> dict[str, str]:
    """A vault whose one endpoint has a page that shows settings, and a unit."""
    return fleet("# Lisbon\n\n" + text, **{"u.container": unit, **files})


def with_env(text: str) -> dict[str, str]:
    files = fleet("# Lisbon\n\n" + text, era(", units: [u.service], env: [u.env]"))
    return {**files, "u.service": ENV_UNIT, "u.env": ENV}


def table(*rows: str, head: str = "Setting | Value") -> str:
    columns = head.count("|") + 1
    return f"| {head} |\n|{'---|' * columns}\n" + "".join(f"| {row} |\n" for row in rows)


KNOWN = ("`KV_MEM` | `0`", "`--max-model-len` | `262144`")
PLAIN = "[Container]\nImage=a/b:1\n"
INSTALL = "\n[Install]\nWantedBy=default.target\n"
PACKED = "# pack-refs with: peeled\nab refs/tags/lisbon-20260920\ncd refs/heads/main\nef refs/remotes/origin/topic\n"
SCRIPT = """\
#!/bin/sh
METHOD=${SPEC_METHOD:-dflash}
DEPTH="${SPEC:=7}"
OUT=${OUT_DIR:-$HOME/out}
CHUNK=${CHUNK:-8192}
[ -n "$FAST" ] && CHUNK=${CHUNK:-4096}
EMPTY=${EMPTY:-}
WAIT=${WAIT:-30s}
"""


def script(text: str, **more: str) -> dict[str, str]:
    files = {
        "Lisbon.md": NOTE + text,
        "vaulttool.toml": CLAIMED,
        "scripts/swap.sh": SCRIPT,
        "scripts/other.sh": "x=${SPEC:-5}\n",
    }
    return {**files, **more}


def clients(
    text: str, unit: str, path: str = "harness/models.yml", *, units: str = "u.container", **more: str
) -> dict[str, str]:
    files = fleet("", era(f", units: [{units}]"), **{"u.container": unit, path: text, **more})
    files["vaulttool.toml"] = (
        f'repository-files = ["harness/**"]\n{files["vaulttool.toml"]}\n[rules.context-exceeded]\n'
    )
    return files


SERVES = "[Container]\nExec=--served-model-name town-lisbon --max-model-len 114688\n"
