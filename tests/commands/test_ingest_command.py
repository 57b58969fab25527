"""``vaulttool ingest``: prints a run file that its schema takes, and names what is missing or wrong."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from commands_in import Done, run
from folders import write
from runs import METRICS_FILE, complaints, loaded, sample

from vaulttool import registry

LOG = "GPU KV cache size: 425,047 tokens\nMaximum concurrency for 262,144 tokens per request: 1.62x\n"
FILES: dict[str, str | bytes] = {
    "evidence/2026-09-22-boot.log": LOG,
    "evidence/Boot Log.txt": LOG,
    "evidence/sweep.jsonl": sample("serve-sweep.jsonl"),
    "evidence/bench.json": sample("pytest-benchmark.json"),
    "evidence/arms.md": sample("arms.md"),
    "evidence/metrics.txt": sample("metrics.txt"),
    "evidence/journal.json": sample("journal.json"),
    "evidence/frank.container": sample("unit.container"),
    "evidence/cut.log": LOG + "Graph capturing finished in 3 secs, took 0.3\n",
    "evidence/doubled.log": LOG + LOG.replace("425", "426"),
    "evidence/empty.log": " \n",
    "evidence/binary.log": b"GPU KV\0cache",
    "evidence/utf16.log": LOG.encode("utf-16"),
    "evidence/latin.log": LOG.encode() + b"caf\xe9\n",
    "vault/Home.md": "home\n",
    "vaulttool.toml": 'vault = "vault"\n',
}
BOOT = ["evidence/2026-09-22-boot.log", "--reader", "vllm-boot"]
TOLD = ["--title", "Boot of MXFP6", "--host", "dankserver"]
RUN = """\
run: 2026-09-22-boot
title: Boot of MXFP6
kind: boot-log
date: 2026-09-22
host: dankserver
source:
  file: evidence/2026-09-22-boot.log
  sha256: SUM
  reader: vllm-boot/1
settings: {max_model_len: 262144}
results:
  kv_pool_tokens: {value: 425047, unit: tok, as_printed: "425,047", line: 1}
  max_concurrency: {value: 1.62, unit: x, as_printed: 1.62x, line: 2}
