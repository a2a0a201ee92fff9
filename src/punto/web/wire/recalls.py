"""A recalled round, step by step for a screen."""

from punto.rounds import By, CardDealt, PositionTaken, ResultShown, RoundVoided, Stakes
from punto.rules import Coup, Name
from punto.values import Card, Cents, Instant, Side, TerminalId, Value, Winner
from punto.views.recall import Recall, RecallStep
from punto.views.screens import OwnResult, own_round
from punto.views.sentences import Details, details_of


class RecalledHands(Value):
    """Both hands after a step that dealt or corrected cards."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int


class RecalledBalance(Value):
    """A terminal's credits before and after a step."""

    terminal: TerminalId
    credits_before: Cents
    credits_after: Cents


class RecalledStep(Value):
    """One step: a sentence in English, and the data to say it in another language."""

    what: str
    """The kind of event, by its name."""
    sentence: str
    details: Details
    who: str
    by: By
    at: Instant
    clause: str
    card: Card | None
    side: Side | None
    winner: Winner | None
    stakes: Stakes | None
    hands: RecalledHands | None
    results: tuple[OwnResult, ...]
    balances: tuple[RecalledBalance, ...]


class RecalledRound(Value):
    """A past round; its banner says that it is not live."""

    number: int
    shoe_number: int
    game: Name
    banner: str
    void: bool
    steps: tuple[RecalledStep, ...]


def recalled_round(recalled: Recall) -> RecalledRound:
    """Convert a recall for the screen that asked."""
    return RecalledRound(
        number=recalled.round_number,
        shoe_number=recalled.shoe_number,
        game=recalled.configuration.terms.game.name,
        banner=recalled.banner,
        void=any(isinstance(step.event.fact, RoundVoided) for step in recalled.steps),
        steps=tuple(_step(step) for step in recalled.steps),
    )


def _step(step: RecallStep) -> RecalledStep:
    fact = step.event.fact
    return RecalledStep(
        what=type(fact).__name__,
        sentence=step.sentence,
        details=details_of(fact),
        who=step.who,
        by=step.event.by,
        at=step.event.at,
        clause=step.clause,
        card=fact.card if isinstance(fact, CardDealt) else None,
        side=fact.side if isinstance(fact, CardDealt) else None,
        winner=fact.winner if isinstance(fact, ResultShown) else None,
        stakes=fact.stakes if isinstance(fact, PositionTaken) else None,
        hands=None if step.hands is None else _hands(step.hands),
        results=_results(step),
        balances=tuple(
            RecalledBalance(each.terminal, each.credits_before, each.credits_after)
            for each in step.balances
        ),
    )


def _hands(coup: Coup) -> RecalledHands:
    return RecalledHands(coup.player, coup.banker, coup.player_total, coup.banker_total)


def _results(step: RecallStep) -> tuple[OwnResult, ...]:
    """Return every bet that ended here, of all terminals that the recall shows."""
    ended = (own_round(0, results) for _, results in step.results)
    return tuple(result for each in ended if each is not None for result in each.results)
