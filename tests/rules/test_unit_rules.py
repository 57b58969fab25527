"""Units of open eras: their images, what starts them, and how much context their clients expect."""

from __future__ import annotations

import pytest
from small_fleet import INSTALL, PLAIN, SERVES, clients, era, fleet, texts
from vaults import findings_of

IMAGES = [
    pytest.param(
        "docker.io/town/engine:latest", 'the image "docker.io/town/engine:latest" has the tag "latest"', id="latest"
    ),
    pytest.param("docker.io/town/engine", 'the image "docker.io/town/engine" has no tag', id="no tag"),
    pytest.param("host:5000/engine", 'the image "host:5000/engine" has no tag', id="a port is no tag"),
    pytest.param(
        "docker://town/engine:latest", 'the image "docker://town/engine:latest" has the tag "latest"', id="a transport"
    ),
]
PINNED = [
    "docker.io/town/engine:0.9.3", "localhost/engine:0.13.0-e060895", "docker.io/town/engine@sha256:aa",
    "docker.io/town/engine:latest@sha256:aa", "host:5000/engine:1", "sha256:" + "a" * 64, "3322dbbbc96d", "oci-archive:/a.tar",
    "containers-storage:localhost/engine", "/srv/rootfs", "./image",
]  # fmt: skip


@pytest.mark.parametrize(("image", "message"), IMAGES)
def test_an_image_that_can_change(image: str, message: str) -> None:
    files = fleet(
        "", era(f', image: "{image}", units: [u.container]'), **{"u.container": f"[Container]\nImage={image}\n"}
    )
    found = findings_of(files, "floating-image")
    assert [finding.path for finding in found] == ["data/endpoints/lisbon.yaml", "u.container"]
    assert {finding.message for finding in found} == {message + ", so that it can change under this name"}
    assert texts(files, "floating-image")[1] == ("u.container", f"Image={image}")


@pytest.mark.parametrize("image", PINNED)
def test_an_image_that_stays(image: str) -> None:
    files = fleet(
        "", era(f', image: "{image}", units: [u.container]'), **{"u.container": f"[Container]\nImage={image}\n"}
    )
    assert findings_of(files, "floating-image") == []


@pytest.mark.parametrize(
    ("unit", "text", "fires"),
    [
        pytest.param("u.container", "[Container]\nImage=engine.build\n", False, id="another Quadlet"),
        pytest.param("u.container", "[Container]\nImage=${IMAGE}\n", False, id="a variable"),
        pytest.param("u.image", "[Image]\nImage=docker.io/town/engine\n", True, id="a Quadlet of an image"),
        pytest.param("u.service", "[Service]\nExecStart=/usr/bin/podman run --rm -p 1:1 town/engine --x 1\n", True, id="podman run"),
        pytest.param("u.service", "[Service]\nExecStart=/usr/bin/podman run --rm -p 1:1 town/engine:1 --x 1\n", False, id="podman run, pinned"),
        pytest.param("u.service", "[Service]\nExecStart=/usr/bin/engine --x 1\n", False, id="no container"),
        pytest.param("compose.yaml", "services:\n  a: {image: town/engine}\n", True, id="compose"),
        pytest.param("compose.yaml", "services:\n  a: {image: town/engine, build: .}\n", False, id="compose builds it"),
        pytest.param("compose.yaml", "services:\n  a: {image: 'town/engine:${TAG:-latest}'}\n", True, id="compose by default"),
        pytest.param("compose.yaml", "services:\n  a: {image: 'town/engine:${TAG}'}\n", False, id="compose by a variable"),
    ],
)  # fmt: skip
def test_images_of_units(unit: str, text: str, fires: bool) -> None:
    found = findings_of(fleet("", era(f", units: [{unit}]"), **{unit: text}), "floating-image")
    assert [finding.path for finding in found] == [unit] * fires


