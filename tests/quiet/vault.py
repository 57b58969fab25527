"""The whole quiet vault: a mapping from vault path to bytes, the same on every call."""

from . import bugs, cards, encodings, everyday, ordinary, peers, places, properties, resolving, undamaged

PARTS = (ordinary, everyday, cards, places, resolving, properties, encodings, bugs, peers, undamaged)


def files() -> dict[str, bytes]:
    """Every file of the vault; no two parts may write the same path."""
    vault: dict[str, bytes] = {}
    for part in PARTS:
        for path, data in part.files().items():
            if path in vault:
                raise ValueError(f'"{path}" is written twice')
            vault[path] = data
    return vault
