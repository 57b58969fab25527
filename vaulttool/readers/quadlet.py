"""The settings that a Quadlet unit of podman declares: flags, variables and keys, without figures.

    [Container]
    Image=localhost/radiance-vllm:0.13.0
    Environment=SPEC=7
    Exec=--max-model-len 262144 --enable-prefix-caching

gives the settings `Image`, `SPEC`, `max_model_len` and `enable_prefix_caching` (true). A key or flag that is given
several times is a JSON list, and what holds a key or a password is left out. The run that is printed is a `census`:
it says what a shape was declared with, for a comparison with what a boot reports. A line that is no `key=value` is
an error.
"""

from __future__ import annotations

from posixpath import basename

from vaulttool.model.settings import declared
from vaulttool.model.unit_keys import QUADLET_KINDS
from vaulttool.readers import _settings
from vaulttool.readers._reading import Reading

VERSION = 1
REMEDY = "this reader looks for a unit such as a .container file; mend the line"


def read(text: str, file: str = "unit.container") -> Reading:
    """The settings of a unit, whose suffix says of which kind it is."""
    name = basename(file)
    known = name.rpartition(".")[2] in QUADLET_KINDS
    return _settings.reading(declared(name if known else "unit.container", text), text, REMEDY)
