import json

from support.cli.running import answer, refused, run


def test_the_json_of_a_decision_has_its_stable_shape() -> None:
    assert answer("decided", "rws-etg", "--cards", "9H 3C KD", "--json") == {
        "established": True,
        "bets": {
            "player": None,
            "banker": None,
            "tie": None,
            "player-pair": "lost",
            "banker-pair": None,
        },
    }


def test_bets_that_are_not_offered_decide_nothing() -> None:
    found = answer(
        "decided", "rws-etg", "--cards", "9H 3C KD", "--not-offered", "player-pair", "--json"
    )
    assert found["established"] is False
    assert "player-pair" not in found["bets"]


def test_nothing_is_decided_before_the_first_card() -> None:
    assert answer("decided", "mbs-tiger", "--cards", "", "--json")["established"] is False


def test_a_person_is_told_what_follows() -> None:
    goes_on = run("decided", "mbs-tiger", "--cards", "4D KS 4C").stdout
    assert "An outcome is established: an interrupted round is continued" in goes_on
    assert "Tiger Pair" in goes_on
    void = run("decided", "mbs-tiger", "--cards", "4D KS").stdout
    assert "No outcome is established: an interrupted round is void." in void


def test_a_file_is_judged_line_by_line() -> None:
    result = run("decided", "rws-etg", "--from", "-", given="9H 3C\n9H 3C KD\n9H 3C KD KS KS\n")
    assert result.exit_code == 2
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["line"], first["cards"], first["established"]) == (1, "9H 3C", False)
    assert (second["line"], second["established"]) == (2, True)
    assert result.stderr.startswith("punto: line 3: cards '9H 3C KD KS KS': too many")


def test_cards_that_cannot_be_are_refused() -> None:
    (told,) = refused("decided", "rws-etg", "--cards", "9H 3C KD KS KS")
    assert "too many for the Table of Play" in told
    (told,) = refused("decided", "rws-etg", "--cards", "AS AS AS AS AS", "--decks", "4")
    assert told == "card 'AS': seen 5 times, expected at most 4 in 4 decks (A-69)"
    (told,) = refused("decided", "rws-etg")
    assert told == "give either --cards or --from"
