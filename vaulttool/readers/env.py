"""The variables that an env file sets, without figures.

    # deeper drafts lose on long prompts
    SPEC=7
    GPU_UTIL=0.98

gives the settings `SPEC` and `GPU_UTIL`. A file called `.env` is read as Compose reads it, any other as systemd
does. What holds a key or a password is left out. The run that is printed is a `census`, as with the reader
`quadlet`. A line that is no assignment is an error.
"""

from __future__ import annotations

from posixpath import basename

from vaulttool.model.settings import declared
from vaulttool.readers import _settings
from vaulttool.readers._reading import Reading

VERSION = 1
REMEDY = "this reader looks for lines such as SPEC=7; mend the line"


def read(text: str, file: str = "x.env") -> Reading:
    """The variables that count, in the order of the file."""
    name = ".env" if basename(file).startswith(".env") else "x.env"
    return _settings.reading(declared(name, text), text, REMEDY)
