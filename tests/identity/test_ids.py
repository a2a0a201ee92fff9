"""Ids of people and terminals: none can be mistaken for another."""

import pytest

from punto.identity.decisions import decide
from punto.identity.people.actors import RankTooLow
from punto.identity.people.commands import EnrolPerson
from punto.identity.people.refusals import IdAlike, IdUnfit, NameTaken
from punto.identity.terminals.commands import AnswerCall, EnrolTerminal
from punto.identity.terminals.events import CallAnswered
from punto.identity.terminals.refusals import TerminalUnknown
from punto.rules.roles import Actor, Role
from punto.values.ids import PersonId, TerminalId
from support.identity.floors_in_tests import DEE, MAX, SUE, after, ask, refused, staffed

ONE = TerminalId("T1-0")


@pytest.mark.parametrize(
    "unfit",
    ["chief ", " chief", "ｃｈｉｅｆ", "сhief", "chief.", "a..b", "x" * 41],
)
def test_an_id_is_made_of_plain_letters_and_digits(unfit: str) -> None:
    wish = EnrolPerson(PersonId(unfit), "Zoe Ho")
    assert refused(staffed(), ask(wish)) == IdUnfit("person", unfit)
    terminal = EnrolTerminal(TerminalId(unfit), "bank 9")
    assert refused(staffed(), ask(terminal)) == IdUnfit("terminal", unfit)


@pytest.mark.parametrize("like", ["CHIEF", "Chief", "chIef"])
def test_an_id_that_looks_like_another_is_refused(like: str) -> None:
    wish = EnrolPerson(PersonId(like), "Zoe Ho")
    assert refused(staffed(), ask(wish)) == IdAlike("person", like, "chief")


@pytest.mark.parametrize("like", ["Tl-0", "TI-O", "t1_0", "T1.o"])
def test_a_terminal_that_looks_like_another_is_refused(like: str) -> None:
    floor = after(staffed(), ask(EnrolTerminal(ONE, "bank 1")))
    wish = EnrolTerminal(TerminalId(like), "bank 2")
    assert refused(floor, ask(wish)) == IdAlike("terminal", like, ONE)


def test_ids_that_differ_are_taken() -> None:
    after(staffed(), ask(EnrolPerson(PersonId("chlef"), "Zoe Ho")))


@pytest.mark.parametrize("name", ["Ａda Lim", "Аda Lim", "ADA  lim"])
def test_a_name_that_looks_like_another_is_taken(name: str) -> None:
    refusal = refused(staffed(), ask(EnrolPerson(PersonId("zoe"), name)))
    assert isinstance(refusal, NameTaken)


def test_a_call_is_answered_by_the_pit_in_its_own_name() -> None:
    floor = after(staffed(), ask(EnrolTerminal(ONE, "bank 1")))
    decided = decide(floor, ask(AnswerCall(ONE), SUE))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [CallAnswered(ONE)]
    assert after(floor, ask(AnswerCall(ONE), MAX)) == floor
    too_low = RankTooLow(Actor(DEE, Role.DEALER), Role.PIT_SUPERVISOR)
    assert refused(floor, ask(AnswerCall(ONE), DEE)) == too_low
    assert refused(staffed(), ask(AnswerCall(ONE), SUE)) == TerminalUnknown(ONE)
