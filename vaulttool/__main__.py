"""``python -m vaulttool`` is ``vaulttool``."""

from vaulttool.cli import main

main()
