"""The cache of parsed notes: what it keeps, what it trusts, and that nothing that happens to it changes an answer."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from parsing.notes import made

from vaulttool.model.vault import Note
from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse
from vaulttool.storage import cache as caching
from vaulttool.storage import disk, kept_notes, notes, reading, rereading, stamp
from vaulttool.storage.cache import Cache, clean
from vaulttool.storage.stored_notes import StoredNotes

FOLDER = ".vaulttool_cache"
FILES = {"A.md": "# A\n\n[[B]] ^id\n", "b/B.md": "---\na: 1\n---\n[[A#A]]\n", "c.canvas": '{"nodes": []}'}
A_WHILE = 5 * 10**9  # nanoseconds


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        place = tmp_path / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files were written a while before the run."""
    now = time.time_ns
    monkeypatch.setattr("vaulttool.storage.cache.time.time_ns", lambda: now() + A_WHILE)


def read(vault: Path, folder: Path | None = None, name: str = ".") -> StoredNotes:
    files = [file for file in disk.files(vault).values() if disk.is_note(file.path)]
    found = notes.notes(files, Cache(folder or vault / FOLDER, name))
    assert isinstance(found, StoredNotes)
    return found


def parsed(vault: Path) -> dict[str, Note]:
    files = [file for file in disk.files(vault).values() if disk.is_note(file.path)]
    return dict(notes.notes(files))


def file_of(vault: Path) -> Path:
    (file,) = (vault / FOLDER).glob("*.sqlite")
    return file


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The notes that were parsed."""
    done: list[str] = []
    plain = reading.parsed

    def noted(path: str, text: str) -> object:
        done.append(path)
        return plain(path, text)

    monkeypatch.setattr(rereading, "parsed", noted)
    return done


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were read."""
    done: list[str] = []
    plain = disk.read_bytes

    def noted(place: str) -> bytes:
        done.append(os.path.basename(place))
        return plain(place)

    monkeypatch.setattr(disk, "read_bytes", noted)
    return done


def test_a_second_run_parses_nothing(vault: Path, parses: list[str]) -> None:
    assert read(vault) == parsed(vault)
    assert sorted(parses) == sorted(FILES)
    parses.clear()
    assert read(vault) == parsed(vault)
    assert parses == []


def test_what_is_beside_it(vault: Path) -> None:
    read(vault)
    assert (vault / FOLDER / ".gitignore").read_text("utf-8") == "*\n"
    assert (
        (vault / FOLDER / "CACHEDIR.TAG").read_text("utf-8").startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    )


@pytest.mark.usefixtures("later")
def test_old_files_are_not_even_read(vault: Path, reads: list[str]) -> None:
    read(vault)
    reads.clear()
    assert list(read(vault)) == sorted(FILES)
    assert reads == []


def test_files_as_young_as_the_cache_are_read_again(vault: Path, reads: list[str]) -> None:
    read(vault)
    reads.clear()
    read(vault)
    assert sorted(reads) == sorted(os.path.basename(path) for path in FILES)


