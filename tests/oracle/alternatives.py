"""What the rejected readings would do to the odds, exactly and for eight decks."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod

from oracle.cards import DECK, POINTS
from oracle.deal import NATURALS, banker_draws, player_draws
from oracle.enumerator import (
    Totals,
    full_shoe,
    outcome_counts,
    pair_chance,
    same_rank,
    sequences,
    tiger_pair_chances,
)
from oracle.odds import ODDS, Table
from oracle.settlement import Facts, facts_of_totals, profit

DECKS = 8
LOSS = Fraction(-1)

Counts = Mapping[Totals, int]
Pays = Callable[[Facts], Fraction]
"""The profit of a bet per unit of stake."""

PlayerDraws = Callable[[int, int], bool]
BankerDraws = Callable[[int, int, int | None], bool]


# Readings of the draw.


def taken() -> Counts:
    """Count how rounds end under the readings in force."""
    return outcome_counts(DECKS)


def banker_draws_against_a_natural() -> Counts:
    """A-03 (b): Banker draws although Player has a natural."""
    return outcome_counts(DECKS, natural_stops=False)


@cache
def banker_on_three_stands_against_a_nothing() -> Counts:
    """Against pictures as well; see `ten_without_a_column` for Tens alone."""

    def draws(player: int, banker: int, third: int | None) -> bool:
        return (banker, third) != (3, 0) and banker_draws(player, banker, third)

    return counts_under(player_draws, draws)


def ten_without_a_column() -> Counts:
    """A-01 (b), Banker standing where the table gives no answer; in quarters of a sequence.

    The rows for 4, 5 and 6 stand against a card worth nothing anyway, so only Banker on 3 differs.
    One in four cards worth nothing is a Ten, whatever else has been drawn.
    """
    quarters: Counter[Totals] = Counter(banker_on_three_stands_against_a_nothing())
    for key, number in taken().items():
        quarters[key] += 3 * number
    return quarters


def rounds_without_an_answer() -> Fraction:
    """Return how often Player draws a Ten while Banker has 3 to 6, the rows with columns."""
    ways = sum(
        ways * rest[0]
        for player, banker, ways, rest in _four_cards()
        if banker in {3, 4, 5, 6} and player_draws(player, banker)
    )
    return Fraction(ways, 4 * perm(52 * DECKS, 5))


@cache
def low_hands_draw_against_a_natural() -> Counts:
    """A-04 (b): Player on 0 to 5 and Banker on 0 to 2 draw against a natural."""

    def player_also_draws(player: int, banker: int) -> bool:
        return player in {0, 1, 2, 3, 4, 5} or player_draws(player, banker)

    def banker_also_draws(player: int, banker: int, third: int | None) -> bool:
        return banker in {0, 1, 2} or banker_draws(player, banker, third)

    return counts_under(player_also_draws, banker_also_draws)


@cache
def banker_draws_on_six_against_a_standing_player() -> Counts:
    """A-05 (b): Banker draws on 6 when Player stands."""

    def draws(player: int, banker: int, third: int | None) -> bool:
        if banker == 6 and third is None:
            return player not in NATURALS
        return banker_draws(player, banker, third)

    return counts_under(player_draws, draws)


def counts_under(player_takes: PlayerDraws, banker_takes: BankerDraws) -> Counts:
    """Count ordered draws of six cards by how the round ends, under any rules of drawing."""
    counts: Counter[Totals] = Counter()
    for player, banker, ways, rest in _four_cards():
        for third, by_third in _next_card(rest, draws=player_takes(player, banker)):
            left = list(rest)
            if third is not None:
                left[third] -= 1
            for last, by_last in _next_card(left, draws=banker_takes(player, banker, third)):
                thirds = [third is not None, last is not None]
                unseen = perm(52 * DECKS - 4 - sum(thirds), 2 - sum(thirds))
                end = (player + (third or 0)) % 10, (banker + (last or 0)) % 10
                counts[*end, 2 + thirds[0], 2 + thirds[1]] += ways * by_third * by_last * unseen
    return counts


def _four_cards() -> Iterator[tuple[int, int, int, list[int]]]:
    """Yield the two-card totals, the ways to draw them, and the cards left of each value."""
    for four in product(range(10), repeat=4):
        ways, rest = 1, list(full_shoe(DECKS))
        for value in four:
            ways *= rest[value]
            rest[value] -= 1
        yield (four[0] + four[2]) % 10, (four[1] + four[3]) % 10, ways, rest


def _next_card(rest: list[int], *, draws: bool) -> Iterator[tuple[int | None, int]]:
    if draws:
        yield from enumerate(rest)
    else:
        yield None, 1


# Readings of a pair.


def tiger_pair_edge(is_twin: Callable[[str, str], bool] = same_rank) -> Fraction:
    """A-07."""
    return edge_of_labels(tiger_pair_chances(DECKS, is_twin), ODDS["mbs-tiger"]["tiger-pair"])


def tiger_pair_edge_paid_together() -> Fraction:
    """A-08 (b): a double also earns the single, and a twin all three."""
    pays = ODDS["mbs-tiger"]["tiger-pair"]
    double = pays["single"] + pays["double"]
    together = {"single": pays["single"], "double": double, "twin": double + pays["twin"]}
    return edge_of_labels(tiger_pair_chances(DECKS), together)


def pair_return(is_pair: Callable[[str, str], bool] = same_rank) -> Fraction:
    """A-06 and A-09: what a Pair bet gives back of a unit, stake included."""
    return pair_chance(DECKS, is_pair) * (1 + ODDS["rws-etg"]["player-pair"]["pair"])


def precious_pair_edge(is_pair: Callable[[str, str], bool] = same_rank) -> Fraction:
    """A-10; for (b), pass is_pair = same_points."""
    ways: Counter[str] = Counter()
    for one, two in product(DECK, repeat=2):
        ways[_precious(one, two, is_pair)] += DECKS * (DECKS - 1 if one == two else DECKS)
    chances = {label: Fraction(number, perm(52 * DECKS, 2)) for label, number in ways.items()}
    return edge_of_labels(chances, ODDS["mbs-fabulous-4s"]["player-precious-pair"])


def _precious(one: str, two: str, is_pair: Callable[[str, str], bool]) -> str:
    if not is_pair(one[0], two[0]):
        return "none"
    diamonds = one[1] == two[1] == "D"
    if one[0] == two[0] == "4":
        return "4D4D" if diamonds else "44"
    return "DD" if diamonds else "pair"


def edge_of_labels(chances: Mapping[str, Fraction], pays: Table) -> Fraction:
    return -sum((chance * pays.get(label, LOSS) for label, chance in chances.items()), Fraction())


# Readings of the payment.


def edge(game: str, bet: str, counts: Counts | None = None) -> Fraction:
    """Return what the house expects to keep of a unit of stake."""
    return edge_of(lambda facts: profit(game, bet, facts), counts)


def edge_of(pays: Pays, counts: Counts | None = None) -> Fraction:
    ends = counts or taken()
    won = sum(number * pays(facts_of_totals(*key)) for key, number in ends.items())
    return -Fraction(won) / sum(ends.values())


def edge_with_commission_collected_after() -> Fraction:
    """A-20 (b): Banker is paid 1:1, then 5 % of the win is collected."""

    def pays(facts: Facts) -> Fraction:
        gain = {"B": Fraction(1), "T": Fraction(0), "P": LOSS}[facts.winner]
        return gain - Fraction("0.05") * max(gain, Fraction(0))

    return edge_of(pays)


def edge_with_stake_included(game: str, bet: str) -> Fraction:
    """A-21 (b): a winner is handed the odds and nothing else; a push is still a push."""
    return edge_of(lambda facts: _less_stake(profit(game, bet, facts)))


def pair_edge_with_stake_included() -> Fraction:
    """A-21 (b) for a Pair bet: the payment includes the stake."""
    pays = _less_stake(ODDS["rws-etg"]["player-pair"]["pair"])
    return 1 - pair_chance(DECKS) * (1 + pays)


def _less_stake(gain: Fraction) -> Fraction:
    return gain - 1 if gain > 0 else gain


def any_tie_edge_beside(exact: Collection[int]) -> Fraction:
    """A-61 (b): where an exact bet of the same patron wins, Any Tie only gives its stake back."""

    def pays(facts: Facts) -> Fraction:
        replaced = facts.winner == "T" and facts.player_total in exact
        return Fraction(0) if replaced else profit("rws-live", "tie", facts)

    return edge_of(pays)


def two_naturals(facts: Facts) -> bool:
    """Both hands hold a natural, equal or not."""
    dealt_only = facts.player_cards == facts.banker_cards == 2
    return dealt_only and facts.player_total in NATURALS and facts.banker_total in NATURALS


def nine_over_eight(winner: str) -> Fraction:
    """Return how often this side, P or B, wins with a natural against a natural."""
    facts = [(facts_of_totals(*key), number) for key, number in taken().items()]
    ways = sum(number for end, number in facts if two_naturals(end) and end.winner == winner)
    return Fraction(ways, sequences(DECKS))


def dragon_bonus_edge_if_any_naturals_push(bet: str) -> Fraction:
    """A-66 (b)."""

    def pays(facts: Facts) -> Fraction:
        return Fraction(0) if two_naturals(facts) else profit("mbs-super-6", bet, facts)

    return edge_of(pays)


def banker_fabulous_4_edge_if_a_tie_on_4_wins() -> Fraction:
    """A-67 (b)."""
    pays = ODDS["mbs-fabulous-4s"]["banker-fabulous-4"]
    wins = pays | {"T4": pays["B4"]}
    return edge_of(
        lambda facts: wins.get(f"{facts.winner}{max(facts.player_total, facts.banker_total)}", LOSS)
    )


# Readings of a decision.

ALL_VALUES = frozenset(range(10))
RANKS_WORTH = Counter(POINTS.values())


def bets_on_totals(game: str) -> frozenset[str]:
    """Return the bets that no pair decides; pair bets never push, so A-32 (c) is about these."""
    return frozenset(bet for bet in ODDS[game] if "pair" not in bet)


def share_established(
    game: str,
    bets: frozenset[str],
    cards: int,
    *,
    drawn: frozenset[int] = ALL_VALUES,
    coming: frozenset[int] = ALL_VALUES,
) -> Fraction:
    """Return the share of sequences of three or four ranks that decide one of the bets on totals.

    A-32 (b) plays on with the values that are still coming, (a) with all of them.
    """
    weights: Counter[bool] = Counter()
    for first, second, *others in product(drawn, repeat=cards):
        player = (first + others[0]) % 10
        fourths = frozenset(others[1:]) or coming
        ends = ends_of(player, frozenset((second + fourth) % 10 for fourth in fourths), coming)
        ranks = prod(RANKS_WORTH[value] for value in (first, second, *others))
        weights[is_established(game, bets, ends)] += ranks
    return Fraction(weights[True], weights.total())


@cache
def is_established(
    game: str, bets: frozenset[str], ends: frozenset[Totals], *, push_decides: bool = False
) -> bool:
    """Whether all ends agree on one of the bets; A-32 (c) counts a push as an answer."""
    for bet in bets:
        gains = [profit(game, bet, facts_of_totals(*end)) for end in ends]
        if all(gain > 0 for gain in gains) or all(gain < 0 for gain in gains):
            return True
        if push_decides and not any(gains):
            return True
    return False


@cache
def ends_of(
    player: int, bankers: frozenset[int], coming: frozenset[int] = ALL_VALUES
) -> frozenset[Totals]:
    """Return every end of a round with this two-card total of Player and one of these of Banker."""
    ends: set[Totals] = set()
    for banker in bankers:
        thirds: Collection[int | None] = coming if player_draws(player, banker) else [None]
        for third in thirds:
            ends |= ends_after_player(player, banker, third, coming)
    return frozenset(ends)


def ends_after_player(
    player: int, banker: int, third: int | None, coming: frozenset[int] = ALL_VALUES
) -> frozenset[Totals]:
    """Return every end of a round once Player has drawn a third card or stands."""
    player_end, player_cards = (player, 2) if third is None else ((player + third) % 10, 3)
    if not banker_draws(player, banker, third):
        return frozenset({(player_end, banker, player_cards, 2)})
    return frozenset((player_end, (banker + last) % 10, player_cards, 3) for last in coming)


def ends_after_any_stop() -> Iterator[frozenset[Totals]]:
    """Yield the possible ends of a round, for every point at which it can be interrupted."""
    # With two cards or fewer on the table both hands can still reach every total.
    yield frozenset().union(*(ends_of(player, ALL_VALUES) for player in range(10)))
    for player, banker in product(range(10), repeat=2):
        yield ends_of(player, ALL_VALUES)
        yield ends_of(player, frozenset({banker}))
        if player_draws(player, banker):
            yield from (ends_after_player(player, banker, third) for third in range(10))
