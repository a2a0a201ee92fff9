"""Whatever people and terminals do, in whatever order, the table keeps its promises."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from punto.bootstrap.rule_book import shipped_documents
from punto.ledger.audit import audit
from punto.ledger.postings import Posting
from punto.ledger.ticket_numbers import TicketNumber
from punto.rounds.bookkeeping import posting_of
from punto.rounds.commands import (
    By,
    Patron,
    Wish,
)
from punto.rounds.evolution import evolve, replay
from punto.rounds.matter_commands import (
    Attest,
    Decline,
    ReportIrregularity,
    Rule,
    Verdict,
)
from punto.rounds.matter_events import (
    RoundResettled,
    RoundVoided,
)
from punto.rounds.phases import Phase
from punto.rounds.purse_commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
)
from punto.rounds.purse_events import (
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
)
from punto.rounds.round_commands import (
    AnnounceTotals,
    AnswerFreeze,
    BeginClosing,
    CutOff,
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.round_events import (
    BetsClosed,
    BetsOpened,
    PositionTaken,
    RoundSettled,
)
from punto.rounds.state import Table
from punto.rounds.table_commands import (
    ChangeLimits,
    DisableTerminal,
    EnableTerminal,
    Link,
    LoadShoe,
    NoteCutCard,
    ReportLink,
    RetireShoe,
)
from punto.rules.games import BetKey
from punto.rules.irregularities import Irregularity
from punto.rules.limits import Limits
from punto.values.cards import DECK, Card
from punto.values.ids import TableId, TerminalId
from punto.values.money import Cents, dollars
from rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    configuration,
    opened,
)

terminals = st.sampled_from([T1, T2, TerminalId("T9")])
stakes = st.lists(
    st.tuples(
        st.sampled_from([BetKey(k) for k in ("player", "banker", "tie", "tiger", "dragon")]),
        st.integers(-1, 400).map(dollars) | st.just(Cents(150)),
    ),
    max_size=4,
).map(tuple)
plain = st.sampled_from(
    [OpenBets(), BeginClosing(), CutOff(), AnnounceTotals(), Settle(), NoteCutCard(), LoadShoe(8)]
)


class AnyEvening(RuleBasedStateMachine):
    """Commands of every kind, sensible or not."""

    @initialize(alone=st.booleans(), cap=st.sampled_from([None, dollars(500)]))
    def open_the_table(self, *, alone: bool, cap: Cents | None) -> None:
        policies = next(d for d in shipped_documents() if d.key == "mbs").policies
        config = replace(
            configuration(), side_bets_alone=alone, liability_cap=cap, policies=policies
        )
        self.evening = opened(config)

    def ask(self, wish: Wish, by: By = DEALER) -> None:
        before = self.evening.record
        answer = self.evening.ask(wish, by)
        if not isinstance(answer, tuple):
            assert answer.sentence
            assert self.evening.record.table is before.table

    @rule(wish=plain, by=st.sampled_from([DEALER, SUPERVISOR, Patron(T1)]))
    def go_on(self, wish: Wish, by: By) -> None:
        self.ask(wish, by)

    @rule(terminal=terminals, wanted=stakes, late=st.booleans())
    def bet(
        self, terminal: TerminalId, wanted: tuple[tuple[BetKey, Cents], ...], *, late: bool
    ) -> None:
        number = self.evening.table.rounds_count - late
        self.ask(WantPosition(terminal, number, wanted), Patron(terminal))

    @rule(terminal=terminals)
    def freeze(self, terminal: TerminalId) -> None:
        self.ask(AnswerFreeze(terminal, self.evening.table.rounds_count), Patron(terminal))

    @rule(card=st.sampled_from(DECK))
    def deal(self, card: Card) -> None:
        self.ask(DealCard(card))

    @rule(cards=st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
    def play_it_out(self, cards: list[Card]) -> None:
        self.ask(BeginClosing())
        self.evening.now += 2_000
        self.ask(CutOff())
        for card in cards:
            self.ask(DealCard(card))
            self.ask(AnnounceTotals())
        self.ask(Settle())

    @rule(terminal=terminals, link=st.sampled_from(Link))
    def link(self, terminal: TerminalId, link: Link) -> None:
        self.ask(ReportLink(terminal, link))

    @rule(terminal=terminals, on=st.booleans())
    def allow(self, terminal: TerminalId, *, on: bool) -> None:
        wish = EnableTerminal(terminal) if on else DisableTerminal(terminal, "a reason")
        self.ask(wish, SUPERVISOR)

    @rule(terminal=terminals, amount=st.integers(-5, 500))
    def buy(self, terminal: TerminalId, amount: int) -> None:
        self.ask(TakeCash(terminal, dollars(amount)))

    @rule(
        terminal=st.sampled_from([T1, T2]),
        chance=st.integers(0, 10**9),
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

    @rule(terminal=terminals, amount=st.integers(0, 300), by=st.sampled_from([DEALER, SUPERVISOR]))
    def pay_by_hand(self, terminal: TerminalId, amount: int, by: By) -> None:
        self.ask(HandPay(terminal, dollars(amount)), by)

    @rule(terminal=st.sampled_from([T1, T2]), amount=st.integers(0, 300), leave=st.booleans())
    def move(self, terminal: TerminalId, amount: int, *, leave: bool) -> None:
        table = TableId("B2")
        wish = MoveOut(terminal, table) if leave else MoveIn(terminal, table, dollars(amount))
        self.ask(wish, SUPERVISOR)

    @rule(least=st.integers(0, 20))
    def limit(self, least: int) -> None:
        self.ask(ChangeLimits(Limits(dollars(least), dollars(300))), PIT_MANAGER)

    @rule()
    def retire(self) -> None:
        self.ask(RetireShoe("a reason"), SUPERVISOR)

    @rule(what=st.sampled_from(Irregularity), swapped=st.booleans())
    def report(self, what: Irregularity, *, swapped: bool) -> None:
        now = self.evening.table.round
        cards = None if now is None or not swapped else tuple(reversed(now.cards))
        self.ask(ReportIrregularity(what, "seen", cards))

    @rule(
        wish=st.sampled_from(
            [Attest(), Decline("no"), *(Rule(verdict, "so") for verdict in Verdict)]
        ),
        by=st.sampled_from([SUPERVISOR, SHIFT_MANAGER]),
    )
    def decide_it(self, wish: Wish, by: By) -> None:
        self.ask(wish, by)

    @rule(milliseconds=st.integers(0, 3_000))
    def wait(self, milliseconds: int) -> None:
        self.evening.now += milliseconds

    @invariant()
    def money_is_neither_made_nor_lost(self) -> None:
        events = [event.fact for event in self.evening.record.events]
        came = sum(f.amount for f in events if isinstance(f, CashTaken | TerminalMovedIn))
        went = sum(
            f.amount for f in events if isinstance(f, TicketPrinted | HandPaid | TerminalMovedOut)
        )
        paid: dict[int, int] = {}
        number = 0
        for fact in events:
            if isinstance(fact, BetsOpened):
                number = fact.round_number
            if isinstance(fact, RoundSettled | RoundResettled | RoundVoided):
                paid[number] = sum(r.profit for _, results in fact.results for r in results)
        profits, book = sum(paid.values()), self.evening.table.book
        held = sum(
            book.credits(t) + book.staked(t) + book.reserved(t) - book.owed(t) for t in (T1, T2)
        )
        assert held == came - went + profits

    @invariant()
    def every_registered_bet_has_one_ending_or_is_in_play(self) -> None:
        table = self.evening.table
        if table.phase is Phase.SETTLED:
            ended = {t: [(r.bet, r.stake) for r in rs] for t, rs in table.round_now.results}
            placed = {t: list(p) for t, p in table.round_now.positions.items() if p}
            assert ended == placed
        for terminal in (T1, T2):
            phase = table.phase if table.matter is None else table.matter.interrupted
            in_round = phase not in {Phase.IDLE, Phase.SETTLED}
            staked = sum(s for _, s in table.round_now.stakes_of(terminal)) if in_round else 0
            assert table.book.staked(terminal) == staked

    @invariant()
    def nothing_is_placed_after_the_close(self) -> None:
        is_open = False
        for event in self.evening.record.events:
            if isinstance(event.fact, BetsOpened | BetsClosed):
                is_open = isinstance(event.fact, BetsOpened)
            assert is_open or not isinstance(event.fact, PositionTaken)

    def teardown(self) -> None:
        events = self.evening.record.events
        assert replay(events) == self.evening.table
        table, postings = Table(), list[Posting]()
        for event in events:
            posting = posting_of(table, event.fact)
            postings += [posting] if posting else []
            table = evolve(table, event)
        assert audit(self.evening.table.book, postings) == ()


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
