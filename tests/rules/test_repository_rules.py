"""References to the repository: paths, tags and defaults; and what went wrong in the fleet."""

from __future__ import annotations

import pytest
from small_fleet import (
    BLOCK,
    CLAIMED,
    ENDPOINT,
    INSTALL,
    NOTE,
    PACKED,
    PLAIN,
    RUN,
    SERVES,
    clients,
    era,
    fleet,
    repository,
    script,
    shown,
    table,
    texts,
    with_env,
)
from vaults import findings_of


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        pytest.param("Run `scripts/soak.py`.", ["scripts/soak.py"], id="a file"),
        pytest.param("Run `./scripts/soak.py`.", ["scripts/soak.py"], id="with a dot before it"),
        pytest.param("Run `scripts/soak.py --turns 3`.", ["scripts/soak.py"], id="a command"),
        pytest.param("Run `python3 scripts/soak.py --turns 3`.", ["scripts/soak.py"], id="a command of an interpreter"),
        pytest.param("Run `bash -x scripts/soak.sh`.", ["scripts/soak.sh"], id="an interpreter with an option"),
        pytest.param("See `scripts/soak.py:12`.", ["scripts/soak.py"], id="with a line"),
        pytest.param("See `scripts/soak.py:12-14`.", ["scripts/soak.py"], id="with lines"),
        pytest.param("See `tests/test_a.py::test_b`.", ["tests/test_a.py"], id="with the name of a test"),
        pytest.param("See `units/lisbon.volume`.", ["units/lisbon.volume"], id="a unit"),
        pytest.param("See `scripts/lost/`.", ["scripts/lost/"], id="a folder"),
        pytest.param("See `LLM/KV-arithmetic.md`.", ["LLM/KV-arithmetic.md"], id="capitals that other files have"),
        pytest.param("- See `scripts/soak.py`.\n- and `scripts/load.py`", ["scripts/soak.py", "scripts/load.py"], id="a list"),
        pytest.param("| a | b |\n|---|---|\n| soak | `scripts/soak.py` |\n", ["scripts/soak.py"], id="a table"),
        pytest.param("The old one was slow. Run `scripts/soak.py`.", ["scripts/soak.py"], id="another sentence tells of the past"),
        pytest.param("Run `scripts/soak.py`. The old one was slow.", ["scripts/soak.py"], id="a later sentence, too"),
        pytest.param("It lives in the repository: `scripts/soak.py`.", ["scripts/soak.py"], id="in the repository"),
    ],
)  # fmt: skip
def test_a_path_that_is_not_there(text: str, paths: list[str]) -> None:
    assert texts(repository(text), "missing-path") == [("Lisbon.md", path) for path in paths]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Run `scripts/bench-soak.py`.", id="a file that is there"),
        pytest.param("Run `./tests/run.sh`.", id="one that is there, with a dot"),
        pytest.param("See `parsing/inline.py`.", id="the end of a path"),
        pytest.param("See `scripts/patches/`.", id="a folder that is there"),
        pytest.param("See `./scripts/patches/`.", id="one that is there, with a dot, too"),
        pytest.param("See `tests/`.", id="a folder at the top"),
        pytest.param("See `scripts/*.py`.", id="a glob"),
        pytest.param("See `scripts/{a,b}.py`.", id="braces"),
        pytest.param("See `scripts/<name>.py`.", id="a placeholder in brackets"),
        pytest.param("See `scripts/NAME.py`.", id="a placeholder in capitals"),
        pytest.param("See `scripts/your-bench.py`.", id="yours"),
        pytest.param("See `scripts/foo.py` and `scripts/my_test.py`.", id="foo"),
        pytest.param("See `scripts/$HOST.sh`.", id="a variable"),
        pytest.param("See `scripts/.../soak.py`.", id="dots"),
        pytest.param("See `runs/YYYY-MM-DD.yaml` and `tests/YYYY-MM-DD.log`.", id="a date"),
        pytest.param("See `/tmp/soak.py` and `~/soak.py`.", id="absolute"),
        pytest.param("See `../scripts/soak.py`.", id="above the page"),
        pytest.param("See `https://example.org/scripts/soak.py`.", id="an address"),
        pytest.param("See `vllm/config/parallel.py`.", id="a folder that is none of ours"),
        pytest.param("See `drivers/pci/pci.c`.", id="another project"),
        pytest.param("See `owner/name` and `tests/model`.", id="no ending"),
        pytest.param("See `tests/v1.2` and `scripts/0.9.3`.", id="a version"),
        pytest.param("See `docs/example.org`.", id="no ending that files have"),
        pytest.param("See `.obsidian/plugins/a/main.js`, `styles.css`, `main.js` and `.git/config.lock`.", id="Obsidian's"),
        pytest.param("See `scripts/.env` and `scripts/.gitignore`.", id="files with a dot"),
        pytest.param("See `a + scripts/soak.py`, `git add scripts/soak.py`, `rm scripts/soak.py`.", id="other commands"),
        pytest.param("The script `scripts/soak.py` was deleted.", id="deleted"),
        pytest.param("`scripts/soak.py` no longer exists.", id="no longer"),
        pytest.param("`scripts/soak.py` is gone, use the new one.", id="gone"),
        pytest.param("There was a `scripts/soak.py`.", id="was"),
        pytest.param("We used `scripts/soak.py`. It was removed.", id="the next sentence says so"),
        pytest.param("Removed:\n\n- `scripts/soak.py`\n- `scripts/load.py`\n", id="the words before a list say so"),
        pytest.param("## Removed\n\nSee `scripts/soak.py`.", id="the heading says so"),
        pytest.param("## Earlier shapes\n\nSee `scripts/soak.py`.", id="a section of the past"),
        pytest.param("## Eras\n\n### a\n\nSee `scripts/soak.py`.", id="below a section of the past"),
        pytest.param("| Path | |\n|---|---|\n| `scripts/soak.py` | removed |\n", id="a row says so"),
        pytest.param("| Old | Path |\n|---|---|\n| `scripts/soak.py` | `scripts/bench-soak.py` |\n", id="a column says so"),
        pytest.param("Put it into `scripts/soak.py`.", id="to be made"),
        pytest.param("The bench writes to `tests/result.json`.", id="written by something"),
        pytest.param("It creates `tests/result.json`.", id="created"),
        pytest.param("A file such as `scripts/soak.py`.", id="an example"),
        pytest.param("Upstream has `scripts/soak.py`.", id="somebody else's"),
        pytest.param("On the host, `scripts/soak.py` starts it.", id="on a host"),
        pytest.param("```sh\nscripts/soak.py\n```\n\n    scripts/soak.py\n", id="blocks of code"),
        pytest.param("See [it](scripts/soak.py) and [[scripts/soak.py]].", id="links"),
        pytest.param("scripts/soak.py", id="no code"),
        pytest.param("<!-- `scripts/soak.py` --> %% `scripts/soak.py` %%", id="comments"),
        pytest.param("See `tests/.cache/x.json` and `tests/out/x.json`.", id="what git ignores"),
        pytest.param("See `Scripts/soak.py`.", id="a folder in another case"),
    ],
)  # fmt: skip
def test_a_path_of_which_nothing_is_said(text: str) -> None:
    files = repository(text, **{".gitignore": "tests/out/\n.cache\n"})
    if "[it]" not in text:
        assert findings_of(files, "missing-path") == []
    assert texts(files, "missing-path") == []


