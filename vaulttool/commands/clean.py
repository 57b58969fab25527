"""``vaulttool clean``: takes the cache away."""

from __future__ import annotations

import os

import click

from vaulttool.commands._cache import cache_folder
from vaulttool.commands._options import CACHE_DIR, Given, place_options
from vaulttool.errors import VaulttoolError
from vaulttool.reporters.text import safe, several
from vaulttool.storage import root


@click.command()
@place_options
@CACHE_DIR
def clean(given: Given) -> None:
    """Delete the cache of parsed notes.

    The next run reads every note anew and says the same.
    """
    from vaulttool.storage.cache import clean as delete  # only here: it takes time to import

    folder = cache_folder(root.find((), given.vault, given.config, not given.no_config), given)
    try:
        gone = delete(folder)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise VaulttoolError(f'"{folder}" cannot be deleted: {reason}', "check its permissions") from error
    shown = safe(os.path.relpath(folder))
    click.echo(f"{several(gone, 'file')} deleted in {shown}" if gone else f"no cache in {shown}")
