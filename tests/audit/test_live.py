"""Records of live tables hold, and a forger cannot change who got what at their layouts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.audit import (
    TABLE_OF_PLAY,
    LaidBet,
    accepted,
    acceptor_of,
    as_they_lie,
    audit,
    can_make,
    held_to_limits,
    pro_rata,
)
from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, Stance
from punto.live.betting_boxes import acceptor_of as engine_acceptor
from punto.live.chips import fewest_chips
from punto.live.differentials import apportion, reject_excess
from punto.live.posted_limits import PostedLimits
from punto.rounds.boxes.commands import AskSqueeze, HandOver
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_cards
from punto.values.money import Cents, dollars
from punto.values.sides import Side
from support.audit.live import L1, LiveEvening
from support.audit.live_chance import ChanceEvening
from support.audit.tampering import Body, Copy, set_to
from support.rounds.evening import SUPERVISOR


@pytest.fixture
def copy(live_record: Path) -> Copy:
    return Copy(live_record)


def told(copy: Copy) -> str:
    finding = copy.verdict().finding
    assert finding is not None, "nothing was found"
    return finding.sentence


def change(copy: Copy, name: str, edit: Callable[[Body], object], nth: int = 0) -> int:
    """Change the nth event of a name, with a recomputed chain."""
    rows = copy.rows("SELECT position FROM events WHERE name = ? ORDER BY position", name)
    position: int = rows[nth][0]
    body = copy.body(L1, position)
    edit(body["fact"])
    copy.rewrite(L1, position, body)
    return position


def test_the_record_of_a_live_evening_holds(live_record: Path) -> None:
    verdict = audit(str(live_record))
    assert verdict.finding is None, verdict.finding.sentence
    counts = verdict.counts
    assert (counts.rounds, counts.voided, counts.resettled) == (6, 1, 1)


@pytest.mark.parametrize("seed", range(8))
def test_the_record_of_any_live_evening_holds(seed: int, tmp_path: Path) -> None:
    record = ChanceEvening(seed).play(200).written(tmp_path / "record.db")
    verdict = audit(str(record))
    assert verdict.finding is None, verdict.finding.sentence


@pytest.mark.parametrize(
    ("name", "nth", "place", "value", "found"),
    [
        ("patron_joined", 0, "box", "9", "the box 9"),
        ("patron_joined", 0, "patron", "a@b", "the patron a@b; expected a name without @"),
        ("patron_joined", 1, "box", "1", 'eve on a seat of ["ann"]'),
        # Ann would stand: no one sits where she bets.
        ("patron_joined", 0, "box", None, "ann betting on box 1; expected a seated patron's bet"),
        ("patron_left", 0, "patron", "joe", "the patron joe, who never came"),
        ("chips_placed", 0, "stakes.0.1", 900_050, "900050 cents on banker; expected whole"),
        ("chips_placed", 0, "stakes.0.0", "lucky", "a bet on lucky; expected a bet on offer"),
        ("chips_placed", 0, "place", "ann@9", "the box 9"),
        ("chips_placed", 0, "place", "joe@1", "the patron joe, who never came"),
        ("reading_taken", 0, "differences", [], "no bet that was read"),
        ("reading_taken", 0, "differences.0.read", 6_000, "cents on tie in box VIP 5 5000"),
        ("reading_taken", 0, "differences.0.recorded", 100, "cents recorded on tie 100"),
        ("reading_taken", 0, "differences.0.patron", "joe", "the patron joe, who never came"),
        ("reading_taken", 0, "differences.0.box", "9", "the box 9"),
        ("reading_set_aside", 0, "differences.0.bet", "lucky", "a bet on lucky"),
        ("reading_set_aside", 0, "differences.0.read", 20_000, "a reading as recorded"),
        ("reading_passed_over", 0, "differences.0.recorded", 90_000, "cents recorded on tie"),
        ("reading_set_aside", 1, "differences.0.recorded", 90_000, "cents recorded on banker"),
        ("excess_rejected", 0, "kept.0.1.0.1", 200_000, "the bets kept"),
        ("closed", 0, "played.0.1.0.1", 740_700, "the bets that play"),
        ("closed", 0, "player_acceptor", "ann", "the acceptor of player ann"),
        ("closed", 0, "banker_acceptor", None, "the acceptor of banker"),
        ("closed", 0, "phrase", "Rien ne va plus", "the words"),
        ("closed", 0, "passed_over", [], "the warnings passed over"),
        ("hand_handed_over", 0, "patron", "ben", "ben with the banker hand"),
        ("hand_handed_over", 0, "side", "player", "eve with the player hand"),
        ("squeeze_granted", 0, "patron", "ann", "the banker hand squeezed by ann"),
        ("hands_laid", 0, "player", ["9D", "KS"], "layout.hands_laid with player"),
        ("options_offered", 0, "patrons", ["ann", "eve"], "layout.options_offered with patrons"),
        ("options_offered", 0, "reconstructed", False, "layout.options_offered with reconstr"),
        ("option_chosen", 0, "patron", "joe", "a choice of joe; expected a patron who was asked"),
        ("option_chosen", 0, "option", "double", "the choice double; expected continue or"),
        ("option_chosen", 0, "option", "return", "the bets taken back"),
        ("option_chosen", 1, "option", "continue", "the bets taken back"),
        ("option_chosen", 1, "patron", "ann", "a second choice of ann"),
        ("options_closed", 0, "results", [], "the bets taken back"),
        ("winnings_claimed", 0, "amount", 60_100, "cents claimed 60100; expected 60000"),
    ],
)
def test_a_change_at_the_layout_is_found(
    copy: Copy, name: str, nth: int, place: str, value: object, found: str
) -> None:
    change(copy, f"layout.{name}", set_to(place, value), nth)
    assert f": found {found}" in told(copy)


def test_no_banker_card_that_cannot_come_is_squeezed(copy: Copy) -> None:
    change(copy, "round.card_dealt", set_to("card", "4C"), 3)
    change(copy, "round.totals_announced", set_to("banker_total", 7))
    assert "found a squeeze of the banker hand; expected a card that is to come" in told(copy)


@pytest.mark.parametrize(
    ("place", "value", "found"),
    [
        ("boxes", [], "a layout without boxes"),
        ("boxes.0", " 1", "a box  1; expected a label"),
        ("boxes.0", "2", "distinct boxes 2; expected 3"),
        ("limits.minimum", 0, "a limit of 0 cents"),
        ("limits.minimum", 10_050, "a limit of 10050 cents; expected whole dollars"),
        ("limits.box_differential", 5_000, "a Differential of 5000 cents"),
        ("chips.chips", [], "chips of []"),
        ("chips.chips.0.value", 100, "chips of [100, 100"),
        ("face_down", None, "a layout that does not say how it deals"),
        # These are sound layouts, but not those of this evening.
        ("face_down", False, "the acceptor of banker ann; expected null"),
        ("squeeze_by_letter", True, "the banker hand squeezed by eve"),
        ("limits.box_differential", 900_000, "the bets kept"),
        ("limits.table_differential", None, "the bets that play"),
    ],
)
def test_another_layout_does_not_hold(copy: Copy, place: str, value: object, found: str) -> None:
    change(copy, "table.configured", set_to(f"configuration.layout.{place}", value))
    assert f": found {found}" in told(copy)


def test_a_layout_posts_a_differential(copy: Copy) -> None:
    limits = {"minimum": 10_000, "box_differential": None, "table_differential": None}
    change(copy, "table.configured", set_to("configuration.layout.limits", limits))
    assert "found limits without a Differential" in told(copy)


def test_chips_lie_at_a_live_table_only(copy: Copy) -> None:
    change(copy, "table.configured", set_to("configuration.layout", None))
    assert "found layout.patron_joined at an electronic table; expected a live table" in told(copy)


def test_no_terminal_comes_to_a_live_table(copy: Copy) -> None:
    ((last,),) = copy.rows("SELECT max(position) FROM events WHERE stream = ?", L1)
    body = copy.body(L1, last)
    copy.append(L1, {**body, "name": "seat.terminal_seated", "fact": {"terminal": "T1"}})
    assert "found seat.terminal_seated at a live table; expected an electronic table" in told(copy)


def test_a_missing_choice_to_have_the_bet_back_is_found(copy: Copy) -> None:
    positions = [
        position
        for (position,) in copy.rows("SELECT position FROM events WHERE name = ?", OPTION_CHOSEN)
        if copy.body(L1, position)["fact"]["option"] == "return"
    ]
    copy.leave_out(L1, positions[0])
    assert "found the bets taken back" in told(copy)


OPTION_CHOSEN = "layout.option_chosen"


BACK = ["the acceptor of banker ann", *["the patron eve, who walked away"] * 3]


@pytest.mark.parametrize(("nth", "found"), list(enumerate(BACK, start=2)))
def test_a_patron_who_walked_away_accepts_no_hand_and_makes_no_choice(
    tmp_path: Path, nth: int, found: str
) -> None:
    evening = LiveEvening().opened()

    def comes_back(patron: str, box: str) -> None:
        evening.leaves(patron)
        evening.joins(patron, box)

    evening.joins("ann", "1")
    evening.joins("eve", "2")
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.lays("eve", "2", banker=200)
    comes_back("ann", "1")
    evening.no_more_bets()
    comes_back("eve", "2")
    evening.do(HandOver(Side.BANKER, PatronKey("eve")))
    comes_back("eve", "2")
    evening.do(AskSqueeze(PatronKey("eve"), Side.BANKER))
    evening.deals("KD 2S")
    evening.errs(Irregularity.WRONG_ORDER, cards="2S KD")
    comes_back("eve", "2")
    evening.chooses(eve="continue")
    copy = Copy(evening.written(tmp_path / "record.db"))
    assert copy.verdict().holds
    joined = copy.rows("SELECT position FROM events WHERE name = 'layout.patron_joined'")
    copy.leave_out(L1, joined[nth][0])
    assert f": found {found}" in told(copy)


def test_standing_bets_without_a_seated_one_do_not_play(tmp_path: Path) -> None:
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    evening.joins("ben")
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.lays("ben", "1", banker=200)
    evening.lays("ann", "1")
    evening.no_more_bets()
    copy = Copy(evening.written(tmp_path / "record.db"))
    assert copy.verdict().holds
    change(copy, "layout.closed", set_to("played.0.1", [["banker", 20_000]]))
    assert "found the bets that play" in told(copy)


@pytest.mark.parametrize("clause", ["5.12", "5.9, 5.12"])
def test_options_cite_the_paragraph_that_gives_them(copy: Copy, clause: str) -> None:
    rows = copy.rows("SELECT position FROM events WHERE name = 'layout.options_offered'")
    position = rows[0][0]
    copy.rewrite(L1, position, {**copy.body(L1, position), "clause": clause})
    assert f"found the clauses of options {clause}; expected 5.10.1, 5.12" in told(copy)


UP = {"face_down": False}


def test_no_card_is_face_up_by_mistake_where_all_are(copy: Copy) -> None:
    change(copy, "table.configured", lambda fact: fact["configuration"]["layout"].update(UP))
    for name in ("hand_handed_over", "squeeze_granted"):
        for (position,) in reversed(
            copy.rows("SELECT position FROM events WHERE name = ?", f"layout.{name}")
        ):
            copy.leave_out(L1, position)
    for nth in range(6):
        for hand in ("player", "banker"):
            change(copy, "layout.closed", set_to(f"{hand}_acceptor", None), nth)
    assert "found a card face up by mistake; expected cards dealt face down" in told(copy)


def test_winnings_are_claimed_in_all_boxes_at_once(copy: Copy) -> None:
    rows = copy.rows("SELECT position FROM events WHERE name = 'layout.winnings_claimed'")
    copy.leave_out(L1, rows[-1][0])
    assert "found cents still held at ben@2 20000; expected 0" in told(copy)


def test_options_cannot_be_left_out(copy: Copy) -> None:
    rows = copy.rows("SELECT position FROM events WHERE name = 'layout.options_offered'")
    copy.leave_out(L1, rows[0][0])
    assert "found a decided irregularity that is still open" in told(copy)


NATURAL = "9D 2S KC 3H"
"""Player wins on 9, so that bets are decided."""


@pytest.mark.parametrize(
    ("cards", "what", "report", "offered"),
    [
        ("KD", "EXCESS_OR_EXPOSED_CARD", {"extra": "5C"}, True),
        (NATURAL, "EXCESS_OR_EXPOSED_CARD", {"extra": "5C"}, False),
        ("KD", "DEALT_FACE_UP", {}, True),
        (NATURAL, "DEALT_FACE_UP", {}, False),
        ("KD 2S", "WRONG_AREA", {"cards": "KD 2S"}, True),
        (NATURAL, "WRONG_PERSON", {}, False),
        (NATURAL, "WRONG_ORDER", {"cards": "2S 9D KC 3H"}, True),
        (NATURAL, "SIMULTANEOUS_DRAW", {"cards": "9D 2S KC 3H 5C", "extra": "5C"}, True),
    ],
)
def test_options_are_offered_where_the_clause_says_so(
    tmp_path: Path, cards: str, what: str, report: dict[str, str], *, offered: bool
) -> None:
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.no_more_bets()
    evening.deals(cards)
    evening.errs(Irregularity[what], **report)
    copy = Copy(evening.written(tmp_path / "record.db"))
    assert copy.verdict().holds
    offers = copy.rows("SELECT position FROM events WHERE name = 'layout.options_offered'")
    assert len(offers) == offered
    forged, fact = ("matter.play_resumed", {"closes_at": 0}) if offered else OFFER
    name = "layout.options_offered" if offered else "matter.play_resumed"
    ((position,),) = copy.rows("SELECT position FROM events WHERE name = ?", name)
    body = copy.body(L1, position)
    copy.rewrite(L1, position, {**body, "name": forged, "fact": fact})
    assert f"found {forged} as an effect of the decision; expected {name}" in told(copy)


OFFER = "layout.options_offered", {"patrons": ["ann"], "reconstructed": True}


def test_a_report_while_patrons_choose_cannot_take_the_place_of_a_choice(copy: Copy) -> None:
    rows = copy.rows("SELECT position FROM events WHERE name = ?", OPTION_CHOSEN)
    position = rows[0][0]
    choice, report = copy.body(L1, position), copy.body(L1, position - 4)
    assert report["name"] == "matter.irregularity_reported"
    copy.rewrite(L1, position, {**choice, "name": report["name"], "fact": report["fact"]})
    assert f"{L1} at {position}: found" in told(copy)


@pytest.mark.reading("A-69")
def test_a_card_that_cannot_be_may_be_reported_while_patrons_choose(tmp_path: Path) -> None:
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    for _ in range(2):  # all eights of spades that eight decks have
        evening.bets_open()
        evening.lays("ann", "1", banker=500)
        evening.no_more_bets()
        evening.deals("8S 8S 8S 8S")
        evening.settles()
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.no_more_bets()
    evening.deals("KS 3D QH")
    evening.errs(Irregularity.WRONG_ORDER, cards="3D KS QH")
    assert evening.phase() is Phase.CHOOSING
    misread = Irregularity.WRONG_CARD_REGISTERED
    beyond, *_ = evening.do(
        ReportIrregularity(misread, "an eight of spades", parse_cards("8S KS QH"))
    )
    assert isinstance(beyond, CardBeyondDecks)
    evening.do(Attest(), SUPERVISOR)
    verdict = audit(str(evening.written(tmp_path / "record.db")))
    assert verdict.finding is None, verdict.finding.sentence


@pytest.mark.parametrize(
    ("reason", "value"), [("chips-up", "'winnings-held'"), ("winnings-held", "'chips-up'")]
)
def test_winnings_of_the_absent_are_held_and_of_the_others_paid(
    copy: Copy, reason: str, value: str
) -> None:
    where = f"stream = '{L1}' AND reason = '{reason}' AND terminal = 'ben@1'"
    ((posting, line),) = copy.rows(
        f"SELECT posting, line FROM transfers WHERE {where} ORDER BY posting DESC LIMIT 1"  # noqa: S608
    )
    copy.do(
        f"UPDATE transfers SET reason = {value} WHERE stream = ? AND posting = ? AND line = ?",  # noqa: S608
        L1, posting, line,
    )  # fmt: skip
    assert "found a transfer of" in told(copy)


# The auditor's own arithmetic, compared with examples computed by hand and with the table's.


def laid(*stakes: int, box: str = "1", hand: str = "banker") -> list[LaidBet]:
    return [LaidBet(f"p{n}@{box}", hand, box, n == 0, hand, s * 100) for n, s in enumerate(stakes)]


def limits_of(minimum: int, box: int | None, table: int | None = None) -> dict[str, int | None]:
    values = {"minimum": minimum, "box_differential": box, "table_differential": table}
    return {key: None if value is None else value * 100 for key, value in values.items()}


@pytest.mark.parametrize(
    ("stakes", "shares"),
    [
        ([9_000, 3_000, 150], [7_407, 2_469, 124]),
        ([9_000, 3_000, 110], [7_425, 2_475, 100]),
        ([9_000, 3_000, 110, 50], [7_388, 2_462, 100, 50]),
        ([9_000, 1_000], [9_000, 1_000]),
    ],
)
def test_shares_are_those_of_the_reading(stakes: list[int], shares: list[int]) -> None:
    found = held_to_limits(laid(*stakes), limits_of(100, 10_000), pro_rata)
    assert [cents // 100 for cents in found] == shares


def test_a_table_is_measured_per_box_or_as_a_whole() -> None:
    bets = [
        *laid(8_000, box="1"),
        *laid(7_000, box="2", hand="player"),
        *laid(6_000, box="3"),
    ]
    by_box = held_to_limits(bets, limits_of(100, 5_000), pro_rata)
    by_table = held_to_limits(bets, limits_of(100, None, 5_000), pro_rata)
    assert [cents // 100 for cents in by_box] == [5_000, 5_000, 5_000]
    assert [cents // 100 for cents in by_table] == [6_857, 7_000, 5_143]


def test_a_rest_below_the_minimum_is_rejected_whole() -> None:
    assert accepted([(True, 95_000), (False, 20_000), (False, 3_000)], 100_000, 10_000) == [
        95_000,
        0,
        0,
    ]


PLACED = st.lists(
    st.tuples(
        st.sampled_from(["1", "2"]),
        st.booleans(),
        st.sampled_from(["player", "banker", "tie"]),
        st.integers(1, 400),
    ),
    max_size=9,
)
POSTED = st.tuples(
    st.integers(1, 40),
    st.none() | st.integers(40, 400),
    st.none() | st.integers(40, 400),
)


@given(PLACED, POSTED)
def test_every_bet_keeps_the_part_that_the_table_leaves_it(
    placed: list[tuple[str, bool, str, int]], posted: tuple[int, int | None, int | None]
) -> None:
    hands = {"player": Side.PLAYER, "banker": Side.BANKER}
    bets, engine = [], []
    for number, (box, seated, key, stake) in enumerate(placed):
        patron = f"p{number}"
        hand = key if key in hands else None
        bets.append(LaidBet(f"{patron}@{box}", key, box, seated, hand, stake * 100))
        stance = Stance.SEATED if seated else Stance.STANDING
        engine.append(
            BoxBet(
                BoxLabel(box),
                PatronKey(patron),
                stance,
                BetKey(key),
                dollars(stake),
                hands.get(key),
            )
        )
    minimum, box_limit, table_limit = posted
    limits = PostedLimits(
        dollars(minimum),
        None if box_limit is None else dollars(box_limit),
        None if table_limit is None else dollars(table_limit),
    )
    for share, by_table in ((accepted, reject_excess), (pro_rata, apportion)):
        found = held_to_limits(bets, limits_of(minimum, box_limit, table_limit), share)
        assert found == [each.played for each in by_table(engine, limits)]
    for hand, side in hands.items():
        first, expected = acceptor_of(bets, hand), engine_acceptor(side, engine)
        found_patron = first and first.place.partition("@")[0]
        assert found_patron == (expected and expected.patron)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True), st.integers(1, 300))
def test_an_amount_is_in_chips_where_the_table_can_make_it(values: list[int], amount: int) -> None:
    made = fewest_chips(Cents(amount), [Cents(value) for value in values]) is not None
    assert can_make(values, amount) == made


@pytest.mark.parametrize(
    ("player", "banker", "next_side", "excess"),
    [
        ("", "", "player", ""),
        ("KC QH", "", "banker", ""),
        ("", "KC QH", "player", ""),
        ("KC", "9D KS", "player", ""),
        ("KC QH", "9D KS", None, ""),
        ("KC QH", "2D KS", "player", ""),
        ("KC QH 8S", "3D KS", None, ""),
        ("6C QH", "3D KS 9H", None, ""),
        # Three cards before the other hand has two, or beside a natural, are too many.
        ("KC QH 8S", "3D", "banker", "8S"),
        ("9C QH 8S", "3D KS", None, "8S"),
    ],
)
def test_hands_are_continued_as_they_lie(
    player: str, banker: str, next_side: str | None, excess: str
) -> None:
    hands = as_they_lie(TABLE_OF_PLAY, player.split(), banker.split())
    assert (hands.next, " ".join(hands.excess)) == (next_side, excess)
    if not excess:
        assert (" ".join(hands.player), " ".join(hands.banker)) == (player, banker)
