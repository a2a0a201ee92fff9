import json
from pathlib import Path

import pytest

from support.cli.running import answer, answers, refused, run

NATURAL = "4D KS 4C 2H"


def test_the_json_of_a_settlement_has_its_stable_shape() -> None:
    settled = answer(
        "settle", "mbs-tiger", "--cards", NATURAL, "--bet", "tiger-pair=5", "--bet", "banker=100",
        "--json",
    )  # fmt: skip
    assert settled == {
        "game": "mbs-tiger",
        "cards": NATURAL,
        "player": {"cards": "4D 4C", "total": 8},
        "banker": {"cards": "KS 2H", "total": 2},
        "winner": "player",
        "bets": {
            "tiger-pair": {
                "stake": "5.00",
                "result": "won",
                "profit": "20.00",
                "returned": "25.00",
                "odds": "4:1",
                "clause": "4.9",
            },
            "banker": {
                "stake": "100.00",
                "result": "lost",
                "profit": "-100.00",
                "returned": "0.00",
                "odds": None,
                "clause": "4.7",
            },
        },
        "total_stake": "105.00",
        "total_returned": "25.00",
    }


def test_commission_and_push_are_told_in_json() -> None:
    banker_wins = answer(
        "settle", "mbs-tiger", "--cards", "KS 3D QH 4C 2D", "--bet", "banker=100", "--json"
    )
    assert banker_wins["bets"]["banker"]["odds"] == "19:20"
    assert banker_wins["bets"]["banker"]["profit"] == "95.00"
    assert banker_wins["bets"]["banker"]["commission"] == "5.00"
    tie = answer("settle", "mbs-tiger", "--cards", "KS KD 7H 7C", "--bet", "banker=100", "--json")
    assert tie["bets"]["banker"] == {
        "stake": "100.00",
        "result": "pushed",
        "profit": "0.00",
        "returned": "100.00",
        "odds": "push",
        "clause": "3.9.1",
    }


def test_without_bets_a_hundred_dollars_stand_on_every_offered_bet() -> None:
    settled = answer("settle", "rws-etg", "--cards", NATURAL, "--json", "--not-offered", "tie")
    assert list(settled["bets"]) == ["player", "banker", "player-pair", "banker-pair"]
    assert settled["total_stake"] == "400.00"


def test_a_person_is_shown_the_hands_the_reasons_and_the_clauses() -> None:
    shown = run("settle", "mbs-tiger", "--cards", "KS 3D QH 4C 2D", "--bet", "banker=100").stdout
    for words in (
        "Tiger Baccarat",
        "Player draws on 0",
        "Banker stands on 7 against a third card of 2",
        "Winner  Banker",
        "0.95 to 1",
        "95.00",
        "4.7",
        "commission 5.00",
    ):
        assert words in shown
    lost = run("settle", "rws-etg", "--cards", NATURAL, "--bet", "banker=1").stdout
    assert "a natural ends the deal" in lost
    assert "Player won 8 to 2, Player pair" in lost
    tied = run("settle", "rws-etg", "--cards", "KS KD 7H 7C", "--bet", "player-pair=1").stdout
    assert "a Tie on 7, no pair" in tied
    stood = run("settle", "rws-etg", "--cards", "6S KD KH 2C 2D", "--bet", "banker=1").stdout
    assert "Banker draws on 2: Player stood" in stood


def test_a_file_is_settled_line_by_line(tmp_path: Path) -> None:
    deals = tmp_path / "night.txt"
    deals.write_text(
        "# a night of play\n"
        f"{NATURAL}\n"
        "\n"
        "KS 3D QH 4C 2D ; banker=20 tie=5   # with its own bets\n"
        '{"cards": "KS KD 7H 7C", "bets": {"tie": "1"}}\n'
        '{"cards": "KS KD 7H 7C"}\n'
    )
    first, second, third, fourth = answers(
        "settle", "mbs-tiger", "--from", str(deals), "--bet", "player=10"
    )
    assert [settled["line"] for settled in (first, second, third, fourth)] == [2, 4, 5, 6]
    assert first["bets"]["player"]["profit"] == "10.00"
    assert list(second["bets"]) == ["banker", "tie"]
    assert second["bets"]["banker"]["profit"] == "19.00"
    assert third["bets"] == {
        "tie": {
            "stake": "1.00",
            "result": "won",
            "profit": "8.00",
            "returned": "9.00",
            "odds": "8:1",
            "clause": "4.7",
        }
    }
    assert list(fourth["bets"]) == ["player"]


def test_what_it_answers_it_can_read_again() -> None:
    first = run("settle", "mbs-tiger", "--from", "-", given=f"{NATURAL}\n").stdout
    again = run("settle", "mbs-tiger", "--from", "-", given=first).stdout
    assert json.loads(again) == json.loads(first)


