"""What the product is built from and with: ranges, locks and workflows say what the manual says of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[1]
WORKFLOWS = [*sorted((TOP / ".github/workflows").glob("*.yml")), TOP / "action.yml"]
PINNED = re.compile(r"\./|[\w-]+/[\w.-]+@[0-9a-f]{40}")
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
RANGES = [
    Requirement(one) for some in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()) for one in some
]


def locked(name: str) -> dict[str, list[tuple[str, list[str]]]]:
    """The releases in a lock by project, each with the hashes of its files."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for entry in (TOP / ".ci" / name).read_text("utf-8").replace("\\\n", " ").splitlines():
        pin, *hashes = entry.split(" --hash=")
        project, _, release = pin.partition("==")
        found.setdefault(canonicalize_name(project.strip()), []).append((release.split(" ")[0], hashes))
    return found


@pytest.mark.parametrize("range", RANGES, ids=str)
def test_the_lock_keeps_to_each_range(range: Requirement) -> None:
    releases = locked("locked.txt")[canonicalize_name(range.name)]
    assert releases and all(range.specifier.contains(release, prereleases=True) for release, _ in releases)


@pytest.mark.parametrize("range", RANGES, ids=str)
def test_each_range_has_a_lower_end(range: Requirement) -> None:
    if range.name not in ("rumdl", "types-PyYAML"):  # what they say does not decide whether a test passes
        assert any(one.operator in (">=", "==", "~=") for one in range.specifier)


@pytest.mark.parametrize("name", ["locked.txt", "tools.txt"])
def test_every_file_of_a_lock_is_known_by_its_hash(name: str) -> None:
    for releases in locked(name).values():
        for _, hashes in releases:
            assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64} *", one) for one in hashes)


def test_what_builds_is_locked() -> None:
    wanted = (TOP / ".ci/tools.in").read_text("utf-8").split()
    assert {canonicalize_name(one) for one in wanted} <= locked("tools.txt").keys()


def steps(workflow: Any) -> Iterator[Any]:
    """All steps of a workflow or an action."""
    for job in workflow.get("jobs", {"": workflow.get("runs", {})}).values():
        yield from job["steps"]


@pytest.mark.parametrize("place", WORKFLOWS, ids=lambda place: place.name)
def test_a_workflow_uses_only_what_it_names_by_commit(place: Path) -> None:
    used = [step["uses"] for step in steps(yaml.safe_load(place.read_text("utf-8"))) if "uses" in step]
    assert used and [one for one in used if not PINNED.fullmatch(one)] == []


@pytest.mark.parametrize("place", WORKFLOWS, ids=lambda place: place.name)
def test_no_text_of_others_becomes_part_of_a_script(place: Path) -> None:
    """What a pull request says reaches a script through its environment, or not at all."""
    scripts = [step["run"] for step in steps(yaml.safe_load(place.read_text("utf-8"))) if "run" in step]
    assert [one for one in scripts if re.search(r"\$\{\{\s*+(?!matrix\.run\b)", one)] == []


@pytest.mark.parametrize("place", WORKFLOWS[:-1], ids=lambda place: place.name)
def test_a_workflow_may_only_read(place: Path) -> None:
    """Only the release's two jobs may say who they are, and nothing else may write."""
    workflow = yaml.safe_load(place.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow[True]  # YAML 1.1 reads the key "on" so
    more = {name: job.get("permissions", {}) for name, job in workflow["jobs"].items()}
    may = {name: {right for right, level in rights.items() if level == "write"} for name, rights in more.items()}
    given = {name: rights for name, rights in may.items() if rights}
    wanted = {"build": {"id-token", "attestations"}, "publish": {"id-token"}} if place.stem == "release" else {}
    assert given == wanted
