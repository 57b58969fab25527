"""``vaulttool lsp``: a language server for editors."""

from __future__ import annotations

import click

from vaulttool.commands._options import Given, vault_options
from vaulttool.errors import VaulttoolError


@click.command()
@vault_options
def lsp(given: Given) -> None:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    What is wrong is shown as it is typed, in the note and in those that link to it. The vault is that of the folder
    that the editor has open, unless --vault names another. It needs the extra: pip install 'obsidian-vaulttool[lsp]'.
    """
    try:
        from vaulttool.commands._server.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        remedy = "pip install 'obsidian-vaulttool[lsp]'"
        raise VaulttoolError("the language server needs a package that is not installed: pygls", remedy) from error
    server(given).start_io()
