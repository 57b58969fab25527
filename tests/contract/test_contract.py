"""What was promised once holds: files as the first version wrote them are read, and what it printed is printed.

`first/` is a vault of that time with its data, regions, sums, comments and baseline; `schemas/` are the forms of what was
printed. They are never changed; what is promised later lies beside them.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from commands_in import run

from vaulttool import registry

HERE = Path(__file__).parent
PROMISED = (HERE / "promised.json").read_text("utf-8")
DATA = sorted(path.relative_to(HERE / "first").as_posix() for path in (HERE / "first/data").rglob("*.yaml"))


def form_of_then(address: str) -> dict[str, Any]:
    """A schema as it was, by the last part of its address."""
    found: dict[str, Any] = json.loads((HERE / "schemas" / address.rpartition("/")[2]).read_text("utf-8"))
    return found


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """The vault of the first version, which may be written to."""
    shutil.copytree(HERE / "first", tmp_path / "vault")
    return tmp_path / "vault"


def test_what_was_found_is_found(first: Path) -> None:
    done = run("check", cwd=first)
    assert (done.status, done.out.splitlines()[:-1]) == (
        0,
        ['Home.md:3:28: warning: no note or file is named "Gone" [broken-link]'],
    )


def test_generated_parts_and_their_sums_are_known(first: Path) -> None:
    done = run("index", "--check", cwd=first)
    assert (done.status, done.out) == (0, "0 files to be written, 0 parts; 0 left\n")


def test_each_generated_part_is_written_again_where_it_is_empty(first: Path) -> None:
    """The markers alone, as a person writes them."""
    for page in ("Home.md", "Lisbon.md"):
        text = (first / page).read_text("utf-8")
        kept, inside = [], False
        for line in text.splitlines(keepends=True):
            inside = inside and "vaulttool:end" not in line
            if not inside:
                kept.append(line.split(" sum=")[0] + " -->\n" if " sum=" in line else line)
            inside = inside or ("vaulttool:begin" in line and "ignore" not in line)
        (first / page).write_text("".join(kept), "utf-8")
    assert run("index", cwd=first).status == 0
    for page in ("Home.md", "Lisbon.md"):
        assert (first / page).read_text("utf-8") == (HERE / "first" / page).read_text("utf-8")


def test_a_baseline_is_known(first: Path) -> None:
    done = run("baseline", "--check", cwd=first)
    assert done.status == 0, done.out
    assert "Gone" not in run("check", "--baseline", "vaulttool-baseline.json", cwd=first).out


@pytest.mark.parametrize("path", DATA)
def test_a_data_file_may_say_its_version(first: Path, path: str) -> None:
    place = first / path
    place.write_text("version: 1\n" + place.read_text("utf-8"), "utf-8")
    assert "bad-data" not in run("check", cwd=first).out


@pytest.mark.parametrize("path", DATA)
def test_a_data_file_of_a_later_version_is_named(first: Path, path: str) -> None:
    place = first / path
    place.write_text("version: 2\nof_later: true\n" + place.read_text("utf-8"), "utf-8")
    (line,) = [line for line in run("check", cwd=first).out.splitlines() if "version 2" in line]
    assert line == f"{path}:1:1: error: the file is of version 2, and this vaulttool reads version 1 [bad-data]"


@pytest.mark.parametrize(
    ("arguments", "schema"),
    [
        (("check", "--format", "json"), "report"),
        (("check", "--format", "jsonl"), "report-line"),
        (("links", "--format", "jsonl"), "link"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_is_printed_for_machines_has_the_form_of_then(
    first: Path, arguments: tuple[str, ...], schema: str
) -> None:
    held = jsonschema_rs.Draft202012Validator(form_of_then(f"{schema}.schema.json"), retriever=form_of_then)
    out = run(*arguments, cwd=first).out
    told = [json.loads(out)] if schema == "report" else [json.loads(line) for line in out.splitlines()]
    assert told and all(held.is_valid(one) for one in told)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("check",), 0), (("check", "--fail-on", "warning"), 1), (("check", "gone.md"), 2), (("check", "--nonsense"), 2)],
    ids=["clean", "findings", "a path that is none", "an option that is none"],
)
def test_the_exit_status_means_what_it_meant(first: Path, arguments: tuple[str, ...], status: int) -> None:
    assert run(*arguments, cwd=first).status == status


@pytest.mark.parametrize("package", ["rules", "generators", "readers", "reporters"])
def test_no_name_of_then_is_gone(package: str) -> None:
    assert set(json.loads(PROMISED)[package]) <= set(registry.names(f"vaulttool.{package}"))
