"""Measurements of vaulttool: its speed beside other tools, its growth, and what it finds in real vaults."""
