"""Public bugs about headings, blocks and anchors: B027 to B043."""

from __future__ import annotations

import pytest

from .reported import Said, help_of, said

PLAN = "## [Backup plan](x.md)\n\n"
MANUAL = {"manual.pdf": "", "rack.png": "", "talk.mp4": ""}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"n.md": f"{PLAN}[[#Backup plan x md]]", "x.md": ""}, [], id="B027 as Obsidian reads it"),
        pytest.param(
            {"n.md": f"{PLAN}[b](#backup-plan) [[#Backup plan]]", "x.md": ""},
            [("n.md", "missing-heading", "#backup-plan"), ("n.md", "missing-heading", "#Backup plan")],
            id="B027 the label alone",
        ),
        pytest.param({"n.md": "## ⚙️ Setup\n\n[s](#⚙️%20Setup) [[#⚙️ Setup]]"}, [], id="B028 selector kept"),
        pytest.param(
            {"n.md": "## ⚙️ Setup\n\n[s](#-setup)"}, [("n.md", "missing-heading", "#-setup")], id="B028 a forge's slug"
        ),
        pytest.param({"n.md": "[r](#results)\n\n## Results\n"}, [], id="B031 same note"),
        pytest.param(
            {"n.md": "[r](#results)\n", "#results.md": "", "results.md": ""},
            [("n.md", "missing-heading", "#results")],
            id="B031 never a file of that name",
        ),
        pytest.param({"n.md": "## Old -> New\n\n[[#Old -> New]] [o](#Old%20->%20New)"}, [], id="B033 arrow"),
        pytest.param({"guide.md": "## Quotas\n", "n.md": "[q](guide.md#Quotas) [[guide#QUOTAS]]"}, [], id="B034 case"),
        pytest.param(
            {"guide.md": "## Quotas\n", "n.md": "[q](guide.md#Quota)"},
            [("n.md", "missing-heading", "#Quota")],
            id="B034 another word",
        ),
        pytest.param({"Net.md": "## Spare links\n", "n.md": "[[Net##Spare links|sl]]"}, [], id="B037 two hashes"),
        pytest.param(
            {"Net.md": "## Spare links\n", "n.md": "[[Net#]] [[Net##]] [x](Net.md##spare%20links)"}, [], id="B037 none"
        ),
        pytest.param(
            {"Net.md": "## Spare links\n", "n.md": "[[Net##Gone|sl]]"},
            [("n.md", "missing-heading", "##Gone")],
            id="B037 missing",
        ),
        pytest.param({**MANUAL, "n.md": "![[manual.pdf#page=4]] [m](manual.pdf#page=4)"}, [], id="B039 page of a PDF"),
        pytest.param({**MANUAL, "n.md": "![[talk.mp4#t=30]] ![[rack.png#left]]"}, [], id="B039 other files"),
        pytest.param(
            {**MANUAL, "n.md": "![[gone.pdf#page=4]]"},
            [("n.md", "broken-link", "gone.pdf")],
            id="B039 a PDF that is not there",
        ),
        pytest.param({"n.md": "## Load $\\lambda$\n\n[[#Load $\\lambda$]]"}, [], id="B040 maths"),
        pytest.param({"n.md": "## Disk layout\n\n[d](#Disk%20layout) [[#disk layout]]"}, [], id="B042 as it stands"),
        pytest.param(
            {"n.md": "## Disk layout\n\n[d](#Disk-layout)"},
            [("n.md", "missing-heading", "#Disk-layout")],
            id="B042 hyphens are not Obsidian's",
        ),
        pytest.param({"n.md": "---\n# owner: ops\ntitle: x\n---\n"}, [], id="B043 comment in front matter"),
        pytest.param(
            {"n.md": "---\n# owner: ops\ntitle: x\n---\n[[#owner: ops]]"},
            [("n.md", "missing-heading", "#owner: ops")],
            id="B043 is no heading",
        ),
        pytest.param(
            {"n.md": "---\n# owner\n---\n\n# Top\n\n[[#Top]] [[#owner]]"},
            [("n.md", "missing-heading", "#owner")],
            id="B043 nothing but a comment",
        ),
        pytest.param(
            {"n.md": "a\r\n\r\n---\r\n\r\n# owner: ops\r\n\r\n[[#owner ops]]\r\n"}, [], id="B043 a rule, and a heading"
        ),
    ],
)
def test_in_obsidian(files: dict[str, str], expected: Said) -> None:
    assert said(files) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"{PLAN}[b](#backup-plan)", [], id="B027 heading that is a link"),
        pytest.param("## ⚙️ Setup\n\n[s](#-setup)", [], id="B028 emoji with a selector"),
        pytest.param('<a id="cpu%3A0"></a>\n\n[c](#cpu%3A0)', [], id="B030 encoded as it stands"),
        pytest.param('<a id="cpu:0"></a>\n\n[c](#cpu%3A0)', [], id="B030 decoded"),
        pytest.param("[r](#results)\n\n## Results", [], id="B031 same note"),
        pytest.param("## Old -> New\n\n[o](#old---new)", [], id="B033 arrow"),
        pytest.param("[q](guide.md#Quotas)", ["#Quotas"], id="B034 case"),
        pytest.param("[q](guide.md#quotas)", [], id="B034 exact"),
        pytest.param('<a id="Spare"></a>\n\n# Spare\n\n[s](#Spare)', [], id="B036 explicit id"),
        pytest.param("## Disk layout\n\n[d](#Disk-layout)", ["#Disk-layout"], id="B042 several words"),
        pytest.param("---\n# owner: ops\ntitle: x\n---\n\n[o](guide.md)", [], id="B043 comment"),
    ],
)
def test_on_a_forge(text: str, expected: list[str]) -> None:
    files = {"n.md": text, "guide.md": "## Quotas\n", "x.md": ""}
    assert [under for _, _, under in said(files, "forge-link")] == expected


def test_b034_the_exact_anchor_is_named() -> None:
    files = {"n.md": "[q](guide.md#Quotas)", "guide.md": "## Quotas\n"}
    assert '"#quotas"' in help_of(files, "forge-link")


def test_b042_both_anchors_are_named() -> None:
    files = {"n.md": "## Disk layout\n\n[d](#Disk-layout)"}
    assert '"#Disk%20layout"' in help_of(files)
    assert '"#disk-layout"' in help_of(files, "forge-link")
