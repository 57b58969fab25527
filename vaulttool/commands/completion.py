"""``vaulttool completion``: the script with which a shell completes commands, options and rules."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_VAULTTOOL_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script with which a shell completes commands, options, rules and paths.

    \b
    bash, in ~/.bashrc:   eval "$(vaulttool completion bash)"
    zsh, in ~/.zshrc:     eval "$(vaulttool completion zsh)"
    fish, once:           vaulttool completion fish > ~/.config/fish/completions/vaulttool.fish

    bash must be 4.4 or newer; in zsh the line stands behind the one with compinit.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    group = click.get_current_context().find_root().command
    made = get_completion_class(shell)
    if made is None:
        raise AssertionError(f"click knows no {shell}")
    click.echo(ShellComplete.source(made(group, {}, "vaulttool", VARIABLE)))  # not its own, which runs bash
