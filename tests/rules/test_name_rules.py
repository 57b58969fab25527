"""Old names outside the places that keep them, and file names that say another number than the title."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

from vaulttool.model.edits import edited

NAMES = """\
renames:
  - date: 2026-10-09
    kind: wire-alias
    from: frank-medium
    to: frank-archon
    scope: [units, pages]
    keep_in: [Kept/*, CHANGELOG.md]
    never_touch: ["*.patch"]
retired_names: [frank-small, router]
"""
TOML = """\
data = "data"
repository-files = ["infra/**"]

[schemas.paths]
"*.md" = "note"
"""
ENDPOINT = """\
endpoint: frank-archon
host: atlas
owner_page: "[[Archon]]"
names:
  - {name: frank-medium, from: 2026-09-16, to: 2026-10-09}
  - {name: frank-archon, from: 2026-10-09}
eras:
  - id: old
    title: Old
    start: 2026-09-16
    end: 2026-10-10
    superseded_by: new
    page: "[[Past]]"
    units: [infra/past.container]
    git_tag: frank-medium-last
  - {id: new, title: New, start: 2026-10-10, page: "[[Archon]]", units: [units/present.container]}
"""
DATA = {
    "vaulttool.toml": TOML,
    "data/names.yaml": NAMES,
    "data/endpoints/frank-archon.yaml": ENDPOINT,
    "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
    "Archon.md": "# frank-archon\n",
    "Past.md": "# frank-medium\n",
    "infra/past.container": "ContainerName=frank-medium\n",
    "units/present.container": "ContainerName=frank-archon\n",
}


def old_names(path: str, text: str, **more: str) -> list[str]:
    """The old names in one file, as they are written there."""
    files = {**DATA, **more, path: text}
    found = [one for one in findings_of(files, "retired-name", on="2026-11-30") if one.path == path]
    return [one.span.of(text) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Restart frank-medium.", ["frank-medium"], id="prose"),
        pytest.param("Restart `frank-medium` now", ["frank-medium"], id="code"),
        pytest.param("# frank-medium on two cards", ["frank-medium"], id="a heading"),
        pytest.param("Frank-medium serves.", ["Frank-medium"], id="a capital"),
        pytest.param("> [!note] Look\n> at frank-medium", ["frank-medium"], id="a call-out"),
        pytest.param("| Job | Port |\n| --- | --- |\n| `frank-medium` | 7770 |", ["frank-medium"], id="a cell"),
        pytest.param("Set `FRANK_MEDIUM_PORT` first", ["FRANK_MEDIUM"], id="a variable"),
        pytest.param("Run `serve-frank-medium.sh`", ["frank-medium"], id="a part of a file name"),
        pytest.param("```sh\nsystemctl restart frank-medium\n```", ["frank-medium"], id="a command"),
        pytest.param("```\nsystemctl restart frank-medium\n```", ["frank-medium"], id="a command in a bare block"),
        pytest.param("```console\n$ systemctl restart frank-medium\nfrank-medium is up\n```", ["frank-medium"], id="a command with its output"),
        pytest.param("```yaml\njob: frank-medium\n```", ["frank-medium"], id="settings"),
        pytest.param("---\ntitle: frank-medium swap\n---\n", ["frank-medium"], id="a title"),
        pytest.param("---\ntags: [runbook, frank-medium]\n---\n", ["frank-medium"], id="a tag"),
        pytest.param("On 2026-10-12 frank-medium answers.", ["frank-medium"], id="a later day"),
        pytest.param("It was slow. Now `frank-medium` is fast.", ["frank-medium"], id="another sentence of the past"),
        pytest.param("[[Archon|frank-medium]]", ["frank-medium"], id="the words of a link"),
        pytest.param("frank-small answers", ["frank-small"], id="a name that serves nothing"),
        pytest.param("Ask the `router`", ["router"], id="a plain word alone in code"),
        pytest.param("```sh\nssh router\n```", ["router"], id="a plain word as an argument"),
        pytest.param("```toml\nhost = \"router\"\n```", ["router"], id="a plain word in quotes"),
        pytest.param("frank-medium, frank-medium", ["frank-medium"] * 2, id="twice"),
    ],
)  # fmt: skip
def test_an_old_name_on_a_page(text: str, expected: list[str]) -> None:
    assert old_names("Page.md", text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Restart frank-archon.", id="the new name"),
        pytest.param("frank-archon (once frank-medium) serves", id="both"),
        pytest.param("Until 2026-10-09 frank-medium", id="a day"),
        pytest.param("In September 2026 frank-medium serves MXFP6", id="a month"),
        pytest.param("On 2026-09-22 it boots. Then frank-medium gives 1.62x.", id="a day that sets the scene"),
        pytest.param("frank-medium was fast", id="was"),
        pytest.param("formerly `frank-medium`", id="formerly"),
        pytest.param("the old frank-medium units", id="old"),
        pytest.param("frank-medium served MXFP6", id="served"),
        pytest.param("| 2026-09-20 | `frank-medium` |\n| --- | --- |\n| 2026-09-21 | `frank-medium` |", id="rows with days"),
        pytest.param("> Restart frank-medium.", id="a quotation"),
        pytest.param('The note says "restart frank-medium".', id="in quotation marks"),
        pytest.param("---\naliases: [frank-medium]\n---\n", id="an alias"),
        pytest.param("---\ntags: [frank-archon, frank-medium]\n---\n", id="tags with both"),
        pytest.param("---\nsource: https://forge.example/frank-medium\n---\n", id="an address in front matter"),
        pytest.param('---\nup: "[[frank-medium]]"\n---\n', id="a link in front matter"),
        pytest.param("---\nstatus: RETIRED\n---\nRestart frank-medium", id="a page that is retired"),
        pytest.param("---\ntype: log\n---\nfrank-medium restarts", id="a log"),
        pytest.param("## History\n\nfrank-medium restarts", id="a section of history"),
        pytest.param("## Shape from 2026-09-20\n\n### Flags\n\nfrank-medium", id="a section with a day"),
        pytest.param("[[frank-medium]] and [[frank-medium#Ports|ports]]", id="links"),
        pytest.param("[text](frank-medium.md)", id="a target"),
        pytest.param("see https://forge.example/frank-medium/issues", id="an address"),
        pytest.param("frank-medium-a, my-frank-medium and frank-mediums", id="longer words"),
        pytest.param("look at `frank-medium-last`", id="a tag of the data"),
        pytest.param("look at `Kept/frank-medium-notes.md`", id="a file that is there"),
        pytest.param("`infra/20260920-frank-medium/`", id="a folder with a day"),
        pytest.param("```text\nfrank-medium is up\n```", id="output"),
        pytest.param("```\n12:30:11 frank-medium is up\n```", id="a log in a bare block"),
        pytest.param("```diff\n-frank-medium\n```", id="a difference"),
        pytest.param("```sh\nmv frank-medium frank-archon\n```", id="a command that renames"),
        pytest.param("```sh\nstop frank-medium # the old unit\n```", id="a command with a comment on the past"),
        pytest.param("So it was done:\n\n```sh\nstop frank-medium\n```", id="commands of the past"),
        pytest.param("<!-- frank-medium --> %% frank-medium %%", id="comments"),
        pytest.param("<!-- vaulttool:ignore retired-name -->\nfrank-medium", id="an ignored line"),
        pytest.param("the router is in the cellar", id="a plain word"),
        pytest.param("the `router-firmware`, a router", id="a plain word in a longer one"),
        pytest.param("```py\nfor router in routers:\n    router.add(1)\n```", id="a plain word in a program"),
        pytest.param("---\ntags: [router]\ntitle: router\n---\n", id="a plain word in front matter"),
        pytest.param("", id="nothing"),
    ],
)  # fmt: skip
def test_history_keeps_its_names(text: str) -> None:
    assert old_names("Page.md", text, **{"Kept/frank-medium-notes.md": "", "Kept/frank-medium.md": "# Ports\n"}) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("Kept/Names.md", "frank-medium", id="a file in keep_in"),
        pytest.param("Journal/2026-09-21.md", "Restart frank-medium.", id="a daily note"),
        pytest.param("frank-medium-20260921.md", "Restart frank-medium.", id="a record of a day"),
        pytest.param("Past.md", "Restart frank-medium.", id="the page of an era that has ended"),
        pytest.param("infra/past.container", "ContainerName=frank-medium", id="the unit of such an era"),
        pytest.param("data/runs/boot.yaml", "endpoint: frank-medium", id="data"),
        pytest.param("other/frank-medium.env", "FRANK_MEDIUM=1", id="a file that nobody names"),
        pytest.param("infra/a.env", "# formerly frank-medium\n", id="a comment on the past"),
        pytest.param("infra/a.env", "FRANK_ARCHON_WAS=frank_archon # 2026-09-20: frank-medium\n", id="a line with a day"),
        pytest.param("infra/a.json", '{"expr": "up{job=~\\"frank-medium|frank-archon\\"}"}', id="both in one expression"),
        pytest.param("infra/a.sh", "router() { echo the router; }", id="a plain word"),
        pytest.param("infra/a.yaml", "image: registry/frankmedium", id="another word"),
        pytest.param("infra/a.md", "frank-medium was the name", id="a page of the repository"),
    ],
)  # fmt: skip
def test_files_that_keep_a_name(path: str, text: str) -> None:
    assert old_names(path, text) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("infra/a.env", "FRANK_MEDIUM_UTIL=0.98\nX=frank-medium\n", ["FRANK_MEDIUM", "frank-medium"], id="an env file"),
        pytest.param("infra/a.json", '{"expr": "up{job=\\"frank-medium\\"}"}', ["frank-medium"], id="a dashboard"),
        pytest.param("infra/rules.yml", "groups:\n  - name: frank_medium_alerts\n", ["frank_medium"], id="rules"),
        pytest.param("infra/x.bats", '@test "frank-medium answers" {\n', ["frank-medium"], id="a test"),
        pytest.param("infra/a.patch", " frank-medium\n", ["frank-medium"], id="a file that nobody may touch"),
        pytest.param("infra/a.conf", "upstream = router\nhost=router:8080\n", ["router", "router"], id="a plain word as a value"),
        pytest.param("infra/frank-medium.container", "", [""], id="the name of a file"),
        pytest.param("units/present.container", "ContainerName=frank-medium\n", ["frank-medium"], id="the unit of an open era"),
        pytest.param("frank-medium-model-swap.md", "text", [""], id="the name of a note"),
        pytest.param("2026-10-12.md", "Restart frank-medium.", ["frank-medium"], id="a daily note of a later day"),
    ],
)  # fmt: skip
def test_an_old_name_in_another_file(path: str, text: str, expected: list[str]) -> None:
    assert old_names(path, text) == expected


def test_what_a_way_back_needs_keeps_its_name() -> None:
    needed = "rollback: {to: new, steps: [revert], needs: [{kind: path, host: atlas, path: /srv/frank-medium-q8}]}"
    data = {"data/endpoints/frank-archon.yaml": ENDPOINT.replace("git_tag: frank-medium-last", needed)}
    text = "Copy `/srv/frank-medium-q8/a.gguf` and `/srv/frank-medium/b.gguf`."
    assert old_names("Page.md", text) == ["frank-medium"] * 2
    assert old_names("Page.md", text, **data) == ["frank-medium"]


def test_what_is_said_of_an_old_name() -> None:
    files = {
        **DATA,
        "A.md": "`FRANK_MEDIUM_PORT`",
        "B.md": "frank-medium, frank-small",
        "infra/a.patch": "frank-medium",
    }
    found = {one.path: one for one in findings_of(files, "retired-name", on="2026-11-30")}
    first, second, patch = found["A.md"], found["B.md"], found["infra/a.patch"]
    assert first.message == '"frank-medium" is called "frank-archon" since 2026-10-09'
    assert [(one.path, one.message) for one in first.related] == [
        ("data/names.yaml", 'what is left of "frank-medium": 2 in pages, 1 in infra/')
    ]
    assert first.related[0].span.of(NAMES).startswith("date: 2026-10-09")
    assert first.fix is not None and not first.fix.safe
    assert edited(files["A.md"], first.fix.edits) == "`FRANK_ARCHON_PORT`"
    assert second.message == '"frank-small" is a retired name' and second.fix is None
    assert patch.fix is None and "never_touch" in (patch.help or "") and patch.related == ()


@pytest.mark.parametrize(
    ("names", "text", "message"),
    [
        pytest.param("renames: [{date: 2026-01-01, from: a-b, to: c-d, scope: [x]}, {date: 2026-02-01, from: c-d, to: e-f, scope: [x]}]",
                     "a-b", '"a-b" is called "e-f" since 2026-01-01', id="renamed twice"),
        pytest.param("renames: [{date: 2026-01-01, from: a-b, to: c-d, scope: [x]}, {date: 2026-02-01, from: c-d, to: a-b, scope: [x]}]",
                     "c-d", '"c-d" is called "a-b" since 2026-02-01', id="renamed back, the middle"),
        pytest.param("renames: [{date: 2026-01-01, from: a-b, to: c-d, scope: [x]}, {date: 2026-02-01, from: c-d, to: a-b, scope: [x]}]",
                     "a-b", None, id="renamed back"),
        pytest.param("renames: [{date: 2026-12-24, from: a-b, to: c-d, scope: [x]}]", "a-b", None, id="renamed tomorrow"),
        pytest.param("renames: [{date: {unknown: lost}, from: a-b, to: c-d, scope: [x]}]", "a-b", '"a-b" is called "c-d" now', id="renamed some day"),
        pytest.param("renames: [{date: {unknown: lost}, from: a-b, to: c-d, scope: [x]}]", "on 2026-10-20 a-b", None, id="renamed some day, and a date"),
        pytest.param("renames: [{date: 2026-01-01, from: a-b, to: c-d, scope: [x]}, {date: 2026-01-01, from: a-b, to: e-f, scope: [y]}]",
                     "a-b", '"a-b" is a retired name', id="two names took its place"),
        pytest.param("renames: []\nretired_names: [frank-archon, atlas]", "frank-archon on `atlas`", None, id="names that are in use"),
        pytest.param("renames: [{date: 2026-01-01, from: frank, to: frank-archon, scope: [x]}]", "`frank-archon`", None, id="a part of the new name"),
        pytest.param("renames: [{date: 2026-01-01, from: a-b, to: c-d, scope: [x]}, {date: 2026-01-01, from: x-y, to: a-b-c, scope: [x]}]",
                     "`a-b-c`", None, id="a part of another name in use"),
    ],
)  # fmt: skip
def test_which_names_are_old(names: str, text: str, message: str | None) -> None:
    files = {**DATA, "data/names.yaml": names + "\n", "Page.md": text}
    found = [one.message for one in findings_of(files, "retired-name", on="2026-11-30") if one.path == "Page.md"]
    assert found == ([message] if message else [])


def test_pages_that_nobody_claims_and_vaults_without_data() -> None:
    files = {**DATA, "vaulttool.toml": 'data = "data"\n', "Page.md": "frank-medium"}
    assert findings_of(files, "retired-name") == []
    assert (
        findings_of({"Page.md": "frank-medium", "vaulttool.toml": TOML.replace('data = "data"', "")}, "retired-name")
        == []
    )


TITLED = {"vaulttool.toml": '[schemas.paths]\n"*.md" = "note"\n'}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("a/lisbon-mxfp4.md", "---\ntitle: Lisbon MXFP6\n---\n", "Lisbon MXFP6", id="the title"),
        pytest.param("lisbon-mxfp4.md", "---\ntags: [x]\n---\n\n# Lisbon MXFP6\n", "Lisbon MXFP6", id="the heading"),
        pytest.param("lisbon-mxfp4.md", "## Before\n\n# Lisbon MXFP6\n", "Lisbon MXFP6", id="the first heading of level 1"),
        pytest.param("lisbon-mxfp4.md", "---\ntitle: Lisbon\n---\n# Lisbon MXFP6\n", None, id="a title comes before the heading"),
        pytest.param("lisbon-mxfp4.md", "---\ntitle: Lisbon MXFP6\naliases: [Lisbon MXFP6]\n---\n", None, id="an alias"),
        pytest.param("lisbon-mxfp4.md", "---\ntitle: Lisbon MXFP6\naliases: Lisbon MXFP6\n---\n", None, id="the only alias"),
        pytest.param("lisbon-mxfp4.md", '---\ntitle: "{{title}} mxfp6"\n---\n', None, id="a template"),
        pytest.param("lisbon-mxfp4.md", "---\ntitle: [Lisbon MXFP6]\n---\n", None, id="a list"),
        pytest.param("mxfp4/README.md", "# mxfp6", None, id="a README"),
        pytest.param("index.md", "# Index 2", None, id="an index"),
        pytest.param("lisbon-mxfp4.md", "text", None, id="no title"),
        pytest.param("lisbon-mxfp4.md", "", None, id="nothing"),
        pytest.param("lisbon-mxfp4.md", "%% vaulttool:ignore slug-mismatch %%\n# Lisbon MXFP6\n", None, id="ignored"),
    ],
)  # fmt: skip
def test_a_file_name_and_its_title(path: str, text: str, expected: str | None) -> None:
    files = {**TITLED, path: text}
    found = marked(files, findings_of(files, "slug-mismatch"))
    assert found == ([(path, "slug-mismatch", expected)] if expected else [])


def test_a_note_that_nobody_claims_may_have_any_title() -> None:
    assert findings_of({"lisbon-mxfp4.md": "# Lisbon MXFP6"}, "slug-mismatch") == []


METRICS = """\
metrics: {}
series:
  "vllm:":
    engines: [vllm-radiance]
    names: [vllm:kv_cache_usage_perc, vllm:prompt_tokens_total]
  "llamacpp:":
    engines: [llama.cpp]
"""
FLEET = {
    **DATA,
    "data/metrics.yaml": METRICS,
    "data/endpoints/frank-archon.yaml": ENDPOINT.replace("title: New,", "title: New, engine: vllm-radiance,"),
}
CENSUS = "host: atlas\nfacts: []\ncensus: [{date: 2026-10-19, path: /home/dank/models, entries: [StillDeadcode, rad, tpl.jinja], source: {document: Past.md, line: 1}}]\n"
WAY_BACK = ENDPOINT.replace(
    "    git_tag: frank-medium-last\n",
    "    rollback: {to: new, steps: [revert], needs: [{kind: path, host: atlas, path: /home/dank/models/q8_0}]}\n",
)


@pytest.mark.parametrize(
    ("rule", "path", "before", "after"),
    [
        pytest.param("retired-name", "infra/fleet.json", '{"expr": "up{job=\\"frank-medium\\"}"}', '{"expr": "up{job=\\"frank-archon\\"}"}', id="row 5"),
        pytest.param("retired-name", "infra/frank.env", "FRANK_MEDIUM_PORT=7770\n", "FRANK_ARCHON_PORT=7770\n", id="row 5, variables"),
        pytest.param("retired-name", "Swap.md", "Deploy frank-medium.", "Deploy frank-archon.", id="row 5, prose"),
        pytest.param("retired-name", "Names.md", "frank-medium serves on 7770.", "frank-medium served on 7770 until 2026-10-09.", id="row 6"),
        pytest.param("retired-name", "infra/a.patch", " frank-medium\n", " frank-archon\n", id="row 7"),
        pytest.param("unknown-metric", "infra/fleet.json", '{"expr": "halogen:kv > 0"}', '{"expr": "vllm:kv_cache_usage_perc > 0"}', id="row 19"),
        pytest.param("unknown-metric", "infra/rules.yml", 'expr: rate(llamacpp:prompt_tokens_total{job="frank-archon"}[5m])\n',
                     'expr: rate(vllm:prompt_tokens_total{job="frank-archon"}[5m])\n', id="row 22"),
        pytest.param("unknown-metric", "infra/fleet.bats", 'grep -q "vllm:gpu_cache_usage_perc" "$dashboard"\n',
                     'grep -q "vllm:kv_cache_usage_perc" "$dashboard"\n', id="row 25"),
        pytest.param("rollback-gone", "Past.md", "## Rollback\n\nThe runtime and the Q8_0 payload remain on disk.\n",
                     "## Rollback\n\nThe Q8_0 payload is no longer on disk; fetch it first.\n", id="still there, row 2"),
        pytest.param("slug-mismatch", "frank-radiance-mxfp4.md", "---\ntitle: frank vllm-radiance MXFP6 Runbook\n---\n",
                     "---\ntitle: frank vllm-radiance MXFP4 Runbook\n---\n", id="still there, row 11"),
    ],
)  # fmt: skip
def test_the_fleets_failures(rule: str, path: str, before: str, after: str) -> None:
    fleet = (
        {**FLEET, "data/metrics.yaml": METRICS + '  "halogen:": {engines: [halogen]}\n'}
        if "halogen" in before
        else FLEET
    )
    if rule == "rollback-gone":
        fleet = {**fleet, "data/endpoints/frank-archon.yaml": WAY_BACK, "data/hosts/atlas.yaml": CENSUS}
    found = findings_of({**fleet, path: before}, rule, on="2026-11-30")
    assert [one.path for one in found] == ["data/endpoints/frank-archon.yaml" if rule == "rollback-gone" else path]
    assert findings_of({**fleet, path: after}, rule, on="2026-11-30") == []