def test_the_image_of_an_era_that_ended_may_float() -> None:
    files = fleet("", era(", image: a/b:latest, end: 2026-09-21"), era(", image: a/b:1", id="b", start="2026-09-21"))
    assert findings_of(files, "floating-image") == []


def test_an_image_in_a_drop_in_is_told_at_the_era() -> None:
    files = fleet(
        "", **{"u.container": "[Container]\nImage=a/b:1\n", "u.container.d/x.conf": "[Container]\nImage=a/b\n"}
    )
    (finding,) = findings_of(files, "floating-image")
    assert (finding.path, finding.related[0].path) == ("data/endpoints/lisbon.yaml", "u.container.d/x.conf")


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"u.container": PLAIN}, id="no Install"),
        pytest.param({"u.container": PLAIN + "\n[Install]\nAlias=x.service\n"}, id="an alias alone"),
        pytest.param({"u.container": PLAIN + "\n[Install]\nWantedBy=\n"}, id="wanted by nothing"),
        pytest.param({"u.container": PLAIN, "u.container.d/x.conf": "[Container]\nImage=a/b:2\n"}, id="a drop-in without"),
        pytest.param({"u.container": PLAIN, "u.timer": "[Timer]\nOnBootSec=1\n"}, id="a timer that nothing starts"),
        pytest.param({"u.container": PLAIN, "v.timer": "[Timer]\nOnBootSec=1\n" + INSTALL}, id="the timer of another"),
        pytest.param({"u.container": PLAIN, "v.container": PLAIN + INSTALL}, id="another unit comes up"),
        pytest.param({"u.container": PLAIN, "v.container": "[Unit]\nRequires=u.service\n\n" + PLAIN}, id="required by one that does not"),
        pytest.param({"u.container": PLAIN, "v.container": "[Unit]\nAfter=u.service\n\n" + PLAIN + INSTALL}, id="an order starts nothing"),
    ],
)  # fmt: skip
def test_a_unit_that_stays_down(files: dict[str, str]) -> None:
    (finding,) = findings_of(fleet("", **files), "unit-not-enabled")
    assert (finding.path, finding.span.of(files[finding.path])) == ("u.container", "[Container]")
    assert finding.message == 'nothing starts "u.container" when the machine boots: it has no [Install] with WantedBy='
    assert [related.path for related in finding.related] == ["data/endpoints/lisbon.yaml"]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"u.container": PLAIN + INSTALL}, id="wanted"),
        pytest.param({"u.container": PLAIN + "\n[Install]\nRequiredBy=x.target\n"}, id="required"),
        pytest.param({"u.container": PLAIN, "u.container.d/x.conf": INSTALL}, id="in a drop-in"),
        pytest.param({"u.container": PLAIN, "container.d/x.conf": INSTALL}, id="in a drop-in of all containers"),
        pytest.param({"u.container": PLAIN, "u.timer": "[Timer]\nOnBootSec=1\n" + INSTALL}, id="a timer of its name"),
        pytest.param({"u.container": PLAIN, "t/v.timer": "[Timer]\nUnit=u.service\n" + INSTALL}, id="a timer for it"),
        pytest.param({"u.container": PLAIN, "u.socket": "[Socket]\nListenStream=1\n" + INSTALL}, id="a socket"),
        pytest.param({"u.container": PLAIN, "u.path": "[Path]\nPathExists=/a\n" + INSTALL}, id="a path"),
        pytest.param({"u.container": PLAIN, "v.container": "[Unit]\nRequires=u.service\n\n" + PLAIN + INSTALL}, id="required by one that comes up"),
        pytest.param({"u.container": PLAIN, "v.container": "[Unit]\nWants=u.container\n\n" + PLAIN + INSTALL}, id="wanted by its file"),
        pytest.param({"u.container": PLAIN, "v.container": "[Unit]\nBindsTo=w.service\n\n" + PLAIN + INSTALL,
                      "w.service": "[Unit]\nWants=u.service\n[Service]\nExecStart=/bin/true\n"}, id="by way of another"),
        pytest.param({"u.container": PLAIN + "Pod=p.pod\n", "p.pod": "[Pod]\n" + INSTALL}, id="its pod"),
        pytest.param({"u.container": PLAIN, "v.service": "[Service]\nType=oneshot\nExecStart=/usr/bin/systemctl --user start u\n" + INSTALL},
                     id="started by a command"),
        pytest.param({"u.container": PLAIN, "default.target.wants/u.service": ""}, id="a link of systemd"),
        pytest.param({"u.container": PLAIN.replace("Image", "ServiceName=x\nImage"), "x.timer": "[Timer]\nOnBootSec=1\n" + INSTALL}, id="by its own name"),
        pytest.param({"u.container": ""}, id="an empty file"),
        pytest.param({}, id="a file that is not there"),
    ],
)  # fmt: skip
def test_a_unit_that_comes_up(files: dict[str, str]) -> None:
    assert findings_of(fleet("", **files), "unit-not-enabled") == []


