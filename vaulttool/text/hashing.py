"""BLAKE2, which every run needs that has a cache, without the rest of `hashlib`: that loads OpenSSL, which takes longer
than all that such a run hashes."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another Python may have it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
