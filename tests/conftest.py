"""What holds for all tests."""

from __future__ import annotations

import os

os.environ["VAULTTOOL_NO_CACHE"] = "1"  # many tests look at all that is in a folder; those of the cache turn it on