def test_a_bad_line_is_told_and_the_others_are_settled() -> None:
    given = (
        f"{NATURAL}\n4X KS 4C 2H\n{NATURAL} tiger=x\n{NATURAL} dragon=5 tie=-1\n4D KS\n"
        f'{{"cards": 5}}\n{{oops\n{{"cards": "{NATURAL}", "bets": 5}}\n[1]\n{NATURAL}\n'
    )
    result = run("settle", "mbs-tiger", "--from", "-", given=given)
    assert result.exit_code == 2
    assert [json.loads(line)["line"] for line in result.stdout.splitlines()] == [1, 10]
    told = result.stderr.splitlines()
    assert told[0] == (
        "punto: line 2: card '4X': expected a rank A 2-9 T J Q K and a suit S H D C, such as 4D"
    )
    assert told[1].startswith("punto: line 3: stake on tiger: amount 'x': expected dollars")
    assert told[2].startswith("punto: line 4: bet 'dragon': mbs-tiger has none, expected one of ")
    assert told[3] == "punto: line 4: stake -1.00 on tie: expected more than 0 (A-17)"
    assert told[4].startswith("punto: line 5: cards '4D KS': too few for the Table of Play")
    assert told[5] == 'punto: line 6: cards 5: expected a text such as "4D KS 4C 2H"'
    assert told[6].startswith("punto: line 7: not JSON: ")
    assert told[7] == 'punto: line 8: bets 5: expected an object such as {"tiger": "5"}'
    assert told[8].startswith("punto: line 9: card '[1]'")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rws", "--cards", NATURAL], "game 'rws': unknown, expected a game file's path or one of"),
        (["rws-etg", "--cards", "4D KS 4C 1H"], "card '1H': expected a rank"),
        (["rws-etg", "--cards", "4D KS 4C"], "cards '4D KS 4C': too few for the Table of Play"),
        (["rws-etg", "--cards", ""], "cards '': too few for the Table of Play"),
        (["rws-etg", "--cards", f"{NATURAL} 2D"], f"cards '{NATURAL} 2D': too many"),
        (
            ["rws-etg", "--decks", "4", "--cards", "AS AS AS AS AS 2D"],
            "card 'AS': seen 5 times, expected at most 4 in 4 decks",
        ),
        (["rws-etg", "--cards", NATURAL, "--bet", "tiger=5"], "bet 'tiger': rws-etg has none"),
        (["rws-etg", "--cards", NATURAL, "--bet", "tie"], "bet 'tie': expected BET=DOLLARS"),
        (["rws-etg", "--cards", NATURAL, "--bet", "=5"], "bet '=5': expected BET=DOLLARS"),
        (["rws-etg", "--cards", NATURAL, "--bet", "tie=0"], "stake 0.00 on tie: expected more"),
        (["rws-etg", "--cards", NATURAL, "--bet", "tie=-5"], "stake -5.00 on tie: expected more"),
        (["rws-etg", "--cards", NATURAL, "--bet", "tie=ten"], "stake on tie: amount 'ten': "),
        (["rws-etg", "--cards", NATURAL, "--bet", "tie=nan"], "stake on tie: amount 'nan': "),
        (
            ["rws-etg", "--cards", NATURAL, "--bet", "tie=2.50"],
            "stake 2.50 on tie: expected a multiple of the step 1.00",
        ),
        (
            ["rws-etg", "--cards", NATURAL, "--bet", "tie=5", "--min", "10"],
            "stake 5.00 on tie: expected at least the minimum 10.00",
        ),
        (
            ["rws-etg", "--cards", NATURAL, "--bet", "tie=50", "--max", "10"],
            "stake 50.00 on tie: expected at most the maximum 10.00",
        ),
        (
            ["rws-etg", "--cards", NATURAL, "--bet", "tie=5", "--bet", "tie=6"],
            "bet 'tie': given twice, expected one stake for each bet",
        ),
        (
            ["rws-etg", "--cards", NATURAL, "--bet", "tie=5", "--not-offered", "tie"],
            "bet 'tie': not offered at this table",
        ),
        (["rws-etg", "--cards", NATURAL, "--not-offered", "tye"], "bet 'tye': rws-etg has none"),
        (["rws-etg", "--cards", NATURAL, "--decks", "9"], "decks 9: expected 4 to 8 for rws-etg"),
        (["mbs-tiger", "--cards", NATURAL, "--step", "0.10"], "step 0.10: banker at 0.95 to 1 "),
        (["rws-etg", "--cards", NATURAL, "--step", "x"], "amount 'x': expected dollars"),
        (["rws-etg", "--cards", NATURAL, "--min", "5", "--max", "4"], "limits minimum 5.00"),
        (["rws-etg"], "give either --cards or --from"),
        (["rws-etg", "--cards", NATURAL, "--from", "-"], "give either --cards or --from"),
        (["rws-etg", "--from", "/no/such/file"], "file '/no/such/file': cannot be read"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_clear_sentence(arguments: list[str], sentence: str) -> None:
    (told,) = refused("settle", *arguments)
    assert told.startswith(sentence)


def test_several_bad_bets_are_all_told() -> None:
    told = refused("settle", "rws-etg", "--cards", NATURAL, "--bet", "tiger=5", "--bet", "tie=0")
    assert len(told) == 2


def test_an_unknown_option_ends_with_the_same_exit_code() -> None:
    result = run("settle", "rws-etg", "--card", NATURAL)
    assert result.exit_code == 2
    assert "No such option" in result.stderr


def test_limits_and_steps_that_hold_are_taken() -> None:
    terms = ("--step", "0.20", "--min", "0.20", "--max", "500", "--decks", "4")
    deal = ("--cards", "KS 3D QH 4C 2D", "--bet", "banker=0.20")
    settled = answer("settle", "mbs-tiger", *deal, *terms, "--json")
    assert settled["bets"]["banker"]["profit"] == "0.19"
    assert settled["bets"]["banker"]["commission"] == "0.01"


def told_of(line: str | bytes) -> str:
    given = line if isinstance(line, bytes) else line.encode()
    result = run("settle", "mbs-tiger", "--from", "-", given=given + b"\n" + NATURAL.encode())
    assert result.exit_code == 2
    assert [json.loads(answered)["line"] for answered in result.stdout.splitlines()] == [2]
    (told,) = result.stderr.splitlines()
    return told.removeprefix("punto: line 1: ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f'{{"cards": "{NATURAL}", "bet": {{"tie": 5}}}}', "key 'bet': unknown, expected cards, "),
        (f'{{"cards": "{NATURAL}", "bets": {{"tie": 5, "tie": 7}}}}', "key 'tie': given twice"),
        (f'{{"cards": "{NATURAL}", "bets": null}}', "bets None: expected an object"),
        (f'{{"cards": "{NATURAL}", "game": "rws-etg"}}', "game 'rws-etg': expected mbs-tiger"),
        (
            f'{{"cards": "{NATURAL}", "bets": {{"tie": {"9" * 5000}}}}}',
            "not JSON: expected numbers of at most 4,300 digits",
        ),
        ('{"cards": ' + "[" * 100_000, "not JSON: nested too deep, expected an object"),
        (f'{{"cards": "{NATURAL}", "id": NaN}}', "not JSON: number NaN, expected a finite one"),
        (f'{{"cards": "{NATURAL}", "id": 1e999}}', "not JSON: number 1e999, expected a finite"),
        (
            b"4D KS \xff\xfe",
            "not UTF-8 text: invalid start byte at byte 7, expected it saved as UTF-8",
        ),
    ],
)
def test_a_line_that_could_be_misread_is_told_and_the_night_goes_on(
    line: str | bytes, sentence: str
) -> None:
    assert told_of(line).startswith(sentence)


