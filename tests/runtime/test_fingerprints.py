"""A repeat is recognised by what its sender said, not by anything that the server added."""

from hashlib import sha256

import pytest

from punto.rounds.betting.commands import AnswerFreeze, OpenBets, WantPosition
from punto.rounds.commands import By, Patron, TableCommand, Timer, Wish
from punto.rounds.dealing.commands import CardOrigin, DealCard, Settle
from punto.rounds.irregularity.commands import Attest
from punto.rounds.purse.commands import CashOut, TakeCash
from punto.rounds.table.commands import ConfigureTable
from punto.rules.games import BetKey
from punto.rules.roles import Actor, Role
from punto.runtime.command_fingerprints import seal
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import CommandId, Instant, PersonId
from punto.values.money import Cents
from support.rounds.evening import DEALER, T1, T2, configuration, position

BET = WantPosition(T1, 7, position(banker=100, tie=5))


def printed(wish: Wish, by: By = DEALER, at: int = 1) -> str:
    return seal(TableCommand(CommandId("c1"), Instant(at), by, wish)).fingerprint


def test_it_is_the_hash_of_a_text_that_other_code_can_make() -> None:
    said = '[["Patron","T1"],["WantPosition","T1",7,[["banker",10000],["tie",500]]]]'
    assert printed(BET, Patron(T1)) == sha256(said.encode()).hexdigest()


def test_neither_the_time_nor_the_id_is_in_it() -> None:
    first = TableCommand(CommandId("c1"), Instant(1), Patron(T1), BET)
    assert seal(first).fingerprint == seal(replace(first, id=CommandId("c2"))).fingerprint
    assert seal(first).fingerprint == seal(replace(first, at=Instant(2))).fingerprint


def test_what_the_server_adds_is_not_in_it() -> None:
    assert printed(CashOut(T1, chance=1)) == printed(CashOut(T1, chance=2))


def test_a_role_that_changed_meanwhile_makes_no_other_command() -> None:
    mei = PersonId("mei")
    dealer, supervisor = Actor(mei, Role.DEALER), Actor(mei, Role.PIT_SUPERVISOR, acting=True)
    assert printed(OpenBets(), dealer) == printed(OpenBets(), supervisor)
    assert printed(OpenBets(), dealer) != printed(OpenBets(), Actor(PersonId("tan"), Role.DEALER))
    assert printed(OpenBets(), dealer) != printed(OpenBets(), Timer(dealer))


OTHERS: list[tuple[Wish, By]] = [
    (BET, Patron(T1)),
    (BET, Patron(T2)),
    (replace(BET, terminal=T2), Patron(T1)),
    (replace(BET, round_number=8), Patron(T1)),
    (replace(BET, stakes=()), Patron(T1)),
    (replace(BET, stakes=position(tie=5, banker=100)), Patron(T1)),
    (replace(BET, stakes=position(banker=100, tie=6)), Patron(T1)),
    (replace(BET, stakes=((BetKey("banker"), Cents(10_000)),)), Patron(T1)),
    (AnswerFreeze(T1, 7), Patron(T1)),
    (OpenBets(), DEALER),
    (Settle(), DEALER),
    (TakeCash(T1, Cents(1)), DEALER),
    (TakeCash(T1, Cents(10)), DEALER),
    (DealCard(parse_card("4D")), DEALER),
    (DealCard(parse_card("4H")), DEALER),
    (DealCard(parse_card("4D"), CardOrigin.KEYED), DEALER),
    (DealCard(parse_card("4D"), CardOrigin.KEYED, confirmed=True), DEALER),
    (Attest(), DEALER),
    (Attest(parse_cards("4D 5D")), DEALER),
    (Attest(parse_cards("5D 4D")), DEALER),
    (ConfigureTable(configuration()), DEALER),
    (ConfigureTable(replace(configuration(), liability_cap=Cents(5))), DEALER),
    (ConfigureTable(replace(configuration(), burns_cards=True)), DEALER),
]


def test_everything_that_a_sender_says_is_in_it() -> None:
    assert len({printed(wish, by) for wish, by in OTHERS}) == len(OTHERS)


@pytest.mark.parametrize(("wish", "by"), OTHERS)
def test_a_repeat_has_the_same(wish: Wish, by: By) -> None:
    assert printed(wish, by, at=1) == printed(replace(wish), by, at=99)
