from punto.ledger.accounts import AccountKind
from punto.ledger.movements import settle
from punto.ledger.postings import Posting
from punto.ledger.purses import Purse
from punto.ledger.transfers import Reason
from punto.values.money import dollars
from support.ledger.movements import stake
from support.ledger.playing import T7, T8, lost, returned, won


def test_the_transfers_of_a_posting_go_to_the_purses_of_their_terminals() -> None:
    first, second, other = *stake(T7, dollars(1)), *stake(T7, dollars(2)), *stake(T8, dollars(3))
    found = Posting(1, (first, other, second)).by_terminal()
    assert list(found.items()) == [(T7, [first, second]), (T8, [other])]


def test_a_purse_adds_up_by_account_and_by_reason() -> None:
    purse = Purse().after(settle(T7, [won(10, 120), won(5, 5), lost(3)]))
    assert purse.counted == {
        Reason.WON_STAKE: dollars(15),
        Reason.WON_PROFIT: dollars(125),
        Reason.LOST: dollars(3),
    }
    assert purse.balances == {
        AccountKind.STAKES: dollars(-18),
        AccountKind.CREDITS: dollars(140),
        AccountKind.HOUSE: dollars(-122),
    }
    assert purse.total == 0


def test_a_reversal_leaves_a_purse_as_if_nothing_had_been() -> None:
    settlement = settle(T7, [won(10, 120), lost(3)])
    undone = Purse().after(settlement).after([move.reversed() for move in settlement])
    assert not undone.balances
    assert set(undone.counted.values()) == {0}
    assert undone.meters == Purse().meters


def test_a_settlement_is_a_game_its_reversal_takes_it_off_and_a_void_is_none() -> None:
    settlement = settle(T7, [lost(3), won(10, 1)])
    undone = [move.reversed() for move in settlement]
    purse = Purse(games_played=7)
    assert purse.after(settlement).games_played == 8
    assert purse.after(undone).games_played == 6
    assert purse.after([*undone, *settlement]).games_played == 7
    assert purse.after(settle(T7, [returned(5)])).games_played == 7
