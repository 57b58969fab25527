"""Arithmetic in prose and tables, lists that are counted, relations between figures."""

from __future__ import annotations

import pytest
from model.data_files import FILES
from raw_seeds import research, runbook
from vaults import findings_of

CLAIMS_ALL = {"vaulttool.toml": '[schemas.paths]\n"**" = "note"\n'}


def told(text: str) -> list[str]:
    """What is said of a note."""
    return [finding.message for finding in findings_of({"Lisbon.md": text, **CLAIMS_ALL}, "broken-arithmetic")]


BROKEN = [
    pytest.param("15.06 + 23.11 = **25.49 summed**", '"15.06 + 23.11" comes to 38.17, not to "25.49"', id="the seed's sum"),
    pytest.param("2 + 2 = 5", '"2 + 2" comes to 4, not to "5"', id="two and two"),
    pytest.param("So 2+2=5.", '"2+2" comes to 4, not to "5"', id="no blanks"),
    pytest.param("1 + 1 = 3", '"1 + 1" comes to 2, not to "3"', id="a joke"),
    pytest.param("We need 5 + 8 + 10 = 24 in total.", '"5 + 8 + 10" comes to 23, not to "24"', id="three addends"),
    pytest.param("10 − 4 = 7", '"10 − 4" comes to 6, not to "7"', id="a minus sign"),
    pytest.param("10 - 4 = 7", '"10 - 4" comes to 6, not to "7"', id="a hyphen with blanks"),
    pytest.param("7,522−6,496 = 1,126", '"7,522−6,496" comes to 1,026, not to "1,126"', id="a minus sign without blanks"),
    pytest.param("3 × 4 = 13", '"3 × 4" comes to 12, not to "13"', id="times"),
    pytest.param("3 x 4 = 13", '"3 x 4" comes to 12, not to "13"', id="times as x"),
    pytest.param("3 * 4 = 13", '"3 * 4" comes to 12, not to "13"', id="times as an asterisk"),
    pytest.param("17*23=301", '"17*23" comes to 391, not to "301"', id="an asterisk without blanks"),
    pytest.param("137,084/166,262 = 0.8545", '"137,084/166,262" comes to 0.8245, not to "0.8545"', id="a quotient"),
    pytest.param("3/13 = 27 %", '"3/13" comes to 23 %, not to "27 %"', id="a share"),
    pytest.param("100.0/85.9 = +19 %", '"100.0/85.9" comes to +16 %, not to "+19 %"', id="a gain"),
    pytest.param("425,047 / 262,144 = 1.86x", '"425,047 / 262,144" comes to 1.62x, not to "1.86x"', id="a factor"),
    pytest.param("40 % of 200 = 90", '"40 % of 200" comes to 80, not to "90"', id="per cent of"),
    pytest.param("256 MiB + 52 MiB x 6 = 0.65 GiB", '"256 MiB + 52 MiB x 6" comes to 0.55 GiB, not to "0.65 GiB"', id="two units"),
    pytest.param("6,574 slots x 2.344 MiB = 16.05 GiB", '"6,574 slots x 2.344 MiB" comes to 15.05 GiB, not to "16.05 GiB"', id="things counted"),
    pytest.param("2.345 MiB / 22.74 GB/s = 105.7 µs", '"2.345 MiB / 22.74 GB/s" comes to 108.1 µs, not to "105.7 µs"', id="a rate"),
    pytest.param("2 GiB / 9,190 B/token = 66k tokens", '"2 GiB / 9,190 B/token" comes to 234k tokens, not to "66k tokens"', id="bytes by bytes a token"),
    pytest.param("1 GiB = 1000 MiB", '"1 GiB" comes to 1024 MiB, not to "1000 MiB"', id="a unit in another"),
    pytest.param("1 min = 100 s", '"1 min" comes to 60 s, not to "100 s"', id="a minute"),
    pytest.param("38.17 = 15.06 + 23.01", '"15.06 + 23.01" comes to 38.07, not to "38.17"', id="the result in front"),
    pytest.param("12,345 + 4,640 = 18,000", '"12,345 + 4,640" comes to 16,985, not to "18,000"', id="a rounded result"),
    pytest.param("1,500 + 250 = 1,800", '"1,500 + 250" comes to 1,750, not to "1,800"', id="no rounder than what was added"),
    pytest.param("166,262 / 102 = ~2,400", '"166,262 / 102" comes to 1,630, not to "~2,400"', id="about"),
    pytest.param("166,262 / 102 / 48 ≈ 30.6", '"166,262 / 102 / 48" comes to 34.0, not to "30.6"', id="nearly equal"),
    pytest.param("$5 + $3 = $9", '"$5 + $3" comes to $8, not to "$9"', id="money"),
    pytest.param("12 × $5 = $65", '"12 × $5" comes to $60, not to "$65"', id="so many times money"),
    pytest.param("3 apples + 4 apples = 8 apples", '"3 apples + 4 apples" comes to 7, not to "8"', id="apples"),
    pytest.param("10 km + 5 km = 16 km", '"10 km + 5 km" comes to 15, not to "16"', id="an unknown unit, the same throughout"),
    pytest.param("45 layers × 512 = 23,400", '"45 layers × 512" comes to 23,040, not to "23,400"', id="an unknown thing counted"),
    pytest.param(
        "weights 6.28 + pool 6.80 + graphs 0.55 + arena 16.65 + non-torch ~1.45 = 32.73 of 31.86 GiB",
        '"6.28 + pool 6.80 + graphs 0.55 + arena 16.65 + non-torch ~1.45" comes to 31.73, not to "32.73"',
        id="parts with names",
    ),
    pytest.param("31.22 − 12.58 = 14.42", '"31.22 − 12.58" comes to 18.64, not to "14.42"', id="what is left"),
    pytest.param("3,166,500,000/7,891.8 = 401,408", '"3,166,500,000/7,891.8" comes to 401,239, not to "401,408"', id="bytes by a price"),
    pytest.param("166,262−137,084 = 29,178 = installs 15,814 + read-through 13,464", '"15,814 + read-through 13,464" comes to 29,278, not to "29,178"', id="a chain"),
    pytest.param("It reads 425,047<!-- =run/boot#kv --> − 25,047 = 410,000 tokens.", '"425,047 − 25,047" comes to 400,000 tokens, not to "410,000 tokens"', id="an inline figure"),
    pytest.param("> [!note] 2 + 2 = 5", '"2 + 2" comes to 4, not to "5"', id="a call-out"),
    pytest.param("> one line\n> 15.06 +\n> 23.11 = 25.49\n", '"15.06 + 23.11" comes to 38.17, not to "25.49"', id="over two lines of a quote"),
    pytest.param("| a | b |\n| - | - |\n| 1 | 2 + 2 = 5 |\n", '"2 + 2" comes to 4, not to "5"', id="a cell"),
    pytest.param("Of them 9,888 of 13,021 queried (67 %).", '"9,888" of "13,021" is 76 %, not "67 %"', id="a share of"),
    pytest.param("Of them 9,888 out of 13,021 (67 %).", '"9,888" of "13,021" is 76 %, not "67 %"', id="a share out of"),
    pytest.param("We had 3 of 13 (33 %).", '"3" of "13" is 23 %, not "33 %"', id="a share of few"),
    pytest.param("hit rate 0.8345 (137,084/166,262)", '"137,084" of "166,262" is 0.8245, not "0.8345"', id="a share before its numbers"),
    pytest.param("It has a rate of 0.8345 (137,084/166,262).", '"137,084" of "166,262" is 0.8245, not "0.8345"', id="a share before its numbers, in a sentence"),
    pytest.param("137,084/166,262 (0.8345)", '"137,084" of "166,262" is 0.8245, not "0.8345"', id="a share behind a slash"),
    pytest.param("The pool is 486,464 tokens, 1.62x the 262,144 window.", '"486,464 tokens" by "262,144" is 1.86x, not "1.62x"', id="a multiple"),
    pytest.param("The pool is 2101 slots, 1.62x the 1,000 before.", '"2101 slots" by "1,000" is 2.10x, not "1.62x"', id="a multiple beyond the years"),
    pytest.param("6,496 -> 7,522 slots (+1,026, +26 %)", 'the change from "6,496" to "7,522 slots" is +16 %, not "+26 %"', id="a change"),
    pytest.param("It went from 85.9 to 100.0 t/s (−16 %).", 'the change from "85.9" to "100.0 t/s" is +16 %, not "−16 %"', id="a change of the other sign"),
    pytest.param("It went from 85.9 to 100.0 t/s, +26 %.", 'the change from "85.9" to "100.0 t/s" is +16 %, not "+26 %"', id="a change behind a comma"),
    pytest.param("From 300 to 400 (+43 %).", 'the change from "300" to "400" is +33 %, not "+43 %"', id="a change at the start of a sentence"),
    pytest.param("2.30 s → 0.68 s (4.4×)", 'the change from "2.30 s" to "0.68 s" is 3.4×, not "4.4×"', id="a speed-up"),
    pytest.param("85.9 vs 100.0 (+26 %)", 'the difference between "85.9" and "100.0" is +16 %, not "+26 %"', id="versus"),
    pytest.param("Decode is 100.0 t/s, 26 % faster than 85.9 t/s.", 'the difference between "100.0 t/s" and "85.9 t/s" is 16 %, not "26 %"', id="faster than"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_what_does_not_come_to_what_stands_there(text: str, message: str) -> None:
    assert told(text) == [message]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("425,047/262,144 = 1.621, 486,464/262,144 = 1.86x, 384,238/262,144 = 1.47×", id="pool by window"),
        pytest.param("461,540/262,144 = 1.76, 122,636/114,688 = 1.07x, 398,658/200,704 = 1.99", id="more pools"),
        pytest.param("401,408/200,704 = 2.00, 792,069/262,144 = 3.02, 1,079,582/262,144 = 4.12, 277,686/200,704 = 1.38x", id="other windows"),
        pytest.param("31.86×0.98 = 31.22 · 31.86×0.99 = 31.54 · 31.86×0.982 = 31.29", id="budget is total by fill"),
        pytest.param("31.86−31.23 = 0.63 · 31.86−28.28 = 3.57 · 31.86−30.97 = 0.89 · 31.86−31.73 = 0.13", id="differences"),
        pytest.param("6.1e9−3.15e9 B = 2.75 GiB", id="bytes in GiB"),
        pytest.param("6.28+6.80+0.55+16.65+1.45 = 31.73", id="a sum of parts"),
        pytest.param("1,536+5,038 = 6,574 slots", id="slots"),
        pytest.param("166,262−137,084 = 29,178 = installs 15,814 + read-through 13,364", id="misses"),
        pytest.param("24.8+3.3+2.6 = 30.7 (30.6), and 24.8+3.3+2.6 = 30.6", id="rounded addends"),
        pytest.param("31.22 − 6.28 − 1.91 − 0.55 − 7.60 = 14.87", id="the plan of the arena"),
        pytest.param("31.29 − 6.28 − 1.91 − 0.07 − 5.25 = 17.77", id="the plan of another shape"),
        pytest.param("6,574 slots x 2.344 MiB = 15.05 GiB, 1,536 × 2.344 MiB = 3.52 GiB, 5,038 × 2.344 MiB = 11.53 GiB", id="count by size"),
        pytest.param("6,248 × 2.344 MiB = 14.30 GiB, 7,522 × 2.344 MiB = 17.22 GiB, 7,762 × 2.344 MiB = 17.77 GiB", id="more arenas"),
        pytest.param("23,040 (= 45 layers × 512) and 23,040 × 2.344 MiB = 52.74 GiB", id="all experts"),
        pytest.param("7,522−6,496 = 1,026 (+16 %) · 7,653−7,522 = 131 · 7,762−7,653 = 109", id="deltas"),
        pytest.param("256+52×6 MiB = 0.55 · 256+12×6 = 0.32 · 12×6 = 0.07 · 12×18 = 0.21 GiB", id="the price of graphs"),
        pytest.param("3,146,129,408/398,658 = 7,891.8 · 6.1e9/792,069 = 7,701", id="bytes a token"),
        pytest.param("3×262,144×14,047 = 11,047,010,304", id="an exact product"),
        pytest.param("4831838208 B = 4.5 GiB · 4328521728 B = 4.03 GiB · 4 GiB/262,144 = 16 KiB", id="conversions"),
        pytest.param("6×262,144×7,926 = 12.47 GB", id="a product in GB"),
        pytest.param("137,084/166,262 = 0.8245, 13,369/36,720 = 36 %, 9,888/13,021 = 76 %", id="rates"),
        pytest.param("3/13 = 23 %, 2/14 = 14 %, 2/13 = 15 %, 28.74/31.5 = 91 %", id="small rates"),
        pytest.param("9,888 / 1,648 = 6 exactly; 196 × 2,048 = 401,408; 36,720/102/45 = 8.0", id="whole multiples"),
        pytest.param("100.0/85.9 = +16 %, 287.1/179.7 = +60 %, 40.57/26.80 = +51 %, 37.57/26.81 = +40 %", id="gains"),
        pytest.param("24.30/26.80 = −9 %, 38.5/33.99 = +13 %, 49.25/41.47 = +18.7 %, 2.30/0.68 = 3.4×", id="more gains"),
        pytest.param("1+7×0.857 = 7.00 and 1+7×0.583 = 5.08 and 1+7×0.60 = 5.2", id="accept length"),
        pytest.param("32,768/11.837 s = 2.77k (2.8k), 15k/5.992 = 2.5k, 25.16/2 = 12.58", id="throughput and halves"),
        pytest.param("The budget 31.22 < 31.23 boots, 31.54 > 31.23 does not.", id="bounds"),
        pytest.param("DFlash2 wins on decode (+16 %) and burst-4 (+60 %).", id="gains without their numbers"),
        pytest.param("| Arm | Decode | Pool |\n| - | - | - |\n| A | 100.0 t/s | 384,238 (1.47×) |\n| B | 85.9 t/s | 461,540 (1.76×) |", id="the table of arms"),
        pytest.param("13 turns, median 25.4 s, 3 cached (23 %)", id="a share far from its whole"),
        pytest.param("| identical prompt | 2.30 s | 0.68 s (3.4×) | +9,888 of 13,021 queried (76 %) |\n| - | - | - | - |\n", id="the probe"),
    ],
)  # fmt: skip
def test_what_holds_in_the_fleet(text: str) -> None:
    assert told(text) == []


