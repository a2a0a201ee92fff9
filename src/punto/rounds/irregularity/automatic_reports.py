"""Reports made by the table itself: cards that the decks cannot hold, and wrong counts."""

from punto.rounds.configuration import Configuration
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.state import RecordDoesNotHold
from punto.rules import Actor, Irregularity


def alarm(
    configuration: Configuration, what: Irregularity, by: Actor, words: str
) -> IrregularityReported:
    """Return the table's own report, in the name of the person whose command revealed the fact."""
    policy = configuration.policy(what) or configuration.policy(Irregularity.NOT_COVERED)
    if policy is None:
        raise RecordDoesNotHold("a table without a policy for what is not covered")
    return IrregularityReported(policy, by.person, words, automatic=True)


def beyond_decks(
    configuration: Configuration, beyond: CardBeyondDecks, by: Actor
) -> tuple[CardBeyondDecks, IrregularityReported]:
    """Return a card that the decks cannot contain, and the report that it causes (A-69)."""
    words = f"{beyond.card} came out beyond all that {beyond.decks} decks hold"
    return (beyond, alarm(configuration, Irregularity.FOREIGN_CARD, by, words))
