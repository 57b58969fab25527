"""The GitHub Action and the GitLab template: as their forges want them, and their scripts run as the forges run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import pytest
import yaml
from folders import repository, write
from forges import annotated, code_quality

HERE = Path(__file__).parents[1]
EXPRESSION = re.compile(r"\$\{\{ (?P<name>[\w.-]+) \}\}")
VAULT: dict[str, str | bytes] = {
    ".obsidian/app.json": "{}",
    "Home.md": "[[Gone]]\n",
    "My Notes/100%, a.md": "[[Lost]]\n",
}


def loaded(name: str) -> Any:
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


@cache
def vendored(name: str) -> jsonschema_rs.Draft7Validator:
    """A schema of the forges' own files, from the package check-jsonschema."""
    package = pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    place = Path(package.__file__).parent / "builtin_schemas" / "vendor" / f"{name}.json"
    return jsonschema_rs.Draft7Validator(json.loads(place.read_text(encoding="utf-8")))


ACTION = loaded("action.yml")
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"] if "id" in step}
JOB = loaded("ci/gitlab.yml")["vaulttool"]
FAKE_PYTHON = """\
#!/bin/sh
# Stands for the Python that GitHub sets up: makes an environment in which pip only notes what it is asked for.
echo "$@" >> "{log}"
[ "$3" = venv ] || exit 0
mkdir -p "$4/bin"
ln -s "$0" "$4/bin/python.fake"
cat > "$4/bin/python" <<'END'
#!/bin/sh
if [ "$3" = pip ]; then printf '%s\\n' "$@" >> "{log}"; else exec "{python}" "$@"; fi
END
cat > "$4/bin/vaulttool" <<'END'
#!/bin/sh
exec "{python}" -P -c 'import sys; from vaulttool.cli import run; sys.argv[0] = "vaulttool"; run()' "$@"
END
chmod +x "$4/bin/python" "$4/bin/vaulttool"
"""


class Ran(NamedTuple):
    """What the steps of the action left."""

    status: int
    out: str
    outputs: dict[str, str]
    summary: str
    installed: list[str]


def act(folder: Path, **inputs: str) -> Ran:
    """The action's scripts, run one after the other as GitHub runs them, with expressions filled in."""
    runner = folder.parent / "runner"
    runner.mkdir(exist_ok=True)
    log, python = runner / "log", runner / "python"
    python.write_text(FAKE_PYTHON.format(log=log, python=sys.executable), encoding="utf-8")
    python.chmod(0o755)
    known = {f"inputs.{name}": one["default"] for name, one in ACTION["inputs"].items()}
    known |= {f"inputs.{name.replace('_', '-')}": value for name, value in inputs.items()}
    known["steps.python.outputs.python-path"] = str(python)
    status, out, outputs = 0, "", runner / "outputs"
    summary = runner / "summary"
    for place in (outputs, summary):
        place.write_text("", encoding="utf-8")
    for name in ("install", "check"):
        done = _step(STEPS[name], known, folder, runner, str(HERE))
        status, out = done.returncode, out + done.stdout
        told = dict(line.split("=", 1) for line in outputs.read_text(encoding="utf-8").splitlines())
        known |= {f"steps.{name}.outputs.{key}": value for key, value in told.items()}
        if status:
            break
    return Ran(status, out, told, summary.read_text(encoding="utf-8"), log.read_text(encoding="utf-8").splitlines())


def _step(
    step: dict[str, Any], known: dict[str, str], folder: Path, runner: Path, action: str
) -> subprocess.CompletedProcess[str]:
    def filled(text: str) -> str:
        return EXPRESSION.sub(lambda found: known[found["name"]], text)

    script = runner / "script.sh"
    script.write_text(step["run"], encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "GITHUB_", "VAULTTOOL_"))}
    environment = {
        **kept,
        **{name: filled(value) for name, value in step["env"].items()},
        "PYTHONPATH": str(HERE),
        "GITHUB_ACTION_PATH": action,
        "GITHUB_WORKSPACE": str(folder),
        "GITHUB_OUTPUT": str(runner / "outputs"),
        "GITHUB_STEP_SUMMARY": str(runner / "summary"),
        "RUNNER_TEMP": str(runner / "temp"),
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=folder / filled(step.get("working-directory", ".")),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path / "work", VAULT)


def test_the_action_is_as_github_wants_it() -> None:
    vendored("github-actions").validate(ACTION)
    assert ACTION["runs"]["using"] == "composite"


@pytest.mark.parametrize("name", ["ci", "release"])
def test_our_own_workflows_are_workflows(name: str) -> None:
    workflow = loaded(f".github/workflows/{name}.yml")
    workflow["on"] = workflow.pop(True)  # YAML 1.1 reads the key so
    vendored("github-workflows").validate(workflow)


