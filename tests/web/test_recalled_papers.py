"""A round shown again: the pit sees all bets, a patron only their own, others none."""

import msgspec
import pytest

from punto.rounds.betting.commands import OpenBets
from punto.values.ids import Instant
from punto.web.lines.papers import recalled
from punto.web.screens.audiences import Audience, OfConsole, OfDisplay, OfPit, OfTerminal
from punto.web.screens.feeds import TableFeed
from support.rounds.evening import T1, T2
from support.views.screens.stages import BANKER_WINS, opened


def told(audience: Audience) -> bytes:
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    evening.bet(T2, player=45)
    evening.play(BANKER_WINS)
    feed = TableFeed()
    feed.begin(enumerate(evening.record.events, 1))
    answer = recalled(feed, audience, "a", 1, Instant(9))
    assert [each.number for each in answer.rounds] == [1]
    return msgspec.json.encode(answer)


@pytest.mark.parametrize(
    ("audience", "seen"),
    [
        (OfPit(), {T1, T2}),
        (OfTerminal(T1), {T1}),
        (OfTerminal(T2), {T2}),
        (OfConsole(), set()),
        (OfDisplay(), set()),
    ],
)
def test_a_recall_shows_nobodys_bets_to_who_may_not_see_them(
    audience: Audience, seen: set[str]
) -> None:
    raw = told(audience)
    amounts = {T1: b"12300", T2: b"4500"}
    assert {whose for whose, amount in amounts.items() if amount in raw} == seen
    assert {whose for whose in amounts if f'"{whose}"'.encode() in raw} == seen
    assert b'"KS"' in raw
