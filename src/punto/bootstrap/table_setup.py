"""The configuration of a table, from a game and the document that it follows."""

from punto.bootstrap.rule_book import shipped_documents, shipped_readings
from punto.rounds.configuration import Configuration
from punto.rules.documents import Document, Phrases
from punto.rules.irregularities import Irregularity, Policy, Remedy
from punto.rules.roles import Role
from punto.rules.terms import Terms
from punto.values.ids import TableId

HOUSE = "house"
"""The document of a game that follows none of those that ship."""

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
"""The least with which a round can always be ended; all else is for the Shift Manager."""

USUAL_PHRASES = Phrases("Place your bets, please", "No more bets")


def configuration_of(table: TableId, terms: Terms) -> Configuration:
    """A table by its game's document, with every choice at its usual value."""
    readings = tuple((reading.id, reading.default) for reading in shipped_readings())
    document = document_of(terms)
    if document is None:
        return Configuration(
            table, HOUSE, terms, USUAL_PHRASES, policies=HOUSE_POLICIES, readings=readings
        )
    return Configuration(
        table,
        document.key,
        terms,
        _phrases(document),
        policies=document.policies,
        document_phrases=document.phrases,
        readings=readings,
        fixed_readings=document.fixed_readings,
        titles=tuple(document.titles.items()),
    )


def _phrases(document: Document) -> Phrases:
    """The first pair of words that the document has, with the usual ones where it has none."""
    if not document.phrases:
        return USUAL_PHRASES
    first = document.phrases[0]
    return Phrases(first.opening or USUAL_PHRASES.opening, first.closing)


def document_of(terms: Terms) -> Document | None:
    """The shipped document that a game says it follows, by version and date (A-64)."""
    rules = terms.game.rules
    same = (
        document
        for document in shipped_documents()
        if (document.title, document.version, document.effective)
        == (rules.document, rules.version, rules.effective)
    )
    return next(same, None)
