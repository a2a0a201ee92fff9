"""The table keeps its promises, whatever people and terminals do and in whatever order."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from punto.bootstrap.table_setup import HOUSE_POLICIES
from punto.ledger.tickets import Ticket, TicketNumber, ticket_number
from punto.rounds.adjustment.commands import (
    AdjustmentKind,
    AnswerAdjustment,
    AskAdjustment,
    RepayDebt,
)
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.commands import By, Patron, Timer, Wish
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.next_step import next_due
from punto.rounds.phases import NextStep, Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeBill,
    TakeCash,
    TakeTicket,
)
from punto.rounds.shoe.commands import (
    BurnCards,
    CountCards,
    LoadShoe,
    NoteCutCard,
    RestartRoads,
    RetireShoe,
    RevealShoe,
    Shuffle,
)
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    Link,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity, Remedy
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.shoe_commitments import commitment_of
from punto.values import replace
from punto.values.cards import DECK, Card, CardOut, parse_cards
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import Cents, dollars
from support.rounds import promises
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    configuration,
    move_in,
)

LI = Actor(PersonId("li"), Role.DEALER)
CHIEF = Actor(PersonId("wong"), Role.SHIFT_MANAGER)
MANAGER = Actor(PersonId("quek"), Role.SHIFT_MANAGER)
"""A person who never deals or reports, and so may decide on everything (A-53)."""
HERE = (T1, T2)
STAFF = (DEALER, LI, SUPERVISOR, SHIFT_MANAGER, CHIEF)
OUT_OF_PLACE = (
    Irregularity.EXCESS_OR_EXPOSED_CARD,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
    Irregularity.WRONG_ORDER,
)
DECKS = 4  # few, so that cards run out or turn up too often

terminals = st.sampled_from([T1, T2, TerminalId("T9")])
staff = st.sampled_from(STAFF)
cards = st.lists(st.sampled_from(DECK[:16]), max_size=6).map(tuple)
some_cards = st.lists(st.sampled_from(DECK[:16]), min_size=1, max_size=4).map(tuple)
money = st.integers(-300, 300).map(dollars)
ways = st.sampled_from(["attest", "rule", "later"])
stakes = st.lists(
    st.tuples(
        st.sampled_from([BetKey(k) for k in ("player", "banker", "tie", "tiger", "dragon")]),
        st.integers(-1, 400).map(dollars) | st.just(Cents(150)),
    ),
    max_size=4,
).map(tuple)
plain = st.sampled_from(
    [
        OpenBets(),
        OpenTable(),
        BeginClosing(),
        CutOff(),
        AnnounceTotals(),
        Settle(),
        NoteCutCard(),
        RestartRoads(),
        CountCards(DECKS * 52),
        CountCards(DECKS * 52 - 1),
        CountCards(DECKS * 52 + 1),
    ]
)

BARE: dict[NextStep, Wish] = {
    NextStep.OPEN_BETS: OpenBets(),
    NextStep.CLOSE_BETS: BeginClosing(),
    NextStep.CUT_OFF: CutOff(),
    NextStep.ANNOUNCE_TOTALS: AnnounceTotals(),
    NextStep.SETTLE: Settle(),
}


class AnyEvening(RuleBasedStateMachine):
    """Random commands by random people; no exception may be raised and no promise broken."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = Evening()
        self.orders: dict[int, tuple[Card, ...]] = {}

    @initialize(
        game=st.sampled_from(["mbs-tiger", "rws-etg"]),
        source=st.sampled_from(CardSource),
        self_dealing=st.booleans(),
        burns=st.booleans(),
        one_more=st.booleans(),
        own_rules=st.booleans(),
        cap=st.sampled_from([None, None, 200]),
    )
    def open_a_table(
        self,
        game: str,
        source: CardSource,
        *,
        self_dealing: bool,
        burns: bool,
        one_more: bool,
        own_rules: bool,
        cap: int | None,
    ) -> None:
        terms = replace(configuration(game).terms, decks=DECKS)
        self.configuration = replace(
            configuration(game),
            terms=terms,
            source=source,
            self_dealing=self_dealing and source is CardSource.VIRTUAL_SHOE,
            burns_cards=burns,
            one_more_after_cut_card=one_more,
            liability_cap=None if cap is None else dollars(cap),
        )
        if own_rules:
            house = replace(self.configuration, document="house", policies=HOUSE_POLICIES)
            self.configuration = house
        self.evening.do(ConfigureTable(self.configuration), PIT_MANAGER)
        self.evening.do(OpenTable())
        for terminal in HERE:
            self.evening.do(SeatTerminal(terminal), SUPERVISOR)
            self.evening.do(TakeCash(terminal, dollars(1000)))
        self.load()
        if burns:
            self.burn()

    def ask(self, wish: Wish, by: By = DEALER) -> bool:
        """Give a command; a refusal must have a sentence and change nothing."""
        before = self.evening.record
        answer = self.evening.ask(wish, by)
        if isinstance(answer, tuple):
            return True
        assert answer.sentence
        assert self.evening.record.table is before.table
        return False

    # ----- the shoe

    def next_card(self, otherwise: Card) -> Card:
        """Return the next card of a virtual shoe's order, or else this card."""
        shoe = self.evening.table.shoe
        order = () if shoe is None else self.orders.get(shoe.number, ())
        return order[shoe.dealt_count] if shoe and shoe.dealt_count < len(order) else otherwise

    def deal_one(self, otherwise: Card, by: By = DEALER) -> bool:
        shoe = self.evening.table.shoe
        virtual = shoe is not None and shoe.source is CardSource.VIRTUAL_SHOE
        if virtual and shoe is not None and not shoe.cards_left:
            # No timer may report this.
            return self.ask(ReportIrregularity(Irregularity.NOT_COVERED, "no card is left"))
        origin = CardOrigin.DRAWN if virtual else CardOrigin.KEYED
        return self.ask(DealCard(self.next_card(otherwise), origin, confirmed=True), by)

    @rule()
    def load(self, by: By = DEALER) -> None:
        if self.configuration.source is not CardSource.VIRTUAL_SHOE:
            self.ask(LoadShoe(DECKS, Shuffle.BY_MACHINE), by)
            return
        number = self.evening.table.shoes_count + 1
        order = list(DECK) * DECKS
        Random(number).shuffle(order)  # noqa: S311 (a test's shoe, the same on every run)
        promise = commitment_of(tuple(order), _salt(number))
        # Early, so that many evenings reach the cut card.
        cut_at = 25 if self.configuration.self_dealing else None
        if self.ask(LoadShoe(DECKS, Shuffle.VIRTUAL, promise, "sealed", cut_at), by):
            self.orders[number] = tuple(order)

    @rule()
    def burn(self, by: By = DEALER) -> None:
        self.ask(BurnCards(self.next_card(DECK[3])), by)

    @rule(by=staff)
    def retire(self, by: By) -> None:
        """Retire the shoe; a virtual shoe dealt in its order can always be revealed."""
        if self.ask(RetireShoe("a reason"), by):
            self.reveal_all()

    def reveal_all(self) -> None:
        for number in list(self.evening.table.unrevealed):
            assert self.ask(RevealShoe(number, self.orders[number], _salt(number)))

    @rule(card=st.sampled_from(DECK[:8]))
    def deal(self, card: Card) -> None:
        self.deal_one(card)

    # ----- the round

    @rule(wish=plain, by=st.sampled_from([*STAFF, Patron(T1), Timer(DEALER), Timer(LI)]))
    def go_on(self, wish: Wish, by: By) -> None:
        self.ask(wish, by)

    @rule(terminal=terminals, wanted=stakes, late=st.booleans())
    def bet(
        self, terminal: TerminalId, wanted: tuple[tuple[BetKey, Cents], ...], *, late: bool
    ) -> None:
        number = self.evening.table.rounds_count - late
        self.ask(WantPosition(terminal, number, wanted), Patron(terminal))

    @rule(
        amount=st.integers(1, 300),
        drawn=st.lists(st.sampled_from(DECK), max_size=6),
    )
    def play_on(self, amount: int, drawn: list[Card]) -> None:
        """Play a round as far as the cards go; commands that are not due are refused."""
        by = self.evening.table.dealer or DEALER
        self.ask(OpenBets(), by)
        number = self.evening.table.rounds_count
        for terminal, bet in ((T1, "player"), (T2, "banker")):
            wanted = ((BetKey(bet), dollars(amount)),)
            self.ask(WantPosition(terminal, number, wanted), Patron(terminal))
        self.ask(BeginClosing(), by)
        self.freeze(T1)
        self.evening.now += 2_000
        self.ask(CutOff(), by)
        for card in drawn:
            self.deal_one(card, by)
            self.ask(AnnounceTotals(), by)
        self.ask(Settle(), by)

    @rule(terminal=terminals)
    def freeze(self, terminal: TerminalId) -> None:
        self.ask(AnswerFreeze(terminal, self.evening.table.rounds_count), Patron(terminal))

    @rule(steps=st.integers(1, 12))
    def tick(self, steps: int) -> None:
        """Take the timer's steps; a step that is due is always accepted."""
        for _ in range(steps):
            due, dealer = next_due(self.evening.table), self.evening.table.dealer
            if due is None or dealer is None:
                return
            self.evening.now = max(self.evening.now, due.at)
            timer = Timer(dealer)
            match due.step:
                case NextStep.LOAD_SHOE:
                    self.load(timer)
                    assert self.evening.table.shoe is not None
                case NextStep.BURN_CARDS:
                    self.burn(timer)
                case NextStep.RETIRE_SHOE:
                    assert self.ask(RetireShoe("over"), timer)
                    self.reveal_all()
                case step if step in BARE:
                    assert self.ask(BARE[step], timer)
                case _:
                    assert self.deal_one(DECK[0], timer)

    @rule(milliseconds=st.integers(0, 3_000))
    def wait(self, milliseconds: int) -> None:
        self.evening.now += milliseconds

    # ----- the table

    @rule(by=staff, game=st.sampled_from(["mbs-tiger", "rws-etg"]))
    def close_and_configure_again(self, by: By, game: str) -> None:
        if not self.ask(CloseTable(), by):
            return
        other = configuration(game)
        changes = {
            "document": other.document,
            "policies": other.policies,
            "phrases": other.phrases,
            "document_phrases": other.document_phrases,
        }
        config: Configuration = replace(
            self.configuration,
            terms=replace(other.terms, decks=DECKS),
            fixed_readings=other.fixed_readings,
            acted_for=other.acted_for,
            **changes,  # type: ignore[arg-type]
        )
        if self.ask(ConfigureTable(config), PIT_MANAGER):
            self.configuration = config
        self.ask(OpenTable(), DEALER)

    @rule(
        wish=st.sampled_from(
            [
                ChangeDealer(DEALER),
                ChangeDealer(LI),
                ChangeLimits(Limits(dollars(5), dollars(300))),
                *(ReportLink(terminal, link) for terminal in HERE for link in Link),
                *(DisableTerminal(terminal, "a reason") for terminal in HERE),
                *(EnableTerminal(terminal) for terminal in HERE),
                EnableTerminal(TerminalId("T9")),
            ]
        )
    )
    def keep_house(self, wish: Wish) -> None:
        self.ask(wish, PIT_MANAGER)

    @rule(terminal=st.sampled_from(HERE), amount=st.integers(0, 300), number=st.integers(0, 3))
    def move(self, terminal: TerminalId, amount: int, number: int) -> None:
        table, transfer = TableId("B2"), CommandId(f"move-{number}")
        if not self.ask(MoveOut(terminal, table), SUPERVISOR):
            self.ask(move_in(terminal, table, dollars(amount), transfer), SUPERVISOR)

    # ----- money

    @rule(terminal=terminals, amount=money, how=st.integers(0, 2))
    def buy(self, terminal: TerminalId, amount: Cents, how: int) -> None:
        number = ticket_number(abs(amount) // 10_000)  # few, so that some occur again
        ticket = Ticket(number, amount, terminal, Instant(0), Instant(10**9))
        wishes: list[tuple[Wish, By]] = [
            (TakeCash(terminal, amount), DEALER),
            (TakeBill(terminal, amount, simulated=True), Patron(terminal)),
            (TakeTicket(terminal, number, amount, ticket, None), Patron(terminal)),
        ]
        self.ask(*wishes[how])

    @rule(
        terminal=st.sampled_from(HERE),
        chance=st.integers(10**6, 10**9),
        answer=st.sampled_from(PrinterAnswer),
    )
    def cash_out(self, terminal: TerminalId, chance: int, answer: PrinterAnswer) -> None:
        self.ask(CashOut(terminal, chance), Patron(terminal))
        self.ask(AnswerPrinter(terminal, self.ticket_at(terminal), answer), Patron(terminal))

    def ticket_at(self, terminal: TerminalId) -> TicketNumber:
        seat = self.evening.table.seats.get(terminal)
        return seat.ticket if seat and seat.ticket else TicketNumber("0" * 18)

    @rule(terminal=terminals, came_out=st.booleans())
    def resolve(self, terminal: TerminalId, *, came_out: bool) -> None:
        wish = ResolveCashOut(terminal, self.ticket_at(terminal), came_out)
        self.ask(wish, SUPERVISOR)

    @rule(terminal=terminals, amount=money, by=staff, all_of_it=st.booleans())
    def pay_by_hand(self, terminal: TerminalId, amount: Cents, by: By, *, all_of_it: bool) -> None:
        held = self.evening.table.credits_of(terminal)
        self.ask(HandPay(terminal, held if all_of_it else amount), by)

    @rule(terminal=terminals, amount=money, kind=st.sampled_from(AdjustmentKind), by=staff)
    def ask_adjustment(
        self, terminal: TerminalId, amount: Cents, kind: AdjustmentKind, by: By
    ) -> None:
        if kind is AdjustmentKind.WRITE_OFF:
            amount = self.evening.table.book.owed(terminal)
        self.ask(AskAdjustment(terminal, amount, "a reason", kind), by)

    @rule(terminal=terminals, granted=st.booleans(), by=staff)
    def answer_adjustment(self, terminal: TerminalId, by: By, *, granted: bool) -> None:
        self.ask(AnswerAdjustment(terminal, granted), by)
        self.ask(AnswerAdjustment(terminal, granted), CHIEF)

    @rule(terminal=terminals, amount=money)
    def repay(self, terminal: TerminalId, amount: Cents) -> None:
        self.ask(TakeCash(terminal, dollars(300)))
        self.ask(RepayDebt(terminal, amount), SUPERVISOR)

    # ----- irregularities

    @rule(
        what=st.sampled_from(Irregularity),
        named=st.none() | cards,
        swapped=st.booleans(),
        extra=cards,
        back=st.integers(-1, 3),
        by=staff,
        at_once=ways,
    )
    def report(
        self,
        what: Irregularity,
        named: tuple[Card, ...] | None,
        extra: tuple[Card, ...],
        back: int,
        by: By,
        at_once: str,
        *,
        swapped: bool,
    ) -> None:
        table = self.evening.table
        if swapped and table.round is not None:
            named = (*reversed(table.round.cards), *extra)
        number = None if back < 1 else table.rounds_count - back
        if self.ask(ReportIrregularity(what, "seen", named, extra, (), number), by):
            self.settle_it(at_once)

    @rule(
        what=st.sampled_from(Irregularity),
        one=st.sampled_from(DECK[:16]),
        by=staff,
        at_once=ways,
    )
    def report_plainly(self, what: Irregularity, one: Card, by: By, at_once: str) -> None:
        """Report an irregularity without details, so that many reports are accepted."""
        plainly = ReportIrregularity(what, "seen")
        if self.ask(plainly, by) or self.ask(replace(plainly, extra=(one,)), by):
            self.settle_it(at_once)

    @rule(what=st.sampled_from(OUT_OF_PLACE), extra=some_cards, at_once=ways)
    def report_cards_out_of_place(
        self, what: Irregularity, extra: tuple[Card, ...], at_once: str
    ) -> None:
        if self.ask(ReportIrregularity(what, "seen", None, extra)):
            self.settle_it(at_once)

    def settle_it(self, way: str) -> None:
        """Attest or rule by a person who may, or leave the table waiting."""
        matter = self.evening.table.matter
        if matter is None or way == "later":
            return
        by = MANAGER
        if way == "attest" and matter.policy.remedy is not Remedy.RULING:
            ordered = matter.policy.order_by_attester
            assert self.ask(Attest(self.an_order() if ordered else None), by)
            return
        self.ask(Decline("no"), by)
        self.ask(Rule(Verdict.VOID, "so", ((T1, dollars(-50)),)), by)
        self.ask(Rule(Verdict.GOES_ON, "so", ((T1, dollars(50)), (T2, dollars(-900)))), by)

    @rule(
        late=st.integers(0, 3),
        paid_out=st.booleans(),
        coup=st.sampled_from(["9H 3D KS 4C", "KS 9D QH KC", "KS 9D 9H KC", "KS 3D QH 2C 7D KD"]),
    )
    def report_a_misread_coup(self, coup: str, late: int, *, paid_out: bool) -> None:
        """Report a wrong result, sometimes after its money was paid out, so that it is owed."""
        if paid_out:
            for terminal in HERE:
                held = self.evening.table.credits_of(terminal)
                self.ask(HandPay(terminal, held), SUPERVISOR)
        number = self.evening.table.rounds_count - late if late else None
        wish = ReportIrregularity(
            Irregularity.WRONG_CARD_REGISTERED, "x", parse_cards(coup), (), (), number
        )
        if self.ask(wish) and self.ask(Attest(), SHIFT_MANAGER):
            self.forgive(T1)

    def forgive(self, terminal: TerminalId) -> None:
        """Write off what one terminal owes; the other keeps its debt."""
        owed = self.evening.table.book.owed(terminal)
        wish = AskAdjustment(terminal, owed, "a reason", AdjustmentKind.WRITE_OFF)
        if self.ask(wish, SUPERVISOR):
            assert self.ask(AnswerAdjustment(terminal, granted=True), CHIEF)

    @rule(which=st.lists(terminals, max_size=2).map(tuple))
    def interrupt_terminals(self, which: tuple[TerminalId, ...]) -> None:
        wish = ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, terminals=which)
        self.ask(wish)

    @precondition(lambda self: self.evening.table.matter is not None)
    @rule(by=staff, verdict=st.sampled_from(Verdict), given=st.lists(
        st.tuples(terminals, money), max_size=2
    ).map(tuple))  # fmt: skip
    def decide_it(
        self, by: By, verdict: Verdict, given: tuple[tuple[TerminalId, Cents], ...]
    ) -> None:
        self.ask(Attest(), by)
        self.ask(Attest(self.an_order()), by)
        self.ask(Decline("no"), by)
        self.ask(Rule(verdict, "so", given), by)
        self.ask(Rule(verdict, "so", given, self.an_order()), by)

    def an_order(self) -> tuple[CardOut, ...]:
        """Return some order of all cards that are out; only the last ones may change places."""
        table = self.evening.table
        if table.matter is None:
            return ()
        dealt = table.matter.interrupted in {Phase.DEALING, Phase.RESULT}
        registered = table.round_now.cards if dealt else ()
        last = (*registered[-1:], *table.matter.extra)
        return (*registered[:-1], *sorted(last, key=str))

    # ----- what must hold

    @invariant()
    def money_is_neither_made_nor_lost(self) -> None:
        promises.money_is_neither_made_nor_lost(self.evening.record, HERE)

    @invariant()
    def bets_have_one_ending_or_are_in_play(self) -> None:
        promises.stakes_are_those_of_the_round_in_progress(self.evening.table, HERE)
        promises.every_registered_bet_has_one_ending(self.evening.record)

    @invariant()
    def nothing_is_placed_after_the_close(self) -> None:
        promises.nothing_is_placed_after_the_close(self.evening.record)

    @invariant()
    def cards_are_counted_within_their_decks(self) -> None:
        promises.cards_are_counted_within_their_decks(self.evening.table)

    def teardown(self) -> None:
        promises.the_record_holds(self.evening.record)
        self.finish()
        promises.the_record_holds(self.evening.record)

    def finish(self) -> None:
        """End a round from any state, by people who may."""
        if self.evening.table.phase is Phase.CLOSED:
            return
        while self.evening.table.matter is not None:  # one after the other, if more reports wait
            self.ask(Decline("no"), MANAGER)
            assert self.ask(Rule(Verdict.GOES_ON, "so"), MANAGER)
        if self.evening.phase() not in {Phase.IDLE, Phase.SETTLED}:
            assert self.ask(ReportIrregularity(Irregularity.NOT_COVERED, "no way on"))
            assert self.ask(Rule(Verdict.VOID, "so"), MANAGER)
        assert self.evening.phase() in {Phase.IDLE, Phase.SETTLED}
        if self.evening.table.shoe is not None:
            assert self.ask(RetireShoe("the end"), SUPERVISOR)
        self.reveal_all()
        assert self.ask(CloseTable(), SUPERVISOR)


def _salt(number: int) -> str:
    return f"{number:064x}"


TestAnyEvening = pytest.mark.no_cover(AnyEvening.TestCase)
TestAnyEvening.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
