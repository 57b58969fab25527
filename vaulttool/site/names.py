"""Where the page of each note lies in the site."""

from __future__ import annotations

import hashlib
import re
import unicodedata

FOLDER = "notes/"
LONGEST = 48  # characters of a name that people can read
ODD = re.compile(r"[^a-z0-9]+")


def address(path: str) -> str:
    """The place of a note's page, from the top of the site: what can be read of its name, and a hash of its path, so
    that no two are one on any file system."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    readable = ODD.sub("-", plain).strip("-")[:LONGEST].strip("-")
    digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return f"{FOLDER}{readable}-{digest}.html" if readable else f"{FOLDER}{digest}.html"


def title(path: str) -> str:
    """What a note is called: its file's name without its ending."""
    name = path.rpartition("/")[2]
    return name.removesuffix(".md") if name.lower().endswith(".md") else name
