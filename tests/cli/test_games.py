from pathlib import Path

import pytest
from click.testing import CliRunner

from punto.bootstrap.rule_book import GAME_KEYS
from punto.cli.main import main
from support.cli.running import answer, refused, run

DRAGON = """\
key = "dragon-seven"
name = { en = "Dragon Seven", zh = "龙七" }
rules = { document = "House rules", version = 1, effective = 2026-01-01T00:00:00+08:00 }
decks = { min = 6, max = 8 }

[[bets]]
key = "dragon-7"
clause = "3"
pays = [ { when = { winner = "banker", banker_total = 7, banker_cards = [3] }, odds = "40:1" } ]
"""


def test_the_nine_games_are_listed_with_rules_decks_bets_and_rows() -> None:
    games = {game["key"]: game for game in answer("games", "--json")}
    assert list(games) == list(GAME_KEYS)
    tiger = games["mbs-tiger"]
    assert tiger["operator"] == "MBS"
    assert tiger["name"] == {"en": "Tiger Baccarat", "zh": "老虎百家乐"}
    assert tiger["rules"] == {
        "document": "Electronic Baccarat (MBS)",
        "version": 4,
        "effective": "2025-03-20T09:00:00+08:00",
    }
    assert tiger["decks"] == {"min": 4, "max": 10}
    banker, tiger_bet = tiger["bets"][1], tiger["bets"][3]
    assert banker["pays"][0] == {
        "when": {"winner": "banker"},
        "odds": "19:20",
        "clause": "4.7",
        "commission": "1:20",
    }
    assert (tiger_bet["key"], tiger_bet["clause"], tiger_bet["optional"]) == ("tiger", "4.10", True)
    assert games["rws-live"]["rules"]["version"] == "unknown"
    assert games["rws-live"]["rules"]["effective"] == "unknown"


def test_one_game_is_a_list_of_one() -> None:
    assert [game["key"] for game in answer("games", "rws-etg", "--json")] == ["rws-etg"]


def test_a_person_is_shown_the_games_and_one_games_bets() -> None:
    listed = run("games").stdout
    assert all(key in listed for key in GAME_KEYS)
    shown = run("games", "mbs-fabulous-4s").stdout
    for words in ("Banker wins, Banker on 4", "push", "1 to 2", "4.12", "may be available"):
        assert words in shown


def test_a_game_file_of_ones_own_is_read_and_settled(tmp_path: Path) -> None:
    path = tmp_path / "dragon.toml"
    path.write_text(DRAGON)
    (game,) = answer("games", str(path), "--json")
    assert game["bets"][0]["pays"][0]["when"] == {
        "winner": "banker",
        "banker_total": 7,
        "banker_cards": 3,
    }
    settled = answer("settle", str(path), "--cards", "2S KS 2S AS 2D 6D", "--json")
    assert settled["bets"]["dragon-7"]["profit"] == "4000.00"


def test_all_faults_of_a_game_file_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "dragon.toml"
    path.write_text(DRAGON.replace("max = 8", "max = 80").replace("40:1", "40-1"))
    told = refused("settle", str(path), "--cards", "2S KS 2S AS 2D 6D")
    assert told == [
        f"{path}, line 4: decks 6 to 80: expected a range inside 1 to 10, least first",
        f"{path}, line 9: odds '40-1': expected profit to stake, such as 12:1 or 0.95:1, or push",
    ]


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dragon.toml"
    path.write_bytes(b"\xff\xfe")
    (told,) = refused("games", str(path))
    assert told.startswith(f"game file '{path}': cannot be read, ")


def test_the_rules_in_force_at_an_instant_are_listed() -> None:
    then = {game["key"] for game in answer("games", "--at", "2024-12-31T00:00+08:00", "--json")}
    assert then == {"rws-etg", "rws-live"}
    assert len(answer("games", "--at", "2025-03-20T01:00:00Z", "--json")) == 9
    (told,) = refused("games", "--at", "2025-03-20T09:00")
    assert told.startswith("instant '2025-03-20T09:00': without its zone, expected a date")
    (told,) = refused("games", "--at", "yesterday")
    assert told.startswith("instant 'yesterday': expected a date with time and zone such as ")
    (told,) = refused("games", "rws-etg", "--at", "2025-03-20")
    assert told == "give either GAME or --at"


@pytest.mark.parametrize(
    ("typed", "offered"), [("mbs-t", ["mbs-tiger", "mbs-tiger-no-commission"])]
)
def test_the_shell_completes_games(typed: str, offered: list[str]) -> None:
    environment = {
        "_PUNTO_COMPLETE": "bash_complete",
        "COMP_WORDS": f"punto settle {typed}",
        "COMP_CWORD": "2",
    }
    result = CliRunner().invoke(main, [], env=environment, prog_name="punto")
    assert [line.partition(",")[2] for line in result.stdout.splitlines()] == offered