def test_a_container_that_does_not_start_with_its_pod() -> None:
    files = fleet("", **{"u.container": PLAIN + "Pod=p.pod\nStartWithPod=false\n", "p.pod": "[Pod]\n" + INSTALL})
    assert len(findings_of(files, "unit-not-enabled")) == 1


def test_a_template_comes_up_by_an_instance() -> None:
    files = fleet("", era(", units: [u@.container]"), **{"u@.container": PLAIN})
    assert len(findings_of(files, "unit-not-enabled")) == 1
    files["v.target"] = "[Unit]\nWants=u@1.service u@2.service\n" + INSTALL
    assert findings_of(files, "unit-not-enabled") == []


@pytest.mark.parametrize(
    ("units", "text", "service"),
    [
        pytest.param("compose.yaml", "services:\n  lisbon:\n    image: a/b:1\n", "lisbon", id="no policy"),
        pytest.param("compose.yaml", "services:\n  lisbon:\n    image: a/b:1\n    restart: on-failure\n", "lisbon", id="on failure alone"),
        pytest.param("compose.yaml", "services:\n  db: {image: c, restart: always}\n  lisbon: {image: a/b:1}\n", "lisbon", id="another one's policy"),
        pytest.param("compose.yaml", "services:\n  x: {image: a/b:1}\n  y: {image: c}\n", "x", id="none of any"),
        pytest.param("compose.yaml", "services:\n  x: {image: a/b:1, container_name: lisbon-medium}\n  y: {image: c, restart: always}\n", "x", id="by the container's name"),
        pytest.param("docker-compose.yml", "services:\n  lisbon: {image: a, deploy: {restart_policy: {condition: none}}}\n", "lisbon", id="a policy of none"),
        pytest.param("compose.yaml", "services:\n  lisbon: {image: a, restart: always}\n", None, id="always"),
        pytest.param("compose.yaml", "services:\n  lisbon: {image: a, restart: unless-stopped}\n", None, id="unless stopped"),
        pytest.param("compose.yaml", "services:\n  lisbon: {image: a, restart: '${R:-always}'}\n", None, id="by default"),
        pytest.param("compose.yaml", "services:\n  lisbon: {image: a, restart: '${R}'}\n", None, id="a variable"),
        pytest.param("compose.yaml", "services:\n  lisbon: {image: a, deploy: {restart_policy: {}}}\n", None, id="a policy of deploy"),
        pytest.param("compose.yaml", "services:\n  x: {image: a, restart: always}\n  y: {image: c}\n", None, id="a helper beside it"),
        pytest.param("compose.yaml, u.container", "services:\n  lisbon: {image: a}\n", None, id="beside a unit"),
        pytest.param("compose.yaml", "services: []\n", None, id="no services"),
        pytest.param("compose.yaml", "services:\n  lisbon: {extends: {file: base.yml, service: x}}\n", None, id="a service that extends another"),
        pytest.param("compose.yaml", "x: &x {restart: always}\nservices:\n  lisbon: {<<: *x, image: a}\n", None, id="a merged policy"),
        pytest.param("compose.yaml, compose.gpu.yaml", "services:\n  lisbon: {image: a}\n", None, id="a policy in another file of the era"),
    ],
)  # fmt: skip
def test_a_compose_file(units: str, text: str, service: str | None) -> None:
    path = units.partition(",")[0]
    kept_up = "services:\n  lisbon: {restart: always}\n"
    files = fleet(
        "", era(f", units: [{units}]"), **{path: text, "u.container": PLAIN + INSTALL, "compose.gpu.yaml": kept_up}
    )
    found = findings_of(files, "unit-not-enabled")
    assert [finding.path for finding in found] == [path] * (service is not None)
    assert all(f'"{service}"' in finding.message for finding in found)


