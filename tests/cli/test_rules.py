from cli.running import answer, refused, run


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
    assert len(rules["readings"]) == 73


def test_one_document_one_paragraph_or_one_reading_can_be_asked_for() -> None:
    assert {c["document"] for c in answer("rules", "rws-live", "--json")["clauses"]} == {"rws-live"}
    dragon = answer("rules", "mbs 1.1.1", "--json")["clauses"]
    assert [c["paragraph"] for c in dragon] == ["1.1.1", "1.1.1.1", "1.1.1.2"]
    only = answer("rules", "A-31", "--json")
    assert (only["clauses"], [r["id"] for r in only["readings"]]) == ([], ["A-31"])
    assert len(answer("rules", "readings", "--json")["readings"]) == 73


def test_a_person_is_shown_what_is_open_and_what_is_tested() -> None:
    shown = run("rules", "mbs").stdout
    assert "4.10" in shown
    assert "open: rounds" in shown
    reading = run("rules", "A-03").stdout
    assert "▸ a." in reading
    assert "0.35 %" in reading
    switch = run("rules", "A-12").stdout
    assert "a table may choose" in switch
    assert "open, for punto." in run("rules", "A-19").stdout


def test_what_does_not_exist_is_refused() -> None:
    for unknown in ("xyz", "mbs 99", "A-99"):
        (told,) = refused("rules", unknown)
        assert told.startswith(f"{unknown!r}: expected one of rws-etg rws-live mbs")
