"""Settings that a page shows as deployed, beside those of the units."""

from __future__ import annotations

from pathlib import Path

import pytest
import raw_seeds
from small_fleet import KNOWN, NOTE, UNIT, era, fleet, shown, table, texts, with_env
from vaults import findings_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(table(*KNOWN, "`--spec-draft-device` | `ROCm1`"), ["--spec-draft-device"], id="a flag in a table"),
        pytest.param(table(*KNOWN, "`MM_MERGE_ENGINE` | `1`"), ["MM_MERGE_ENGINE"], id="a variable in a table"),
        pytest.param(table(*KNOWN, "`KV_DTYPE_2` | `1`"), ["KV_DTYPE_2"], id="a variable like another one"),
        pytest.param(table(*KNOWN, "`mmproj` | `x.gguf`", head="Knob | Value"), ["mmproj"], id="a name without dashes"),
        pytest.param(table(*KNOWN, "`reasoning-format` / `reasoning-budget` | deepseek / -1", head="Knob | Value"),
                     ["reasoning-format", "reasoning-budget"], id="two names in a cell"),
        pytest.param(table("Context | `--max-model-len 262144`", "Cache | `--enable-prefix-caching`", "Draft | `--spec-draft 1`"),
                     ["--spec-draft"], id="flags beside labels"),
        pytest.param(table(*KNOWN, "Vision | `{}` with `MM_MERGE_ENGINE` on".replace("on", "beside it")), ["MM_MERGE_ENGINE"],
                     id="a variable among the words of a value"),
        pytest.param(table("`KV_MEM` | profile", "`MAXSEQS` | four", "`MM_MERGE_ENGINE` | merge", head="Name | Purpose"),
                     ["MM_MERGE_ENGINE"], id="a first column of nothing but variables"),
        pytest.param("## Deployed flags\n\n" + table(*(row + " | x" for row in KNOWN), "`--spec` | `1` | x", head="Flag | Value | Effect"),
                     ["--spec"], id="another column under a live heading"),
        pytest.param("## Deployed\n\n```\nKV_MEM=0\nMAXSEQS=4\nMM_MERGE=1\n```\n", ["MM_MERGE"], id="a block"),
        pytest.param("## Flags\n\n```\n--max-model-len 262144 --spec-draft 2\n--enable-prefix-caching\n```\n", ["--spec-draft"],
                     id="flags in a block"),
        pytest.param("The settings today:\n\n```sh\nexport KV_MEM=0\nMAXSEQS=4 # slots\nMM_MERGE=1\n```\n", ["MM_MERGE"], id="a block in a shell's words"),
        pytest.param("The endpoint runs with `--spec-draft 2`.", ["--spec-draft"], id="a sentence"),
        pytest.param("**lisbon** now uses `--enable-prefix-caching` and `--spec-draft`.", ["--spec-draft"], id="a sentence about it by name"),
        pytest.param("[[Lisbon|lisbon]] is open. `lisbon` ships with `--spec-draft`.", ["--spec-draft"], id="its name as code"),
    ],
)  # fmt: skip
def test_a_setting_that_the_unit_does_not_have(text: str, found: list[str]) -> None:
    files = shown(text)
    assert texts(files, "missing-flag") == [("Lisbon.md", name) for name in found]
    messages = [finding.message for finding in findings_of(files, "missing-flag")]
    assert messages == [f'"{name}" is not set in "u.container"' for name in found]


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        pytest.param(table("`--max-model-len` | `114688`"), "114688", '"--max-model-len" is given as "114688" and is "262144" in "u.container"', id="code"),
        pytest.param(table("`KV_MEM` | 18,563,072,000"), "18,563,072,000", '"KV_MEM" is given as "18,563,072,000" and is "0" in "u.container"', id="a number"),
        pytest.param(table("--max-model-len | 114688"), "114688", '"--max-model-len" is given as "114688" and is "262144" in "u.container"', id="a flag that is no code"),
        pytest.param(table("`KV_MEM` / `MAXSEQS` | 0 / 8"), "0 / 8", '"MAXSEQS" is given as "8" and is "4" in "u.container"', id="two values"),
        pytest.param(table("`--limit` | `{\"image\": 4}`"), '{"image": 4}', '"--limit" is given as "{"image": 4}" and is "{"image": 8}" in "u.container"', id="JSON"),
        pytest.param(table("Chat template | `qwen-fixed-v22.3.jinja` (repo-tracked)"), "qwen-fixed-v22.3.jinja",
                     '"Chat template" is given as "qwen-fixed-v22.3.jinja" and is "/templates/qwen-sharp-v22.5.0.jinja" in "u.container"', id="a label"),
        pytest.param(table("Image | `localhost/engine:0.9.3`"), "localhost/engine:0.9.3", '"Image" is given as "localhost/engine:0.9.3" and is "localhost/engine:0.13.0" in "u.container"', id="the image"),
        pytest.param(table("GPU fill | `--gpu-memory-utilization 0.99`"), "0.99", '"--gpu-memory-utilization" is given as "0.99" and is "0.98" in "u.container"', id="a flag beside a label"),
        pytest.param("## Deployed\n\n```ini\nEnvironment=KV_MEM=0\nMAXSEQS=8\n```\n", "8", '"MAXSEQS" is given as "8" and is "4" in "u.container"', id="a block"),
        pytest.param("The service is started with `--gpu-memory-utilization=0.99`.", "0.99", '"--gpu-memory-utilization" is given as "0.99" and is "0.98" in "u.container"', id="a sentence"),
        pytest.param(table("`u` | 7770 | replica", head="Unit | Port | Role"), "7770", 'the port is given as "7770" and is "7771" in "u.container"', id="a port"),
    ],
)  # fmt: skip
def test_a_value_that_the_unit_does_not_have(text: str, value: str, message: str) -> None:
    files = shown(text)
    assert texts(files, "missing-flag") == [("Lisbon.md", value)]
    (finding,) = findings_of(files, "missing-flag")
    assert finding.message == message
    assert [related.path for related in finding.related] == ["u.container"]


