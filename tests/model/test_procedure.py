"""What a unit tells: whose systemd runs it, its ports, its container, its image, its secrets, the paths of the host."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from vaulttool.model.procedure.checking import checks, from_outside
from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.family import Family, facts, family
from vaulttool.model.procedure.images import Image, image, program
from vaulttool.model.procedure.in_the_clear import secrets_in
from vaulttool.model.procedure.needing import needs
from vaulttool.model.procedure.ports import Port, port
from vaulttool.model.procedure.programs import address, http_port, model, served_name
from vaulttool.model.procedure.starting import start
from vaulttool.model.procedure.step import script, step
from vaulttool.model.procedure.undoing import undo, written_to
from vaulttool.model.repository import Repository


def unit(text: str, path: str = "units/lisbon.container", manager: str = "", **others: str) -> Family:
    """The family of a unit; ``a__b`` among the others stands for ``a.b``, in the same folder."""
    beside = {f"units/{name.replace('__', '.')}": content for name, content in others.items()}
    files = Repository.of({**beside, path: text})
    return family(files, facts(files, path, manager))


def lines(steps: object) -> list[str]:
    return [line for step in steps for line in step.commands]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("80", Port("", "80")),
        ("8080:80", Port("8080", "80")),
        ("127.0.0.1:8080:80/tcp", Port("8080", "80", "127.0.0.1")),
        ("127.0.0.1::80", Port("", "80", "127.0.0.1")),
        ("[::1]:8443:443/udp", Port("8443", "443", "::1", "udp")),
        ("8000-8010:8000-8010", Port("8000-8010", "8000-8010")),
        ("8000:8000", Port("8000", "8000")),
        ("${PORT}:80", None),
        ("%i:80", None),
        ("nonsense", None),
        ("", None),
    ],
)
def test_ports(written: str, expected: Port | None) -> None:
    assert port(written) == expected


@pytest.mark.parametrize(
    ("one", "single", "local"),
    [
        (Port("8080", "80"), True, False),
        (Port("8080", "80", "127.0.0.1"), True, True),
        (Port("8080", "80", "::1"), True, True),
        (Port("", "80"), False, False),
        (Port("8000-8010", "8000-8010"), False, False),
        (Port("99999", "80"), False, False),
    ],
)
def test_which_ports_are_known(one: Port, single: bool, local: bool) -> None:
    assert (one.is_single, one.is_local) == (single, local)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (Port("80", "80"), "127.0.0.1:80"),
        (Port("80", "80", "0.0.0.0"), "127.0.0.1:80"),
        (Port("80", "80", "::"), "127.0.0.1:80"),
        (Port("80", "80", "192.0.2.7"), "192.0.2.7:80"),
        (Port("80", "80", "2001:db8::1"), "[2001:db8::1]:80"),
    ],
)
def test_where_a_port_is_reached(one: Port, expected: str) -> None:
    assert address(one) == expected


@pytest.mark.parametrize(
    ("written", "expected", "title"),
    [
        ("docker.io/library/postgres:17.2", Image("docker.io/library/postgres", "17.2"), "PostgreSQL"),
        ("docker.io/pgvector/pgvector:pg17", Image("docker.io/pgvector/pgvector", "pg17"), "PostgreSQL"),
        ("quay.io:5000/a/caddy@sha256:0123abcd", Image("quay.io:5000/a/caddy", "", "sha256:0123abcd"), "Caddy"),
        ("redis", Image("redis"), "Redis"),
        ("ghcr.io/ggml-org/llama.cpp:server-cuda-b6900", Image("ghcr.io/ggml-org/llama.cpp", "server-cuda-b6900"), "llama.cpp"),
        ("ghcr.io/ggml-org/llama.cpp:full-cuda", Image("ghcr.io/ggml-org/llama.cpp", "full-cuda"), None),
        ("docker.io/prometheuscommunity/postgres-exporter:v0.15", Image("docker.io/prometheuscommunity/postgres-exporter", "v0.15"), None),
        ("docker.io/nginx/nginx-prometheus-exporter:1", Image("docker.io/nginx/nginx-prometheus-exporter", "1"), None),
        ("lisbon.build", None, None),
        ("lisbon.image", None, None),
        ("${IMAGE}", None, None),
        ("/srv/image.tar", None, None),
        ("", None, None),
    ],
)  # fmt: skip
def test_images(written: str, expected: Image | None, title: str | None) -> None:
    found = program(image(written))
    assert (image(written), found.title if found else None) == (expected, title)


INSTALL = "[Install]\nWantedBy={}\n"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("u/a.container", INSTALL.format("default.target"), "user", id="a target of users"),
        pytest.param("u/a.container", INSTALL.format("multi-user.target"), "system", id="a target of the system"),
        pytest.param("u/a.container", INSTALL.format("multi-user.target default.target"), "", id="both"),
        pytest.param("u/a.timer", INSTALL.format("timers.target"), "", id="a target of either"),
        pytest.param("u/a.container", "", "", id="nothing"),
        pytest.param("u/a.container", "[Container]\nUserNS=keep-id:uid=1\n", "user", id="a name space of users"),
        pytest.param("u/a.service", "[Service]\nUser=mia\n", "system", id="a user of its own"),
        pytest.param("home/.config/containers/systemd/a.container", INSTALL.format("multi-user.target"), "user", id="a folder of users"),
        pytest.param("etc/containers/systemd/a.container", "", "system", id="a folder of the system"),
        pytest.param("etc/containers/systemd/users/1000/a.container", "", "user", id="a folder of users below it"),
        pytest.param("traefik/systemd/user/https.socket", "", "user", id="a folder called like it"),
        pytest.param("traefik/systemd/system/https.socket", "", "system", id="a folder called like the other"),
        pytest.param("containers/systemd/a.container", "", "", id="a folder of either"),
    ],
)  # fmt: skip
def test_whose_systemd_runs_it(path: str, text: str, expected: str) -> None:
    assert facts(Repository.of({path: text}), path).manager == expected


@pytest.mark.parametrize(
    ("path", "text", "service", "name"),
    [
        pytest.param("a.container", "", "a.service", "systemd-a", id="a container"),
        pytest.param("a.container", "[Container]\nContainerName=b\n", "a.service", "b", id="with a name"),
        pytest.param("a.container", '[Container]\nContainerName="b"\n', "a.service", "b", id="in quotes"),
        pytest.param("a.container", "[Container]\nContainerName=x-%N\n", "a.service", "x-a", id="with a specifier"),
        pytest.param("a.container", "[Container]\nContainerName=x-%H\n", "a.service", "", id="with one that is not known"),
        pytest.param("a.container", "[Container]\nServiceName=c\n", "c.service", "systemd-c", id="with another service"),
        pytest.param("a@.container", "", "a@.service", "", id="a template"),
        pytest.param("a.pod", "", "a-pod.service", "systemd-a", id="a pod"),
        pytest.param("a.pod", "[Pod]\nPodName=p\nServiceName=q\n", "q.service", "p", id="a pod with names"),
        pytest.param("a.network", "", "a-network.service", "systemd-a", id="a network"),
        pytest.param("a.volume", "[Volume]\nVolumeName=v\n", "a-volume.service", "v", id="a volume"),
        pytest.param("a.kube", "", "a.service", "", id="Kubernetes"),
        pytest.param("a.image", "[Image]\nImage=x:1\n", "a-image.service", "", id="an image"),
        pytest.param("a.timer", "", "a.timer", "", id="a timer"),
        pytest.param("a.service", "[Service]\nExecStart=/usr/bin/podman run --name n x:1\n", "a.service", "n", id="a service"),
        pytest.param("a.service", "[Service]\nExecStart=/usr/bin/tool --name n\n", "a.service", "", id="a service without container"),
    ],
)  # fmt: skip
def test_names(path: str, text: str, service: str, name: str) -> None:
    found = facts(Repository.of({path: text}), path)
    assert (found.service, found.name) == (service, name)


def variables(*settings: str) -> Facts:
    return unit("[Container]\n" + "".join(f"Environment={one}\n" for one in settings)).head


@pytest.mark.parametrize(
    "setting",
    [
        "POSTGRES_PASSWORD=hunter2", "PGPASSWORD=hunter2", "MYSQL_ROOT_PASSWORD=x1y2z", "SECRET=8en5zX/Gd=", "JWT_SECRET=abcde",
        "HF_TOKEN=hf_abcdef", "API_KEY=sk-1234", "SECRET_KEY=a1b2c3d4", "DB_URL=postgresql://gitea:hunter2@db:5432/x",
        "SMTP_CREDENTIALS=user:word", "GPG_PASSPHRASE=correct-horse", "APIKEY=abcdef",
    ],
)  # fmt: skip
def test_a_secret_in_the_clear_is_known(setting: str) -> None:
    assert secrets_in(variables(setting, "TZ=UTC").settings) == [setting.partition("=")[0]]


@pytest.mark.parametrize(
    "setting",
    [
        "POSTGRES_PASSWORD_FILE=/run/secrets/x", "TLS_KEY=/etc/tls/key.pem", "PASSWORD=${DB_PASSWORD}", "TOKEN=%t/x", "API_KEY=",
        "MAX_TOKENS=4096", "KEYBOARD=de-latin1", "ENABLE_TOKEN=true", "KEY=./key", "SECRET=no", "URL=http://db:5432/x",
        "URL=postgresql://gitea:${PW}@db/x", "KEYS=a,b", "TOKENIZER=/models/x", "PASSWORDS=a", "AUTHOR=mia", "PASS_THROUGH=on",
        "SECRET_NAME=pg-password", "TOKEN_PATH=/x", "MONKEY_MODE=fast",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_secret_is_shown(setting: str) -> None:
    assert secrets_in(variables(setting).settings) == []


@pytest.mark.parametrize(
    ("manager", "expected"),
    [
        ("user", "ls -ld /srv/a ~/b '/srv/c d'"),
        ("system", "sudo ls -ld /srv/a /root/b '/srv/c d'"),
        ("", "ls -ld /srv/a '/srv/c d'"),
    ],
)
def test_paths_of_the_host(manager: str, expected: str) -> None:
    mounts = ("/srv/a:/a", "%h/b:/b", "%t/x.sock:/x", "named:/c", "./near:/d", "${X}:/e", "data.volume:/f", "/srv/*:/g")
    text = "[Container]\n" + "".join(f"Volume={one}\n" for one in mounts) + "EnvironmentFile=-/srv/optional\n"
    found = unit(text, "units/lisbon.container", manager)
    assert [line for line in lines(needs([found.head])) if "ls " in line] == [expected.replace(" '/srv/c d'", "")]


@pytest.mark.parametrize(
    ("mount", "expected"),
    [
        ("type=bind,source=/srv/a,destination=/a", ["/srv/a"]),
        ("type=bind,src=/srv/a,target=/a,ro=true", []),
        ("type=bind,src=/srv/a,dst=/a,readonly", []),
        ("type=volume,source=data,destination=/a", ["data"]),
        ("type=tmpfs,destination=/a", []),
        ("nonsense", []),
    ],
)
def test_what_it_may_write_to(mount: str, expected: list[str]) -> None:
    assert written_to(unit(f"[Container]\nMount={mount}\n").head) == expected


def test_what_goes_to_the_host_together() -> None:
    others = {"app__pod": "[Pod]\n", "net__network": "[Network]\n", "web__container": "[Container]\nPod=app.pod\nNetwork=net.network\nEnvironmentFile=web.env\n"}  # fmt: skip
    files = {f"units/{name.replace('__', '.')}": text for name, text in others.items()}
    files |= {
        "units/web.env": "A=1",
        "units/web.container.d/10-x.conf": "[Container]\nLabel=a\n",
        "units/other.container": "[Container]\n",
    }
    repository = Repository.of(files)
    found = family(repository, facts(repository, "units/app.pod", "user"))
    assert [one.file for one in found.members] == ["web.container"]
    assert lines(start(found))[:2] == [
        "install -D -m 644 -t ~/.config/containers/systemd units/app.pod units/web.container units/net.network units/web.env",
        "install -D -m 644 -t ~/.config/containers/systemd/web.container.d units/web.container.d/10-x.conf",
    ]


def test_a_service_is_started_by_what_activates_it() -> None:
    found = unit(
        "[Service]\nType=oneshot\nExecStart=/bin/true\n",
        "units/a.service",
        "system",
        b__timer="[Timer]\nUnit=a.service\n[Install]\nWantedBy=timers.target\n",
    )
    assert lines(start(found))[-1] == "sudo systemctl enable --now b.timer"
    assert [line for line in lines(checks(found)) if " start " in line] == ["sudo systemctl start a.service"]


@pytest.mark.parametrize(
    ("text", "port_", "model_", "name"),
    [
        pytest.param("Image=docker.io/vllm/vllm-openai:v1\nPublishPort=9000:8000\nExec=--model a/b", "9000", "a/b", "", id="the port of the image"),
        pytest.param("Image=docker.io/vllm/vllm-openai:v1\nPublishPort=9000:7000\nExec=serve a/b --port 7000 --served-model-name c", "9000", "a/b", "c", id="a port of its own"),
        pytest.param("Image=docker.io/vllm/vllm-openai:v1\nNetwork=host\nExec=--model a/b --port 7000", "7000", "a/b", "", id="the network of the host"),
        pytest.param("Image=docker.io/vllm/vllm-openai:v1\nPublishPort=9000:9000\nExec=--model a/b", None, "a/b", "", id="another port"),
        pytest.param("Image=ghcr.io/ggml-org/llama.cpp:server\nPublishPort=1:8080\nExec=-m /m/x.gguf --alias y", "1", "/m/x.gguf", "y", id="llama.cpp"),
        pytest.param("Image=localhost/engine:1\nPublishPort=8000:8000\nExec=--model a/b", None, "", "", id="an image that is not known"),
        pytest.param("Image=docker.io/library/postgres:17\nPublishPort=5432:5432", None, "", "", id="no HTTP"),
    ],
)  # fmt: skip
def test_what_is_served(text: str, port_: str | None, model_: str, name: str) -> None:
    head = unit(f"[Container]\n{text}\n").head
    found = http_port(head)
    assert (found.host if found else None, model(head), served_name(head)) == (port_, model_, name)


HOSTILE = ("$(touch pwned)", "`touch pwned`", "; touch pwned;", "& touch pwned &", "' ; touch pwned ; '", '" ; touch pwned ; "', "|touch pwned",
           ">pwned", "-x\\ntouch pwned", "~/$(touch pwned)", "\\", "a b", "$HOME", "!!", "{a,b}", "*", "#x")  # fmt: skip
STUBS = " ".join(f"{name}() {{ :; }};" for name in ("sudo", "systemctl", "podman", "docker", "journalctl", "git", "install",
                                                 "ls", "ss", "curl", "loginctl", "sysctl", "id", "grep"))  # fmt: skip
TEMPLATES = {
    "container": "[Unit]\nWants={0}\n[Container]\nImage={0}\nContainerName={0}\nSecret={0}\nVolume=/{0}:/x\nVolume=%h/{0}:/y\nAddDevice=/dev/{0}\n"
                 "EnvironmentFile=/etc/{0}\nPublishPort={0}\nHealthCmd={0}\nNetwork={0}\n{1}",
    "vllm": "[Container]\nImage=docker.io/vllm/vllm-openai:v1\nContainerName={0}\nPublishPort=8000:8000\nExec=--model '{0}' --served-model-name '{0}'\n{1}",
    "postgres": "[Container]\nImage=docker.io/library/postgres:17\nContainerName={0}\nEnvironment='POSTGRES_USER={0}'\n{1}",
    "service": "[Service]\nUser={0}\nWorkingDirectory=/{0}\nExecStart=/usr/bin/podman run --name '{0}' -v '/{0}:/x' docker.io/library/redis:7\n{1}",
    "pod": "[Pod]\nPodName={0}\nPublishPort={0}\n{1}",
    "network": "[Network]\nNetworkName={0}\n{1}",
    "build": "[Build]\nImageTag={0}\n{1}",
}  # fmt: skip


def test_a_request_names_the_model_as_it_is_called() -> None:
    head = "[Container]\nImage=docker.io/vllm/vllm-openai:v1\nPublishPort=8000:8000\n"
    asked = "\n".join(lines(checks(unit(head + "Exec=--model a/b --served-model-name größe"))))
    assert '"model":"größe"' in asked


def test_what_a_step_is_for_and_what_to_expect_are_comments() -> None:
    told = step("See whether it runs.", ["a", "b"], "Expect one line.")
    assert script(told, 2) == "```sh\n# 2. See whether it runs.\na\nb\n# Expect one line.\n```"
    assert script(step("Stop it.", "a")) == "```sh\n# Stop it.\na\n```"


@pytest.mark.parametrize("kind", TEMPLATES)
def test_no_value_of_a_unit_runs_when_the_commands_are_copied(kind: str, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash is here")
    ending = kind if kind in ("service", "pod", "network", "build") else "container"
    text = []
    for value in HOSTILE:
        for install in ("[Install]\nWantedBy=default.target\n", "[Install]\nWantedBy=multi-user.target\n"):
            found = unit(TEMPLATES[kind].format(value, install), f"units/lisbon.{ending}")
            outside = from_outside(found, f"http://{value}/", value)
            procedures = (needs([found.head]), start(found), checks(found), undo(found), outside)
            text += [
                script(one).removeprefix("```sh\n").rpartition("\n```")[0] for steps in procedures for one in steps
            ]
    done = subprocess.run(
        [bash, "--norc", "-c", STUBS + "\n" + "\n".join(text)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (list(tmp_path.iterdir()), done.stderr) == ([], "")


def test_docker_is_asked_with_its_own_commands() -> None:
    text = "[Service]\nExecStart=/usr/bin/docker run --name db -p 5432:5432 docker.io/library/postgres:17\n"
    found = unit(text, "units/db.service", "system")
    asked = [*lines(needs([found.head])), *lines(checks(found))]
    assert "sudo docker image inspect docker.io/library/postgres:17 > /dev/null; echo $?" in asked
    assert "sudo docker exec db pg_isready" in asked and not [line for line in asked if "podman" in line]