SILENT = [
    pytest.param("Since 2026-09-20 = day 1, and 2026-09-20 - 2026-10-01 = 11.", id="dates"),
    pytest.param("Versions 1.2/3.4 = new, 3.11 + 3.12 are out, v2 - v1 = 5.", id="versions"),
    pytest.param("a/b = 5, src/x/2 = 3, /home/1/2 = 7", id="paths"),
    pytest.param("9.5-22.7 = wide, 34.1–36.5 = 5, 10-4 = 7", id="ranges"),
    pytest.param("Call +43 1 555 - 123 = 7 or 0800/123 = 5.", id="phone numbers"),
    pytest.param("We won 2-1 = 3 points, 3 - 1 = 3 points.", id="scores"),
    pytest.param("1. e4 e5 2. Nf3 = 0.5 and 12. Qxd5+ = 1", id="chess"),
    pytest.param("2x + 3 = 7, 2x + 3x = 6x, 3x = 4 + 5, x = 8 / 2 = 4", id="algebra"),
    pytest.param("x + 3 = 8, 3 + x = 8, 5 - y = 7, 2a + 3b = 12", id="unknowns"),
    pytest.param("f(3) + 4 = 12, f(3 + 4 = 9)", id="functions"),
    pytest.param("Open 24/7 = always, 50/50 = 1, 9/11 = 5, 6/8 = 2, 3/4 = 12", id="fractions that are none"),
    pytest.param("1/2 = half, 1/2 = 0.5, 1/3 = 0.33, 2/3 = 0.66, 2/3 = 67 %", id="fractions"),
    pytest.param("1 1/2 + 1/2 = 2, 1/2 + 1/4 = 3/4, 2 1/2 = 5 / 2", id="mixed numbers"),
    pytest.param("C++ = 5, a++ + 1 = 3, i += 2 = 7, ++1 = 3", id="programs"),
    pytest.param("0x10 + 1 = 17, 0b11 + 1 = 4, 1e3 + 1 = 1001", id="hexadecimal"),
    pytest.param("In binary, 1 + 1 = 10 and 10 + 11 = 101.", id="binary"),
    pytest.param("9 + 5 = 2 (mod 12) and 9 + 5 = 2 modulo 12", id="modular"),
    pytest.param("## Modular arithmetic\n\nOn a clock 9 + 5 = 2.", id="a heading that says how is counted"),
    pytest.param("GPT-4 + 2 = 7, MTP4 + 3 = 9, Q1 + Q2 = 5, H2 + 1 = 4", id="names with digits"),
    pytest.param("Ctrl + 1 = 2, ⌘ + 2 = 5, Alt + Shift + 3 = 8", id="keys"),
    pytest.param("$5 + $3 = $8, 5 € + 3 € = 8 €, $1.50 + 75p = £2.25", id="prices"),
    pytest.param("$5/mo × 12 = $60, $8 × 12 = $96/yr, $3.0B × 0.25 = $750M", id="prices a month, billions"),
    pytest.param("100 + 20 % = 120, 80 - 15 % = 68, 100 + 10 % + 10 % = 121", id="per cent added to a number"),
    pytest.param("20 % × 30 % = 6 %, 33 % + 33 % + 33 % = 100 %", id="per cent of per cent"),
    pytest.param("about 5 + about 8 = 14, ~5 + ~8 = ~14", id="about"),
    pytest.param("5 + 8 = over 12, 5 + 8 = nearly 14, 5 + 8 = up to 15, over 5 + 8 = 20", id="over, nearly, up to"),
    pytest.param("5 + 8 = 15 or so, 5 + 8 = 15 or more, 5 + 8 = 15 (rounded), 5 + 8 = 15+", id="or so"),
    pytest.param("5 + 8 = roughly 14 GiB", id="roughly"),
    pytest.param("20 °C + 5 °C = 30 °C, −3 + 8 = 5", id="temperatures"),
    pytest.param("10 + 5 minutes = 15 minutes, 10 + 5 minutes = 900 s", id="minutes"),
    pytest.param("1 GiB = 1024 MiB, 1 GB = 1024 MB, 1 GB = 1000 MB, 1 min = 60 s", id="definitions"),
    pytest.param("1 km = 0.62 mi, 1 lb = 16 oz, 2 cups = 500 ml, 1 tok = 4 chars", id="definitions in units nobody knows"),
    pytest.param("5 = five, 5 = 6 stars, 0.99 = 31.54 GiB, 398,658 tokens = 1.99x", id="no arithmetic at all"),
    pytest.param("30 + 30 = 1 hour, 500 + 500 = 1 kg, 12 + 12 = 2 dozen, 50 + 50 = 1 dollar", id="units left out"),
    pytest.param("60 × 60 = 1, 500 + 500 = 1, 8 × 7 = 8", id="units left out on both sides"),
    pytest.param("1 kg + 500 g = 1.5 kg, 5 ft 6 in + 4 in = 5 ft 10 in, 3 lbs + 8 oz = 3.5 lbs", id="several unknown units"),
    pytest.param("1 h 30 min + 45 min = 2 h 15 min, 1 min 30 s + 45 s = 2 min 15 s", id="compound times"),
    pytest.param("1:30 + 2:15 = 3:50, 8:00 + 9 = 18:00, 60 + 30 = 1:30", id="clock times"),
    pytest.param("3 apples + 4 oranges = 8 fruits, 2 eggs + 1 cup = 1 cake", id="apples and oranges"),
    pytest.param("2 people × 3 days = 6 person-days, 2 nights × 80 = 165 dollars", id="products of unknown things"),
    pytest.param("500 MB/s × 2 = 1 GB/s, 1.5 GB × 2 = 3 TB", id="rates nobody knows"),
    pytest.param("5 + 3 = 8 × 2 = 16, 3 + 4 + 5 = 12 / 3 = 4", id="a chain that goes on from its result"),
    pytest.param("2 + 3 × 4 = 20 and 2 + 3 × 4 = 14", id="from left to right"),
    pytest.param("2 + 4 × 3 ÷ 1 = 18", id="from left to right, with a division"),
    pytest.param("2019 - 2021 = 3, 90 - 100 = 4, 2026 - 1995 = 30", id="years and scales"),
    pytest.param("A: 100 - 90 = 4. B: 89 - 80 = 3. C: 79 - 70 = 2.", id="a scale from the top"),
    pytest.param("81 - 251 - 1 = 85", id="counted round and round"),
    pytest.param("3 + 4 = 7 - that works, 3 + 4 = 7 – and more", id="a dash behind"),
    pytest.param("3 + 4 = 7 + tax, 3 + 4 = 5 * x, 3 + 4 = 2^3", id="a right side that goes on"),
    pytest.param("2^3 + 1 = 10, 2³ + 1 = 10, √16 + 4 = 9, 5! + 2 = 5, |3 − 5| = 3", id="other operations"),
    pytest.param("(3 + 4) × 2 = 15, 1 + (2 × 3) = 8, (3 + 4 + 5)/3 = 5, 3(4) = 13", id="brackets"),
    pytest.param("1,5 + 2,5 = 4, 1.500 + 800 = 2.300, 1.500 + 2.500 = 4.000", id="decimal commas"),
    pytest.param("1 000 + 500 = 1 500, 700 + 800 = 1'500, 1’000 + 1 = 1’001", id="thousands with blanks and apostrophes"),
    pytest.param("12,345 + 4,640 = 17,000, 3 × 333 = 1,000, 196 x 2,048 = 401,000", id="rounded results"),
    pytest.param("3.5 + 4.4 = 8, 12.4 s + 14.4 s = 27 s, 12 s + 14 s = 27 s", id="rounded to whole"),
    pytest.param("10 / 3 = 3, 11 / 4 = 2, 7 / 2 = 3 remainder 1, 7 / 2 = 3 R1, 17 % 5 = 3", id="division without fractions"),
    pytest.param("5 + 3 ÷ 0 = 9, 5 × 3 ÷ 0 = 9, 5 × 3 + 7 / 0.0 = 9", id="division by zero"),
    pytest.param("8/10 + 7/10 = 15/20", id="marks of a test"),
    pytest.param("1 + 2 + ... + 10 = 60, 1 + 2 + … = 7", id="an ellipsis"),
    pytest.param("3 + 4 = ?, 3 + 4 = ___ 5 + 6 = ___, 3 + 4 = ... 8", id="left open"),
    pytest.param("3 + 4 == 8, 3 + 4 != 8, 3 + 4 ≠ 8, 3 + 4 => 8, 3 + 4 >= 8, 3 + 4 =~ 8", id="other relations"),
    pytest.param("It is wrong that 2 + 2 = 5. Nobody believes 2 + 2 = 5.", id="called wrong"),
    pytest.param("The page says 15.06 + 23.11 = 25.49, but the two add up to 38.17.", id="put right in the same block"),
    pytest.param("15.06 + 23.11 = 25.49; it should read 38.17.", id="the right result beside it"),
    pytest.param("## Riddles\n\n1 + 1 = 3", id="under a heading of riddles"),
    pytest.param("The model told us that 7 × 8 = 54.", id="told"),
    pytest.param("`2 + 2 = 5` and\n\n```\n2 + 2 = 5\n```\n\n    2 + 2 = 5\n", id="code"),
    pytest.param("$2 + 2 = 5$ and $$2 + 2 = 5$$", id="formulas"),
    pytest.param("%%2 + 2 = 5%% and <!-- 2 + 2 = 5 --> and https://x.y/?q=2+2=5", id="comments and addresses"),
    pytest.param("~~2 + 2 = 5~~ 2 + 2 = 4", id="struck out"),
    pytest.param("`x` + 3 = 8, $x$ + 3 = 8, 3 + `4` = 8, [[5]] + 3 = 9, 3 + [4](x) = 8", id="a side that is hidden"),
    pytest.param("---\nsum: 2 + 2 = 5\n---\n", id="front matter"),
    pytest.param("{{a}} + 3 = 8, <% a %> + 3 = 8, {2 + 2 = 5}", id="templates"),
    pytest.param("weights 6.28 + pool 6.80 + graphs 0.55 = 60.1, apples 3 + pears 4 = 80", id="parts with names, too far off to be meant"),
    pytest.param("Room 101 + Room 102 = 250, Level 3 + Level 4 = Level 8, page 3 + page 4 = 8", id="things with numbers"),
    pytest.param("71 = 69 − 70 + 109 + 112, casilla 87 = 110 − 78", id="fields of a form"),
    pytest.param("We ran 2 x 3 jobs with TP=2, y = 3 + 4 and z = 5, SEQS = 2 + 3 while N = 9", id="settings"),
    pytest.param("bits=6, group_size=128, krot=8, 32k on TP=2", id="more settings"),
    pytest.param("1920x1080 = 2 MP, 16x9 = 1.78, 8x16 = 100, 2x4 = 9", id="sizes"),
    pytest.param("AC = 10 + 3 (Dex) + 2 = 16, 1d6 + 3 = 7, d20 + 5 = 17", id="dice"),
    pytest.param("0.1 + 0.2 = 0.30000000000000004", id="floating point"),
    pytest.param("1 + 1 = 2FA, 1 + 1 = 2nd, 3 + 4 = 7th", id="words with digits behind"),
    pytest.param("TTFT is 0.19 s vs 0.06 s, KV 4.5 / 4.03 GiB", id="pairs"),
    pytest.param("Chapter 3 of 5 (20 %), Assignment 1 of 3 (25 %), page 37 of 240 (50 %), ranked 3 of 120 (98 %)", id="one of a row"),
    pytest.param("It uses 2 of 4 cores (100 %) and was 3 of 10 (70 % of the time).", id="another share"),
    pytest.param("3/4 (20 %), 3/2024 (20 %), 12/25 (50 %)", id="dates with per cent"),
    pytest.param("2 of 3 (66 %), 2 of 3 (67 %), 9 of 10 failed (10 %)", id="rounded down, and what is left"),
    pytest.param("Python 300 → 400 (+5 %), level 300 to 400 (+5 %)", id="what bears a name"),
    pytest.param("From 2020 to 2024 (+12 %), 2023 vs 2024 (+5 %), 17 → 18 (+3 %), Python 3.11 → 3.12 (+5 %)", id="years and versions"),
    pytest.param("STR 14 → 16 (+3), v1 → v2 (+5 %), Q1 → Q2 (+9 %), A → B (+9 %)", id="changes of no numbers"),
    pytest.param("60.7 % → 96.5 % (+36 %), 42 % → 61 % (+19 %)", id="points"),
    pytest.param("0.22 s → 0.19 s (+16 %), 100.0 vs 85.9 (+16 %), 85.9 vs 100.0 (−14 %)", id="either base"),
    pytest.param("It went from 85.9 to 100.0 t/s; +26 % was hoped for.", id="a semicolon"),
    pytest.param("10 → 12 units (2x), 12 → 15 ms (1.2x), 85.9 → 100.0 → 120.0 t/s (+16 %)", id="repeats and chains"),
    pytest.param("Since 2100 slots, 1.62x the 1,000 before.", id="a multiple of what may be a year"),
    pytest.param("3x the 100,000 budget, after 50,000 were spent. It is 1.5x the 10,000 of 2023.", id="a multiple of something else"),
    pytest.param("3.12 is 5 % faster than 3.11; we were 26 % faster than 85.9 t/s. Before, 100.0 t/s.", id="a difference of something else"),
    pytest.param("On /health 0.8 ms (100x faster than 100 ms).", id="a factor in whole numbers"),
    pytest.param("The band 34.1-36.5 straddles 35.", id="a band without its values"),
    pytest.param("Potassium 4.2/5.6/3.5, normal range 3.5-5.1.", id="a range that is wished for"),
    pytest.param("Decode 36.49/34.55/35.98, band 34.5-36.5.", id="a band of its values"),
    pytest.param("The rate was 1/2/3, range 1-2.", id="a range without decimals"),
]  # fmt: skip


