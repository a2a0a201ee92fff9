"""The search index: what it finds, how it follows the record, and that it can always be lost."""

from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path

import pytest

from punto.runtime.ports import is_of_a_table, table_of
from punto.storage.addresses import is_postgresql, read_record, still_record
from punto.storage.copies.restores import restore
from punto.storage.search import follower, index
from punto.storage.search.follower import catch_up, indexed_count, open_index
from punto.storage.search.index import IndexBroken, IndexEntry, SearchIndex
from punto.values.ids import Instant
from punto.views.search import EventPlace, Question, SightingPage, StreamMemory, index_event
from support.storage import places
from support.storage.batches import A1, plain_batch, record_batch
from support.storage.golden_evening import unpack

WORDS = ("ba", "ticket", "t1", "100.00", "shoe", "arun", "zzz")
NAMES = (
    "news:usual",
    "table:a1",
    "table:",
    "person:mei",
    "terminal:t1",
    "round:1",
    "clause:a-39",
    "kind:irregularity",
    "gravity:grave",
    "event:cardscounted",
)


def address_of(place: places.Place) -> str:
    if isinstance(place, places.PostgresqlPlace):
        return place.address
    assert isinstance(place, places.SqlitePlace)
    return str(place.path)


@pytest.fixture
def address(sql_place: places.Place, tmp_path: Path) -> str:
    """Return the address of the golden evening, which has every kind of event."""
    (tmp_path / "golden").mkdir()
    address = address_of(sql_place)
    restore(unpack(tmp_path / "golden"), address)
    return address


