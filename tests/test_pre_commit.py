"""The hook as users get it: through the pre-commit package, from a repository of this tool."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from folders import git, repository, write

HERE = Path(__file__).parents[1]
PARTS = ("vaulttool", "schemas", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
USER = """\
repos:
  - repo: {tool}
    rev: {revision}
    hooks:
      - id: vaulttool-check
"""
STAGED = USER + "        args: [--staged]\n"


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with what of the working tree is needed to install the tool."""
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    folder = tmp_path_factory.mktemp("tool")
    for part in PARTS:
        if (HERE / part).is_dir():
            shutil.copytree(HERE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        elif (HERE / part).exists():
            shutil.copy(HERE / part, folder / part)
    return repository(folder, {})


@pytest.fixture(scope="module")
def installed(tool: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a pre-commit that has installed the tool; skipped where it cannot."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = {
        **kept,
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("cache")),
        "PRE_COMMIT_COLOR": "never",
        "PIP_NO_COMPILE": "1",  # takes seconds for packages of which little is run
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    user = repository(tmp_path_factory.mktemp("empty"), {".pre-commit-config.yaml": configuration(tool)})
    done = pre_commit(user, environment, "install-hooks")
    if done.returncode:
        pytest.skip(f"pre-commit cannot install the tool here: {done.stdout.strip().splitlines()[-1:]}")
    return environment


def configuration(tool: Path) -> str:
    return USER.format(tool=tool, revision=git(tool, "rev-parse", "HEAD").strip())


def pre_commit(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.fixture
def user(tool: Path, tmp_path: Path) -> Path:
    """A user's repository with a clean vault."""
    notes = {"vault/.obsidian/app.json": "{}", "vault/Home.md": "[[Lisbon]]\n", "vault/Lisbon.md": "# History\n"}
    return repository(tmp_path, {".pre-commit-config.yaml": configuration(tool), **notes})


def test_a_clean_vault_passes(user: Path, installed: dict[str, str]) -> None:
    done = pre_commit(user, installed, "run", "--all-files", "--verbose")
    assert done.returncode == 0, done.stdout
    assert "2 notes, 1 link: 0 unresolved; 0 errors, 0 warnings" in done.stdout


def test_a_broken_link_fails_and_is_named_until_it_is_mended(user: Path, installed: dict[str, str]) -> None:
    write(user, {"vault/Home.md": "[[Lisboa]]\n"})
    git(user, "add", ".")
    done = pre_commit(user, installed, "run")
    assert done.returncode == 1
    assert 'vault/Home.md:1:3: error: no note or file is named "Lisboa" [broken-link]' in done.stdout
    write(user, {"vault/Home.md": "[[Lisbon]], the town\n"})
    git(user, "add", ".")
    done = pre_commit(user, installed, "run")
    assert done.returncode == 0, done.stdout


def test_a_commit_that_only_deletes_a_linked_note_fails(user: Path, installed: dict[str, str]) -> None:
    """Through git itself, so that the hook runs in the environment that git gives it."""
    pre_commit(user, installed, "install")
    git(user, "rm", "--quiet", "vault/Lisbon.md")
    identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    done = subprocess.run(
        ["git", *identity, "commit", "--message=delete"],
        cwd=user,
        env=installed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout
    assert 'vault/Home.md:1:3: error: no note or file is named "Lisbon" [broken-link]' in done.stdout


REGION = "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n"


@pytest.mark.slow  # installs the tool once more
def test_try_repo_of_the_hook_that_writes(tool: Path, user: Path, installed: dict[str, str]) -> None:
    write(user, {"vault/Lisbon.md": REGION})
    git(user, "add", ".")
    done = pre_commit(user, installed, "try-repo", str(tool), "vaulttool-index", "--all-files")
    assert (done.returncode, "exit code: 1" in done.stdout, "files were modified" in done.stdout) == (1, True, True)
    assert "[[Home]]" in (user / "vault/Lisbon.md").read_text("utf-8")
    git(user, "add", ".")
    done = pre_commit(user, installed, "try-repo", str(tool), "vaulttool-index", "--all-files")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow  # installs the tool once more
def test_try_repo_of_the_hook_that_mends(tool: Path, user: Path, installed: dict[str, str]) -> None:
    write(user, {"vault/Lisbon.md": "---\naliases: [Lisboa]\n---\n", "vault/Home.md": "[[Lisboa]]\n"})
    git(user, "add", ".")
    done = pre_commit(user, installed, "try-repo", str(tool), "vaulttool-fix", "--all-files")
    assert (done.returncode, "exit code: 1" in done.stdout, "files were modified" in done.stdout) == (1, True, True)
    assert (user / "vault/Home.md").read_text("utf-8") == "[[Lisbon|Lisboa]]\n"
    git(user, "add", ".")
    done = pre_commit(user, installed, "try-repo", str(tool), "vaulttool-fix", "--all-files")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow  # installs the tool once more
def test_try_repo_of_what_is_staged(tool: Path, user: Path, installed: dict[str, str]) -> None:
    """An old fault in another note does not stop a commit."""
    write(user, {"vault/Old.md": "[[Nowhere]]\n"})
    git(user, "add", ".")
    git(user, "commit", "--quiet", "--message=old")
    write(user, {"vault/New.md": "[[Lisbon]]\n"})
    git(user, "add", ".")
    asked = ("try-repo", str(tool), "vaulttool-check", "--all-files")
    assert pre_commit(user, installed, *asked).returncode == 1
    write(user, {"hooks.yaml": STAGED.format(tool=tool, revision=git(tool, "rev-parse", "HEAD").strip())})
    done = pre_commit(user, installed, "run", "--config", "hooks.yaml")
    assert done.returncode == 0, done.stdout
    git(user, "rm", "--quiet", "vault/Lisbon.md")
    done = pre_commit(user, installed, "run", "--config", "hooks.yaml")
    assert done.returncode == 1
    assert "vault/Old.md" not in done.stdout
    assert 'vault/Home.md:1:3: error: no note or file is named "Lisbon" [broken-link]' in done.stdout


@pytest.mark.slow  # installs the tool once more
def test_try_repo(tool: Path, user: Path, installed: dict[str, str]) -> None:
    write(user, {"vault/Home.md": "[[Lisboa]]\n"})
    done = pre_commit(user, installed, "try-repo", str(tool), "vaulttool-check", "--all-files")
    assert done.returncode == 1
    assert 'vault/Home.md:1:3: error: no note or file is named "Lisboa" [broken-link]' in done.stdout
