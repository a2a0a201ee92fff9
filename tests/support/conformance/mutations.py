"""Small changes to the rules' data, each of which a test of its clause must notice."""

from collections.abc import Iterator
from dataclasses import dataclass

from punto.rules.conditions import QUESTIONS, Condition, Requirement
from punto.rules.first_decision import completions
from punto.rules.games import Bet, DeckRange, Game
from punto.rules.irregularity_policies import Irregularity, Late, PlayerOptions, Policy, Remedy
from punto.rules.pay_tables import PUSH, PayRow, PayTable, Push
from punto.rules.roles import Role
from punto.rules.table_of_play import TableOfPlay
from punto.values import replace
from punto.values.odds import Odds


@dataclass(frozen=True, slots=True)
class Mutation:
    """A changed game, and the paragraph whose tests must notice the change."""

    what: str
    clause: str
    game: Game
    bet_key: str | None = None


def pay_row_mutations(game: Game) -> Iterator[Mutation]:
    """Change every row of every bet: its odds, its condition, or leave it out."""
    for bet in game.bets:
        for index, row in enumerate(bet.pays.rows):
            for what, rows in _row_mutations(bet.pays.rows, index):
                changed = replace(bet, pays=PayTable(rows))
                if not _same_in_play(game, bet, changed):
                    named = f"{game.key} {bet.key} row {index + 1} {what}"
                    yield Mutation(named, row.clause, _with_bet(game, changed), bet.key)


def offer_mutations(game: Game, clause: str | None) -> Iterator[Mutation]:
    """Leave out every bet in turn, and flip whether it is optional."""
    for bet in game.bets:
        named, shown_by = f"{game.key} {bet.key}", clause or bet.clause
        flipped = replace(bet, optional=not bet.optional)
        yield Mutation(f"{named} optional", shown_by, _with_bet(game, flipped))
        left = game.bets_without([bet.key])
        yield Mutation(f"{named} left out", shown_by, replace(game, bets=left))


def decks_mutations(game: Game, clause: str) -> Iterator[Mutation]:
    """Move either end of the range of decks by one."""
    least, most = game.decks.least, game.decks.most
    for decks in (
        DeckRange(least - 1, most),
        DeckRange(least + 1, most),
        DeckRange(least, most - 1),
        DeckRange(least, most + 1),
    ):
        yield Mutation(f"{game.key} decks {decks}", clause, replace(game, decks=decks))


def table_mutations(table: TableOfPlay) -> Iterator[tuple[str, TableOfPlay]]:
    """Flip every cell of the Table of Play; 8 and 9 are naturals and have no cells."""
    for total in range(8):
        flip = frozenset({total})
        yield f"player on {total}", replace(table, player_draws_on=table.player_draws_on ^ flip)
        yield f"banker on {total}", replace(table, banker_draws_on=table.banker_draws_on ^ flip)
        for third in range(10):
            rows = list(table.banker_draws_against)
            rows[total] ^= frozenset({third})
            changed = replace(table, banker_draws_against=tuple(rows))
            yield f"banker on {total} against {third}", changed


def _with_bet(game: Game, changed: Bet) -> Game:
    bets = tuple(changed if bet.key == changed.key else bet for bet in game.bets)
    return replace(game, bets=bets)


def _same_in_play(game: Game, bet: Bet, changed: Bet) -> bool:
    """Whether no deal tells the two bets apart: their rows differ on paper only."""
    reachable = completions(game.table, ())

    def paid(pays: PayTable) -> dict[tuple[Odds | Push, Odds | None], int]:
        sets: dict[tuple[Odds | Push, Odds | None], int] = {}
        for row, outcomes in zip(pays.rows, pays.deciding, strict=True):
            key = (row.pays, row.commission)
            sets[key] = sets.get(key, 0) | (outcomes & reachable)
        return {key: outcomes for key, outcomes in sets.items() if outcomes}

    return paid(bet.pays) == paid(changed.pays)


def _row_mutations(
    rows: tuple[PayRow, ...], index: int
) -> Iterator[tuple[str, tuple[PayRow, ...]]]:
    row = rows[index]
    yield "left out", rows[:index] + rows[index + 1 :]

    def put(changed: PayRow) -> tuple[PayRow, ...]:
        return (*rows[:index], changed, *rows[index + 1 :])

    for pays in _other_pays(row.pays):
        yield f"pays {pays}", put(replace(row, pays=pays))
    if row.commission is not None:
        yield "without commission", put(replace(row, commission=None))
        more = Odds(row.commission.win + 1, row.commission.per)
        yield "more commission", put(replace(row, commission=more))
    for what, when in _other_conditions(row.when):
        yield what, put(replace(row, when=when))


def _other_pays(pays: Odds | Push) -> tuple[Odds | Push, ...]:
    if isinstance(pays, Push):
        return (Odds(1, 1),)
    return (PUSH, Odds(pays.win + pays.per, pays.per), Odds(pays.win, pays.per + 1))


def _other_conditions(when: Condition) -> Iterator[tuple[str, Condition]]:
    required = when.requirements
    for index, one in enumerate(required):
        rest = required[:index] + required[index + 1 :]
        yield f"without {one.question}", Condition(rest)
        for answer in QUESTIONS[one.question].answers:
            if not any(answer is old or answer == old for old in one.accepted):
                other = Requirement(one.question, (answer,))
                yield f"with {one.question} {answer}", Condition((*rest, other))


def policy_mutations(policies: tuple[Policy, ...]) -> Iterator[tuple[Policy, tuple[Policy, ...]]]:
    """Change every cell of a document's policies; yield the old policy and the changed document."""
    for index, policy in enumerate(policies):
        for changed in _other_policies(policy):
            yield policy, (*policies[:index], changed, *policies[index + 1 :])


def _other_policies(policy: Policy) -> Iterator[Policy]:
    yield from (replace(policy, remedy=each) for each in Remedy if each is not policy.remedy)
    if policy.remedy is not Remedy.RULING:
        # A case that no clause covers is ruled alike before and after the first card.
        covered = Irregularity.NOT_COVERED if policy.before_first_card is None else None
        yield replace(policy, before_first_card=covered)
    if policy.remedy is Remedy.TERMINALS_STAND:
        return  # nothing stops, so no one attests it, and there is nothing to reach or use
    if policy.before_first_card is None:
        yield replace(policy, needs_card=not policy.needs_card)
    yield from (replace(policy, late=each) for each in Late if each is not policy.late)
    yield replace(policy, takes_extra=not policy.takes_extra)
    if policy.options is not PlayerOptions.NEVER:
        given = (each for each in PlayerOptions if each is not policy.options)
        yield from (replace(policy, options=each) for each in given)
    if policy.remedy is Remedy.RULING:
        return  # who rules is fixed, and so is what a ruling reaches
    yield replace(policy, order_by_attester=not policy.order_by_attester)
    # A Dealer attests nothing, whatever a policy says.
    others = set(Role) - {Role.DEALER, policy.attested_by}
    yield from (replace(policy, attested_by=role) for role in sorted(others))
    if policy.takes_extra or policy.remedy is Remedy.BY_THE_CARDS:
        yield replace(policy, seen_card_ruled=not policy.seen_card_ruled)
    if policy.remedy is Remedy.VOID:
        yield replace(policy, withdraws_shoe=not policy.withdraws_shoe)
    # Between rounds, what counts as another irregularity reaches as far as that one.
    reaches_itself = policy.before_first_card is None
    if reaches_itself and (not policy.withdraws_shoe or policy.reaches_settled):
        yield replace(policy, reaches_settled=not policy.reaches_settled)
