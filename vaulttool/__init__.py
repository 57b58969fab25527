"""vaulttool reads an Obsidian vault as Obsidian does and says what is broken or untrue in it."""

__version__ = "0.1.0"