def test_our_own_workflow_uses_it() -> None:
    workflow = loaded(".github/workflows/ci.yml")
    (used,) = [step for step in workflow["jobs"]["action"]["steps"] if step.get("uses") == "./"]
    assert set(used["with"]) <= set(ACTION["inputs"])


def test_the_snippets_of_the_manual_name_inputs_that_there_are() -> None:
    page = (HERE / "vault/Manual/In pre-commit and CI.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`[^|]*`) \|", page, re.MULTILINE)
    assert {name for row in table for name in re.findall("`([a-z-]+)`", row)} == set(ACTION["inputs"])


def test_nothing_that_is_given_stands_in_a_script() -> None:
    """An expression is filled in before the shell reads the script, so its value would be run."""
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]
    assert len(scripts) == 2 and not any("${{" in script for script in scripts)


def test_every_input_is_described_and_used() -> None:
    text = json.dumps(ACTION["runs"])
    for name, one in ACTION["inputs"].items():
        assert one["description"].endswith(".") and isinstance(one["default"], str), name
        assert re.search(rf"inputs\.{name}\b", text), name
    assert {found.removeprefix("inputs.") for found in re.findall(r"inputs\.[a-z-]+", text)} == set(ACTION["inputs"])


def test_nothing_is_uploaded() -> None:
    used = [step["uses"].partition("@")[0] for step in ACTION["runs"]["steps"] if "uses" in step]
    assert used == ["actions/setup-python", "actions/cache"]


def test_findings_are_annotations_and_the_step_fails(vault: Path) -> None:
    ran = act(vault)
    found = annotated(ran.out)
    assert [(one.command, one.properties["file"]) for one in found] == [
        ("error", "Home.md"),
        ("error", "My Notes/100%, a.md"),
    ]
    assert (ran.status, ran.outputs["status"], ran.summary) == (1, "1", "")
    assert ran.installed[-1] == str(HERE)


def test_a_release_may_be_asked_for(vault: Path) -> None:
    assert act(vault, version="0.2.0").installed[-1] == "obsidian-vaulttool==0.2.0"


@pytest.mark.parametrize(("cache", "there"), [("true", True), ("false", False)])
def test_what_is_read_is_kept_for_the_next_run(cache: str, there: bool, vault: Path) -> None:
    assert act(vault, cache=cache).status == 1
    assert any((vault / ".vaulttool_cache").glob("*.sqlite")) is there


def test_a_clean_vault_passes(vault: Path) -> None:
    ran = act(write(vault, {"Gone.md": "[[Lost]]", "Lost.md": ""}))
    assert (ran.status, ran.out, ran.outputs["status"]) == (0, "", "0")


def test_what_cannot_run_says_so(vault: Path) -> None:
    ran = act(write(vault, {"vaulttool.toml": "nonsense = 1"}), summary="true")
    assert (ran.status, ran.outputs["status"], ran.summary) == (2, "2", "")
    assert "nonsense" in ran.out


def test_the_report_goes_to_a_file(vault: Path) -> None:
    ran = act(vault, format="sarif", output="../out put/report.sarif")
    log = json.loads((vault / "../out put/report.sarif").read_text(encoding="utf-8"))
    uris = [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in log["runs"][0]["results"]]
    assert uris == ["Home.md", "My%20Notes/100%25%2C%20a.md"]
    assert ran.status == 1 and "2 errors" in ran.out


def test_other_formats_give_the_runner_no_commands(vault: Path) -> None:
    (vault / "Home.md").rename(vault / "::error::forged.md")
    first, *lines, last = act(vault, format="text").out.splitlines()
    command, token = first.rsplit("::", 1)
    assert command == "::stop-commands" and re.fullmatch("[0-9a-f]{32}", token) and last == f"::{token}::"
    assert lines[-1].endswith("2 errors, 0 warnings") and r"\x3a:error::forged.md:1:3: error: " in lines[-2] + lines[0]


def test_the_summary_is_shown_where_it_is_asked_for(vault: Path) -> None:
    ran = act(vault, summary="true")
    assert ran.summary.startswith("## vaulttool: 2 errors\n") and ran.status == 1


def test_paths_and_arguments_come_one_a_line(vault: Path) -> None:
    ran = act(vault, paths="My Notes/100%, a.md\n", arguments="--ignore\norphan-note\n--exit-zero\n")
    assert [one.properties["file"] for one in annotated(ran.out)] == ["My Notes/100%, a.md"]
    assert ran.status == 0


WICKED = (
    "$(touch pwned)",
    "`touch pwned`",
    "; touch pwned",
    '" ; touch pwned ; "',
    "' ; touch pwned ; '",
    "&& touch pwned",
)


