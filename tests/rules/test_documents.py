import pytest

from bet_clauses import DOCUMENT_OF
from punto.bootstrap.rule_book import shipped_documents
from punto.rules.documents import Document, Kind, Paragraph, load_document
from punto.rules.games import Game

SOUND = """\
key = "mbs"
operator = "MBS"
operator_name = "Marina Bay Sands"
title = "Electronic Baccarat (MBS)"
version = 4
effective = 2025-03-20T09:00:00+08:00

[[paragraphs]]
number = "3.8"
kind = "DEAL"
meaning = "Third cards follow the table."
owner = "rules"

[[paragraphs]]
number = "6.1"
kind = "ROLE"
meaning = "The rest is for the Gaming Shift Manager."
owner = "rounds"
open = true
"""


def test_a_document_is_read_whole() -> None:
    document = load_document(SOUND)
    assert isinstance(document, Document)
    assert (document.key, document.operator, document.version) == ("mbs", "MBS", 4)
    last = Paragraph(
        "6.1", Kind.ROLE, "The rest is for the Gaming Shift Manager.", "rounds", open=True
    )
    assert document.paragraph("6.1") == last
    assert document.paragraph("3.8") is not None
    assert document.paragraph("9.9") is None
    assert document.only((last,)).paragraphs == (last,)


def test_all_faults_of_a_document_are_told_at_once() -> None:
    faulty = SOUND.replace('"DEAL"', '"DRAW"').replace("open = true", "open = 1")
    faults = load_document(faulty)
    assert isinstance(faults, tuple)
    assert [str(fault) for fault in faults] == [
        "line 10: kind 'DRAW': expected DEF UI BET DEAL PAY IRR ROLE",
        "line 19: open 1: expected true or false",
    ]


def test_what_is_no_toml_is_no_document() -> None:
    faults = load_document("key")
    assert isinstance(faults, tuple)
    assert len(faults) == 1


@pytest.mark.reading("A-64", "A-71")
@pytest.mark.clause("rws-etg", "preamble")
@pytest.mark.clause("mbs", "preamble", "game list")
def test_each_game_carries_the_identity_of_its_document(games: dict[str, Game]) -> None:
    documents = {document.key: document for document in shipped_documents()}
    for key, game in games.items():
        document = documents[DOCUMENT_OF[key]]
        assert game.operator == document.operator
        assert game.rules.document == document.title
        assert game.rules.version == document.version
        assert game.rules.effective == document.effective


@pytest.mark.reading("A-64", "A-71")
def test_versions_and_dates_are_those_printed_and_unknown_where_none_is() -> None:
    printed = {
        document.key: (document.version, document.effective and document.effective.isoformat())
        for document in shipped_documents()
    }
    assert printed == {
        "rws-etg": (5, "2020-01-29T08:00:00+08:00"),
        "rws-live": (None, None),
        "mbs": (4, "2025-03-20T09:00:00+08:00"),
    }


def test_no_paragraph_is_written_twice() -> None:
    for document in shipped_documents():
        numbers = [paragraph.number for paragraph in document.paragraphs]
        assert len(numbers) == len(set(numbers))
