"""Whose systemd runs a unit, as far as the unit tells: that of a user, or that of the system."""

from __future__ import annotations

import re

from vaulttool.model.enabling import INSTALLED
from vaulttool.parsing.units import Unit

USER, SYSTEM = "user", "system"
OF_USERS = re.compile(r"(?:^|/)(?:\.config/(?:containers/)?systemd|systemd/user|containers/systemd/users)(?:/|$)")
OF_THE_SYSTEM = re.compile(r"(?:^|/)(?:systemd/system|etc/containers/systemd)(?:/|$)")
USER_TARGETS = ("default.target", "graphical-session.target")
SYSTEM_TARGETS = ("multi-user.target", "graphical.target")


def told_manager(path: str, unit: Unit, name_space: str = "") -> tuple[str, str]:
    """The manager, and in Markdown what tells it: where the file lies, a target, or a key that only one of the two
    takes; empty where nothing does. ``name_space`` is that of the users of a container."""
    if OF_USERS.search(path):
        return USER, "it lies in a folder of user units"
    if OF_THE_SYSTEM.search(path):
        return SYSTEM, "it lies in a folder of system units"
    wanted = [word for key in INSTALLED for entry in unit.all("Install", key) for word in entry.value.split()]
    for manager, own, others in ((USER, USER_TARGETS, SYSTEM_TARGETS), (SYSTEM, SYSTEM_TARGETS, USER_TARGETS)):
        found = next((word for word in wanted if word in own), None)
        if found is not None and not any(word in others for word in wanted):
            return manager, f"it is wanted by `{found}`"
    user = unit.last("Service", "User")
    if user is not None and user.value:
        return SYSTEM, "it has `User=`"
    return (USER, "it has `UserNS=keep-id`") if name_space.startswith("keep-id") else ("", "")