@pytest.mark.parametrize(
    ("path", "note", "help"),
    [
        pytest.param("scripts/bench-soka.py", "", 'did you mean "scripts/bench-soak.py"?', id="spelled nearly so"),
        pytest.param("tests/bench-soak.py", "", 'did you mean "scripts/bench-soak.py"?', id="in another folder"),
        pytest.param("tests/quite-another.sh", "", "correct the path, or say what became of it", id="nothing like it"),
    ],
)
def test_what_is_suggested_for_a_path(path: str, note: str, help: str) -> None:
    (finding,) = findings_of(repository(f"See `{path}`."), "missing-path")
    assert (finding.message, finding.help) == (f'no file or folder of the repository is "{path}"', help)


def test_only_claimed_notes_are_searched_for_paths() -> None:
    files = {**repository(""), "Lisbon.md": "See `scripts/soak.py`."}
    assert findings_of(files, "missing-path") == []


def test_a_path_is_read_from_the_page_as_well() -> None:
    files = repository(
        "", **{"towns/Porto.md": NOTE + "`units/a.container` `units/b.container`", "towns/units/a.container": ""}
    )
    assert texts(files, "missing-path") == [("towns/Porto.md", "units/b.container")]


def test_paths_that_are_not_to_be_reported() -> None:
    files = repository("`scripts/soak.py` `tests/soak.bats`")
    files["vaulttool.toml"] += '[rules.missing-path]\nignore = ["scripts/*.py"]\n'
    assert texts(files, "missing-path") == [("Lisbon.md", "tests/soak.bats")]


