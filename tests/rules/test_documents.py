import pytest

from bet_clauses import DOCUMENT_OF
from punto.bootstrap.rule_book import shipped_documents
from punto.rules.documents import Document, Kind, Paragraph, load_document
from punto.rules.games import Game
from punto.rules.irregularities import Irregularity, Policy, Remedy
from punto.rules.roles import Role

SOUND = """\
key = "mbs"
operator = "MBS"
operator_name = "Marina Bay Sands"
title = "Electronic Baccarat (MBS)"
version = 4
effective = 2025-03-20T09:00:00+08:00

[titles]
dealer = "Dealer"
pit_supervisor = "Pit Supervisor"
pit_manager = "Pit Manager"
shift_manager = "Gaming Shift Manager"

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
    assert document.titles == {
        Role.DEALER: "Dealer",
        Role.PIT_SUPERVISOR: "Pit Supervisor",
        Role.PIT_MANAGER: "Pit Manager",
        Role.SHIFT_MANAGER: "Gaming Shift Manager",
    }
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
        "line 16: kind 'DRAW': expected DEF UI BET DEAL PAY IRR ROLE",
        "line 25: open 1: expected true or false",
    ]


def test_a_title_that_is_missing_or_unknown_is_told_with_its_line() -> None:
    faulty = SOUND.replace("pit_manager =", "pit_boss =").replace('"Dealer"', '""')
    faults = load_document(faulty)
    assert isinstance(faults, tuple)
    assert [str(fault) for fault in faults] == [
        "line 8: pit_manager is missing, expected a text",
        "line 9: dealer '': expected a text",
        "line 11: unknown key 'pit_boss': expected dealer pit_manager pit_supervisor shift_manager",
    ]


@pytest.mark.parametrize("role", Role)
def test_a_document_has_a_title_for_every_role(role: Role) -> None:
    faults = load_document(SOUND.replace(role.name.lower(), "somebody"))
    assert isinstance(faults, tuple)
    assert f"line 8: {role.name.lower()} is missing, expected a text" in map(str, faults)


def test_a_document_without_titles_is_faulty() -> None:
    start, end = SOUND.index("[titles]"), SOUND.index("[[paragraphs]]")
    faults = load_document(SOUND[:start] + SOUND[end:])
    assert isinstance(faults, tuple)
    assert "line 1: titles is missing, expected a table" in map(str, faults)


@pytest.mark.reading("A-52")
def test_the_person_of_last_resort_has_each_operators_own_title() -> None:
    titles = {document.key: document.titles for document in shipped_documents()}
    assert {key: title[Role.SHIFT_MANAGER] for key, title in titles.items()} == {
        "rws-etg": "Table Games Shift Manager",
        "rws-live": "Table Game Shift Manager",
        "mbs": "Gaming Shift Manager",
    }


def test_the_other_roles_are_called_alike_everywhere() -> None:
    for document in shipped_documents():
        lower = [title for role, title in document.titles.items() if role < Role.SHIFT_MANAGER]
        assert lower == ["Dealer", "Pit Supervisor", "Pit Manager"]


def test_a_document_can_be_hashed() -> None:
    assert len(set(shipped_documents()) | set(shipped_documents())) == 3


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


POLICY = """
[[irregularities]]
what = "foreign-card"
clause = "5.1"
remedy = "void"
attested_by = "pit_supervisor"
withdraws_shoe = true
"""


def test_policies_of_irregularities_are_read_with_the_document() -> None:
    document = load_document(SOUND + POLICY)
    assert isinstance(document, Document)
    (policy,) = document.policies
    assert policy == Policy(
        Irregularity.FOREIGN_CARD,
        "5.1",
        Remedy.VOID,
        Role.PIT_SUPERVISOR,
        withdraws_shoe=True,
        reaches_settled=False,
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("foreign-card", "joker", "what 'joker': expected technical-interruption foreign-card "),
        ('"void"', '"refund"', "remedy 'refund': expected void first-decision reconstruct "),
        ("pit_supervisor", "cook", "role 'cook': expected dealer pit_supervisor pit_manager "),
        ('"void"', '"play-on"', "withdraws_shoe: expected only where the round is void"),
    ],
)
def test_a_policy_with_a_wrong_word_is_a_fault(old: str, new: str, sentence: str) -> None:
    faults = load_document(SOUND + POLICY.replace(old, new))
    assert isinstance(faults, tuple)
    (fault,) = faults
    assert fault.sentence.startswith(sentence)
