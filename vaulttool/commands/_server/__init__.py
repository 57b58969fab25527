"""The language server: what an editor asks, answered from a run that goes on."""