SILENT = [
    pytest.param(table(*KNOWN, "`--gpu-memory-utilization` | 0.980"), id="what is declared"),
    pytest.param(table(*KNOWN, "`--enable-prefix-caching` | set"), id="a switch"),
    pytest.param(table(*KNOWN, "`--max-model-len` | 262,144"), id="commas between thousands"),
    pytest.param(table(*KNOWN, "`--max_model_len` | `262144`"), id="underscores"),
    pytest.param(table(*KNOWN, "`KV_DTYPE` | `fp8`"), id="what a comment of the unit names"),
    pytest.param(table("Chat template | `qwen-sharp-v22.5.0.jinja` (repo-tracked)"), id="a file without its folder"),
    pytest.param(table("Image | `docker.io/town/engine:0.13.0`"), id="an image by the name of its registry"),
    pytest.param(table("Image | `localhost/engine@sha256:aa`"), id="an image by its digest"),
    pytest.param(table("Host | `atlas`", "Type | `vllm`", "Name | `lisbon`", "Model | `town/model`", head="Key | Value"), id="labels of one word"),
    pytest.param(table(*KNOWN, "KV | `auto` = bf16 (`--kv-cache-dtype auto`); rollback: `KV_TYPE=fp8`"), id="words of a value"),
    pytest.param(table(*(row + " | x" for row in KNOWN), "`MAXSEQS` | `4` | `--max-num-seqs`; 2 cannot boot", head="Setting | Value | Why"), id="flags in a reason"),
    pytest.param(table(*KNOWN, "`--spec-draft-device` | `ROCm1` | gone with llama.cpp", head="Setting | Value | Why"), id="gone, as the row says"),
    pytest.param(table(*KNOWN, "`--spec-draft-device` | not set"), id="not set"),
    pytest.param(table(*KNOWN, "~~`--spec-draft-device`~~ | `ROCm1`"), id="struck out"),
    pytest.param(table("`--max-model-len` | `262144`", "`--pipeline` | 2", "`--data` | 1", "`--expert` | 4"), id="mostly unknown"),
    pytest.param(table("`--silent` | quiet", "`--fail` | strict", head="Option | Meaning"), id="another tool's"),
    pytest.param(table(*(row + " | x" for row in KNOWN), "`--decode-parallel` | 2 | rejected", head="Option | Flag | Verdict"), id="verdicts"),
    pytest.param(table(*KNOWN, "`--spec-draft` | `7`", head="Flag | Default"), id="defaults"),
    pytest.param("## What was tried\n\n" + table(*KNOWN, "`--spec-draft` | `7`"), id="what was tried"),
    pytest.param("## Rollback\n\nSet:\n\n" + table(*KNOWN, "`--spec-draft` | `7`"), id="a rollback"),
    pytest.param("## Earlier shapes\n\n" + table("`KV_MEM` | `5`", "`--spec-draft` | `7`", "`--max-model-len` | 1"), id="a section of the past"),
    pytest.param("## Deployed\n\n```sh\npodman run --rm --device /dev/dri x\nKV_MEM=1\nMAXSEQS=1\n```\n", id="commands"),
    pytest.param("## Deployed\n\n```sh\nKV_MEM=1 ./serve.sh\nMAXSEQS=1 ./serve.sh\n```\n", id="variables of commands"),
    pytest.param("To try it:\n\n```\nKV_MEM=1\nMAXSEQS=1\n```\n", id="a trial"),
    pytest.param("Nothing here says what it is.\n\n```\nKV_MEM=1\nMAXSEQS=1\n```\n", id="a block of which nothing is said"),
    pytest.param("## Deployed\n\n```\nKV_MEM=0\n# MM_MERGE=1\nNO --spec-draft\n```\n", id="comments and denials in a block"),
    pytest.param("## Deployed\n\n```\nUNKNOWN_A=1\nUNKNOWN_B=2\nKV_MEM=0\nMAXSEQS=4\n UNKNOWN_C=3\n```\n", id="a block mostly about others"),
    pytest.param("Call `curl --silent`, `git commit --amend`, `systemctl --user` and `podman run --rm`.", id="other tools"),
    pytest.param("The bench runs with `--burst 4`. llama.cpp uses `--split-mode`.", id="sentences about others"),
    pytest.param("The endpoint does not use `--spec-draft`. The endpoint runs without `--spec-draft`.", id="denied"),
    pytest.param("The endpoint ran with `--spec-draft`. Once it was: the endpoint runs with `--spec-draft`.", id="past"),
    pytest.param("vLLM supports `--spec-draft`, and `--spec-draft` is a flag of llama.cpp.", id="flags that are discussed"),
    pytest.param("The endpoint would fail if it ran with `--spec-draft`.", id="not at the start"),
    pytest.param(table("`u` | 7771", "`v` | 7770", "`u.container` | 8000", head="Unit | Port"), id="ports"),
    pytest.param("<!-- vaulttool:begin settings file=\"u.container\" -->\n\n" + table(*KNOWN, "`--spec` | 1") +
                 "\n<!-- vaulttool:end settings sum=0123456789 -->\n", id="a region"),
]  # fmt: skip


