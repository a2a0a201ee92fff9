"""Records of a live table's float hold, and a forger cannot change a chip of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from punto.audit import audit
from punto.live.betting_boxes import PatronKey
from punto.live.layouts import Chip, ChipSet
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.tray.commands import (
    BuyChips,
    CarrySlip,
    ChangeChips,
    ConfirmFloat,
    CountFloat,
    FloatCount,
    RequestSlip,
    SignSlip,
    SlipKind,
    VoidSlip,
)
from punto.rules.irregularities import Irregularity
from punto.values.cards import parse_cards
from punto.values.ids import TerminalId
from punto.values.money import dollars
from support.audit.live import L1, LAYOUT, LiveEvening
from support.audit.tampering import Body, Copy
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
    play(evening, ON_6)
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


def set_to(place: str, value: object) -> Callable[[Body], None]:
    *path, last = [int(key) if key.isdigit() else key for key in place.split(".")]

    def edit(body: Body) -> None:
        inner = body
        for key in path:
            inner = inner[key]  # type: ignore[index]
        inner[last] = value  # type: ignore[index]

    return edit


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
        ("float_closed", 0, "variance", 0, "the variance in cents 0"),
        ("slip_requested", 1, "number", 3, "the slip 3; expected 2"),
        ("slip_requested", 0, "requested_by", "mei", "requested by mei"),
        ("slip_requested", 0, "requested_by", "siti", "requested by siti"),
        ("slip_requested", 0, "chips", [], "a slip without chips"),
        ("slip_carried", 0, "carrier", "mei", "carried by mei"),
        ("slip_carried", 0, "number", 2, "slip 2; expected an open slip"),
        ("slip_signed", 0, "chips.0.1", 3, "chips of the slip"),
        ("slip_signed", 0, "kind", "credit", "kind of the slip"),
        ("slip_voided", 0, "reason", " ", "a void slip without a reason"),
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
