"""How a generated part stands to its data."""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """How a region stands to its data and to its sum."""

    FRESH = "fresh"
    STALE = "stale"
    EDITED = "edited"
    EDITED_AND_STALE = "edited and stale"
    CONFLICT = "in conflict"
    BAD = "not to be written"

    @property
    def is_edited(self) -> bool:
        """Whether people's words stand in it that would be lost."""
        return self in (State.EDITED, State.EDITED_AND_STALE)
