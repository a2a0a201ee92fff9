from datetime import UTC, datetime, timedelta, timezone

import pytest

from punto.rules.game_files import load_game
from punto.rules.games import Game, Name
from punto.rules.pay_tables import PUSH
from punto.rules.settlement import Settlement, settle
from punto.values.cards import parse_cards
from punto.values.money import dollars
from punto.values.odds import Odds
from punto.values.sides import Side

SOUND = """\
key = "dragon-seven"
operator = "Home"
name = { en = "Dragon Seven", zh = "龙七" }
rules = { document = "House rules", version = 1, effective = 2026-01-01T00:00:00+08:00 }
decks = { min = 6, max = 8 }

[[bets]]
key = "banker"
clause = "1"
hand = "banker"
pays = [
  { when = { winner = "banker", banker_total = 7, banker_cards = 3 }, odds = "push" },
  { when = { winner = "banker" }, odds = "1:1" },
  { when = { winner = "tie" }, odds = "push", clause = "2" },
]

[[bets]]
key = "dragon-7"
name = { en = "Dragon 7", zh = "龙7" }
clause = "3"
optional = true
pays = [ { when = { winner = "banker", banker_total = 7, banker_cards = 3 }, odds = "40:1" } ]

[[bets]]
key = "perfect-pair"
clause = "4"
pays = [
  { odds = "200:1", when = { player_pair_suits = ["same", "diamonds"], banker_pair = true }},
  { when = { player_pair_suits = ["same", "diamonds"] }, odds = "25:1" },
  { when = { banker_pair_suits = ["same", "diamonds"] }, odds = "25:1" },
]
"""


def game_of(text: str) -> Game:
    game = load_game(text)
    assert isinstance(game, Game), game
    return game


def faults_of(text: str) -> list[str]:
    faults = load_game(text)
    assert isinstance(faults, tuple)
    return [str(fault) for fault in faults]


def changed(old: str, new: str) -> list[str]:
    assert old in SOUND
    return faults_of(SOUND.replace(old, new, 1))


def test_an_operator_adds_a_tenth_game_by_writing_a_file() -> None:
    game = game_of(SOUND)
    assert (game.key, game.operator, game.name) == (
        "dragon-seven",
        "Home",
        Name("Dragon Seven", "龙七"),
    )
    assert game.rules.document == "House rules"
    assert game.rules.version == 1
    assert game.rules.effective == datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=8)))
    assert (game.decks.least, game.decks.most) == (6, 8)
    banker, dragon, perfect = game.bets
    assert (banker.hand, banker.optional, dragon.hand, dragon.optional) == (
        Side.BANKER, False, None, True,
    )  # fmt: skip
    assert [row.pays for row in banker.pays.rows] == [PUSH, Odds(1, 1), PUSH]
    assert [row.clause for row in banker.pays.rows] == ["1", "1", "2"]
    assert dragon.name == Name("Dragon 7", "龙7")
    assert [bet.clause for bet in game.bets] == ["1", "3", "4"]
    # If a file gives no name, the key serves in both languages.
    assert perfect.name == Name("Perfect Pair", "Perfect Pair")


def test_the_tenth_game_settles_like_the_nine() -> None:
    game = game_of(SOUND)
    stakes = {bet.key: dollars(10) for bet in game.bets}
    settlement = settle(game, parse_cards("9S KS 9S AS 2D 6D"), stakes)  # Player's natural 8
    assert not isinstance(settlement, Settlement)
    settlement = settle(game, parse_cards("2S KS 2S AS 2D 6D"), stakes)  # 6 to a three-card 7
    assert isinstance(settlement, Settlement)
    assert [result.profit for result in settlement.results] == [0, dollars(400), dollars(250)]


