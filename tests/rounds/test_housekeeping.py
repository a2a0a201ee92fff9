"""Everything around a round: the table, its people, its shoe, its terminals."""

from typing import Any

import pytest

from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import ReasonMissing, RoleTooLow
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import Settle
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.shoe.refusals import (
    CutCardAlreadySeen,
    DecksDiffer,
    NoShoe,
    ShoeInPlay,
    ShoeIsOver,
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
from punto.rounds.table.refusals import (
    Already,
    AlreadySeated,
    ConfigurationRefused,
    ConfigurationUnfit,
    NothingToChange,
    NotSeated,
    TableHasNoGame,
    Unfit,
)
from punto.rules.documents import Phrases
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.refusals import DecksOutOfRange, StakeAboveMaximum
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.ids import PersonId, TerminalId
from punto.values.money import Cents, dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
    position,
)

FRENCH = Phrases("Faites vos jeux", "Rien ne va plus")
NO_POLICY = "no policy for technical-interruption, expected one (R 5.1, R 5.12, M 5.9, M 6.1)"
WORDS = (
    "other words to open or close bets, expected those of the document (R 3.7, M 3.1, M 3.2, A-25)"
)

reading = pytest.mark.reading
clause = pytest.mark.clause


def test_nothing_happens_at_a_table_without_a_game() -> None:
    assert Evening().refused(OpenTable()) == TableHasNoGame()


def test_a_configuration_that_the_rules_do_not_allow_is_refused() -> None:
    config = configuration()
    wrong = replace(config, terms=replace(config.terms, decks=3))
    refusal = Evening().refused(ConfigureTable(wrong), PIT_MANAGER)
    game = config.terms.game
    assert refusal == ConfigurationRefused((DecksOutOfRange(game.key, 3, game.decks),))


@reading("A-52")
@clause("mbs", "6.2")
def test_a_higher_role_may_do_a_lower_ones_work_and_not_the_other_way() -> None:
    evening = Evening()
    wish = ConfigureTable(configuration())
    for actor in (DEALER, SUPERVISOR):
        refusal = evening.refused(wish, actor)
        assert refusal == RoleTooLow(WishName("ConfigureTable"), Role.PIT_MANAGER, actor.role)
    evening.do(wish, SHIFT_MANAGER)
    assert evening.refused(OpenTable(), Patron(T1)) == RoleTooLow(
        WishName("OpenTable"), Role.DEALER, None
    )
    evening.do(OpenTable(), SUPERVISOR)
    assert evening.table.dealer == SUPERVISOR


def test_another_dealer_takes_over() -> None:
    evening = opened()
    other = Actor(PersonId("li"), Role.DEALER)
    evening.do(ChangeDealer(other), SUPERVISOR)
    assert evening.table.dealer == other
    refusal = evening.refused(ChangeDealer(other), SUPERVISOR)
    assert refusal == NothingToChange(Already.DEALS, "li")


def test_a_table_closes_between_rounds() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    assert (evening.phase(), evening.table.dealer) == (Phase.CLOSED, None)


@clause("rws-etg", "3.4")
@clause("mbs", "2.2")
def test_other_limits_hold_from_the_next_round_on() -> None:
    evening = betting()
    own = ((BetKey("tie"), Limits(dollars(1), dollars(5))),)
    evening.do(ChangeLimits(Limits(dollars(10), dollars(100)), own), PIT_MANAGER)
    evening.bet(T1, player=5, tie=50)
    evening.play("KS 3D 9H 4C")
    evening.do(OpenBets())
    refusal = evening.refused(WantPosition(T1, 2, position(tie=6)), Patron(T1))
    assert refusal == BetsRefused((StakeAboveMaximum(BetKey("tie"), dollars(6), dollars(5)),))
    evening.bet(T1, player=10, tie=5)


def test_limits_at_which_the_game_cannot_be_offered_are_refused() -> None:
    refusal = opened().refused(ChangeLimits(Limits(Cents(1), None, Cents(1))), PIT_MANAGER)
    assert isinstance(refusal, ConfigurationRefused)


@clause("rws-etg", "2.2.1")
@clause("mbs", "2.1")
def test_a_shoe_holds_the_decks_that_the_table_plays() -> None:
    evening = opened()
    assert evening.refused(LoadShoe(8, Shuffle.BY_HAND)) == ShoeInPlay(1)
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert evening.refused(OpenBets()) == NoShoe()
    assert evening.refused(LoadShoe(6, Shuffle.BY_HAND)) == DecksDiffer(6, 8)
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    assert evening.table.shoe is not None
    assert evening.table.shoe.number == 2


@reading("A-46")
def test_a_shoe_is_replaced_early_by_a_pit_supervisor_with_a_reason() -> None:
    evening = opened()
    refusal = evening.refused(RetireShoe("bored"))
    assert refusal == RoleTooLow(WishName("RetireShoe"), Role.PIT_SUPERVISOR, Role.DEALER)
    assert evening.refused(RetireShoe(""), SUPERVISOR) == ReasonMissing(WishName("RetireShoe"))
    evening.do(NoteCutCard())
    evening.do(RetireShoe("cut card"))
    assert evening.refused(RetireShoe("again"), SUPERVISOR) == NoShoe()
    assert evening.refused(NoteCutCard()) == NoShoe()


