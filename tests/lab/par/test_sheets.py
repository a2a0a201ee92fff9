"""What a sheet says, compared with published figures and with the oracle."""

from fractions import Fraction

import pytest

from oracle.alternatives import tiger_pair_edge
from oracle.enumerator import same_points
from punto.lab import GameOdds, exact_odds
from punto.lab.par import Subject, html_of, pdf_of, sheet_of
from punto.lab.par.annex import annex
from punto.lab.par.blocks import Facts, Heading, Words, exact
from punto.lab.par.method import verification
from punto.lab.par.overview import glance, identity
from punto.lab.par.pay_tables import pay_tables
from punto.lab.par.readings_cost import readings_cost
from punto.lab.par.sheets import Sheet
from punto.lab.par.subjects import DrawsDoNotAddUp, ways_to_win
from punto.lab.par.volatility import correlations
from punto.rules.games import Game
from support.lab.par.sheets_made import DEFINITION, rows_of, subject_of, table_of


@pytest.fixture(scope="module")
def tiger(games: dict[str, Game]) -> Subject:
    return subject_of(games["mbs-tiger"], 7, 8)


@pytest.fixture(scope="module")
def sheet(tiger: Subject) -> Sheet:
    return sheet_of(tiger)


def test_the_check_totals_of_eight_decks_are_the_published_ones(tiger: Subject) -> None:
    totals = rows_of(verification(tiger), "Check totals")
    assert totals[1] == (
        "8", "416",
        "2,230,518,282,592,256", "2,292,252,566,437,888", "475,627,426,473,216",
        "4,998,398,275,503,360",
    )  # fmt: skip


def test_draws_that_do_not_add_up_stop_the_sheet(
    tiger: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameOdds, "total", 1)
    with pytest.raises(DrawsDoNotAddUp):
        ways_to_win(tiger.odds)


def test_the_identity_names_document_version_date_and_definition(tiger: Subject) -> None:
    (facts,) = (block for block in identity(tiger).blocks if isinstance(block, Facts))
    told = dict(facts.pairs)
    assert told["Rule document"] == "Electronic Baccarat (MBS), Marina Bay Sands"
    assert told["Version"] == "4"
    assert told["In force from"] == "2025-03-20T09:00:00+08:00"
    assert told["Definition, SHA-256"] == DEFINITION
    assert told["Covered here"] == "7 to 8 decks"


@pytest.mark.reading("A-71")
def test_an_unknown_version_is_told_as_unknown(games: dict[str, Game]) -> None:
    (facts, _) = identity(subject_of(games["rws-live"])).blocks
    assert isinstance(facts, Facts)
    assert ("Version", "unknown") in facts.pairs
    assert ("In force from", "unknown") in facts.pairs


def test_a_bet_at_a_glance(tiger: Subject) -> None:
    rows = {row[2]: row for row in rows_of(glance(tiger), "All bets, 8 decks")}
    # Wins 0.446247, loses 0.458597: the variance is their sum less the square of the edge.
    deviation = (0.9048440320 - 0.0123508**2) ** 0.5
    edge, returned, hit, push, spread, _, index = rows["player"][3:]
    assert (edge, returned, hit, push) == ("1.2351", "98.7649", "0.4462466093", "0.0951559680")
    assert float(spread) == pytest.approx(deviation, abs=1e-6)
    assert float(index) == pytest.approx(1.645 * deviation, abs=1e-4)


def test_pay_rows_have_their_clauses(tiger: Subject) -> None:
    groups = {group.title: group.rows for group in table_of(pay_tables(tiger), "Pay tables").groups}
    assert groups["2. Banker (banker), clause 4.7"] == (
        ("1", "Banker wins", "0.95 to 1 (net of a commission of 0.05 to 1)", "4.7"),
        ("2", "a Tie", "push", "3.9.1"),
    )
    banker = rows_of(pay_tables(tiger), "Banker draws")
    assert banker[3] == ("3", "D", *"DDDDDDDD–D")
    assert banker[6] == ("6", "–", *"––––––DD––")


