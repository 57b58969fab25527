"""Names of container images: whether what they name can change under the same name."""

from __future__ import annotations

import re

QUADLET = re.compile(r"[^/:]+\.(?:image|build)")  # a unit that stands for the image
ID = re.compile(r"(?:sha256:)?[0-9a-f]{12,64}")
OTHER = re.compile(r"\s|[$%]|\A[./~]|\A(?:dir|oci|oci-archive|docker-archive|docker-daemon|containers-storage|ostree):")
REGISTRY = "docker://"
LATEST = "latest"


def is_floating(image: str) -> bool:
    """Whether the name of an image has neither digest nor tag, or the tag ``latest``.

    False for what is no name in a registry: an id, a file, a variable, the name of another unit.
    """
    name = image.strip().removeprefix(REGISTRY)
    if not name or "@" in name or OTHER.search(name) or QUADLET.fullmatch(name) or ID.fullmatch(name):
        return False
    tag = name.rpartition("/")[2].partition(":")[2]
    return tag in ("", LATEST)
