"""The felt of a live table: patrons, chips, what to say, whom to ask, what to take and to pay."""

import msgspec
import pytest

from punto.live.betting_boxes import Stance
from punto.live.chips import value_of
from punto.live.layouts import Chip, ChipSet
from punto.live.posted_limits import PostedLimits
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import (
    AskSqueeze,
    ChooseOption,
    CloseLayout,
    LeaveTable,
    PlaceBets,
    PlayerOption,
    RejectExcess,
)
from punto.rounds.boxes.events import PassedOver
from punto.rounds.boxes.state import place_of
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.table.commands import CloseTable
from punto.rounds.tray.commands import (
    BuyChips,
    CarrySlip,
    ConfirmFloat,
    CountFloat,
    FloatCount,
    HandStacks,
    RequestSlip,
    SlipKind,
)
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_cards
from punto.values.money import Cents, dollars
from punto.values.odds import Odds
from punto.values.sides import Side
from punto.values.structures import replace
from punto.views.screens.console import ConsoleView, console_view
from punto.views.screens.dealer_calls import AnswerKind, CallAnswer, CallKind, DealerCall, TakeBack
from punto.views.screens.felt import BetOnFelt, Felt, PlaceShown, felt_of
from punto.views.screens.payouts import ChipStack, PayoutLine, Payouts
from punto.views.screens.pit import PitView, pit_view
from punto.views.screens.public import public_view
from punto.views.screens.trays import CountWaiting, FloatFigures, SlipShown
from punto.web.wire.forms import form_of
from punto.web.wire.parts import encode_private
from support.rounds.evening import DEALER, SHIFT_MANAGER, SUPERVISOR, Evening, position
from support.rounds.live import (
    ANN,
    BEN,
    BOX_1,
    BOX_2,
    EVE,
    LAYOUT,
    choosing,
    everybody_leaves,
    lay,
    live_betting,
    live_configuration,
    live_opened,
)
from support.rounds.matters import report
from support.rounds.trays import CARRIER, FLOAT, WORTH, chips, count, moved, with_float
from support.views.screens.stages import betting, screens

clause = pytest.mark.clause
reading = pytest.mark.reading

BANKER_ON_7 = "KS 3D QH 4C 2D"
BANKER_ON_6 = "KS 2D QH 4C 2C"
PLAYER_ON_9 = "9S KD KH QC"


def felt(evening: Evening) -> Felt:
    found = felt_of(evening.table)
    assert found is not None
    return found


def payouts(evening: Evening) -> Payouts:
    found = felt(evening).payouts
    assert found is not None
    return found


def with_layout(**changes: object) -> Configuration:
    layout = replace(LAYOUT, **changes)  # type: ignore[arg-type]
    return replace(live_configuration(), layout=layout)


def dealt(evening: Evening, cards: str) -> Evening:
    evening.do(CloseLayout(passed_over=True))
    evening.deal(cards)
    return evening


def test_an_electronic_table_has_no_felt() -> None:
    assert felt_of(betting().table) is None
    console, pit = console_view(screens(betting())), pit_view(screens(betting()))
    assert console is not None
    assert pit is not None
    assert (console.felt, pit.felt, pit.float) == (None, None, None)


@pytest.mark.parametrize("build", [live_opened, live_betting, choosing, with_float])
def test_the_felt_travels_to_console_and_pit_as_it_is(build: object) -> None:
    watched = screens(build())  # type: ignore[operator]
    for kind, view in ((ConsoleView, console_view(watched)), (PitView, pit_view(watched))):
        assert view is not None
        assert view.felt == felt_of(watched.table)
        form = form_of(kind)
        assert form.back(msgspec.json.decode(encode_private(view), type=form.wire)) == view


@clause("rws-live", "2.1.1", "3.4")
def test_the_layout_has_its_boxes_limits_and_chips() -> None:
    shown = felt(live_opened()).layout
    assert shown.boxes == (BOX_1, BOX_2)
    assert shown.limits == PostedLimits(dollars(100), dollars(10_000))
    assert [chip.value for chip in shown.chips][:3] == [dollars(5000), dollars(1000), dollars(500)]
    public = public_view(screens(live_opened()))
    assert public is not None
    assert public.posted == shown.limits


