"""Vaults in the shape of the Hub: the draws, and that a seed gives one vault."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from commands_in import run

from bench import making, shape


@pytest.mark.parametrize("row", [shape.CHARACTERS, shape.LINKS, shape.ADDRESSES, shape.HEADINGS, shape.COMMENTS])
def test_a_row_has_a_value_for_each_point_and_never_falls(row: tuple[int, ...]) -> None:
    assert len(row) == len(shape.POINTS)
    assert list(row) == sorted(row)


def test_draws_are_the_measured_values_at_their_points_and_between_them_in_proportion() -> None:
    assert [shape.drawn(shape.LINKS, point) for point in shape.POINTS] == list(shape.LINKS)
    assert shape.drawn(shape.CHARACTERS, 0.005) == 460  # half way from 11 to 908, rounded


def test_many_draws_have_the_mean_of_the_hub() -> None:
    chance = random.Random(1)
    drawn = [shape.drawn(shape.CHARACTERS, chance.random()) for _ in range(50_000)]
    assert statistics.mean(drawn) == pytest.approx(2245, rel=0.1)


def files(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def test_a_seed_gives_one_vault_and_another_seed_another(tmp_path: Path) -> None:
    one, same, other = (making.made(60, seed, tmp_path / str(number)) for number, seed in enumerate((7, 7, 8)))
    assert files(one) == files(same)
    assert files(one) != files(other)
    assert len([path for path in files(one) if path.endswith(".md")]) == 60


def test_a_note_is_the_same_whichever_was_made_before() -> None:
    vault, again = making.Vault(300, 7), making.Vault(300, 7)
    backwards = [making.note(vault, number) for number in reversed(range(300))]
    assert backwards[::-1] == [making.note(again, number) for number in range(300)]


def test_a_vault_of_other_code_is_made_anew(tmp_path: Path) -> None:
    place = making.made(5, 7, tmp_path)
    (tmp_path / f"{place.name}.{making.DONE}").write_text("older", "utf-8")
    (place / "left over.md").write_text("", "utf-8")
    making.made(5, 7, tmp_path)
    assert not (place / "left over.md").exists()


def test_about_one_link_in_a_hundred_leads_nowhere() -> None:
    vault, chance = making.Vault(1000, 7), random.Random(3)
    lost = sum(not making.link(vault, 1, chance).leads for _ in range(20_000))
    assert 150 < lost < 250


def test_what_is_meant_to_lead_somewhere_does(tmp_path: Path) -> None:
    vault = making.Vault(200, 7)
    place = making.made(200, 7, tmp_path)
    chance = random.Random(5)
    links = [making.link(vault, 0, chance) for _ in range(1000)]
    (place / "all.md").write_text("".join(one.text + "\n" for one in links if one.leads), "utf-8")
    status, out, _ = run("check", "--no-config", "--vault", str(place), str(place / "all.md"), cwd=tmp_path)
    assert status == 0, out
