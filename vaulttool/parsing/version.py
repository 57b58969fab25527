"""What a Document depends on besides the text: the parsers' versions, and the code that reads it."""

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata

import pyromark
import yaml

FOLDERS = ("parsing", "text")
SUFFIXES = (".py", ".so", ".pyd")


def version() -> str:
    """Versions and a hash of the code; two that are the same make the same Document of a text."""
    versions = (pyromark.__version__, yaml.__version__, unicodedata.unidata_version, str(sys.implementation.cache_tag))
    code = hashlib.blake2b(digest_size=8)
    package = os.path.dirname(os.path.dirname(__file__))
    for folder in FOLDERS:
        below = os.path.join(package, folder)
        for name in sorted(os.listdir(below)):
            if name.endswith(SUFFIXES):
                code.update(name.encode())
                with open(os.path.join(below, name), "rb", buffering=0) as source:
                    code.update(source.readall())
    return f"{' '.join(versions)} {code.hexdigest()}"