@clause("rws-live", "1.20", "1.21", "5.16")
def test_seated_and_standing_patrons_lie_apart_and_on_behalf_is_marked() -> None:
    evening = live_betting()
    lay(evening, EVE, BOX_2, player=300)
    lay(evening, ANN, banker=1000, tie=50)
    evening.do(PlaceBets(BEN, BOX_1, position(player=200), on_behalf=True), SUPERVISOR)
    assert felt(evening).places == (
        PlaceShown(
            place_of(ANN, BOX_1),
            BOX_1,
            ANN,
            Stance.SEATED,
            on_behalf=False,
            bets=(
                BetOnFelt(BetKey("banker"), dollars(1000), dollars(1000)),
                BetOnFelt(BetKey("tie"), dollars(50), dollars(50)),
            ),
        ),
        PlaceShown(
            place_of(BEN, BOX_1),
            BOX_1,
            BEN,
            Stance.STANDING,
            on_behalf=True,
            bets=(BetOnFelt(BetKey("player"), dollars(200), dollars(200)),),
        ),
        PlaceShown(
            place_of(EVE, BOX_2),
            BOX_2,
            EVE,
            Stance.SEATED,
            on_behalf=False,
            bets=(BetOnFelt(BetKey("player"), dollars(300), dollars(300)),),
        ),
    )
    lay(evening, BEN, player=200)
    assert not any(place.on_behalf for place in felt(evening).places)


@clause("rws-live", "1.6")
@reading("A-54")
def test_the_differential_is_shown_per_box_and_per_table() -> None:
    evening = live_betting(with_layout(limits=PostedLimits(dollars(100), dollars(500))))
    lay(evening, ANN, banker=1000, tie=50)
    lay(evening, EVE, BOX_2, tie=100)
    shown = felt(evening)
    assert [each.box for each in shown.boxes] == [BOX_1]
    box, table = shown.boxes[0], shown.table
    assert (box.banker, box.player, box.differential) == (dollars(1000), 0, dollars(1000))
    assert (box.heavier, box.limit, box.excess) == (Side.BANKER, dollars(500), dollars(500))
    assert (table.box, table.limit, table.excess) == (None, None, 0)
    assert felt(live_opened()).table.heavier is None


@clause("rws-live", "5.1", "5.2")
@reading("A-55", "A-74", "A-87")
def test_everything_to_say_has_its_clause_and_its_answers() -> None:
    evening = live_betting(with_layout(limits=PostedLimits(dollars(100), dollars(500))))
    lay(evening, ANN, banker=50, tie=20)
    lay(evening, BEN, banker=1000)
    lay(evening, EVE, BOX_2, player=200)
    excess, minimum = felt(evening).calls
    assert (excess.kind, excess.clause, excess.box) == (CallKind.EXCESS, "L 5.1", BOX_1)
    assert (excess.side, excess.found, excess.expected) == (
        Side.BANKER,
        dollars(550),
        dollars(500),
    )
    assert excess.take_back == (
        TakeBack(
            BOX_1,
            BEN,
            Stance.STANDING,
            BetKey("banker"),
            dollars(1000),
            back=dollars(550),
        ),
    )
    assert excess.answers == (CallAnswer(AnswerKind.REJECT, ()),)
    assert minimum == DealerCall(
        CallKind.UNDER_MINIMUM,
        "L 5.2",
        minimum.words,
        (
            CallAnswer(AnswerKind.RAISE, position(banker=100, tie=20)),
            CallAnswer(AnswerKind.WITHDRAW, position(tie=20)),
        ),
        BOX_1,
        ANN,
        Stance.SEATED,
        BetKey("banker"),
        Side.BANKER,
        dollars(50),
        dollars(100),
    )
    evening.do(RejectExcess())
    evening.do(PlaceBets(ANN, BOX_1, minimum.answers[0].stakes))
    assert felt(evening).calls[0].kind is CallKind.EXCESS  # the raise takes room from Ben
    evening.do(CloseLayout(passed_over=True))
    assert felt(evening).calls == ()
    assert felt(evening).passed_over == (PassedOver("L 5.1", BOX_1, None),)


