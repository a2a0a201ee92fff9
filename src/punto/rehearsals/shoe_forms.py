"""Statements about the shoe."""

from typing import Final

from punto.rehearsals.forms import Found, of_table, of_table_now
from punto.rehearsals.scenes import Scene
from punto.rounds import CardSource
from punto.rounds.shoe import commands as shoe_commands
from punto.rules import commitment_of, is_whole_decks
from punto.values import DECK, Card

USUAL_SHUFFLES: Final = {
    CardSource.SHOE_THAT_READS: shoe_commands.Shuffle.BY_HAND,
    CardSource.KEYED_SHOE: shoe_commands.Shuffle.BY_HAND,
    CardSource.SHUFFLER: shoe_commands.Shuffle.BY_MACHINE,
    CardSource.VIRTUAL_SHOE: shoe_commands.Shuffle.VIRTUAL,
}


USUAL_BEHIND_CUT: Final = 14
"""The default number of cards behind the cut card of a virtual shoe."""


def order_beginning(cards: tuple[Card, ...], decks: int) -> tuple[Card, ...]:
    """Return an order of whole decks that begins with these cards; the rest is in new order."""
    rest = list(DECK * decks)
    for card in cards:
        if card in rest:
            rest.remove(card)
    return (*cards, *rest)


def salt_of(shoe_number: int) -> str:
    """Return a fixed salt, since a rehearsal has no secrets."""
    return f"{shoe_number:064x}"


def _decks(found: Found, scene: Scene) -> int:
    configuration = scene.table.configuration
    usual = 0 if configuration is None else configuration.terms.decks
    return int(found.get("decks", usual))


def _load(found: Found, scene: Scene) -> shoe_commands.LoadShoe:
    decks, configuration = _decks(found, scene), scene.table.configuration
    source = CardSource.SHOE_THAT_READS if configuration is None else configuration.source
    shuffle = found.get("shuffle", USUAL_SHUFFLES[source])
    commitment, sealed = found.get("commitment", ""), found.get("seal", "")
    if "cards" in found:
        order = order_beginning(found["cards"], decks)
        sealed = "sealed for a rehearsal"
        # A commitment needs whole decks; the table refuses a shoe of other cards.
        if is_whole_decks(order, decks):
            commitment = commitment_of(order, salt_of(scene.table.shoes_count + 1))
    behind = USUAL_BEHIND_CUT if source is CardSource.VIRTUAL_SHOE else None
    cut_at = None if behind is None else decks * len(DECK) - behind
    return shoe_commands.LoadShoe(decks, shuffle, commitment, sealed, found.get("cut", cut_at))


def _reveal(found: Found, scene: Scene) -> shoe_commands.RevealShoe:
    number, decks = found["number"], _decks(found, scene)
    order = order_beginning(found["cards"], decks)
    return shoe_commands.RevealShoe(number, order, found.get("salt", salt_of(number)))


SHOE_STATEMENTS: Final = (
    of_table_now(
        "{who} loads the shoe [with {decks:number} decks] [shuffled {shuffle}]",
        "Put shuffled decks into play; by default the number and the shuffle that the table is "
        "configured for.",
        "mei loads the shoe",
        _load,
    ),
    of_table_now(
        "{who} loads a virtual shoe beginning {cards} [cut {cut}]",
        "A shoe with a committed order: these cards first, then all others as in new decks. By "
        "default 14 cards lie behind its cut card, which comes out automatically.",
        "timer loads a virtual shoe beginning KS 3D QH 4C 2D",
        _load,
    ),
    of_table_now(
        "{who} loads the shoe committed as {commitment:text} sealed as {seal:text}",
        "The same with any text as the commitment.",
        'mei loads the shoe committed as "00ff" sealed as "secret"',
        _load,
    ),
    of_table(
        "{who} shows {card} and burns",
        "Show the first card of the shoe and burn as many cards as its value.",
        "mei shows 5D and burns",
        lambda found: shoe_commands.BurnCards(found["card"]),
    ),
    of_table(
        "{who} sees the cut card",
        "The cut card came out.",
        "mei sees the cut card",
        lambda _: shoe_commands.NoteCutCard(),
    ),
    of_table(
        "{who} counts {number} cards",
        "Count all cards of the shoe, dealt or not; a wrong number is itself an irregularity.",
        "mei counts 416 cards",
        lambda found: shoe_commands.CountCards(found["number"]),
    ),
    of_table(
        "{who} retires the shoe : {text}",
        "Take the shoe out of play.",
        'arun retires the shoe: "worn cards"',
        lambda found: shoe_commands.RetireShoe(found["text"]),
    ),
    of_table_now(
        "{who} reveals shoe {number} beginning {cards} [with {decks:number} decks] "
        "[salt {salt:text}]",
        "Reveal the loaded order of a retired virtual shoe.",
        "timer reveals shoe 1 beginning KS 3D QH 4C 2D",
        _reveal,
    ),
    of_table(
        "{who} restarts the roads",
        "Restart the roads at a continuous shuffler, which has no new shoes.",
        "mei restarts the roads",
        lambda _: shoe_commands.RestartRoads(),
    ),
)
