"""What the tool says of itself in its own manual: its rules, settings, kinds of region, readers and commands."""

from __future__ import annotations

from collections.abc import Iterator

import click

from vaulttool.model.product import Entry, Product


def product() -> Product:
    """The references, each made only when a region asks for it."""
    return Product(_rules, _settings, _kinds, _readers, _commands, _schema)


def _rules() -> Iterator[Entry]:
    from vaulttool import engine
    from vaulttool.manual import level

    for rule in engine.rules().values():
        yield Entry(rule.name, level(rule), rule.summary, rule.manual)


def _settings() -> Iterator[Entry]:
    from vaulttool.config import Config
    from vaulttool.manual import keys, shown_default

    for name, default, meaning in keys(Config):
        yield Entry(name, shown_default(default), meaning)


def _kinds() -> Iterator[Entry]:
    from vaulttool import engine

    for kind in engine.kinds().values():
        yield Entry(kind.name, "", kind.summary, kind.manual)


def _readers() -> Iterator[Entry]:
    from vaulttool import registry

    for name, module in registry.modules("vaulttool.readers").items():
        manual = (module.__doc__ or "").strip()
        yield Entry(name, "", registry.summary(manual), manual)


def _commands() -> list[Entry]:
    from vaulttool.commands._list import COMMANDS, command_named

    group = click.Context(click.Group("vaulttool"), info_name="vaulttool", max_content_width=100, terminal_width=100)
    group.help_option_names = ["-h", "--help"]
    return [_entry(name, command, group) for name in COMMANDS if (command := command_named(name))]


def _entry(name: str, command: click.Command, group: click.Context) -> Entry:
    """A command with its first sentence and its help as a terminal of 100 columns shows it."""
    with click.Context(command, info_name=name, parent=group) as context:
        return Entry(name, "", command.get_short_help_str(200), command.get_help(context))


def _schema() -> str:
    from vaulttool.manual import schema_text

    return schema_text()
