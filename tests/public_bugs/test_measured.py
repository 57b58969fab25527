"""Faults that were measured in other tools: M01 to M15."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from folders import write
from vaults import findings_of, indexed

from vaulttool.model import guesses
from vaulttool.text.names import Names

from .reported import Said, said

REGION = "<!-- vaulttool:begin index {} -->\n<!-- vaulttool:end index -->\n"
SECTIONS = {"a/Sec.md": "## One\n", "b/Sec.md": "## Two\n"}
TREE = {"notes/T.md": "", "b/n2.md": "", "a/T2.md": ""}
CAFE = "Cafe\u0301"


def test_m01_a_bar_in_a_cell() -> None:
    files = {"n.md": REGION.format('folder="d" columns="link,title"'), "d/x.md": '---\ntitle: "a | b"\n---\n'}
    after, _ = indexed(files)
    assert "| [[x]] | a \\| b |" in after["n.md"].splitlines()
    assert said(after) == []


@pytest.mark.parametrize("name", ["two words", "a (b)", "a [b]", "a^b", "50%", "a 'b'", "é 🙂"])
def test_m02_generated_links_lead_to_names_with_anything_in_them(name: str) -> None:
    files = {"n.md": REGION.format('folder="d" columns="link"'), f"d/{name}.md": "", "vaulttool.toml": ""}
    after, left = indexed(files)
    assert (left, said(after)) == ([], [])
    assert ("n.md", "orphan-note", "") in said(after, "orphan-note")
    assert f"d/{name}.md" not in {path for path, _, _ in said(after, "orphan-note")}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({**SECTIONS, "n.md": "[[b/Sec#Two]] [[a/Sec#One]]"}, [], id="M04 the folder counts"),
        pytest.param(
            {**SECTIONS, "n.md": "[[wrong/Sec]]"}, [("n.md", "broken-link", "wrong/Sec")], id="M04 a wrong folder"
        ),
        pytest.param(
            {**SECTIONS, "n.md": "[[a/Sec#Two]]"}, [("n.md", "missing-heading", "#Two")], id="M04 the other's heading"
        ),
        pytest.param(
            {"N.md": "a ^b1\n\n# Top\n\n## Sub\n", "n2.md": "[[N#^b1]] [[N#Top#Sub]]"}, [], id="M05 block, nested"
        ),
        pytest.param(
            {"N.md": "# Top\n\n# Sub\n", "n2.md": "[[N#Top#Sub]]"},
            [("n2.md", "missing-heading", "#Top#Sub")],
            id="M05 not nested",
        ),
        pytest.param({f"{CAFE}.md": "", "n.md": "[[Caf\u00e9]] [c](Caf%C3%A9.md)"}, [], id="M06 composed link"),
        pytest.param({"Caf\u00e9.md": "", "n.md": f"[[{CAFE}]] [c](Cafe%CC%81.md)"}, [], id="M06 decomposed link"),
        pytest.param({"Caf\u00e9.md": f"## {CAFE}\n", "n.md": "[[Caf\u00e9#Caf\u00e9]]"}, [], id="M06 heading"),
        pytest.param({"Word count.md": "", "n.md": "[[word count]] [w](WORD%20COUNT.md)"}, [], id="M07 case"),
        pytest.param(
            {**TREE, "b/n.md": "[[/notes/T]] [[./n2]] [[../a/T2]] [t](../notes/T.md)"}, [], id="M14 root and relative"
        ),
        pytest.param(
            {**TREE, "b/n.md": "[[/T]] [[./T2]]"},
            [("b/n.md", "broken-link", "/T"), ("b/n.md", "broken-link", "./T2")],
            id="M14 root and relative, not there",
        ),
        pytest.param(
            {"n.md": '---\nrelated: ["[[Gone]]"]\n---\n'}, [("n.md", "broken-link", "Gone")], id="M15 in a list"
        ),
        pytest.param(
            {"n.md": '---\nup: "[[Gone|x]]"\n---\n'}, [("n.md", "broken-link", "Gone")], id="M15 a single value"
        ),
        pytest.param(
            {"n.md": '---\na:\n  - "[[n]]"\n  - "[[Gone]]"\n---\n'},
            [("n.md", "broken-link", "Gone")],
            id="M15 in a block",
        ),
    ],
)
def test_what_is_said(files: dict[str, str], expected: Said) -> None:
    assert said(files) == expected


def test_m10_a_vault_that_cannot_be_read_is_not_clean(tmp_path: Path) -> None:
    done = run("check", cwd=write(tmp_path, {"a.md": "caf\u00e9".encode("latin-1")}))
    assert (done.status, done.out.splitlines()[0]) == (
        1,
        "a.md:1:1: error: this file cannot be read: byte 4 is no UTF-8 [unreadable-note]",
    )


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        pytest.param("[[Gone]]", [], 1, id="an error"),
        pytest.param("[[Gone]]", ["--exit-zero"], 0, id="asked for"),
        pytest.param("[[n]]", [], 0, id="none"),
        pytest.param("| a |\n|-|\n| [[n]] |\n", ["--select", "orphan-note"], 0, id="a warning"),
        pytest.param("a", ["--select", "orphan-note", "--fail-on", "warning"], 1, id="a warning that counts"),
    ],
)
def test_m11_the_exit_status(text: str, options: list[str], status: int, tmp_path: Path) -> None:
    assert run("check", *options, cwd=write(tmp_path, {"n.md": text})).status == status


def test_m12_the_nearest_name_is_not_sought_for_every_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every link is broken and nearly a name of the vault: seeking a name costs as much as there are names."""
    sought: list[str] = []
    nearest = Names.nearest

    def counted(names: Names, wanted: str, likeness: float = 78.0) -> str | None:
        sought.append(wanted)
        return nearest(names, wanted, likeness)

    monkeypatch.setattr(Names, "nearest", counted)
    links = [f"[[Note numbr {at}]] [[Nte number {at}]]\n" for at in range(300)]
    found = findings_of({f"Note number {at}.md": f"# Top\n\n{link}" for at, link in enumerate(links)})
    assert (len(found), len(sought)) == (600, guesses.MOST)
