"""A step of a procedure: what it is for, the commands, and what is to be seen after them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import NamedTuple

from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.managers import SYSTEM, USER
from vaulttool.text.literal import Markdown, block, visible


class Step(NamedTuple):
    """One step. ``text`` and ``expect`` are sentences without marks, ``expect`` may be empty; ``commands`` are lines of
    a shell."""

    text: str
    commands: tuple[str, ...]
    expect: str = ""


def step(text: str, commands: str | Sequence[str], expect: str = "") -> Step:
    """A step with one command or several."""
    return Step(text, (commands,) if isinstance(commands, str) else tuple(commands), expect)


def script(one: Step, number: int = 0) -> Markdown:
    """A step as a block of a shell, in which all but the commands are comments."""
    first = f"{number}. {one.text}" if number else one.text
    lines = [_comment(first), *one.commands]
    return block([*lines, _comment(one.expect)] if one.expect else lines)


def word(text: str) -> str:
    """A text as one word of a shell."""
    return shlex.quote(visible(text))


def path(text: str) -> str:
    """A path as one word of a shell, in which the home of a user is still one."""
    return f"~/{word(text[2:])}" if text.startswith("~/") and text != "~/" else word(text)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


class Commands:
    """The beginnings of the commands about one unit, for the systemd that runs it."""

    def __init__(self, facts: Facts) -> None:
        before = "sudo " if facts.manager == SYSTEM else ""
        of_user = " --user" if facts.manager == USER else ""
        self.before = before
        self.systemctl = f"{before}systemctl{of_user}"
        self.podman = f"{before}{facts.engine}"
        self.journal = f"{before}journalctl{of_user}"
        self.analyze = f"systemd-analyze{of_user}"
        self.service = instance(facts.service)

    def has_image(self, image: str) -> str:
        """A command that tells by its status, which it prints, whether an image is there."""
        if self.podman.endswith("docker"):
            return f"{self.podman} image inspect {word(image)} > /dev/null; echo $?"
        return f"{self.podman} image exists {word(image)}; echo $?"

    def log(self, service: str, lines: int = 50) -> str:
        """The last lines of a service's log."""
        return f"{self.journal} -u {word(service)} -n {lines} --no-pager"


def instance(service: str) -> str:
    """A unit's name for a command; a template's has a place for the instance."""
    return service.replace("@.", "@INSTANCE.")


def folder(facts: Facts) -> str:
    """Where the systemd that runs a unit, or its Quadlet, reads such files; empty where it is not known which it is."""
    if facts.is_quadlet:
        return {USER: "~/.config/containers/systemd", SYSTEM: "/etc/containers/systemd"}.get(facts.manager, "")
    return {USER: "~/.config/systemd/user", SYSTEM: "/etc/systemd/system"}.get(facts.manager, "")


def _comment(text: str) -> str:
    return f"# {' '.join(visible(text).split())}"
