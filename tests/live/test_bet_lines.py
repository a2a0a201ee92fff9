"""Bets as a Dealer types them: box, bet and amount, several on a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.live.bet_lines import (
    LINE_LENGTH_MAX,
    LineMistake,
    LinePart,
    TypedBet,
    bet_codes,
    read_bet_line,
)
from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.rules.games import BetKey
from punto.values.money import Cents, dollars

BOXES = tuple(map(BoxLabel, ("1", "5", "VIP 8", "VIP")))
PATRONS = tuple(map(PatronKey, ("ann", "ben", "b")))
BETS = tuple(map(BetKey, ("player", "banker", "tie", "banker-pair", "player-wins-on-6")))


def read(line: str) -> tuple[TypedBet, ...] | LineMistake:
    return read_bet_line(line, BOXES, PATRONS, BETS)


def bet(
    box: str, key: str, amount: int, patron: str | None = None, *, newcomer: bool = False
) -> TypedBet:
    who = None if patron is None else PatronKey(patron)
    return TypedBet(BoxLabel(box), who, newcomer, BetKey(key), dollars(amount))


@pytest.mark.clause("rws-live", "3.7")
@pytest.mark.parametrize(
    ("line", "bets"),
    [
        ("5 b 2500", [bet("5", "banker", 2500)]),
        ("5 b 2500 p 300", [bet("5", "banker", 2500), bet("5", "player", 300)]),
        ("5 b 100, 1 p 200", [bet("5", "banker", 100), bet("1", "player", 200)]),
        ("5 b 100 1 p 200", [bet("5", "banker", 100), bet("1", "player", 200)]),
        (" ;5\tB 100;\n1 player 200 ", [bet("5", "banker", 100), bet("1", "player", 200)]),
        ("vip 8 bp 50", [bet("VIP 8", "banker-pair", 50)]),
        ("VIP b 50", [bet("VIP", "banker", 50)]),
        ("5 pw6 5k", [bet("5", "player-wins-on-6", 5000)]),
        ("5 Ann t 0", [bet("5", "tie", 0, "ann")]),
        ("5 + p 100 t 5", [
            bet("5", "player", 100, newcomer=True),
            bet("5", "tie", 5, newcomer=True),
        ]),
        ("5 b b 100", [bet("5", "banker", 100, "b")]),
        ("5 b 100 5 ann b 100", [bet("5", "banker", 100), bet("5", "banker", 100, "ann")]),
    ],
)  # fmt: skip
def test_a_line_names_box_bet_and_amount(line: str, bets: list[TypedBet]) -> None:
    assert read(line) == tuple(bets)


def test_an_amount_may_have_cents() -> None:
    (found,) = read("5 b 12.5")  # type: ignore[misc]
    assert found.amount == Cents(1250)


@pytest.mark.parametrize(
    ("line", "start", "found", "expected"),
    [
        ("", 0, "", LinePart.BOX),
        ("  , ", 4, "", LinePart.BOX),
        ("7 b 100", 0, "7", LinePart.BOX),
        ("5 b 100 7 b 100", 8, "7", LinePart.BOX),
        ("5 b 100, 5 x 3", 11, "x", LinePart.BET),
        ("5", 1, "", LinePart.BET),
        ("5 zed b 100", 2, "zed", LinePart.BET),
        ("5 ann", 5, "", LinePart.BET),
        ("5 b", 3, "", LinePart.AMOUNT),
        ("5 b -5", 4, "-5", LinePart.AMOUNT),
        ("5 b, 100", 3, ",", LinePart.AMOUNT),
        ("5 b 1.234", 4, "1.234", LinePart.AMOUNT),
        ("5 b １００", 4, "１００", LinePart.AMOUNT),
        ("5 b 100 b 100", 8, "b", LinePart.OTHER_BET),
        ("5" * (LINE_LENGTH_MAX + 1), LINE_LENGTH_MAX, "5", LinePart.SHORTER_LINE),
    ],
)
def test_a_mistake_is_marked_where_it_is(
    line: str, start: int, found: str, expected: LinePart
) -> None:
    assert read(line) == LineMistake(start, start + len(found), found, expected)


def test_two_bets_with_one_short_name_have_none() -> None:
    assert bet_codes(map(BetKey, ("player", "banker", "big-pair", "banker-pair"))) == {
        "p": "player",
        "b": "banker",
    }


@given(st.text(alphabet="15VIP8bptxk+an ,;.0\n-", max_size=40))
def test_every_line_is_read_or_has_a_mistake_within_it(line: str) -> None:
    found = read(line)
    if isinstance(found, LineMistake):
        assert 0 <= found.start <= found.end <= len(line)
        assert line[found.start : found.end].strip() == found.found
    else:
        assert found