@pytest.mark.parametrize("text", SILENT)
def test_what_only_looks_like_broken_arithmetic(text: str) -> None:
    assert told(text) == []


def test_the_silent_ones_are_many() -> None:
    assert len(SILENT) > 80


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("Decode 36.65/34.55/34.13, band 34.1-36.5.", '"36.65" lies above the band "34.1-36.5"', id="above"),
        pytest.param("Decode 36.49, 34.55, 33.98, range 34.5–36.5.", '"33.98" lies below the band "34.5–36.5"', id="below"),
    ],
)  # fmt: skip
def test_a_band_that_a_listed_value_lies_outside_of(text: str, message: str) -> None:
    assert told(text) == [message]


def table(head: str, *rows: str) -> str:
    return "\n".join([f"| {head} |", "|" + " - |" * (head.count("|") + 1), *(f"| {row} |" for row in rows)]) + "\n"


ARMS = (
    "**MTP4, OFF** | **40.57** | **37.44** | **37.57** | 54.0% | **NEW INCUMBENT**",
    "MTP4, ON | 26.80 | 25.15 | 26.81 | 60.7% | old incumbent ({})",
    "MTP4, ON (re-check) | 25.80 | 24.38 | 26.63 | 47.9% | reproduces (noise band ±1)",
)


