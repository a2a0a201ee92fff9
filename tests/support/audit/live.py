"""Evenings at a live table in a real record: patrons at boxes, chips, choices, held winnings."""

from dataclasses import dataclass
from pathlib import Path

from punto.bootstrap.table_setup import configuration_of
from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.layouts import TableLayout
from punto.live.posted_limits import PostedLimits
from punto.live.readings import ReadDifference
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes import commands
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.phases import Phase
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import TableId
from punto.values.money import dollars
from punto.values.sides import Side
from support.audit.recording import commands_of, evening_commands, recorded
from support.rehearsals.stage import read
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Evening,
    load_for,
    position,
    terms_for,
)

L1 = "table/L1"
PEOPLE = """\
people
  tan   Shift Manager
  siti  Pit Manager
  arun  Pit Supervisor
  mei   Dealer
"""
LAYOUT = TableLayout(
    (BoxLabel("1"), BoxLabel("2"), BoxLabel("VIP 5")),
    PostedLimits(dollars(100), dollars(10_000), dollars(12_000)),
    face_down=True,
)


def live_configuration(layout: TableLayout = LAYOUT) -> Configuration:
    return replace(configuration_of(TableId("L1"), terms_for("rws-live")), layout=layout)


@dataclass
class LiveEvening(Evening):
    """An evening at a live table, in the words of a Dealer."""

    now: int = 1_767_297_660_000
    """A minute after the people were given their roles."""

    def opened(self, layout: TableLayout = LAYOUT) -> "LiveEvening":
        config = live_configuration(layout)
        self.do(ConfigureTable(config), PIT_MANAGER)
        self.do(OpenTable())
        self.do(load_for(config))
        return self

    def joins(self, patron: str, box: str | None = None) -> None:
        self.do(commands.JoinTable(PatronKey(patron), None if box is None else BoxLabel(box)))

    def leaves(self, patron: str) -> None:
        self.do(commands.LeaveTable(PatronKey(patron)))

    def lays(self, patron: str, box: str, *, on_behalf: bool = False, **stakes: int) -> None:
        wish = commands.PlaceBets(PatronKey(patron), BoxLabel(box), position(**stakes), on_behalf)
        self.do(wish)

    def bets_open(self) -> None:
        self.now += 1_000
        self.do(OpenBets())

    def no_more_bets(self, *unanswered: ReadDifference) -> None:
        self.do(commands.CloseLayout(passed_over=True, unanswered=unanswered))

    def deals(self, cards: str) -> None:
        """Deal cards, and announce the totals after the fourth."""
        for card in parse_cards(cards):
            self.do(DealCard(card))
            now = self.table.round_now
            if len(now.cards) == 4 and not now.totals_announced:
                self.do(AnnounceTotals())

    def settles(self) -> None:
        assert self.phase() is Phase.RESULT
        self.do(Settle())

    def errs(self, what: Irregularity, order: str = "", **told: object) -> None:
        """Report a dealing error, and have the Pit Supervisor attest it."""
        for key, value in told.items():
            told[key] = parse_cards(str(value)) if isinstance(value, str) else value
        self.do(ReportIrregularity(what, "seen by all", **told))  # type: ignore[arg-type]
        self.do(Attest(parse_cards(order) if order else None), SUPERVISOR)

    def chooses(self, **options: str) -> None:
        """Record the patrons' choices, and end the choice."""
        assert self.phase() is Phase.CHOOSING
        for patron, option in options.items():
            self.do(commands.ChooseOption(PatronKey(patron), commands.PlayerOption(option)))
        self.do(commands.EndOptions())

    def written(self, path: Path) -> Path:
        """Write the record of the floor and of the table."""
        asked = [*commands_of(read(PEOPLE)), *evening_commands(self.record, "L1")]
        return recorded(path, asked)


def lies(player: str, banker: str) -> tuple[object, object]:
    return parse_cards(player), parse_cards(banker)


def live_evening() -> LiveEvening:
    """Play an evening in which every event of a live table occurs."""
    evening = LiveEvening().opened()
    evening.joins("ann", "1")
    evening.joins("eve", "2")
    evening.joins("ben")
    _excess(evening)
    _options_twice(evening)
    _as_they_lie(evening)
    _walks_away(evening)
    _corrected(evening)
    _void(evening)
    return evening


