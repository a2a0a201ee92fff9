"""Random evenings at a live table: patrons and staff give commands, allowed or not."""

from random import Random

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.posted_limits import PostedLimits
from punto.live.readings import ReadDifference
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes import commands
from punto.rounds.boxes.state import place_of
from punto.rounds.commands import Wish
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.phases import Phase
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor
from punto.values import replace
from punto.values.cards import Card, parse_cards
from punto.values.money import NOTHING, dollars
from punto.values.sides import Side
from support.audit.live import LAYOUT, LiveEvening
from support.rounds.evening import DEALER, SHIFT_MANAGER, SUPERVISOR, load_for

DECK = parse_cards(" ".join(rank + suit for rank in "A23456789TJQK" for suit in "SHDC"))
PATRONS = [PatronKey(name) for name in ("ann", "ben", "eve", "joe")]
BETS = [BetKey(key) for key in ("banker", "player", "banker", "player", "tie", "player-pair")]
ERRORS = [
    Irregularity.WRONG_AREA,
    Irregularity.WRONG_PERSON,
    Irregularity.WRONG_ORDER,
    Irregularity.EXCESS_OR_EXPOSED_CARD,
    Irregularity.DEALT_FACE_UP,
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
    Irregularity.DEALT_ORDER_LOST,
    Irregularity.WRONG_CARD_REGISTERED,
    Irregularity.TECHNICAL_INTERRUPTION,
    Irregularity.WRONG_NUMBER_OF_CARDS,
    Irregularity.FOREIGN_CARD,
    Irregularity.NOT_COVERED,
]