@clause("mbs", "3.10")
@reading("A-49")
def test_a_cut_card_within_a_round_makes_it_the_last() -> None:
    evening = betting()
    evening.close()
    evening.do(NoteCutCard())
    assert evening.refused(NoteCutCard()) == CutCardAlreadySeen()
    evening.deal("KS 3D 9H 4C")
    evening.do(Settle())
    assert evening.refused(OpenBets()) == ShoeIsOver(1)


@clause("mbs", "3.10")
@reading("A-49")
def test_a_cut_card_between_rounds_leaves_one_more() -> None:
    evening = opened()
    evening.do(NoteCutCard())
    evening.do(OpenBets())
    evening.play("KS 3D 9H 4C")
    assert evening.refused(OpenBets()) == ShoeIsOver(1)


def test_a_terminal_sits_at_a_table_once() -> None:
    evening = opened()
    assert evening.refused(SeatTerminal(T1), SUPERVISOR) == AlreadySeated(T1)


def test_a_link_is_lost_and_found() -> None:
    evening = opened()
    evening.do(ReportLink(T1, Link.LOST))
    refusal = evening.refused(ReportLink(T1, Link.LOST))
    assert refusal == NothingToChange(Already.LOST, "T1")
    evening.do(ReportLink(T1, Link.CONNECTED))
    assert evening.table.seats[T1].link is Link.CONNECTED
    stranger = TerminalId("T9")
    assert evening.refused(ReportLink(stranger, Link.LOST)) == NotSeated(stranger)


def test_a_terminal_is_disabled_for_a_reason_and_enabled_again() -> None:
    evening = opened()
    assert evening.refused(DisableTerminal(T1, ""), SUPERVISOR) == ReasonMissing(
        WishName("DisableTerminal")
    )
    refusal = evening.refused(EnableTerminal(T1), SUPERVISOR)
    assert refusal == NothingToChange(Already.ENABLED, "T1")
    evening.do(DisableTerminal(T1, "screen"), SUPERVISOR)
    refusal = evening.refused(DisableTerminal(T1, "screen"), SUPERVISOR)
    assert refusal == NothingToChange(Already.DISABLED, "T1")
    evening.do(EnableTerminal(T1), SUPERVISOR)
    assert evening.table.seats[T1].disabled == ""
    stranger = TerminalId("T9")
    assert evening.refused(DisableTerminal(stranger, "x"), SUPERVISOR) == NotSeated(stranger)
    assert evening.refused(EnableTerminal(stranger), SUPERVISOR) == NotSeated(stranger)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"policies": ()}, NO_POLICY),
        ({"betting_ms": 0}, "0 ms to bet, expected more than 0 (R 3.3, M 3.1)"),
        ({"grace_ms": -1}, "a time of -1 ms, expected at least 0 (A-24)"),
        ({"pace_ms": -2}, "a time of -2 ms, expected at least 0 (A-24)"),
        ({"ticket_ms": -3}, "a time of -3 ms, expected at least 0 (A-24)"),
        ({"phrases": Phrases("", "No more bets")}, WORDS),
        ({"liability_cap": Cents(-1)}, "a liability cap of -0.01, expected at least 0 (A-17)"),
    ],
)
def test_a_configuration_with_which_no_round_could_end_is_refused(
    changes: dict[str, Any], problem: str
) -> None:
    config = replace(configuration(), **changes)
    refusal = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert isinstance(refusal, ConfigurationUnfit)
    assert refusal.sentence == f"configuration: {problem}"


@clause("rws-etg", "3.7")
@clause("mbs", "3.1", "3.2")
@reading("A-25")
@pytest.mark.parametrize(
    ("game", "opening", "closing", "fits"),
    [
        ("rws-etg", "Faites vos jeux", "No More Bets", True),
        ("rws-etg", "Place your bets, please", "No more bets", False),
        ("rws-etg", "", "No More Bets", False),
        ("mbs-tiger", "Bets are open", "Bets are closed", True),
        ("mbs-tiger", "Bets are open", "No more bets", True),
        ("mbs-tiger", "Bets are open", "Rien ne va plus", False),
        ("mbs-tiger", "Faites vos jeux", "Rien ne va plus", False),
    ],
)
def test_bets_are_opened_and_closed_in_the_words_of_the_document(
    game: str, opening: str, closing: str, *, fits: bool
) -> None:
    config = replace(configuration(game), phrases=Phrases(opening, closing))
    answer = Evening().ask(ConfigureTable(config), PIT_MANAGER)
    assert isinstance(answer, tuple) if fits else answer == ConfigurationUnfit(Unfit.OTHER_WORDS)
    Evening().do(ConfigureTable(replace(config, phrases=FRENCH, document_phrases=())), PIT_MANAGER)


def test_a_reconfigured_table_needs_a_shoe_of_its_decks() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    config = configuration()
    other = replace(config, terms=replace(config.terms, decks=6))
    evening.do(ConfigureTable(other), PIT_MANAGER)
    evening.do(OpenTable())
    assert evening.refused(OpenBets()) == DecksDiffer(8, 6)
    evening.do(RetireShoe("other decks"), SUPERVISOR)
    evening.do(LoadShoe(6, Shuffle.BY_HAND))
    evening.do(OpenBets())
