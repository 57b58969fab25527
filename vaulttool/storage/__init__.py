"""The only room that touches the world: disk and git."""