@pytest.mark.parametrize("text", SILENT)
def test_settings_of_which_nothing_is_said(text: str) -> None:
    assert findings_of(shown(text), "missing-flag") == []


def test_settings_in_a_page_that_data_do_not_bind() -> None:
    text = table(*KNOWN, "`--spec-draft-device` | `ROCm1`")
    files = {**shown(""), "Porto.md": NOTE + text}
    assert findings_of(files, "missing-flag") == []
    closed = fleet(text, era(", end: 2026-09-21, units: [u.container]"), **{"u.container": UNIT})
    assert findings_of(closed, "missing-flag") == []
    unread = fleet(text, era(", units: [lost.container]"))
    assert findings_of(unread, "missing-flag") == []
    bare = fleet(text, era())
    assert findings_of(bare, "missing-flag") == []


def test_a_flag_that_a_script_of_the_repository_passes() -> None:
    text = table(*KNOWN, "`--spec-draft-device` | `ROCm1`")
    unit = UNIT.replace("[Install]", "[Service]\nExecStartPre=/srv/scripts/serve.sh\n\n[Install]")
    assert (
        findings_of(shown(text, unit, **{"scripts/serve.sh": "serve --spec-draft-device ROCm1\n"}), "missing-flag")
        == []
    )
    assert len(findings_of(shown(text, unit, **{"scripts/serve.sh": "serve\n"}), "missing-flag")) == 1


