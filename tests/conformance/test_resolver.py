"""Every conformance case of Obsidian's reading of links, through parsing, lookup and anchors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from vaults import vault_of

from vaulttool.parsing.document import Link
from vaulttool.text.names import cleaned

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one, where it was built
CASES: list[dict[str, Any]] = yaml.load((Path(__file__).parent / "resolver.yaml").read_text(encoding="utf-8"), LOADER)
NOT_RECORDED = ("not-a-link", "external")
MISSING = ("heading-missing", "block-missing")


def texts(case: dict[str, Any]) -> dict[str, str]:
    """The vault of a case; the text of its source is the link where the case gives it none."""
    found = {file if isinstance(file, str) else file["path"]: "" for file in case["files"]}
    found |= {file["path"]: file["text"] for file in case["files"] if not isinstance(file, str)}
    if not found.get(case["source"]):
        found[case["source"]] = case["link"]
    return found


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_link_is_read_and_resolved_as_in_obsidian(case: dict[str, Any]) -> None:
    files = texts(case)
    vault = vault_of(files)
    source = cleaned(case["source"])
    note = vault.notes.get(source)
    at = files[case["source"]].find(case["link"])
    found = [link for link in (note.document.links if note else ()) if _inside(link, at, len(case["link"]))]
    expected = case["expect"]
    if expected["kind"] in NOT_RECORDED:
        assert found == []
        return
    (link,) = found
    target = vault.resolve(link, source).target
    assert target == expected["resolves_to"]
    if target is not None and expected["kind"] in ("heading", "block"):
        assert (vault.has_anchor(target, link.subpath) is False) == (expected["code"] in MISSING)


def _inside(link: Link, start: int, length: int) -> bool:
    return start <= link.span.start < start + length
