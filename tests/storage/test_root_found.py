"""Where a run takes place: the vault, its configuration and its repository, from wherever the user stands."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from folders import git, write

from vaulttool.errors import VaulttoolError
from vaulttool.storage import root


class Case(NamedTuple):
    """Files, where the user stands and what they say; the vault and the configuration, relative to the top."""

    files: list[str]
    cwd: str
    paths: list[str]
    expected: str
    config: str | None = None
    vault: str | None = None
    config_file: str | None = None
    use_config: bool = True


VAULT_BELOW = 'vault = "notes"\n'
TOMLS = {
    "here/vaulttool.toml": "",
    "below/vaulttool.toml": VAULT_BELOW,
    "other/vaulttool.toml": 'vault = "../elsewhere"\n',
    "poetry/pyproject.toml": '[tool.poetry]\nname = "x"\n',
    "project/pyproject.toml": '[tool.vaulttool]\nvault = "notes"\n',
    "both/pyproject.toml": "[tool.vaulttool]\n",
    "both/vaulttool.toml": VAULT_BELOW,
    "odd/pyproject.toml": "no TOML at all",
}

CASES = {
    "nothing at all": Case(["n/a.md"], "n", [], "n"),
    "--vault": Case(["n/a.md"], "", [], "n", vault="n"),
    "--vault in a configured vault": Case(["here/a.md"], "", [], "here", "here/vaulttool.toml", vault="here"),
    "--vault names a configured vault": Case(
        ["below/notes/a.md"], "", [], "below/notes", "below/vaulttool.toml", vault="below/notes"
    ),
    "--vault is not the vault of the configuration above": Case(
        ["below/notes/a.md", "below/x/b.md"], "", [], "below/x", None, vault="below/x"
    ),
    "--vault with --no-config": Case(["here/a.md"], "", [], "here", None, vault="here", use_config=False),
    "configuration here": Case(["here/a.md"], "here", [], "here", "here/vaulttool.toml"),
    "configuration above": Case(["here/d/e/a.md"], "here/d/e", [], "here", "here/vaulttool.toml"),
    "configuration with a vault below": Case(["below/notes/a.md"], "below", [], "below/notes", "below/vaulttool.toml"),
    "from inside the vault that a configuration above names": Case(
        ["below/notes/d/a.md"], "below/notes/d", [], "below/notes", "below/vaulttool.toml"
    ),
    "beside the vault that a configuration above names": Case(
        ["below/notes/a.md", "below/src/"], "below/src", [], "below/src"
    ),
    "the vault of the configuration is elsewhere": Case(["other/x/", "elsewhere/a.md"], "other/x", [], "other/x"),
    "a pyproject.toml of others": Case(["poetry/a.md"], "poetry", [], "poetry"),
    "a pyproject.toml of others that is broken": Case(["odd/a.md"], "odd", [], "odd"),
    "a pyproject.toml": Case(["project/notes/a.md"], "project", [], "project/notes", "project/pyproject.toml"),
    "vaulttool.toml before pyproject.toml": Case(["both/notes/a.md"], "both", [], "both/notes", "both/vaulttool.toml"),
    "configuration around the PATH, not around the user": Case(
        ["here/d/a.md", "n/"], "n", ["../here/d/a.md"], "here", "here/vaulttool.toml"
    ),
    "the first PATH decides": Case(
        ["here/a.md", "below/notes/b.md"], "", ["below/notes", "here"], "below/notes", "below/vaulttool.toml"
    ),
    "configuration around a PATH that is gone": Case(["here/"], "", ["here/gone/x.md"], "here", "here/vaulttool.toml"),
    "--no-config": Case(["here/a.md"], "here", [], "here", None, use_config=False),
    "--config": Case(
        ["n/a.md", "below/notes/"],
        "n",
        [],
        "below/notes",
        "below/vaulttool.toml",
        config_file="../below/vaulttool.toml",
    ),
    "--config with --vault": Case(
        ["n/a.md"], "n", [], "n", "below/vaulttool.toml", vault=".", config_file="../below/vaulttool.toml"
    ),
    ".obsidian here": Case(["n/.obsidian/"], "n", [], "n"),
    ".obsidian above": Case(["n/.obsidian/", "n/d/e/"], "n/d/e", [], "n"),
    ".obsidian one level below": Case(["n/v/.obsidian/"], "n", [], "n/v"),
    ".obsidian two levels below": Case(["n/d/v/.obsidian/"], "n", [], "n/d/v"),
    ".obsidian three levels below": Case(["n/d/e/v/.obsidian/"], "n", [], "n"),
    ".obsidian in a dot folder below": Case(["n/.trash/v/.obsidian/", "n/v/.obsidian/"], "n", [], "n/v"),
    ".obsidian as a file": Case(["n/v/.obsidian"], "n", [], "n"),
    ".obsidian above before those below": Case(["n/.obsidian/", "n/d/v/.obsidian/"], "n/d", [], "n"),
    ".obsidian around the PATH": Case(["n/.obsidian/", "n/a.md", "m/"], "m", ["../n/a.md"], "n"),
    "a configuration above before .obsidian nearby": Case(
        ["here/v/.obsidian/"], "here/v", [], "here", "here/vaulttool.toml"
    ),
    "a PATH that is a folder": Case(["n/a.md"], "", ["n"], "n"),
    "a PATH that is a note": Case(["n/d/a.md"], "n", ["d/a.md"], "n"),
    "a PATH that is a file without suffix": Case(["n/d/LICENSE"], "n", ["d/LICENSE"], "n"),
    "a PATH that is a folder named as a note": Case(["n/x.md/a.md"], "n", ["x.md"], "n/x.md"),
    "a PATH that is gone": Case(["n/a.md"], "n", ["gone/a.md"], "n"),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_the_place_of_a_run(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tmp_path.resolve()
    used = {path.partition("/")[0] for path in case.files} | {(case.config or "").partition("/")[0]}
    write(top, {path: text for path, text in TOMLS.items() if path.partition("/")[0] in used})
    write(top, dict.fromkeys(case.files, ""))
    monkeypatch.chdir(top / case.cwd)
    found = root.find(case.paths, case.vault, case.config_file, case.use_config)
    config = str(found.config_file.relative_to(top)) if found.config_file else None
    assert (str(found.root.relative_to(top)), config) == (case.expected, case.config)


class Refused(NamedTuple):
    """Files, arguments and the error's message; ``{top}`` stands for the folder of the test."""

    files: dict[str, str]
    paths: list[str]
    message: str
    remedy: str
    config_file: str | None = None
    use_config: bool = True