@pytest.mark.parametrize(
    ("unit", "found"),
    [
        pytest.param(UNIT, ["--spec", "MM_MERGE"], id="a whole unit"),
        pytest.param(UNIT.replace("Exec=", "Exec=-ngl 99 "), ["MM_MERGE"], id="flags of one letter"),
        pytest.param(UNIT.replace("Exec=", "Exec=$MORE "), ["MM_MERGE"], id="flags out of a variable"),
        pytest.param(
            UNIT.replace("Exec=", "EnvironmentFile=/etc/lisbon.env\nExec="), ["--spec"], id="another env file"
        ),
        pytest.param(UNIT.replace("Exec=", "Exec=/srv/serve.sh "), [], id="a script that is not at hand"),
        pytest.param(
            UNIT.replace("Exec=", "Exec=/srv/there.sh "), ["--spec", "MM_MERGE"], id="a script that is at hand"
        ),
    ],
)
def test_units_that_may_have_more_than_they_say(unit: str, found: list[str]) -> None:
    files = shown(table(*KNOWN, "`--spec` | 1", "`MM_MERGE` | 1"), unit, **{"scripts/there.sh": "x"})
    assert [text for _, text in texts(files, "missing-flag")] == found


def test_options_of_podman_are_no_flags_of_the_engine() -> None:
    assert (
        len(findings_of(with_env(table("`LISBON_UTIL` | 0.982", "`LISBON_SEQS` | 3", "`--spec` | 1")), "missing-flag"))
        == 1
    )


@pytest.mark.parametrize(
    ("above", "fires"),
    [
        pytest.param("## Deployed\n\n", True, id="a live heading"),
        pytest.param("## Flags (2026-09-21)\n\n", True, id="a heading of settings"),
        pytest.param("## Two cards\n\nSee below.\n\n### Values\n\n", True, id="the section of the era"),
        pytest.param("## Elsewhere\n\nWhat is live:\n\n", True, id="a live paragraph"),
        pytest.param("## Long context\n\n", False, id="another heading"),
        pytest.param("## Two cards\n\n### What was tried\n\n", False, id="trials in the section of the era"),
        pytest.param("## Elsewhere\n\nWhat is live:\n\nNo more.\n\n", False, id="not right below the paragraph"),
        pytest.param("## The then-deployed shape\n\n", False, id="then-deployed"),
    ],
)
def test_where_settings_are_read(above: str, fires: bool) -> None:
    extra = ", section: Two cards, units: [u.container]"
    for one in (table("`KV_MEM` | `1`"), "```\nKV_MEM=1\nMAXSEQS=4\n```\n"):
        files = fleet(
            "# Lisbon\n\n## Two cards\n\n" + above.replace("## Two cards\n\n", "", 1) + one,
            era(extra),
            **{"u.container": UNIT},
        )
        assert len(findings_of(files, "missing-flag")) == fires


