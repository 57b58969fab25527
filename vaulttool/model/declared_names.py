"""What the units of an open era declare, asked by the names that pages use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from posixpath import basename

from vaulttool.model.deployed import Open, engine_settings, settings_of
from vaulttool.model.setting import Setting
from vaulttool.model.sources import Sources
from vaulttool.model.unit_files import drop_ins
from vaulttool.model.values import FALSE, TRUE, same

WORD = re.compile(r"[A-Za-z_][\w-]*")
PATH = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)*")
KEY = re.compile(r"[A-Z][a-z]+[A-Z][A-Za-z]*")  # a key of a unit that is no single word
IMAGE = "Image"
COMMANDS = ("ExecStart", "Entrypoint", "entrypoint")
ENV_FILES = ("EnvironmentFile", "env_file", "--env-file")
SCRIPTS = (".sh", ".bash", ".py")
BOUNDARY = "/:@"  # what a longer form of a value has beside a shorter one: a folder, a tag, a digest


class DeclaredNames:
    """The settings of the units and env files of some open eras, and every word of these files."""

    def __init__(self, sources: Sources, eras: Sequence[Open]) -> None:
        self.sources = sources
        self.eras = eras
        found = [settings_of(sources, one.era) for one in eras if one.era.units or one.era.env]
        self.is_readable = bool(found) and None not in found
        self.settings = [setting for settings in found for setting in settings or ()]

    @property
    def files(self) -> list[str]:
        """The units and env files."""
        return list(dict.fromkeys(path for one in self.eras for path in (*one.era.units, *one.era.env)))

    def has(self, name: str) -> bool:
        """Whether the files, or a script of the repository that they run, know a name, be it in a comment."""
        plain = normal(name)
        return bool({plain, plain.partition(".")[0], "no_" + plain, plain.removeprefix("no_")} & self._words)

    def named(self, name: str) -> list[Setting]:
        """The settings of a name, which may be written as a flag or a variable, or as a key in its own spelling."""
        plain = normal(name)
        return [
            setting
            for setting in self.settings
            if setting.name == name or (setting.kind in ("flag", "environment") and normal(setting.name) == plain)
        ]

    def labelled(self, label: str) -> list[Setting]:
        """The settings of a label in words: one of several words, or one that is written like the setting itself. A
        single word such as *Host* may mean anything."""
        own = [setting for setting in self.settings if setting.name == label]
        is_single = " " not in label.strip() and not KEY.fullmatch(label)
        return (
            [one for one in own if one.name == IMAGE or one.kind == "environment"] if is_single else self.named(label)
        )

    @cached_property
    def has_all_flags(self) -> bool:
        """Whether the flags that the units do not have are not passed: none is written with one letter, which may stand
        for another, none comes out of a variable, and no script is run that is not at hand."""
        settings = [one for each in self.eras for one in engine_settings(self.sources, each.era) or ()]
        short = any(one.kind == "flag" and one.name[:2] != "--" for one in settings)
        variable = any(one.kind == "argument" and one.value[:1] == "$" for one in settings)
        return not short and not variable and not self._runs_unread_script

    @cached_property
    def has_all_variables(self) -> bool:
        """Whether the variables that the units do not have are not set: they read no other env file, and run no script
        that is not at hand."""
        known = {basename(path) for one in self.eras for path in one.era.env}
        read = [one.value for one in self.settings if one.name in ENV_FILES]
        return all(basename(value.lstrip("-")) in known for value in read) and not self._runs_unread_script

    @cached_property
    def _runs_unread_script(self) -> bool:
        commands = (one.value for one in self.settings if one.name in COMMANDS or one.name == "argument 1")
        named = {basename(word) for command in commands for word in command.split()[:2] if word.endswith(SCRIPTS)}
        return not named <= self._scripts.keys()

    @cached_property
    def _scripts(self) -> Mapping[str, str]:
        """The scripts of the repository by their file names."""
        return {basename(path): path for path in self.sources.files.paths if path.endswith(SCRIPTS)}

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(normal(word) for text in self._texts() for word in WORD.findall(text))

    def _texts(self) -> Iterator[str]:
        """The text of the files, their drop-ins, and the scripts of the repository that they name."""
        files = self.sources.files
        for path in self.files:
            texts = [files.text(path) or "", *(each.text for each in drop_ins(files, path))]
            yield from texts
            named = {basename(word) for text in texts for word in PATH.findall(text) if word.endswith(SCRIPTS)}
            yield from (files.text(self._scripts[name]) or "" for name in named & self._scripts.keys())


def normal(name: str) -> str:
    """A name without what sets a flag, a variable and a label apart: dashes, blanks, case."""
    return name.strip().lstrip("-").replace("-", "_").replace(" ", "_").lower()


def agrees(declared: str, shown: str) -> bool:
    """Whether a value as a page shows it is what is declared, or a shorter or longer form of it."""
    if same(declared, shown) or same(declared, _plain(shown)) or declared.lower() == shown.lower():
        return True
    if any(declared.lower() in words and shown.lower() in words for words in (TRUE, FALSE)):
        return True
    return _extends(declared, shown) or _extends(shown, declared)


def ports(settings: Sequence[Setting], unit: str) -> Mapping[str, Setting]:
    """The ports that a unit declares, each with the setting that does."""
    found: dict[str, Setting] = {}
    for setting in settings:
        if setting.path == unit and setting.name in ("PORT", "--port", "PublishPort", "--publish", "-p"):
            for port in setting.value.partition("/")[0].split(":"):
                if port.isdigit():
                    found.setdefault(port, setting)
    return found


def differ(declared: str, shown: str, name: str) -> bool:
    """Whether two values are others without doubt. Of images only those with two tags are: one may be the digest of
    the other, or stand under the name of another registry."""
    if name == IMAGE:
        tags = [value.rpartition("/")[2].partition(":")[2] for value in (declared, shown)]
        return "@" not in declared + shown and all(tags) and tags[0] != tags[1]
    return not agrees(declared, shown)


def _plain(shown: str) -> str:
    """A number without the commas between thousands."""
    return shown.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", shown) else shown


def _extends(longer: str, shorter: str) -> bool:
    """Whether a value is another one with a folder or host before it, or a tag or digest behind it."""
    if not shorter or len(longer) <= len(shorter):
        return False
    before, behind = longer[: -len(shorter)], longer[len(shorter) :]
    ends = longer.endswith(shorter) and before[-1] in BOUNDARY
    return ends or (longer.startswith(shorter) and behind[0] in BOUNDARY)