def test_a_compose_file_that_another_overrides() -> None:
    files = fleet("", era(", units: [a/compose.yaml]"), **{"a/compose.yaml": "services:\n  lisbon: {image: a}\n"})
    files["b/compose.override.yaml"] = "services:\n  lisbon: {restart: always}\n"
    assert len(findings_of(files, "unit-not-enabled")) == 1
    files["a/compose.override.yaml"] = files["b/compose.override.yaml"]
    assert findings_of(files, "unit-not-enabled") == []


def test_a_compose_file_that_a_unit_starts() -> None:
    files = fleet(
        "",
        era(", units: [lisbon-stack/compose.yaml]"),
        **{"lisbon-stack/compose.yaml": "services:\n  lisbon: {image: a}\n"},
    )
    assert len(findings_of(files, "unit-not-enabled")) == 1
    files["stack.service"] = (
        "[Service]\nWorkingDirectory=/srv/lisbon-stack\nExecStart=/usr/bin/docker compose up\n" + INSTALL
    )
    assert findings_of(files, "unit-not-enabled") == []


def test_a_job_is_no_service() -> None:
    job = "[Service]\nType=oneshot\nExecStart=/bin/true\n"
    assert findings_of(fleet("", era(", units: [u.service]"), **{"u.service": job}), "unit-not-enabled") == []
    closed = era(", end: 2026-09-21, units: [u.container]")
    assert findings_of(fleet("", closed, **{"u.container": PLAIN}), "unit-not-enabled") == []


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        pytest.param("harness/a.yml", "models:\n  - id: lisbon\n    max_context: 262144\n", "262144", id="a list of models"),
        pytest.param("harness/a.yml", "models:\n  lisbon:\n    max_context: 262144\n", "262144", id="a map of models"),
        pytest.param("harness/a.yaml", "model: {default: lisbon-medium, context_length: 262_144}\n", "262_144", id="the name that is served"),
        pytest.param("harness/a.yaml", "- {model: town-lisbon, num_ctx: 200k}\n", "200k", id="the name of the unit"),
        pytest.param("harness/a.yaml", "- model_name: lisbon\n  litellm_params: {model: openai/lisbon}\n  model_info: {max_input_tokens: 262144}\n", "262144", id="parts of an entry"),
        pytest.param("harness/a.yaml", "- {model: openai/lisbon, maxTokens: 262144}\n", "262144", id="behind a provider"),
        pytest.param("harness/a.json", '{"models": [{"id": "lisbon", "contextWindow": 262144}]}', "262144", id="JSON"),
        pytest.param("harness/a.json", '{\n\t"models": {\n\t\t"lisbon": {"limit": {"context": 262144, "output": 8192}}\n\t}\n}', "262144", id="JSON with tabs"),
        pytest.param("harness/a.jsonc", '{ // models\n  "lisbon": {"max_context": 262144} /* x */\n}', "262144", id="JSON with comments"),
        pytest.param("harness/a.toml", '[[models]]\nid = "porto"\nmax_context = 9\n[[models]]\nid = "lisbon"\nmax_context = 262_144\n', "262_144", id="TOML"),
        pytest.param("harness/a.toml", '[models.lisbon]\nmax-context = 262144\n', "262144", id="a table of TOML"),
    ],
)  # fmt: skip
def test_a_client_that_promises_more(path: str, text: str, value: str) -> None:
    files = clients(text, SERVES, path)
    assert texts(files, "context-exceeded") == [(path, value)]
    (finding,) = findings_of(files, "context-exceeded")
    assert finding.message.endswith("and the endpoint serves 114688")
    assert [(related.path, related.span.of(files[related.path])[:6]) for related in finding.related] == [
        ("u.container", "Exec=-")
    ]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        pytest.param("- {id: lisbon, max_context: 114688}\n", SERVES, id="what is served"),
        pytest.param("- {id: lisbon, max_context: 114k}\n", SERVES, id="less"),
        pytest.param("- {id: porto, max_context: 262144}\n", SERVES, id="another model"),
        pytest.param("- {name: lisbon, model: porto, max_context: 262144}\n", SERVES, id="a name over another model"),
        pytest.param("lisbon: {models: {porto: {max_context: 262144}}}\n", SERVES, id="a provider's name over another model"),
        pytest.param("- {id: lisbon, fallback: {max_context: 262144}}\n", SERVES, id="a table about something else"),
        pytest.param("- {id: lisbon, seed: 262144, timeout: 262144}\n", SERVES, id="another key"),
        pytest.param("- {id: lisbon, max_context: '${CTX}'}\n", SERVES, id="a variable"),
        pytest.param("- {id: lisbon, max_context: auto}\n", SERVES, id="a word"),
        pytest.param("- {id: lisbon, max_context: 262144}\n", "[Container]\nExec=--x 1\n", id="a unit that does not say"),
        pytest.param("- {id: lisbon, max_context: 262144}\n", "[Container]\nExec=--max-model-len auto\n", id="auto"),
        pytest.param("- {id: lisbon, max_context: 262144}\n", "[Container]\nExec=-c 0\n", id="what the model has"),
        pytest.param("- {id: lisbon, max_context: 131072}\n", "[Container]\nExec=--max-model-len 128K\n", id="a capital K"),
        pytest.param("- {id: lisbon, max_context: 262144}\n", "[Container]\nExec=--max-model-len ${MAXLEN}\n", id="an unknown variable"),
        pytest.param("a: [\n", SERVES, id="no YAML"),
        pytest.param("", SERVES, id="nothing"),
    ],
)  # fmt: skip
def test_a_client_of_which_nothing_is_said(text: str, unit: str) -> None:
    assert findings_of(clients(text, unit), "context-exceeded") == []