@pytest.mark.parametrize("front", ["status: RETIRED", "type: log"])
def test_a_page_of_the_past_may_name_any_path(front: str) -> None:
    files = repository("")
    files["Lisbon.md"] = f"---\n{front}\ntype: reference\n---\n\nSee `scripts/soak.py`.\n".replace(
        "type: log\ntype: reference", "type: log"
    )
    files["vaulttool.toml"] += 'log = "log"\n'
    assert findings_of(files, "missing-path") == []


def test_a_page_of_a_closed_era_may_name_any_path() -> None:
    files = fleet(NOTE + "See `data/soak.py`.", era(", end: 2026-09-21"), era(id="b", start="2026-09-21", page="Porto"))
    files |= {"Porto.md": NOTE + "See `data/load.py`."}
    files["data/endpoints/lisbon.yaml"] = files["data/endpoints/lisbon.yaml"].replace(
        '"[[Lisbon]]"\nserved', '"[[Porto]]"\nserved'
    )
    assert texts(files, "missing-path") == [("Porto.md", "data/load.py")]


@pytest.mark.parametrize(
    ("harness", "fires"),
    [
        pytest.param("/tmp/bench.py", True, id="in tmp"),
        pytest.param("~/bench.py", True, id="at home"),
        pytest.param("scripts/bench.py", True, id="a script that is not there"),
        pytest.param("bench.py", True, id="a script without a folder"),
        pytest.param('"python3 scripts/bench.py --turns 3"', True, id="a command"),
        pytest.param("tests/run.sh", False, id="a script that is there"),
        pytest.param("run.sh", False, id="the name of one that is there"),
        pytest.param('"bash tests/run.sh --quick"', False, id="a command that is there"),
        pytest.param("manual", False, id="by hand"),
        pytest.param("vllm bench serve", False, id="a program"),
        pytest.param("rocm-bandwidth-test", False, id="a program of one word"),
        pytest.param("https://example.org/bench.py", False, id="an address"),
        pytest.param("org/bench", False, id="somebody's"),
        pytest.param("transient systemd units at the user id of production", False, id="words"),
    ],
)
def test_the_harness_of_a_run(harness: str, fires: bool) -> None:
    files = fleet(NOTE, era(), **{"data/runs/boot.yaml": RUN.format(harness=harness), "tests/run.sh": ""})
    found = findings_of(files, "missing-path")
    assert [finding.path for finding in found] == ["data/runs/boot.yaml"] * fires
    assert all(finding.span.of(files[finding.path]).startswith("harness:") for finding in found)


NEEDS = ", rollback: {{to: a, steps: [x], needs: [{{kind: git-ref, host: atlas, ref: {0}{1}}}]}}"


