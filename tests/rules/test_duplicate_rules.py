"""The rule on passages that stand in several notes."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

FERRY = (
    "The ferry leaves from the western quay every half hour and takes bicycles free of charge. In winter the last one "
    "goes at nine, and when the river is high it does not go at all."
)
RULE = "duplicate-passage"
SHORT = {"vaulttool.toml": "[rules.duplicate-passage]\nmin-words = 20\n"}


def test_each_copy_but_the_owners_is_reported() -> None:
    files = {
        "Porto.md": f"A town.\n\n{FERRY}\n",
        "Ferries.md": f"# Ferries\n\n{FERRY}\n",
        "Braga.md": f"{FERRY.replace('bicycles', 'cars')} The end.\n",
        "Home.md": "[[Ferries]]\n",
        **SHORT,
    }
    found = findings_of(files, RULE)
    assert [(finding.path, finding.severity, finding.message) for finding in found] == [
        ("Braga.md", "warning", '35 of the 36 words of this passage stand in "Ferries.md", too'),
        ("Porto.md", "warning", 'the 36 words of this passage stand in "Ferries.md", too'),
    ]
    assert {finding.help for finding in found} == {'keep it in "Ferries.md", and link to it or embed it here'}
    assert [written for _, _, written in marked(files, found)][1] == FERRY[:-1]
    (related,) = found[0].related
    assert (related.path, related.span.of(files["Ferries.md"])) == ("Ferries.md", FERRY[:-1])


def test_whole_notes() -> None:
    (finding,) = findings_of({"A.md": FERRY, "B.md": FERRY, **SHORT}, RULE)
    assert (finding.path, finding.message) == ("B.md", 'this note has the same 36 words as "A.md"')


def test_boilerplate_is_one_finding() -> None:
    files = {f"{number:02}.md": f"Note {number}.\n\n{FERRY}\n" for number in range(30)}
    (finding,) = findings_of({**files, **SHORT}, RULE)
    assert (finding.path, finding.message) == ("00.md", "this passage of 36 words, or most of it, stands in 30 notes")


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"A.md": FERRY, "B.md": "![[A]]"}, id="embedded"),
        pytest.param({"A.md": f"{FERRY}\n\nMore.\n\n{FERRY}"}, id="twice in one note"),
        pytest.param({"A.md": f"```\n{FERRY}\n```\n", "B.md": f"```\n{FERRY}\n```\n"}, id="code"),
        pytest.param({"A.md": FERRY, "T.md": f"# {{{{title}}}}\n\n{FERRY}"}, id="a template"),
        pytest.param({"A.md": FERRY, "Old.md": FERRY, "vaulttool.toml": SHORT["vaulttool.toml"].join(['exclude = ["Old.md"]\n', ""])}, id="an excluded note"),
        pytest.param({"A.md": FERRY, "B.md": f"%% vaulttool:ignore duplicate-passage %%\n{FERRY}"}, id="allowed"),
        pytest.param({"A.md": FERRY, "B.md": FERRY, "vaulttool.toml": ""}, id="fewer than forty words"),
        pytest.param({"A.md": FERRY, "b.canvas": '{"nodes": [{"type": "text", "text": "' + FERRY + '"}]}'}, id="on a canvas"),
    ],
)  # fmt: skip
def test_silence(files: dict[str, str]) -> None:
    assert findings_of({**SHORT, **files}, RULE) == []


def test_off_unless_it_is_asked_for() -> None:
    files = {"A.md": f"{FERRY} {FERRY[::-1]}", "B.md": f"{FERRY} {FERRY[::-1]}"}
    assert findings_of(files) == []
    assert [one for one in findings_of({**files, "vaulttool.toml": ""}) if one.rule == RULE] == []
    on = {"vaulttool.toml": '[rules.duplicate-passage]\nseverity = "error"\nmin-words = 20\n'}
    assert [finding.severity for finding in findings_of({**files, **on}, RULE)] == ["error"]
