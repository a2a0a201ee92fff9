from collections.abc import Callable

import pytest

from punto.cli.play.session import Session
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.games import Game
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.cards import DECK, parse_cards
from punto.values.money import dollars


@pytest.fixture
def tiger(games: dict[str, Game]) -> Terms:
    """An eight-deck table of Tiger Baccarat, whole dollars, at most 500 on a bet."""
    terms = terms_of(games["mbs-tiger"], 8, (), Limits(maximum=dollars(500)))
    assert isinstance(terms, Terms)
    return terms


@pytest.fixture
def seated(tiger: Terms) -> Callable[[str], Session]:
    """A patron with 1000 dollars at a shoe whose first cards are known."""

    def seated(cards: str = "") -> Session:
        return Session(tiger, VirtualShoe(parse_cards(cards) + DECK * 2), dollars(1000))

    return seated
