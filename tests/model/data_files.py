"""Data files for tests: a small fleet in which all is well, and the same with one thing changed."""

from __future__ import annotations

from collections.abc import Mapping

from vaults import findings_of

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
names:
  - {name: olisipo, from: 2026-09-01, to: 2026-09-19}
  - {name: lisbon, from: 2026-09-20}
eras:
  - {id: one-card, title: One card, start: 2026-09-20, end: 2026-09-21, superseded_by: two-cards, page: "[[Lisbon]]", section: One card}
  - id: two-cards
    title: Two cards
    start: 2026-09-22
    page: "[[Lisbon]]"
    units: [units/lisbon.service]
    figures: [run/boot#kv]
    rollback: {to: one-card, steps: [stop], needs: [{kind: image, host: atlas, ref: "x:1"}]}
attempts:
  - {date: 2026-09-23, title: Three cards, outcome: crashed, run: boot, page: "[[Lisbon]]"}
"""
RUN = """\
run: boot
title: Boot
kind: boot-log
date: 2026-09-22
host: atlas
endpoint: lisbon
era: two-cards
source: {document: Lisbon.md, line: 2}
results:
  kv: {value: 425047, unit: tok, as_printed: "425,047"}
derived:
  twice: {expr: "kv * 2", as: "850,094 tok"}
"""
ARMS = """\
run: ab
title: A/B
kind: ab
date: 2026-09-20
host: atlas
baseline: boot
source: {document: Lisbon.md, line: 1}
arms:
  mtp: {results: {kv: {value: 100, unit: tok}}}
  dflash: {results: {kv: {value: 116, unit: tok}}}
derived:
  gain: {expr: "dflash.kv / mtp.kv - 1", as: "+16 %"}
verdict: {decision: deployed, winner: dflash}
"""
HOST = """\
host: atlas
page: "[[Atlas]]"
facts:
  - {key: vram, value: 31.86, unit: GiB, from: 2026-09-22, source: {document: Atlas.md, line: 1}}
"""
METRICS = """\
metrics:
  kv: {title: KV pool, unit: tok}
  gain: {title: Gain, unit: "%"}
"""
NAMES = "renames:\n  - {date: 2026-09-20, from: olisipo, to: lisbon, scope: [all]}\n"
RELATIONS = 'relations:\n  - {id: pool, title: The pool, expr: "run/boot#kv = 425047"}\n'
FILES = {
    "vaulttool.toml": 'data = "data"\n',
    "Lisbon.md": "# One card\ntext\n",
    "Atlas.md": "text\n",
    "units/lisbon.service": "[Unit]\n",
    "data/endpoints/lisbon.yaml": ENDPOINT,
    "data/runs/boot.yaml": RUN,
    "data/runs/ab.yaml": ARMS,
    "data/hosts/atlas.yaml": HOST,
    "data/metrics.yaml": METRICS,
    "data/names.yaml": NAMES,
    "data/relations.yaml": RELATIONS,
}
SHORT = {
    "lisbon": "data/endpoints/lisbon.yaml",
    "boot": "data/runs/boot.yaml",
    "ab": "data/runs/ab.yaml",
    "atlas": "data/hosts/atlas.yaml",
    "metrics": "data/metrics.yaml",
    "names": "data/names.yaml",
    "relations": "data/relations.yaml",
}


def changed(file: str, before: str, after: str) -> dict[str, str]:
    """The files with one thing changed, which must be there; ``before`` empty appends."""
    path = SHORT.get(file, file)
    text = FILES.get(path, "")
    assert before in text
    return {**FILES, path: text.replace(before, after, 1) if before else text + after}


def told(files: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """What is wrong in the data: file, the text at the place, message."""
    return [
        (finding.path, finding.span.of(files[finding.path]), finding.message)
        for finding in findings_of(files, "bad-data")
    ]