def arms(said: str = "slow", *rows: str) -> str:
    return table("Arm | 166 | 1087 | 4064 | Acceptance | Verdict", *(row.format(said) for row in ARMS), *rows)


def probe(more: int = 0) -> str:
    """A rate in the last column that most rows have right, behind so many more columns."""
    rates = "9,888 | 13,021 | 76 %", "3 | 13 | 23 %", "2 | 14 | 14 %", "13,369 | 36,720 | 46 %"
    return table(
        "Probe" + " | Note" * more + " | Hits | Asked | Rate", *("a" + " | x" * more + f" | {row}" for row in rates)
    )


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        pytest.param(
            arms("+51%/+40% worse"),
            ['"+51%/+40% worse" has the wrong base: "26.80" is 33.9 % below "40.57" and "26.81" is 28.6 % below "37.57"'],
            id="a percentage of the wrong base",
        ),
        pytest.param(
            table("Arm | Rate | Verdict", "new | 40.57 | -", "old | 26.80 | +51 % worse"),
            ['"+51 % worse" has the wrong base: "26.80" is 33.9 % below "40.57"'],
            id="one percentage, beside",
        ),
        pytest.param(
            table("Arm | Rate | Verdict", "new | 40.57 | 34 % higher", "old | 26.80 | -"),
            ['"34 % higher" has the wrong base: "40.57" is 51.4 % above "26.80"'],
            id="higher by what the other is lower",
        ),
        pytest.param(
            arms("slow", "MTP4, ON, MNBT 8192 | 29.32 | 24.12 | 23.65 | — | neutral — ruled out"),
            ['"neutral" is more than the noise of ±1: "29.32" is 2.52 above "26.80" and "23.65" is 3.16 below "26.81"'],
            id="neutral beyond the noise",
        ),
        pytest.param(
            table("Arm | Rate | 2nd | Verdict", "base | 100 | 90 | noise ±2 %", "x | 110 | 91 | parity"),
            ['"parity" is more than the noise of ±2: "110" is 10 above "100"'],
            id="parity beyond a noise in per cent",
        ),
        pytest.param(
            table("Arm | Rate | 2nd | Verdict", "base | 100 | 90 | noise ±2", "base again | 70 | 60 | -", "x | 90 | 85 | parity"),
            ['"parity" is more than the noise of ±2: "90" is 10 below "100" and "85" is 5 below "90"'],
            id="beyond the noise of the nearest base",
        ),
        pytest.param(
            table("Context | 166 | 1087 | 4064 | Says", "256k | 36.65 / 36.48 | 34.21 / 34.13 | 34.77 / **35.02** | band 34.1-36.5"),
            ['"36.65" lies above the band "34.1-36.5"'],
            id="a band in a row",
        ),
        pytest.param(
            table("Part | Size", "weights | 6.28 GiB", "pool | 6.80 GiB", "graphs | 0.55 GiB", "**Total** | **14.63 GiB**"),
            ['the column adds up to 13.63 GiB, not to "14.63 GiB"'],
            id="a total",
        ),
        pytest.param(
            table("Part | Count | Open", "a | 16 | 1", "b | 20 | 2", "c | — | 3", "Sum | 37 | 6"),
            ['the column adds up to 36, not to "37"'],
            id="one of two totals",
        ),
        pytest.param(
            table("Day | Morning | Evening | Total", "1 | 3 | 4 | 7", "2 | 5 | 6 | 11", "3 | 1 | 1 | 2", "4 | 2 | 2 | 5"),
            ['the row adds up to 4, not to "5"'],
            id="a column of totals",
        ),
        pytest.param(
            table("Case | Before | After | Change", "a | 85.9 | 100.0 | +26 %"),
            ['the change from "85.9" to "100.0" is +16 %, not "+26 %"'],
            id="before and after",
        ),
        pytest.param(
            probe(),
            ['"13,369" by "36,720" is 36 %, not "46 %"'],
            id="a column that most rows have right",
        ),
        pytest.param(probe(8), ['"13,369" by "36,720" is 36 %, not "46 %"'], id="the last of twelve columns"),
    ],
)  # fmt: skip
def test_tables_that_do_not_come_out(text: str, messages: list[str]) -> None:
    assert told(text) == messages


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(arms("−34%/−29% worse"), id="worse by as much"),
        pytest.param(arms("34%/29% worse"), id="worse without a sign"),
        pytest.param(arms("+51%/+40% slower"), id="slower, of the time"),
        pytest.param(arms("+51%/+40%"), id="no word"),
        pytest.param(arms("+17%/+77% worse"), id="percentages of nothing here"),
        pytest.param(arms("slow", "gather 32x64 | 26.58 | 24.94 | 26.34 | 49.6% | parity — ruled out"), id="parity within the noise"),
        pytest.param(arms("slow", "depth 2 | 25.83 | 25.06 | 25.87 | 56.0% | neutral — ruled out"), id="neutral within the noise"),
        pytest.param(arms("slow", "x | 29.32 | 24.12 | 23.65 | — | not neutral, BELOW parity"), id="no such verdict"),
        pytest.param(arms("slow", "x | 29.32 | (24.12) | n/a | — | neutral"), id="values in other columns"),
        pytest.param(arms("slow", "x | 2.9 | 2.4 | 2.3 | — | neutral"), id="values of another size"),
        pytest.param(table("Arm | Rate | Verdict", "a | 29.32 | neutral", "b | 24.12 | -"), id="no noise stated"),
        pytest.param(table("Part | Size", "a | 6.28 GiB", "b | 6.80 GiB", "Total | 13.08 GiB"), id="a total that holds"),
        pytest.param(table("Part | Share", "a | 33 %", "b | 33 %", "c | 33 %", "Total | 100 %"), id="rounded shares"),
        pytest.param(table("Part | Rate", "a | 50", "b | 60", "Total | 55"), id="an average called a total"),
        pytest.param(table("Part | Size", "a | 3", "- of that x | 1", "b | 4", "Total | 7"), id="parts of parts"),
        pytest.param(table("Part | Size", "a | 3", "b | 4", "Subtotal | 7", "c | 1", "Total | 8"), id="a subtotal"),
        pytest.param(table("Language | Users", "a | 300", "b | 200", "… | …", "Total | 2,000"), id="rows left out"),
        pytest.param(table("Language | Users", "a | 300", "b | 200", "Total | 2,000"), id="a total of more than is shown"),
        pytest.param(table("Part | Size", "a | 3 cups", "b | 4 spoons", "Total | 9"), id="several unknown units"),
        pytest.param(table("Part | Size", "a | 3 cups", "b | 4 cups", "Total | 9"), id="a total of something that is not said"),
        pytest.param(table("Part | Size", "a | 3 GiB", "b | 4 MiB", "Total | 7"), id="several units"),
        pytest.param(table("Part | Time", "a | 1:30", "b | 2:15", "Total | 3:50"), id="clock times"),
        pytest.param(table("Phase | Tests | Passing", "red | 16 | 0", "green | 16 | 16", "red | 16 | 0", "Total | 16 | 16"), id="the same things at every step"),
        pytest.param(table("Item | Price | Total", "a | 3 | 6", "b | 4 | 8", "c | 5 | 10"), id="a price"),
        pytest.param(table("Case | Before | After | Change", "a | 18 % | 60 % | +42 %"), id="points"),
        pytest.param(table("Case | Before | After | Change", "a | 100.0 ms | 85.9 ms | +16 %"), id="the gain of what falls"),
        pytest.param(table("Case | Old version | New version | Gain", "a | 3.11 | 3.12 | +5 %"), id="versions"),
        pytest.param(table("Who | From | To | Gain", "a | 2020 | 2024 | +12 %"), id="years"),
        pytest.param(table("Name | n | m | Rate", "a | 3 | 4 | 10 %", "b | 5 | 6 | 20 %", "c | 7 | 8 | 30 %"), id="a column of something else"),
        pytest.param(probe(9), id="a table too wide to be searched for what comes from what"),
        pytest.param(table("Name | Value | Range", "a | 1.0 | range 1.0-2.0", "b | 2.5 | -"), id="a range of another row"),
    ],
)  # fmt: skip
def test_tables_that_are_left_alone(text: str) -> None:
    assert told(text) == []


