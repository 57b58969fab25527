"""Nothing outside the repository is read or written because something in it says so, and nobody learns what is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

SECRET = "zebra-crossing"
OUT: Mapping[str, str | bytes] = {
    "out/note.md": f"# {SECRET}\n\n[[{SECRET}]] <!-- vaulttool:begin index -->\n",
    "out/runs/r.yaml": f"run: {SECRET}\n",
    "out/own.schema.json": f'{{"{SECRET}": ',
    "out/baseline.json": f'{{"version": 1, "findings": "{SECRET}"}}',
    "out/engine.container": f"[Container]\nImage={SECRET}\nEnvironmentFile=engine.env\n",
    "out/engine.env": f"{SECRET}=1\n",
    "out/page.md": f"1<!-- =count/{SECRET} -->\n",
    "out/rules.yml": f"groups: [{{rules: [{{alert: {SECRET}}}]}}]\n",
    "out/.obsidian/app.json": f'{{"userIgnoreFilters": ["{SECRET}"]}}',
}
DATA = """endpoint: lisbon
names: [{name: lisbon}]
owner_page: Home.md
eras:
  - {id: one, start: 2026-01-01, units: ["%s"], env: ["%s"], page: "%s"}
"""
COMMANDS = (
    ("check",),
    ("check", "--format", "full"),
    ("check", "--fix"),
    ("index",),
    ("links",),
    ("audit",),
    ("graph",),
)


def asked_of(files: Mapping[str, str], links: Mapping[str, str], folder: Path, is_there: bool) -> list[Done]:
    """What all commands say of a repository with files and symbolic links, where ``{out}`` stands for a folder outside
    it, in which there is something or nothing."""
    write(folder, OUT if is_there else {})
    out = str(folder / "out")
    top = write(folder / "r", {path: text.replace("{out}", out) for path, text in files.items()})
    for path, target in links.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).symlink_to(target.replace("{out}", out))
    repository(top, {"Home.md": "# Home\n"} if "Home.md" not in files else {})
    before = {place: place.read_bytes() for place in folder.glob("out/**/*") if place.is_file()}
    done = [run(*command, cwd=top) for command in COMMANDS]
    assert {place: place.read_bytes() for place in folder.glob("out/**/*") if place.is_file()} == before
    assert sorted(os.listdir(folder)) == sorted(["r", *(["out"] if is_there else [])])
    return done


NAMED_IN_FILES: dict[str, dict[str, str]] = {
    "links of notes": {
        "Home.md": "[[../out/note]] [[{out}/note]] [a](../out/note.md) [b]({out}/note.md) [c](file://{out}/note.md) "
        "![d](../out/note.md) ![[../out/note.md#Head]] [e](..%2Fout%2Fnote.md) [f](../../../../../etc/passwd)\n",
    },
    "front matter": {"Home.md": '---\nup: "[[../out/note]]"\nsource: ../out/note.md\n---\n'},
    "a canvas": {
        "A.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "../out/note.md"}, {"id": "2", "type": "file", "file": "{out}/note.md"}]}'
    },
    "a base": {"A.base": 'filters: \'file.inFolder("../out")\'\nviews: [{type: table, name: "{out}"}]\n'},
    "regions": {
        "Home.md": '<!-- vaulttool:begin settings file="../out/engine.container" -->\n\n<!-- vaulttool:end settings -->\n\n'
        '<!-- vaulttool:begin settings file="{out}/engine.container" id="b" -->\n\n<!-- vaulttool:end settings -->\n\n'
        '<!-- vaulttool:begin index folder="../out" -->\n\n<!-- vaulttool:end index -->\n'
    },
    "a unit": {
        "vaulttool.toml": "",
        "engine.container": "[Container]\nImage=x\nEnvironmentFile=../out/engine.env\nEnvironmentFile={out}/engine.env\nVolume={out}:/x\n",
        "Home.md": '<!-- vaulttool:begin settings file="engine.container" -->\n\n<!-- vaulttool:end settings -->\n',
    },
    "data": {
        "vaulttool.toml": 'data = "data"\n',
        "data/endpoints/lisbon.yaml": DATA % ("../out/engine.container", "{out}/engine.env", "../out/note.md"),
        "data/runs/x.yaml": f"run: x\nsource: {{file: ../out/runs/r.yaml, sha256: {'0' * 64}}}\n",
    },
    "a vault above": {"vaulttool.toml": 'vault = ".."\n'},
    "a vault further up": {"vaulttool.toml": 'vault = "../.."\n'},
    "a folder of data": {"vaulttool.toml": 'data = "../out"\n'},
    "an absolute folder of data": {"vaulttool.toml": 'data = "{out}"\n'},
    "a baseline": {"vaulttool.toml": 'baseline = "../out/baseline.json"\n'},
    "a folder of schemas": {"vaulttool.toml": '[schemas]\nfolder = "../out"\npaths = {"*.md" = "own"}\n'},
    "a schema that a schema names": {
        "vaulttool.toml": '[schemas]\nfolder = "s"\npaths = {"*.md" = "mine"}\n',
        "s/mine.schema.json": '{"properties": {"a": {"$ref": "file://{out}/own.schema.json"}}}',
        "Home.md": "---\na: 1\n---\n",
    },
    "extra pages": {"vaulttool.toml": 'extra-files = ["../out/page.md", "{out}/page.md", "../out/*.md"]\n'},
    "other files": {"vaulttool.toml": 'repository-files = ["../out/rules.yml", "{out}/*"]\n'},
    "outputs": {"vaulttool.toml": '[[outputs]]\npath = "../out/cards.json"\nkind = "cards"\n'},
    "counts": {
        "vaulttool.toml": '[counts.alerts]\ntitle = "Alerts"\nfile = "../out/rules.yml"\nof = "alerts"\n',
        "Home.md": "1<!-- =count/alerts -->\n",
    },
    "a glob of counts": {
        "vaulttool.toml": '[counts.files]\ntitle = "Files"\nglob = "../out/*"\n',
        "Home.md": "1<!-- =count/files -->\n",
    },
    "suppression of paths": {"vaulttool.toml": '[per-file-ignores]\n"../out/**" = ["broken-link"]\n'},
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED_IN_FILES)
def test_what_files_name_outside_is_not_read(name: str, tmp_path: Path) -> None:
    files = NAMED_IN_FILES[name]
    there, gone = (
        asked_of(files, {}, tmp_path / ("x" * 5 + str(int(is_there))), is_there) for is_there in (True, False)
    )
    for one, other in zip(there, gone, strict=True):
        assert SECRET not in one.out + one.err
        assert (one.status, _placeless(one.out), _placeless(one.err)) == (
            other.status,
            _placeless(other.out),
            _placeless(other.err),
        )


LINKS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "notes": (
        {"Home.md": "[[note]] [[note#Head]] [[far]] ![[picture.png]] [[folder/note]]\n"},
        {"note.md": "../out/note.md", "far.md": "{out}/note.md", "picture.png": "{out}/note.md", "folder": "../out"},
    ),
    "notes by two steps": ({}, {"one": "../out", "two.md": "one/note.md"}),
    "data": ({"vaulttool.toml": 'data = "data"\n', "data/names.yaml": "renames: []\n"}, {"data/runs": "{out}/runs", "data/relations.yaml": "{out}/runs/r.yaml"}),
    "the folder of data": ({"vaulttool.toml": 'data = "data"\n'}, {"data": "../out"}),
    "schemas": ({"vaulttool.toml": '[schemas]\nfolder = "s"\npaths = {"*.md" = "own"}\n'}, {"s": "../out"}),
    "a schema": (
        {"vaulttool.toml": '[schemas]\nfolder = "s"\npaths = {"*.md" = "own"}\n', "s/x.txt": ""},
        {"s/own.schema.json": "{out}/own.schema.json"},
    ),
    "a baseline": ({"vaulttool.toml": 'baseline = "b.json"\n'}, {"b.json": "{out}/baseline.json"}),
    "a configuration": ({"a.md": ""}, {"vaulttool.toml": "{out}/note.md"}),
    "extra pages": ({"v/a.md": "", "vaulttool.toml": 'vault = "v"\nextra-files = ["page.md"]\n'}, {"page.md": "{out}/page.md"}),
    "outputs": (
        {"vaulttool.toml": 'data = "data"\n[[outputs]]\npath = "cards.json"\nkind = "cards"\n', "data/names.yaml": "renames: []\n"},
        {"cards.json": "{out}/cards.json"},
    ),
    "the sums of outputs": (
        {"vaulttool.toml": 'data = "data"\n[[outputs]]\npath = "cards.json"\nkind = "cards"\n', "data/names.yaml": "renames: []\n"},
        {"vaulttool.sums": "{out}/sums"},
    ),
    "the vault": ({"vaulttool.toml": 'vault = "v"\n'}, {"v": "../out"}),
    "a unit": (
        {"Home.md": '<!-- vaulttool:begin settings file="e.container" -->\n\n<!-- vaulttool:end settings -->\n', "vaulttool.toml": ""},
        {"e.container": "{out}/engine.container"},
    ),
    "the settings of Obsidian": ({}, {".obsidian": "{out}/.obsidian"}),
}  # fmt: skip


@pytest.mark.parametrize("name", LINKS)
def test_no_link_leads_out(name: str, tmp_path: Path) -> None:
    there, gone = (asked_of(*LINKS[name], tmp_path / str(int(is_there)), is_there) for is_there in (True, False))
    for one, other in zip(there, gone, strict=True):
        assert SECRET not in one.out + one.err
        assert (one.status, _placeless(one.out), _placeless(one.err)) == (
            other.status,
            _placeless(other.out),
            _placeless(other.err),
        )


def _placeless(text: str) -> str:
    """What is said, without the name of the folder that all lies in."""
    return text.replace("/1/", "/0/").replace("xxxxx1", "xxxxx0")


def test_git_s_own_files_are_not_read(tmp_path: Path) -> None:
    """A build may keep the password of the forge there."""
    files = {
        "vaulttool.toml": 'extra-files = [".git/page.md"]\n[counts.a]\ntitle = "A"\nfile = ".git/page.md"\nof = "alerts"\n',
        "Home.md": '[[config]]\n\n<!-- vaulttool:begin settings file=".git/config" -->\n\n<!-- vaulttool:end settings -->\n',
    }
    top = repository(tmp_path, files)
    (top / "config.md").symlink_to(".git/config")
    git(top, "config", "http.extraHeader", SECRET)
    write(top, {".git/page.md": f"[[{SECRET}]]\n"})
    for command in COMMANDS:
        done = run(*command, cwd=top)
        assert SECRET not in done.out + done.err
    assert 'no note or file is named "config"' in run("check", cwd=top).out


def test_links_that_stay_inside_are_followed(tmp_path: Path) -> None:
    top = write(
        tmp_path / "r",
        {"v/Home.md": "[[note#Head]] [[folder/far#Head]]\n", "shared/far.md": "# Head\n", "note.md": "# Head\n"},
    )
    (top / "v/note.md").symlink_to("../note.md")
    (top / "v/folder").symlink_to("../shared")
    repository(top, {})
    assert run("check", "--vault", "v", "--ignore", "orphan-note", cwd=top)[:2] == (
        0, "3 notes, 2 links: 0 unresolved; 0 errors, 0 warnings\n",
    )  # fmt: skip


def test_a_vault_without_git_is_read_as_obsidian_reads_it(tmp_path: Path) -> None:
    write(tmp_path, {"out/note.md": "# Head\n", "v/Home.md": "[[l/note#Head]]\n"})
    (tmp_path / "v/l").symlink_to("../out")
    assert run("check", "--ignore", "orphan-note", cwd=tmp_path / "v").status == 0


def test_a_link_that_is_staged_is_not_followed_either(tmp_path: Path) -> None:
    """The work tree has a page where the index has a link."""
    write(tmp_path, OUT)
    top = repository(tmp_path / "r", {"Home.md": "[[note]]\n"})
    (top / "note.md").symlink_to("../out/note.md")
    git(top, "add", ".")
    (top / "note.md").unlink()
    write(top, {"note.md": "# Head\n"})
    done = run("check", "--staged", "--format", "full", cwd=top)
    assert SECRET not in done.out + done.err
    assert 'note: "note.md" leads out of the repository' in done.err
