"""Records of a live table's float hold, and a forger cannot change a chip of it."""

from pathlib import Path

import pytest

from punto.audit import audit
from punto.live.betting_boxes import PatronKey
from punto.live.layouts import Chip, ChipSet
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.table.commands import AnnounceLastRound, CloseTable
from punto.rounds.tray.commands import (
    BuyChips,
    CarrySlip,
    ChangeChips,
    ConfirmFloat,
    CorrectPayment,
    CountFloat,
    FloatCount,
    HandStacks,
    RequestSlip,
    SignSlip,
    SlipKind,
    VoidSlip,
)
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import TerminalId
from punto.values.money import dollars
from support.audit.live import L1, LAYOUT, LiveEvening
from support.audit.tampering import Copy, set_to
from support.rounds.evening import PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR
from support.rounds.trays import chips, count

ANN = PatronKey("ann")
FIVES = chips({100: 40, 25: 40, 5: 40})
ON_6, ON_7 = "KS 2D QH 4C 2C", "KS 3D QH 4C 2D"


def tray_evening() -> LiveEvening:
    """An evening with every kind of event at the tray, where the smallest chip is 5."""
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    evening = LiveEvening().opened(replace(LAYOUT, chips=fives))
    evening.joins("ann", "1")
    evening.joins("ben", "2")
    play(evening, ON_7)
    evening.do(CountFloat(FloatCount.OPENING, FIVES))
    evening.do(ConfirmFloat(chips({5: 1})), SUPERVISOR)
    count(evening, FloatCount.OPENING, FIVES)
    for number, kind in enumerate((SlipKind.FILL, SlipKind.CREDIT), start=1):
        evening.do(RequestSlip(kind, chips({25: 2})), SUPERVISOR)
        evening.do(CarrySlip(number), PIT_MANAGER)
        evening.do(SignSlip(number))
    evening.do(RequestSlip(SlipKind.FILL, chips({25: 2})), SUPERVISOR)
    evening.do(VoidSlip(3, "not needed"), SUPERVISOR)
    evening.do(BuyChips(ANN, dollars(130)))
    evening.do(ChangeChips(chips({100: 1}), chips({25: 4})))
    play(evening, ON_6)
    misread = ReportIrregularity(
        Irregularity.WRONG_CARD_REGISTERED, "misread", parse_cards(ON_7), ()
    )
    evening.do(misread)
    evening.do(Attest(), SUPERVISOR)
    evening.do(AskAdjustment(TerminalId("ann@1"), dollars(30), "goodwill"), SUPERVISOR)
    evening.do(AnswerAdjustment(TerminalId("ann@1"), granted=True), SHIFT_MANAGER)
    evening.do(AnnounceLastRound())
    play(evening, ON_6)
    evening.do(HandStacks((0,)))
    evening.do(CorrectPayment(1, chips({100: 1}), chips({25: 2}), chips({5: 3})))
    evening.leaves("ben")
    count(evening, FloatCount.CLOSING, chips({100: 40}))
    return evening


def play(evening: LiveEvening, cards: str) -> None:
    """Play a round that Ann wins and Ben loses, half of her stake if Banker has 6."""
    evening.do(OpenBets())
    evening.lays("ann", "1", banker=125)
    evening.lays("ben", "2", player=100)
    evening.do(CloseLayout(passed_over=True))
    evening.deal(cards)
    evening.do(Settle())


@pytest.fixture(scope="module")
def tray_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tray_evening().written(tmp_path_factory.mktemp("tray") / "tray.db")


def test_the_record_of_a_float_holds(tray_record: Path) -> None:
    verdict = audit(str(tray_record))
    assert verdict.finding is None, verdict.finding.sentence


def test_a_ruling_that_voids_a_round_without_bets_and_gives_chips_holds(tmp_path: Path) -> None:
    """The chips belong to the round, although its end moved no money; a slip may come before it."""
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    count(evening, FloatCount.OPENING, chips({100: 4, 25: 4}))
    evening.do(OpenBets())
    evening.lays("ann", "1", banker=100)
    evening.lays("ann", "1")
    evening.do(ReportIrregularity(Irregularity.NOT_COVERED, "a quarrel"))
    evening.do(RequestSlip(SlipKind.FILL, chips({25: 2})), SUPERVISOR)
    evening.do(CarrySlip(1), PIT_MANAGER)
    evening.do(SignSlip(1))
    given = ((TerminalId("ann@1"), dollars(25)),)
    evening.do(Rule(Verdict.VOID, "so ruled", given), SHIFT_MANAGER)
    verdict = audit(str(evening.written(tmp_path / "void.db")))
    assert verdict.finding is None, verdict.finding.sentence