def test_units_that_differ_leave_a_value_open() -> None:
    files = fleet("# Lisbon\n\n" + table("`PORT` | `7770`", "`TP` | 2"), era(", units: [a.container, b.container]"))
    for name, port in (("a", 7771), ("b", 7772)):
        files[f"{name}.container"] = f"[Container]\nEnvironment=PORT={port} TP=1\n"
    assert texts(files, "missing-flag") == [("Lisbon.md", "2")]


REPLICA = """\
[Container]
Image=localhost/radiance-vllm:0.9.3
Environment=TP=1 MAXLEN=114688 KV_MEM=0 MAXSEQS=4 CHUNK=8192 GPU_UTIL=0.98 SPEC_METHOD=dflash SPEC=7
"""
UNITS = Path(__file__).parents[2] / "vault" / "data" / "units"


def found_in(page: str, units: dict[str, str], env: str = "") -> list[str]:
    """What is said of one of the user's own pages, were it that of an open era with these units."""
    named = f", units: [{', '.join(path for path in units if path != env)}]" + (f", env: [{env}]" if env else "")
    return [text for _, text in texts(fleet(page, era(named), **units), "missing-flag")]


def test_flags_of_another_engine_in_a_page_of_the_user() -> None:
    found = found_in(raw_seeds.runbook(), {"a.container": REPLICA})
    assert found == ["spec-draft-device", "reasoning-format", "reasoning-budget"]


def test_a_table_of_flags_of_the_user_that_is_right() -> None:
    unit = (UNITS / "frank-medium.container").read_text("utf-8")
    assert found_in(raw_seeds.runbook(), {"u.container": unit}) == []


def test_a_fill_that_the_user_never_deployed() -> None:
    units = {path: (UNITS / path).read_text("utf-8") for path in ("frank-primary.service", "frank-primary.env")}
    assert found_in(raw_seeds.research(), units, "frank-primary.env") == ["1.0"]


OLD = table("`--max-model-len` | `262144`", "`KV_MEM` | `0`", "`--spec-draft` | `2`")
ENDED = ", end: 2026-09-21, units: [u.container]"


@pytest.mark.parametrize(
    ("text", "eras", "found"),
    [
        pytest.param("## Deployed flags\n\n" + OLD, [era(ENDED)], ["--spec-draft"], id="below a live heading"),
        pytest.param("The flags as deployed:\n\n" + OLD, [era(ENDED)], ["--spec-draft"], id="below a live paragraph"),
        pytest.param("## Flags\n\n" + OLD, [era(ENDED)], [], id="no live word"),
        pytest.param("## Flags in history, as deployed\n\n" + OLD, [era(ENDED)], [], id="a section of history"),
        pytest.param("## Deployed before the swap\n\n" + OLD, [era(ENDED)], [], id="a heading of trials"),
        pytest.param("## Deployed flags\n\n" + OLD.replace("262144", "114688").replace("spec-draft", "enable-prefix-caching"), [era(ENDED)], [], id="another value"),
        pytest.param("## Deployed flags\n\n" + OLD, [era(ENDED), era(", units: [u.container]", "b", "2026-09-22", "Porto")], [], id="an era elsewhere goes on with the unit"),
        pytest.param("## Deployed flags\n\n" + OLD, [era(", end: 2026-09-21")], [], id="no unit"),
        pytest.param("## Deployed flags\n\n" + OLD, [era(", end: 2026-09-21, units: [gone.container]")], [], id="a unit that is not there"),
    ],
)  # fmt: skip
def test_a_page_of_ended_eras(text: str, eras: list[str], found: list[str]) -> None:
    files = {
        **fleet("# Lisbon\n\n" + text, *eras, **{"u.container": UNIT, "Porto.md": ""}),
        "vaulttool.toml": 'data = "data"\n',
    }
    files["data/endpoints/lisbon.yaml"] = files["data/endpoints/lisbon.yaml"].replace(
        '[[Lisbon]]"\nserved', '[[Porto]]"\nserved'
    )
    assert texts(files, "missing-flag") == [("Lisbon.md", name) for name in found]
