"""The oracle's exact counts compared with published figures."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import sqrt

import pytest

from oracle.enumerator import (
    Composition,
    Totals,
    full_shoe,
    outcome_counts,
    pair_chance,
    pair_chances,
    same_points,
    same_points_unless_two_faces,
    sequences,
    tiger_pair_chances,
    two_card_counts,
)
from oracle.expectation import expectation, expectation_from, win_chance
from oracle.odds import ODDS


def printed(value: Fraction, figure: str) -> bool:
    """Whether the figure is this value, rounded to the places it is printed with."""
    exponent = Decimal(figure).as_tuple().exponent
    assert isinstance(exponent, int)
    return abs(value - Fraction(figure)) <= Fraction(1, 2) * Fraction(10) ** exponent


def winner_of(key: Totals) -> str:
    player, banker, _, _ = key
    return "T" if player == banker else "P" if player > banker else "B"


def counted(decks: int, winner: str, total: int | None = None) -> int:
    return sum(
        number
        for key, number in outcome_counts(decks).items()
        if winner_of(key) == winner and total in {None, max(key[:2])}
    )


def won_by(side: str, lead: int) -> int:
    """Count the eight-deck sequences in which this side wins by this lead without a natural."""
    return sum(
        number
        for (player, banker, player_cards, banker_cards), number in outcome_counts(8).items()
        if lead == (player - banker if side == "P" else banker - player)
        and not (player_cards == banker_cards == 2 and max(player, banker) >= 8)
    )


def test_all_sequences_of_eight_decks() -> None:
    assert sequences(8) == sum(outcome_counts(8).values()) == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("decks", "winner", "number"),
    [
        (8, "B", 2_292_252_566_437_888),
        (8, "P", 2_230_518_282_592_256),
        (8, "T", 475_627_426_473_216),
        (6, "P", 392_220_492_728_832),
        (4, "B", 34_543_624_867_840),
    ],
)
def test_the_winner_counts_are_the_published_ones(decks: int, winner: str, number: int) -> None:
    assert counted(decks, winner) == number


@pytest.mark.parametrize(
    ("winner", "total", "number"),
    [
        ("B", 9, 586_850_279_002_112),
        ("P", 8, 555_823_197_134_848),
        ("T", 8, 54_879_416_675_072),
        ("B", 7, 384_279_324_919_808),
        ("P", 6, 312_658_895_192_064),
        ("T", 6, 96_170_001_308_416),
        ("B", 5, 216_715_928_915_968),
        ("P", 4, 86_165_771_096_064),
        ("T", 4, 36_294_133_463_040),
        ("B", 3, 72_927_778_568_192),
        ("P", 2, 44_328_525_111_296),
        ("T", 2, 20_006_606_104_576),
        ("B", 1, 24_291_119_898_624),
        ("T", 0, 28_979_901_420_544),
    ],
)
def test_the_counts_by_winning_total_are_the_published_ones(
    winner: str, total: int, number: int
) -> None:
    assert counted(8, winner, total) == number


@pytest.mark.parametrize(
    ("bet", "chance"),
    [
        ("player-wins-on-9", "0.122654"),
        ("player-wins-on-7", "0.081635"),
        ("player-wins-on-5", "0.024576"),
        ("player-wins-on-3", "0.012593"),
        ("player-wins-on-1", "0.004929"),
        ("banker-wins-on-8", "0.106017"),
        ("banker-wins-on-6", "0.053864"),
        ("banker-wins-on-4", "0.032682"),
        ("banker-wins-on-2", "0.008939"),
        ("tie-wins-on-9", "0.011033"),
        ("tie-wins-on-7", "0.020350"),
        ("tie-wins-on-5", "0.007939"),
        ("tie-wins-on-3", "0.004452"),
        ("tie-wins-on-1", "0.004101"),
    ],
)
def test_the_chances_of_wins_on_are_the_published_ones(bet: str, chance: str) -> None:
    assert printed(win_chance("rws-live", bet, 8), chance)


@pytest.mark.parametrize(
    ("hand", "total", "number"),
    [
        ("banker", 9, 641_996_333_062_144),
        ("banker", 8, 639_959_843_756_800),
        ("banker", 7, 641_950_993_608_704),
        ("banker", 6, 605_184_530_090_752),
        ("banker", 5, 503_359_177_443_584),
        ("banker", 4, 466_997_733_545_984),
        ("banker", 3, 363_761_246_869_760),
        ("player", 1, 372_517_055_559_936),
    ],
)
def test_the_counts_by_final_total_are_the_published_ones(
    hand: str, total: int, number: int
) -> None:
    place = ("player", "banker").index(hand)
    assert sum(n for key, n in outcome_counts(8).items() if key[place] == total) == number


@pytest.mark.parametrize(
    ("decks", "cards", "chance"), [(6, 4, "0.378925"), (6, 6, "0.317535"), (8, 5, "0.303444")]
)
def test_the_number_of_cards_in_a_round_is_as_published(
    decks: int, cards: int, chance: str
) -> None:
    ways = sum(n for key, n in outcome_counts(decks).items() if key[2] + key[3] == cards)
    assert printed(Fraction(ways, sequences(decks)), chance)


@pytest.mark.parametrize(
    ("side", "lead", "number"),
    [
        ("P", 9, 18_409_431_764_992),
        ("P", 7, 89_590_261_473_280),
        ("P", 5, 166_169_165_987_840),
        ("B", 8, 28_305_092_784_128),
        ("B", 6, 119_200_072_366_080),
        ("B", 4, 201_147_167_287_296),
    ],
)
def test_the_dragon_bonus_counts_are_the_published_ones(side: str, lead: int, number: int) -> None:
    assert won_by(side, lead) == number


def test_natural_wins_and_natural_ties_are_the_published_ones() -> None:
    naturals = {key: n for key, n in outcome_counts(8).items() if key[2:] == (2, 2)}
    wins = sum(n for key, n in naturals.items() if key[0] >= 8 and key[0] > key[1])
    ties = sum(n for key, n in naturals.items() if key[0] >= 8 and key[0] == key[1])
    assert (wins, ties) == (812_685_054_124_032, 89_325_908_267_520)


def test_three_card_banker_sixes_and_sevens_are_the_published_ones() -> None:
    won = {
        total: sum(
            n for key, n in outcome_counts(8).items() if key[1] == total > key[0] and key[3] == 3
        )
        for total in (6, 7)
    }
    assert won == {6: 83_058_367_551_488, 7: 112_633_011_329_024}


def test_fabulous_4s_even_money_wins_are_the_published_ones() -> None:
    # The source prints fifteen digits and a zero.
    for winner, number in (("P", 2_119_713_317_957_630), ("B", 2_104_601_656_406_020)):
        exact = sum(counted(8, winner, total) for total in (2, 3, 5, 6, 7, 8, 9))
        assert abs(exact - number) <= 5


def test_banker_wins_on_one_every_206th_hand() -> None:
    assert printed(1 / win_chance("rws-live", "banker-wins-on-1", 8), "205.8")


@pytest.mark.parametrize(
    ("game", "bet", "decks", "edge_percent"),
    [
        ("rws-etg", "player", 8, "1.2351"),
        ("rws-etg", "banker", 8, "1.4581045"),
        ("rws-etg", "tie", 8, "14.3596"),
        ("rws-etg", "tie", 6, "14.44"),
        ("mbs-tiger", "banker", 8, "1.0579"),
        ("mbs-fortune-six", "fortune-six", 8, "16.6836"),
        ("mbs-tiger", "tiger", 8, "16.6836"),
        ("mbs-tiger", "small-tiger", 8, "14.33"),
        ("mbs-tiger", "big-tiger", 8, "15.25"),
        ("mbs-tiger", "tiger-pair", 8, "16.12"),
        ("mbs-super-6", "player-dragon-bonus", 8, "2.6517"),
        ("mbs-super-6", "player-dragon-bonus", 4, "2.70"),
        ("mbs-super-6", "banker-dragon-bonus", 8, "9.373"),
        ("mbs-super-6", "banker-dragon-bonus", 6, "9.39"),
        ("mbs-fabulous-4s", "player", 8, "1.6041"),
        ("rws-live", "player-wins-on-9", 8, "26.41"),
        ("rws-live", "player-wins-on-8", 8, "22.1598"),
        ("rws-live", "player-wins-on-7", 8, "26.53"),
        ("rws-live", "player-wins-on-5", 8, "23.8159"),
    ],
)
def test_the_house_edges_are_the_published_ones(
    game: str, bet: str, decks: int, edge_percent: str
) -> None:
    assert printed(-100 * expectation(game, bet, decks), edge_percent)


def test_chances_and_break_even_odds_are_the_published_ones() -> None:
    assert printed(win_chance("rws-etg", "banker", 8), "0.4585974226")
    assert printed(win_chance("rws-etg", "banker", 6), "0.458653")
    assert printed(win_chance("rws-etg", "tie", 6), "0.095069")
    assert printed(1 / win_chance("rws-etg", "tie", 8) - 1, "9.50906")
    assert printed(100 * win_chance("mbs-super-six", "super-six", 8), "5.39")
    assert printed(win_chance("mbs-tiger", "big-tiger", 8), "0.016617")


def test_the_spread_of_big_tiger_is_the_published_one() -> None:
    chance = win_chance("mbs-tiger", "big-tiger", 8)
    assert f"{51 * sqrt(chance * (1 - chance)):.3f}" == "6.519"


def test_the_pair_chance_is_the_published_one() -> None:
    assert printed(100 * pair_chance(8), "7.470")
    assert printed(1 - 13 * pair_chance(8), "0.0289")
    assert sum(pair_chances(8).values()) == 1
    assert 1 - pair_chances(8)["none"] == pair_chance(8)


@pytest.mark.reading("A-03")
def test_a_natural_read_away_favours_the_patron_as_reading_a03_says() -> None:
    banker = expectation("rws-etg", "banker", 8, natural_stops=False)
    player = expectation("rws-etg", "player", 8, natural_stops=False)
    assert printed(100 * banker, "0.35")
    assert printed(100 * player, "-3.04")


@pytest.mark.reading("A-06")
def test_tens_pairing_with_pictures_returns_132_percent_as_reading_a06_says() -> None:
    chance = pair_chance(8, same_points_unless_two_faces)
    assert printed(100 * chance, "11.03")
    assert printed(100 * 12 * chance, "132")


@pytest.mark.reading("A-07")
def test_wider_twins_lower_the_edge_as_reading_a07_says() -> None:
    table = ODDS["mbs-tiger"]["tiger-pair"]
    edges = [
        -sum(chance * table.get(label, Fraction(-1)) for label, chance in chances.items())
        for chances in (
            tiger_pair_chances(8),
            tiger_pair_chances(8, same_points),
            tiger_pair_chances(8, same_points_unless_two_faces),
        )
    ]
    for edge, percent in zip(edges, ("16.12", "12.92", "14.52"), strict=True):
        assert printed(Fraction(100 * edge), percent)


@pytest.mark.parametrize(
    ("winner", "player", "chance"),
    [
        ("B", 0, "0.654627"),
        ("P", 1, "0.282833"),
        ("T", 1, "0.069915"),
        ("B", 2, "0.634207"),
        ("P", 3, "0.303386"),
        ("T", 3, "0.081075"),
        ("B", 4, "0.579983"),
        ("P", 5, "0.358488"),
        ("T", 5, "0.103663"),
        ("B", 6, "0.427801"),
        ("P", 7, "0.572657"),
        ("T", 7, "0.142297"),
        ("B", 8, "0.094938"),
        ("P", 9, "0.905475"),
        ("T", 9, "0.094525"),
    ],
)
def test_a_two_card_player_total_wins_as_often_as_published(
    winner: str, player: int, chance: str
) -> None:
    ends: Counter[Totals] = Counter()
    for (two_cards, _), counts in two_card_counts(full_shoe(8)).items():
        if two_cards == player:
            ends.update(counts)
    won = sum(number for key, number in ends.items() if winner_of(key) == winner)
    assert printed(Fraction(won, ends.total()), chance)


@pytest.mark.parametrize(
    ("player", "banker", "chance"),
    [
        (1, 0, "0.409730"),
        (5, 0, "0.337650"),
        (7, 0, "0.154340"),
        (3, 1, "0.391336"),
        (7, 1, "0.153216"),
        (1, 2, "0.496004"),
        (5, 2, "0.372530"),
        (1, 3, "0.513697"),
        (3, 3, "0.438649"),
        (5, 3, "0.354636"),
        (3, 4, "0.591578"),
        (5, 4, "0.289715"),
        (1, 5, "0.674654"),
        (5, 5, "0.348888"),
        (7, 5, "0.154125"),
        (3, 6, "0.687609"),
        (5, 6, "0.662331"),
        (7, 6, "0.000000"),
        (1, 7, "0.769718"),
        (5, 7, "0.768811"),
    ],
)
def test_banker_wins_after_two_cards_each_as_often_as_published(
    player: int, banker: int, chance: str
) -> None:
    ends = two_card_counts(full_shoe(8))[player, banker]
    won = sum(number for key, number in ends.items() if winner_of(key) == "B")
    # This source's sixth digit is off by up to one, as if its parts had been rounded first.
    assert abs(Fraction(won, sum(ends.values())) - Fraction(chance)) < Fraction("0.0000015")


@pytest.mark.parametrize(
    ("bet", "value", "points_of_ev"),
    [
        ("banker", 1, "0.0044"),
        ("banker", 3, "0.00649"),
        ("banker", 5, "-0.00827"),
        ("banker", 7, "-0.00827"),
        ("banker", 9, "-0.00231"),
        ("player", 1, "-0.00448"),
        ("player", 3, "-0.00672"),
        ("player", 5, "0.00841"),
        ("player", 7, "0.00817"),
        ("player", 9, "0.00249"),
        ("tie", 1, "0.01293"),
        ("tie", 3, "-0.02141"),
        ("tie", 5, "-0.02644"),
        ("tie", 7, "-0.10914"),
        ("tie", 9, "0.0426"),
    ],
)
def test_one_card_removed_moves_the_edge_as_published(
    bet: str, value: int, points_of_ev: str
) -> None:
    moved = expectation_from("mbs-tiger", bet, without(8, value)) - expectation("mbs-tiger", bet, 8)
    assert printed(100 * moved, points_of_ev)


@pytest.mark.parametrize(
    ("value", "change"),
    [(1, "0.000777"), (3, "0.001273"), (5, "0.000172"), (7, "-0.000563"), (9, "-0.000604")],
)
def test_one_card_removed_from_nine_decks_moves_the_dragon_bonus_as_published(
    value: int, change: str
) -> None:
    game, bet = "mbs-super-6", "player-dragon-bonus"
    moved = expectation_from(game, bet, without(9, value)) - expectation(game, bet, 9)
    assert printed(moved, change)


def without(decks: int, value: int) -> Composition:
    return tuple(
        number - 1 if points == value else number for points, number in enumerate(full_shoe(decks))
    )
