"""One patron's session at a private table: its house, its record, and how to extend it.

The house is the clock and the shuffled shoes with their secrets. Also the proof that a shoe's order
was fixed before the first bet; anyone can check it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from textwrap import wrap
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from punto import devices, rounds
from punto.rules import Actor, BetKey, BetResult, Role, Settlement, Terms, committed_text
from punto.values import Cents, CommandId, PersonId, TableId, TerminalId, Value, replace
from punto.views.roads import Roads


@dataclass(frozen=True, slots=True)
class PlayHouse:
    """The clock, and the shoes with their sealing key, which is in no record."""

    clock: devices.Clock
    shoes: devices.KeyedShoes


def usual_house(clock: devices.Clock) -> PlayHouse:
    """Make an unpredictable house."""
    return PlayHouse(clock, devices.KeyedShoes(devices.fresh_key(devices.SystemEntropy())))


def practice_house(clock: devices.Clock, seed: int) -> PlayHouse:
    """Make a house that deals the same cards for the same seed."""
    # Secrets come from another seed: drawn between two shuffles, they would change the cards of
    # every shoe but the first. A rehearsal has nothing to hide, so any other seed will do.
    secrets, shuffles = devices.SeededEntropy(~seed), devices.SeededEntropy(seed)
    shoes = devices.KeyedShoes(devices.fresh_key(secrets), shuffles, secrets=secrets)
    return PlayHouse(clock, shoes)


F = TypeVar("F", bound=rounds.Fact)

StakesByBet = Mapping[BetKey, Cents]

TABLE = TableId("private")
TERMINAL = TerminalId("T1")
PATRON = rounds.Patron(TERMINAL)
YOU = Actor(PersonId("you"), Role.SHIFT_MANAGER, alone=True)
"""The same person as staff: a table for one has no other person (A-73)."""


class StepRefused(Exception):
    """The table refused a step of the program itself; a patron cannot cause this."""


def total_of(stakes: StakesByBet) -> Cents:
    """Return the sum of all stakes."""
    return Cents(sum(stakes.values()))


@dataclass(frozen=True, slots=True)
class PlaySession:
    """A patron at the table; fields besides house and record are for the screen alone."""

    house: PlayHouse = field(repr=False)
    record: rounds.Record = field(default_factory=rounds.Record)
    earlier_positions: tuple[StakesByBet, ...] = ()
    """The earlier positions of this round, for undo."""
    roads: Roads = field(default_factory=Roads)

    @property
    def table(self) -> rounds.Table:
        return self.record.table

    @property
    def terms(self) -> Terms:
        if self.table.configuration is None:
            raise rounds.RecordDoesNotHold("a session, and no game")
        return self.table.configuration.terms

    @property
    def shoe(self) -> rounds.Shoe:
        return self.table.shoe_now

    @property
    def round_number(self) -> int:
        """The number, in this shoe, of the round that takes bets."""
        return self.roads.tally.rounds + 1

    @property
    def bets_are_open(self) -> bool:
        """Whether a round has begun and accepts bets."""
        return self.table.phase is rounds.Phase.BETTING

    @property
    def position(self) -> StakesByBet:
        """The bets on the layout."""
        return dict(self.table.round_now.stakes_of(TERMINAL)) if self.bets_are_open else {}

    @property
    def credits_free(self) -> Cents:
        """The credits besides the stakes on the layout."""
        return self.table.credits_of(TERMINAL)

    @property
    def credits(self) -> Cents:
        """The patron's credits, including the stakes on the layout until the cards are dealt."""
        return Cents(self.credits_free + total_of(self.position))

    @property
    def settled(self) -> tuple[tuple[BetResult, ...], ...]:
        """The results of each finished round."""
        return tuple(
            dict(fact.results).get(TERMINAL, ()) for fact in facts(self.record, rounds.RoundSettled)
        )

    @property
    def last_stakes(self) -> StakesByBet:
        """The stakes of the latest round that had any."""
        latest_results = next((results for results in reversed(self.settled) if results), ())
        return {result.bet: result.stake for result in latest_results}

    @property
    def total_staked(self) -> Cents:
        return Cents(sum(result.stake for results in self.settled for result in results))

    @property
    def total_returned(self) -> Cents:
        """Everything returned in the session, stakes included."""
        return Cents(sum(result.returned for results in self.settled for result in results))


