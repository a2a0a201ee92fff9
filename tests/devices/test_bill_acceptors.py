import pytest

from punto.devices.bill_acceptors import NotABanknote, SimulatedAcceptor, bills_in
from punto.rounds.commands import Patron
from punto.rounds.purse_commands import TakeBill
from punto.values.money import dollars
from rounds.evening import T1, opened


def test_each_banknote_becomes_credits_once_and_says_that_it_is_simulated() -> None:
    acceptor = SimulatedAcceptor()
    acceptor.insert(dollars(50))
    acceptor.insert(dollars(100))
    asked = bills_in(T1, acceptor)
    assert asked == [
        TakeBill(T1, dollars(50), simulated=True),
        TakeBill(T1, dollars(100), simulated=True),
    ]
    assert bills_in(T1, acceptor) == []
    evening = opened(credits_dollars=10)
    for wish in asked:
        evening.do(wish, Patron(T1))
    assert evening.table.credits_of(T1) == dollars(160)


def test_what_is_no_banknote_is_not_taken() -> None:
    acceptor = SimulatedAcceptor()
    with pytest.raises(NotABanknote, match="3000 cents"):
        acceptor.insert(dollars(30))
    assert acceptor.taken() == []
