"""What rules may ask of git, so that they need no git of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vaulttool.model.moves import Moves


class Questions(NamedTuple):
    """What git is asked. ``absent`` gives, of names of tags, branches and commits, those that the repository has not;
    None where git cannot say, as in a clone that has only a part. ``ignored`` gives, of paths from the configuration's
    folder, those that git would ignore, whether or not they are there. ``moves`` tells where files of the vault went;
    None where the history is not asked, as it is only for a fix."""

    absent: Callable[[Sequence[str]], Collection[str] | None] = lambda names: None
    ignored: Callable[[Sequence[str]], Collection[str]] = lambda paths: ()
    moves: Callable[[], Moves | None] = lambda: None
