"""What a Document depends on besides the text: the parsers' versions, and the code that reads it."""

from __future__ import annotations

import importlib.util
import os
import sys
import unicodedata

from vaulttool.text.hashing import blake2b

PARSERS = {"pyromark": "pyromark-", "yaml": "pyyaml-"}  # each with how the name of its metadata begins
FOLDERS = ("parsing", "text")
SUFFIXES = (".py", ".so", ".pyd")


def version() -> str:
    """Versions and a hash of the code; two that are the same make the same Document of a text.

    The parsers themselves are not imported for it, since that takes longer than all the rest.
    """
    versions = [f"{sys.implementation.cache_tag} {unicodedata.unidata_version}"]
    versions += [_version(module, prefix) for module, prefix in PARSERS.items()]
    code = blake2b(digest_size=8)
    package = os.path.dirname(os.path.dirname(__file__))
    for folder in FOLDERS:
        below = os.path.join(package, folder)
        for name in sorted(os.listdir(below)):
            if name.endswith(SUFFIXES):
                code.update(name.encode())
                with open(os.path.join(below, name), "rb", buffering=0) as source:
                    code.update(source.readall())
    return f"{' '.join(versions)} {code.hexdigest()}"


def _version(module: str, prefix: str) -> str:
    """The version of a parser: that in the name of its metadata beside it, else what it says itself."""
    spec = importlib.util.find_spec(module)
    if spec is not None and spec.origin is not None:
        around = os.path.dirname(os.path.dirname(spec.origin))
        found = sorted(name for name in os.listdir(around) if name.lower().startswith(prefix))
        if found:
            return " ".join(found)
    return f"{prefix}{importlib.import_module(module).__version__}"
