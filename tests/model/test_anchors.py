"""What a subpath finds in a note."""

from __future__ import annotations

import pytest

from vaulttool.model.anchors import Anchors
from vaulttool.parsing.note import parse

NOTE = """# Top

## Sub: part (one)

# Other

### Deep ^deep

text ^Block-1

a footnote[^n]

[^n]: here

## Load $\\lambda$

## See [[a|b]] now
"""


@pytest.mark.parametrize(
    "subpath",
    ["#Top", "#top", "##Top#", "#Top#Sub part one", "#Sub part one", "#Top#Deep", "#Deep", "#Deep deep", "#^block-1",
     "#^BLOCK-1", "#^deep", "#[^n", "#Load $\\lambda$", "#See a b now", "#^Top"],
)  # fmt: skip
def test_found(subpath: str) -> None:
    assert Anchors(parse(NOTE)).find(subpath) is not None


@pytest.mark.parametrize(
    "subpath",
    [
        "#Nope",
        "#Sub#Top",
        "#Top#Other",
        "#top-sub",
        "#^nope",
        "#Top#^block-1",
        "#[^x",
        "#See b now",
        "#Deep#Sub part one",
    ],
)
def test_missing(subpath: str) -> None:
    assert Anchors(parse(NOTE)).find(subpath) is None
