"""The examples in the rules' own manual pages are their first tests."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from vaults import findings_of, fixed

from vaulttool import engine

EXAMPLE = re.compile(
    r"^(?P<kind>Bad|Good|With|Was|Mended|Mended unsafely),? `(?P<path>[^`]+)`:\n\n(?P<text>(?: {4}.*\n|\n)+)",
    re.MULTILINE,
)
OUTSIDE = re.compile(r"^Outside, `(?P<path>[^`]+)`\.$", re.MULTILINE)


class Example(NamedTuple):
    """One example of a rule's page with the files that stand around it."""

    rule: str
    good: bool
    path: str
    files: dict[str, str]
    then: dict[str, str]
    outside: frozenset[str]
    mended: str | None = None
    unsafe: bool = False


def examples() -> Iterator[Example]:
    for rule in engine.rules().values():
        found = [
            (match["kind"], match["path"], textwrap.dedent(match["text"]).rstrip("\n") + "\n")
            for match in EXAMPLE.finditer(rule.manual + "\n")
        ]
        around = {path: text for kind, path, text in found if kind == "With"}
        then = {path: text for kind, path, text in found if kind == "Was"}
        outside = frozenset(match["path"] for match in OUTSIDE.finditer(rule.manual))
        for index, (kind, path, text) in enumerate(found):
            if kind in ("Bad", "Good"):
                after, _, mended = next(iter(found[index + 1 : index + 2]), ("", "", ""))
                files, fix = {**around, path: text}, mended if after.startswith("Mended") else None
                yield Example(rule.name, kind == "Good", path, files, then, outside, fix, after == "Mended unsafely")


EXAMPLES = list(examples())


@pytest.mark.parametrize(
    "example", [pytest.param(one, id=f"{one.rule}-{'good' if one.good else 'bad'}-{one.path}") for one in EXAMPLES]
)
def test_a_rule_does_what_its_page_shows(example: Example) -> None:
    found = findings_of(example.files, example.rule, outside=example.outside, prefix="vault/", then=example.then)
    fired = [finding for finding in found if finding.path == example.path]
    assert bool(fired) is not example.good


@pytest.mark.parametrize("example", [pytest.param(one, id=one.rule) for one in EXAMPLES if one.mended is not None])
@pytest.mark.parametrize("newline", [pytest.param("\n", id="LF"), pytest.param("\r\n", id="CRLF")])
def test_a_fix_does_what_its_page_shows(example: Example, newline: str) -> None:
    files = {
        path: text.replace("\n", newline if path == example.path else "\n") for path, text in example.files.items()
    }
    around: dict[str, Any] = {"outside": example.outside, "prefix": "vault/", "then": example.then}
    after = fixed(files, example.rule, unsafe=example.unsafe, **around)
    assert after[example.path] == (example.mended or "").replace("\n", newline)
    assert {**after, example.path: ""} == {**files, example.path: ""}
    if example.unsafe:
        assert fixed(files, example.rule, **around) != after


@pytest.mark.parametrize("name", engine.rules())
def test_every_rule_shows_a_bad_and_a_good_note(name: str) -> None:
    shown = {example.good for example in EXAMPLES if example.rule == name}
    assert shown == {True, False}


@pytest.mark.parametrize("example", [pytest.param(one, id=one.rule) for one in EXAMPLES if not one.good])
def test_a_bad_note_stays_bad_with_windows_line_ends(example: Example) -> None:
    files = {path: text.replace("\n", "\r\n") for path, text in example.files.items() if path != "vaulttool.toml"}
    files |= {path: text for path, text in example.files.items() if path == "vaulttool.toml"}
    found = findings_of(files, example.rule, outside=example.outside, prefix="vault/", then=example.then)
    assert any(finding.path == example.path for finding in found)
