"""At a live table no patron's money depends on another's choice, and every record holds."""

from collections.abc import Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.posted_limits import PostedLimits
from punto.rounds.boxes.commands import (
    ChooseOption,
    CloseLayout,
    EndOptions,
    HandOver,
    LeaveTable,
    PlaceBets,
    PlayerOption,
)
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.evolution import evolve
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.state import Table
from punto.rounds.tray.commands import FloatCount
from punto.rules.irregularity_policies import Irregularity
from punto.runtime.ports import Snapshot, Stream
from punto.storage.codec.snapshots import FOLD, decode_snapshot, encode_snapshot
from punto.values.cards import DECK, Card
from punto.values.money import Cents, dollars
from punto.values.sides import Side
from punto.values.structures import replace
from support.audit.live_chance import ChanceEvening
from support.rounds import promises
from support.rounds.evening import SUPERVISOR, Evening, position
from support.rounds.live import ANN, BEN, BOX_1, BOX_2, EVE, LAYOUT, live_betting, net
from support.rounds.live import live_configuration as usual
from support.rounds.trays import chips, count

PATRONS = (ANN, BEN, EVE)
HANDS = st.sampled_from(["banker", "player"])
AMOUNTS = st.sampled_from([5, 100, 333, 900, 4_000])
BETS = st.tuples(HANDS, AMOUNTS)
ERRORS = st.sampled_from(
    [Irregularity.DEALT_FACE_UP, Irregularity.WRONG_ORDER, Irregularity.DEALT_ORDER_LOST]
)
Choices = Mapping[PatronKey, PlayerOption]
CHOICES = st.fixed_dictionaries(
    {}, optional={patron: st.sampled_from(PlayerOption) for patron in PATRONS}
)


@cache
def tight() -> Configuration:
    """A table at which most bets exceed the Differential, of a box or of the table."""
    limits = PostedLimits(dollars(100), dollars(500), dollars(700))
    return replace(usual(), layout=replace(LAYOUT, limits=limits, face_down=True))


def closed(bets: Mapping[PatronKey, tuple[str, int]]) -> Evening:
    evening = live_betting(tight())
    boxes: dict[PatronKey, BoxLabel] = {ANN: BOX_1, BEN: BOX_1, EVE: BOX_2}
    for patron, box in boxes.items():  # Ann first, since Ben stands at her box
        hand, amount = bets[patron]
        evening.do(PlaceBets(patron, box, position(**{hand: amount})))
    evening.do(CloseLayout(passed_over=True))
    return evening


def err(evening: Evening, what: Irregularity) -> None:
    """Report an error with the cards that are out, and have it attested."""
    out = evening.table.round_now.cards
    named: dict[str, object] = {}
    if what is Irregularity.WRONG_ORDER:
        named["cards"] = tuple(reversed(out))
    if what is Irregularity.DEALT_ORDER_LOST:
        named["lies"] = (out[1::2], out[::2]) if len(out) % 2 == 0 else (out[::2], out[1::2])
    told = ReportIrregularity(what, "seen by all", **named)  # type: ignore[arg-type]
    if isinstance(evening.ask(told), tuple):
        evening.do(Attest(), SUPERVISOR)


def choose(evening: Evening, choices: Choices) -> None:
    if evening.phase() is not Phase.CHOOSING:
        return
    for patron, option in choices.items():
        evening.ask(ChooseOption(patron, option))  # not taken from a patron without a bet
    evening.do(EndOptions())


def dealt_out(
    evening: Evening, cards: list[Card], after: int, what: Irregularity, choices: Choices
) -> None:
    """Deal the round to its end, with an error after one of its cards."""
    dealt = 0
    while evening.phase() is Phase.DEALING:
        now = evening.table.round_now
        if len(now.cards) == 4 and not now.totals_announced:
            evening.do(AnnounceTotals())
            continue
        evening.do(DealCard(cards[dealt]))
        dealt += 1
        if dealt == after:
            err(evening, what)
            choose(evening, choices)
    if evening.phase() is Phase.RESULT:
        evening.do(Settle())


ROUNDS = {
    "bets": st.fixed_dictionaries(dict.fromkeys(PATRONS, BETS)),
    "cards": st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True),
    "after": st.integers(1, 5),
    "what": ERRORS,
}