LISTS = [
    pytest.param("Five rules:\n\n- a\n- b\n- c\n- d\n- e\n- f\n", '"Five" is announced, and the list has 6 items', id="six for five"),
    pytest.param("The house has **three rooms:**\n1. a\n2. b\n   - x\n3. c\n4. d\n", '"three" is announced, and the list has 4 items', id="nested items do not count"),
    pytest.param("There are 4 steps:\n\n1) a\n\n2) b\n\n3) c\n", '"4" is announced, and the list has 3 items', id="fewer"),
    pytest.param("- Three rooms:\n  - a\n  - b\n", '"Three" is announced, and the list has 2 items', id="below an item"),
    pytest.param("## Two ways:\n\n* a\n* b\n* c\n", '"Two" is announced, and the list has 3 items', id="below a heading"),
    pytest.param("Three rooms:\n\n- a\n- b\n\n## More\n\n- c\n", '"Three" is announced, and the list has 2 items', id="above another heading"),
    pytest.param("> The following two files:\n>\n> - a\n> - b\n> - c\n", '"two" is announced, and the list has 3 items', id="in a quote"),
    pytest.param("Do these 2 tasks:\n- [ ] a\n- [x] b\n- [ ] c\n", '"2" is announced, and the list has 3 items', id="tasks"),
]  # fmt: skip


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("text", "message"), LISTS)
def test_a_list_that_is_counted_wrong(text: str, message: str, newline: str) -> None:
    assert told(text.replace("\n", newline)) == [message]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Three rooms:\n\n- a\n- b\n- c\n", id="right"),
        pytest.param("Three rooms:\n\nAll warm.\n\n- a\n- b\n", id="not directly below"),
        pytest.param("Three rooms\n\n- a\n- b\n", id="no colon"),
        pytest.param("Three rooms, such as:\n\n- a\n- b\n", id="such as"),
        pytest.param("Among three rooms:\n\n- a\n- b\n", id="among"),
        pytest.param("At least three rooms:\n\n- a\n- b\n- c\n- d\n", id="at least"),
        pytest.param("Two or three rooms:\n\n- a\n- b\n- c\n- d\n", id="two or three"),
        pytest.param("Two of the three rooms:\n\n- a\n- b\n", id="two of the three"),
        pytest.param("The first three rooms:\n\n- a\n- b\n- c\n- d\n", id="the first three"),
        pytest.param("Differences between the two teams:\n\n- a\n- b\n- c\n", id="between the two"),
        pytest.param("Done in five minutes:\n\n- a\n- b\n", id="minutes"),
        pytest.param("Three rounds:\n\n- squats\n- jumps\n- rows\n- rest\n", id="rounds"),
        pytest.param("Two players:\n\n- a\n- b\n- c\n", id="players"),
        pytest.param("4 servings:\n\n- flour\n- milk\n", id="servings"),
        pytest.param("4 minutos:\n\n- a\n- b\n", id="another language"),
        pytest.param("2020 goals:\n\n- a\n- b\n", id="a year"),
        pytest.param("Chapter 3 notes:\n\n- a\n- b\n", id="a number behind a name"),
        pytest.param("- 4 Data requirements:\n  - a\n  - b\n", id="a number of a heading"),
        pytest.param("Level 6 headings:\n\n- a\n- b\n", id="a level"),
        pytest.param("3 rooms:\n\n- salt and pepper\n- hall\n", id="two in one item"),
        pytest.param("Two rooms:\n\n- hall\n- bath\n- (optional) attic\n", id="an optional one"),
        pytest.param("Two rooms:\n\n- hall\n- bath\n- Note that both are warm\n", id="a remark"),
        pytest.param("Three rooms:\n\n1. a\n\ntext\n\n2. b\n3. c\n", id="a list that goes on"),
        pytest.param("Two rooms:\n\n- a\n- b\n\n* c\n* d\n", id="two lists"),
        pytest.param("Two rooms:\n\n1. a\n1. b\n\n1. c\n", id="perhaps two lists"),
        pytest.param("Two rooms:\n- a\n- b\nwith these,\n- c\n", id="a lazy line"),
        pytest.param("Two rooms:\n\n- a\n- b\n\n## More rooms\n\n- c\n", id="a list under another heading"),
        pytest.param("Two rooms:\n\n- a\n- ```\n  x\n  ```\n- b\n- c\n", id="an item of code"),
        pytest.param("Two rooms:\n\n```\n- a\n- b\n- c\n```\n", id="code"),
        pytest.param("Two most important rooms:\n\n- a\n- b\n- c\n", id="most important"),
        pytest.param("One room:\n\n- a\n- b\n", id="one"),
        pytest.param("Two ingredients: salt, black and white pepper.", id="a list in a sentence"),
        pytest.param("Two rooms:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n", id="a table"),
    ],
)  # fmt: skip
def test_lists_that_are_left_alone(text: str) -> None:
    assert told(text) == []


