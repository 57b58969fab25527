"""The settings that a unit of systemd declares: flags, variables and keys, without figures.

    [Service]
    Environment=SPEC=7
    ExecStart=/usr/bin/vllm serve --max-model-len 200704 --max-num-seqs 3

gives the settings `SPEC`, `max_model_len`, `max_num_seqs` and the program. A key or flag that is given several
times is a JSON list, and what holds a key or a password is left out. The run that is printed is a `census`, as with
the reader `quadlet`. A line that is no `key=value` is an error.
"""

from __future__ import annotations

from posixpath import basename

from vaulttool.model.settings import declared
from vaulttool.model.unit_keys import SYSTEMD_KINDS
from vaulttool.readers import _settings
from vaulttool.readers._reading import Reading

VERSION = 1
REMEDY = "this reader looks for a unit such as a .service file; mend the line"


def read(text: str, file: str = "unit.service") -> Reading:
    """The settings of a unit, whose suffix says of which kind it is."""
    name = basename(file)
    known = name.rpartition(".")[2] in SYSTEMD_KINDS
    return _settings.reading(declared(name if known else "unit.service", text), text, REMEDY)
