"""The health of a vault as a static site: from what a run knows to pages, scripts and pictures, by name."""
