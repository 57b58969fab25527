"""``vaulttool runbook``: what it writes from units of the kinds that people publish, and what it refuses."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

import pytest
from commands_in import Done, run
from folders import repository, write
from found_units import FIVE, HOME, REBOOT, UNITS, VAULT, WITH_UNITS
from lengths import some

MANUAL = Path(__file__).parents[2] / "vault" / "Manual" / "Runbooks.md"
DAY = ("--on", "2026-12-01")
RUN = """\
run: 2026-11-30-boot
title: Boot with vLLM 0.11
kind: boot-log
date: 2026-11-30
host: atlas
endpoint: qwen-coder
era: vllm-011
source: {document: vault/Hosts/Atlas.md, line: 1}
results:
  kv_pool_tokens: {value: 425047, unit: tok, as_printed: "425,047"}
"""
ENDPOINT = """\
endpoint: coder
host: atlas
owner_page: "[[Coder]]"
eras:
  - {id: a, title: Old, start: 2026-09-01, end: 2026-10-01, superseded_by: b, page: "[[Coder]]"}
  - {id: b, title: New, start: 2026-10-01, page: "[[Coder]]", units: [units/inference/qwen-coder.container],
     rollback: {to: a, steps: [revert `x`, deploy]}}
"""
OLD = """\
endpoint: old
host: atlas
owner_page: "[[Home]]"
eras:
  - {id: a, title: Old, start: 2026-09-01, end: 2026-10-01, page: "[[Home]]", units: [units/old.container]}
"""
CODER = """\
---
type: reference
title: Coder
description: The owner page.
tags: [endpoint]
timestamp: 2026-11-01
---
# Coder

See [[Home]].
"""


def made(folder: Path, files: Mapping[str, str | bytes] = WITH_UNITS) -> Path:
    return write(folder, files)


def runbook(folder: Path, unit: str, *arguments: str) -> Done:
    return run("runbook", f"units/{unit}", *DAY, *arguments, cwd=folder)


def page(folder: Path, name: str) -> str:
    return (folder / f"vault/{name}.md").read_bytes().decode()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
            and ".vaulttool_cache" not in path.parts}  # fmt: skip


def commands(text: str) -> list[str]:
    """The lines of the blocks of a page that are no comments."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vault with the pages of all five units, each written by a command of its own."""
    folder = made(tmp_path_factory.mktemp("five"))
    for unit in FIVE.values():
        done = runbook(folder, unit, "--host", "atlas")
        assert (done.status, done.err) == (0, ""), done.out + done.err
    return folder


def test_five_units_give_five_pages_that_are_clean_at_once(five: Path) -> None:
    checked = run("check", *DAY, cwd=five)
    assert (checked.status, checked.out) == (0, "8 notes, 13 links: 0 unresolved; 0 errors, 0 warnings\n")
    assert run("index", "--check", cwd=five).out == "0 files to be written, 0 parts; 0 left\n"
    rows = [line for line in page(five, "Home").splitlines() if "how " in line]
    names = ["caddy", "gitea-db", "paperless", "qwen-coder", "restic-backup"]
    assert [row.split(" |")[0] for row in rows] == [f"| [[{name}]]" for name in names]
    endpoints = sorted(path.stem for path in (five / "vault/data/endpoints").iterdir())
    assert endpoints == names[:-1]