@pytest.mark.parametrize(
    ("extra", "name"),
    [
        pytest.param(", git_tag: lisbon-20260921", "git has no tag \"lisbon-20260921\"", id="a tag"),
        pytest.param(", git_tag: main", "git has no tag \"main\"", id="a branch is no tag"),
        pytest.param(NEEDS.format("gone", ""), "git has no tag, branch or commit \"gone\"", id="a need"),
        pytest.param(", git_tag: lisbon-20260920", None, id="a tag that is there"),
        pytest.param(NEEDS.format("lisbon-20260920", ""), None, id="a need that is a tag"),
        pytest.param(NEEDS.format("main", ""), None, id="a need that is a branch"),
        pytest.param(NEEDS.format("topic", ""), None, id="a need that is a branch of the remote"),
        pytest.param(NEEDS.format("gone", ", present: false"), None, id="said to be gone"),
        pytest.param(", git_tag: \"a b\"", None, id="no name that git could have"),
    ],
)  # fmt: skip
def test_a_name_in_data_that_git_does_not_have(extra: str, name: str | None) -> None:
    files = fleet("", era(extra), **{".git/packed-refs": PACKED})
    assert [finding.message for finding in findings_of(files, "missing-git-ref")] == ([name] if name else [])
    assert (
        findings_of({path: text for path, text in files.items() if path != ".git/packed-refs"}, "missing-git-ref") == []
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Git tag `porto-1` is the last commit of this shape.", ["porto-1"], id="a sentence"),
        pytest.param("See git tags `porto-1`, `lisbon-20260920` and `porto-2`.", ["porto-1", "porto-2"], id="several"),
        pytest.param("See the git\ntag `porto-1`.", [], id="over a line"),
        pytest.param("See git tag `lisbon-20260920`.", [], id="one that is there"),
        pytest.param("The tag `porto-1` of the image, `git tag porto-1`.", [], id="another kind of tag"),
        pytest.param("Create the git tag `porto-1`. The git tag `porto-2` was renamed. There is no git tag `x`.", [], id="to be made, gone, denied"),
        pytest.param("Push a git tag such as `v1`, git tag `<name>`.", [], id="an example"),
        pytest.param("## Earlier shapes\n\nGit tag `porto-1` holds it.", [], id="a section of the past"),
    ],
)  # fmt: skip
def test_a_tag_in_prose_that_git_does_not_have(text: str, found: list[str]) -> None:
    files = {"Lisbon.md": NOTE + text, "vaulttool.toml": CLAIMED, ".git/packed-refs": PACKED}
    assert texts(files, "missing-git-ref") == [("Lisbon.md", name) for name in found]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("`scripts/swap.sh` has `SPEC_METHOD`, which defaults to `mtp`.", "mtp", id="words"),
        pytest.param("`scripts/swap.sh`: `SPEC_METHOD` (default `mtp`).", "mtp", id="in brackets"),
        pytest.param("`scripts/swap.sh`: `SPEC_METHOD` (default: `mtp`)", "mtp", id="with a colon"),
        pytest.param("`./scripts/swap.sh --x`: `SPEC`, default 8.", "8", id="a number"),
        pytest.param("`swap.sh`: `SPEC` defaults to 8", "8", id="the name of the only script"),
        pytest.param("[swap](scripts/swap.sh): `SPEC` defaults to `8`.", "8", id="a link"),
        pytest.param("`scripts/swap.sh`\n\n| Variable | Default | Why |\n|---|---|---|\n| `SPEC` | 8 | depth |\n| `SPEC_METHOD` | `dflash` | |\n", "8", id="a table"),
        pytest.param("`scripts/swap.sh`: `SPEC`\ndefaults to `8`.", "8", id="over a line"),
        pytest.param("`scripts/swap.sh`: `CHUNK` defaults to 16384.", "16384", id="none of two defaults"),
    ],
)  # fmt: skip
def test_a_default_that_differs(text: str, value: str) -> None:
    files = script(text)
    assert texts(files, "default-differs") == [("Lisbon.md", value)]
    (finding,) = findings_of(files, "default-differs")
    assert [related.path for related in finding.related] == ["scripts/swap.sh"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("`scripts/swap.sh`: `SPEC_METHOD` defaults to `dflash`, `SPEC` to 7.", id="the default"),
        pytest.param("`SPEC_METHOD` defaults to `mtp`.", id="no script is named"),
        pytest.param("`scripts/other.sh`: `SPEC_METHOD` defaults to `mtp`.", id="another script"),
        pytest.param("`scripts/swap.sh`, `scripts/other.sh`: `SPEC` defaults to 5.", id="one of two scripts"),
        pytest.param("`scripts/swap.sh`: `CHUNK` defaults to 4096.", id="one of two defaults"),
        pytest.param("`scripts/swap.sh`: `CHUNK` defaults to 8,192.", id="commas between thousands"),
        pytest.param("`scripts/swap.sh`: `OUT_DIR` defaults to `/tmp/out`.", id="a default that depends on others"),
        pytest.param("`scripts/swap.sh`: `EMPTY` defaults to `x`.", id="an empty default"),
        pytest.param("`scripts/swap.sh`: `WAIT` defaults to 30 seconds, `WAIT` (default `30` s).", id="a measure"),
        pytest.param("`scripts/swap.sh`: upstream's `SPEC` defaults to `5`.", id="somebody else's"),
        pytest.param("`scripts/swap.sh`: `SPEC` defaulted to `5`. `SPEC` was `5` by default.", id="the past"),
        pytest.param("`scripts/swap.sh`: `SPEC` is `5` and the default is `7`.", id="not right behind it"),
        pytest.param("`scripts/swap.sh`\n\n## Earlier shapes\n\n`SPEC` defaults to `5`.", id="a section of the past"),
        pytest.param("`scripts/swap.sh`\n\n| Variable | Default |\n|---|---|\n| `SPEC` | none |\n| `SPEC_METHOD` | see the unit |\n", id="words in a table"),
        pytest.param("```sh\n`scripts/swap.sh` `SPEC` defaults to `5`\n```\n", id="code"),
    ],
)  # fmt: skip
def test_a_default_of_which_nothing_is_said(text: str) -> None:
    assert findings_of(script(text), "default-differs") == []