def test_a_finding_names_its_inputs() -> None:
    text = "Two streams made 15.06 + 23.11 = **25.49 summed**.\n"
    (finding,) = findings_of({"Lisbon.md": text, **CLAIMS_ALL}, "broken-arithmetic")
    assert (finding.severity, finding.span.of(text)) == ("warning", "25.49")
    assert [(one.span.of(text), one.message) for one in finding.related] == [
        ("15.06", 'computed with "15.06"'),
        ("23.11", 'computed with "23.11"'),
    ]


def test_only_claimed_notes_are_spoken_of() -> None:
    files = {"Lisbon.md": "2 + 2 = 5\n", "Porto.md": "---\ntype: reference\n---\n2 + 2 = 5\n"}
    configuration = {"vaulttool.toml": '[schemas.types]\nreference = "reference"\n'}
    assert findings_of(files, "broken-arithmetic") == []
    assert [one.path for one in findings_of({**files, **configuration}, "broken-arithmetic")] == ["Porto.md"]


def test_what_is_generated_is_left_alone() -> None:
    region = "<!-- vaulttool:begin figures -->\n\n2 + 2 = 5\n\n<!-- vaulttool:end figures -->\n"
    assert told(region) == []


def test_a_finding_can_be_allowed() -> None:
    assert told("2 + 2 = 5 <!-- vaulttool:ignore broken-arithmetic -->\n") == []