@clause("rws-live", "1.21")
def test_a_standing_patron_who_is_left_alone_withdraws() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=100)
    lay(evening, BEN, banker=100)
    lay(evening, ANN)
    (call,) = felt(evening).calls
    assert (call.kind, call.patron, call.stance) == (CallKind.STANDING_ALONE, BEN, Stance.STANDING)
    assert call.answers == (CallAnswer(AnswerKind.WITHDRAW, ()),)


@reading("A-74", "A-89")
def test_a_bet_over_its_maximum_is_lowered_to_what_chips_make() -> None:
    config = live_configuration()
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    terms = config.terms.with_limits(replace(config.terms.limits, maximum=dollars(52)), ())
    evening = live_betting(replace(with_layout(chips=fives), terms=terms))
    lay(evening, ANN, tie=100)
    (call,) = felt(evening).calls
    assert (call.kind, call.expected) == (CallKind.OVER_MAXIMUM, dollars(52))
    assert call.answers[0] == CallAnswer(AnswerKind.LOWER, position(tie=50))


@reading("A-89")
def test_a_bet_that_chips_cannot_make_is_raised_to_one_that_they_can() -> None:
    evening = live_betting(with_layout(limits=PostedLimits(dollars(100), dollars(10_000))))
    lay(evening, ANN, banker=102)
    table = evening.table
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    now = table.round_now
    other = replace(now.configuration, layout=replace(LAYOUT, chips=fives))
    changed = replace(table, round=replace(now, configuration=other))
    shown = felt_of(changed)
    assert shown is not None
    (call,) = shown.calls
    assert (call.kind, call.expected) == (CallKind.NOT_IN_CHIPS, dollars(105))
    assert call.answers[0] == CallAnswer(AnswerKind.RAISE, position(banker=105))


@clause("rws-live", "5.13", "5.1.1")
def test_after_the_close_the_chips_that_lay_there_and_what_plays_are_both_shown() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=9000)
    lay(evening, BEN, banker=3000)
    evening.do(CloseLayout(passed_over=True))
    bets = [bet for place in felt(evening).places for bet in place.bets]
    assert bets == [
        BetOnFelt(BetKey("banker"), dollars(9000), dollars(7500)),
        BetOnFelt(BetKey("banker"), dollars(3000), dollars(2500)),
    ]


@clause("rws-live", "3.9")
@reading("A-63")
def test_face_down_each_hand_has_an_acceptor_who_may_squeeze_against_a_clock() -> None:
    evening = live_betting(with_layout(face_down=True))
    lay(evening, ANN, banker=1000)
    lay(evening, EVE, BOX_2, banker=500)
    assert felt(evening).hands == ()
    evening.do(CloseLayout())
    player, banker = felt(evening).hands
    assert (player.acceptor, player.may_hold, player.squeezer) == (None, (), None)
    assert (banker.acceptor, banker.may_hold, banker.squeezer) == (ANN, (ANN, EVE), ANN)
    assert (banker.squeezing, banker.ends_at) == (False, None)
    evening.do(AskSqueeze(ANN, Side.BANKER))
    player, banker = felt(evening).hands
    assert (player.squeezing, banker.squeezing) == (False, True)
    assert banker.ends_at == evening.table.recorded_at + 45_000
    evening.deal("KS")
    assert not any(hand.squeezing for hand in felt(evening).hands)


@clause("rws-live", "3.9")
@reading("A-63")
def test_by_the_letter_only_the_highest_bet_on_the_table_may_squeeze() -> None:
    evening = live_betting(with_layout(face_down=True, squeeze_by_letter=True))
    lay(evening, ANN, banker=1000)
    lay(evening, EVE, BOX_2, player=500)
    evening.do(CloseLayout())
    assert [hand.squeezer for hand in felt(evening).hands] == [None, ANN]


