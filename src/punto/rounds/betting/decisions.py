"""Betting: from the opening words to the cut-off."""

from collections.abc import Mapping
from typing import assert_never

from punto.rounds.betting import commands, events, refusals
from punto.rounds.betting.stakes import Stakes, totals_with
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.carried_cards import used_here
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.shoe.refusals import BurnFirst, DecksDiffer, NoShoe, ShoeIsOver, SourceDiffers
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Round, Table
from punto.rounds.table.refusals import Already, LastRoundPlayed, NothingToChange, NotSeated
from punto.rounds.tray.chips import count_refusal
from punto.rules import BetKey, bet_refusals, liability_while_open
from punto.values import NOTHING, Cents, Instant


def decide_betting(
    table: Table, configuration: Configuration, wish: commands.BettingStepWish, at: Instant
) -> Decided:
    """Judge a step that opens or closes the bets."""
    match wish:
        case commands.OpenBets():
            return open_bets(table, configuration, at)
        case commands.BeginClosing():
            return begin_closing(table.round_now.configuration, at)
        case commands.AnswerFreeze():
            return answer_freeze(table, table.round_now, wish)
        case commands.CutOff():
            return cut_off(table, table.round_now, at)
        case _:
            assert_never(wish)


def open_bets(table: Table, configuration: Configuration, at: Instant) -> Decided:
    """Begin a round, if there are cards for it and the last round has not been played.

    None begins during a count: the second person must find the tray as the first did (A-53).
    """
    if table.last_round is not None and table.rounds_count >= table.last_round:
        return LastRoundPlayed(table.last_round)
    if table.shoe is None:
        return count_refusal(table) or NoShoe()
    refusal = count_refusal(table) or _shoe_refusal(table.shoe, configuration)
    if refusal is not None:
        return refusal
    opened = events.BetsOpened(
        table.rounds_count + 1,
        configuration.phrases.opening,
        Instant(at + configuration.betting_ms),
        configuration.stamp,
        table.carried,
    )
    return (opened,)


def _shoe_refusal(shoe: Shoe, configuration: Configuration) -> Refusal | None:
    if shoe.decks != configuration.terms.decks:
        return DecksDiffer(shoe.decks, configuration.terms.decks)
    if shoe.source is not configuration.source:
        return SourceDiffers(shoe.source, configuration.source)
    if shoe.is_over:
        return ShoeIsOver(shoe.number)
    unburned = configuration.burns_cards and not (shoe.is_continuous or shoe.dealt_count)
    return BurnFirst() if unburned else None


def want_position(
    table: Table, in_progress: Round, wish: commands.WantPosition, at: Instant
) -> Decided:
    """Take a terminal's whole wanted position, or refuse it whole."""
    configuration, stakes = in_progress.configuration, wish.stakes
    wanted: dict[BetKey, Cents] = {}
    total = NOTHING
    for bet, stake in stakes:
        wanted[bet] = stake
        total += stake
    on_player, on_banker = configuration.terms.game.original_bets
    hands_count = 2 - on_player.isdisjoint(wanted) - on_banker.isdisjoint(wanted)
    refusal = (
        _terminal_refusal(table, in_progress, wish)
        or _moment_refusal(in_progress, wish, at)
        or (written_twice(stakes) if len(wanted) < len(stakes) else None)
        or _bets_refusal(configuration, wanted, hands_count)
        or _money_refusal(table, in_progress, wish, total)
    )
    if refusal is not None:
        return refusal
    return (events.PositionTaken(wish.terminal, wish.stakes, opposite=hands_count > 1),)


def _terminal_refusal(
    table: Table, in_progress: Round, wish: commands.WantPosition | commands.AnswerFreeze
) -> Refusal | None:
    seat = table.seats.get(wish.terminal)
    if seat is None or (seat.has_left and isinstance(wish, commands.WantPosition)):
        return NotSeated(wish.terminal)
    if wish.round_number != in_progress.number:
        return refusals.RoundIsStale(wish.round_number, in_progress.number)
    if seat.disabled and isinstance(wish, commands.WantPosition):
        return refusals.TerminalIsDisabled(wish.terminal, seat.disabled)
    return None


def _moment_refusal(
    in_progress: Round, wish: commands.WantPosition, at: Instant
) -> refusals.BetsAreClosed | None:
    cut_off_at = in_progress.cut_off_at
    too_late = cut_off_at is not None and at >= cut_off_at
    if too_late or wish.terminal in in_progress.frozen:
        return refusals.BetsAreClosed(in_progress.number)
    return None


def _bets_refusal(
    configuration: Configuration, wanted: Mapping[BetKey, Cents], hands_count: int
) -> Refusal | None:
    found = bet_refusals(configuration.terms, wanted)
    if found:
        return refusals.BetsRefused(found)
    if hands_count > 1 and not configuration.opposite_bets:
        return refusals.OppositeBetsNotTaken()
    if wanted and not hands_count and not configuration.side_bets_alone:
        return refusals.SideBetsNeedAnOriginalBet()
    return None


def written_twice(stakes: Stakes) -> refusals.BetWrittenTwice:
    """Return the first bet that occurs twice in a position."""
    keys = [bet for bet, _ in stakes]
    return refusals.BetWrittenTwice(next(key for key in keys if keys.count(key) > 1))


def _money_refusal(
    table: Table, in_progress: Round, wish: commands.WantPosition, total: Cents
) -> Refusal | None:
    held = table.book.playable(wish.terminal)
    if total > held:
        return refusals.StakesAboveCredits(total, held)
    cap = in_progress.configuration.liability_cap
    if cap is None:
        return None
    # a patron may always withdraw or lower a bet, which never raises this figure.
    game = in_progress.configuration.terms.game
    registered = in_progress.stakes_of(wish.terminal)
    totals = totals_with(in_progress.totals, registered, wish.stakes)
    at_stake = liability_while_open(game, totals)
    return refusals.LiabilityAboveCap(cap) if at_stake > cap else None


def begin_closing(configuration: Configuration, at: Instant) -> Decided:
    """Tell the terminals to freeze."""
    return (events.ClosingBegan(Instant(at + configuration.grace_ms)),)


def answer_freeze(table: Table, in_progress: Round, wish: commands.AnswerFreeze) -> Decided:
    """Note that a terminal has frozen."""
    refusal = _terminal_refusal(table, in_progress, wish)
    if refusal is not None:
        return refusal
    if wish.terminal in in_progress.frozen:
        return NothingToChange(Already.FROZEN, wish.terminal)
    return (events.TerminalFroze(wish.terminal),)


def cut_off(table: Table, in_progress: Round, at: Instant) -> Decided:
    """Close the bets, once every connected terminal has frozen or the grace is over (A-24)."""
    unanswered = table.unanswered
    cut_off_at = in_progress.cut_off_at or at
    if unanswered and at < cut_off_at:
        return refusals.TooEarlyToCutOff(unanswered, cut_off_at)
    closed = events.BetsClosed(in_progress.configuration.phrases.closing, unanswered)
    return (closed, *used_here(table.carried, in_progress))
