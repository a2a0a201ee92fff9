from collections.abc import Callable

import pytest

from punto.rules.games import Game
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.money import dollars
from support.cli.play.seating import Seated, seat_patron


@pytest.fixture
def tiger(games: dict[str, Game]) -> Terms:
    """An eight-deck table of Tiger Baccarat, whole dollars, at most 500 on a bet."""
    terms = terms_of(games["mbs-tiger"], 8, (), Limits(maximum=dollars(500)))
    assert isinstance(terms, Terms)
    return terms


@pytest.fixture
def seated(tiger: Terms) -> Callable[[str], Seated]:
    """Return a function that seats a patron with 1000 dollars at a shoe with known first cards."""
    return lambda cards: seat_patron(tiger, cards)