def test_the_annex_has_every_fraction_for_every_deck_count(games: dict[str, Game]) -> None:
    section = annex(subject_of(games["mbs-tiger"], 4, 8))
    for row, decks in zip(rows_of(section, "Tiger: edge"), (4, 8), strict=True):
        assert row[0] == str(decks)
        assert row[2] == exact(exact_odds(games["mbs-tiger"], decks)["tiger"].edge)
    groups = table_of(section, "Tiger: probability").groups
    assert [group.title.partition(":")[0] for group in groups] == [
        "Row 1, 12 to 1", "Row 2, 20 to 1", "Wins, by any row", "Loses",
    ]  # fmt: skip
    eight = [group.rows[1] for group in groups]
    assert eight[1][1] == "83,058,367,551,488"
    assert Fraction(eight[0][2]) + Fraction(eight[1][2]) == Fraction(eight[2][2])
    assert Fraction(eight[2][2]) + Fraction(eight[3][2]) == 1
    ways = [int(row[1].replace(",", "")) for row in eight]
    assert ways[2] + ways[3] == 4_998_398_275_503_360


def test_correlations_are_the_lower_half_of_a_matrix(games: dict[str, Game]) -> None:
    rows = rows_of(correlations(subject_of(games["rws-etg"])), "Correlations with bets 1 to 5")
    assert rows[0] == ("1", "Player", "1.0000", "", "", "", "")
    assert float(rows[1][2].replace("−", "-")) == pytest.approx(-0.9931, abs=1e-4)


@pytest.mark.reading("A-03", "A-06", "A-07")
def test_choices_not_taken_are_told_where_they_change_the_game(games: dict[str, Game]) -> None:
    told = {}
    for key in ("rws-etg", "mbs-tiger", "mbs-super-six", "mbs-fabulous-4s"):
        blocks = readings_cost(subject_of(games[key])).blocks
        heads = (block.text for block in blocks if isinstance(block, Heading))
        told[key] = [head.partition(",")[0] for head in heads if "not in force" in head]
    assert told == {
        "rws-etg": ["A-03 b", "A-06 b"],
        "mbs-tiger": ["A-03 b", "A-06 b", "A-07 b", "A-07 c"],
        "mbs-super-six": ["A-03 b", "A-06 b"],
        "mbs-fabulous-4s": ["A-03 b"],
    }


@pytest.mark.reading("A-07")
def test_a_choice_not_taken_has_exact_odds(tiger: Subject) -> None:
    (row,) = rows_of(readings_cost(tiger), "House edge under A-07 b")
    assert (row[0], row[1], row[3], row[5]) == ("Tiger Pair", "16.1217", "12.9213", "−3.2004")
    assert Fraction(row[4]) == tiger_pair_edge(same_points)


def test_a_question_of_another_document_is_marked(games: dict[str, Game]) -> None:
    def marked(key: str) -> int:
        blocks = readings_cost(subject_of(games[key])).blocks
        return sum("another document" in b.text for b in blocks if isinstance(b, Words))

    # A-03 arises in the RWS texts only, A-06 and A-07 in the MBS text only.
    assert (marked("rws-etg"), marked("mbs-tiger")) == (1, 1)


def test_the_page_is_whole_and_fetches_nothing(sheet: Sheet) -> None:
    page = html_of(sheet).decode()
    assert page.count(DEFINITION) >= 3
    assert page.count("<svg") == 3
    assert "<script" not in page
    assert "url(" not in page
    assert "src=" not in page
    fetched = page.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in fetched
    for section in sheet.sections:
        assert f"</b>{section.title}</h2>" in page


def test_the_print_is_an_archived_pdf_and_always_the_same(sheet: Sheet, tiger: Subject) -> None:
    printed = pdf_of(sheet)
    assert printed.startswith(b"%PDF-1.7")
    assert b"<pdfaid:part>2" in printed
    assert b"<pdfaid:conformance>A" in printed
    assert b"<pdfuaid:part>1" in printed
    again = sheet_of(Subject(tiger.game, tiger.deck_counts, tiger.origin))
    assert again == sheet
    assert pdf_of(again) == printed
    assert html_of(again) == html_of(sheet)


def test_sections_stand_where_others_look_for_them(sheet: Sheet) -> None:
    titles = [section.title for section in sheet.sections]
    assert titles.index("Pay tables and Table of Play") + 1 == 3
    assert titles.index("Volatility and bankroll") + 1 == 5
    assert titles.index("How to verify it") + 1 == 9
