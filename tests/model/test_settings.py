"""What files declare: rows of setting, value and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing.unit_files import EXPECTED, expected, text

from vaulttool.errors import VaulttoolError
from vaulttool.model.arguments import FLAG, Word, container_parts, parts
from vaulttool.model.settings import Declared, DropIn, EnvFile, Setting, UnknownKind, declared, same, snake
from vaulttool.model.values import canonical

UNITS = Path(__file__).parents[2] / "vault" / "data" / "units"


def rows(found: Declared) -> list[tuple[str, str, str]]:
    return [(each.kind, each.name, each.value) for each in found.settings]


def start(command: str, *files: EnvFile) -> list[tuple[str, str, str]]:
    return rows(declared("x.service", f"[Service]\nExecStart={command}\n", files))


@pytest.mark.parametrize("name", EXPECTED)
def test_units(name: str) -> None:
    found = declared(name, text(name))
    assert [[each.line, each.kind, each.name, each.value, each.comment] for each in found.settings] == expected(
        name, "settings"
    )
    assert [[problem.line, problem.message] for problem in found.problems] == expected(name, "problems")
    assert {each.path for each in found.settings} | {each.path for each in found.problems} <= {name}


def test_the_quadlet_of_the_fleet() -> None:
    found = declared("frank-medium.container", (UNITS / "frank-medium.container").read_text(encoding="utf-8"))
    by_name = {each.name: each for each in found.settings}
    assert not found.problems
    assert len(found.settings) == len(by_name) == 23
    assert by_name["--kv-cache-dtype"].comment == "unquantized bf16; rollback: KV_DTYPE=fp8"
    assert by_name["--gpu-memory-utilization"] == Setting(
        name="--gpu-memory-utilization",
        kind="flag",
        value="0.98",
        written="0.98",
        path="frank-medium.container",
        line=32,
        comment="the ceiling on this host: 0.99 fails the startup check",
    )
    assert by_name["--override-sampling-effects"].value == '{"temp": 0.7, "top_k": 20, "top_p": 0.95}'
    assert by_name["--enable-prefix-caching"].value == ""
    assert by_name["SNAP"].comment == "The checkpoint. Rollback: the MXFP4 snapshot, together with the image 0.9.3."


def test_the_service_of_the_fleet_with_its_env_file() -> None:
    env = EnvFile("frank-primary.env", (UNITS / "frank-primary.env").read_text(encoding="utf-8"))
    found = declared("frank-primary.service", (UNITS / "frank-primary.service").read_text(encoding="utf-8"), [env])
    by_name = {each.name: each for each in found.settings}
    assert not found.problems
    assert not [each for each in found.settings if "${" in each.value]
    assert by_name["--max-num-seqs"].value == "3"
    assert by_name["--max-num-seqs"].written == "${FRANK_PRIMARY_SEQS}"
    assert by_name["--max-num-seqs"].comment == "2 cannot boot on this model."
    assert by_name["GPU_MAX_HW_QUEUES"].kind == "environment"
    assert by_name["Image"].value.startswith("docker.io/tcclaviger/vllm@sha256:")
    assert by_name["argument 1"].value == "/home/dank/models/Qwen3.8-Flash-Next-Uncensored-FP8"
    assert by_name["ExecStart"].value == "/usr/bin/podman run"
    assert by_name["ExecStart"].comment.startswith("Left out on purpose")
    assert by_name["--name"].comment == ""


@pytest.mark.parametrize(
    ("words", "expected_parts"),
    [
        ("--a 1 --b=2 -c 3", [("--a", "1"), ("--b", "2"), ("-c", "3")]),
        ("--a --b", [("--a", ""), ("--b", "")]),
        ("--a -1 --b -.5", [("--a", "-1"), ("--b", "-.5")]),
        ("--a - x", [("--a", "-"), ("argument 1", "x")]),
        ("-ngl 99 -fa", [("-ngl", "99"), ("-fa", "")]),
        ("--a 1 --a 2", [("--a", "1"), ("--a", "2")]),
        ("serve m --a 1 x", [("argument 1", "serve"), ("argument 2", "m"), ("--a", "1"), ("argument 3", "x")]),
        ("--a 1 -- --b", [("--a", "1"), ("argument 1", "--b")]),
        ("--a=b=c --d=", [("--a", "b=c"), ("--d", "")]),
        ("-5 --", [("argument 1", "-5")]),
    ],
)
def test_flags_and_arguments(words: str, expected_parts: list[tuple[str, str]]) -> None:
    found = parts([Word(word, word, 1, "") for word in words.split()])
    assert [(part.name, part.value) for part in found] == expected_parts


@pytest.mark.parametrize(
    ("words", "expected_parts"),
    [
        ("img", [("Image", "img")]),
        ("--rm -d img x", [("--rm", ""), ("-d", ""), ("Image", "img"), ("argument 1", "x")]),
        ("-it --name n img", [("-it", ""), ("--name", "n"), ("Image", "img")]),
        ("-e A=1 --env B=2 --env=C=3 -eD=4 img", [("A", "1"), ("B", "2"), ("C", "3"), ("D", "4"), ("Image", "img")]),
        ("-e HOST img", [("HOST", "${HOST}"), ("Image", "img")]),
        ("-itv /a:/b img -v", [("-itv", "/a:/b"), ("Image", "img"), ("-v", "")]),
        ("--tls-verify=false img --rm 1", [("--tls-verify", "false"), ("Image", "img"), ("--rm", "1")]),
        ("-p80:80 -- img", [("-p", "80:80"), ("Image", "img")]),
        ("--replace --name=n", [("--replace", ""), ("--name", "n")]),
        ("", []),
    ],
)
def test_containers(words: str, expected_parts: list[tuple[str, str]]) -> None:
    found = container_parts([Word(word, word, 1, "") for word in words.split()])
    assert [(part.name, part.value) for part in found] == expected_parts


@pytest.mark.parametrize(
    ("command", "program", "names"),
    [
        ("/usr/bin/podman run --rm img", "/usr/bin/podman run", ["--rm", "Image"]),
        ("docker container run img", "docker container run", ["Image"]),
        ("podman --log-level=debug create img", "podman --log-level=debug create", ["Image"]),
        ("podman start run", "podman", ["argument 1", "argument 2"]),
        ("/opt/run --a", "/opt/run", ["--a"]),
        ("podman", "podman", []),
    ],
)
def test_where_a_container_begins(command: str, program: str, names: list[str]) -> None:
    first, *rest = start(command)
    assert first == ("key", "ExecStart", program)
    assert [name for _, name, _ in rest] == names


def test_a_later_env_file_wins_and_env_files_win_over_the_unit() -> None:
    unit = "[Service]\nEnvironment=A=unit B=unit\nExecStart=/x ${A} ${B} ${C}\n"
    files = [EnvFile("1.env", "A=one\nC=one"), EnvFile("2.env", "A=two"), EnvFile("3.env", "A=no", "podman")]
    found = declared("x.service", unit, files)
    assert [each.value for each in found.settings if each.kind == "argument"] == ["two", "unit", "one"]


def test_the_containers_own_variables_are_not_systemds() -> None:
    found = declared("x.container", "[Container]\nEnvironment=PORT=1\nExec=--port ${PORT}\nVolume=${V}:/v\n")
    assert [each.value for each in found.settings] == ["1", "${PORT}", "${V}:/v"]


def test_the_last_setting_of_a_variable_counts() -> None:
    unit = "[Container]\nEnvironment=A=1 B=1\nEnvironment=A=2\n"
    assert rows(declared("x.container", unit)) == [("environment", "B", "1"), ("environment", "A", "2")]
    both = "[Service]\nEnvironment=A=1\nExecStart=podman run -e A=2 -e A=3 img\n"
    values = [each.value for each in declared("x.service", both).settings if each.kind == "environment"]
    assert values == ["1", "3"]


def test_drop_ins_tell_their_own_path() -> None:
    drop_in = DropIn("u/x.container.d/port.conf", "[Container]\n# moved\nPublishPort=\nPublishPort=2:2\nExec=--b 2\n")
    found = declared("u/x.container", "[Container]\nPublishPort=1:1\nExec=--a 1\n", drop_ins=[drop_in])
    assert [(each.name, each.value, each.path, each.line) for each in found.settings] == [
        ("PublishPort", "2:2", drop_in.path, 4),
        ("--b", "2", drop_in.path, 5),
    ]


def test_an_env_file() -> None:
    found = declared("x.env", "# why\nA=1\nB='2'\nA=3\n")
    assert [(each.name, each.value, each.line, each.comment) for each in found.settings] == [
        ("B", "2", 3, ""),
        ("A", "3", 4, ""),
    ]
    assert declared(".env", "A=1 # c").settings[0].value == "1"
    assert declared("prod.env", "A=1 # c").settings[0].value == "1 # c"
    assert declared("settings.txt", "A", dialect="podman").settings[0].value == "${A}"


def test_a_script() -> None:
    script = "#!/bin/sh\n# the port\nPORT=${PORT:-80}\nexec serve --len ${LEN:-${SIZE:-1}} ${PORT:-80}\n"
    found = declared("serve", script, [EnvFile("x.env", "# as measured\nLEN=5")])
    assert [(each.name, each.value, each.written, each.line, each.comment) for each in found.settings] == [
        ("PORT", "80", "80", 3, "the port"),
        ("LEN", "5", "${SIZE:-1}", 4, "as measured"),
        ("SIZE", "1", "1", 4, ""),
    ]


def test_a_compose_file() -> None:
    compose = (
        'services:\n  a:\n    image: x:${TAG}\n    # why\n    command: [--len, $LEN, --c, \'{"b":1,"a":2}\']\n'
        "  b:\n    environment: {P: 1, H: }\n    entrypoint: sh -c 'a b'\n"
    )
    found = declared("docker-compose.prod.yml", compose, [EnvFile(".env", "# newest\nTAG=2 # c\nLEN=9", "compose")])
    assert [(each.service, each.kind, each.name, each.value, each.comment) for each in found.settings] == [
        ("a", "key", "image", "x:2", "newest"),
        ("a", "flag", "--len", "9", "why"),
        ("a", "flag", "--c", '{"a": 2, "b": 1}', "why"),
        ("b", "environment", "P", "1", ""),
        ("b", "environment", "H", "${H}", ""),
        ("b", "key", "entrypoint", "sh -c 'a b'", ""),
    ]


@pytest.mark.parametrize("path", ["x.txt", "container", "x.yml", "x.target", "", "Makefile"])
def test_an_unknown_kind(path: str) -> None:
    with pytest.raises(UnknownKind) as raised:
        declared(path, "A=1")
    assert f'"{path}"' in raised.value.message
    assert ".container" in raised.value.remedy


@pytest.mark.parametrize(
    ("name", "expected_name"),
    [("--max-model-len", "max_model_len"), ("-ngl", "ngl"), ("KV_MEM", "KV_MEM"), ("A-B", "A-B"), ("Image", "Image")],
)
def test_snake(name: str, expected_name: str) -> None:
    assert snake(name) == expected_name


@pytest.mark.parametrize(
    ("written", "effective"),
    [
        ("", True), ("true", True), ("False", False), ("0", False), ("", "True"), ("none", None), ("null", None),
        ("2", 2), ("0.980", 0.98), ("1e3", 1000), ("200704", "200704.0"), ("-1", -1),
        ('{"a": 1, "b": [true]}', {"b": [True], "a": 1}), ('{"a":1}', '{ "a" : 1 }'), ("[1]", (1,)),
        ("fp8", "fp8"), ("{x", "{x"), ("007", "007"),
    ],
)  # fmt: skip
def test_same(written: str, effective: object) -> None:
    assert same(written, effective)


@pytest.mark.parametrize(
    ("written", "effective"),
    [
        ("", False), ("", None), ("", 0), ("2", True), ("3", 2), ("0.98", 0.981), ("fp8", "FP8"), ("nan", float("nan")),
        ('{"a": 1}', {"a": True}), ('{"a": 1}', {"a": 1, "b": 2}), ("{", {}), ("sNaN", 1), ("1_0", 10), ("x", ["x"]),
        ("[1]", [1, 2]), ("", "x"),
    ],
)  # fmt: skip
def test_not_same(written: str, effective: object) -> None:
    assert not same(written, effective)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ('{"b":1,"a":[1,{"d":null,"c":"é"}]}', '{"a": [1, {"c": "é", "d": null}], "b": 1}'),
        ("[ ]", "[]"), ("{x}", "{x}"), ("[" * 5000, "[" * 5000), ('["\\ud800"]', '["\\ud800"]'), ("12", "12"),
        ('"x"', '"x"'),
    ],
)  # fmt: skip
def test_canonical(written: str, printed: str) -> None:
    assert canonical(written) == printed
    assert canonical(printed) == printed


NAMES = st.sampled_from(
    ["x.container", "x.service", "x@i.pod", "compose.yaml", ".env", "x.env", "x.sh", "x.timer", "x"]
)
SOURCES = st.lists(
    st.sampled_from(
        [*"[]=#;\\'\"\n \t$%{}:-", "[Service]\n", "[Container]\n", "ExecStart=", "Exec=", "Environment=", "A=1", "--a",
         "podman run ", "@", "${A}", "services:\n  s:\n    command: ", "#!/bin/sh\n", "${A:-", "{\"a\": 1}", "\\\n"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(NAMES, SOURCES, SOURCES)
def test_nothing_but_an_unknown_kind_raises(name: str, source: str, env: str) -> None:
    try:
        found = declared(name, source, [EnvFile("e.env", env)], [DropIn("x.container.d/a.conf", env)])
    except VaulttoolError as error:
        assert isinstance(error, UnknownKind)
        return
    for each in found.settings:
        assert each.kind in ("flag", "environment", "key", "argument")
        assert 1 <= each.line <= max(source.count("\n"), env.count("\n")) + 1
        assert each.kind != "flag" or FLAG.match(each.name)


@given(st.text(), st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()))
def test_comparing_raises_nothing(written: str, effective: object) -> None:
    assert same(written, effective) in (True, False)