def test_a_ruling_that_gives_a_patron_something_before_the_choice_holds(tmp_path: Path) -> None:
    """The choice follows the ruling at once, and the chips of the ruling follow both."""
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    count(evening, FloatCount.OPENING, chips({100: 4, 25: 4}))
    evening.do(OpenBets())
    evening.lays("ann", "1", banker=100)
    evening.do(CloseLayout(passed_over=True))
    evening.deal("KS 3D")
    evening.do(ReportIrregularity(Irregularity.DEALT_FACE_UP, "the three showed"))
    evening.do(Decline("it did not"), SUPERVISOR)
    given = ((TerminalId("ann@1"), dollars(25)),)
    evening.do(Rule(Verdict.ESTABLISHED, "it did", given), SHIFT_MANAGER)
    evening.chooses(ann="continue")
    verdict = audit(str(evening.written(tmp_path / "choice.db")))
    assert verdict.finding is None, verdict.finding.sentence


def test_what_is_held_goes_back_before_a_patron_who_left_owes_anything(tmp_path: Path) -> None:
    """Of 65 paid for 62.50 nothing is held after the correction, and nothing is owed (A-28)."""
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    evening = LiveEvening().opened(replace(LAYOUT, chips=fives))
    evening.joins("ann", "1")
    count(evening, FloatCount.OPENING, FIVES)
    evening.do(OpenBets())
    evening.lays("ann", "1", banker=125)
    evening.do(CloseLayout(passed_over=True))
    evening.leaves("ann")
    evening.deal(ON_6)
    evening.do(Settle())
    player_on_9 = parse_cards("9S KD KH QC")
    evening.do(ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "misread", player_on_9, ()))
    evening.do(Attest(), SUPERVISOR)
    book, ann = evening.table.book, TerminalId("ann@1")
    assert (book.held(ann), book.owed(ann)) == (0, 0)
    verdict = audit(str(evening.written(tmp_path / "held.db")))
    assert verdict.finding is None, verdict.finding.sentence


def test_a_debt_that_a_patron_repays_in_chips_holds(tmp_path: Path) -> None:
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    count(evening, FloatCount.OPENING, chips({100: 4, 25: 4}))
    evening.do(OpenBets())
    evening.lays("ann", "1", banker=100)
    evening.do(CloseLayout(passed_over=True))
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())
    evening.leaves("ann")
    player_on_9 = parse_cards("9S KD KH QC")
    evening.do(ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "misread", player_on_9, ()))
    evening.do(Attest(), SUPERVISOR)
    evening.joins("ann", "1")
    evening.do(RepayDebt(TerminalId("ann@1"), dollars(150)), SUPERVISOR)
    assert evening.table.book.owed(TerminalId("ann@1")) == dollars(50)
    verdict = audit(str(evening.written(tmp_path / "debt.db")))
    assert verdict.finding is None, verdict.finding.sentence


def test_a_buy_in_of_the_first_version_has_no_number(tray_record: Path) -> None:
    copy = Copy(tray_record)
    for name in ("chips_bought", "chips_changed", "float_opened", "float_closed"):
        query = "SELECT position FROM events WHERE name = ?"
        for (position,) in copy.rows(query, f"tray.{name}"):
            body = copy.body(L1, position)
            del body["fact"]["number"]
            copy.rewrite(L1, position, {**body, "version": 1})
    assert copy.verdict().holds


