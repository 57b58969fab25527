"""Settings that were others in effect, and rows that have lost their key."""

from __future__ import annotations

import pytest
from vaults import findings_of

UNIT = """\
[Container]
Image=localhost/engine:1
Environment=KV_MEM=0
Exec=--max-model-len 262144 \\
  --gpu-memory-utilization 0.98 \\
  --enable-prefix-caching \\
  --limit '{"image": 8}'
"""
ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
names:
  - {name: porto, from: 2026-09-01, to: 2026-09-20}
  - {name: lisbon, from: 2026-09-20}
eras:
  - {id: a, title: Two cards, start: 2026-09-20, end: 2026-09-21, superseded_by: b, page: "[[Lisbon]]", units: [u.container]}
  - {id: b, title: One card, start: 2026-09-21, page: "[[Lisbon]]", units: [u.container]}
"""
RUN = """\
run: {name}
title: Boot
kind: boot-log
date: {date}
host: atlas
endpoint: {endpoint}
era: {era}
source: {source}
settings: {settings}
results: {{}}
"""
LOG = '{file: boot.log, sha256: "' + "0" * 64 + '", reader: vllm-boot/1}'
NOTE = "{document: Lisbon.md, line: 1}"


def vault(*runs: dict[str, str], unit: str = UNIT) -> dict[str, str]:
    files = {
        "Lisbon.md": "A town.\n",
        "u.container": unit,
        "vaulttool.toml": 'data = "data"\n',
        "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
        "data/endpoints/lisbon.yaml": ENDPOINT,
    }
    for index, given in enumerate(runs):
        run = {"name": f"boot-{index}", "date": "2026-09-22", "endpoint": "lisbon", "era": "b", "source": LOG, **given}
        files[f"data/runs/{run['name']}.yaml"] = RUN.format(**run)
    return files


@pytest.mark.parametrize(
    ("settings", "message", "line"),
    [
        pytest.param("{max_model_len: 131072}", '"--max-model-len" is declared as "262144" and was "131072"', 4, id="a number"),
        pytest.param("{gpu_memory_utilization: 0.9}", '"--gpu-memory-utilization" is declared as "0.98" and was "0.9"', 5, id="a fraction"),
        pytest.param("{enable_prefix_caching: false}", '"--enable-prefix-caching" is declared as "set" and was "false"', 6, id="a switch"),
        pytest.param("{KV_MEM: 5}", '"KV_MEM" is declared as "0" and was "5"', 3, id="the environment"),
        pytest.param('{limit: \'{"image": 4}\'}', '"--limit" is declared as "{"image": 8}" and was "{"image": 4}"', 7, id="JSON"),
    ],
)  # fmt: skip
def test_a_setting_that_was_another(settings: str, message: str, line: int) -> None:
    files = vault({"settings": settings})
    (finding,) = findings_of(files, "setting-drift")
    name = settings[1:].partition(":")[0]
    assert finding.message == f"{message} in effect (run/boot-0#settings.{name})"
    assert (finding.path, UNIT[: finding.span.start].count("\n") + 1) == ("u.container", line)
    (related,) = finding.related
    assert related.path == "data/runs/boot-0.yaml"
    assert related.span.of(files[related.path]).startswith(f"{name}:")


@pytest.mark.parametrize(
    "runs",
    [
        pytest.param([{"settings": "{max_model_len: 262144}"}], id="the same number"),
        pytest.param([{"settings": '{max_model_len: "262144"}'}], id="the same as text"),
        pytest.param([{"settings": "{gpu_memory_utilization: 0.980}"}], id="the same fraction"),
        pytest.param([{"settings": "{enable_prefix_caching: true}"}], id="a switch that is on"),
        pytest.param([{"settings": '{limit: \'{"image":8}\'}'}], id="the same JSON"),
        pytest.param([{"settings": "{max_num_seqs: 4}"}], id="what the unit does not declare"),
        pytest.param([{"settings": "{max_model_len: 1}", "era": "a"}], id="an era that is closed"),
        pytest.param([{"settings": "{max_model_len: 1}", "source": NOTE}], id="settings that a page states"),
        pytest.param([{"settings": "{max_model_len: 1}", "date": "2026-09-21"}, {"settings": "{max_model_len: 262144}"}],
                     id="a newer run that agrees"),
        pytest.param([], id="no run"),
    ],
)  # fmt: skip
def test_settings_that_do_not_drift(runs: list[dict[str, str]]) -> None:
    assert findings_of(vault(*runs), "setting-drift") == []


def test_a_run_under_a_past_name_of_the_endpoint_counts() -> None:
    found = findings_of(vault({"settings": "{max_model_len: 1}", "endpoint": "porto"}), "setting-drift")
    assert [finding.path for finding in found] == ["u.container"]


def test_a_flag_that_is_given_twice_is_not_compared() -> None:
    unit = UNIT.replace("--limit", "--max-model-len 1 --limit")
    assert findings_of(vault({"settings": "{max_model_len: 5}"}, unit=unit), "setting-drift") == []
