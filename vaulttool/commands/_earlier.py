"""What the vault was at the commit that ``--against`` names."""

from __future__ import annotations

import os

from vaulttool.commands._run import Run
from vaulttool.model.earlier import Earlier
from vaulttool.storage import git
from vaulttool.storage.disk import vault_path


def earlier(run: Run, reference: str) -> Earlier:
    """The vault at the commit where the work left the line of work that a reference names.

    ``VaultError`` where there is no repository, or no such commit.
    """
    root = run.place.root
    commit = git.fork(root, reference)
    top = git.top(root) or root

    def path(name: str) -> str:
        """The path from the vault's root of a name from the repository's top."""
        return vault_path(os.path.relpath(top / name, root).replace(os.sep, "/"))

    changes = git.changes(top, commit, run.state)
    read = git.texts(top, commit, [one.then for one in changes if one.then is not None])
    return Earlier(
        reference,
        {path(one.now): None if one.then is None else path(one.then) for one in changes if one.now is not None},
        {path(name): text for name, text in read.items()},
        run.text,
        [path(one.then) for one in changes if one.now is None and one.then is not None],
        git.messages(root, commit),
    )