@clause("rws-live", "5.12")
@reading("A-59")
def test_the_options_say_whom_to_ask_and_what_it_means_in_money() -> None:
    evening = choosing()
    shown = felt(evening).options
    assert shown is not None
    assert (shown.default, shown.reconstructed) == (PlayerOption.CONTINUE, True)
    ann, ben = shown.choices
    assert (ann.patron, ann.boxes, ann.chosen) == (ANN, (BOX_1,), None)
    assert (ann.returned, ann.wins_at_most) == (dollars(1000), dollars(1000))
    assert (ben.returned, ben.wins_at_most) == (dollars(500), dollars(500))
    evening.do(ChooseOption(BEN, PlayerOption.RETURN))
    after = felt(evening).options
    assert after is not None
    assert after.choices[1].chosen is PlayerOption.RETURN


def numbers(lines: tuple[PayoutLine, ...]) -> list[tuple[str, str | None, int]]:
    return [(line.patron, line.bet, line.due // 100) for line in lines]


@clause("rws-live", "4.1.1")
@reading("A-89")
def test_losing_bets_are_taken_first_and_side_bets_before_main_bets() -> None:
    evening = with_float()
    evening.do(OpenBets())
    lay(evening, EVE, BOX_2, player=300, tie=100, banker_wins_on_7=5)
    lay(evening, ANN, banker=1000, tie=50)
    lay(evening, BEN, player=500)
    assert felt(evening).payouts is None
    dealt(evening, BANKER_ON_7)
    before = payouts(evening)
    assert (before.settled, before.fill_needed) == (False, None)
    assert numbers(before.take) == [
        ("ann", "tie", 50),
        ("eve", "tie", 100),
        ("ben", "player", 500),
        ("eve", "player", 300),
    ]
    assert numbers(before.pay) == [("eve", "banker-wins-on-7", 40), ("ann", "banker", 1000)]
    assert {line.number for line in (*before.take, *before.pay)} == {None}
    evening.do(Settle())
    after = payouts(evening)
    assert after.settled
    assert sorted(line.number or 0 for line in (*after.take, *after.pay)) == [0, 1, 2, 3, 4, 5]
    assert numbers(after.take) == numbers(before.take)
    assert after.pay[0].odds == Odds(8, 1)
    assert after.pay[0].chips == chips({25: 1, 5: 3})
    assert after.pay[0].stacks == (ChipStack(dollars(25), 1), ChipStack(dollars(5), 3))
    stacks = evening.table.round_now.layout
    assert stacks is not None
    (paid,) = stacks.moved
    for line in after.pay:
        assert line.number is not None
        assert (paid.taken + paid.paid)[line.number].chips == line.chips


@reading("A-89")
def test_a_payout_of_many_chips_is_cut_into_stacks_of_twenty() -> None:
    evening = with_float(counted=chips({100: 100, 25: 100}))
    evening.do(OpenBets())
    lay(evening, ANN, banker=4000, banker_wins_on_7=25)
    dealt(evening, BANKER_ON_7)
    side, main = payouts(evening).pay
    assert side.stacks == (ChipStack(dollars(100), 2),)
    assert main.stacks == (ChipStack(dollars(100), 20), ChipStack(dollars(100), 20))


@clause("rws-live", "5.1.1", "5.3")
@reading("A-89")
def test_pro_rata_rounding_up_and_held_winnings_are_shown_beside_the_payout() -> None:
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    layout = replace(LAYOUT, chips=fives, limits=PostedLimits(dollars(100), dollars(125)))
    config = replace(live_configuration(), layout=layout)
    evening = with_float(config, chips({100: 40, 25: 40, 5: 40}))
    evening.do(OpenBets())
    lay(evening, ANN, banker=250)
    evening.do(CloseLayout(passed_over=True))
    evening.do(LeaveTable(ANN))
    evening.deal(BANKER_ON_6)
    (line,) = payouts(evening).pay
    assert (line.lay, line.plays, line.odds) == (dollars(250), dollars(125), Odds(1, 2))
    assert (line.due, line.rounding, line.held) == (Cents(6250), Cents(250), True)
    evening.do(Settle())
    (ann,) = [each for each in felt(evening).patrons if each.patron == ANN]
    assert not ann.is_here
    assert ann.held == dollars(65) + dollars(125)


def test_a_table_without_a_float_pays_by_its_chip_set_and_numbers_no_stack() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=1000)
    lay(evening, EVE, BOX_2, player=100)
    dealt(evening, BANKER_ON_7)
    evening.do(Settle())
    shown = payouts(evening)
    assert [line.number for line in (*shown.take, *shown.pay)] == [None, None]
    assert shown.pay[0].chips == chips({1000: 1})


@reading("A-89")
def test_a_tray_that_cannot_pay_says_which_fill_would_help() -> None:
    evening = with_float(counted=chips({1000: 1, 100: 1, 25: 1}))
    evening.do(OpenBets())
    lay(evening, EVE, BOX_2, banker=100)
    lay(evening, ANN, banker=3000, banker_wins_on_7=5)
    lay(evening, BEN, player=25)
    dealt(evening, BANKER_ON_7)
    needed = payouts(evening).fill_needed
    assert needed is not None
    assert needed.missing == dollars(3140 - 1150)
    assert needed.fill == chips({1000: 1, 500: 1, 100: 4, 25: 3, 5: 3})
    moved(evening, SlipKind.FILL, needed.fill)
    evening.do(Settle())


def resettled(evening: Evening, cards: str) -> None:
    """Have the paid round put right by its cards."""
    misread = Irregularity.WRONG_CARD_REGISTERED
    evening.do(ReportIrregularity(misread, "misread", parse_cards(cards), ()))
    evening.do(Attest(), SUPERVISOR)


def played(evening: Evening) -> Evening:
    """Ann's tie and her 1,000 on Banker, and Eve's 500 on Player; Banker wins on 7."""
    evening.do(OpenBets())
    lay(evening, EVE, BOX_2, player=500)
    lay(evening, ANN, banker=1000, tie=100)
    dealt(evening, BANKER_ON_7)
    evening.do(Settle())
    return evening


def resettled_late(evening: Evening, cards: str, number: int = 1) -> None:
    """Have an earlier round put right by its cards."""
    misread = Irregularity.WRONG_CARD_REGISTERED
    found = parse_cards(cards)
    evening.do(ReportIrregularity(misread, "misread", found, (), round_number=number))
    evening.do(Attest(), SHIFT_MANAGER)


@clause("rws-live", "5.14")
@reading("A-29", "A-89")
@pytest.mark.parametrize("is_counted", [True, False])
def test_an_earlier_round_that_is_put_right_lists_whom_to_take_from_and_to_pay(
    is_counted: bool,  # noqa: FBT001 (with a float and without)
) -> None:
    evening = played(with_float() if is_counted else live_opened())
    played(evening)
    assert felt(evening).earlier == ()
    resettled_late(evening, PLAYER_ON_9)
    (late,) = felt(evening).earlier
    assert late.round_number == 1
    # Ann had won 900 and loses 1,100; Eve had lost 500 and wins as much.
    assert [(each.patron, each.due, each.before, each.number) for each in late.take] == [
        (ANN, dollars(2000), dollars(900), None)
    ]
    assert [(each.box, each.due, each.before, each.chips) for each in late.pay] == [
        (BOX_2, dollars(1000), dollars(-500), chips({1000: 1}))
    ]
    assert not payouts(evening).again, "the last round stands"
    resettled_late(evening, BANKER_ON_7)
    (late,) = felt(evening).earlier
    if is_counted:
        # Chips that were moved twice are listed twice, once for each correction.
        assert [(each.patron, each.due) for each in late.pay] == [
            (ANN, dollars(2000)),
            (EVE, dollars(1000)),
        ]
    evening.do(OpenBets())
    assert felt(evening).earlier == ()


@clause("rws-live", "5.14")
@reading("A-72", "A-89")
def test_a_round_that_is_put_right_lists_what_to_take_and_pay_again() -> None:
    evening = played(with_float())
    evening.do(HandStacks())
    resettled(evening, BANKER_ON_6)
    again = payouts(evening)
    assert again.again
    # Banker on 6 pays half: 500 of the 1,000 go back. Nothing else changes.
    assert [(line.place, line.due, line.before) for line in again.take] == [
        (place_of(ANN, BOX_1), dollars(500), dollars(900))
    ]
    assert again.pay == ()
    (line,) = again.take
    assert (line.chips, line.number, line.handed) == (chips({500: 1}), 3, False)
    evening.do(HandStacks((3,)))
    assert payouts(evening).take[0].handed
    resettled(evening, PLAYER_ON_9)
    take, pay = payouts(evening).take, payouts(evening).pay
    assert [(line.patron, line.due) for line in (*take[1:], *pay)] == [
        (ANN, dollars(1500)),
        (EVE, dollars(1000)),
    ]


@clause("rws-live", "5.14")
def test_what_was_not_handed_out_before_a_round_is_put_right_stays_on_the_list() -> None:
    evening = played(with_float())
    evening.do(HandStacks((0, 1)))
    resettled(evening, BANKER_ON_6)
    again = payouts(evening)
    assert [(line.due, line.before) for line in again.take] == [(dollars(500), dollars(900))]
    assert [(line.due, line.before) for line in again.pay] == [(dollars(1000), None)]
    shown = felt(evening).tray
    assert (shown.to_take, shown.to_pay) == (dollars(500), dollars(1000))
    assert shown.worth + shown.to_take - shown.to_pay == value_of(evening.table.tray or {})


@clause("rws-live", "5.14")
def test_without_a_float_the_difference_to_what_was_paid_is_listed_all_the_same() -> None:
    evening = played(live_opened())
    resettled(evening, PLAYER_ON_9)
    again = payouts(evening)
    assert [(line.patron, line.due, line.number) for line in again.take] == [
        (ANN, dollars(2000), None)
    ]
    assert [(line.patron, line.due, line.chips) for line in again.pay] == [
        (EVE, dollars(1000), chips({1000: 1}))
    ]
    evening.do(LeaveTable(ANN))
    resettled(evening, BANKER_ON_7)
    evening.do(LeaveTable(EVE))
    resettled(evening, PLAYER_ON_9)
    resettled(evening, BANKER_ON_7)
    # Eve has left: what she would give back is owed, and what Ann gets is held.
    assert payouts(evening).take == ()
    assert [(line.patron, line.held) for line in payouts(evening).pay] == [(ANN, True)]


@reading("A-28")
def test_what_a_patron_owes_is_shown_by_place() -> None:
    evening = played(with_float())
    evening.do(LeaveTable(ANN))
    resettled(evening, PLAYER_ON_9)
    ann = next(each for each in felt(evening).patrons if each.patron == ANN)
    assert (ann.owed, ann.debts) == (dollars(2000), ((place_of(ANN, BOX_1), dollars(2000)),))


@clause("rws-live", "5.15")
def test_a_paid_round_that_becomes_void_lists_what_goes_back() -> None:
    evening = played(with_float())
    evening.do(ReportIrregularity(Irregularity.WRONG_NUMBER_OF_CARDS, "one too many"))
    evening.do(Attest(), SUPERVISOR)
    again = payouts(evening)
    assert again.again
    assert {line.number for line in (*again.take, *again.pay)} == {None}
    assert (ANN, dollars(900)) in [(line.patron, line.due) for line in again.take]
    assert (EVE, dollars(500)) in [(line.patron, line.due) for line in again.pay]
    evening.do(OpenBets())
    assert felt(evening).payouts is None


@clause("rws-live", "5.15")
def test_a_void_round_has_nothing_to_take_or_pay() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=1000)
    dealt(evening, "KS 9D")
    evening.do(report(Irregularity.FOREIGN_CARD))
    assert felt(evening).payouts is None
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is not Phase.RESULT
    assert felt(evening).payouts is None


