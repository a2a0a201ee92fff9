"""The next command at a table in its present state, and now and then one that is not allowed."""

from random import Random

from punto.ledger.tickets import CHANCE_BELOW
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.boxes.commands import EndOptions
from punto.rounds.commands import By, Patron, Wish
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    PrinterAnswer,
    ResolveCashOut,
    TakeBill,
    TakeCash,
)
from punto.rounds.shoe.commands import LoadShoe, RetireShoe, Shuffle
from punto.rounds.state import Table
from punto.rules.coups import INITIAL_CARDS
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import DECK
from punto.values.money import dollars
from support.rounds.evening import DEALER, SUPERVISOR, position
from support.survival.floor import WANDERER

Step = tuple[By, Wish]
ENOUGH_CARDS = 40


def next_step(table: Table, chance: Random) -> Step:
    """Mostly continue the round; sometimes move money or give a command out of place."""
    kind = chance.random()
    if kind < 0.05:
        return out_of_place(chance)
    if kind < 0.2 and table.seats and table.phase is not Phase.STOPPED:
        return of_money(table, chance)
    return of_the_round(table, chance)


def out_of_place(chance: Random) -> Step:
    """Return a command that is refused in most states; a refusal is an answer like any other."""
    steps: list[Step] = [
        (DEALER, OpenBets()),
        (DEALER, Settle()),
        (SUPERVISOR, CutOff()),
        (DEALER, TakeCash(WANDERER, dollars(-5))),
        (SUPERVISOR, HandPay(WANDERER, dollars(1_000_000))),
    ]
    return chance.choice(steps)


def of_money(table: Table, chance: Random) -> Step:
    """Move cash, a banknote, a hand-pay or a ticket, or give the printer's answer."""
    terminal = chance.choice(sorted(table.seats))
    seat, patron = table.seats[terminal], Patron(terminal)
    if seat.uncertain and seat.ticket is not None:
        return SUPERVISOR, ResolveCashOut(terminal, seat.ticket, chance.random() < 0.5)
    if seat.ticket is not None:
        said = chance.choice([PrinterAnswer.PRINTED] * 6 + list(PrinterAnswer))
        return patron, AnswerPrinter(terminal, seat.ticket, said)
    amount = dollars(chance.randint(1, 100))
    steps: list[Step] = [
        (DEALER, TakeCash(terminal, amount)),
        (patron, TakeBill(terminal, dollars(50), simulated=True)),
        (SUPERVISOR, HandPay(terminal, amount)),
        (patron, CashOut(terminal, chance.randrange(CHANCE_BELOW))),
    ]
    return chance.choice(steps)


def of_the_round(table: Table, chance: Random) -> Step:
    """Return the step that the phase waits for."""
    match table.phase:
        case Phase.IDLE | Phase.SETTLED | Phase.CLOSED:
            return between_rounds(table)
        case Phase.BETTING:
            return bet(table, chance)
        case Phase.CLOSING:
            return closing(table, chance)
        case Phase.DEALING:
            return dealing(table, chance)
        case Phase.RESULT:
            return DEALER, Settle()
        case Phase.STOPPED:
            return SUPERVISOR, Attest()
        case Phase.CHOOSING:
            return DEALER, EndOptions()


def between_rounds(table: Table) -> Step:
    if table.shoe is None:
        return DEALER, LoadShoe(8, Shuffle.BY_MACHINE)
    if table.shoe.cards_left < ENOUGH_CARDS:
        return DEALER, RetireShoe("nearly empty")
    return DEALER, OpenBets()


def bet(table: Table, chance: Random) -> Step:
    players = sorted(set(table.seats) - {WANDERER})
    if not players or chance.random() < 0.3:
        return DEALER, BeginClosing()
    terminal = chance.choice(players)
    hand = chance.choice(["player", "banker"])
    stakes = {hand: chance.randint(20, 80), "tie": chance.randint(5, 20)}
    return Patron(terminal), WantPosition(terminal, table.rounds_count, position(**stakes))


def closing(table: Table, chance: Random) -> Step:
    left = sorted(set(table.seats) - table.round_now.frozen)
    if not left or chance.random() < 0.1:
        return DEALER, CutOff()
    return Patron(left[0]), AnswerFreeze(left[0], table.rounds_count)


def dealing(table: Table, chance: Random) -> Step:
    now = table.round_now
    if len(now.cards) == INITIAL_CARDS and not now.totals_announced:
        return DEALER, AnnounceTotals()
    if chance.random() < 0.03:
        return DEALER, ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "power failure")
    return DEALER, DealCard(chance.choice([card for card in DECK if table.shoe_now.holds(card)]))