def test_the_manual_shows_a_real_page(five: Path) -> None:
    shown = re.search(r"^````markdown\n(.*?)^````$", MANUAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert shown is not None and page(five, "Runbooks/restic-backup").endswith("\n" + shown[1])


EXPECTED = {
    "database": [
        "podman secret exists gitea-db-password; echo $?",
        'loginctl show-user "$USER" -p Linger',
        "systemctl --user cat gitea-db.service",
        "systemctl --user start gitea-db.service",
        "podman ps --filter 'name=^gitea-db$'",
        "podman healthcheck run gitea-db; echo $?",
        "ss -lnt 'sport = :5432'",
    ],
    "proxy": [
        "sysctl net.ipv4.ip_unprivileged_port_start",
        "ss -lnu 'sport = :443'",
        "podman exec caddy caddy validate --config /etc/caddy/Caddyfile",
        "curl -sS -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:80/",
    ],
    "inference": [
        "sudo ls -ld /srv/models /srv/cache/vllm /etc/qwen-coder.env /srv/models/Qwen3-Coder-30B-A3B-Instruct-FP8",
        "grep -l nvidia.com/gpu /etc/cdi/* /run/cdi/*",
        "sudo install -D -m 644 -t /etc/containers/systemd units/inference/qwen-coder.container",
        "curl -sS -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:8000/health",
        'curl -fsS -H "Authorization: Bearer $API_KEY" http://127.0.0.1:8000/v1/models',
        "sudo podman images --digests docker.io/vllm/vllm-openai",
    ],
    "timer": [
        "id backup",
        "sudo systemctl enable --now restic-backup.timer",
        "sudo systemctl list-timers restic-backup.timer",
        "sudo systemctl start restic-backup.service",
        "sudo systemctl show -p Result,ExecMainStatus restic-backup.service",
        "sudo systemctl disable --now restic-backup.timer",
    ],
    "pod": [
        "systemctl --user start paperless-pod.service",
        "podman ps --pod --filter pod=paperless",
        "podman healthcheck run paperless-broker; echo $?",
        "podman healthcheck run paperless-web; echo $?",
        "journalctl --user -u paperless-web.service -n 50 --no-pager",
        "systemctl --user restart paperless-pod.service",
    ],
}


@pytest.mark.parametrize("kind", FIVE)
def test_the_commands_follow_from_the_unit(kind: str, five: Path) -> None:
    found = commands(page(five, f"Runbooks/{Path(FIVE[kind]).stem}"))
    assert [one for one in EXPECTED[kind] if one not in found] == []


def test_the_data_of_a_new_endpoint_have_what_is_certain(tmp_path: Path) -> None:
    folder = made(tmp_path)
    runbook(folder, FIVE["inference"], "--host", "atlas", "--since", "2026-11-29")
    assert (folder / "vault/data/endpoints/qwen-coder.yaml").read_text(encoding="utf-8") == (
        "# Written from units/inference/qwen-coder.container by vaulttool runbook. To be confirmed by a person.\n"
        "endpoint: qwen-coder\n"
        "host: atlas\n"
        'owner_page: "[[qwen-coder]]"\n'
        "url: http://192.0.2.7:8000\n"
        "served_name: qwen-coder\n"
        "eras:\n"
        "  - id: first\n"
        '    title: "vLLM v0.11.0, /models/Qwen3-Coder-30B-A3B-Instruct-FP8"\n'
        "    start: 2026-11-29\n"
        '    page: "[[qwen-coder]]"\n'
        "    engine: vllm\n"
        "    image: docker.io/vllm/vllm-openai:v0.11.0\n"
        "    model: /models/Qwen3-Coder-30B-A3B-Instruct-FP8\n"
        "    units: [units/inference/qwen-coder.container]\n"
    )


def test_runs_give_their_figures_host_endpoint_and_era(tmp_path: Path) -> None:
    folder = made(tmp_path, {**WITH_UNITS, "vault/data/runs/2026-11-30-boot.yaml": RUN})
    done = runbook(folder, FIVE["inference"], "--run", "2026-11-30-boot")
    assert done.status == 0, done.out + done.err
    text = page(folder, "Runbooks/qwen-coder")
    assert "### Boot with vLLM 0.11\n" in text and "| kv_pool_tokens | 425,047 tok | 2026-11-30 |" in text
    assert "generated: [banner, unit, settings, figures#2026-11-30-boot]" in text
    assert "id: vllm-011" in (folder / "vault/data/endpoints/qwen-coder.yaml").read_text(encoding="utf-8")
    assert "0 errors, 0 warnings" in run("check", *DAY, cwd=folder).out


def test_an_endpoint_that_has_the_unit_keeps_its_data(tmp_path: Path) -> None:
    home = HOME.replace("[[Atlas]]", "[[Atlas]] [[Coder]]")
    known = {"vault/data/endpoints/coder.yaml": ENDPOINT, "vault/Coder.md": CODER, "vault/Home.md": home}
    folder = made(tmp_path, {**WITH_UNITS, **known})
    assert runbook(folder, FIVE["inference"]).status == 0
    text = page(folder, "Runbooks/qwen-coder")
    assert (folder / "vault/data/endpoints/coder.yaml").read_text(encoding="utf-8") == ENDPOINT
    assert 'banner endpoint="coder" era="b"' in text and " on [[Atlas|atlas]]. It serves [[Coder|coder]].\n" in text
    assert "Back to `a`, as the data have it:\n\n1. revert \\`x\\`\n2. deploy\n" in text


def test_without_a_host_no_data_are_written_and_the_page_says_so(tmp_path: Path) -> None:
    folder = made(tmp_path)
    done = runbook(folder, FIVE["database"])
    assert done.status == 0 and "note: nothing tells the host" in done.err
    assert "- the host\n" in page(folder, "Runbooks/gitea-db") and not (folder / "vault/data/endpoints").exists()


def test_a_vault_without_configuration_gets_a_page(tmp_path: Path) -> None:
    folder = write(tmp_path, {"Home.md": "# Home\n", **UNITS})
    done = runbook(folder, FIVE["proxy"])
    assert (done.status, done.out) == (0, "caddy.md: a new page\n")
    assert 'settings file="units/proxy/caddy.container"' in (folder / "caddy.md").read_text(encoding="utf-8")


def test_a_dry_run_shows_all_and_writes_nothing(tmp_path: Path) -> None:
    folder = made(tmp_path)
    before = contents(folder)
    done = runbook(folder, FIVE["database"], "--host", "atlas", "--dry-run")
    assert done.status == 0 and contents(folder) == before
    shown = re.findall(r"^\+\+\+ b/(.*)$", done.out, re.MULTILINE)
    assert shown == ["vault/data/endpoints/gitea-db.yaml", "vault/Runbooks/gitea-db.md", "vault/Home.md"]


def test_what_was_stale_before_is_left_alone(tmp_path: Path) -> None:
    stale = '# Old\n\n[[Home]]\n\n<!-- vaulttool:begin index folder="Hosts" -->\n\n<!-- vaulttool:end index -->\n'
    folder = made(tmp_path, {**WITH_UNITS, "vault/Old.md": stale})
    assert runbook(folder, FIVE["database"], "--host", "atlas").status == 0
    assert page(folder, "Old") == stale


@pytest.mark.parametrize("broken_at", some(range(5), step=2))
def test_what_was_broken_off_is_completed_by_the_same_command(broken_at: int, tmp_path: Path) -> None:
    toml = f'{VAULT["vaulttool.toml"]!s}\n[[outputs]]\npath = "cards.json"\nkind = "cards"\n'
    whole, folder = (made(tmp_path / name, {**WITH_UNITS, "vaulttool.toml": toml}) for name in ("whole", "broken"))
    assert runbook(whole, FIVE["database"], "--host", "atlas").status == 0
    left = [broken_at]
    to_disk = os.fsync

    def failing(handle: int) -> None:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            if left[0] == 0:
                raise OSError(28, "No space left on device")
            left[0] -= 1
        to_disk(handle)

    with mock.patch.object(os, "fsync", failing):
        assert runbook(folder, FIVE["database"], "--host", "atlas").status == 2
    assert runbook(folder, FIVE["database"], "--host", "atlas").status == 0
    assert contents(folder) == contents(whole)
    again = run("runbook", f"units/{FIVE['database']}", "--host", "atlas", cwd=folder)  # on another day
    assert (again.status, again.out) == (0, "") and "nothing to do" in again.err
    assert contents(folder) == contents(whole)


def test_nothing_that_a_unit_names_is_opened(tmp_path: Path) -> None:
    folder = made(tmp_path, VAULT)
    os.mkfifo(tmp_path / "waits")  # whoever opens it for reading waits for ever
    secret = write(tmp_path, {"outside/secret.env": "TOKEN=hunter2\n"}) / "outside/secret.env"
    unit = (
        f"[Container]\nImage=docker.io/library/postgres:17\nEnvironmentFile={secret}\nEnvironmentFile={tmp_path}/waits\n"
        f"Volume={tmp_path}/waits:/x\nVolume=/etc/passwd:/y\nSecret={secret}\nPodmanArgs=--env-file={secret}\n"
    )
    write(folder, {"units/a.container": unit, "units/b.kube": f"[Kube]\nYaml={tmp_path}/waits\nConfigMap={secret}\n"})
    for name in ("a.container", "b.kube"):
        assert runbook(folder, name, "--host", "atlas").status == 0
    written = b"".join(content for path, content in contents(folder).items() if path.startswith("vault/"))
    assert b"hunter2" not in written and b"root:x" not in written


REFUSED = [
    pytest.param(["units/none.container"], 'no file "units/none.container"', id="no such unit"),
    pytest.param(["units"], 'the unit "units" is a folder', id="a folder"),
    pytest.param(["../outside.container"], "is no text in the repository of the vault", id="outside the repository"),
    pytest.param(["vaulttool.toml"], '"vaulttool.toml" is no unit', id="no unit"),
    pytest.param(["units/odd.container"], '"units/odd.container", line 2: "nonsense" is no comment', id="an odd unit"),
    pytest.param(["units/latin.container"], "is no text in the repository", id="no UTF-8"),
    pytest.param(["units/compose.yaml"], '"units/compose.yaml" is no unit', id="a compose file"),
    pytest.param(["units/old.container"], 'the era "a" of "old", which has the unit "units/old.container", has ended',
                 id="a unit of the past"),
    pytest.param(["units/broken.container", "--host", "other"], 'the data of the endpoint "broken", in', id="data that cannot be used"),
    pytest.param(["units/a.container", "--host", "atlsa"], 'no host is named "atlsa"', id="an unknown host"),
    pytest.param(["units/a.container", "--run", "none"], 'no run is named "none"', id="an unknown run"),
    pytest.param(["units/a.container", "--host", "other", "--run", "boot"], 'the host is "other", and also "atlas"',
                 id="hosts that differ"),
    pytest.param(["units/a.container", "--endpoint", "A B"], '--endpoint is "A B"', id="no name of an endpoint"),
    pytest.param(["units/a.container", "--page", "../page.md"], "lies outside the vault", id="a page outside"),
    pytest.param(["units/a.container", "--page", "vault/a#b.md"], "no link can hold it", id="a page without a link"),
    pytest.param(["units/a.container", "--page", "vault/Home.md"], "is there already, and is never overwritten",
                 id="a page that is there"),
    pytest.param(["units/a.container", "--set", "owner"], '--set is "owner"', id="no property"),
    pytest.param(["units/a.container", "--since", "soon"], '--since: "soon" is no day', id="no day"),
    pytest.param(["units/a.container", "--template", "none.md"], 'no file "none.md"', id="no template"),
    pytest.param(["units/a.container", "--template", "../t.md"], "lies outside the repository", id="a template outside"),
    pytest.param(["units/a.container", "--env", "../x.env"], "is no text in the repository", id="an env file outside"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    files = {
        **VAULT,
        "vault/data/hosts/other.yaml": "host: other\nfacts: []\n",
        "vault/data/runs/boot.yaml": RUN.replace("2026-11-30-boot", "boot").replace("endpoint: qwen-coder\nera: vllm-011\n", ""),
        "units/a.container": "[Container]\nImage=a:1\n",
        "units/odd.container": "[Container]\nnonsense\n",
        "units/compose.yaml": "services: {}\n",
        "units/old.container": "[Container]\nImage=a:1\n",
        "vault/data/endpoints/old.yaml": OLD,
        "vault/data/endpoints/broken.yaml": "endpoint: broken\n",
        "units/broken.container": "[Container]\nImage=a:1\nPublishPort=1:1\n",
        "units/latin.container": b"[Container]\nImage=\xfc\n",
    }  # fmt: skip
    write(tmp_path, {"outside.container": "[Container]\n", "t.md": "x", "x.env": "A=1"})
    folder = made(tmp_path / "repository", files)
    before = contents(folder)
    done = run("runbook", *arguments, cwd=folder)
    assert done.status == 2 and message in done.err, done.err
    assert "    help: " in done.err and contents(folder) == before


def test_properties_and_tags_are_set(tmp_path: Path) -> None:
    folder = made(tmp_path)
    done = runbook(
        folder, FIVE["proxy"], "--owner", "Ada", "--tag", "web", "--set", "title=The door", "--set", "area=a: b"
    )
    text = page(folder, "Runbooks/caddy")
    assert done.status == 0
    assert "title: The door\n" in text and "owner: Ada\n" in text and 'area: "a: b"\n' in text
    assert "tags: [runbook, caddy, container, web]\n" in text


def test_another_note_of_that_name_is_left_its_name(tmp_path: Path) -> None:
    folder = made(tmp_path, {**WITH_UNITS, "vault/Hosts/Caddy.md": "# Caddy\n\n[[Home]]\n"})
    assert "vault/Runbooks/caddy runbook.md: a new page\n" in runbook(folder, FIVE["proxy"]).out


def test_a_page_that_no_index_lists_is_told(tmp_path: Path) -> None:
    folder = made(tmp_path)
    done = runbook(folder, FIVE["proxy"], "--page", "vault/Hosts/door")
    assert done.status == 1 and "vault/Hosts/door.md:1:1: warning: no other note links to this one" in done.out


def test_a_unit_with_a_mark_and_other_line_ends_gives_the_same_page(five: Path, tmp_path: Path) -> None:
    unit = ("\ufeff" + UNITS["units/database/gitea-db.container"]).replace("\n", "\r\n").encode()
    folder = made(tmp_path, {**WITH_UNITS, "units/database/gitea-db.container": unit})
    assert runbook(folder, FIVE["database"], "--host", "atlas").status == 0
    assert page(folder, "Runbooks/gitea-db") == page(five, "Runbooks/gitea-db")


def test_a_template_and_a_folder_of_ones_own(tmp_path: Path) -> None:
    told = '[runbook]\ntemplate = "our.md"\nfolder = "Runbooks/New"\n'
    template = (
        "---\n{{ properties | yaml }}\n---\n# {{ title }}\n\n{{ unit.description }}\n\n## Check\n\n"
        "{% for step in checks %}\n- {{ step.text }} {{ step.expect }}\n{% endfor %}\n\n## Undo\n\nSee {{ unit.path | code }}.\n"
    )
    toml = str(VAULT["vaulttool.toml"])
    folder = made(tmp_path, {**WITH_UNITS, "vaulttool.toml": toml + told, "our.md": template})
    assert runbook(folder, FIVE["timer"], "--host", "atlas").status == 0
    text = page(folder, "Runbooks/New/restic-backup")
    assert "- restic-backup.timer waits for its next run. Expect one line: NEXT is" in text
    assert "generated" not in text and "0 errors, 0 warnings" in run("check", *DAY, cwd=folder).out


def test_a_schema_of_ones_own_is_followed_as_far_as_it_can_be(tmp_path: Path) -> None:
    told = 'data = "vault/data"\nvault = "vault"\n[schemas]\nfolder = "schemas"\n[schemas.types]\nRunbook = "runbook-2"\n[status]\nwords = ["live", "dead"]\n'
    schema = '{"type": "object", "required": ["type", "status", "area"], "properties": {"status": {"enum": ["live", "dead"]}}}'
    beside = REBOOT.replace("type: runbook", "type: Runbook\nstatus: live\narea: web")
    files = {"vaulttool.toml": told, "schemas/runbook-2.schema.json": schema, "vault/Runbooks/Reboot.md": beside}
    folder = made(tmp_path, {**WITH_UNITS, **files})
    done = runbook(folder, FIVE["proxy"])
    assert (
        done.status == 1 and done.out.count("[schema-mismatch]") == 1 and 'the property "area" is missing' in done.out
    )
    assert page(folder, "Runbooks/caddy").startswith("---\ntype: Runbook\n") and "\nstatus: live\n" in page(
        folder, "Runbooks/caddy"
    )
    done = runbook(folder, FIVE["database"], "--set", "area=web", "--host", "atlas")
    assert (done.status, done.err) == (0, ""), done.out


def test_a_unit_with_an_odd_name(tmp_path: Path) -> None:
    name = "a b|c`d[x]#é@.container"
    folder = made(tmp_path, {**VAULT, f"units/{name}": UNITS["units/proxy/caddy.container"].replace("/udp", "")})
    done = runbook(folder, name, "--host", "atlas")
    assert (done.status, done.out.splitlines()[1]) == (0, "vault/Runbooks/a b-c`d-x--é.md: a new page"), done.out
    assert "0 errors, 0 warnings" in run("check", *DAY, cwd=folder).out
    assert run("index", "--check", cwd=folder).status == 0


@pytest.mark.parametrize("how", ["git ignores", "the configuration excludes"])
def test_a_page_that_would_not_be_spoken_of_is_refused(how: str, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {**WITH_UNITS, ".gitignore": "Drafts/\n"}
    if how != "git ignores":
        files = {**WITH_UNITS, "vaulttool.toml": f'exclude = ["Drafts/"]\n{VAULT["vaulttool.toml"]!s}'}
    folder = repository(tmp_path, files)
    done = runbook(folder, FIVE["proxy"], "--page", "vault/Drafts/caddy")
    assert done.status == 2 and f'{how} "vault/Drafts/caddy.md"' in done.err


def test_an_error_in_a_template_names_file_and_line(tmp_path: Path) -> None:
    folder = made(tmp_path, {**WITH_UNITS, "our.md": "# {{ title }}\n\n{{ owner_of_all }}\n"})
    done = runbook(folder, FIVE["timer"], "--template", "our.md")
    assert done.status == 2 and "error: our.md:3: 'owner_of_all' is undefined" in done.err
    assert not (folder / "vault/Runbooks/restic-backup.md").exists()


def test_a_number_that_the_unit_says_of_itself_needs_no_source(tmp_path: Path) -> None:
    unit = UNITS["units/proxy/caddy.container"].replace("Description=Caddy", "Description=5 GiB for Caddy at 100 tok/s")
    folder = made(tmp_path, {**WITH_UNITS, "units/proxy/caddy.container": unit})
    assert runbook(folder, FIVE["proxy"], "--host", "atlas").status == 0
    assert "| In its own words | 5 GiB for Caddy at 100 tok/s, the only door" in page(folder, "Runbooks/caddy")


def test_a_file_that_is_missing_beside_the_unit_is_told_and_no_broken_path(tmp_path: Path) -> None:
    unit = "[Build]\nImageTag=localhost/x:1\nFile=vault/none/Containerfile\n"
    folder = made(tmp_path, {**VAULT, "units/x.build": unit, "vault/none.txt": ""})
    assert runbook(folder, "x.build", "--host", "atlas").status == 0
    assert "- vault/none/Containerfile: not beside the unit\n" in page(folder, "Runbooks/x")


def test_a_unit_that_belongs_to_it_and_cannot_be_read_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path, {**VAULT, "units/a.timer": "[Timer]\n", "units/a.service": "[Service]\nEnvironment=x\n"})
    done = runbook(folder, "a.timer", "--host", "atlas")
    assert done.status == 2 and '"units/a.service", line 2: "x" in Environment= is no NAME=value' in done.err
