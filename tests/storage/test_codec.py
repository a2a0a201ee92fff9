"""Every value that is written is read back; a value that does not fit is named."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import get_args

import pytest
from msgspec import Struct, structs

from punto.bootstrap.rule_book import GAME_KEYS
from punto.identity.messages import Fact as FloorFact
from punto.identity.refusals import Refusal as FloorRefusal
from punto.ledger.accounts import Account
from punto.ledger.postings import Posting
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact as TableFact
from punto.rounds.events import TableEvent
from punto.rounds.purse.events import CashTaken
from punto.rounds.refusals import Refusal as TableRefusal
from punto.rounds.state import Table
from punto.rounds.table.events import TableConfigured
from punto.rules.games import BetKey
from punto.rules.roles import Actor
from punto.rules.settlement import BetResult, Result
from punto.runtime.ports import NewerForm, RecordBroken, Snapshot
from punto.storage.codec.bodies import BodyForm, Unrecordable
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.events import EVENTS, EventCodec
from punto.storage.codec.forms import Misfit
from punto.storage.codec.refusals import REFUSAL_CODEC
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.storage.codec.stored_kinds import (
    FLOOR_FACTS,
    REFUSALS,
    SHARED_IN_SNAPSHOTS,
    TABLE_FACTS,
    TAGS,
)
from punto.values.cards import Card, Suit, parse_card, parse_cards
from punto.values.ids import Instant
from punto.values.money import Cents
from punto.values.odds import Odds
from punto.values.structures import field_names, replace
from support.rounds.evening import DEALER, T1, T2, configuration
from support.storage.batches import A1, FROZE, cash, evening
from support.storage.golden_files import golden, missing
from support.storage.samples import all_events, all_refusals, samples


def test_every_fact_has_a_name_of_its_own() -> None:
    assert set(get_args(TableFact)) == set(TABLE_FACTS)
    assert set(get_args(FloorFact)) == set(FLOOR_FACTS)
    names = [name for name, _ in (*TABLE_FACTS.values(), *FLOOR_FACTS.values())]
    assert len(set(names)) == len(names)


def test_every_refusal_has_a_name_of_its_own() -> None:
    assert {*get_args(TableRefusal), *get_args(FloorRefusal)} <= set(REFUSALS)
    names = [name for name, _ in REFUSALS.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", all_events())
def test_every_event_is_read_as_it_was_written(key: str) -> None:
    for event in all_events()[key]:
        body = EVENTS.encode(event)
        assert EVENTS.decode(body) == event
        assert EVENTS.encode(EVENTS.decode(body)) == body
        assert f"{EVENTS.name_of(event)}@{json.loads(body)['version']}" == key


def test_every_refusal_is_read_as_it_was_written() -> None:
    for refusals in all_refusals().values():
        for refusal in refusals:
            body = REFUSAL_CODEC.encode(refusal)
            # As lists: mypy takes seconds to compare two unions of all refusals.
            assert [REFUSAL_CODEC.decode(body)] == [refusal]
            assert REFUSAL_CODEC.decode(body).sentence == refusal.sentence


def test_the_record_carries_every_game_whole(any_game_key: str) -> None:
    config = configuration(any_game_key)
    event = TableEvent(TableConfigured(config), DEALER, Instant(1), cash(1).command, "2.1")
    found = EVENTS.decode(EVENTS.encode(event)).fact
    assert isinstance(found, TableConfigured)
    assert found.configuration == config
    game, offered = found.configuration.terms.game, found.configuration.terms.offered
    # One bet is one object again, so that its pay table is compiled once.
    assert all(any(bet is other for other in game.bets) for bet in offered)
    for bet, original in zip(game.bets, config.terms.game.bets, strict=True):
        assert bet.pays.row_numbers == original.pays.row_numbers


def test_there_are_nine_games_to_carry() -> None:
    assert len(GAME_KEYS) == 9


def test_a_body_is_compact_and_says_what_it_is_first() -> None:
    assert EVENTS.encode(FROZE) == (
        b'{"name":"round.terminal_froze","version":1,"at":1003,'
        b'"by":{"is":"patron","terminal":"T1"},'
        b'"command":"T1-17","clause":"3.2","fact":{"terminal":"T1"}}'
    )


def test_a_pay_row_that_many_bets_share_is_written_once() -> None:
    terms = configuration().terms
    row = terms.offered[0].pays.rows[0]
    result = BetResult(BetKey("tiger"), Cents(500), Result.WON, Cents(6000), "4.10", row)
    twin = replace(row)
    results = ((T1, (result, result)), (T2, (replace(result, row=twin),)))
    body = EVENTS.encode(replace(cash(1), fact=RoundSettled(results)))
    said = json.loads(body)
    assert [each["is"] for each in said["shared"]] == ["pay_row"]
    assert [bet["row"] for _, bets in said["fact"]["results"] for bet in bets] == [0, 0, 0]
    found = EVENTS.decode(body).fact
    assert isinstance(found, RoundSettled)
    assert found.results == results
    assert found.results[0][1][0].row is found.results[1][1][0].row


# Values that do not fit.

SETTLED = (
    b'{"name":"round.settled","version":1,"at":1,"by":{"is":"patron","terminal":"T1"},'
    b'"command":"c","clause":"","fact":{"results":[["T1",[{"bet":"tie","stake":1,'
    b'"result":"lost","profit":-1,"clause":"4","row":0,"commission":0}]]]},'
    b'"shared":[{"is":"pay_row","when":{"requirements":[]},"pays":"8:1","clause":"4",'
    b'"commission":null}]}'
)
RESULT = "fact.results[0][1][0]"


def test_the_body_that_the_next_test_spoils_is_sound() -> None:
    assert EVENTS.encode(EVENTS.decode(SETTLED)) == SETTLED


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b'"stake":1', b'"stake":1.0', f"Expected `int`, got `float` - at `$.{RESULT}.stake`"),
        (b'"stake":1', b'"stake":true', f"Expected `int`, got `bool` - at `$.{RESULT}.stake`"),
        (b'"stake":1', b'"stake":"1"', f"Expected `int`, got `str` - at `$.{RESULT}.stake`"),
        (b'"stake":1', b'"stake":null', f"Expected `int`, got `null` - at `$.{RESULT}.stake`"),
        (b'"stake":1,', b"", f"Object missing required field `stake` - at `$.{RESULT}`"),
        (b'"stake":1', b'"stake":1,"x":1', f"Object contains unknown field `x` - at `$.{RESULT}`"),
        (b'"lost"', b'"lots"', f"Invalid enum value 'lots' - at `$.{RESULT}.result`"),
        (b'"row":0', b'"row":1', "1, expected the number of a shared PayRow - at `$.fact."),
        (b'"row":0', b'"row":-1', f"Expected `int` >= 0 - at `$.{RESULT}.row`"),
        (b'"row":0', b'"row":"x"', f"Expected `int | null`, got `str` - at `$.{RESULT}.row`"),
        (b'["T1",[', b'["T1",2,[', "Expected `array`, got `int` - at `$.fact.results[0][1]`"),
        (b'[["T1"', b"[[5", "Expected `str`, got `int` - at `$.fact.results[0][0]`"),
        (b'"8:1"', b'"16:2"', "'16:2', expected one of Odds, Push - at `$.shared[0].pays`"),
        (b'"8:1"', b'"0:1"', "'0:1', expected one of Odds, Push - at `$.shared[0].pays`"),
        (b'"8:1"', b"8", "Expected `str`, got `int` - at `$.shared[0].pays`"),
        (b'"pay_row"', b'"row"', "Invalid value 'row' - at `$.shared[0].is`"),
        (b'"shared":[{', b'"shared":[5,{', "Expected `object`, got `int` - at `$.shared[0]`"),
        (b'"patron"', b'"robot"', "Invalid value 'robot' - at `$.by.is`"),
        (b'"by":{"is":"patron","terminal":"T1"}', b'"by":"T1"', "Expected `object`, got `str`"),
        (b'"at":1,', b'"at":"1",', "Expected `int`, got `str` - at `$.at`"),
        (b'"at":1,', b"", "Object missing required field `at`"),
        (b'"clause":"",', b'"clause":"","x":1,', "Object contains unknown field `x`"),
        (b"}]}", b"}]", "an event: Input data was truncated"),
        (b'"T1"', b'"T\xff"', "round.settled@1: 'utf-8' codec can't decode byte 0xff"),
        (b'"round.settled"', b'"round.sealed"', "round.sealed@1: a name unknown here"),
        (b'"round.settled"', b"7", "an event: Expected `str`, got `int` - at `$.name`"),
        (b'"version":1', b'"version":2', "round.settled@2: unknown here, expected 1 or older"),
        (b'"version":1', b'"version":0', "round.settled@0: a version that never was, expected up"),
        (SETTLED, b"[]", "an event: Expected `object`, got `array`"),
        (SETTLED[SETTLED.index(b'[{"is"'):], b"[]}", "Expected `array` of length >= 1 - at `$.sha"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named_with_its_place(old: bytes, new: bytes, problem: str) -> None:
    assert old in SETTLED
    with pytest.raises(RecordBroken) as fault:
        EVENTS.decode(SETTLED.replace(old, new, 1))
    assert problem in str(fault.value)


@pytest.mark.parametrize(
    ("old", "new", "is_newer"),
    [
        (b'"version":1', b'"version":2', True),
        (b'"round.settled"', b'"round.sealed"', True),
        (b'"version":1', b'"version":0', False),
        (b'"at":1,', b"", False),
    ],
)
def test_a_form_of_a_newer_program_is_told_from_a_broken_one(
    old: bytes, new: bytes, *, is_newer: bool
) -> None:
    with pytest.raises(RecordBroken) as fault:
        EVENTS.decode(SETTLED.replace(old, new, 1))
    assert isinstance(fault.value, NewerForm) is is_newer


def spoiled(**changes: object) -> TableEvent:
    event = cash(1)
    for name, value in changes.items():
        spoilt = event if name in field_names(TableEvent) else event.fact
        assert isinstance(spoilt, Struct)
        structs.force_setattr(spoilt, name, value)
    return event


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        (spoiled(amount=1.5), "CashTaken: Expected `int`, got `float` - at `$.fact.amount`"),
        (spoiled(amount=True), "CashTaken: Expected `int`, got `bool` - at `$.fact.amount`"),
        (spoiled(amount=object()), "CashTaken: Encoding objects of type object is unsupported"),
        (spoiled(terminal="\ud800"), "CashTaken: a text with half a character"),
        (spoiled(by="mei"), "CashTaken: 'mei', expected one of Actor, Patron, Timer - at `$.by`"),
        (spoiled(by=None), "CashTaken: None, expected one of Actor, Patron, Timer - at `$.by`"),
        (spoiled(fact=5), "int: not an event that the record knows"),
    ],
)
def test_what_could_not_be_read_again_is_not_encoded(event: TableEvent, problem: str) -> None:
    with pytest.raises(Unrecordable) as fault:
        EVENTS.encode(event)
    assert problem in str(fault.value)


def test_a_refusal_that_does_not_fit_is_named() -> None:
    with pytest.raises(NewerForm, match=r"refusal.no_shoe@2: unknown here"):
        REFUSAL_CODEC.decode(b'{"name":"refusal.no_shoe","version":2,"refusal":{}}')
    with pytest.raises(RecordBroken, match=r"refusal.no_shoe@1: Object contains unknown field `x`"):
        REFUSAL_CODEC.decode(b'{"name":"refusal.no_shoe","version":1,"refusal":{"x":1}}')
    with pytest.raises(Unrecordable, match="int: not a refusal that the record knows"):
        REFUSAL_CODEC.encode(5)  # type: ignore[arg-type]


# Types without a stored form are found when the program starts, not when it writes.


@dataclass(frozen=True)
class _Left:
    number: int


@dataclass(frozen=True)
class _Right:
    number: int


@pytest.mark.parametrize(
    ("hint", "problem"),
    [
        (float, "no form for it"),
        (list[int], "no form for it"),
        (_Left | _Right, "_Left: one of several kinds, and has no name in the record"),
        (str | Result, "not to be told apart"),
        (tuple[int, ...] | frozenset[int], "not to be told apart"),
    ],
)
def test_a_type_without_a_form_is_refused(hint: object, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        Compiler({}, {}).form_of(hint)


MOMENT = datetime(2025, 3, 20, 9, tzinfo=UTC)


def body_of(hint: object) -> BodyForm:
    return BodyForm(Compiler({}, {}), {"value": hint})


def read(hint: object, found: object) -> object:
    return body_of(hint).decode(json.dumps({"value": found}).encode())[0]


@pytest.mark.parametrize(
    ("hint", "found", "value"),
    [
        (Card, "1S", "AS"),
        (Card, 5, Suit.SPADES),
        (Odds, 5, "12:1"),
        (Account, "house:T1", "house"),
        (datetime, "2025-03-20T09:00:00", datetime(2025, 3, 20, 9)),  # noqa: DTZ001
        (datetime, "yesterday", "yesterday"),
        (datetime, 5, None),
        (datetime, "2025-03-20T09:00:00Z", 5),
        (Result, 5, "own"),
        (tuple[int, ...], 5, 5),
        (tuple[int, ...], ["x"], ("x",)),
        (tuple[Card, ...], ["1S"], [5]),
        (tuple[int, str], [5], (5,)),
        (tuple[int, str], [5, 5], (5, 5)),
        (tuple[int, Card], [5, "4D", 5], (5,)),
        (frozenset[int], [2, 1], {1, 2}),
        (frozenset[int], [1, 1], (1, 2)),
        (Mapping[str, int], [["a", 1], ["a", 2]], [("a", 1)]),
        (Mapping[str, int], {"a": 1}, {"a": "x"}),
        (Actor, [], DEALER.person),
        (Actor, {"person": "x", "role": "CLOWN", "acting": False, "alone": False}, None),
        (Card | Result, "1S", "4D"),
    ],
)
def test_neither_way_lets_anything_else_through(hint: object, found: object, value: object) -> None:
    with pytest.raises(Misfit):
        read(hint, found)
    with pytest.raises(Misfit):
        body_of(hint).encode([value])


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (Card | Result, parse_card("4D")),
        (Card | Result, Result.WON),
        (Result | None, None),
        (tuple[tuple[str, Card], ...], (("a", parse_card("4D")),)),
        (Mapping[str, tuple[int, ...]], {"b": (1, 2), "a": ()}),
        (frozenset[Card], frozenset(parse_cards("4D KS"))),
    ],
)
def test_what_fits_comes_back_as_it_was(hint: object, value: object) -> None:
    assert tuple(body_of(hint).decode(body_of(hint).encode([value]))) == (value,)


def test_a_misfit_deep_inside_is_named_with_its_place() -> None:
    cards = (*parse_cards("4D KS"), "5H")
    with pytest.raises(Misfit, match=r"'5H', expected Card - at `\$\.value\[1\]\[2\]`"):
        body_of(tuple[str, tuple[Card, ...]]).encode([("a", cards)])


def test_what_a_type_itself_forbids_is_a_misfit_too() -> None:
    with pytest.raises(Misfit, match="posting 1 has no transfer"):
        read(Posting, {"number": 1, "transfers": [], "reverses": None})


def test_moments_keep_their_zone() -> None:
    assert body_of(datetime).encode([MOMENT]) == b'{"value":"2025-03-20T09:00:00+00:00"}'
    assert read(datetime, "2025-03-20T09:00:00+00:00") == MOMENT


# Versions.


def _with_amount(body: dict[str, object]) -> dict[str, object]:
    fact = body["fact"]
    assert isinstance(fact, dict)
    terminal, dollars = fact["seat"], fact["dollars"]
    return {**body, "version": 2, "fact": {"terminal": terminal, "amount": 100 * dollars}}


def _renamed(body: dict[str, object]) -> dict[str, object]:
    return {**body, "name": "purse.cash_taken", "version": 1}


def test_a_body_of_an_older_version_is_brought_up_to_date() -> None:
    upcasters = {("purse.money_taken", 9): _renamed, ("purse.cash_taken", 1): _with_amount}
    facts = {**TABLE_FACTS, CashTaken: ("purse.cash_taken", 2)}
    codec = EventCodec(facts, FLOOR_FACTS, upcasters)
    old = EVENTS.encode(cash(3)).replace(
        b'{"terminal":"T1","amount":300}', b'{"seat":"T1","dollars":3}'
    )
    older = old.replace(b'"purse.cash_taken","version":1', b'"purse.money_taken","version":9')
    assert codec.decode(old) == cash(3)
    assert codec.decode(older) == cash(3)
    assert codec.decode(codec.encode(cash(3))) == cash(3)
    assert b'"version":2' in codec.encode(cash(3))
    with pytest.raises(RecordBroken):
        EVENTS.decode(old)


def test_every_form_that_was_ever_stored_is_still_read() -> None:
    """A changed form fails here. Give it the next version and an upcaster: docs/RECORD.md."""
    now = all_events().keys() | all_refusals().keys()
    for key, bodies in golden().items():
        for body in bodies:
            written = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
            if key.startswith("refusal."):
                again = REFUSAL_CODEC.encode(REFUSAL_CODEC.decode(written))
            else:
                again = EVENTS.encode(EVENTS.decode(written))
            # An older version is read, and would be written in its present form.
            assert again == written or key not in now, f"{key} is stored in another form"


def test_every_present_form_has_its_golden_file() -> None:
    """A form that fails here is new: add it with the command in docs/RECORD.md."""
    assert list(missing()) == []


# Snapshots.


def test_a_table_in_every_state_comes_back_from_its_snapshot() -> None:
    for table in samples(Table):
        assert isinstance(table, Table)
        snapshot = Snapshot(A1, 7, "fold", table)
        body = encode_snapshot(snapshot, bytes(32))
        assert decode_snapshot(body) == (snapshot, bytes(32))
        assert encode_snapshot(decode_snapshot(body)[0], bytes(32)) == body


def test_a_snapshot_keeps_the_order_in_which_a_table_knows_things() -> None:
    night = evening()
    table = replace(night.table, seats=dict(reversed(list(night.table.seats.items()))))
    body = encode_snapshot(Snapshot(A1, 7, "fold", table), bytes(32))
    found = decode_snapshot(body)[0].table
    assert list(found.seats) == [T2, T1] != list(night.table.seats)


def test_rounds_of_a_snapshot_share_their_configuration_again() -> None:
    table = evening().table
    assert table.round is not None
    past = (replace(table.round, number=0), table.round)
    body = encode_snapshot(Snapshot(A1, 7, "fold", replace(table, past=past)), bytes(32))
    assert len(body) < 20_000
    first, second = decode_snapshot(body)[0].table.past
    assert first.configuration is second.configuration


def test_a_snapshot_that_does_not_fit_is_named() -> None:
    for written in (b"{}", b"x", b'{"snapshot":{},"table":{}}'):
        with pytest.raises(RecordBroken, match="snapshot: "):
            decode_snapshot(written)
    table = Table(tickets=frozenset({5}))  # type: ignore[arg-type]
    with pytest.raises(
        Unrecordable,
        match=r"snapshot of table/A1: Expected `str`, got `int` - at `\$.table.tickets",
    ):
        encode_snapshot(Snapshot(A1, 7, "fold", table), bytes(32))


def test_a_snapshot_is_written_and_checked_a_round_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No other thread runs while msgspec reads: not as long as two hundred rounds would take."""
    last = evening().table.round_now
    past = tuple(replace(last, number=number) for number in range(200))
    form = BodyForm(Compiler(TAGS, SHARED_IN_SNAPSHOTS), {"table": Table})
    sizes: list[int] = []

    def measured(read: Callable[[bytes], object], text: bytes) -> object:
        sizes.append(len(text))
        return read(text)

    for name in ("_decode", "_decode_entry"):
        monkeypatch.setattr(form, name, partial(measured, vars(form)[name]))
    body = form.encode([Table(past=past)])
    assert 200 < len(sizes) < 250
    assert max(sizes) < len(body) / 10
    monkeypatch.undo()
    assert form.decode(body) == [Table(past=past)]
