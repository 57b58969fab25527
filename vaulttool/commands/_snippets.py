"""The files with which pre-commit and a forge run vaulttool in a repository."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vaulttool.storage.installed import Installed
from vaulttool.text.toml import string

Write = Callable[[Installed, Sequence[str], bool], str]
WITHOUT_INDEX = ("vaulttool-check",)
WITH_INDEX = ("vaulttool-index", *WITHOUT_INDEX)
WORDS = {"vaulttool-index": "index", "vaulttool-check": "check"}


def pre_commit(source: Installed, options: Sequence[str], has_regions: bool) -> str:
    """A ``.pre-commit-config.yaml``. ``options`` go to every command."""
    hooks = WITH_INDEX if has_regions else WITHOUT_INDEX
    lines = ["repos:"]
    if source.address:
        lines += [f"  - repo: {string(source.address)}", f"    rev: {string(source.commit)}", "    hooks:"]
    else:
        lines += ["  - repo: local", "    hooks:"]
    for hook in hooks:
        lines += _named(hook, options) if source.address else _local(hook, options, source)
    return "\n".join(lines) + "\n"


def _named(hook: str, options: Sequence[str]) -> list[str]:
    """A hook of the repository that vaulttool comes from."""
    return [f"      - id: {hook}", *([f"        args: [{_listed(options)}]"] if options else [])]


def _local(hook: str, options: Sequence[str], source: Installed) -> list[str]:
    """A hook that takes vaulttool from the package index, or the one that is installed."""
    lines = [
        f"      - id: {hook}",
        f"        name: vaulttool {WORDS[hook]}",
        f"        entry: vaulttool {WORDS[hook]}",
        f"        language: {'python' if source.is_known else 'system # vaulttool must be installed'}",
    ]
    if source.is_known:
        lines.append(f"        additional_dependencies: [{string(source.requirement)}]")
    lines += ["        always_run: true", "        pass_filenames: false"]
    return lines + ([f"        args: [{_listed(options)}]"] if options else [])


def _listed(options: Sequence[str]) -> str:
    return ", ".join(map(string, options))


def github(source: Installed, options: Sequence[str], has_regions: bool) -> str:
    """A workflow of GitHub's."""
    steps = [_command(["vaulttool", "check", "--format", "github", *options])]
    if has_regions:
        steps.append(_command(["vaulttool", "index", "--check", *options]))
    runs = "\n".join(f"      - run: {step}" for step in steps)
    return f"""\
name: Vault
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      - run: pip install "{source.requirement}"{_placeholder(source)}
{runs}
"""


def gitlab(source: Installed, options: Sequence[str], has_regions: bool) -> str:
    """A pipeline of GitLab's."""
    steps = [_command(["vaulttool", "check", *options])]
    if has_regions:
        steps.append(_command(["vaulttool", "index", "--check", *options]))
    runs = "\n".join(f"    - {step}" for step in steps)
    return f"""\
vault:
  image: python:3.13
  script:
    - pip install "{source.requirement}"{_placeholder(source)}
{runs}
"""


def _placeholder(source: Installed) -> str:
    return "" if source.is_known else " # put in where vaulttool is to be installed from"


def _command(words: Sequence[str]) -> str:
    """A command as a shell and a plain YAML scalar take it: quoted as a whole where a word needs quotes."""
    import shlex  # only for writing these files

    command = shlex.join(words)
    return command if command == " ".join(words) else string(command)