def test_a_line_may_carry_a_name_that_the_answer_repeats() -> None:
    (settled,) = answers(
        "settle", "rws-etg", "--from", "-", given=f'{{"id": 7, "cards": "{NATURAL}"}}'
    )
    assert (settled["line"], settled["id"]) == (1, 7)


def test_a_byte_order_mark_is_not_a_card(tmp_path: Path) -> None:
    deals = tmp_path / "windows.txt"
    deals.write_bytes(b"\xef\xbb\xbf" + f"{NATURAL}\r\n".encode())
    assert len(answers("settle", "rws-etg", "--from", str(deals))) == 1


def test_a_folder_is_not_a_file_of_deals(tmp_path: Path) -> None:
    (told,) = refused("settle", "rws-etg", "--from", str(tmp_path))
    assert told == f"file '{tmp_path}': cannot be read, Is a directory"


@pytest.mark.parametrize(
    "game", ["./" + "x" * 5000, "/no/such.toml", "\0/x"], ids=["too long", "missing", "no name"]
)
def test_a_game_file_that_cannot_be_read_is_refused(game: str) -> None:
    (told,) = refused("settle", game, "--cards", NATURAL)
    assert "cannot be read" in told


@pytest.mark.parametrize(
    "text", ["a = " + "9" * 5000, "a = " + "[" * 20_000], ids=["digits", "brackets"]
)
def test_a_game_file_beyond_all_measure_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "huge.toml"
    path.write_text(text)
    (told,) = refused("settle", str(path), "--cards", NATURAL)
    assert "not TOML: " in told
