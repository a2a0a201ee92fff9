"""The Game Console of a table, and its Dealer, who also reports irregularities.

The reports are sound ones, and mistakes that a Dealer in a hurry might make.
"""

from typing import assert_never

from punto import rounds
from punto.rounds import ReportIrregularity, Table
from punto.rounds.shoe import commands as shoe_commands
from punto.rules import INITIAL_CARDS, Irregularity
from punto.runtime import Shoes, Stream, drawn, table_of
from punto.torture.chance import RandomNumbers
from punto.torture.devices import SimulatedDevice
from punto.torture.world import World
from punto.values import DECK, Card, PersonId, dollars, field_names, parse_cards

WHOLE_COUPS = tuple(
    parse_cards(text)
    for text in ("9H 3D KS 4C", "KS 9D QH KC", "KS 9D 9H KC", "KS 3D QH 2C 7D KD", "4D KS 4C 2H")
)
OUT_OF_PLACE = (
    Irregularity.EXCESS_OR_EXPOSED_CARD,
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
    Irregularity.WRONG_ORDER,
    Irregularity.WRONG_AREA,
)
_AT_A_LAYOUT = (
    *OUT_OF_PLACE,
    Irregularity.DEALT_ORDER_LOST,
    Irregularity.DEALT_FACE_UP,
    Irregularity.WRONG_PERSON,
    Irregularity.WRONG_NUMBER_OF_CARDS,
)
_WAYS = 10


def report(table: Table, chance: RandomNumbers) -> ReportIrregularity:
    """Return a random report of an irregularity, which the table may refuse."""
    what, cards = chance.one_of(tuple(Irregularity)), _registered(table)
    one_more = (chance.one_of(DECK),)
    earlier = table.past[-1 - chance.below(len(table.past))].number if table.past else None
    match chance.below(_WAYS):
        case 0:
            return ReportIrregularity(
                chance.one_of(OUT_OF_PLACE), "seen", (*cards, *one_more), one_more
            )
        case 1:
            return ReportIrregularity(chance.one_of(OUT_OF_PLACE), "seen", extra=one_more)
        case 2:
            told = (chance.one_of(DECK), *cards[1:])
            return ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "misread", told)
        case 3:
            coup = chance.one_of(WHOLE_COUPS)
            return ReportIrregularity(
                Irregularity.WRONG_CARD_REGISTERED, "misread", coup, round_number=earlier
            )
        case 4:
            return ReportIrregularity(what, "seen", round_number=earlier)
        case 5:
            out = tuple(terminal for terminal in table.seats if chance.one_in(2))
            return ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, "dark", terminals=out)
        case 6:
            told = tuple(chance.mixed(cards))
            together = told if chance.one_in(2) else cards[:2]
            what = chance.one_of(OUT_OF_PLACE)
            return ReportIrregularity(what, "seen", told, together=together)
        case 7:
            # More copies than the decks hold: the sign of a foreign card.
            return ReportIrregularity(chance.one_of(OUT_OF_PLACE), "seen", extra=one_more * 5)
        case 8:
            coup = chance.one_of(WHOLE_COUPS)
            return ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "misread", coup)
        case _:
            return ReportIrregularity(what, "seen")


def live_report(table: Table, chance: RandomNumbers) -> ReportIrregularity:
    """Return a report from a live table, where patrons may choose or hands are played as they lie.

    The table may refuse it.
    """
    out, what = chance.mixed(_registered(table)), chance.one_of(_AT_A_LAYOUT)
    extra = tuple(chance.one_of(DECK) for _ in range(chance.one_of((0, 0, 1, 2))))
    if what is Irregularity.DEALT_ORDER_LOST:
        cut = (len(out) + chance.below(2)) // 2
        return ReportIrregularity(what, "lost", lies=(tuple(out[:cut]), tuple(out[cut:])))
    if what is Irregularity.WRONG_ORDER:
        return ReportIrregularity(what, "seen", tuple(chance.mixed((*out, *extra))), extra)
    if what in OUT_OF_PLACE:
        return ReportIrregularity(what, "seen", extra=extra or (chance.one_of(DECK),))
    return ReportIrregularity(what, "seen")


def _registered(table: Table) -> tuple[Card, ...]:
    return () if table.round is None else table.round.cards


_WITHOUT_PARTS: list[rounds.Wish] = [
    row.kind() for row in shoe_commands.COMMANDS if not field_names(row.kind)
]
"""Every command about the shoe that has no parameters."""


