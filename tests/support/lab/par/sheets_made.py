"""PAR sheets for tests: made as the command makes them, but from fewer decks."""

from punto.bootstrap.rule_book import shipped_documents, shipped_readings
from punto.cli.screens import condition_words
from punto.lab.par import Origin, Subject
from punto.lab.par.blocks import SheetSection, SheetTable
from punto.rules.games import Game

DEFINITION = "0123456789abcdef" * 4


def subject_of(game: Game, *deck_counts: int) -> Subject:
    """Return the subject of a sheet for these deck counts."""
    documents = {document.title: document for document in shipped_documents()}
    origin = Origin(
        definition=DEFINITION,
        software="0.0",
        named=game.key,
        document=documents.get(game.rules.document),
        readings=shipped_readings(),
        dated=None,
        when_words=condition_words,
    )
    return Subject(game, deck_counts or (8,), origin)


def table_of(section: SheetSection, caption: str) -> SheetTable:
    """Return the table whose caption begins with these words."""
    tables = [block for block in section.blocks if isinstance(block, SheetTable)]
    return next(table for table in tables if table.caption.startswith(caption))


def rows_of(section: SheetSection, caption: str) -> list[tuple[str, ...]]:
    """All rows of that table."""
    return [row for group in table_of(section, caption).groups for row in group.rows]
