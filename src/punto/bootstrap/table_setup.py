"""The configuration of a table, from a game and its document; the games that the pit may choose."""

from collections.abc import Mapping

from punto.bootstrap import rule_book
from punto.live import USUAL_LAYOUT
from punto.rounds import LIVE_DOCUMENTS, Configuration
from punto.rules import Document, Game, Irregularity, Phrases, Policy, Remedy, Role, Terms
from punto.values import Instant, TableId, datetime_of

HOUSE = "house"
"""The document of a game that follows none of the shipped ones."""

HOUSE_POLICIES = (
    Policy(
        Irregularity.TECHNICAL_INTERRUPTION,
        "house rules",
        Remedy.FIRST_DECISION,
        Role.PIT_SUPERVISOR,
        withdraws_shoe=False,
        reaches_settled=False,
    ),
    Policy(
        Irregularity.NOT_COVERED,
        "house rules",
        Remedy.RULING,
        Role.SHIFT_MANAGER,
        withdraws_shoe=False,
        reaches_settled=False,
    ),
)
"""The least policies with which every round can be ended; the Shift Manager decides the rest."""

USUAL_PHRASES = Phrases("Place your bets, please", "No more bets")


def configuration_of(table: TableId, terms: Terms) -> Configuration:
    """Return a table's configuration by its game's document, with every choice at its default."""
    document = document_of(terms)
    if document is None:
        return house_configuration(table, terms)
    return Configuration(
        table,
        document.key,
        terms,
        _phrases(document),
        policies=document.policies,
        document_phrases=document.phrases,
        readings=_readings(),
        fixed_readings=document.fixed_readings,
        titles=tuple(document.titles.items()),
        acted_for=document.acted_for,
        layout=USUAL_LAYOUT if document.key in LIVE_DOCUMENTS else None,
    )


def house_configuration(table: TableId, terms: Terms) -> Configuration:
    """Return a table's configuration without a document, for a game under house rules."""
    return Configuration(
        table, HOUSE, terms, USUAL_PHRASES, policies=HOUSE_POLICIES, readings=_readings()
    )


def _readings() -> tuple[tuple[str, str], ...]:
    return tuple((reading.id, reading.default) for reading in rule_book.shipped_readings())


def _phrases(document: Document) -> Phrases:
    """Return the document's first pair of phrases, with defaults for missing ones."""
    if not document.phrases:
        return USUAL_PHRASES
    first = document.phrases[0]
    return Phrases(first.opening or USUAL_PHRASES.opening, first.closing)


def document_of(terms: Terms) -> Document | None:
    """Return the shipped document that a game says it follows, by version and date (A-64)."""
    rules = terms.game.rules
    same = (
        document
        for document in rule_book.shipped_documents()
        if (document.title, document.version, document.effective)
        == (rules.document, rules.version, rules.effective)
    )
    return next(same, None)


class ShippedGames:
    """The shipped games, by the rules of a moment."""

    def in_force(self, at: Instant) -> Mapping[str, Game]:
        """Return every game by its key."""
        catalogue, moment = rule_book.shipped_catalogue(), datetime_of(at)
        found = {key: catalogue.in_force(key, moment) for key in rule_book.GAME_KEYS}
        return {key: game for key, game in found.items() if game is not None}

    def coming(self, key: str, at: Instant) -> Game | None:
        """Return the next rules of a game that are not in force yet, if there are any."""
        return rule_book.shipped_catalogue().coming(key, datetime_of(at))

    def configuration(self, table: TableId, terms: Terms) -> Configuration:
        """Return a table's configuration with every choice at its default."""
        return configuration_of(table, terms)