@reading("A-72", "A-89")
def test_a_correction_shows_the_chips_of_whole_places() -> None:
    evening = with_float()
    evening.do(OpenBets())
    lay(evening, ANN, banker=1000)
    dealt(evening, BANKER_ON_7)
    evening.do(Settle())
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    shown = payouts(evening)
    (taken,), (paid,) = shown.take, shown.pay
    assert (taken.bet, taken.due, taken.number) == (None, dollars(2000), 1)
    assert (paid.bet, paid.due, paid.number) == (None, dollars(1000), 0)


def test_patrons_who_are_gone_with_nothing_left_here_are_not_shown() -> None:
    evening = live_opened()
    evening.do(LeaveTable(EVE))
    assert [each.patron for each in felt(evening).patrons] == [ANN, BEN]


@reading("A-53", "A-89")
def test_the_tray_shows_its_rows_its_slips_and_a_count_without_figures() -> None:
    evening = live_opened()
    assert not felt(evening).tray.open
    evening.do(CountFloat(FloatCount.OPENING, FLOAT))
    assert felt(evening).tray.count == CountWaiting(FloatCount.OPENING, DEALER.person)
    evening.do(ConfirmFloat(FLOAT), SUPERVISOR)
    evening.do(RequestSlip(SlipKind.FILL, chips({1000: 2})), SUPERVISOR)
    evening.do(CarrySlip(1), CARRIER)
    tray = felt(evening).tray
    assert (tray.open, tray.worth, tray.count) == (True, WORTH, None)
    assert [(row.value // 100, row.number) for row in tray.rows][:3] == [
        (5000, 0),
        (1000, 10),
        (500, 10),
    ]
    fill = chips({1000: 2})
    by, carrier = SUPERVISOR.person, CARRIER.person
    assert tray.slips == (SlipShown(1, SlipKind.FILL, fill, dollars(2000), by, carrier),)


def figures(evening: Evening) -> FloatFigures:
    pit = pit_view(screens(evening))
    assert pit is not None
    assert pit.float is not None
    return pit.float


@reading("A-89")
def test_the_pit_has_drop_wins_and_the_difference_that_a_count_shows() -> None:
    evening = with_float()
    evening.do(BuyChips(ANN, dollars(500)))
    moved(evening, SlipKind.FILL, chips({1000: 2}))
    moved(evening, SlipKind.CREDIT, chips({5: 4}))
    evening.do(OpenBets())
    lay(evening, ANN, banker=1000)
    dealt(evening, PLAYER_ON_9)
    evening.do(Settle())
    shown = figures(evening)
    assert (shown.opening, shown.drop, shown.win_by_bets) == (WORTH, dollars(500), dollars(1000))
    assert (shown.fills, shown.credits) == (dollars(2000), dollars(20))
    assert (shown.closing, shown.win_by_count, shown.difference) == (None, None, None)
    assert shown.fill_soon == ()
    tray = evening.table.chips
    assert tray is not None
    short = tuple((value, number - (value == dollars(100))) for value, number in tray)
    count(evening, FloatCount.CLOSING, short)
    closed = figures(evening)
    assert closed.closed_at is not None
    assert closed.difference == -dollars(100)
    assert closed.win_by_count == dollars(900)
    assert closed.fill_soon == ()
    count(evening, FloatCount.OPENING)
    assert figures(evening).win_by_bets == 0


def test_a_row_of_which_less_than_a_quarter_is_left_wants_a_fill() -> None:
    evening = with_float()
    evening.do(BuyChips(ANN, dollars(8000), chips({1000: 8})))
    assert figures(evening).fill_soon == (dollars(1000),)


def test_the_pit_sees_since_when_the_dealer_deals() -> None:
    evening = live_opened()
    opened_at = next(
        event.at for event in evening.record.events if type(event.fact).__name__ == "TableOpened"
    )
    pit = pit_view(screens(evening))
    assert pit is not None
    assert pit.dealer_since == opened_at
    everybody_leaves(evening)
    evening.do(CloseTable(), SUPERVISOR)
    pit = pit_view(screens(evening))
    assert pit is not None
    assert pit.dealer_since is None