@pytest.mark.parametrize(
    ("unit", "served"),
    [
        pytest.param("[Container]\nExec=-m x -c 32768\n", 32768, id="llama.cpp"),
        pytest.param("[Container]\nExec=--ctx-size=65536\n", 65536, id="in long"),
        pytest.param("[Container]\nEnvironment=OLLAMA_CONTEXT_LENGTH=8192\n", 8192, id="a variable"),
        pytest.param("[Container]\nExec=-c 4096 --ctx-size 8192\n", 8192, id="the largest"),
        pytest.param("[Container]\nEnvironment=MAXLEN=2048\n", 2048, id="a setting that the configuration names"),
    ],
)
def test_what_a_unit_serves(unit: str, served: int) -> None:
    files = clients("- {id: lisbon, max_context: 70000}\n- {id: lisbon, window: 1000000}\n", unit)
    files["vaulttool.toml"] += 'settings = ["MAXLEN"]\nkeys = ["window"]\n'
    found = findings_of(files, "context-exceeded")
    assert [finding.message.rpartition(" ")[2] for finding in found] == [str(served), str(served)]


def test_options_of_the_engine_are_no_window() -> None:
    unit = "[Service]\nExecStart=/usr/bin/podman run -c 512 town/engine:1 --max-model-len 262144\n"
    files = clients("- {id: lisbon, max_context: 262144}\n", "", units="u.service", **{"u.service": unit})
    assert findings_of(files, "context-exceeded") == []