def facts(record: rounds.Record, kind: type[F]) -> Iterator[F]:
    """Yield every fact of one type in a record, in order."""
    return (event.fact for event in record.events if isinstance(event.fact, kind))


def latest(record: rounds.Record, kind: type[F]) -> F:
    """Return the newest fact of one type; raises RecordDoesNotHold if there is none."""
    for event in reversed(record.events):
        if isinstance(event.fact, kind):
            return event.fact
    raise rounds.RecordDoesNotHold(f"no {kind.__name__} so far")


def asked(session: PlaySession, wish: rounds.Wish, by: rounds.By) -> PlaySession | rounds.Refusal:
    """Return the session after a command, or the table's refusal."""
    command_id = CommandId(f"play-{len(session.record.answers) + 1}")
    command = rounds.TableCommand(command_id, session.house.clock.now(), by, wish)
    record, answer = rounds.submit(session.record, command)
    return replace(session, record=record) if isinstance(answer, tuple) else answer


def done(session: PlaySession, *wishes: rounds.Wish, by: rounds.By = YOU) -> PlaySession:
    """Return the session after commands that the table has no reason to refuse."""
    for wish in wishes:
        after = asked(session, wish, by)
        if not isinstance(after, PlaySession):
            raise StepRefused(after.sentence)
        session = after
    return session


class PlayedRound(Value):
    """The events after the opening words up to the payment, and the result."""

    facts: tuple[rounds.Fact, ...]
    ended: rounds.Round
    credits_after: Cents

    @property
    def closing_words(self) -> str:
        """The phrase that closed the bets."""
        return next(fact.phrase for fact in self.facts if isinstance(fact, rounds.BetsClosed))

    @property
    def settlement(self) -> Settlement:
        """How the patron's bets were settled."""
        coup = self.ended.coup
        return Settlement(coup, coup.outcome, dict(self.ended.results).get(TERMINAL, ()))

    @property
    def profit(self) -> Cents:
        """The round's profit over its stakes; negative for a loss."""
        return Cents(self.settlement.total_returned - self.settlement.total_stake)

    def facts_with(self, dealt_count: int) -> tuple[rounds.Fact, ...]:
        """Return the events up to so many dealt cards, before the next one."""
        cards = [
            place for place, fact in enumerate(self.facts) if isinstance(fact, rounds.CardDealt)
        ]
        if dealt_count == len(cards):
            return self.facts
        next_card = cards[dealt_count]
        # The cut card comes out with the card behind it.
        with_cut_card = isinstance(self.facts[next_card - 1], rounds.CutCardSeen)
        return self.facts[: next_card - with_cut_card]


def latest_round(session: PlaySession) -> PlayedRound:
    """Return the round played last."""
    events = reversed(session.record.events)
    since = takewhile(
        lambda fact: not isinstance(fact, rounds.BetsOpened), (e.fact for e in events)
    )
    return PlayedRound(tuple(since)[::-1], session.table.round_now, session.credits)


def commitment_text(record: rounds.Record) -> Text:
    """Return the commitment of the newest shoe in full, because half of it proves nothing."""
    return Text(f"Commitment {latest(record, rounds.ShoeLoaded).commitment}", style="dim")


_CARDS_WIDTH = 3 * 24
"""The width of a line of cards, so that the command fits a narrow screen."""


def show_reveal(screen: Console, record: rounds.Record) -> None:
    """Show the order and salt of the shoe that ended last, as the command that checks them."""
    revealed = latest(record, rounds.ShoeRevealed)
    told = f"Shoe {revealed.shoe_number} is revealed: this command prints its commitment."
    screen.print(Text(told, style="yellow"))
    # Not wrapped by the screen: the user would copy a line break that breaks the command.
    screen.print(Text(check_command(revealed), style="dim"), soft_wrap=True)


def check_command(revealed: rounds.ShoeRevealed) -> str:
    """Return the command that prints the commitment in any POSIX shell, using none of our code."""
    heading, salt, cards = committed_text(revealed.order, revealed.salt).split("\n")
    lines = " '\\\n'".join(wrap(cards, _CARDS_WIDTH - 1))
    return f"printf '%s\\n%s\\n%s' '{heading}' \\\n{salt} \\\n'{lines}' | sha256sum"