def test_a_name_may_be_left_out_and_version_and_date_be_unknown() -> None:
    text = SOUND.replace('name = { en = "Dragon Seven", zh = "龙七" }\n', "")
    text = text.replace('operator = "Home"\n', "").replace("version = 1", 'version = "unknown"')
    game = game_of(text.replace("2026-01-01T00:00:00+08:00", '"unknown"'))
    assert (game.name.en, game.operator) == ("Dragon Seven", "")
    assert (game.rules.version, game.rules.effective) == (None, None)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('key = "dragon-seven"\n', "", "line 1: key is missing, expected a text"),
        (
            '"dragon-seven"',
            '"Dragon 7"',
            "line 1: key 'Dragon 7': expected lowercase letters, digits and hyphens, "
            "a letter first",
        ),
        ('"dragon-seven"', "7", "line 1: key 7: expected a text"),
        ('"dragon-seven"', '""', "line 1: key '': expected a text"),
        ('"Home"', "[]", "line 2: operator []: expected a text"),
        ('en = "Dragon Seven", ', "", "line 3: en is missing, expected a text"),
        ('zh = "龙七"', 'zh = "x", fr = "y"', "line 3: unknown key 'fr': expected en zh"),
        (
            'name = { en = "Dragon Seven", zh = "龙七" }',
            'name = "Dragon"',
            "line 3: name 'Dragon': expected a table",
        ),
        ("= 1", "= true", 'line 4: version True: expected a whole number, or "unknown"'),
        ("version = 1, ", "", 'line 4: version is missing, expected a whole number, or "unknown"'),
        (
            "2026-01-01T00:00:00+08:00",
            "2026-01-01T00:00:00",
            "line 4: effective '2026-01-01 00:00:00': expected a date with time and zone such as"
            ' 2025-03-20T09:00:00+08:00, or "unknown"',
        ),
        (
            "2026-01-01T00:00:00+08:00",
            '"soon"',
            "line 4: effective 'soon': expected a date with time and zone such as"
            ' 2025-03-20T09:00:00+08:00, or "unknown"',
        ),
        (
            "min = 6",
            "min = 9",
            "line 5: decks 9 to 8: expected a range inside 1 to 10, least first",
        ),
        (
            "max = 8",
            "max = 11",
            "line 5: decks 6 to 11: expected a range inside 1 to 10, least first",
        ),
        (
            "min = 6",
            "min = 0",
            "line 5: decks 0 to 8: expected a range inside 1 to 10, least first",
        ),
        ("min = 6, ", "", "line 5: min is missing, expected a whole number"),
        ("decks =", "dekcs =", "line 1: decks is missing, expected a table"),
        ("decks =", "dekcs =", "line 5: unknown key 'dekcs': did you mean 'decks'?"),
        (
            'clause = "1"',
            "",
            "line 7: clause is missing, expected the paragraph that settles the bet",
        ),
        ('hand = "banker"', 'hand = "dealer"', "line 10: hand 'dealer': expected player or banker"),
        (
            'odds = "1:1"',
            'odds = "1-1"',
            "line 13: odds '1-1': expected profit to stake, such as 12:1 or 0.95:1, or push",
        ),
        ('odds = "1:1"', "odds = 1", "line 13: odds 1: expected a text"),
        (', odds = "1:1"', "", "line 13: odds is missing, expected a text"),
        (
            'odds = "1:1"',
            'odds = "1:1", commission = "5%"',
            "line 13: odds '5%': expected profit to stake, such as 12:1 or 0.95:1",
        ),
        (
            '{ winner = "banker" }',
            "{}",
            "line 13: when is empty, expected at least one question such as winner",
        ),
        (
            '{ winner = "banker" }',
            '{ winner = "dealer" }',
            "line 13: winner 'dealer': expected one or more of player banker tie",
        ),
        (
            '{ winner = "banker" }',
            "{ banker_cards = true }",
            "line 13: banker_cards True: expected one or more of 2 3",
        ),
        (
            '{ winner = "banker" }',
            "{ twin = 1 }",
            "line 13: twin 1: expected one or more of true false",
        ),
        (
            '{ winner = "banker" }',
            "{ margin = [] }",
            "line 13: margin []: expected one or more of 0 1 2 3 4 5 6 7 8 9",
        ),
        (
            '{ winner = "banker" }',
            "{ winner = 'banker', player_total = 9, banker_total = 8 }",
            "line 13: row 2 never decides: no deal reaches it",
        ),
        (
            '{ winner = "tie" }',
            "{ banker_total = 7, banker_cards = 3, winner = 'banker' }",
            "line 14: row 3 never decides: no deal reaches it",
        ),
        ('"dragon-7"', '"banker"', "line 18: bet 'banker': found twice, expected once"),
        ("optional = true", 'optional = "yes"', "line 21: optional 'yes': expected true or false"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line_its_value_and_what_was_expected(
    old: str, new: str, fault: str
) -> None:
    assert fault in changed(old, new)


def test_an_unknown_question_is_told_with_all_that_may_be_asked() -> None:
    (fault,) = changed('{ winner = "banker" }', "{ loser = 1 }")
    assert fault.startswith("line 13: unknown question 'loser': expected winner player_total ")


def test_a_question_misspelled_is_guessed() -> None:
    assert changed('{ winner = "banker" }', "{ winer = 'banker' }") == [
        "line 13: unknown question 'winer': did you mean 'winner'?"
    ]


def test_a_push_takes_no_commission() -> None:
    assert changed('odds = "push", clause', 'odds = "push", commission = "1:20", clause') == [
        "line 14: commission on a push: expected odds that leave it out"
    ]


def test_an_english_name_serves_for_both_languages() -> None:
    game = game_of(SOUND.replace(', zh = "龙七"', ""))
    assert game.name == Name("Dragon Seven", "Dragon Seven")


def test_all_faults_of_a_file_are_told_at_once_in_the_order_of_their_lines() -> None:
    text = SOUND.replace("version = 1", "version = -").replace("version = -", 'version = "one"')
    text = text.replace('"1:1"', '"even"').replace("40:1", "0:1").replace("max = 8", "max = 5")
    assert [fault.split(":")[0] for fault in faults_of(text)] == [
        "line 4", "line 5", "line 13", "line 22",
    ]  # fmt: skip


@pytest.mark.parametrize("bets", ["bets = []", "bets = 3", "bets = [ 1 ]"])
def test_bets_must_be_a_list_of_tables(bets: str) -> None:
    head = SOUND.partition("[[bets]]")[0]
    value = bets.removeprefix("bets = ").replace(" ", "")
    shown = "[1]" if value == "[1]" else value
    assert faults_of(head + bets) == [f"line 7: bets {shown}: expected a list of tables"]


def test_a_file_without_bets_is_not_a_game() -> None:
    head = SOUND.partition("[[bets]]")[0]
    assert faults_of(head) == ["line 1: bets is missing, expected a list of tables"]


def test_a_pay_table_has_at_most_255_rows() -> None:
    row = "{ when = { winner = 'banker' }, odds = '1:1' },"
    text = SOUND.partition("[[bets]]")[0] + (
        f"[[bets]]\nkey = 'a'\nclause = '1'\npays = [{row * 256}]"
    )
    assert faults_of(text) == ["line 10: pays has 256 rows, expected at most 255"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("key = ", "line 1: not TOML: Invalid value"),
        ("a = 1\n\nb = [ 1", "line 3: not TOML: Unclosed array"),
        ("a = 1\na = 2", "line 2: not TOML: Cannot overwrite a value"),
        ("a = 1\nb = (at 2)\nc = 3\nd = 4\n", "line 2: not TOML: Invalid value"),
    ],
)
def test_text_that_is_not_toml_is_reported_with_its_line(text: str, fault: str) -> None:
    assert faults_of(text) == [fault]


