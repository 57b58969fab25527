"""``vaulttool cutover`` on our own data, rewound to the eve of two cutovers: what a replay changes, and what it lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from fleet_rewound import (
    DATA,
    INDEX,
    NAMES,
    changed,
    data_texts,
    on_disk,
    vault_around,
    without_era,
    without_lines,
)
from folders import repository
from lengths import some

from vaulttool.parsing import data
from vaulttool.storage import writing

ENDPOINTS = "vault/data/endpoints"
PRIMARY = (DATA / "endpoints" / "frank-primary.yaml").read_text("utf-8")
ARCHON = (DATA / "endpoints" / "frank-archon.yaml").read_text("utf-8")
PAGES = {
    "vault/Home.md": INDEX,
    "vault/LLM/LLM.md": INDEX,
    "vault/LLM/frank-archon.md": '{{eras endpoint="frank-medium"}}\n\nThe endpoint answers.',
    "vault/LLM/frank-medium-radiance-mxfp4.md": "{{banner}}\n\nThe pool was 425,047 tokens on frank-medium.",
    "vault/LLM/frank-medium-llamacpp-dflash2.md": "{{banner}}",
    "vault/LLM/frank-primary.md": (
        '{{banner}}\n\n{{eras endpoint="frank-primary"}}\n\n{{attempts endpoint="frank-primary"}}\n\n'
        "The pool holds 398,658 tokens.\nIt ran on frank-medium before."
    ),
    "vault/Log/2026-09.md": '{{log month="2026-09"}}',
    "vault/Log/2026-10.md": (
        '{{log month="2026-10" include="eras,names,runs"}}\n\n398,658 tokens in shape F. frank-medium served.'
    ),
    "vault/Operations/Reading.md": (
        "Ask `frank-medium` for 425047 tokens, 14.42 GiB per card.\n\n"
        "```sh\npodman pull localhost/radiance-vllm:0.13.0-e060895\nls /models/Swift-Qwen3.8-27B-PARO-MXFP6\n```\n\n"
        "The arena is 17.52 GiB, 7,653 slots; [[frank-medium-radiance-mxfp4|its page]].\n\n"
        "The pool holds 398,658<!-- =run/2026-10-03-boot-f#kv_pool_tokens --> tokens."
    ),
    "vault/Reference/Endpoint names.md": "It was frank-medium, image localhost/radiance-vllm:0.13.0-e060895.",
    "AGENTS.md": "# Agents\n\n| Endpoint | Model |\n| --- | --- |\n| frank-medium | Swift-Qwen3.8-27B-PARO-MXFP6 |\n",
}


def written(folder: Path, texts: dict[str, str], era: str) -> Path:
    """The repository on the eve, its pages generated, and the new era beside it."""
    repository(folder / "fleet", vault_around(texts, PAGES, era))
    (folder / "new.yaml").write_text(era, "utf-8")
    run("index", cwd=folder / "fleet")
    return folder / "fleet"


@pytest.fixture
def eve_of_shape_g(tmp_path: Path) -> Path:
    """2026-10-03: shape F serves."""
    text, era = without_era(PRIMARY, "shape-g")
    text = without_lines(text, "shape-f", "    end: 2026-10-03\n", "    superseded_by: shape-g\n")
    return written(tmp_path, {**data_texts(), f"{ENDPOINTS}/frank-primary.yaml": text}, era)


@pytest.fixture
def eve_of_the_retirement(tmp_path: Path) -> Path:
    """2026-10-10: MXFP6 serves, under the old name still."""
    text = without_lines(ARCHON, "tp2-mxfp6", "    end: 2026-10-10\n", "    continued_as: {endpoint: frank-archon}\n")
    for new, old in (
        ("endpoint: frank-archon\n", "endpoint: frank-medium\n"),
        ("served_name: frank-archon", "served_name: frank-medium"),
        ("    to: 2026-10-09\n", ""),
        ("  - {name: frank-archon, from: 2026-10-09}\n", ""),
    ):
        assert new in text
        text = text.replace(new, old, 1)
    texts = {
        path: content.replace("endpoint: frank-archon", "endpoint: frank-medium")
        for path, content in data_texts().items()
        if path != f"{ENDPOINTS}/frank-archon.yaml"
    }
    era = (
        "# Nothing else is recorded.\nid: archon\ntitle: What frank-archon serves\n"
        'page: "[[frank-archon]]"\nmodel: unknown/none\n'
    )
    return written(tmp_path, {**texts, f"{ENDPOINTS}/frank-medium.yaml": text}, era)


SHAPE_G = ("cutover", "frank-primary", "--era", "../new.yaml", "--on", "2026-10-03")
RETIREMENT = (
    *("cutover", "frank-medium", "--era", "../new.yaml", "--on", "2026-10-10"),
    *("--name", "frank-archon", "--named-on", "2026-10-09", "--retire"),
)


def mentioned(out: str) -> list[str]:
    """The lines below "left for you"."""
    lines = out.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("left for you"))
    return lines[first + 1 : -1]


def line_of(folder: Path, text: str) -> int:
    """The line of the page on frank-primary that says this, as it lies on the disk."""
    return (folder / "vault/LLM/frank-primary.md").read_text("utf-8").split("\n").index(text) + 1


def test_shape_f_gives_way_to_g(eve_of_shape_g: Path) -> None:
    before = on_disk(eve_of_shape_g)
    done = run(*SHAPE_G, cwd=eve_of_shape_g)
    after = on_disk(eve_of_shape_g)
    assert done.status == 0, done.out + done.err
    assert changed(before, after) == {
        "cards.json": [],
        "vault/LLM/frank-primary.md": ["banner", "eras"],
        "vault/Log/2026-10.md": ["log"],
        f"{ENDPOINTS}/frank-primary.yaml": [],
        "vaulttool.sums": [],
    }
    assert after[f"{ENDPOINTS}/frank-primary.yaml"] == PRIMARY
    assert "| 2026-10-03 | open | ACTIVE | Shape G" in after["vault/LLM/frank-primary.md"]
    assert "Shape G: graph term 0.07 GiB, util 0.982, KV forced* began" in after["vault/Log/2026-10.md"]


def test_what_speaks_of_shape_f_is_listed(eve_of_shape_g: Path) -> None:
    done = run(*SHAPE_G, cwd=eve_of_shape_g)
    line = line_of(eve_of_shape_g, "The pool holds 398,658 tokens.")
    assert mentioned(done.out) == [
        f'vault/LLM/frank-primary.md:{line}:16: figure "398,658 tokens"',
        'vault/Operations/Reading.md:16:14: figure "17.52 GiB"',
        'vault/Operations/Reading.md:16:25: figure "7,653 slots"',
    ]
    assert done.out.splitlines()[-1] == "1 data file, 3 files written, 4 parts; 0 left, 3 mentions"


def test_the_endpoint_goes_on_under_another_name(eve_of_the_retirement: Path) -> None:
    before = on_disk(eve_of_the_retirement)
    done = run(*RETIREMENT, cwd=eve_of_the_retirement)
    after = on_disk(eve_of_the_retirement)
    assert done.status == 0, done.out + done.err
    assert changed(before, after) == {
        "cards.json": [],
        "vault/Home.md": ["index"],
        "vault/LLM/LLM.md": ["index"],
        "vault/LLM/frank-archon.md": ["eras"],
        "vault/LLM/frank-medium-llamacpp-dflash2.md": ["banner"],
        "vault/LLM/frank-medium-radiance-mxfp4.md": ["banner"],
        "vault/Log/2026-09.md": ["log"],
        "vault/Log/2026-10.md": ["log"],
        f"{ENDPOINTS}/frank-archon.yaml": [],
        f"{ENDPOINTS}/frank-medium.yaml": [],
        "vault/data/names.yaml": [],
        "vaulttool.sums": [],
    }
    for path in ("vault/Home.md", "vault/LLM/LLM.md"):
        old, new = before[path].split("\n"), after[path].split("\n")
        assert [line for line in new if line not in old and line[:1] == "|"] == [
            "| [[frank-archon]] | ACTIVE | About it. |",
            "| [[frank-medium-radiance-mxfp4]] | RETIRED | About it. |",
        ]
    assert "> [!warning] RETIRED 2026-09-21 to 2026-10-10" in after["vault/LLM/frank-medium-radiance-mxfp4.md"]
    assert "- 2026-10-09: [[frank-archon]]: `frank-medium` became `frank-archon`." in after["vault/Log/2026-10.md"]
    assert 'served_name is still "frank-medium"' in done.err


def test_the_data_are_those_on_record(eve_of_the_retirement: Path) -> None:
    run(*RETIREMENT, cwd=eve_of_the_retirement)
    after = on_disk(eve_of_the_retirement)
    assert f"{ENDPOINTS}/frank-medium.yaml" not in after
    text = after[f"{ENDPOINTS}/frank-archon.yaml"]
    found, recorded = data.read(text).value, data.read(ARCHON).value
    era = found["eras"].pop()
    assert era["id"] == "archon" and era["start"] == "2026-10-10"
    assert found == {**recorded, "served_name": "frank-medium"}
    assert "  # Nothing else is recorded.\n  - id: archon\n" in text
    rename = "  - {date: 2026-10-09, kind: endpoint, from: frank-medium, to: frank-archon, scope: [data]}\n"
    assert after["vault/data/names.yaml"] == NAMES + rename


def test_what_speaks_of_the_retired_shape_is_listed(eve_of_the_retirement: Path) -> None:
    done = run(*RETIREMENT, cwd=eve_of_the_retirement)
    line = line_of(eve_of_the_retirement, "It ran on frank-medium before.")
    assert mentioned(done.out) == [
        'AGENTS.md:5:3: name "frank-medium"',
        'AGENTS.md:5:18: model "Swift-Qwen3.8-27B-PARO-MXFP6"',
        f'vault/LLM/frank-primary.md:{line}:11: name "frank-medium"',
        'vault/Operations/Reading.md:9:6: name "frank-medium"',
        'vault/Operations/Reading.md:9:24: figure "425047 tokens"',
        'vault/Operations/Reading.md:9:39: figure "14.42 GiB"',
        'vault/Operations/Reading.md:12:13: image "localhost/radiance-vllm:0.13.0-e060895"',
        'vault/Operations/Reading.md:13:12: model "Swift-Qwen3.8-27B-PARO-MXFP6"',
        'vault/Reference/Endpoint names.md:9:28: image "localhost/radiance-vllm:0.13.0-e060895"',
    ]


@pytest.mark.parametrize(
    "eve, command", some([("eve_of_shape_g", SHAPE_G), ("eve_of_the_retirement", RETIREMENT)], first=1)
)
def test_a_dry_run_writes_nothing_and_lists_the_same(
    request: pytest.FixtureRequest, eve: str, command: tuple[str, ...]
) -> None:
    folder: Path = request.getfixturevalue(eve)
    before = on_disk(folder)
    dry = run(*command, "--dry-run", cwd=folder)
    assert on_disk(folder) == before
    assert dry.status == 0
    done = run(*command, cwd=folder)
    assert [line.split(" ", 1)[1] for line in mentioned(dry.out)] == [
        line.split(" ", 1)[1] for line in mentioned(done.out)
    ]
    for path in changed(before, on_disk(folder)):
        assert path == "vaulttool.sums" or f"b/{path}\n" in dry.out or f"a/{path}\n" in dry.out


def test_a_replay_that_is_broken_off_is_completed(eve_of_the_retirement: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails after each write in turn (in the short form, after some); the same command then comes to the same end."""
    before = on_disk(eve_of_the_retirement)
    whole = run(*RETIREMENT, cwd=eve_of_the_retirement)
    wanted = on_disk(eve_of_the_retirement)
    for stop in some(range(len(changed(before, wanted))), step=15):
        _put_back(eve_of_the_retirement, before)
        _break_off(stop, monkeypatch)
        broken = run(*RETIREMENT, cwd=eve_of_the_retirement)
        monkeypatch.undo()
        assert (stop, broken.status) == (stop, 2)
        again = run(*RETIREMENT, cwd=eve_of_the_retirement)
        assert (stop, again.status) == (stop, 0), again.err
        assert on_disk(eve_of_the_retirement) == wanted
        assert mentioned(again.out) == mentioned(whole.out)


def _put_back(folder: Path, files: dict[str, str]) -> None:
    """The files of a folder as they were, and no others."""
    for path in on_disk(folder):
        (folder / path).unlink()
    for path, text in files.items():
        (folder / path).write_bytes(text.encode())


def _break_off(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk fail once so many files are written or removed."""
    done = 0

    def failing(folder: str) -> None:
        nonlocal done
        done += 1
        if done > after:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "to_disk", failing)
