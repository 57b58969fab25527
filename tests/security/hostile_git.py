"""Repositories whose git data were made by somebody who wants to run a program or to look around."""

from __future__ import annotations

from pathlib import Path

from folders import git, repository, write

NOTES = {
    "vaulttool.toml": '[rules]\nmissing-git-ref = "error"\nmissing-path = "error"\nretired-name = "error"\n',
    ".gitattributes": "*.md filter=own diff=own merge=own\n*.canvas filter=a=b.c diff=own\n",
    "Home.md": "# Home\n\n[[Lisbon]] and [[Lisbon#Past]], [[Gone]], see `tools/gone.py`, tag `v1`, `git checkout v2`\n",
    "Lisbon.md": "# Lisbon\n",
    "Board.canvas": '{"nodes": []}\n',
    "tools/run.py": "",
}
PROGRAMS = (
    *(f"filter.own.{key}" for key in ("clean", "smudge", "process")),
    *(f"filter.a=b.c.{key}" for key in ("clean", "smudge", "process")),
    *("diff.external", "diff.own.command", "diff.own.textconv", "merge.own.driver"),
    *("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy"),
    *("core.alternateRefsCommand", "credential.helper", "gpg.program", "gpg.ssh.program", "sequence.editor"),
    *("pager.log", "pager.diff", "pager.config", "interactive.diffFilter", "uploadpack.packObjectsHook"),
    *("remote.origin.uploadpack", "gc.recentObjectsHook"),
)  # fmt: skip
ALIASES = ("ls-files", "diff", "log", "config", "rev-parse", "cat-file", "for-each-ref", "check-ignore", "merge-base")
HOOKS = (
    "post-index-change",
    "reference-transaction",
    "fsmonitor-watchman",
    "post-checkout",
    "pre-auto-gc",
    "push-to-checkout",
)
MARK = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n"


def hostile(folder: Path) -> Path:
    """A repository in a folder, in which git is told to run a program wherever it can be told. Each program writes the
    name of what was told in the file ``ran`` beside the repository."""
    top = repository(folder / "repository", NOTES)
    tools = folder / "programs"
    tools.mkdir()
    _sign(top)
    git(top, "branch", "other")
    git(top, "tag", "v1")
    write(top, {"Lisbon.md": "# Past\n", "Board.canvas": '{"nodes": [ ]}\n', "New.md": ""})
    git(top, "commit", "--quiet", "--all", "--message=second")
    _sign(top)
    write(top, {"Lisbon.md": "# Past and present\n", "Board.canvas": '{"nodes": [  ]}\n', "Staged.md": ""})
    git(top, "add", "Staged.md")
    hooks = folder / "hooks"
    hooks.mkdir()
    for name in HOOKS:
        program(hooks / name, f"hook {name}", folder)
    settings = {key: str(program(tools / key.replace(".", "-"), key, folder)) for key in PROGRAMS}
    settings |= {f"alias.{name}": f"!{program(tools / f'alias-{name}', f'alias {name}', folder)}" for name in ALIASES}
    settings |= {"core.hooksPath": str(hooks), "log.showSignature": "true", "protocol.allow": "always"}
    settings |= {"protocol.file.allow": "always", "protocol.ext.allow": "always"}
    for key, value in settings.items():
        git(top, "config", key, value)
    return top


def program(place: Path, told: str, folder: Path) -> Path:
    """A program at a place, which writes what it was told as into the file ``ran`` of a folder, and fails."""
    place.write_text(f"#!/bin/sh\necho '{told}' >> '{folder}/ran'\nexit 1\n")
    place.chmod(0o755)
    return place


def ran(folder: Path) -> set[str]:
    """What was run."""
    told = folder / "ran"
    return set(told.read_text().splitlines()) if told.exists() else set()


def _sign(top: Path) -> None:
    """The last commit is made to look signed."""
    head, _, body = git(top, "cat-file", "commit", "HEAD").partition("\n\n")
    (top.parent / "commit").write_text(f"{head}\n{MARK}\n{body}")
    git(top, "reset", "--soft", git(top, "hash-object", "-t", "commit", "-w", str(top.parent / "commit")).strip())