def test_a_pay_table_may_have_255_rows() -> None:
    row = "{ when = { winner = 'banker' }, odds = '1:1' },"
    text = SOUND.partition("[[bets]]")[0] + (
        f"[[bets]]\nkey = 'a'\nclause = '1'\npays = [{row * 255}]"
    )
    faults = faults_of(text)
    assert len(faults) == 254
    assert all("never decides" in fault for fault in faults)


@pytest.mark.parametrize(("least", "most"), [(1, 10), (1, 1), (10, 10), (6, 6)])
def test_decks_may_be_any_range_from_one_to_ten(least: int, most: int) -> None:
    game = game_of(SOUND.replace("min = 6, max = 8", f"min = {least}, max = {most}"))
    assert (game.decks.least, game.decks.most) == (least, most)


def test_a_fault_is_told_where_its_own_key_stands() -> None:
    text = """\
key = "spread-out"
[rules]
document = "House rules"
version = "one"
effective = 2026-01-01
[decks]
min = "few"
max = 8
[[bets]]
key = "a"
clause = "1"
[[bets.pays]]
odds = "1:1"
[bets.pays.when]
winner = "dealer"
loser = "patron"
[[bets]]
key = "b"
clause = "1"
[[bets.pays]]
odds = "1:1"
when = {}
[[bets]]
key = "c"
clause = "1"
[[bets.pays]]
odds = "1:1"
[bets.pays.when]
player_total = 9
winner = "banker"
"""
    assert [fault.partition(":")[0] for fault in faults_of(text)] == [
        "line 4", "line 5", "line 7", "line 15", "line 16", "line 22", "line 28",
    ]  # fmt: skip


def test_the_instant_of_a_game_keeps_its_zone() -> None:
    effective = game_of(SOUND).rules.effective
    assert effective is not None
    assert effective.astimezone(UTC).isoformat() == "2025-12-31T16:00:00+00:00"