""".replace("SUM", hashlib.sha256(LOG.encode()).hexdigest())


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def ingested(place: Path, *arguments: str) -> Any:
    done = run("ingest", *arguments, cwd=place)
    assert (done.status, done.err) == (0, "")
    found = loaded(done.out)
    assert complaints(found) == []
    return found


def test_a_run_is_printed(place: Path) -> None:
    done = run("ingest", *BOOT, *TOLD, cwd=place)
    assert (done.out, done.err, done.status) == (RUN, "", 0)
    assert complaints(loaded(done.out)) == []


def test_all_that_can_be_told_is_in_the_run(place: Path) -> None:
    more = ["--run", "r-1", "--kind", "probe", "--date", "2026-10-01", "--endpoint", "frank", "--era", "tp2"]
    found = ingested(place, *BOOT, *TOLD, *more)
    told = {name: found[name] for name in ("run", "kind", "date", "endpoint", "era", "host", "title")}
    assert list(told.values()) == ["r-1", "probe", "2026-10-01", "frank", "tp2", "dankserver", "Boot of MXFP6"]
    assert list(found)[:7] == ["run", "title", "kind", "date", "host", "endpoint", "era"]


DEFAULTS = [
    pytest.param(["evidence/sweep.jsonl", "--reader", "vllm-bench-serve", *TOLD], ("sweep", "2026-09-16", "dankserver", "sweep"), id="a date of the harness"),
    pytest.param(["evidence/bench.json", "--reader", "pytest-benchmark", "--title", "t"], ("microbenchmark", "2026-10-03", "dankserver", "bench"), id="date and host of the harness"),
    pytest.param(["evidence/journal.json", "--reader", "journal-json", "--title", "t"], ("boot-log", "2026-10-02", "dankserver", "journal"), id="a journal"),
    pytest.param(["evidence/frank.container", "--reader", "quadlet", "--run", "2026-10-03-frank", *TOLD], ("census", "2026-10-03", "dankserver", "2026-10-03-frank"), id="a date in the name"),
    pytest.param(["evidence/arms.md", "--reader", "table", "--date", "2026-10-03", "--metrics", str(METRICS_FILE), *TOLD], ("ab", "2026-10-03", "dankserver", "arms"), id="a table"),
    pytest.param(["evidence/metrics.txt", "--reader", "prometheus", "--date", "2026-10-03", "--metric", "prefix_hits=vllm:prefix_cache_hits_total", *TOLD], ("telemetry", "2026-10-03", "dankserver", "metrics"), id="metrics"),
    pytest.param(["evidence/sweep.jsonl", "--reader", "vllm-bench-serve", "--date", "2026-10-03", *TOLD], ("sweep", "2026-10-03", "dankserver", "sweep"), id="what is told goes before what is read"),
    pytest.param(["evidence/journal.json", "--reader", "journal-json", "--inner", "vllm-boot", "--title", "t"], ("boot-log", "2026-10-02", "dankserver", "journal"), id="the inner reader is named"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "expected"), DEFAULTS)
def test_what_is_not_told_comes_from_the_evidence(arguments: list[str], expected: tuple[str, ...], place: Path) -> None:
    found = ingested(place, *arguments)
    assert (found["kind"], found["date"], found["host"], found["run"]) == expected


PATHS = [
    pytest.param(".", "evidence/2026-09-22-boot.log", "evidence/2026-09-22-boot.log", id="beside the configuration"),
    pytest.param("evidence", "2026-09-22-boot.log", "2026-09-22-boot.log", id="in a folder that is not the vault's"),
    pytest.param("vault", "../evidence/2026-09-22-boot.log", "evidence/2026-09-22-boot.log", id="in the vault"),
    pytest.param(".", "./evidence//2026-09-22-boot.log", "evidence/2026-09-22-boot.log", id="a long way round"),
]


@pytest.mark.parametrize(("here", "file", "expected"), PATHS)
def test_the_path_of_the_evidence(here: str, file: str, expected: str, place: Path) -> None:
    found = ingested(place / here, file, "--reader", "vllm-boot", *TOLD)
    assert found["source"]["file"] == expected


def test_without_a_configuration_paths_are_relative_to_the_working_directory(place: Path) -> None:
    file = "../evidence/2026-09-22-boot.log"
    arguments = [file, "--reader", "vllm-boot", *TOLD]
    assert ingested(place / "vault", *arguments, "--no-config")["source"]["file"] == file
    named = ingested(place / "evidence", "2026-09-22-boot.log", *arguments[1:], "--config", "../vaulttool.toml")
    assert named["source"]["file"] == "evidence/2026-09-22-boot.log"


def test_several_vaults_around_are_no_hindrance(tmp_path: Path) -> None:
    write(tmp_path, {"2026-09-22-boot.log": LOG, "a/.obsidian/app.json": "", "b/.obsidian/app.json": ""})
    assert ingested(tmp_path, "2026-09-22-boot.log", "--reader", "vllm-boot", *TOLD)


def test_a_run_is_written(place: Path) -> None:
    done = run("ingest", *BOOT, *TOLD, "-o", "vault/2026-09-22-boot.yaml", cwd=place)
    assert (done.status, done.out, done.err) == (0, "", "")
    assert (place / "vault/2026-09-22-boot.yaml").read_bytes() == RUN.encode()


def test_the_new_file_names_the_run(place: Path) -> None:
    run("ingest", "evidence/Boot Log.txt", "--reader", "vllm-boot", *TOLD, "-o", "2026-09-22-other.yaml", cwd=place)
    found = loaded((place / "2026-09-22-other.yaml").read_text(encoding="utf-8"))
    assert (found["run"], found["date"]) == ("2026-09-22-other", "2026-09-22")


@pytest.mark.parametrize("content", ["", "run: 2026-09-22-boot\n", RUN], ids=["empty", "another", "the same"])
def test_a_run_is_never_overwritten(content: str, place: Path) -> None:
    write(place, {"2026-09-22-boot.yaml": content})
    done = run("ingest", *BOOT, *TOLD, "-o", "2026-09-22-boot.yaml", cwd=place)
    assert (done.status, done.out) == (2, "")
    assert '"2026-09-22-boot.yaml" exists already' in done.err
    assert "never overwritten" in done.err
    assert (place / "2026-09-22-boot.yaml").read_text(encoding="utf-8") == content


def test_nothing_is_written_where_something_is_wrong(place: Path) -> None:
    for file in ("cut", "doubled", "empty"):
        run("ingest", f"evidence/{file}.log", "--reader", "vllm-boot", *TOLD, "-o", "2026-09-22-x.yaml", cwd=place)
    assert not (place / "2026-09-22-x.yaml").exists()


class Case(NamedTuple):
    """Arguments, and what is said on standard error: the message and something of the rest."""

    arguments: list[str]
    message: str
    rest: str = ""


def reading(file: str, *more: str, reader: str = "vllm-boot") -> list[str]:
    return [f"evidence/{file}", "--reader", reader, *TOLD, *more]


CASES = {
    "no such file": Case(reading("gone.log"), 'no file "evidence/gone.log"', "check its spelling"),
    "a folder": Case(reading(""), '"evidence/" is a folder', "name one file"),
    "an empty file": Case(reading("empty.log"), '"evidence/empty.log" is empty', "save the evidence again"),
    "a binary file": Case(reading("binary.log"), '"evidence/binary.log" is binary: byte 7 is null', "as text"),
    "UTF-16": Case(reading("utf16.log"), '"evidence/utf16.log" is UTF-16', "save it as UTF-8"),
    "no UTF-8": Case(reading("latin.log"), "evidence/latin.log:3: byte 96 is no UTF-8", "save it as UTF-8"),
    "a cut line": Case(
        reading("cut.log"),
        'evidence/cut.log:3: a line begins like "Graph capturing finished in" and does not go on as such a line does',
        "    3: Graph capturing finished in 3 secs, took 0.3",
    ),
    "two boots": Case(
        reading("doubled.log"),
        'evidence/doubled.log:1: two values for "kv_pool_tokens": 425,047, and 426,047 on line 3',
        "    3: GPU KV cache size: 426,047 tokens",
    ),
    "a foreign file": Case(
        reading("arms.md"), "evidence/arms.md: no line is one of a boot of vLLM", "explain vllm-boot"
    ),
    "a table with a bad cell": Case(
        [*reading("arms.csv", reader="table"), "--metrics", str(METRICS_FILE), "--date", "2026-10-03"],
        "evidence/arms.csv:2:2:",
        "    2: a,fast",
    ),
    "no reader of that name": Case(
        reading("cut.log", reader="vllm-bot"), 'no reader is named "vllm-bot"', 'did you mean "vllm-boot"?'
    ),
    "no reader like it": Case(reading("cut.log", reader="zzz"), 'no reader is named "zzz"', "the readers are"),
    "a helper is no reader": Case(reading("cut.log", reader="-json"), 'no reader is named "-json"'),
    "no title": Case([*BOOT, "--host", "h"], "the evidence does not tell its title", 'give --title "..."'),
    "no title and no host": Case(BOOT, "the evidence does not tell its title and its host", "and --host NAME"),
    "nothing at all": Case(
        ["evidence/Boot Log.txt", "--reader", "vllm-boot"],
        "the evidence does not tell its run, its title, its date and its host",
        'give --run ID, --title "...", --date YYYY-MM-DD and --host NAME',
    ),
    "no date": Case(
        reading("metrics.txt", reader="prometheus"), "the evidence does not tell its date", "--date YYYY-MM-DD"
    ),
    "an impossible date": Case([*BOOT, *TOLD, "--date", "2026-02-30"], '--date is "2026-02-30"', "YYYY-MM-DD"),
    "a short date": Case([*BOOT, *TOLD, "--date", "20260203"], '--date is "20260203"', "YYYY-MM-DD"),
    "a run that is no slug": Case([*BOOT, *TOLD, "--run", "My Run"], '--run is "My Run"', "lower case"),
    "a host that is no slug": Case([*BOOT, "--title", "t", "--host", "a.b"], '--host is "a.b"', "lower case"),
    "an empty title": Case([*BOOT, "--title", " ", "--host", "a"], "--title is empty"),
    "an era without endpoint": Case([*BOOT, *TOLD, "--era", "e"], "--era without its endpoint", "--endpoint"),
    "a file named otherwise": Case(
        [*BOOT, *TOLD, "--run", "a", "-o", "b.yaml"], 'the run is named "a" and its file "b.yaml"'
    ),
    "a file that cannot name a run": Case([*BOOT, *TOLD, "-o", "B c.yaml"], '"B c" cannot be the name of a run'),
    "no folder to write to": Case(
        [*BOOT, *TOLD, "--date", "2026-10-03", "-o", "gone/x.yaml"], '"gone/x.yaml" cannot be written: no such folder'
    ),
    "an inner reader without use": Case(
        reading("cut.log", "--inner", "table"), 'the reader "vllm-boot" has no use for --inner'
    ),
    "a journal in a journal": Case(
        reading("journal.json", "--inner", "journal-json", reader="journal-json"),
        '"journal-json" needs another one itself',
    ),
    "a series without use": Case(
        reading("cut.log", "--metric", "a=b"), 'the reader "vllm-boot" has no use for --metric'
    ),
    "a series that is not there": Case(
        reading("metrics.txt", "--metric", "a=b", "--date", "2026-10-03", reader="prometheus"), 'no sample is "b"'
    ),
    "no metrics": Case(
        reading("arms.md", reader="table"), "evidence/arms.md: the metrics that a head may name", "--metrics FILE"
    ),
    "metrics that are not there": Case(reading("arms.md", "--metrics", "x.yaml", reader="table"), 'no file "x.yaml"'),
    "metrics that are none": Case(
        reading("arms.md", "--metrics", "vaulttool.toml", reader="table"), '"vaulttool.toml" has no "metrics"'
    ),
    "metrics that are no YAML": Case(
        reading("arms.md", "--metrics", "bad.yaml", reader="table"), "bad.yaml:2: no valid YAML"
    ),
    "no configuration": Case([*BOOT, *TOLD, "--config", "x.toml"], "no configuration"),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_what_cannot_be_done(case: Case, place: Path) -> None:
    write(place, {"evidence/arms.csv": "arm,decode_tps\na,fast\n", "bad.yaml": "a: 1\n\tb: [\n"})
    done = run("ingest", *case.arguments, cwd=place)
    assert (done.status, done.out) == (2, "")
    assert case.message in done.err.splitlines()[0]
    assert case.rest in done.err
    assert "Traceback" not in done.err


def test_what_a_log_holds_draws_nothing_on_the_terminal(place: Path) -> None:
    write(place, {"x.log": "GPU KV cache size: \x1b]0;title\x07 tokens\n"})
    done = run("ingest", "x.log", "--reader", "vllm-boot", cwd=place)
    assert "\\x1b]0;title\\x07" in done.err
    assert "\x1b" not in done.err


def test_the_reader_is_required(place: Path) -> None:
    done = run("ingest", "evidence/cut.log", cwd=place)
    assert done.status == 2
    assert "--reader" in done.err


def test_a_pipe_reads_the_same(place: Path) -> None:
    """In a process of its own, as a user runs it."""
    done = subprocess.run(
        [sys.executable, "-m", "vaulttool", "ingest", *BOOT, *TOLD], cwd=place, capture_output=True, check=True
    )
    assert done.stdout.decode() == RUN


def explained(topic: str, place: Path) -> Done:
    done = run("explain", topic, cwd=place)
    assert (done.status, done.err) == (0, "")
    return done


@pytest.mark.parametrize("name", registry.modules("vaulttool.readers"))
def test_explain_prints_the_page_of_a_reader(name: str, tmp_path: Path) -> None:
    page = (registry.modules("vaulttool.readers")[name].__doc__ or "").strip()
    assert explained(name, tmp_path).out == f"{name} (reader)\n\n{page}\n"


def test_check_does_not_load_the_readers(place: Path) -> None:
    code = (
        "import sys; sys.argv = ['vaulttool', 'check', 'vault']\n"
        "from vaulttool import cli\n"
        "try: cli.main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('vaulttool.readers')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_metrics_of_the_data_folder_are_known_without_asking(place: Path) -> None:
    write(place, {"data/metrics.yaml": METRICS_FILE.read_text(encoding="utf-8")})
    write(place, {"vaulttool.toml": (place / "vaulttool.toml").read_text(encoding="utf-8") + 'data = "data"\n'})
    asked = ["ingest", "evidence/arms.md", "--reader", "table", "--date", "2026-10-03", *TOLD]
    done = run(*asked, cwd=place)
    assert (done.status, done.err) == (0, "")
    assert done.out == run(*asked, "--metrics", str(METRICS_FILE), cwd=place).out