@pytest.mark.parametrize(
    ("name", "nth", "place", "value", "found"),
    [
        ("float_counted", 0, "counted_by", "arun", "counted by arun"),
        ("float_counted", 0, "count", "closing", "the count closing"),
        ("float_counted", 0, "chips.0.0", 20_000, "the chips"),
        ("float_counted", 1, "chips.0.1", 41, "the counted chips"),
        ("float_counts_differed", 0, "first.0.1", 41, "the first count"),
        ("float_counts_differed", 0, "second", [[10000, 40], [2500, 40], [500, 40]], "equal"),
        ("float_opened", 0, "chips.0.1", 41, "the counted chips"),
        ("float_opened", 0, "number", 2, "the count 2; expected 1"),
        ("float_closed", 0, "variance", 0, "the variance in cents 0"),
        ("float_closed", 0, "number", 1, "the count 1; expected 2"),
        ("chips_bought", 0, "number", 0, "the buy-in 0; expected 1"),
        ("chips_changed", 0, "number", 7, "the change 7; expected 1"),
        ("slip_requested", 1, "number", 3, "the slip 3; expected 2"),
        ("slip_requested", 0, "requested_by", "mei", "requested by mei"),
        ("slip_requested", 0, "requested_by", "siti", "requested by siti"),
        ("slip_requested", 0, "chips", [], "a slip without chips"),
        ("slip_carried", 0, "carrier", "mei", "carried by mei"),
        ("slip_carried", 0, "number", 2, "slip 2; expected an open slip"),
        ("slip_signed", 0, "chips.0.1", 3, "chips of the slip"),
        ("slip_signed", 0, "kind", "credit", "kind of the slip"),
        ("slip_voided", 0, "reason", " ", "a void slip without a reason"),
        ("chips_bought", 0, "patron", "joe", "the patron joe, who never came"),
        ("chips_bought", 0, "amount", 13_500, "cents of the chips"),
        ("chips_changed", 0, "given.0.1", 3, "cents given"),
        ("stacks_moved", 0, "paid.0.chips", [[2500, 2], [500, 2]], "6000 cents for ann@1"),
        ("stacks_moved", 0, "paid.0.chips", [[2500, 2], [500, 4]], "of which chips make 6500"),
        ("stacks_moved", 0, "paid.0.amount", 6_500, "the chips of each place"),
        ("stacks_moved", 0, "taken.0.place", "ann@1", "the chips of each place"),
        ("stacks_moved", 0, "taken.0.chips", [[2500, 3]], "-7500 cents for ben@2"),
        ("stacks_moved", 0, "round_number", 1, "the round that is paid 1"),
        ("stacks_moved", 1, "paid.0.chips", [[2500, 2], [500, 3]], "of which chips make 6000"),
        ("stacks_moved", 2, "round_number", 2, "the round that is paid 2"),
        ("stacks_handed", 0, "round_number", 2, "the round 2"),
        ("stacks_handed", 0, "stacks", [2], "stacks [2]"),
        ("stacks_handed", 0, "stacks", [], "stacks []"),
        ("stacks_handed", 0, "stacks", [0, 0], "stacks [0, 0]"),
        ("payment_corrected", 0, "round_number", 2, "the round 2"),
        ("payment_corrected", 0, "stack", 0, "stack 0"),
        ("payment_corrected", 0, "handed.0.1", 2, "cents paid in the end"),
        ("payment_corrected", 0, "returned.0.1", 1, "cents paid in the end"),
        ("payment_corrected", 0, "added.0.1", 2, "cents paid in the end"),
        ("payment_corrected", 0, "added.0.0", 700, "the chips"),
    ],
)
def test_a_change_at_the_tray_is_found(
    tray_record: Path, name: str, nth: int, place: str, value: object, found: str
) -> None:
    copy = Copy(tray_record)
    rows = copy.rows("SELECT position FROM events WHERE name = ? ORDER BY position", f"tray.{name}")
    position: int = rows[nth][0]
    body = copy.body(L1, position)
    set_to(place, value)(body["fact"])
    copy.rewrite(L1, position, body)
    finding = copy.verdict().finding
    assert finding is not None, "nothing was found"
    assert found in finding.sentence


def test_a_last_round_of_another_number_is_found(tray_record: Path) -> None:
    for changed, found in ((9, "the last round 9"), (2, "the last round 2")):
        copy = Copy(tray_record)
        query = "SELECT position FROM events WHERE name = 'table.last_round_announced'"
        ((position,),) = copy.rows(query)
        body = copy.body(L1, position)
        body["fact"]["round_number"] = changed
        copy.rewrite(L1, position, body)
        finding = copy.verdict().finding
        assert finding is not None
        assert found in finding.sentence


def test_a_table_that_closed_on_its_patrons_is_found(tmp_path: Path) -> None:
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    evening.do(AnnounceLastRound())
    evening.bets_open()
    evening.no_more_bets()
    evening.deals(ON_7)
    evening.settles()
    evening.do(CloseTable(), SUPERVISOR)
    copy = Copy(evening.written(tmp_path / "record.db"))
    assert copy.verdict().holds
    query = "SELECT position FROM events WHERE name = 'table.last_round_announced'"
    ((position,),) = copy.rows(query)
    copy.leave_out(L1, position)
    finding = copy.verdict().finding
    assert finding is not None
    assert "found a live table closed on its patrons" in finding.sentence


def test_bets_that_open_while_a_count_waits_are_found(tmp_path: Path) -> None:
    evening = LiveEvening().opened()
    evening.do(CountFloat(FloatCount.OPENING, chips({100: 4})))
    evening.do(ConfirmFloat(chips({100: 3})), SUPERVISOR)
    evening.bets_open()
    copy = Copy(evening.written(tmp_path / "record.db"))
    assert copy.verdict().holds
    query = "SELECT position FROM events WHERE name = 'tray.float_counts_differed'"
    ((position,),) = copy.rows(query)
    copy.leave_out(L1, position)
    finding = copy.verdict().finding
    assert finding is not None
    assert "found bets while a count waits; expected a second count" in finding.sentence


def test_without_a_float_rounding_is_found_all_the_same(tmp_path: Path) -> None:
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    evening = LiveEvening().opened(replace(LAYOUT, chips=fives))
    evening.joins("ann", "1")
    evening.bets_open()
    evening.lays("ann", "1", banker=125)
    evening.no_more_bets()
    evening.deals("KS 2D QH 4C 2C")
    evening.settles()
    copy = Copy(evening.written(tmp_path / "record.db"))
    assert copy.verdict().holds
    ((position,),) = copy.rows("SELECT position FROM events WHERE name = 'tray.stacks_moved'")
    copy.leave_out(L1, position)
    finding = copy.verdict().finding
    assert finding is not None
    assert "found 6250 cents for ann@1 and no chips; expected what chips" in finding.sentence