def test_the_research_page() -> None:
    assert told(research()) == [
        '"+51%/+40% worse" has the wrong base: "26.80" is 33.9 % below "40.57" and "26.81" is 28.6 % below "37.57"',
        '"neutral" is more than the noise of ±1: "29.32" is 2.52 above "26.80" and "23.65" is 3.16 below "26.81"',
        '"15.06 + 23.11" comes to 38.17, not to "25.49"',
        '"36.65" lies above the band "34.1-36.5"',
    ]


def test_the_runbook_page() -> None:
    assert told(runbook()) == []


def with_relation(expr: str, **changes: tuple[str, str]) -> dict[str, str]:
    """A fleet in which something must hold; ``changes`` are of its files, by name."""
    files = {**FILES, "data/relations.yaml": f'relations:\n  - {{id: rule, title: A rule, expr: "{expr}"}}\n'}
    for name, (before, after) in changes.items():
        path = next(path for path in files if path.endswith(f"/{name}.yaml"))
        assert before in files[path]
        files[path] = files[path].replace(before, after)
    return files


def fact(name: str, value: str, unit: str) -> tuple[str, str]:
    """One more fact of the host."""
    source = "{document: Atlas.md, line: 1}"
    return (
        "facts:\n",
        f"facts:\n  - {{key: {name}, value: {value}, unit: {unit}, from: 2026-09-22, source: {source}}}\n",
    )