@pytest.mark.usefixtures("later")
def test_once_read_again_they_are_trusted(vault: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time_ns()
    monkeypatch.setattr("vaulttool.storage.cache.time.time_ns", lambda: now)
    read(vault)
    monkeypatch.setattr("vaulttool.storage.cache.time.time_ns", lambda: now + A_WHILE)
    read(vault)
    reads.clear()
    read(vault)
    assert reads == []


def rewrite(place: Path) -> None:
    place.write_text(place.read_text("utf-8").replace("A", "Z"), "utf-8")


def rewrite_with_its_time(place: Path) -> None:
    """Another text of the same length, dated as the one before; only when the file was changed tells."""
    before = place.stat()
    rewrite(place)
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace_by_another(place: Path) -> None:
    other = place.with_name("other")
    other.write_text(place.read_text("utf-8").replace("A", "Z"), "utf-8")
    os.utime(other, ns=(place.stat().st_atime_ns, place.stat().st_mtime_ns))
    other.replace(place)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("change", [rewrite, rewrite_with_its_time, replace_by_another, Path.unlink])
def test_what_changed_is_seen(vault: Path, change: Callable[[Path], None], parses: list[str]) -> None:
    read(vault)
    parses.clear()
    time.sleep(0.02)  # a tick of the clock by which files are dated
    change(vault / "A.md")
    assert read(vault) == parsed(vault)
    assert parses == ([] if change is Path.unlink else ["A.md"])
    assert read(vault) == parsed(vault)


@pytest.mark.usefixtures("later")
def test_a_second_write_at_the_same_moment_is_seen(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of files can stand still between two writes: both have one time."""
    moment = time.time_ns()
    real = stamp.stamp

    def still(place: str) -> stamp.Stamp | None:
        found = real(place)
        return found and stamp.Stamp(found.size, moment, moment)

    monkeypatch.setattr(kept_notes, "stamp", still)
    monkeypatch.setattr("vaulttool.storage.cache.time.time_ns", lambda: moment)
    read(vault)
    rewrite(vault / "A.md")
    assert read(vault) == parsed(vault)


def test_a_file_with_other_times_is_read_and_not_parsed(vault: Path, parses: list[str]) -> None:
    read(vault)
    parses.clear()
    for path in FILES:
        os.utime(vault / path, (1, 1))
    assert read(vault) == parsed(vault)
    assert parses == []


def test_a_note_that_cannot_be_read(vault: Path) -> None:
    (vault / "A.md").write_bytes(b"caf\xe9")
    for _ in range(2):
        found = read(vault)
        assert found["A.md"].problem == "byte 4 is no UTF-8"
        assert found.unreadable


def shorten(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:3000])


def overwrite(file: Path) -> None:
    file.write_bytes(b"not a database at all, but long enough to look like one" * 100)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def another_version(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("UPDATE meta SET value = 'older' WHERE name = 'key'")


def other_tables(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE notes (path)")
        database.execute("CREATE TABLE \"a 'table'\" (path)")


def wrong_types(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("UPDATE notes SET hash = 1")
        database.execute("UPDATE documents SET document = 'x'")


def no_moment(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("DELETE FROM meta WHERE name = 'written'")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_view_without_end(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("DROP TABLE notes")
        rows = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS path, x AS hash FROM n"
        database.execute(f"CREATE VIEW notes AS {rows}")


def a_view_of_what_is_known(file: Path) -> None:
    """The tables stand under other names, and views of the known names ask for their rows."""
    with sqlite3.connect(file) as database:
        database.execute("ALTER TABLE meta RENAME TO other")
        database.execute("CREATE VIEW meta AS SELECT * FROM other")


def a_trigger(file: Path) -> None:
    with sqlite3.connect(file) as database:
        body = "INSERT OR REPLACE INTO meta VALUES ('key', 'forged')"
        database.execute(f"CREATE TRIGGER forged AFTER INSERT ON notes BEGIN {body}; END")


def a_virtual_table(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("CREATE VIRTUAL TABLE searched USING fts5(a)")


HOSTILE = [a_view_without_end, a_view_of_what_is_known, a_trigger, a_virtual_table]
DAMAGE = [shorten, overwrite, empty, another_version, other_tables, wrong_types, no_moment, a_folder, *HOSTILE]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_cache_that_cannot_be_used_costs_time_and_is_made_anew(
    vault: Path, damage: Callable[[Path], None], parses: list[str]
) -> None:
    read(vault)
    damage(file_of(vault))
    parses.clear()
    assert read(vault) == parsed(vault)
    assert sorted(parses) == ([] if damage is no_moment else sorted(FILES))  # then the hashes are compared
    parses.clear()
    assert read(vault) == parsed(vault)
    assert parses == [] or damage is a_folder


@pytest.mark.parametrize("damage", HOSTILE[1:])
def test_what_is_more_than_our_tables_is_not_even_asked(vault: Path, damage: Callable[[Path], None]) -> None:
    """A view may go on without end."""
    read(vault)
    assert sorted(Cache(vault / FOLDER, ".").entries()) == sorted(FILES)
    damage(file_of(vault))
    assert Cache(vault / FOLDER, ".").entries() == {}


@pytest.mark.usefixtures("later")
def test_one_flipped_bit_of_a_document_is_noticed(vault: Path, parses: list[str]) -> None:
    read(vault)
    with sqlite3.connect(file_of(vault)) as database:
        ((document,),) = database.execute("SELECT document FROM documents WHERE path = 'A.md'")
        flipped = bytes([document[0], document[1] ^ 1, *document[2:]])
        database.execute("UPDATE documents SET document = ? WHERE path = 'A.md'", (flipped,))
    parses.clear()
    assert read(vault) == parsed(vault)
    assert parses == ["A.md"]
    assert read(vault) == parsed(vault)
    assert parses == ["A.md"]  # what was lost is there again


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("gone", ["DELETE FROM documents", "UPDATE documents SET hash = x'00'"])
def test_documents_that_are_lost_are_read_again(vault: Path, parses: list[str], gone: str) -> None:
    read(vault)
    with sqlite3.connect(file_of(vault)) as database:
        database.execute(gone)
    parses.clear()
    assert read(vault) == parsed(vault)
    assert sorted(parses) == sorted(FILES)
    assert read(vault) == parsed(vault)
    assert sorted(parses) == sorted(FILES)


@pytest.mark.usefixtures("later")
def test_a_file_that_is_gone_leaves_the_cache(vault: Path) -> None:
    read(vault)
    (vault / "b/B.md").unlink()
    read(vault)
    with sqlite3.connect(file_of(vault)) as database:
        assert [path for (path,) in database.execute("SELECT path FROM notes ORDER BY path")] == ["A.md", "c.canvas"]


def test_another_run_that_writes_is_not_waited_for_long(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "PATIENCE", 0.01)
    read(vault)
    rewrite(vault / "A.md")
    other = sqlite3.connect(file_of(vault), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert read(vault) == parsed(vault)
    other.execute("ROLLBACK")
    other.close()
    assert read(vault) == parsed(vault)


@pytest.mark.parametrize("what", ["folder", "", "-journal", ".gitignore", "CACHEDIR.TAG"])
def test_nothing_is_written_through_a_link(vault: Path, tmp_path_factory: pytest.TempPathFactory, what: str) -> None:
    """Neither through one in the place of the folder, nor of the database, nor of what lies beside it."""
    outside = tmp_path_factory.mktemp("outside")
    name = what if "." in what else Cache(vault / FOLDER, ".").file.name + what
    if what == "folder":
        (vault / FOLDER).symlink_to(outside)
    else:
        (vault / FOLDER).mkdir()
        (vault / FOLDER / name).symlink_to(outside / name)
    assert read(vault) == parsed(vault)
    assert list(outside.iterdir()) == []


def test_a_place_that_cannot_be_written(vault: Path) -> None:
    (vault / FOLDER).write_text("a file", "utf-8")
    assert read(vault) == parsed(vault)
    assert (vault / FOLDER).read_text("utf-8") == "a file"


def test_a_full_disk(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Cache, "_make", full)
    assert read(vault) == parsed(vault)
    Cache(vault / FOLDER, ".").remember(b"key", b"value")


def test_two_vaults_have_a_file_each(vault: Path) -> None:
    read(vault)
    read(vault, name="other")
    assert len(list((vault / FOLDER).glob("*.sqlite"))) == 2


def test_another_folder(vault: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("cache") / "deep" / "below"
    assert read(vault, folder) == parsed(vault)
    assert not (vault / FOLDER).exists()
    assert list(folder.glob("*.sqlite"))


def test_clean_deletes_what_is_ours_alone(vault: Path) -> None:
    read(vault)
    (vault / FOLDER / "mine.txt").write_text("x", "utf-8")
    assert clean(vault / FOLDER) == 3
    assert [place.name for place in (vault / FOLDER).iterdir()] == ["mine.txt"]
    (vault / FOLDER / "mine.txt").unlink()
    read(vault)
    assert clean(vault / FOLDER) == 3
    assert not (vault / FOLDER).exists()
    assert clean(vault / FOLDER) == 0


def test_what_is_remembered(vault: Path) -> None:
    cache = Cache(vault / FOLDER, ".")
    assert cache.recall(b"key") == b""
    read(vault)
    for number in range(caching.MOST_RUNS + 2):
        cache.remember(b"key%d" % number, b"value%d" % number)
    assert cache.recall(b"key9") == b"value9"
    assert cache.recall(b"key0") == b""
    with sqlite3.connect(file_of(vault)) as database:
        database.execute("UPDATE runs SET value = x'00'")
    assert cache.recall(b"key9") == b""


CARDS = [
    '{"nodes": [{"type": "file", "file": "A.md", "subpath": "#A"}]}',
    '{"nodes": [{"type": "file", "file": "d/\\u00e9.md", "subpath": "no hash"}, {"type": "group", "background": "p.png"}]}',
    '{"nodes": [{"type": "text", "text": "[[A|b]] ![x](<c d.png>) \\\\ud83d\\\\ude00"}]}',
    "not JSON",
]


@pytest.mark.parametrize("canvas", CARDS)
def test_what_a_canvas_says_is_the_same_from_the_cache(vault: Path, canvas: str) -> None:
    (vault / "c.canvas").write_text(canvas, "utf-8")
    for _ in range(2):
        assert read(vault)["c.canvas"] == parsed(vault)["c.canvas"]


@pytest.mark.parametrize("seed", range(40))
def test_what_a_note_says_is_the_same_from_the_cache(seed: int) -> None:
    document = parse(made(seed).text)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(document), type=Document) == document


def test_decoding_one_note_decodes_no_other(vault: Path) -> None:
    read(vault)
    found = read(vault)
    assert "A.md" in found and "nothing" not in found and len(found) == len(FILES)
    assert found["b/B.md"] == parsed(vault)["b/B.md"]
    assert found.get("nothing") is None
    assert [path for path, one in found._notes.items() if one is None] == ["A.md", "c.canvas"]
    assert list(found.items()) == sorted(parsed(vault).items())