def _excess(evening: LiveEvening) -> None:
    """Reject the first excess but not the second, which is then played pro rata."""
    evening.bets_open()
    evening.lays("ann", "1", banker=9_000, tie=50)
    evening.lays("ben", "1", banker=3_000)
    evening.do(commands.RejectExcess())
    evening.lays("ben", "1", banker=3_000, banker_pair=25)
    evening.lays("eve", "2", player=150, on_behalf=True)
    evening.lays("eve", "2", banker=4_000)
    evening.lays("ben", "2", banker=50)
    evening.no_more_bets()
    evening.do(commands.HandOver(Side.BANKER, PatronKey("eve")))
    evening.do(commands.AskSqueeze(PatronKey("eve"), Side.BANKER))
    evening.deals("KS 3D QH KC")
    evening.do(commands.AskSqueeze(PatronKey("eve"), Side.BANKER))
    evening.deals("2D 4C")
    evening.settles()


def _options_twice(evening: LiveEvening) -> None:
    """Let two dealing errors happen in one round, until all bets are taken back (A-84, A-86)."""
    evening.bets_open()
    evening.lays("ann", "1", banker=500, player_pair=25)
    evening.lays("ben", "1", player=600)
    evening.lays("eve", "2", player=200)
    evening.no_more_bets()
    evening.deals("KD")
    unknown = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
    evening.errs(unknown, "KD 5C 2H", extra="5C 2H")
    evening.chooses(ann="continue", ben="return")
    evening.deals("3S")
    evening.errs(Irregularity.WRONG_ORDER, cards="KD 2H 5C 3S")
    evening.chooses(eve="return", ann="return")
    evening.deals("9D")
    evening.settles()


def _as_they_lie(evening: LiveEvening) -> None:
    """The order is lost, and the hands are played as they lie."""
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.lays("eve", "2", player=200)
    evening.no_more_bets()
    evening.deals("9D KS KC QH")
    evening.errs(Irregularity.DEALT_ORDER_LOST, lies=lies("KC QH", "9D KS"))
    evening.chooses()
    evening.settles()


def _walks_away(evening: LiveEvening) -> None:
    """Let Ben win in two boxes after he has left; he comes back and is paid."""
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.lays("eve", "2", player=200)
    evening.lays("ben", "1", player=300)
    evening.lays("ben", "2", player=100)
    evening.no_more_bets()
    evening.leaves("ben")
    evening.deals("9S KS KH QD")
    evening.settles()
    evening.joins("ben")
    evening.do(commands.ClaimWinnings(PatronKey("ben")), SUPERVISOR)


def _corrected(evening: LiveEvening) -> None:
    """Pay a settled round again: Eve gives chips back; Ann has left, and owes."""
    evening.bets_open()
    evening.lays("ann", "1", banker=500)
    evening.lays("eve", "2", banker=200)
    evening.no_more_bets()
    evening.deals("2S KD 3S QC 8H 7H")
    evening.settles()
    evening.leaves("ann")
    evening.errs(Irregularity.WRONG_CARD_REGISTERED, cards="2S KD 3S QC 4H 7H")
    evening.joins("ann", "VIP 5")


def _void(evening: LiveEvening) -> None:
    """Decline a report, which the Shift Manager lets stand; a foreign card voids the round."""
    evening.bets_open()
    evening.lays("ann", "VIP 5", banker=500)
    evening.lays("eve", "2", banker=200)
    evening.do(commands.TakeReading((_read("ann", "VIP 5", "tie", 0, 50),)))
    evening.do(commands.SetReadingAside((_read("eve", "2", "banker", 200, 300),)))
    evening.no_more_bets(_read("ann", "VIP 5", "tie", 50, 80))
    evening.do(commands.SetReadingAside((_read("ann", "VIP 5", "banker", 500, 900),)))
    evening.deals("2S KD")
    evening.do(ReportIrregularity(Irregularity.DEALT_FACE_UP, "the king showed"))
    evening.do(Decline("it did not"), SUPERVISOR)
    evening.do(Rule(Verdict.ESTABLISHED, "it did"), SHIFT_MANAGER)
    evening.chooses(eve="return")
    evening.errs(Irregularity.FOREIGN_CARD)


def _read(patron: str, box: str, bet: str, recorded: int, read: int) -> ReadDifference:
    amounts = dollars(recorded), dollars(read)
    return ReadDifference(BoxLabel(box), BetKey(bet), PatronKey(patron), *amounts)
