"""What ``Mount=`` of a container mounts."""

from __future__ import annotations


def mounted(written: str) -> str:
    """What ``Mount=`` mounts, written as ``Volume=`` would have it; empty where it mounts nothing of the host."""
    parts = {name: value for name, _, value in (part.partition("=") for part in written.split(","))}
    source = parts.get("source") or parts.get("src") or ""
    target = next((parts[name] for name in ("destination", "dst", "target") if parts.get(name)), "")
    is_read_only = any(parts.get(name, "false") in ("", "true") for name in ("ro", "readonly"))
    if parts.get("type") not in ("bind", "volume") or not source or not target:
        return ""
    return f"{source}:{target}{':ro' if is_read_only else ''}"
