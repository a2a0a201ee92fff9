import pytest

from punto.bootstrap.rule_book import shipped_documents
from punto.rules.documents import Document, Kind, Paragraph, Phrases, load_document
from punto.rules.games import Game
from punto.rules.irregularity_policies import Irregularity, Late, Policy, Remedy
from punto.rules.roles import Role
from support.bet_clauses import DOCUMENT_OF

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
casino_manager = "Casino Manager"

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
        Role.CASINO_MANAGER: "Casino Manager",
    }
    assert document.acted_for == tuple(Role)
    last = Paragraph(
        "6.1", Kind.ROLE, "The rest is for the Gaming Shift Manager.", "rounds", open=True
    )
    assert document.paragraphs[-1] == last
    assert "3.8" in {each.number for each in document.paragraphs}
    assert document.only((last,)).paragraphs == (last,)


def test_all_faults_of_a_document_are_told_at_once() -> None:
    faulty = SOUND.replace('"DEAL"', '"DRAW"').replace("open = true", "open = 1")
    faults = load_document(faulty)
    assert isinstance(faults, tuple)
    assert [str(fault) for fault in faults] == [
        "line 17: kind 'DRAW': expected DEF UI BET DEAL PAY IRR ROLE",
        "line 26: open 1: expected true or false",
    ]


def test_a_title_that_is_missing_or_unknown_is_told_with_its_line() -> None:
    faulty = SOUND.replace("pit_manager =", "pit_boss =").replace('"Dealer"', '""')
    faults = load_document(faulty)
    assert isinstance(faults, tuple)
    assert [str(fault) for fault in faults] == [
        "line 8: pit_manager is missing, expected a text",
        "line 9: dealer '': expected a text",
        "line 11: unknown key 'pit_boss': expected casino_manager dealer pit_manager "
        "pit_supervisor shift_manager",
    ]


@pytest.mark.reading("A-52")
def test_a_document_says_up_to_which_position_another_person_may_act() -> None:
    named = SOUND.replace("[titles]", 'acted_for = "pit_manager"\n[titles]')
    document = load_document(named)
    assert isinstance(document, Document)
    assert document.acted_for == (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER)
    faults = load_document(named.replace('"pit_manager"', '"cook"'))
    assert isinstance(faults, tuple)
    assert "role 'cook': expected dealer" in str(faults[0])


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


def test_text_that_is_not_toml_is_not_a_document() -> None:
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


