"""A table at every stage of an evening, and what its screens receive."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache

from punto.rounds.betting.commands import BeginClosing, OpenBets
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import Card, parse_card, parse_cards
from punto.values.structures import field_names, is_structure, replace
from punto.views.watched_table import Watched, watched
from support.rounds import evening as evenings
from support.rounds.evening import PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, T1, T2, Evening
from support.rounds.live import choosing
from support.rounds.matters import GAMES, Policies, report

BANKER_WINS = "KS 3D QH 4C 2D"
"""Player draws on 0 and has 2; Banker stands on 7."""


@cache
def configuration(game_key: str = "mbs-tiger") -> Configuration:
    """Return a configuration that is read once: reading the rule book takes most tests' time."""
    return evenings.configuration(game_key)


def config_for(document: str, policies: Policies) -> Configuration:
    return replace(configuration(GAMES[document]), policies=policies[document])


def opened(config: Configuration | None = None, credits_dollars: int = 1000) -> Evening:
    return evenings.opened(config or configuration(), credits_dollars)


def betting(config: Configuration | None = None) -> Evening:
    return evenings.betting(config or configuration())


def at_a_shuffler() -> Evening:
    """Open a table that deals from a continuous shuffler."""
    evening = configured(replace(configuration(), source=CardSource.SHUFFLER))
    evening.do(OpenTable())
    evening.do(LoadShoe(8, Shuffle.BY_MACHINE))
    return evening


def played(evening: Evening, *coups: str) -> Evening:
    """Play a round for each of these coups, without placing bets."""
    for cards in coups:
        evening.do(OpenBets())
        evening.play(cards)
    return evening


def corrected_late(evening: Evening, round_number: int, cards: str) -> None:
    """Report a wrong result of an earlier round, which the Shift Manager confirms (A-29)."""
    wish = ReportIrregularity(
        Irregularity.WRONG_CARD_REGISTERED, "on the film", parse_cards(cards), (), (), round_number
    )
    evening.do(wish)
    evening.do(Attest(), SHIFT_MANAGER)


def with_extra_card(evening: Evening, card: str) -> Evening:
    """Report an excess card."""
    what = Irregularity.EXCESS_OR_EXPOSED_CARD
    evening.do(ReportIrregularity(what, "it slipped out", None, parse_cards(card)))
    return evening


def screens(evening: Evening) -> Watched:
    """Return what the screens remember of an evening."""
    return watched(evening.record.events)


def configured(config: Configuration | None = None) -> Evening:
    evening = Evening()
    evening.do(ConfigureTable(config or configuration()), PIT_MANAGER)
    return evening


def run_by_one() -> Evening:
    """Open a table on a floor that one person runs alone (A-73)."""
    evening = Evening()
    alone = replace(configuration(), single_person=True)
    evening.do(ConfigureTable(alone), replace(PIT_MANAGER, alone=True))
    evening.do(OpenTable())
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    return evening


def with_bets() -> Evening:
    """Open bets: T1 has 100 on Banker, T2 has 37 on Player."""
    evening = betting()
    evening.bet(T1, banker=100)
    evening.bet(T2, player=37)
    return evening


def closing() -> Evening:
    evening = with_bets()
    evening.do(BeginClosing())
    return evening


def closed(cards: str = "") -> Evening:
    """Close the bets and deal these cards."""
    evening = with_bets()
    evening.close()
    evening.deal(cards)
    return evening


def four_cards() -> Evening:
    """Deal four cards, and leave their totals unannounced."""
    evening = closed("KS 3D QH")
    evening.do(DealCard(parse_card("4C")))
    return evening


def settled(cards: str = BANKER_WINS) -> Evening:
    evening = closed(cards)
    evening.do(Settle())
    return evening


def stopped(
    before: Callable[[], Evening], what: Irregularity, cards: str | None = None
) -> Callable[[], Evening]:
    """Return a stage with an irregularity reported."""

    def build() -> Evening:
        evening = before()
        evening.do(report(what, cards))
        return evening

    return build


def declined() -> Evening:
    evening = stopped(closed, Irregularity.FOREIGN_CARD)()
    evening.do(Decline("it is one of ours"), SUPERVISOR)
    return evening


def void() -> Evening:
    evening = stopped(lambda: closed("KS 3D"), Irregularity.FOREIGN_CARD)()
    evening.do(Attest(), SUPERVISOR)
    return evening


STAGES: Mapping[str, Callable[[], Evening]] = {
    "configured": configured,
    "open": opened,
    "betting": with_bets,
    "closing": closing,
    "no card": closed,
    "two cards": lambda: closed("KS 3D"),
    "four cards": four_cards,
    "third card due": lambda: closed("KS 3D QH 4C"),
    "result": lambda: closed(BANKER_WINS),
    "settled": settled,
    "void": void,
    "betting stopped": stopped(with_bets, Irregularity.TECHNICAL_INTERRUPTION),
    "dealing stopped": stopped(lambda: closed("KS 3D"), Irregularity.FOREIGN_CARD),
    "result stopped": stopped(
        lambda: closed(BANKER_WINS), Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"
    ),
    "settled stopped": stopped(settled, Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"),
    "open stopped": stopped(opened, Irregularity.NOT_COVERED),
    "declined": declined,
    "choosing": choosing,
}
"""Every phase, and every phase in which an irregularity can stop play."""


def values_in(view: object) -> Iterator[object]:
    """Yield every single value in a view, at any depth."""
    if isinstance(view, Card | Enum):
        yield view
    elif is_structure(type(view)):
        for name in field_names(type(view)):
            yield from values_in(getattr(view, name))
    elif isinstance(view, tuple):
        for item in view:
            yield from values_in(item)
    else:
        yield view
