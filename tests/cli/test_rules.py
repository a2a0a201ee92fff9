import pytest

from punto.bootstrap.rule_book import shipped_readings
from support.cli.running import answer, refused, run


def test_the_json_of_the_rules_has_its_stable_shape() -> None:
    rules = answer("rules", "--json")
    assert set(rules) == {"clauses", "readings"}
    tiger = next(
        clause
        for clause in rules["clauses"]
        if (clause["document"], clause["paragraph"]) == ("mbs", "4.10")
    )
    assert {"document", "paragraph", "meaning", "kind", "tests"} <= set(tiger)
    assert tiger["kind"] == "PAY"
    assert "tests/rules/test_every_bet.py::" in tiger["tests"][0]
    first = rules["readings"][0]
    assert {"id", "paragraphs", "question", "readings", "default", "switch", "tests"} <= set(first)
    assert first["default"] in first["readings"]
    assert len(rules["readings"]) == len(shipped_readings())


def test_one_document_one_paragraph_or_one_reading_can_be_asked_for() -> None:
    assert {c["document"] for c in answer("rules", "rws-live", "--json")["clauses"]} == {"rws-live"}
    dragon = answer("rules", "mbs 1.1.1", "--json")["clauses"]
    assert [c["paragraph"] for c in dragon] == ["1.1.1", "1.1.1.1", "1.1.1.2"]
    only = answer("rules", "A-31", "--json")
    assert (only["clauses"], [r["id"] for r in only["readings"]]) == ([], ["A-31"])
    assert len(answer("rules", "readings", "--json")["readings"]) == len(shipped_readings())


def test_a_person_is_shown_what_is_open_and_what_is_tested() -> None:
    assert "4.10" in run("rules", "mbs").stdout
    assert "open: " not in run("rules", "rws-live").stdout
    reading = run("rules", "A-03").stdout
    assert "▸ a." in reading
    assert "0.35 %" in reading
    switch = run("rules", "A-12").stdout
    assert "a table may choose" in switch


def test_a_wheel_shows_the_rules_without_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.cli.rules.shipped_evidence", lambda: None)
    shown = run("rules", "mbs 1.1.4.1")
    assert "the one game with commission" in shown.stdout
    assert "tests/" not in shown.stdout
    assert "A checkout of the source also names the tests" in shown.stdout
    reading = run("rules", "A-12").stdout
    assert "applied in punto." in reading
    assert "test," not in reading
    assert answer("rules", "A-12", "--json")["readings"][0]["tests"] is None


def test_what_does_not_exist_is_refused() -> None:
    for unknown in ("xyz", "mbs 99", "A-99"):
        (told,) = refused("rules", unknown)
        assert told.startswith(f"{unknown!r}: expected rws-etg, rws-live, mbs, readings, ")
        assert "A-01 to A-89, or words that occur in them" in told


def test_a_clause_is_found_as_it_is_cited_elsewhere() -> None:
    by_number = answer("rules", "4.10", "--json")["clauses"]
    assert [clause["document"] for clause in by_number] == ["mbs"]
    assert answer("rules", "mbs", "4.10", "--json")["clauses"] == by_number
    assert answer("rules", "MBS", "4.10", "--json")["clauses"] == by_number
    assert [r["id"] for r in answer("rules", "a-31", "--json")["readings"]] == ["A-31"]


def test_words_are_looked_for_in_clauses_and_readings() -> None:
    found = answer("rules", "shuffled", "--json")
    assert ("rws-etg", "5.3.5") in {(c["document"], c["paragraph"]) for c in found["clauses"]}


def test_tests_are_named_where_few_clauses_are_asked_for() -> None:
    named = "test_tiger_pair_pays_one_category_the_highest"
    assert named in "".join(run("rules", "mbs 4.9").stdout.split())
    assert named not in "".join(run("rules", "mbs").stdout.split())
    assert "test_a_natural_in_either_hand" in run("rules", "A-04").stdout
