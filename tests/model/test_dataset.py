"""Data files as one thing that answers addresses."""

from __future__ import annotations

from decimal import Decimal

import pytest
from model.data_files import FILES, changed
from vaults import sources_of

from vaulttool.model.cannot import NoDatum
from vaulttool.model.dataset import Dataset
from vaulttool.parsing.data import Flaw, place, read
from vaulttool.text.span import Span

DATA = sources_of(FILES).data


@pytest.mark.parametrize(
    ("address", "text", "value", "title"),
    [
        pytest.param("run/boot#kv", "425,047 tok", "425047", "KV pool", id="a figure"),
        pytest.param("run/boot#twice", "850,094 tok", "850094", "twice", id="a derived figure"),
        pytest.param("run/ab#mtp.kv", "100 tok", "100", "KV pool", id="an arm's figure"),
        pytest.param("run/ab#gain", "+16 %", "16", "Gain", id="a gain"),
        pytest.param("host/atlas#vram", "31.86 GiB", "31.86", "vram", id="a fact"),
    ],
)
def test_addresses(address: str, text: str, value: str, title: str) -> None:
    datum = DATA.figure(address)
    assert (datum.text, datum.value, datum.title, datum.address) == (text, Decimal(value), title, address)
    assert datum.path in FILES and place(FILES[datum.path], datum.keys).of(FILES[datum.path])
    assert DATA.figure(address) is datum


@pytest.mark.parametrize(
    ("address", "message"),
    [
        pytest.param("run/boot#kv ", 'the run "boot" has no figure "kv "', id="a blank"),
        pytest.param("run/boot#", '"run/boot#" is no address', id="no figure"),
        pytest.param("run/#kv", '"run/#kv" is no address', id="no run"),
        pytest.param("", '"" is no address', id="nothing"),
        pytest.param("kv", '"kv" is no address', id="a name"),
        pytest.param("count/a#b", '"count/a#b" is no address', id="a count with a part"),
        pytest.param("RUN/boot#kv", '"RUN/boot#kv" is no address', id="capitals"),
        pytest.param("run/ab#kv", 'the run "ab" has no figure "kv"', id="no arm"),
        pytest.param("run/ab#none.kv", 'the run "ab" has no figure "none.kv"', id="another arm"),
        pytest.param("run/ab#mtp.", 'the run "ab" has no figure "mtp."', id="an arm without a figure"),
        pytest.param("host/atlas#", '"host/atlas#" is no address', id="no fact"),
    ],
)
def test_addresses_that_answer_nothing(address: str, message: str) -> None:
    for _ in range(2):
        with pytest.raises(NoDatum) as caught:
            DATA.figure(address)
        assert caught.value.message == message


def test_a_circle_ends() -> None:
    files = changed("boot", "kv * 2", "other * 2")
    files["data/runs/boot.yaml"] += '  other: {expr: "twice / 2", as: "1 tok"}\n'
    data = sources_of(files).data
    for name in ("twice", "other"):
        with pytest.raises(NoDatum, match="computed from itself"):
            data.figure(f"run/boot#{name}")


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        pytest.param("100.0", Decimal("100.0"), id="digits are kept"),
        pytest.param("1e3", Decimal("1e3"), id="an exponent"),
        pytest.param("99999999999999999999", Decimal("99999999999999999999"), id="more than 64 bits"),
        pytest.param("-7", -7, id="a whole number"),
        pytest.param("0x1F", 31, id="hexadecimal"),
        pytest.param("12:30", "12:30", id="a time"),
        pytest.param("2026-09-22", "2026-09-22", id="a date"),
        pytest.param("no", "no", id="a word"),
        pytest.param(".nan", ".nan", id="no number"),
        pytest.param("1e999999999", "1e999999999", id="beyond all measure"),
        pytest.param("1e-999999999", "1e-999999999", id="below all measure"),
        pytest.param("9" * 5000, "9" * 5000, id="five thousand digits"),
    ],
)
def test_numbers(written: str, read_as: object) -> None:
    found = read(f"a: {written}\n").value["a"]
    assert found == read_as and str(found) == str(read_as)


def test_a_file_that_grows_too_large() -> None:
    thousand = f"a: &a [{', '.join('x' * 1000)}]\nb:\n"
    assert len(read(thousand + "  - *a\n" * 90).value["b"]) == 90
    assert read(thousand + "  - *a\n" * 110).flaws == (Flaw(Span(0, 0), "it is nested too deep or too large"),)


def test_the_order_of_files_does_not_matter() -> None:
    def spoken(data: Dataset) -> list[object]:
        gain = data.figure("run/ab#gain")
        return [list(data.runs), list(data.endpoints), gain.text, gain.value, gain.interval, list(data.problems())]

    paths = [path for path in FILES if path.startswith("data/")]
    there = sources_of({path: FILES[path] for path in ["vaulttool.toml", *paths]}).data
    back = sources_of({path: FILES[path] for path in ["vaulttool.toml", *reversed(paths)]}).data
    assert spoken(there) == spoken(back)


def test_any_name_of_an_endpoint_finds_it() -> None:
    assert DATA.endpoint("olisipo") is DATA.endpoint("lisbon")
    with pytest.raises(NoDatum) as caught:
        DATA.endpoint("lisbn")
    assert caught.value.help == 'did you mean "lisbon"?'


def test_a_file_that_cannot_be_read_is_told() -> None:
    data = Dataset({}, "data", unread={"data/runs/x.yaml": "byte 3 is no UTF-8"})
    (problem,) = data.problems()
    assert problem.message == "the file cannot be read: byte 3 is no UTF-8" and data.files[problem.path] == ""