@pytest.mark.clause("rws-live", "5.12", "5.12 tail")
@pytest.mark.reading("A-81")
@given(**ROUNDS, choices=CHOICES, others=CHOICES, patron=st.sampled_from(PATRONS))
@pytest.mark.no_cover
@settings(deadline=None, max_examples=60)
def test_nobodys_money_depends_on_what_another_patron_chooses(
    bets: Mapping[PatronKey, tuple[str, int]],
    cards: list[Card],
    after: int,
    what: Irregularity,
    choices: Choices,
    others: Choices,
    patron: PatronKey,
) -> None:
    own = {key: option for key, option in choices.items() if key == patron}
    different = own | {key: option for key, option in others.items() if key != patron}
    won = []
    for chosen in (choices, different):
        evening = closed(bets)
        dealt_out(evening, cards, after, what, chosen)
        won.append(net(evening, patron))
    assert won[0] == won[1]


@pytest.mark.clause("rws-live", "5.3", "5.8.2")
@given(**ROUNDS, patron=st.sampled_from(PATRONS), leaves=st.sampled_from(PATRONS))
@pytest.mark.no_cover
@settings(deadline=None, max_examples=40)
def test_nobodys_money_depends_on_who_walks_away_or_holds_the_hands(
    bets: Mapping[PatronKey, tuple[str, int]],
    cards: list[Card],
    after: int,
    what: Irregularity,
    patron: PatronKey,
    leaves: PatronKey,
) -> None:
    stays, other = closed(bets), closed(bets)
    for side in Side:
        other.do(HandOver(side))
    other.do(LeaveTable(leaves))
    for evening in (stays, other):
        dealt_out(evening, cards, after, what, {})
    assert net(stays, patron) == net(other, patron)


@pytest.mark.clause("rws-live", "5.1.1")
@given(bets=ROUNDS["bets"])
@pytest.mark.no_cover
@settings(deadline=None, max_examples=60)
def test_what_plays_is_within_the_limit_unless_minimums_force_more(
    bets: Mapping[PatronKey, tuple[str, int]],
) -> None:
    table = closed(bets).table
    played = dict.fromkeys(("banker", "player"), 0)
    stakes = [stake for stakes in table.round_now.positions.values() for stake in stakes]
    for hand, amount in stakes:
        played[hand] += amount
    heavier = max(played, key=lambda hand: played[hand])
    if abs(played["banker"] - played["player"]) > dollars(700):
        cut = [amount for hand, amount in stakes if hand == heavier]
        assert all(amount <= dollars(100) for amount in cut)
    laid = sum(amount for _, amount in bets.values())
    assert sum(amount for _, amount in stakes) <= dollars(laid)


# ----- any evening

FLOAT = chips({5_000: 40, 1_000: 40, 500: 40, 100: 40, 25: 40, 5: 40, 1: 40})


def after_snapshot(table: Table, position: int) -> Table:
    """Return a table after its snapshot was encoded and decoded."""
    snapshot = Snapshot(Stream("table/L1"), position, FOLD, table)
    return decode_snapshot(encode_snapshot(snapshot, bytes(32)))[0].table


@given(seed=st.integers(0, 10_000), cut=st.integers(0, 200), with_float=st.booleans())
@pytest.mark.no_cover
@settings(deadline=None, max_examples=25)
def test_live_state_is_replayed_state_also_from_a_snapshot(
    seed: int, cut: int, *, with_float: bool
) -> None:
    chance = ChanceEvening(seed)
    if with_float:
        count(chance.evening, FloatCount.OPENING, FLOAT)
    record = chance.play(120).record
    promises.the_record_holds(record)
    table, kept = Table(), min(cut, len(record.events))
    for event in record.events[:kept]:
        table = evolve(table, event)
    table = after_snapshot(table, kept)
    for event in record.events[kept:]:
        table = evolve(table, event)
    assert table == record.table


@given(seed=st.integers(0, 10_000))
@pytest.mark.no_cover
@settings(deadline=None, max_examples=25)
def test_every_chip_that_a_round_takes_or_pays_is_won_or_lost_by_somebody(seed: int) -> None:
    chance = ChanceEvening(seed)
    count(chance.evening, FloatCount.OPENING, FLOAT)
    book = chance.play(120).table.book
    held: dict[str, Cents] = {}
    for account, amount in book.balances.items():
        held[account.kind.value] = Cents(held.get(account.kind.value, 0) + amount)
    assert sum(held.values()) == 0
    tray = chance.evening.table.tray
    assert tray is not None
    in_tray = sum(value * number for value, number in tray.items())
    elsewhere = ("chips", "stakes", "held")
    # All chips (in the tray, in hands, on the layout, held) are those that the cage brought.
    assert in_tray + sum(held.get(kind, 0) for kind in elsewhere) == -held["cage"]
