"""The configuration of a table, from a game and the document that it follows."""

from punto.bootstrap.rule_book import shipped_documents, shipped_readings
from punto.live import USUAL_LAYOUT
from punto.rounds import LIVE_DOCUMENTS, Configuration
from punto.rules import Document, Irregularity, Phrases, Policy, Remedy, Role, Terms
from punto.values import TableId

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
"""The minimum with which a round can always be ended; the rest is for the Shift Manager."""

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
    """Return a table's configuration by no document, for a game that is played by house rules."""
    return Configuration(
        table, HOUSE, terms, USUAL_PHRASES, policies=HOUSE_POLICIES, readings=_readings()
    )


def _readings() -> tuple[tuple[str, str], ...]:
    return tuple((reading.id, reading.default) for reading in shipped_readings())


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
        for document in shipped_documents()
        if (document.title, document.version, document.effective)
        == (rules.document, rules.version, rules.effective)
    )
    return next(same, None)