@pytest.fixture
def indexed(address: str) -> Iterator[SearchIndex]:
    with closing(open_index(address)) as found:
        catch_up(address, found, lambda _: None)
        yield found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make blocks, pages and batches so small that an evening has many of them."""
    monkeypatch.setattr(index, "BLOCK", 7)
    monkeypatch.setattr(index, "PAGE", 4)
    monkeypatch.setattr(index, "MOST_BLOCKS", 3)
    monkeypatch.setattr(follower, "BATCH", 50)


def entries_of(address: str) -> list[IndexEntry]:
    """Index a record without a database, the newest event first."""
    entries = list[IndexEntry]()
    with closing(read_record(address)) as journal:
        for stream in journal.streams():
            memory = StreamMemory()
            table = table_of(stream) if is_of_a_table(stream) else None
            for position, event in journal.read(stream):
                found = index_event(memory, table, event)
                memory = found.memory
                entries.append(
                    IndexEntry(
                        EventPlace(stream, position),
                        event.at,
                        memory.round_number,
                        found.is_news,
                        found.terms,
                    )
                )
    return sorted(entries, key=lambda each: each.at)[::-1]


def has(entry: IndexEntry, question: Question) -> bool:
    return (
        all(term in entry.terms for term in question.terms)
        and all(any(t.startswith(p) for t in entry.terms) for p in question.prefixes)
        and (question.since is None or entry.at >= question.since)
        and (question.until is None or entry.at < question.until)
    )


def asked(indexed: SearchIndex, question: Question) -> tuple[list[EventPlace], int]:
    """Page through everything that is found; returns it with the number of pages."""
    found, pages = list[EventPlace](), 0
    with indexed.reading() as session:
        assert session is not None
        while True:
            page = session.find(question)
            assert page is not None
            assert len(page.sightings) <= index.PAGE
            found += (each.place for each in page.sightings)
            pages += 1
            if page.next is None:
                assert page.searched_to is None
                return found, pages
            assert page.searched_to is not None
            question = Question(
                question.terms, question.prefixes, question.since, question.until, page.next
            )


def counted(address: str, indexed: SearchIndex) -> int:
    with still_record(address) as record, indexed.reading() as session:
        return indexed_count(record.session, session)


@pytest.mark.usefixtures("small")
def test_every_question_finds_what_a_look_at_every_event_finds(address: str) -> None:
    wanted = entries_of(address)
    middle = Instant(sorted(entry.at for entry in wanted)[len(wanted) // 2])
    questions = [
        Question(),
        *(Question((name,)) for name in NAMES),
        *(Question((), (word,)) for word in WORDS),
        *(Question((name,), (word,)) for name, word in product(NAMES, WORDS)),
        Question(("news:usual", "person:mei")),
        Question((), (), middle),
        Question((), (), None, middle),
        Question(("news:usual",), (), middle, Instant(middle + 1)),
        Question((), (), Instant(0), Instant(1)),
    ]
    with closing(open_index(address)) as found:
        assert catch_up(address, found, lambda _: None) == len(wanted)
        for question in questions:
            places_found, pages = asked(found, question)
            expected = [each.place for each in wanted if has(each, question)]
            assert sorted(map(repr, places_found)) == sorted(map(repr, expected)), question
            assert len(places_found) == len(set(map(repr, places_found)))
            assert pages >= len(expected) / index.PAGE


@pytest.mark.usefixtures("small")
def test_the_newest_comes_first_and_a_page_goes_on_where_the_last_one_ended(
    address: str, indexed: SearchIndex
) -> None:
    found, _ = asked(indexed, Question())
    times = {entry.place: entry.at for entry in entries_of(address)}
    assert [times[place] for place in found] == sorted(times.values(), reverse=True)
    with indexed.reading() as session:
        assert session is not None
        second = session.find(Question(before=found[9]))
        assert second is not None
        assert [each.place for each in second.sightings] == found[10 : 10 + index.PAGE]


def test_a_page_from_an_event_that_is_not_there_is_none(indexed: SearchIndex) -> None:
    with indexed.reading() as session:
        assert session is not None
        assert session.find(Question(before=EventPlace("table/A1", 10**9))) is None
        assert session.find(Question(before=EventPlace("nowhere", 1))) is None


def test_a_name_that_no_record_can_keep_is_not_found(indexed: SearchIndex) -> None:
    with indexed.reading() as session:
        assert session is not None
        for question in (Question(("person:mei\0",)), Question((), ("bank\0",))):
            assert session.find(question) == SightingPage((), None, None)
        assert session.find(Question(before=EventPlace("floor\0", 1))) is None


def test_the_work_for_a_page_is_bounded(
    address: str, indexed: SearchIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    del indexed
    monkeypatch.setattr(index, "BLOCK", 5)
    monkeypatch.setattr(index, "MOST_BLOCKS", 2)
    with closing(open_index(address)) as found:
        found.discard()
        catch_up(address, found, lambda _: None)
        # Two terms that are common, and in no event together: all blocks may have both.
        _, pages = asked(found, Question(("gravity:ordinary", "gravity:grave")))
        assert pages > 1
        with found.reading() as session:
            assert session is not None
            page = session.find(Question(("gravity:ordinary", "gravity:grave")))
            assert page is not None
            assert (page.sightings, page.next is None) == ((), False)


def test_the_index_follows_what_is_recorded_later(sql_place: places.Place) -> None:
    journal, address = sql_place.open(), address_of(sql_place)
    told = list[int]()
    with closing(open_index(address)) as found:
        assert counted(address, found) == 0
        assert catch_up(address, found, told.append) == 0
        record_batch(journal, plain_batch(A1, 0, 3))
        assert catch_up(address, found, told.append) == 3
        record_batch(journal, plain_batch(A1, 3, 2))
        assert counted(address, found) == 3
        assert catch_up(address, found, told.append) == 2
        assert (counted(address, found), told) == (5, [3, 2])
        assert [place.position for place in asked(found, Question())[0]] == [5, 4, 3, 2, 1]


def test_an_index_of_another_record_is_made_again(sql_place: places.Place) -> None:
    journal, address = sql_place.open(), address_of(sql_place)
    record_batch(journal, plain_batch(A1, 0, 5))
    with closing(open_index(address)) as found:
        catch_up(address, found, lambda _: None)
        # As after the restore of an older backup.
        sql_place.cut(A1, 3)
        assert counted(address, found) == 0
        assert catch_up(address, found, lambda _: None) == 3
        assert counted(address, found) == 3
        assert len(asked(found, Question())[0]) == 3


@pytest.mark.parametrize("harm", ["UPDATE {}about SET version = 99", "DROP TABLE {}about"])
def test_an_index_of_another_version_is_made_again(
    address: str, indexed: SearchIndex, harm: str
) -> None:
    harmed(indexed, harm)
    assert counted(address, indexed) == 0
    assert catch_up(address, indexed, lambda _: None) == len(entries_of(address))


@pytest.mark.parametrize(
    "harm", ["DROP TABLE {}term_blocks", "ALTER TABLE {}entries DROP COLUMN terms"]
)
def test_a_damaged_index_says_so_and_can_be_made_again(
    address: str, indexed: SearchIndex, harm: str
) -> None:
    harmed(indexed, harm)
    with indexed.reading() as session:
        assert session is not None
        with pytest.raises(IndexBroken):
            session.find(Question(("news:usual",)))
    indexed.discard()
    assert counted(address, indexed) == 0
    assert catch_up(address, indexed, lambda _: None) == len(entries_of(address))


def harmed(indexed: SearchIndex, harm: str) -> None:
    with indexed.writing() as session:
        assert session is not None
        session.run(harm.format(session.words["schema"]))


def test_a_damaged_file_is_replaced(sqlite_place: places.SqlitePlace) -> None:
    record_batch(sqlite_place.open(), plain_batch(A1, 0, 5))
    address = str(sqlite_place.path)
    file = sqlite_place.path.with_name("record-search.db")
    file.write_bytes(b"this is no database" * 500)
    with closing(open_index(address)) as found:
        assert catch_up(address, found, lambda _: None) == 5
        assert len(asked(found, Question())[0]) == 5
    assert file.stat().st_mode & 0o777 == 0o600


def test_two_servers_follow_one_record_and_index_each_event_once(address: str) -> None:
    expected = len(entries_of(address))
    with closing(open_index(address)) as one, closing(open_index(address)) as other:
        if is_postgresql(address):
            with one.writing() as session:
                assert session is not None
                assert catch_up(address, other, lambda _: None) == 0
        assert catch_up(address, one, lambda _: None) == expected
        assert catch_up(address, other, lambda _: None) == 0
        assert counted(address, other) == expected


def test_what_fails_half_way_leaves_no_half(address: str, indexed: SearchIndex) -> None:
    before = counted(address, indexed)
    with suppress(KeyError), indexed.writing() as session:
        assert session is not None
        session.begin_again()
        raise KeyError
    assert counted(address, indexed) == before


def test_no_ticket_number_and_no_order_of_a_shoe_is_in_the_index(address: str) -> None:
    terms = {term for entry in entries_of(address) for term in entry.terms}
    with still_record(address) as record:
        numbers = record.session.rows(str, "SELECT number FROM tickets_issued")
        bodies = record.session.rows(bytes, "SELECT body FROM events WHERE name = 'shoe.loaded'")
    assert numbers
    assert bodies
    for number in numbers:
        assert not any(number in term for term in terms)
        assert f"ticket:{number[-4:]}" in terms
    sealed = [word for body in bodies for word in body.decode().split('"') if len(word) > 200]
    assert not any(secret[:20].casefold() in term for secret in sealed for term in terms)
