"""The commands by name, each imported only when it is asked for."""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "init": "vaulttool.commands.init:init",
    "check": "vaulttool.commands.check:check",
    "index": "vaulttool.commands.index:index",
    "merge-file": "vaulttool.commands.merge_file:merge_file",
    "rename": "vaulttool.commands.rename:rename",
    "cutover": "vaulttool.commands.cutover:cutover",
    "runbook": "vaulttool.commands.runbook:runbook",
    "ingest": "vaulttool.commands.ingest:ingest",
    "links": "vaulttool.commands.links:links",
    "explain": "vaulttool.commands.explain:explain",
    "report": "vaulttool.commands.report:report",
    "graph": "vaulttool.commands.graph:graph",
    "audit": "vaulttool.commands.audit:audit",
    "duplicates": "vaulttool.commands.duplicates:duplicates",
    "baseline": "vaulttool.commands.baseline:baseline",
    "lsp": "vaulttool.commands.lsp:lsp",
    "config": "vaulttool.commands.config:config",
    "completion": "vaulttool.commands.completion:completion",
    "clean": "vaulttool.commands.clean:clean",
}


def command_named(name: str) -> click.Command | None:
    """The command of that name, or None."""
    if name not in COMMANDS:
        return None
    module, _, function = COMMANDS[name].partition(":")
    command: click.Command = getattr(importlib.import_module(module), function)
    return command
