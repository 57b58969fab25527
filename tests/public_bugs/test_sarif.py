"""Public bugs B100 and M08: paths in SARIF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands_in import run
from folders import write


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("My Notes/a b.md", "My%20Notes/a%20b.md"),
        ("50%/é, x.md", "50%25/%C3%A9%2C%20x.md"),
        ("a#b?.md", "a%23b%3F.md"),
        ("c:d/🙂.md", "c%3Ad/%F0%9F%99%82.md"),
    ],
)
def test_b100_paths_are_relative_and_encoded(path: str, uri: str, tmp_path: Path) -> None:
    done = run("check", "--format", "sarif", cwd=write(tmp_path, {path: "[[Gone]]"}))
    (found,) = json.loads(done.out)["runs"][0]["results"]
    place = found["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": uri, "uriBaseId": "%SRCROOT%"}