class Console(SimulatedDevice):
    """Takes one step after the other, according to the table's state."""

    def __init__(self, stream: Stream, dealer: PersonId, world: World, shoes: Shoes) -> None:
        super().__init__(f"console {stream}", world)
        self.of = table_of(stream)
        self.stream, self._first_dealer, self.shoes = stream, dealer, shoes

    def look(self) -> None:
        """Report an irregularity, or take the next step."""
        table = self.table(self.stream)
        if table is None or table.configuration is None:
            return
        dealer = self._first_dealer if table.dealer is None else table.dealer.person
        wish = self._amiss(table) or self._step(table, table.configuration)
        if wish is not None:
            self.ask(self.stream, self._sender(wish, dealer), wish)

    def _sender(self, wish: rounds.Wish, dealer: PersonId) -> PersonId:  # noqa: ARG002
        """Return the person who gives a command at this console."""
        return dealer

    def _amiss(self, table: rounds.Table) -> rounds.Wish | None:
        if table.phase is rounds.Phase.CLOSED:
            return None
        fault = self.world.dealing_odds.next()
        if fault is None:
            return None
        return self._report(table, self.world.chance(f"mishap {fault.number}"))

    def _report(self, table: rounds.Table, chance: RandomNumbers) -> rounds.Wish:
        return report(table, chance)

    def _step(self, table: rounds.Table, configuration: rounds.Configuration) -> rounds.Wish | None:
        """Return the Dealer's next step; beside a timer, only a step that it leaves to people."""
        match table.phase:
            case rounds.Phase.CLOSED:
                return None if self.is_calm else rounds.OpenTable()
            case rounds.Phase.STOPPED:
                return None
            case _ if configuration.self_dealing:
                return self._beside_the_timer(table)
            case rounds.Phase.IDLE | rounds.Phase.SETTLED:
                return self._between_rounds(table, configuration)
            case rounds.Phase.BETTING:
                return self._betting(table)
            case rounds.Phase.CLOSING:
                return rounds.CutOff()
            case rounds.Phase.DEALING:
                return self._deal(table)
            case rounds.Phase.RESULT:
                return rounds.Settle()
            case rounds.Phase.CHOOSING:
                return self._choosing(table)
        assert_never(table.phase)

    def _betting(self, table: rounds.Table) -> rounds.Wish | None:
        is_due = self.is_calm or self.chance.one_in(5)
        return rounds.BeginClosing() if is_due else self._cash(table)

    def _choosing(self, table: rounds.Table) -> rounds.Wish:  # noqa: ARG002
        return rounds.EndOptions()

    def _beside_the_timer(self, table: rounds.Table) -> rounds.Wish | None:
        if table.unrevealed:
            return self._reveal(table)
        return self._cash(table)

    def _between_rounds(
        self, table: rounds.Table, configuration: rounds.Configuration
    ) -> rounds.Wish | None:
        shoe = table.shoe
        if table.unrevealed:
            return self._reveal(table)
        if self.is_calm:
            return None
        if shoe is None:
            return self._load(table, configuration)
        if shoe.is_over:
            return shoe_commands.RetireShoe("its last round is over")
        if configuration.burns_cards and not (shoe.dealt_count or shoe.is_continuous):
            virtual = self.shoes.next_card(self.of, shoe) if shoe.commitment else None
            return shoe_commands.BurnCards(virtual or self.chance.one_of(DECK))
        if self.chance.one_in(12):
            return self._now_and_then(shoe.decks)
        return rounds.OpenBets()

    def _reveal(self, table: rounds.Table) -> rounds.Wish:
        return self.shoes.revealed(self.of, table.unrevealed[min(table.unrevealed)])

    def _now_and_then(self, decks: int) -> rounds.Wish:
        cards = decks * len(DECK)
        first, *others = _WITHOUT_PARTS
        seldom: tuple[rounds.Wish, ...] = (
            first,
            shoe_commands.CountCards(cards),
            shoe_commands.CountCards(cards - 1),
            *others,
        )
        return self.chance.one_of(seldom)

    def _load(self, table: rounds.Table, configuration: rounds.Configuration) -> rounds.Wish:
        if configuration.source is rounds.CardSource.VIRTUAL_SHOE:
            return self.shoes.loaded(self.of, table.shoes_count + 1, configuration.terms.decks)
        by_hand = configuration.source is not rounds.CardSource.SHUFFLER and self.chance.one_in(2)
        shuffle = shoe_commands.Shuffle.BY_HAND if by_hand else shoe_commands.Shuffle.BY_MACHINE
        return shoe_commands.LoadShoe(configuration.terms.decks, shuffle)

    def _deal(self, table: rounds.Table) -> rounds.Wish:
        now, shoe = table.round_now, table.shoe
        if len(now.cards) == INITIAL_CARDS and not now.totals_announced:
            return rounds.AnnounceTotals()
        if shoe is None or not shoe.cards_left:
            return rounds.ReportIrregularity(Irregularity.NOT_COVERED, "no card is left")
        if shoe.source is rounds.CardSource.VIRTUAL_SHOE:
            return drawn(self.of, shoe, self.shoes)
        keyed = shoe.source is rounds.CardSource.KEYED_SHOE or self.chance.one_in(10)
        origin = rounds.CardOrigin.KEYED if keyed else rounds.CardOrigin.READ
        return rounds.DealCard(self.chance.one_of(DECK), origin, confirmed=keyed)

    def _cash(self, table: rounds.Table) -> rounds.Wish | None:
        poor = [t for t in table.seats if table.credits_of(t) < dollars(20)]
        if not poor or self.is_calm or not self.chance.one_in(4):
            return None
        return rounds.TakeCash(self.chance.one_of(poor), dollars(self.chance.between(10, 200)))
