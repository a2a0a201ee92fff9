from ledger.playing import T7, T8, lost, returned, won
from punto.ledger.accounts import AccountKind
from punto.ledger.activity import activity_by_terminal
from punto.ledger.movements import settle
from punto.ledger.transfers import Reason
from punto.values.money import dollars


def test_transfers_are_added_up_by_terminal_and_reason() -> None:
    moves = (*settle(T7, [won(10, 120), won(5, 5), lost(3)]), *settle(T8, [lost(7)]))
    found = activity_by_terminal(moves)
    assert list(found) == [T7, T8]
    assert found[T7].counted == {
        Reason.WON_STAKE: dollars(15),
        Reason.WON_PROFIT: dollars(125),
        Reason.LOST: dollars(3),
    }
    assert found[T7].changes() == {
        AccountKind.STAKES: dollars(-18),
        AccountKind.CREDITS: dollars(140),
        AccountKind.HOUSE: dollars(-122),
    }
    assert found[T8].changes() == {
        AccountKind.STAKES: dollars(-7),
        AccountKind.HOUSE: dollars(7),
    }


def test_a_settlement_is_a_game_its_reversal_takes_it_off_and_a_void_is_none() -> None:
    settlement = settle(T7, [lost(3), won(10, 1)])
    undone = [move.reversed() for move in settlement]
    assert activity_by_terminal(settlement)[T7].games == 1
    assert activity_by_terminal(undone)[T7].games == -1
    assert activity_by_terminal([*undone, *settlement])[T7].games == 0
    assert activity_by_terminal(settle(T7, [returned(5)]))[T7].games == 0
