"""Decisions are recorded, so a forger cannot make other events follow from them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.audit.recording import commands_of, recorded
from support.audit.tampering import Body, Copy
from support.rehearsals.stage import read

A1 = "table/A1"

OPENING = """\
table A1 plays rws-etg with 4 decks
people
  tan   Shift Manager
  siti  Pit Manager
  arun  Pit Supervisor
  mei   Dealer
terminals T1
siti configures the table
mei opens the table
arun seats T1
mei takes 100 in cash at T1
mei loads the shoe
mei opens bets
T1 bets banker 10
mei closes bets
"""
RULED = (
    OPENING
    + """\
mei deals 2D KS
mei reports excess-or-exposed-card with extra cards 4C: "it fell out"
arun declines: "it never did"
tan rules VERDICT: "that is how it was"
"""
)
ORDERED = (
    OPENING
    + """\
mei deals 2D KS
mei reports simultaneous-draw-order-unknown with extra cards 4C 5H: "two at once"
arun attests with the cards 2D KS 5H 4C
"""
)
ALARMED = (
    OPENING
    + """\
mei deals 3D KS
mei reports wrong-card-registered with the cards 9C 9C 9C 9C 9C: "all of them misread"
arun attests
"""
)


@pytest.fixture
def copy_of(tmp_path: Path) -> Callable[..., Copy]:
    """Make a copy of a record of a script, in which everything can be changed."""

    def made(script: str, verdict: str = "") -> Copy:
        asked = commands_of(read(script.replace("VERDICT", verdict)))
        return Copy(recorded(tmp_path / "record.db", asked))

    return made


def change(copy: Copy, name: str, **fields: object) -> int:
    """Change fields of an event, with a recomputed chain."""
    ((position,),) = copy.rows("SELECT position FROM events WHERE name = ?", name)
    body: Body = copy.body(A1, position)
    body["fact"].update(fields)
    copy.rewrite(A1, position, body)
    return int(position)


def told(copy: Copy) -> str:
    finding = copy.verdict().finding
    assert finding is not None, "nothing was found"
    return finding.sentence


VERDICTS = {
    "goes on": ("goes on", "matter.play_resumed"),
    "void": ("void", "matter.round_voided"),
    "established": ("established", "matter.cards_corrected"),
}


@pytest.mark.parametrize("given", VERDICTS)
@pytest.mark.parametrize("forged", VERDICTS)
def test_a_verdict_fixes_the_events_that_follow_a_ruling(
    copy_of: Callable[..., Copy], given: str, forged: str
) -> None:
    copy = copy_of(RULED, verdict=given)
    word, wanted = VERDICTS[forged]
    position = change(copy, "matter.ruling_given", verdict=word)
    if forged == given:
        assert copy.verdict().holds
        return
    _, found = VERDICTS[given]
    assert told(copy) == (
        f"{A1} at {position + 1}: found {found} as an effect of the decision; expected {wanted}"
    )


def test_a_verdict_is_one_of_three(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(RULED, verdict="void")
    position = change(copy, "matter.ruling_given", verdict="postponed")
    expected = f"{A1} at {position}: found the verdict postponed; expected goes on, void or"
    assert told(copy).startswith(expected)


def test_a_consequence_cannot_be_taken_away(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(RULED, verdict="void")
    ((position,),) = copy.rows("SELECT max(position) FROM events WHERE stream = ?", A1)
    assert copy.body(A1, position)["name"] == "matter.cards_discarded"
    copy.leave_out(A1, position)
    assert told(copy) == (
        f"{A1} at {position - 1}: found a decision without all of its effects; "
        "expected matter.cards_discarded"
    )


def test_no_further_event_can_follow_a_decision(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(RULED, verdict="goes on")
    ((last,),) = copy.rows("SELECT max(position) FROM events WHERE stream = ?", A1)
    body = copy.body(A1, last)
    assert body["name"] == "matter.play_resumed"
    copy.append(A1, {**body, "name": "matter.cards_discarded", "fact": {"cards": ["4C"]}})
    expected = "found matter.cards_discarded after the last effect; expected no more events"
    assert told(copy) == f"{A1} at {last + 1}: {expected}"


def test_the_cards_go_into_the_order_that_was_decided(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(ORDERED)
    position = change(copy, "matter.order_decided", cards=["2D", "KS", "4C", "5H"])
    assert told(copy).startswith(
        f"{A1} at {position + 1}: found matter.cards_corrected with corrected"
    )


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        (["2D", "KS", "5H", "5C"], "the order"),
        (["2D", "KS", "5H"], "the order"),
        (["KS", "2D", "5H", "4C"], "the cards before those drawn together"),
    ],
)
def test_an_order_is_one_of_the_cards_that_are_out(
    copy_of: Callable[..., Copy], cards: list[str], found: str
) -> None:
    copy = copy_of(ORDERED)
    position = change(copy, "matter.order_decided", cards=cards)
    assert told(copy).startswith(f"{A1} at {position}: found {found}")


def test_an_order_that_the_attester_decides_cannot_be_missing(
    copy_of: Callable[..., Copy],
) -> None:
    copy = copy_of(ORDERED)
    ((position,),) = copy.rows("SELECT position FROM events WHERE name = 'matter.order_decided'")
    copy.leave_out(A1, position)
    assert told(copy) == (
        f"{A1} at {position}: found matter.cards_corrected without an order; "
        "expected the order decided first"
    )


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"reported": ["9C", "9C", "9C", "9C"]}, "9C seen"),
        ({"card": "3D"}, "3D seen 0 times"),
        ({"instead_of": ["3D"]}, "cards in place of"),
        ({"reported": []}, "cards replaced by no report"),
        ({"decks": 3}, "decks 3"),
    ],
)
def test_an_alarm_is_raised_by_a_card_that_the_decks_cannot_hold(
    copy_of: Callable[..., Copy], fields: dict[str, object], found: str
) -> None:
    copy = copy_of(ALARMED)
    position = change(copy, "round.card_beyond_decks", **fields)
    assert told(copy).startswith(f"{A1} at {position}: found {found}")