FITS = "host/atlas#vram * run/boot#settings.fill < host/atlas#free"
SHRINKS = "monotonic(run/ab#mtp.kv, run/boot#kv) = 1"


def fill(value: str) -> tuple[str, str]:
    return "results:\n", f"settings: {{fill: {value}}}\nresults:\n"


@pytest.mark.parametrize(
    ("broken", "mended", "message"),
    [
        pytest.param(
            with_relation(FITS, atlas=fact("free", "31.23", "GiB"), boot=fill("0.99")),
            with_relation(FITS, atlas=fact("free", "31.23", "GiB"), boot=fill("0.98")),
            f'"{FITS.partition(" < ")[0]}" = 31.5414, not less than "host/atlas#free" = 31.23'
            " (host/atlas#vram is 31.86 GiB, run/boot#settings.fill is 0.99)",
            id="row 9",
        ),
        pytest.param(
            with_relation(SHRINKS, ab=("mtp: {results: {kv: {value: 100,", "mtp: {results: {kv: {value: 730000,")),
            with_relation(SHRINKS),
            f'"{SHRINKS.partition(" = ")[0]}" = 0, not 1 (run/ab#mtp.kv is 730000 tok, run/boot#kv is 425,047 tok)',
            id="row 10",
        ),
        pytest.param(
            with_relation("host/atlas#weights <= host/atlas#vram", atlas=fact("weights", "34.2", "GiB")),
            with_relation("host/atlas#weights <= host/atlas#vram", atlas=fact("weights", "31.2", "GiB")),
            '"host/atlas#weights" = 34.2, more than "host/atlas#vram" = 31.86',
            id="row 11",
        ),
        pytest.param(
            with_relation("host/atlas#reuse in [0, 1]", atlas=fact("reuse", "77", "ratio")),
            with_relation("host/atlas#reuse in [0, 1]", atlas=fact("reuse", "0.77", "ratio")),
            '"host/atlas#reuse" = 77, not in [0, 1]',
            id="row 17",
        ),
    ],
)  # fmt: skip
def test_the_fleets_failures(broken: dict[str, str], mended: dict[str, str], message: str) -> None:
    assert findings_of(mended, "broken-relation", "bad-data") == []
    (finding,) = findings_of(broken, "broken-relation")
    assert (finding.rule, finding.severity, finding.path) == ("broken-relation", "error", "data/relations.yaml")
    assert finding.message == f'the relation "rule" does not hold: {message}'
    assert finding.span.of(broken[finding.path]).startswith("expr: ")
    assert all(one.span.of(broken[one.path]) for one in finding.related)
    assert finding.related


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        pytest.param("run/boot#kv = 425048", "does not hold: \"run/boot#kv\" = 425047, not 425048", id="equal to a number"),
        pytest.param("run/boot#twice = 3 * run/boot#kv", "does not hold: \"run/boot#twice\" = 850094, not \"3 * run/boot#kv\" = 1275141 (run/boot#kv is 425,047 tok)", id="derived"),
        pytest.param("run/boot#kv / (run/ab#mtp.kv - 100) = 3", "cannot be computed: it divides by what may be zero", id="a division by zero"),
        pytest.param("days(2026-01-01, run/boot#kv) = 3", 'cannot be computed: "run/boot#kv" is no day: "425,047 tok"', id="no day"),
        pytest.param("run/boot#settings.mode = 3", 'cannot be computed: "run/boot#settings.mode" is no number: "fp8"', id="no number"),
        pytest.param("days(2026-09-20, run/boot#settings.day) = 3", 'does not hold: "days(2026-09-20, run/boot#settings.day)" = 2, not 3 (run/boot#settings.day is 2026-09-22)', id="days"),
    ],
)  # fmt: skip
def test_relations_that_do_not_hold(expr: str, message: str) -> None:
    files = with_relation(expr, boot=("results:\n", "settings: {mode: fp8, day: 2026-09-22}\nresults:\n"))
    (finding,) = findings_of(files, "broken-relation", "bad-data")
    assert finding.message == f'the relation "rule" {message}'


@pytest.mark.parametrize(
    "expr",
    [
        pytest.param("run/boot#kv = 425047", id="equal"),
        pytest.param("host/atlas#vram * 0.98 = 31.22", id="within rounding"),
        pytest.param("run/ab#dflash.kv / run/ab#mtp.kv in [1, 2]", id="between bounds"),
        pytest.param("run/boot#twice = 2 * run/boot#kv", id="derived"),
    ],
)
def test_relations_that_hold(expr: str) -> None:
    assert findings_of(with_relation(expr), "broken-relation", "bad-data") == []


@pytest.mark.parametrize("expr", ["run/boot#kw = 5", "run/boot#kv =", "run/nothing#kv = 5"])
def test_what_cannot_be_read_is_left_to_the_data(expr: str) -> None:
    assert [one.rule for one in findings_of(with_relation(expr), "broken-relation", "bad-data")] == ["bad-data"]


def test_without_data_nothing_is_related() -> None:
    assert findings_of({"Lisbon.md": "x\n"}, "broken-relation") == []
