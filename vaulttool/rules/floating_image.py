"""An open era whose image has no tag, or the tag `latest`, so that it can change under the same name.

Speaks of the `image` of each open era in the data, and of the images that its units name: `Image=` of a Quadlet, the
image that a service starts with `podman run` or `docker run`, `image:` in a compose file. A digest or any other tag is
enough. It leaves alone eras that have ended, what a compose file builds itself, ids, files, variables that are not
known, and a Quadlet that stands for an image (`Image=lisbon.build`).

Bad, `data/units/lisbon.container`:

    [Container]
    Image=docker.io/town/engine:latest

Good, `data/units/lisbon.container`:

    [Container]
    Image=docker.io/town/engine:0.9.3

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", units: [data/units/lisbon.container]}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.errors import VaulttoolError
from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.deployed import Open
    from vaulttool.model.setting import Setting

HELP = "name a tag that stays, or a digest"
KEYS = ("Image", "image")


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each image of an open era that can change under its name."""
    if not context.sources.has_data:
        return
    from vaulttool.model.deployed import data_file, open_eras  # only where there are data: it takes time to import
    from vaulttool.model.images import is_floating

    for one in open_eras(context.sources):
        path = data_file(context.sources, one)
        if is_floating(one.era.image or ""):
            span = context.sources.place(path, one.keys("image"))
            yield context.finding(path, span, _message(one.era.image or ""), HELP)
        for unit in one.era.units:
            for setting in _images(context, unit, one):
                if is_floating(setting.value):
                    yield _in_unit(context, one, unit, setting)


def _images(context: Context, unit: str, one: Open) -> Iterator[Setting]:
    """The settings of a unit that name an image; none of a compose service that builds its own."""
    from vaulttool.model.unit_files import read_unit

    try:
        settings = read_unit(context.sources.files, unit, one.era.env).settings
    except VaulttoolError:
        return  # bad-data speaks of a file that is not there
    built = {setting.service for setting in settings if setting.name == "build" and setting.service}
    for setting in settings:
        if setting.kind == "key" and setting.name in KEYS and setting.service not in built:
            yield setting


def _in_unit(context: Context, one: Open, unit: str, setting: Setting) -> Finding:
    """The finding at the line of a unit; at the era, where the line is that of a drop-in."""
    from vaulttool.model.deployed import data_file
    from vaulttool.model.unit_files import line

    path = context.sources.files.from_vault(setting.path)
    span = line(context.sources.text(path) or "", setting.line)
    if setting.path == unit:
        return context.finding(path, span, _message(setting.value), HELP)
    keys = one.keys("units", one.era.units.index(unit))
    era = data_file(context.sources, one)
    related = (Related(path, span, "the image"),)
    return context.finding(era, context.sources.place(era, keys), _message(setting.value), HELP, related)


def _message(image: str) -> str:
    lacks = 'has the tag "latest"' if image.endswith(":latest") else "has no tag"
    return f'the image "{image}" {lacks}, so that it can change under this name'
