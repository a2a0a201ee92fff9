import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, PlayedBet, Stance
from punto.live.dealer_warnings import (
    AmountNotInChips,
    BetUnderMinimum,
    DifferentialExceeded,
    SideBetOverMaximum,
    StandingAlone,
    warnings_of,
)
from punto.live.differentials import reject_excess
from punto.live.layouts import Chip, ChipSet, TableLayout
from punto.live.posted_limits import PostedLimits
from punto.rules.games import BetKey, Game
from punto.rules.limits import Limits
from punto.rules.terms import Terms
from punto.values import replace
from punto.values.money import dollars
from punto.values.sides import Side
from support.live.bets import BETS, LIMITS_OF_BOTH, banker, in_boxes, player, tie

clause = pytest.mark.clause

STANDING = Stance.STANDING
LAYOUT = TableLayout(
    tuple(map(BoxLabel, ("5", "3", "1"))), PostedLimits(dollars(100), dollars(10_000))
)
TIE_LIMITS = Limits(dollars(10), dollars(500))


@pytest.fixture(scope="module")
def terms(games: dict[str, Game]) -> Terms:
    game = games["rws-live"]
    return Terms(game, 8, game.bets, Limits(maximum=None), ((BetKey("tie"), TIE_LIMITS),))


def sentences(*bets: BoxBet, terms: Terms, layout: TableLayout = LAYOUT) -> list[str]:
    return [warning.sentence for warning in warnings_of(bets, layout, terms)]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-55")
def test_an_excess_in_a_box_is_told_with_what_each_patron_keeps(terms: Terms) -> None:
    ben, ann = banker(8_000, STANDING, patron="Ben"), banker(5_000)
    (warning,) = warnings_of((ben, ann), LAYOUT, terms)
    assert warning == DifferentialExceeded(
        BoxLabel("1"),
        Side.BANKER,
        dollars(3_000),
        dollars(10_000),
        (PlayedBet(ben, dollars(5_000)),),
    )
    assert (warning.box, warning.patron, warning.clause) == ("1", None, "L 5.1")
    assert warning.sentence == (
        "box 1: banker is 3000.00 over the Differential limit 10000.00; "
        "Ben keeps 5000.00 of 8000.00 (L 5.1, A-55)"
    )


@clause("rws-live", "1.6", "5.1")
@pytest.mark.reading("A-54", "A-87")
def test_an_excess_at_the_table_is_told_last_and_names_the_boxes(terms: Terms) -> None:
    layout = replace(LAYOUT, limits=PostedLimits(dollars(100), dollars(9_000), dollars(10_000)))
    bets = (
        player(9_050, box="1"),
        player(200, STANDING, box="1", patron="Ben"),
        player(4_000, box="5", patron="Eve"),
    )
    assert sentences(*bets, terms=terms, layout=layout) == [
        "box 1: player is 250.00 over the Differential limit 9000.00; "
        "Ann keeps 9000.00 of 9050.00, Ben keeps 0.00 of 200.00 (L 5.1, A-55)",
        "table: player is 3000.00 over the Differential limit 10000.00; Ann in box 1 keeps 9000.00 "
        "of 9050.00, Ben in box 1 keeps 0.00 of 200.00, Eve in box 5 keeps 1000.00 of 4000.00 "
        "(L 5.1, A-55)",
    ]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-54")
def test_the_table_is_measured_on_what_the_boxes_have_left(terms: Terms) -> None:
    layout = replace(LAYOUT, limits=PostedLimits(dollars(100), dollars(10_000), dollars(5_000)))
    bets = (banker(10_000, box="1"), player(20_000, box="3"), banker(9_000, box="5"))
    told = warnings_of(bets, layout, terms)
    # As the chips lie the hands are 1,000 apart; without the excess of box 3 they are 9,000 apart.
    assert [(each.box, each.clause) for each in told] == [("3", "L 5.1"), (None, "L 5.1")]
    assert isinstance(told[1], DifferentialExceeded)
    assert (told[1].heavier, told[1].excess) == (Side.BANKER, dollars(4_000))


@clause("rws-live", "5.2")
@pytest.mark.reading("A-62")
def test_a_bet_under_the_minimum_is_told_with_the_choice_to_raise_or_withdraw(
    terms: Terms,
) -> None:
    (warning,) = warnings_of((banker(99), player(100)), LAYOUT, terms)
    assert warning == BetUnderMinimum(banker(99), dollars(100))
    assert (warning.box, warning.patron, warning.clause) == ("1", "Ann", "L 5.2")
    assert warning.sentence == (
        "box 1, Ann: 99.00 on banker, expected at least the minimum 100.00; "
        "raise it or withdraw it (L 5.2)"
    )