REFUSED = {
    "several vaults below": Refused(
        {"b/.obsidian/": "", "a/v/.obsidian/": ""},
        [],
        'several vaults lie below {top}: "{top}/a/v", "{top}/b"',
        "choose one with --vault",
    ),
    "a configuration whose vault is missing": Refused(
        {"vaulttool.toml": 'vault = "notes"'},
        [],
        '{top}/vaulttool.toml: the vault "notes" is no folder',
        'correct the key "vault"',
    ),
    "no file after --config": Refused(
        {}, [], 'no configuration "{top}/x.toml"', "check the path after --config", config_file="x.toml"
    ),
    "a folder after --config": Refused(
        {"x.toml/": ""},
        [],
        'the configuration "{top}/x.toml" cannot be read: is a directory',
        "mend it",
        config_file="x.toml",
    ),
    "a pyproject.toml without a table after --config": Refused(
        {"pyproject.toml": ""},
        [],
        '"pyproject.toml" has no [tool.vaulttool]',
        "name a vaulttool.toml",
        config_file="pyproject.toml",
    ),
    "--config with --no-config": Refused(
        {"x.toml": ""},
        [],
        "--config and --no-config exclude each other",
        "leave one of them out",
        config_file="x.toml",
        use_config=False,
    ),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in REFUSED.items()])
def test_a_place_that_cannot_be_told(case: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = write(tmp_path.resolve(), case.files)
    monkeypatch.chdir(top)
    with pytest.raises(VaulttoolError) as error:
        root.find(case.paths, None, case.config_file, case.use_config)
    assert (error.value.message, error.value.remedy) == (case.message.format(top=top), case.remedy)


def test_a_configuration_that_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"vaulttool.toml": b"\xff\xfe", "a.md": ""})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VaulttoolError, match="cannot be read: it is no UTF-8"):
        root.find([])


def test_a_configuration_with_a_byte_order_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"vaulttool.toml": '\ufeffexclude = ["x"]\n', "a.md": ""})
    monkeypatch.chdir(tmp_path)
    assert root.find([]).config.exclude == ("x",)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        pytest.param({"repo/vault/a.md": ""}, "repo", id="git's top folder"),
        pytest.param({"repo/docs/vaulttool.toml": 'vault = "../vault"', "repo/vault/a.md": ""}, "repo", id="git first"),
    ],
)
def test_the_repository_is_gits(
    tree: dict[str, str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = write(tmp_path.resolve(), tree)
    git(top / "repo", "init", "--quiet")
    monkeypatch.chdir(top / "repo" / "vault")
    assert root.find([]).repository == top / expected


@pytest.mark.parametrize(
    ("tree", "arguments", "expected"),
    [
        pytest.param({"vaulttool.toml": 'vault = "v"', "v/a.md": ""}, {}, "", id="the configuration's folder"),
        pytest.param({"v/a.md": ""}, {"vault": "v"}, "v", id="the vault"),
        pytest.param(
            {"c/x.toml": "", "v/a.md": ""},
            {"vault": "v", "config_file": "c/x.toml"},
            "v",
            id="the vault, where the configuration lies beside it",
        ),
    ],
)
def test_the_repository_without_git(
    tree: dict[str, str], arguments: dict[str, str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = write(tmp_path.resolve(), tree)
    monkeypatch.chdir(top)
    assert root.find([], arguments.get("vault"), arguments.get("config_file")).repository == top / expected
