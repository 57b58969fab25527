"""The column *Why* of settings: what stands in it is kept, also where a unit says the same twice."""

from __future__ import annotations

from pathlib import Path

from commands_in import run
from folders import write

UNIT = "[Container]\n# the first\nTmpfs=/tmp\n# the second\nTmpfs=/tmp\nTmpfs=/tmp\nTmpfs=/run\n"
PAGE = '# A\n\n<!-- vaulttool:begin settings file="a.container" -->\n\n<!-- vaulttool:end settings -->\n'


def rows(folder: Path) -> list[str]:
    return [line for line in (folder / "A.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]


def test_rows_with_one_name_and_value_keep_their_reasons_in_order(tmp_path: Path) -> None:
    folder = write(tmp_path, {"A.md": PAGE, "a.container": UNIT})
    assert run("index", cwd=folder).status == 0
    assert rows(folder) == [
        "| `Tmpfs` | `/tmp` | the first |",
        "| `Tmpfs` | `/tmp` | the second |",
        "| `Tmpfs` | `/tmp` | |",
        "| `Tmpfs` | `/run` | |",
    ]
    assert run("index", "--check", cwd=folder).out == "0 files to be written, 0 parts; 0 left\n"


def test_the_reasons_go_with_their_rows_when_another_row_comes(tmp_path: Path) -> None:
    folder = write(tmp_path, {"A.md": PAGE, "a.container": UNIT})
    run("index", cwd=folder)
    (folder / "a.container").write_text(UNIT.replace("[Container]\n", "[Container]\nTmpfs=/x\n"), encoding="utf-8")
    assert run("index", cwd=folder).status == 0
    assert rows(folder)[:3] == [
        "| `Tmpfs` | `/x` | |",
        "| `Tmpfs` | `/tmp` | the first |",
        "| `Tmpfs` | `/tmp` | the second |",
    ]


def test_a_reason_of_a_row_that_is_gone_is_never_lost(tmp_path: Path) -> None:
    folder = write(tmp_path, {"A.md": PAGE, "a.container": UNIT})
    run("index", cwd=folder)
    (folder / "a.container").write_text("[Container]\nTmpfs=/tmp\nTmpfs=/run\n", encoding="utf-8")
    told = run("index", cwd=folder)
    text = (folder / "A.md").read_text(encoding="utf-8")
    assert "the first" in text and "the second" in text, told.out
