"""A small vault beside units of the kinds that people publish, for the tests of runbooks."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent
FIVE = {
    "database": "database/gitea-db.container",
    "proxy": "proxy/caddy.container",
    "inference": "inference/qwen-coder.container",
    "timer": "timer/restic-backup.timer",
    "pod": "pod/paperless.pod",
}
EVERY_RULE = """\
vault = "vault"
data = "vault/data"
repository-files = ["units/**"]
[schemas.types]
reference = "reference"
runbook = "runbook"
index = "index"
[rules]
ambiguous-link = "warning"
duplicate-passage = "warning"
forge-link = "warning"
manual-harness = "warning"
orphan-note = "warning"
outside-vault = "warning"
unsourced-figure = "warning"
unmeasured-knob = "warning"
"""
HOME = """\
---
type: index
title: Home
description: All pages.
tags: [index]
timestamp: 2026-11-01
---
# Home

[[Atlas]]

<!-- vaulttool:begin index folder="Runbooks" columns="link,status?,answers" -->

| Page | Status | Answers |
| --- | --- | --- |
| [[Reboot]] | — | restart |

<!-- vaulttool:end index sum=3b47f025cf -->
"""
ATLAS = """\
---
type: reference
title: Atlas
description: The host.
tags: [host]
timestamp: 2026-11-01
---
# Atlas

See [[Home]].
"""
REBOOT = """\
---
type: runbook
title: Reboot
description: How the host is restarted.
answers: restart
tags: [runbook]
timestamp: 2026-11-01
owner: Mia
review: 2027-10-01
---
# Reboot

## Check

Expect all services active.

## Way back

There is none.
"""
UNITS = {
    f"units/{path.relative_to(ROOT / 'units_found').as_posix()}": path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "units_found").rglob("*.*"))
}
VAULT: dict[str, str | bytes] = {
    "vaulttool.toml": EVERY_RULE,
    "vault/Home.md": HOME,
    "vault/Hosts/Atlas.md": ATLAS,
    "vault/Runbooks/Reboot.md": REBOOT,
    "vault/data/hosts/atlas.yaml": 'host: atlas\npage: "[[Atlas]]"\naddress: 192.0.2.7\nfacts: []\n',
}
WITH_UNITS: dict[str, str | bytes] = {**VAULT, **UNITS}
