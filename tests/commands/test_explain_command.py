"""``vaulttool explain``: rules, settings, and what stands at a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from folders import write

from vaulttool import engine, registry
from vaulttool.config import Config
from vaulttool.manual import keys
from vaulttool.model.rule import Rule

FILES: dict[str, str | bytes] = {
    "Home.md": (
        "---\naliases: [Start]\nup: '[[Gone]]'\n---\n"
        "# Top #tag\n\n"
        "See [[Lisboa|town]] and [[Lisbon#History]], [[Lisbon#Nothing]]. ^block\n\n"
        "[[Start]] [[Twin]] [[sub/Twin]] [x](Two%20words) [[{{title}}]] [^1]\n\n"
        "[^1]: a note\n\n"
        "[[Never]] <!-- vaulttool:ignore broken-link -->\n"
    ),
    "Lisbon.md": "# History\n",
    "a/Twin.md": "",
    "b/Twin.md": "",
    "Two words.md": "",
    "Board.canvas": (
        '{"nodes": [\n{"id": "1", "type": "file", "file": "Lost.md"},\n'
        '{"id": "2", "type": "text", "text": "[[Lisbon]]"}]}'
    ),
    "latin.md": b"caf\xe9",
}

PLACES = {
    "a property": ("Home.md:2", ['property "aliases" = ["Start"]']),
    "a link in a property": (
        "Home.md:3",
        [
            'column 6: property (wiki) "Gone"',
            "    unresolved: no file of that name",
            '    looked for: "gone.md"',
            'property "up" = "[[Gone]]"',
            'finding at column 8: error: no note or file is named "Gone" [broken-link]',
        ],
    ),
    "a heading": ("Home.md:5", ['heading of level 1 "Top #tag"', 'tag "#tag"']),
    "nothing": ("Home.md:6", ["nothing that vaulttool reads stands at Home.md:6"]),
    "a broken link": (
        "Home.md:7:7",
        [
            'column 5: link (wiki) "Lisboa"',
            '    shown as "town"',
            "    unresolved: no file of that name",
            '    looked for: "lisboa.md"',
            'finding at column 7: error: no note or file is named "Lisboa" [broken-link]',
            '    help: did you mean "Lisbon"?',
        ],
    ),
    "a link with its anchor": (
        "Home.md:7:30",
        [
            'column 25: link (wiki) "Lisbon#History"',
            "    resolved by: the only file of that name",
            "    1. Lisbon.md <- opened",
            "    anchor: heading found",
        ],
    ),
    "between two links": ("Home.md:7:22", ["nothing that vaulttool reads stands at Home.md:7"]),
    "a block id": ("Home.md:7:66", ['block id "^block"']),
    "an alias": (
        "Home.md:9:1",
        [
            'column 1: link (wiki) "Start"',
            "    unresolved: no file of that name",
            '    looked for: "start.md"',
            "    an alias of Home.md; Obsidian does not resolve aliases",
        ],
    ),
    "two candidates": (
        "Home.md:9:12",
        [
            'column 11: link (wiki) "Twin"',
            "    tied: equally near and equally long, so that Obsidian opens now one, now another of",
            "    1. a/Twin.md",
            "    2. b/Twin.md",
        ],
    ),
    "another folder": (
        "Home.md:9:22",
        [
            'column 20: link (wiki) "sub/Twin"',
            "    unresolved: files of that name, but none whose path ends so",
            '    looked for: "sub/twin.md"',
            "    of that name, but elsewhere: a/Twin.md",
            "    of that name, but elsewhere: b/Twin.md",
        ],
    ),
    "a template": (
        "Home.md:9:52",
        [
            'column 50: link (wiki) "{{title}}"',
            "    filled in by a template, so no rule speaks of it",
            "    unresolved: no file of that name",
            '    looked for: "{{title}}.md"',
        ],
    ),
    "a footnote": ("Home.md:11", ['footnote "1"']),
    "what is silenced": (
        "Home.md:13:3",
        [
            'column 1: link (wiki) "Never"',
            "    unresolved: no file of that name",
            '    looked for: "never.md"',
            "silent here: broken-link",
        ],
    ),
    "a place after a colon": ("Home.md:5:", ['heading of level 1 "Top #tag"', 'tag "#tag"']),
    "a column past the end": ("Home.md:5:999", ["nothing that vaulttool reads stands at Home.md:5"]),
    "a card": (
        "Board.canvas:2",
        [
            'column 38: card (canvas) "Lost.md"',
            "    unresolved: no file of that name",
        ],
    ),
    "a link on a card": (
        "Board.canvas:3",
        [
            'column 38: link (wiki) "Lisbon"',
            "    resolved by: the only file of that name",
            "    1. Lisbon.md <- opened",
        ],
    ),
    "a note that cannot be read": (
        "latin.md:1",
        [
            "finding at column 1: error: this file cannot be read: byte 4 is no UTF-8 [unreadable-note]",
            "    help: save it as UTF-8",
        ],
    ),
}


@pytest.mark.parametrize(("topic", "expected"), [pytest.param(*case, id=name) for name, case in PLACES.items()])
def test_a_place(topic: str, expected: list[str], tmp_path: Path) -> None:
    done = run("explain", topic, cwd=write(tmp_path, FILES))
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[: len(expected)] == expected


def test_a_place_from_another_folder(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, ".obsidian/app.json": ""})
    assert run("explain", "../Home.md:9:12", cwd=tmp_path / "a").out.splitlines()[0] == 'column 11: link (wiki) "Twin"'
    assert run("explain", f"{tmp_path}/Home.md:9:12").out.splitlines()[0] == 'column 11: link (wiki) "Twin"'


def test_a_place_obeys_the_configuration(tmp_path: Path) -> None:
    write(
        tmp_path, {"a.md": "[[Gone]]", "vaulttool.toml": '[per-file-ignores]\n"a.md" = ["broken-link", "orphan-note"]'}
    )
    assert "finding" not in run("explain", "a.md:1", cwd=tmp_path).out
    assert "finding" in run("explain", "a.md:1", "--no-config", cwd=tmp_path).out


def test_a_finding_before_a_byte_order_mark(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "\ufeffx\n", "vaulttool.toml": ""})
    done = run("explain", "a.md:1", cwd=tmp_path)
    assert done.out.splitlines()[0].endswith("[orphan-note]")


@pytest.mark.parametrize("rule", engine.rules().values(), ids=lambda rule: rule.name)
def test_a_rule(rule: Rule, tmp_path: Path) -> None:
    done = run("explain", rule.name, cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{rule.name} ({rule.level}")
    assert rule.manual.strip() in done.out


def test_the_options_of_a_rule(tmp_path: Path) -> None:
    assert run("explain", "broken-link", cwd=tmp_path).out.splitlines()[-2:] == [
        "Options, in [rules.broken-link]:",
        "    allow = []",
    ]


def test_the_settings(tmp_path: Path) -> None:
    done = run("explain", "settings", cwd=tmp_path)
    lines = done.out.partition("\n\n")[0].splitlines()
    assert [line.partition(" = ")[0] for line in lines[::2]] == [name for name, _, _ in keys(Config)]
    assert 'status.property = "status"' in lines
    assert (done.status, done.err) == (0, "")


def test_no_topic_lists_rules_kinds_and_readers(tmp_path: Path) -> None:
    done = run("explain", cwd=tmp_path)
    listed = [line.split()[0] for line in done.out.splitlines() if line]
    assert listed == [*engine.rules(), *engine.kinds(), *registry.modules("vaulttool.readers")]


@pytest.mark.parametrize("name", engine.kinds())
def test_a_kind_has_its_page_and_a_marker_to_paste(name: str, tmp_path: Path) -> None:
    done = run("explain", name, cwd=tmp_path)
    assert done.status == 0
    assert engine.kinds()[name].summary in " ".join(done.out.split())
    assert f"    <!-- vaulttool:begin {name}" in done.out
    assert f"    <!-- vaulttool:end {name} -->" in done.out
    assert (done.status, done.err) == (0, "")
