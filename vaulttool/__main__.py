"""``python -m vaulttool`` is ``vaulttool``."""

from vaulttool.cli import run

run()