PUT_IN_ORDER = "remedy: expected reconstruct where cards are put in order"
POLICY = """
[[irregularities]]
what = "foreign-card"
clause = "5.1"
remedy = "void"
attested_by = "pit_supervisor"
withdraws_shoe = true
"""
UNCOVERED = """
[[irregularities]]
what = "not-covered"
clause = "6.1"
remedy = "ruling"
attested_by = "shift_manager"
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
        late=Late.RULING,
        takes_extra=False,
        order_by_attester=False,
        needs_card=False,
        before_first_card=None,
    )


def test_a_policy_says_what_is_late_and_what_becomes_of_cards() -> None:
    text = POLICY.replace('"void"', '"reconstruct"').replace("withdraws_shoe", "takes_extra")
    more = 'late = "stands"\norder_by_attester = true\nbefore_first_card = "not-covered"\n'
    text += "reaches_settled = true\nneeds_card = true\n" + more
    document = load_document(SOUND + text + UNCOVERED)
    assert isinstance(document, Document)
    assert document.policies[:-1] == (
        Policy(
            Irregularity.FOREIGN_CARD,
            "5.1",
            Remedy.RECONSTRUCT,
            Role.PIT_SUPERVISOR,
            withdraws_shoe=False,
            reaches_settled=True,
            late=Late.STANDS,
            takes_extra=True,
            order_by_attester=True,
            needs_card=True,
            before_first_card=Irregularity.NOT_COVERED,
        ),
    )


def test_words_that_open_and_close_bets_are_read_with_the_document() -> None:
    pairs = '[{ opening = "Bets are open", closing = "Closed" }, { closing = "No More Bets" }]'
    document = load_document(f"phrases = {pairs}\n{SOUND}")
    assert isinstance(document, Document)
    assert document.phrases == (Phrases("Bets are open", "Closed"), Phrases("", "No More Bets"))
    without = load_document(SOUND)
    assert isinstance(without, Document)
    assert without.phrases == ()


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ('{ opening = "Bets are open" }', "phrases 1 closing"),
        ('{ closing = "Closed", whisper = "psst" }', "phrases 1 whisper"),
    ],
)
def test_words_that_do_not_close_or_are_too_many_are_a_fault(pair: str, sentence: str) -> None:
    faults = load_document(f"phrases = [{pair}]\n{SOUND}")
    assert isinstance(faults, tuple)
    assert any(sentence.rsplit(maxsplit=1)[-1] in fault.sentence for fault in faults)


@pytest.mark.clause("rws-etg", "3.7")
@pytest.mark.clause("rws-live", "3.3", "3.8")
@pytest.mark.clause("mbs", "3.1", "3.2")
@pytest.mark.reading("A-25")
def test_each_document_opens_and_closes_bets_in_its_own_words() -> None:
    words = {document.key: document.phrases for document in shipped_documents()}
    assert words == {
        "rws-etg": (Phrases("", "No More Bets"),),
        "rws-live": (Phrases("Place your Bets, please", "No more Bets"),),
        "mbs": (
            Phrases("Place your bets, please", "No more bets"),
            Phrases("Bets are open", "Bets are closed"),
        ),
    }


def test_every_irregularity_has_a_meaning_of_its_own() -> None:
    meanings = {irregularity.meaning for irregularity in Irregularity}
    assert len(meanings) == len(Irregularity)
    assert all(meaning.endswith(".") for meaning in meanings)


def test_readings_that_a_document_fixes_are_read_with_it() -> None:
    document = load_document('fixed_readings = ["A-15"]\n' + SOUND)
    assert isinstance(document, Document)
    assert document.fixed_readings == ("A-15",)


@pytest.mark.clause("rws-etg", "3.6")
@pytest.mark.reading("A-15", "A-16")
def test_rws_leaves_no_choice_of_side_bets_alone_and_opposite_bets() -> None:
    fixed = {document.key: document.fixed_readings for document in shipped_documents()}
    assert fixed == {"rws-etg": ("A-15", "A-16"), "rws-live": (), "mbs": ()}


@pytest.mark.clause("rws-live", "5.4", "5.17")
@pytest.mark.reading("A-57", "A-82")
def test_a_live_table_gives_each_irregularity_the_options_of_its_paragraph() -> None:
    policies = {document.key: document.policies for document in shipped_documents()}
    given = {p.irregularity.value: (p.clause, p.options.value) for p in policies["rws-live"]}
    never = {what for what, (_, options) in given.items() if options == "never"}
    assert {what: told for what, told in given.items() if what not in never} == {
        "wrong-area": ("5.8.1", "unless-decided-and-put-right"),
        "wrong-person": ("5.8.2", "unless-decided-and-put-right"),
        "wrong-order": ("5.12", "always"),
        "excess-or-exposed-card": ("5.7", "no-outcome"),
        "dealt-order-lost": ("5.12.1", "always"),
        "dealt-face-up": ("5.9", "no-outcome"),
        "simultaneous-draw": ("5.10", "always"),
        "simultaneous-draw-order-unknown": ("5.10", "always"),
        "face-up-card": ("5.7", "no-outcome"),
    }


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("foreign-card", "joker", "what 'joker': expected technical-interruption "),
        ('"void"', '"refund"', "remedy 'refund': expected void first-decision reconstruct "),
        ("pit_supervisor", "cook", "role 'cook': expected dealer pit_supervisor pit_manager "),
        ('"void"', '"play-on"', "withdraws_shoe: expected only where the round is void"),
        ("withdraws_shoe = true", 'late = "never"', "late 'never': expected by-the-cards stands "),
        ("withdraws_shoe", "takes_extra", PUT_IN_ORDER),
        ("withdraws_shoe", "order_by_attester", PUT_IN_ORDER),
        ("withdraws_shoe", "seen_card_ruled", "seen_card_ruled: expected only where cards are"),
        ("withdraws_shoe = true", 'options = "often"', "options 'often': expected never "),
        (
            "withdraws_shoe = true",
            'before_first_card = "joker"',
            "before_first_card 'joker': expected tech",
        ),
    ],
)
def test_a_policy_with_a_wrong_word_is_a_fault(old: str, new: str, sentence: str) -> None:
    faults = load_document(SOUND + POLICY.replace(old, new))
    assert isinstance(faults, tuple)
    (fault,) = faults
    assert fault.sentence.startswith(sentence)


def test_two_policies_for_one_irregularity_are_a_fault() -> None:
    text = SOUND + POLICY + UNCOVERED
    faults = load_document(text + POLICY)
    assert isinstance(faults, tuple)
    (fault,) = faults
    line = 1 + text.count("\n") + POLICY.splitlines().index('what = "foreign-card"')
    sentence = "what 'foreign-card': named twice, expected one policy for each"
    assert (fault.line, fault.sentence) == (line, sentence)


def test_what_counts_as_something_without_a_policy_is_a_fault() -> None:
    before = 'before_first_card = "not-covered"\n'
    faults = load_document(SOUND + POLICY + before)
    assert isinstance(faults, tuple)
    (fault,) = faults
    line = (SOUND + POLICY).count("\n") + 1
    sentence = "before_first_card 'not-covered': expected a policy of that name"
    assert (fault.line, fault.sentence) == (line, sentence)
    assert isinstance(load_document(SOUND + POLICY + before + UNCOVERED), Document)


def test_a_wrong_word_is_not_taken_for_another_policy() -> None:
    faults = load_document(SOUND + UNCOVERED + POLICY.replace("foreign-card", "joker"))
    assert isinstance(faults, tuple)
    (fault,) = faults
    assert fault.sentence.startswith("what 'joker': expected technical-interruption ")