BOOT = fleet(
    NOTE, era(), **{"data/runs/boot.yaml": RUN.format(harness="/tmp/bench-soak.py"), "scripts/bench-soak.py": ""}
)
REPLICAS = "# Lisbon\n\n## Deployed configuration\n\nBoth replicas, uniform except for card and port:\n\n" + table(
    "`KV_MEM` | 0 | read as *profile this shape*", "`MAXSEQS` | 4 | the share of one replica",
    "`spec-draft-device` | ROCm1 | the drafter rides the card that holds the last layers",
    "`reasoning-format` / `reasoning-budget` | deepseek / -1 | trace into the content, unlimited",
    "`--tensor-parallel-size` | 2 | both cards", "`--gpu-memory-utilization` | 0.98 | the card is dedicated",
    head="Knob | Value | Why",
)  # fmt: skip
SHAPE = (
    "# Lisbon\n\n### The deployed shape (2026-10-03 shape G: 3 slots x 200704, arena at the flag ceiling)\n\n" + BLOCK
)
FLAGS = "# Lisbon\n\n## Deployed flags (2026-09-21)\n\nFrom `quadlet/lisbon.container`:\n\n" + table(
    "Context | `--max-model-len 262144`", "Vision | `--limit '{\"image\": 8}'`, `MM_MERGE_ENGINE=1`",
    "Chat template | `qwen-fixed-v22.3.jinja` (repo-tracked)",
)  # fmt: skip
FLEET = [
    pytest.param("missing-flag", {**shown(""), "Lisbon.md": FLAGS},
                 {"Lisbon.md": FLAGS.replace(", `MM_MERGE_ENGINE=1`", "").replace("fixed-v22.3", "sharp-v22.5.0")}, 2, id="row 15"),
    pytest.param("default-differs", script("`scripts/swap.sh`: `SPEC_METHOD` defaults to `mtp`."),
                 {"Lisbon.md": NOTE + "`scripts/swap.sh`: `SPEC_METHOD` defaults to `dflash`."}, 1, id="row 16"),
    pytest.param("missing-path", BOOT, {"data/runs/boot.yaml": RUN.format(harness="scripts/bench-soak.py")}, 1, id="row 33"),
    pytest.param("unit-not-enabled", fleet("", era(", units: [compose.yaml]"), **{"compose.yaml": "services:\n  lisbon: {image: a}\n"}),
                 {"compose.yaml": "services:\n  lisbon: {image: a, restart: unless-stopped}\n"}, 1, id="row 42, compose"),
    pytest.param("unit-not-enabled", fleet("", **{"u.container": PLAIN}), {"u.container": PLAIN + INSTALL}, 1, id="row 42, unit"),
    pytest.param("context-exceeded", clients("- {id: lisbon, max_context: 262144}\n", SERVES),
                 {"harness/models.yml": "- {id: lisbon, max_context: 114688}\n"}, 1, id="row 46"),
    pytest.param("missing-git-ref", fleet("", era(", git_tag: frank-20261001"), **{".git/packed-refs": PACKED}),
                 {".git/packed-refs": PACKED + "ab refs/tags/frank-20261001\n"}, 1, id="row 47"),
    pytest.param("floating-image", fleet("", era(", image: docker.io/town/engine:latest")),
                 {"data/endpoints/lisbon.yaml": ENDPOINT + era(", image: docker.io/town/engine@sha256:da40")}, 1, id="a floating tag moved"),
    pytest.param("missing-flag", {**shown(""), "Lisbon.md": REPLICAS},
                 {"Lisbon.md": "\n".join(line for line in REPLICAS.split("\n") if "spec-" not in line and "reasoning" not in line)}, 3,
                 id="flags of another engine"),
    pytest.param("missing-flag", {**with_env(""), "Lisbon.md": SHAPE.format(util="1.0")}, {"Lisbon.md": SHAPE.format(util="0.982")}, 1,
                 id="a block that shows another fill"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "files", "mended", "count"), FLEET)
def test_the_fleets_failures(rule: str, files: dict[str, str], mended: dict[str, str], count: int) -> None:
    assert len(findings_of(files, rule)) == count
    assert findings_of({**files, **mended}, rule) == []
