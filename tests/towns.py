"""A small vault with data, regions, and a fault of many kinds, for tests that run every command over it."""

from __future__ import annotations

from collections.abc import Mapping

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
eras:
  - {id: a, title: Two cards, start: 2026-09-01, end: 2026-09-20, superseded_by: b, page: "[[Lisbon]]"}
  - {id: b, title: One card, start: 2026-09-20, page: "[[Lisbon]]"}
"""
RUN = """\
run: boot
title: Boot
kind: probe
date: 2026-09-22
host: atlas
source: {document: Lisbon.md, line: 1}
results: {rate: {value: 42.5, unit: tok/s}}
"""
ERAS = '<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->\n'
ROWS = '<!-- vaulttool:begin index folder="towns" columns="link" -->\n<!-- vaulttool:end index -->\n'
TOWNS: Mapping[str, str] = {
    ".obsidian/app.json": "{}",
    "vaulttool.toml": 'data = "data"\n',
    "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
    "data/endpoints/lisbon.yaml": ENDPOINT,
    "data/runs/boot.yaml": RUN,
    "data/metrics.yaml": "metrics:\n  rate: {title: Rate, unit: tok/s}\n",
    "Home.md": f"# Home\n\n{ROWS}\n[[Lisbon]], [[Porto]] and [[towns/Faro]]: 41<!-- =run/boot#rate --> tok/s.\n",
    "Lisbon.md": f"# Lisbon\n\n{ERAS}\nNorth of [[Faro]], see [[Porto#Bridges ]].\n",
    "towns/Faro.md": "---\naliases: [Algarve]\n---\n# Faro\n\n[[Lisbon]] [[Home]]\n",
    "towns/Porto.md": "# Porto\r\n\r\n## Bridges\r\n\r\n| a |\r\n| --- |\r\n| [[Lisbon|L]] |\r\n",
}
