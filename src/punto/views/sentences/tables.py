from collections.abc import Mapping
from typing import assert_never

from punto.live import TableLayout
from punto.rounds import Configuration, Seating
from punto.rounds.shoe import events as shoe_events
from punto.rounds.table import events as table_events
from punto.rules import Limits, Role, RulesIdentity
from punto.values import format_money
from punto.views.sentences.floors import actor_words


def table_sentence(fact: table_events.TableFact, titles: Mapping[Role, str]) -> str:
    """Return the sentence of an event about the table itself."""
    match fact:
        case table_events.TableConfigured():
            return _configuration_words(fact.configuration)
        case table_events.TableOpened():
            return f"The table is open; {actor_words(fact.dealer, titles)}, deals"
        case table_events.LastRoundAnnounced():
            return f"Round {fact.round_number} is announced as the last before the table closes"
        case table_events.TableClosed():
            return "The table is closed"
        case table_events.DealerChanged():
            return f"{actor_words(fact.dealer, titles)}, deals from now on"
        case table_events.LimitsChanged():
            own = (f"; {bet} {_limits_words(limits)}" for bet, limits in fact.own_limits)
            return f"Limits from the next round on: {_limits_words(fact.limits)}{''.join(own)}"
        case table_events.SeatingChanged():
            return _seating_words(fact.seating)
        case _:
            assert_never(fact)


def _configuration_words(configuration: Configuration) -> str:
    decks, game = configuration.terms.decks, configuration.terms.game
    words = [
        f"Table {configuration.table} plays {game.name.en} by {rules_words(game.rules)}",
        f"{decks} decks, {configuration.source.value}",
    ]
    if configuration.layout is not None:
        words.append(_layout_words(configuration.layout))
    if configuration.self_dealing:
        words.append("it deals by itself")
    if configuration.single_person:
        words.append("one person fills both steps of dual control (A-73)")
    return "; ".join(words)


def _layout_words(layout: TableLayout) -> str:
    """Return a live table's boxes and posted limits (L 3.4)."""
    limits = layout.limits
    posted = [f"minimum {format_money(limits.minimum)}"]
    if limits.box_differential is not None:
        posted.append(f"Differential {format_money(limits.box_differential)} in each box")
    if limits.table_differential is not None:
        posted.append(f"Differential {format_money(limits.table_differential)} over the table")
    dealt = ", dealt face down" if layout.face_down else ""
    return f"boxes {' '.join(layout.boxes)}, {', '.join(posted)}{dealt}"


def rules_words(rules: RulesIdentity) -> str:
    """Return a document's title, version and effective date (A-64, A-71)."""
    version = "version unknown" if rules.version is None else f"version {rules.version}"
    if rules.effective is None:
        return f"{rules.document}, {version}, effective date unknown"
    return f"{rules.document}, {version}, in force from {rules.effective.isoformat()}"


def _limits_words(limits: Limits) -> str:
    most = "any amount" if limits.maximum is None else format_money(limits.maximum)
    return f"{format_money(limits.minimum)} to {most} in steps of {format_money(limits.step)}"


def _seating_words(seating: Seating) -> str:
    seats = "without a limit" if seating.seats is None else f"{seating.seats}"
    who = "patrons choose the table themselves" if seating.patrons_choose else "staff seat patrons"
    return f"Seats: {seats}; {who}"


def seat_sentence(fact: table_events.SeatFact) -> str:
    """Return the sentence of an event about a terminal at the table."""
    match fact:
        case table_events.TerminalSeated():
            return f"{fact.terminal} joins the table"
        case table_events.SeatLeft():
            return f"{fact.terminal} leaves its seat; its credits stay"
        case table_events.LinkReported():
            return f"{fact.terminal} is {fact.link.value}"
        case table_events.TerminalDisabled():
            return f"{fact.terminal} may not bet: {fact.reason}"
        case table_events.TerminalEnabled():
            return f"{fact.terminal} may bet again"
        case _:
            assert_never(fact)


def shoe_sentence(fact: shoe_events.ShoeFact) -> str:
    """Return the sentence of an event about the shoe."""
    match fact:
        case shoe_events.ShoeLoaded():
            return _load_words(fact)
        case shoe_events.CardsBurned():
            return f"{fact.shown} is shown, and {fact.unseen_count} more are burned unseen"
        case shoe_events.CutCardSeen():
            return f"The cut card came out; rounds that may still begin: {fact.rounds_left}"
        case shoe_events.CardsCounted():
            return f"{fact.counted} cards counted, {fact.expected} expected"
        case shoe_events.ShoeRetired():
            return f"The shoe is out of play: {fact.reason}"
        case shoe_events.ShoeRevealed():
            return f"The order of shoe {fact.shoe_number} is revealed, with its salt {fact.salt}"
        case shoe_events.RoadsRestarted():
            return "The roads restart"
        case _:
            assert_never(fact)


def _load_words(fact: shoe_events.ShoeLoaded) -> str:
    # The sealed order is in no sentence and no view.
    order = f"; its order is committed as {fact.commitment}" if fact.commitment else ""
    return (
        f"Shoe {fact.shoe_number} is loaded with {fact.decks} decks, "
        f"shuffled {fact.shuffle.value}{order}"
    )
