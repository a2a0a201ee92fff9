"""Tables that play from a virtual shoe, whose order the tests know."""

from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard
from punto.rounds.shoe.commands import LoadShoe, RevealShoe, Shuffle
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rules.shoe_commitments import commitment_of
from punto.values import replace
from punto.values.cards import DECK, Card, parse_cards
from support.rounds.evening import PIT_MANAGER, Evening, configuration

# Player 2, Banker 7: King, 3, Queen, 4, then the 2; the rest in the order of new decks.
FIRST = parse_cards("KS 3D QH 4C 2D")


def _order() -> tuple[Card, ...]:
    rest = list(DECK) * 8
    for card in FIRST:
        rest.remove(card)
    return (*FIRST, *rest)


ORDER = _order()
SALT = "5a" * 32
COMMITMENT = commitment_of(ORDER, SALT)
LOAD = LoadShoe(8, Shuffle.VIRTUAL, COMMITMENT, "sealed")
LOAD_CUT = replace(LOAD, cut_at=360)
"""The load for a table with a timer, which has no cut card to see."""
REVEAL = RevealShoe(1, ORDER, SALT)


def virtual_configuration(game_key: str = "mbs-tiger") -> Configuration:
    return replace(configuration(game_key), source=CardSource.VIRTUAL_SHOE)


def virtual_table(config: Configuration | None = None, load: LoadShoe = LOAD) -> Evening:
    """Open a table with a virtual shoe and no terminals."""
    evening = Evening()
    evening.do(ConfigureTable(config or virtual_configuration()), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(load)
    return evening


def draw(evening: Evening, how_many: int) -> None:
    """Deal the next cards of the known order, and announce the totals after the fourth."""
    for _ in range(how_many):
        card = ORDER[evening.table.shoe_now.dealt_count]
        evening.do(DealCard(card, CardOrigin.DRAWN))
        if len(evening.table.round_now.cards) == 4:
            evening.do(AnnounceTotals())
