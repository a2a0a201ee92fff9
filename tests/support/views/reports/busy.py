"""A busy evening under either document, with every kind of ending; its money is computed here.

| round | dealer | bets (T1; T2)                 | came to                                       |
|-------|--------|-------------------------------|-----------------------------------------------|
| 1     | mei    | banker 100, tie 5; player 50  | Banker 7 to 2                                 |
| 2     | mei    | banker 200, player 50         | Player 9 to 7                                 |
| 3     | mei    | tie 10, player 20             | a Tie on 9: the tie pays 80, player pushes    |
| 4     | bo     | banker 100; tie 10            | a foreign card: void, and the shoe goes       |
| 5     | bo     | banker 1020                   | Banker, paid; a card was wrong: Player        |
| 6     | bo     | none                          | Player 9 to 7                                 |
| 7     | bo     | -; banker 100                 | Banker; void after all under R 5.3.3          |
| 8     | bo     | player 60, banker 40          | two cards, then the power fails               |

Banker pays 0.95 to 1 in Tiger Baccarat, and 1 to 1 at RWS, where it never wins on 6 here.
"""

from dataclasses import dataclass
from functools import cache

from punto.rounds.adjustment.commands import (
    AdjustmentKind,
    AnswerAdjustment,
    AskAdjustment,
    RepayDebt,
)
from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import By, Patron, Wish
from punto.rounds.irregularity.commands import Attest, ReportIrregularity, Rule, Verdict
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    PrinterAnswer,
    TakeBill,
    TakeCash,
)
from punto.rounds.records import Answer
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rounds.table.commands import ChangeDealer
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.values.cards import parse_cards
from punto.values.ids import PersonId, TerminalId
from punto.values.money import dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    configuration,
    opened,
)
from support.rounds.matters import report

BO = Actor(PersonId("bo"), Role.DEALER)
BANKER_WINS = "KS 3D QH 4C 2D"
PLAYER_WINS = "9S 3D KH 4C"
TIE = "9S 9D KH KC"
CORRECTED = "KS 3D QH 4C 9D"
"""The first cards with another last card: Player has 9 with it."""


@dataclass
class Ticking(Evening):
    """An evening on which each command takes a tenth of a second, and the Dealer on duty deals."""

    def ask(self, wish: Wish, by: By = DEALER, command_id: str = "") -> Answer:
        self.now += 100
        on_duty = self.table.dealer if by == DEALER else None
        return super().ask(wish, on_duty or by, command_id)


def ticking(game_key: str) -> Ticking:
    evening = opened(configuration(game_key))
    return Ticking(evening.record, evening.now, evening.numbers)


def attested(evening: Evening, what: Irregularity, cards: str | None = None) -> None:
    evening.do(report(what, cards))
    evening.do(Attest(), SUPERVISOR)


def cash_out(evening: Evening, terminal: TerminalId, chance: int, answer: PrinterAnswer) -> None:
    evening.do(CashOut(terminal, chance), Patron(terminal))
    number = evening.table.seats[terminal].ticket
    assert number is not None
    evening.do(AnswerPrinter(terminal, number, answer), Patron(terminal))


@cache
def busy_evening(game_key: str) -> Ticking:
    """Play the evening above; many tests read its record, so none of them continues it."""
    evening = ticking(game_key)
    _under_mei(evening)
    evening.do(ChangeDealer(BO), SUPERVISOR)
    _under_bo(evening, game_key)
    return evening


def _under_mei(evening: Evening) -> None:
    evening.do(OpenBets())
    evening.bet(T1, banker=100, tie=5)
    evening.bet(T2, player=50)
    evening.play(BANKER_WINS)
    evening.do(OpenBets())
    evening.bet(T1, banker=200, player=50)
    evening.play(PLAYER_WINS)
    evening.do(OpenBets())
    evening.bet(T1, tie=10, player=20)
    evening.play(TIE)


def _under_bo(evening: Evening, game_key: str) -> None:
    tiger = game_key == "mbs-tiger"  # tickets of different tables have different numbers
    evening.do(OpenBets())
    evening.bet(T1, banker=100)
    evening.bet(T2, tie=10)
    evening.close()
    evening.deal("4D KS")
    attested(evening, Irregularity.FOREIGN_CARD)
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    evening.do(OpenBets())
    evening.bet(T1, banker=1020)
    evening.play(BANKER_WINS)
    cash_out(evening, T1, 5 if tiger else 6, PrinterAnswer.PRINTED)
    attested(evening, Irregularity.WRONG_CARD_REGISTERED, CORRECTED)
    evening.do(OpenBets())
    evening.play(PLAYER_WINS)
    evening.do(TakeCash(T1, dollars(500)))
    evening.do(OpenBets())
    evening.bet(T2, banker=100)
    evening.play(BANKER_WINS)
    if not tiger:
        attested(evening, Irregularity.WRONG_NUMBER_OF_CARDS)
    evening.do(HandPay(T2, dollars(45)), SUPERVISOR)
    cash_out(evening, T2, 7 if tiger else 8, PrinterAnswer.UNKNOWN)
    evening.do(OpenBets())
    evening.bet(T1, player=60, banker=40)
    evening.close()
    evening.deal("KS 3D")
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))


@cache
def an_evening_of_corrections() -> Ticking:
    """Tiger Baccarat, where an earlier round is made good, and rulings and debts move money.

    Round 1, Banker 7 to 2: T1 wins 950 on 1000 and takes all 1950 in cash. While the bets of
    round 2 are open, round 1 turns out to be Player's: T1 owes 1950. It buys in for 400 in
    banknotes, repays 100, and is let off 500, which leaves 1350. T2 gets 30 by adjustment and
    gives up 10 by ruling.
    """
    evening = ticking("mbs-tiger")
    evening.do(OpenBets())
    evening.bet(T1, banker=1000)
    evening.play(BANKER_WINS)
    evening.do(HandPay(T1, dollars(1950)), SUPERVISOR)
    evening.do(OpenBets())
    cards = parse_cards(CORRECTED)
    wrong = Irregularity.WRONG_CARD_REGISTERED
    evening.do(ReportIrregularity(wrong, "on the film", cards, round_number=1))
    evening.do(Attest(), SHIFT_MANAGER)
    evening.do(TakeBill(T1, dollars(400), simulated=True), Patron(T1))
    evening.do(RepayDebt(T1, dollars(100)), SUPERVISOR)
    adjusted(evening, T1, 500, AdjustmentKind.WRITE_OFF)
    adjusted(evening, T2, 30, AdjustmentKind.CREDITS)
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "a fight", ((T2, dollars(-10)),)), SHIFT_MANAGER)
    return evening


def adjusted(evening: Evening, terminal: TerminalId, amount: int, kind: AdjustmentKind) -> None:
    evening.do(AskAdjustment(terminal, dollars(amount), "by the book", kind), PIT_MANAGER)
    evening.do(AnswerAdjustment(terminal, granted=True), SHIFT_MANAGER)