GIVEN = ("paths", "arguments", "output", "fail_on", "version", "format", "summary", "cache")


@pytest.mark.parametrize(
    "names",
    [pytest.param(GIVEN, id="all"), *(pytest.param((name,), id=name, marks=pytest.mark.slow) for name in GIVEN)],
)
def test_what_is_given_is_never_run(names: tuple[str, ...], vault: Path) -> None:
    ran = act(vault, **dict.fromkeys(names, " ".join(WICKED) + "\n" + "\n".join(WICKED)))
    assert [*vault.rglob("pwned"), *vault.parent.glob("pwned")] == []
    assert (ran.status == 2) is bool({"paths", "arguments", "fail_on", "format"} & set(names))


def test_it_runs_in_a_folder(tmp_path: Path) -> None:
    top = repository(tmp_path / "work", {"deep/notes/a.md": "[[Gone]]", "deep/notes/.obsidian/app.json": "{}"})
    ran = act(top, working_directory="deep/notes")
    assert [one.properties["file"] for one in annotated(ran.out)] == ["deep/notes/a.md"]


def test_a_module_in_the_repository_is_not_run(vault: Path) -> None:
    trap = "open('pwned', 'w')"
    write(vault, {f"{name}.py": trap for name in ("secrets", "click", "vaulttool", "pip", "venv", "json", "re")})
    assert act(vault, format="text").status == 1
    assert not (vault / "pwned").exists()


@pytest.mark.slow  # installs the tool and what it needs
def test_the_action_installs_itself(vault: Path) -> None:
    known = {f"inputs.{name}": one["default"] for name, one in ACTION["inputs"].items()}
    known["steps.python.outputs.python-path"] = sys.executable
    runner = vault.parent / "runner"
    runner.mkdir()
    (runner / "outputs").write_text("", encoding="utf-8")
    done = _step(STEPS["install"], known, vault, runner, str(HERE))
    if done.returncode:
        pytest.skip(f"pip cannot install the tool here: {done.stdout.strip().splitlines()[-1:]}")
    known["steps.install.outputs.bin"] = str(runner / "temp" / "vaulttool" / "bin")
    write(vault, {f"{name}.py": "open('pwned', 'w')" for name in ("click", "vaulttool", "json", "re")})
    done = _step(STEPS["check"], known, vault, runner, str(HERE))
    assert done.returncode == 1 and len(annotated(done.stdout)) == 2 and not (vault / "pwned").exists()


def test_the_template_is_as_gitlab_wants_it() -> None:
    vendored("gitlab-ci").validate(loaded("ci/gitlab.yml"))
    assert JOB["artifacts"]["reports"]["codequality"] in JOB["script"][1]


def job(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The job's script, run as a runner of GitLab runs it."""
    programs = write(folder.parent / "programs", {"pip": '#!/bin/sh\nprintf "%s\\n" "$@" > "$PIP_LOG"\n'})
    (programs / "vaulttool").write_text(
        f"#!/bin/sh\nexec '{sys.executable}' -c 'import sys; from vaulttool.cli import run; run()' \"$@\"\n",
        encoding="utf-8",
    )
    for program in programs.iterdir():
        program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "VAULTTOOL_"))}
    given = {name: value.replace("$CI_PROJECT_DIR", str(folder)) for name, value in JOB["variables"].items()}
    environment = {
        **kept,
        **given,
        **variables,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(HERE),
        "PIP_LOG": str(folder.parent / "pip.log"),
    }
    return subprocess.run(
        ["bash", "-c", "set -eo pipefail\n" + "\n".join(JOB["script"])],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_the_job_fails_and_leaves_a_report(vault: Path) -> None:
    done = job(vault)
    issues = json.loads((vault / JOB["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    code_quality().validate(issues)
    assert [one["location"]["path"] for one in issues] == ["Home.md", "My Notes/100%, a.md"]
    assert done.returncode == 1 and "Home.md:1:3: error: " in done.stdout
    assert (vault.parent / "pip.log").read_text().splitlines()[-1] == "obsidian-vaulttool"


def test_the_job_passes_over_a_clean_vault(vault: Path) -> None:
    done = job(vault, VAULTTOOL_ARGUMENTS="--ignore broken-link")
    assert done.returncode == 0, done.stdout
    assert json.loads((vault / JOB["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8")) == []


def test_the_job_fails_where_it_cannot_run(vault: Path) -> None:
    done = job(write(vault, {"vaulttool.toml": "nonsense = 1"}), VAULTTOOL_PACKAGE="git+https://example.org/x@1")
    assert done.returncode == 2 and "nonsense" in done.stdout
    assert (vault.parent / "pip.log").read_text().splitlines()[-1] == "git+https://example.org/x@1"
