"""Rules in English words, for the terminal."""

from collections.abc import Callable, Mapping

from punto.rules import Condition, Outcome, Push, Requirement, Trait
from punto.values import Odds, Winner

_PHRASES: Mapping[str, Callable[[str], str]] = {
    "winner": lambda answer: "a Tie" if answer == "tie" else f"{answer.title()} wins",
    "player_total": lambda answer: f"Player on {answer}",
    "banker_total": lambda answer: f"Banker on {answer}",
    "margin": lambda answer: f"by {answer} points",
    "player_cards": lambda answer: f"Player with {answer} cards",
    "banker_cards": lambda answer: f"Banker with {answer} cards",
    "player_natural": lambda answer: "a Player natural" if answer == "yes" else "no Player natural",
    "banker_natural": lambda answer: "a Banker natural" if answer == "yes" else "no Banker natural",
    "player_pair": lambda answer: "a Player pair" if answer == "yes" else "no Player pair",
    "banker_pair": lambda answer: "a Banker pair" if answer == "yes" else "no Banker pair",
    "player_pair_rank": lambda answer: f"Player pair rank {answer}",
    "banker_pair_rank": lambda answer: f"Banker pair rank {answer}",
    "player_pair_suits": lambda answer: f"Player pair suits {answer}",
    "banker_pair_suits": lambda answer: f"Banker pair suits {answer}",
    "pairs": lambda answer: {"1": "one pair", "2": "two pairs"}.get(answer, f"{answer} pairs"),
    "twin": lambda answer: "two pairs of one rank" if answer == "yes" else "no twin pairs",
}


def condition_words(when: Condition) -> str:
    """Format a condition such as ``Banker wins, Banker on 6, Banker with 3 cards``."""
    return ", ".join(_requirement_words(required) for required in when.requirements)


def _requirement_words(required: Requirement) -> str:
    answers = " or ".join(_answer_word(answer) for answer in required.accepted)
    return _PHRASES[required.question](answers)


def _answer_word(answer: Trait) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return str(answer)


def outcome_words(outcome: Outcome) -> str:
    """Describe the outcome for a bet that lost: ``Player won 8 to 2, Banker pair``."""
    points, pairs = outcome.points, outcome.pairs
    totals = sorted((points.player_total, points.banker_total), reverse=True)
    if outcome.winner is Winner.TIE:
        words = [f"a Tie on {totals[0]}"]
    else:
        words = [f"{outcome.winner.value.title()} won {totals[0]} to {totals[1]}"]
    held = [name for name, pair in (("Player", pairs.player), ("Banker", pairs.banker)) if pair]
    words.append(f"{' and '.join(held)} pair" if held else "no pair")
    return ", ".join(words)


def pays_words(pays: Odds | Push | None) -> str:
    """Format what a row pays, as a layout prints it; a dash if no row decided."""
    if pays is None:
        return "–"
    return "push" if isinstance(pays, Push) else pays.words