class ChanceEvening:
    """An evening of random commands, most of which fit the phase of the table."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 (no secret)
        minimum, box, table = self.chance.choice(
            [(100, 1_000, None), (100, 2_000, 2_500), (50, None, 1_500), (20, 300, 5_000)]
        )
        limits = PostedLimits(
            dollars(minimum),
            None if box is None else dollars(box),
            None if table is None else dollars(table),
        )
        by_letter = self.chance.random() < 0.3
        face_down = self.chance.random() < 0.8
        layout = replace(LAYOUT, limits=limits, face_down=face_down, squeeze_by_letter=by_letter)
        self.evening = LiveEvening().opened(layout)
        for patron, seat in zip(PATRONS, (*LAYOUT.boxes, None), strict=True):
            self.evening.do(commands.JoinTable(patron, seat))

    def play(self, steps: int) -> LiveEvening:
        """Give this many commands, and go on whether they are accepted or refused."""
        for _ in range(steps):
            self.evening.now += self.chance.choice([0, 1, 1_000, 9_000])
            self.evening.ask(*self._next())
        return self.evening

    def _next(self) -> tuple[Wish, Actor]:
        phase = self.evening.phase()
        if self.chance.random() < 0.15:
            return self._of_patrons()
        match phase:
            case Phase.IDLE | Phase.SETTLED if self.evening.table.shoe is None:
                configuration = self.evening.table.configuration
                assert configuration is not None
                return load_for(configuration), DEALER
            case Phase.IDLE | Phase.SETTLED:
                again = self._report() if self.chance.random() < 0.2 else OpenBets()
                return again, DEALER
            case Phase.BETTING:
                return self._betting(), DEALER
            case Phase.DEALING:
                return self._dealing(), DEALER
            case Phase.RESULT:
                return (self._report() if self.chance.random() < 0.3 else Settle()), DEALER
            case Phase.STOPPED:
                return self._decision()
            case _:
                return self._choice(), DEALER

    def _of_patrons(self) -> tuple[Wish, Actor]:
        patron, box = self._patron(), self._box()
        wishes: list[Wish] = [
            commands.JoinTable(patron, box),
            commands.JoinTable(patron, box),
            commands.JoinTable(patron),
            commands.LeaveTable(patron),
            commands.ClaimWinnings(patron),
        ]
        return self.chance.choice(wishes), SUPERVISOR

    def _patron(self) -> PatronKey:
        return self.chance.choice(PATRONS)

    def _box(self) -> BoxLabel:
        return self.chance.choice(LAYOUT.boxes)

    def _unanswered(self) -> tuple[ReadDifference, ...]:
        return (self._read(),) if self.chance.random() < 0.3 else ()

    def _answer_to_a_sensor(self) -> Wish:
        """Answer one difference between the record and a sensor; the reading may be wrong."""
        answers = (commands.TakeReading, commands.SetReadingAside)
        return self.chance.choice(answers)((self._read(),))

    def _read(self) -> ReadDifference:
        now, patron, box = self.evening.table.round_now, self._patron(), self._box()
        key = self.chance.choice(BETS)
        recorded = dict(now.stakes_of(place_of(patron, box))).get(key, NOTHING)
        read = dollars(self.chance.choice([0, 150, 370]))
        return ReadDifference(box, key, patron, recorded, read)

    def _betting(self) -> Wish:
        draw = self.chance.random()
        if draw < 0.05:
            return commands.RejectExcess()
        if draw < 0.15:
            return commands.CloseLayout(passed_over=True, unanswered=self._unanswered())
        if draw < 0.2:
            return self._answer_to_a_sensor()
        keys = self.chance.sample(BETS, self.chance.choice([0, 1, 1, 1, 2, 3]))
        stakes = {
            key: dollars(self.chance.choice([5, 30, 99, 150, 370, 800, 1_777])) for key in keys
        }
        return commands.PlaceBets(self._patron(), self._box(), tuple(stakes.items()))

    def _dealing(self) -> Wish:
        now, draw = self.evening.table.round_now, self.chance.random()
        side = self.chance.choice([Side.PLAYER, Side.BANKER])
        if draw < 0.05:
            return commands.AskSqueeze(self._patron(), side)
        if draw < 0.1:
            return commands.HandOver(side, self.chance.choice([None, self._patron()]))
        if draw < 0.3:
            return self._report()
        totals_due = len(now.cards) == 4 and not now.totals_announced
        return AnnounceTotals() if totals_due else DealCard(self._card())

    def _card(self) -> Card:
        return self.chance.choice(DECK)

    def _report(self) -> Wish:
        what = self.chance.choice(ERRORS)
        now = self.evening.table.round
        out = [] if now is None else list(now.cards)
        extra = tuple(self._card() for _ in range(self.chance.choice([0, 0, 1, 2])))
        if what is Irregularity.DEALT_ORDER_LOST:
            self.chance.shuffle(out)
            cut = self.chance.choice([len(out) // 2, len(out) // 2, (len(out) + 1) // 2])
            lies = tuple(out[:cut]), tuple(out[cut:])
            return ReportIrregularity(what, "lost", lies=lies)
        cards = None
        if what is Irregularity.WRONG_CARD_REGISTERED and out:
            out[self.chance.randrange(len(out))] = self._card()
            cards = tuple(out)
        elif what is Irregularity.WRONG_ORDER:
            out += extra
            self.chance.shuffle(out)
            cards = tuple(out)
        return ReportIrregularity(what, "an error", cards, extra)

    def _decision(self) -> tuple[Wish, Actor]:
        matter = self.evening.table.matter_now
        now = self.evening.table.round
        cards = None
        if matter.policy.order_by_attester:
            out = (
                ()
                if matter.interrupted in {Phase.IDLE, Phase.SETTLED} or now is None
                else now.cards
            )
            cards = (*out, *matter.extra)
        draw = self.chance.random()
        if matter.needs_ruling:
            verdict = self.chance.choice(list(Verdict))
            established = verdict is Verdict.ESTABLISHED
            return Rule(verdict, "so be it", cards=cards if established else None), SHIFT_MANAGER
        return (Decline("no"), SUPERVISOR) if draw < 0.2 else (Attest(cards), SHIFT_MANAGER)

    def _choice(self) -> Wish:
        if self.chance.random() < 0.3:
            return commands.EndOptions()
        option = self.chance.choice(list(commands.PlayerOption))
        return commands.ChooseOption(self._patron(), option)
