"""The settings that a unit declares, one row each, with a column *Why* that belongs to people.

Arguments: `file` is a Quadlet or systemd unit, a compose file, an env file, or a shell script, of which the defaults
`${VAR:-default}` are read; its path is relative to the configuration's folder. `env` names env files that set
variables in it, each with `:` and its dialect behind it where it is not that of the unit: `systemd`, `podman`,
`compose` or `dotenv`. Drop-ins beside the unit are read too. `kinds` chooses among `flag`, `environment`, `key` and
`argument`; without it there are all but arguments. `only` and `without` name settings. `service` keeps one service of
a compose file. `headings` gives the heads of the three columns.

The reasons in the column *Why* are kept by the name of the setting, also when the region is written anew or its
edits are discarded. A new row starts with the comment that stands at the setting. A row whose setting is gone stays
as long as it has a reason, and is reported.

With `lisbon.container`:

    [Container]
    # pinned, the floating tag moved once
    Image=localhost/engine:1
    Exec=--max-model-len 262144 \\
      --limit-mm-per-prompt '{"image":8}'

Writes, in `Lisbon.md`, for `settings file="lisbon.container"`:

    | Setting | Value | Why |
    | --- | --- | --- |
    | `Image` | `localhost/engine:1` | pinned, the floating tag moved once |
    | `--max-model-len` | `262144` | |
    | `--limit-mm-per-prompt` | `{"image": 8}` | |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from vaulttool.errors import VaulttoolError
from vaulttool.generators._reasons import Reasons
from vaulttool.model.cannot import CannotGenerate
from vaulttool.model.generator import Request, generator
from vaulttool.model.settings import Setting
from vaulttool.model.unit_files import read_unit
from vaulttool.text.table import cell, code, row

KINDS = ("flag", "environment", "key", "argument")
WHY = "Why"
SET = "set"  # the value of a flag that has none
GONE = "gone"  # the value of a row that has lost its setting


class Arguments(msgspec.Struct, frozen=True):
    """Arguments of `settings`."""

    file: str
    env: tuple[str, ...] = ()
    kinds: tuple[str, ...] = KINDS[:3]
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    service: str = ""
    headings: tuple[str, ...] = ("Setting", "Value")


@generator(own=(WHY,))
def lines(request: Request[Arguments]) -> Iterator[str]:
    """The table, rows without a setting last."""
    asked = request.arguments
    if len(asked.headings) != 2:
        raise CannotGenerate("it takes two headings", 'the third is always "Why": write headings="Setting,Value"')
    settings = _chosen(request)
    reasons = Reasons(request.present, WHY)
    yield row([*asked.headings, WHY])
    yield row(["---"] * 3)
    keys = [code(setting.name) for setting in settings]
    values = [code(setting.value) if setting.value else SET for setting in settings]
    pairs = list(zip(keys, values, strict=True))
    for (key, value), setting in zip(pairs, settings, strict=True):
        same = pairs.count((key, value))
        yield row([key, value, reasons.of(cell(key), cell(value), keys.count(key) > 1, setting.comment, same)])
    for key, reason in reasons.left():
        request.notices.append(key.strip("`"))
        yield row([key, GONE, reason])


def _chosen(request: Request[Arguments]) -> Sequence[Setting]:
    """The settings to show; ``CannotGenerate`` where the file declares none of them, or cannot be read."""
    asked = request.arguments
    for kind in asked.kinds:
        if kind not in KINDS:
            raise CannotGenerate(f'"{kind}" is no kind of setting', f"known are {', '.join(KINDS)}")
    try:
        found = read_unit(request.files, asked.file, asked.env)
    except VaulttoolError as error:
        raise CannotGenerate(error.message, error.remedy or None) from error
    if found.problems:
        problem = found.problems[0]
        raise CannotGenerate(f'"{problem.path or asked.file}", line {problem.line}: {problem.message}', "mend the file")
    settings = [setting for setting in found.settings if setting.kind in asked.kinds]
    names = {setting.name for setting in settings}
    for name in (*asked.only, *asked.without):
        if name not in names:
            raise CannotGenerate(f'"{asked.file}" has no setting "{name}"', "correct only or without")
    settings = [
        setting
        for setting in settings
        if (not asked.only or setting.name in asked.only)
        and setting.name not in asked.without
        and (not asked.service or setting.service == asked.service)
    ]
    if not settings:
        raise CannotGenerate(f'"{asked.file}" declares no such setting', "change kinds, only, without or service")
    return settings
