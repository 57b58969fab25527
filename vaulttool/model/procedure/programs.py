"""Checks that are certain for programs that are known by their image."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vaulttool.model.procedure.facts import Facts
from vaulttool.model.procedure.images import (
    CADDY,
    NGINX,
    OLLAMA,
    POSTGRES,
    REDIS,
    SGLANG,
    VALKEY,
    VLLM,
    Program,
    image,
    program,
)
from vaulttool.model.procedure.ports import Port, is_port
from vaulttool.model.procedure.step import Commands, Step, step, word

Check = Callable[[Facts, Commands], Iterator[Step]]
KEYS = ("--api-key", "VLLM_API_KEY", "LLAMA_API_KEY")


def program_of(facts: Facts) -> Program | None:
    """The program that a unit runs; None where its image does not tell."""
    return program(image(facts.image)) if facts.kind in ("container", "service") else None


def http_port(facts: Facts) -> Port | None:
    """The host's port on which a unit's program answers requests over HTTP; None where that is not certain."""
    known = program_of(facts)
    if known is None or not known.speaks_http:
        return None
    inside = facts.flag("--port") or known.port
    if facts.shares_network_of_host:
        return Port(inside, inside) if is_port(inside) else None
    found = [one for one in facts.ports if one.inside == inside and one.is_single and one.protocol == "tcp"]
    return found[0] if found else None


def address(one: Port) -> str:
    """Where the host itself reaches a port."""
    if one.address in ("", "0.0.0.0", "::"):
        return f"127.0.0.1:{one.host}"
    return f"[{one.address}]:{one.host}" if ":" in one.address else f"{one.address}:{one.host}"


def model(facts: Facts) -> str:
    """The model that it serves, as its command line names it; empty where it does not."""
    known = program_of(facts)
    if known is None or not known.serves_models:
        return ""
    named = facts.flag("--model", "--model-path", "-m", "-hf", "--hf-repo")
    first = [one for one in facts.arguments if one != "serve"][:1]
    return named or (first[0] if known.key == "vllm" and first else "")


def served_name(facts: Facts) -> str:
    """The name that clients ask for, where the command line gives one."""
    return facts.flag("--served-model-name", "--alias", "-a") if model(facts) else ""


def requested_name(facts: Facts) -> str:
    """The name that a request must give; empty where the command line does not settle it."""
    known = program_of(facts)
    names_itself = known in (VLLM, SGLANG)
    return served_name(facts) or (model(facts) if names_itself else "")


def key_option(facts: Facts) -> str:
    """What a request needs with it where the unit asks for a key; the shell has that in ``API_KEY``."""
    given = [part for value in facts.values("Secret") for part in value.split(",")]
    asks = any(facts.has_flag(key) or facts.variable(key) or f"target={key}" in given for key in KEYS)
    return ' -H "Authorization: Bearer $API_KEY"' if asks else ""


def model_on_host(facts: Facts) -> str:
    """Where on the host the model lies that it serves; empty where no mount tells."""
    for mount in facts.volumes:
        outside, _, rest = mount.partition(":")
        inside = rest.partition(":")[0].rstrip("/")
        if inside and outside.startswith("/") and "%" not in outside and model(facts).startswith(inside + "/"):
            return outside.rstrip("/") + model(facts)[len(inside) :]
    return ""


def program_checks(facts: Facts, commands: Commands) -> Iterator[Step]:
    """The steps for the program that runs in the image, if it is known."""
    known = program_of(facts)
    if known is None:
        return
    if known.key in CERTAIN:
        yield from CERTAIN[known.key](facts, commands)
    port = http_port(facts)
    if known.serves_models and port is not None:
        yield from _models(facts, f"http://{address(port)}")
    elif port is not None and known is not OLLAMA:
        lines = f"curl -sS -o /dev/null -w '%{{http_code}}\\n' http://{address(port)}/"
        yield step(f"{known.title} answers.", lines, "Expect three digits, not 000.")


def _postgres(facts: Facts, commands: Commands) -> Iterator[Step]:
    if facts.name and "pg_isready" not in facts.value("HealthCmd"):
        user = facts.variable("POSTGRES_USER")
        asked = f"pg_isready -U {word(user)}" if user else "pg_isready"
        lines = f"{commands.podman} exec {word(facts.name)} {asked}"
        yield step("PostgreSQL takes connections.", lines, "Expect accepting connections.")


def _redis(facts: Facts, commands: Commands) -> Iterator[Step]:
    """Only where nothing asks for a password."""
    known = program_of(facts)
    told = " ".join((facts.value("Exec"), *facts.volumes, facts.value("HealthCmd"), *facts.secrets))
    if known and facts.name and not any(mark in told for mark in ("requirepass", ".conf", "ping", "pass", "acl")):
        lines = f"{commands.podman} exec {word(facts.name)} {known.key}-cli ping"
        yield step(f"{known.title} answers.", lines, "Expect PONG.")


def _caddy(facts: Facts, commands: Commands) -> Iterator[Step]:
    if facts.name and any(":/etc/caddy" in volume for volume in facts.volumes):
        asked = "caddy validate --config /etc/caddy/Caddyfile"
        lines = f"{commands.podman} exec {word(facts.name)} {asked}"
        yield step("Caddy accepts its configuration.", lines, "Expect Valid configuration.")


def _nginx(facts: Facts, commands: Commands) -> Iterator[Step]:
    if facts.name:
        lines = f"{commands.podman} exec {word(facts.name)} nginx -t"
        yield step("nginx accepts its configuration.", lines, "Expect test is successful.")


def _ollama(facts: Facts, commands: Commands) -> Iterator[Step]:
    port = http_port(facts)
    if port is not None:
        lines = f"curl -fsS http://{address(port)}/api/tags"
        yield step("Ollama answers and has its models.", lines, "Expect JSON that lists the models.")


CERTAIN: Mapping[str, Check] = {
    POSTGRES.key: _postgres,
    REDIS.key: _redis,
    VALKEY.key: _redis,
    CADDY.key: _caddy,
    NGINX.key: _nginx,
    OLLAMA.key: _ollama,
}


def _models(facts: Facts, base: str) -> Iterator[Step]:
    """Health, the served name, and a real completion: the last is what counts."""
    key = key_option(facts)
    name = requested_name(facts)
    health = f"curl -sS -o /dev/null -w '%{{http_code}}\\n' {base}/health"
    yield step("The engine has loaded its model.", health, "Expect 200.")
    said = f"Expect {name} as an id." if name else "Expect the name that clients ask for as an id."
    yield step("It serves the name that clients ask for.", f"curl -fsS{key} {base}/v1/models", said)
    if name:
        body = f'{{"model":{_json(name)},"messages":[{{"role":"user","content":"Say OK"}}],"max_tokens":400}}'
        lines = [
            f"curl -fsS{key} {base}/v1/chat/completions -H 'Content-Type: application/json' \\",
            f"  -d {word(body)}",
        ]
        yield step("It answers a real request.", lines, "Expect a text in content.")


def _json(text: str) -> str:
    import json  # only for a server of models

    return json.dumps(text, ensure_ascii=False)
