"""Paths found by how they end, without a look at all of them."""

from __future__ import annotations

from collections.abc import Iterable


class PathEnds:
    """Paths of files or folders, with ``/``. Those of one name, and of one name and one folder's name, lie together."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._found: dict[str, list[str]] = {}
        for path in paths:
            _, slash, name = path.rpartition("/")
            if slash:
                self._found.setdefault(name, []).append(path)
                self._found.setdefault(_last_two(path), []).append(path)

    def ending(self, path: str) -> list[str]:
        """Those that lie in a folder and end with this path, step by step, in the order in which they came."""
        end = "/" + path
        return [one for one in self._found.get(_last_two(path), ()) if one.endswith(end)]


def _last_two(path: str) -> str:
    """The last two steps of a path, or the only one."""
    before = path.rfind("/", 0, max(path.rfind("/"), 0))
    return path[before + 1 :]
