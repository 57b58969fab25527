"""Laws of ``vaulttool runbook``: whatever a unit says, its page is clean, and what is generated on it is up to date."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from commands_in import run
from folders import write
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from lengths import length

from vaulttool.model.procedure.images import PROGRAMS
from vaulttool.parsing.note import parse

EVERY_RULE = """\
vault = "vault"
data = "data"
[schemas.types]
runbook = "runbook"
index = "index"
[rules]
ambiguous-link = "warning"
forge-link = "warning"
orphan-note = "warning"
outside-vault = "warning"
unsourced-figure = "warning"
unmeasured-knob = "warning"
"""
HOME = """\
---
type: index
title: Home
description: All pages.
tags: [index]
timestamp: 2026-11-01
---
# Home

<!-- vaulttool:begin index type="runbook" columns="link,status?,description,answers" -->

<!-- vaulttool:end index -->
"""
FILES = {
    "vaulttool.toml": EVERY_RULE,
    "vault/Home.md": HOME,
    "data/hosts/atlas.yaml": "host: atlas\naddress: 192.0.2.7\nfacts: []\n",
}
WILD = st.text(
    st.one_of(
        st.sampled_from("`|[]#<>!-*_~=%$^\\{}:&'\"/@.,; \t"),
        st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]),
    ),
    max_size=25,
)
PARTS = ("[[Nowhere]]", "![[x]]", "<!-- vaulttool:begin banner -->", "<!-- vaulttool:end settings sum=0123456789 -->",
         "%%", "```", "~~~", "<script>alert(1)</script>", "{{ x }}", "{% for %}", "| a | b |", "](http://x", "#tag", "^id",
         "$x$", "==", "[^1]", "- [ ]", "&lt;", "<%", "---", "/etc/passwd", "data/none.yaml", "5 GiB", "2026-01-01")  # fmt: skip
VALUE = st.lists(st.one_of(WILD, st.sampled_from(PARTS)), max_size=3).map("".join)
KEYS = {
    "container": ("Image", "ContainerName", "PublishPort", "Volume", "Secret", "Environment", "EnvironmentFile", "Exec",
                  "HealthCmd", "Network", "Pod", "AddDevice", "Label"),
    "pod": ("PodName", "PublishPort", "Network", "Volume"),
    "kube": ("Yaml", "PublishPort"),
    "network": ("NetworkName", "Subnet"),
    "volume": ("VolumeName", "Device"),
    "image": ("Image",),
    "build": ("ImageTag", "File"),
    "service": ("ExecStart", "User", "Type", "EnvironmentFile", "WorkingDirectory", "Environment"),
    "timer": ("OnCalendar", "Unit", "Persistent"),
    "socket": ("ListenStream", "Service"),
    "path": ("PathChanged", "Unit"),
}  # fmt: skip
GOOD = {
    "Image": ("docker.io/library/postgres:17.2", "docker.io/vllm/vllm-openai:v0.11.0", "docker.io/library/caddy:2",
              "ghcr.io/ggml-org/llama.cpp:server-b1", "localhost/x@sha256:0123456789abcdef", "x.build"),
    "PublishPort": ("8000:8000", "127.0.0.1:80:80/tcp", "[::1]:443:443/udp", "8000", "8000-8010:8000-8010", "99999:1"),
    "Exec": ("--model /models/x --served-model-name y --port 8000", "serve 'a b'"),
    "Volume": ("/srv/x:/data:ro", "x.volume:/data", "x:/y"),
    "ExecStart": ("/usr/bin/podman run -p 80:80 docker.io/library/nginx:1 -g x", "-/usr/local/bin/x --y z"),
    "Type": ("oneshot",),
}  # fmt: skip

BESIDE = (
    "lisbon.service",
    "lisbon.container",
    "porto.container",
    "porto.timer",
    "lisbon.network",
    "lisbon.container.d/a.conf",
)
HEADINGS = {"lisbon", "Settings", "Before you start", "Start", "Check", "Rollback", "Not known", "Related pages", *BESIDE,
            *(f"lisbon.{kind}" for kind in KEYS)}  # fmt: skip
OF_THE_UNIT = ("[mojibake]", "[floating-image]")  # what is wrong in the unit itself, and true of the page
KNOWN = {one.key.replace(".", "-") for one in PROGRAMS.values()} | {"llama-cpp"}
PROPERTIES = {"type", "title", "description", "answers", "tags", "timestamp", "owner", "review", "generated"}


@st.composite
def units(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """The ending of a unit, and the text of it and of files beside it."""
    kind = draw(st.sampled_from(sorted(KEYS)))
    found = {f"units/lisbon.{kind}": draw(texts(kind))}
    for name in draw(st.lists(st.sampled_from(BESIDE), max_size=2, unique=True)):
        other = "container" if name.endswith(".conf") else name.rpartition(".")[2]
        found.setdefault(f"units/{name}", draw(texts(other)))
    return kind, found


@st.composite
def texts(draw: st.DrawFn, kind: str) -> str:
    """The text of a unit, which may belong to another."""
    lines = ["[Unit]", f"Description={draw(VALUE)}", f"Wants={draw(VALUE)}", f"[{kind.capitalize()}]"]
    lines += draw(st.sampled_from([[], ["Pod=lisbon.pod"], ["Unit=lisbon.service"], ["Network=lisbon.network"]]))
    for key in draw(st.lists(st.sampled_from(KEYS[kind]), max_size=6)):
        lines += [f"# {draw(VALUE)}"] if draw(st.booleans()) else []
        lines.append(f"{key}={draw(st.one_of(VALUE, st.sampled_from(GOOD.get(key, ('x',)))))}")
    install = [[], ["[Install]", "WantedBy=default.target"], ["[Install]", f"WantedBy={draw(VALUE)}"]]
    return "\n".join([*lines, *draw(st.sampled_from(install))]) + "\n"


def nothing_is_forged(page: str) -> None:
    """What stands on a page is what the template wrote: no heading, link, tag, region or property came with a value."""
    said = parse(page)
    assert {heading.title for heading in said.headings} <= HEADINGS
    assert [link.link for link in said.links] == []
    assert {tag.name for tag in said.tags} <= {"runbook", "atlas", *KEYS, *KNOWN}
    assert {region.kind for region in said.regions} <= {"banner", "settings", "unit"}
    assert said.figures == () and said.blocks == () and said.allowances == ()
    assert {one.name for one in said.properties} <= PROPERTIES


MARKED = """\
[Unit]
Description=[[Nowhere]] <b> #tag ^id %% $x$ `
[Container]
Image=docker.io/library/caddy:2
ContainerName=[[Nowhere]]
Volume=/srv/[[Nowhere]]:/x
EnvironmentFile=/srv/#tag/[[Nowhere]]
Network=[[Nowhere]].network
[Install]
WantedBy=[[Nowhere]] #tag
"""


@example(("container", {"units/lisbon.container": MARKED}), "")
@settings(max_examples=length(10, 150), deadline=None)
@given(units(), st.sampled_from(["atlas", ""]))
def test_the_page_of_any_unit_is_clean_and_stays_so(unit: tuple[str, dict[str, str]], host: str) -> None:
    kind, files = unit
    folder = Path(tempfile.mkdtemp())
    try:
        write(folder, {**FILES, **files})
        asked = ["--host", host] if host else []
        done = run("runbook", f"units/lisbon.{kind}", "--on", "2026-12-01", "--owner", "Mia", *asked, cwd=folder)
        assume(done.status != 2)  # a unit that cannot be read is refused, of which other tests speak
        left = [line for line in done.out.splitlines() if ": error: " in line or ": warning: " in line]
        assert [line for line in left if not (line.startswith("units/") or line.endswith(OF_THE_UNIT))] == []
        assert "Traceback" not in done.err
        again = run("index", "--check", cwd=folder)
        assert (again.status, again.out) == (0, "0 files to be written, 0 parts; 0 left\n")
        nothing_is_forged((folder / "vault/lisbon.md").read_bytes().decode())
    finally:
        shutil.rmtree(folder)