@clause("rws-live", "5.2")
@pytest.mark.reading("A-74")
def test_every_other_bet_has_a_minimum_and_a_maximum_of_its_own(terms: Terms) -> None:
    for amount, warning in (
        (9, BetUnderMinimum(tie(9), dollars(10))),
        (501, SideBetOverMaximum(tie(501), dollars(500))),
    ):
        assert warnings_of((tie(amount),), LAYOUT, terms) == (warning,)
    assert sentences(tie(10), replace(tie(500), patron=PatronKey("Ben")), terms=terms) == []
    assert sentences(tie(501), terms=terms) == [
        "box 1, Ann: 501.00 on tie, expected at most the maximum 500.00; lower it (A-74)"
    ]


@pytest.mark.reading("A-74")
def test_player_and_banker_have_no_maximum_but_the_differential(terms: Terms) -> None:
    limited = replace(terms, limits=Limits(maximum=dollars(500)))
    assert sentences(banker(9_000), player(9_000), terms=limited) == []


@clause("rws-live", "1.20", "1.21")
@pytest.mark.reading("A-87")
def test_a_standing_patron_needs_a_seated_one_with_any_bet_in_the_box(terms: Terms) -> None:
    ben = banker(200, STANDING, patron="Ben")
    cy = tie(20, STANDING, patron="Cy")
    assert sentences(ben, tie(20), terms=terms) == []
    assert sentences(ben, banker(200, box="3", patron="Eve"), cy, terms=terms) == [
        "box 1, Ben: stands where no seated patron has a bet, expected one; "
        "withdraw the bets (L 1.21, A-87)",
        "box 1, Cy: stands where no seated patron has a bet, expected one; "
        "withdraw the bets (L 1.21, A-87)",
    ]
    (first, _) = warnings_of((ben, cy), LAYOUT, terms)
    assert first == StandingAlone(BoxLabel("1"), PatronKey("Ben"))
    assert first.clause == "L 1.21"


@pytest.mark.reading("A-89")
def test_an_amount_that_the_chips_cannot_make_is_told_with_the_next_one(terms: Terms) -> None:
    layout = replace(LAYOUT, chips=ChipSet((Chip(dollars(25), "25", "green"),)))
    (warning,) = warnings_of((banker(110),), layout, terms)
    assert warning == AmountNotInChips(banker(110), dollars(125))
    assert warning.sentence == (
        "box 1, Ann: 110.00 on banker, which the chips cannot make, "
        "expected an amount such as 125.00 (A-89)"
    )


def test_warnings_come_by_box_from_the_dealers_right_then_by_patron(terms: Terms) -> None:
    bets = (
        banker(50, box="1", patron="Ann"),
        banker(50, box="5", patron="Zoe"),
        tie(5, box="1", patron="Ben"),
        banker(20_000, box="1", patron="Cy"),
        tie(900, box="1", patron="Ann"),
        banker(40, box="5", patron="Dan"),
    )
    order = [(each.box, each.patron) for each in warnings_of(bets, LAYOUT, terms)]
    assert order == [
        ("5", "Zoe"), ("5", "Dan"), ("1", None), ("1", "Ann"), ("1", "Ann"), ("1", "Ben"),
    ]  # fmt: skip


def test_a_bet_in_a_box_that_the_layout_does_not_have_is_a_broken_record(terms: Terms) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        warnings_of((banker(200, box="13"),), LAYOUT, terms)


@clause("rws-live", "5.1")
@given(bets=st.lists(BETS, max_size=9).map(in_boxes), limits=LIMITS_OF_BOTH)
def test_there_is_an_excess_to_tell_exactly_where_a_rejection_takes_something(
    terms: Terms, bets: tuple[BoxBet, ...], limits: PostedLimits
) -> None:
    layout = replace(LAYOUT, limits=limits)
    told = [
        each for each in warnings_of(bets, layout, terms) if isinstance(each, DifferentialExceeded)
    ]
    cut = {one for one in reject_excess(bets, limits) if one.returned}
    assert {one for warning in told for one in warning.cut} == cut
    assert all(warning.cut for warning in told)
