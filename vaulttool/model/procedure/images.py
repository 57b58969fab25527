"""What is known of images by their names: what runs in them, and which check of it is certain."""

from __future__ import annotations

import re
from typing import NamedTuple

REFERENCE = re.compile(
    r"(?:docker://)?(?P<repository>[^@\s]+?)(?::(?P<tag>[A-Za-z0-9_][A-Za-z0-9_.-]*))?(?:@(?P<digest>\w+:[0-9a-f]+))?"
)


class Image(NamedTuple):
    """The parts of an image's name; tag and digest may be empty."""

    repository: str
    tag: str = ""
    digest: str = ""

    @property
    def name(self) -> str:
        """The last part of the repository."""
        return self.repository.rpartition("/")[2].lower()

    @property
    def short(self) -> str:
        """The name with its tag, or the beginning of its digest."""
        rest = self.tag or self.digest[:19]
        return f"{self.repository.rpartition('/')[2]} {rest}".strip()


class Program(NamedTuple):
    """A program that is known: its title, the port that it listens on where nothing else is said, whether it answers
    requests over HTTP, whether it serves a model under OpenAI's API."""

    key: str
    title: str
    port: str = ""
    speaks_http: bool = False
    serves_models: bool = False


POSTGRES = Program("postgres", "PostgreSQL", "5432")
MARIADB = Program("mariadb", "MariaDB", "3306")
REDIS = Program("redis", "Redis", "6379")
VALKEY = Program("valkey", "Valkey", "6379")
CADDY = Program("caddy", "Caddy", "80", speaks_http=True)
TRAEFIK = Program("traefik", "Traefik", "80", speaks_http=True)
NGINX = Program("nginx", "nginx", "80", speaks_http=True)
VLLM = Program("vllm", "vLLM", "8000", speaks_http=True, serves_models=True)
LLAMA_CPP = Program("llama.cpp", "llama.cpp", "8080", speaks_http=True, serves_models=True)
SGLANG = Program("sglang", "SGLang", "30000", speaks_http=True, serves_models=True)
OLLAMA = Program("ollama", "Ollama", "11434", speaks_http=True)

PROGRAMS = {
    "postgres": POSTGRES,
    "postgresql": POSTGRES,
    "pgvector": POSTGRES,
    "postgis": POSTGRES,
    "timescaledb": POSTGRES,
    "mariadb": MARIADB,
    "redis": REDIS,
    "valkey": VALKEY,
    "caddy": CADDY,
    "traefik": TRAEFIK,
    "nginx": NGINX,
    "vllm-openai": VLLM,
    "vllm-openai-rocm": VLLM,
    "sglang": SGLANG,
    "ollama": OLLAMA,
}
SERVERS_OF_LLAMA_CPP = ("ggml-org/llama.cpp", "ggerganov/llama.cpp")


def image(written: str) -> Image | None:
    """The parts of an image's name; None for what is no name in a registry, such as a Quadlet or a variable."""
    found = REFERENCE.fullmatch(written.strip())
    if found is None or re.search(r"[%$]|\.(?:image|build)\Z|\A[./~]", written):
        return None
    return Image(found["repository"], found["tag"] or "", found["digest"] or "")


def program(one: Image | None) -> Program | None:
    """What runs in an image; None where its name does not tell for certain."""
    if one is None:
        return None
    if one.repository.lower().endswith(SERVERS_OF_LLAMA_CPP):
        return LLAMA_CPP if one.tag.startswith("server") else None
    return PROGRAMS.get(one.name)
