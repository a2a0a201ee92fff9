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
LEFT_OVER = (
    OPENING.replace("plays rws-etg", "plays mbs-tiger")
    + """\
mei deals KS 3D 9H 4C
mei reports excess-or-exposed-card with extra cards unseen: "it fell out"
arun attests
mei reports excess-or-exposed-card with extra cards 8D: "another fell out"
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


LEFT = {"carry": "matter.cards_carried", "burn": "matter.cards_discarded"}


@pytest.mark.reading("A-43")
@pytest.mark.parametrize(("given", "forged"), [("carry", "burn"), ("burn", "carry")])
def test_a_ruling_fixes_what_becomes_of_a_card_left_over(
    copy_of: Callable[..., Copy], given: str, forged: str
) -> None:
    copy = copy_of(LEFT_OVER, verdict=given)
    assert copy.verdict().holds
    position = change(copy, "matter.ruling_given", verdict=forged)
    assert told(copy) == (
        f"{A1} at {position + 1}: found {LEFT[given]} as an effect of the decision; "
        f"expected {LEFT[forged]}"
    )


@pytest.mark.reading("A-43")
def test_a_card_left_over_is_carried_or_burned_by_the_paragraph_of_a_ruling(
    copy_of: Callable[..., Copy],
) -> None:
    copy = copy_of(LEFT_OVER, verdict="burn")
    ((position,),) = copy.rows("SELECT position FROM events WHERE name = ?", LEFT["burn"])
    copy.rewrite(A1, position, {**copy.body(A1, position), "clause": "A-42"})
    assert told(copy) == (
        f"{A1} at {position}: found the clause of a card left over A-42; expected 6.1"
    )


@pytest.mark.reading("A-43")
def test_no_clause_carries_a_seen_card_at_mbs(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(LEFT_OVER, verdict="burn")
    first, second = (
        int(row[0])
        for row in copy.rows(
            "SELECT position FROM events WHERE name = ? ORDER BY position",
            "matter.irregularity_reported",
        )
    )
    reported, by_its_clause = copy.body(A1, second), copy.body(A1, first)
    reported["fact"]["policy"] = by_its_clause["fact"]["policy"]
    copy.rewrite(A1, second, {**reported, "clause": by_its_clause["clause"]})
    assert told(copy).startswith(f"{A1} at {second}: found the policy ")


@pytest.mark.reading("A-43")
def test_only_a_seen_card_left_over_is_ruled_on_so(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(RULED, verdict="goes on")
    position = change(copy, "matter.ruling_given", verdict="carry")
    assert told(copy) == (
        f"{A1} at {position}: found a ruling to carry a card; expected a seen card left over"
    )


def test_a_verdict_is_one_of_the_list(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(RULED, verdict="void")
    position = change(copy, "matter.ruling_given", verdict="postponed")
    expected = f"{A1} at {position}: found the verdict postponed; expected one of those"
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
        (["KS", "2D", "5H", "4C"], "the cards that were not drawn together"),
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


def test_a_report_on_dealt_cards_names_them_where_none_is_registered(
    copy_of: Callable[..., Copy],
) -> None:
    script = OPENING + 'mei reports wrong-number-of-cards with extra cards 2D KS: "three in all"\n'
    copy = copy_of(script)
    assert copy.verdict().holds
    change(copy, "matter.irregularity_reported", extra=[])
    assert "found a report about cards; expected a card that is out" in told(copy)


TOGETHER = (
    OPENING
    + """\
mei deals 2D KS 2C
mei reports simultaneous-draw-order-unknown with extra cards 7H drawn together KS 2C 7H: "so"
arun attests with the cards 2D 7H KS 2C
"""
)


@pytest.mark.parametrize(
    ("together", "found"),
    [
        (["2C", "7H"], "the cards that were not drawn together"),
        (["7H"], 'cards ["7H"] drawn together; expected two or more'),
        ([], "cards [] drawn together; expected two or more"),
        (["2C", "9S"], 'cards ["2C", "9S"] drawn together; expected cards that are out'),
    ],
)
def test_the_cards_drawn_together_are_part_of_the_report(
    copy_of: Callable[..., Copy], together: list[str], found: str
) -> None:
    copy = copy_of(TOGETHER)
    assert copy.verdict().holds
    change(copy, "matter.irregularity_reported", together=together)
    assert found in told(copy)


def test_only_cards_drawn_together_change_places(copy_of: Callable[..., Copy]) -> None:
    copy = copy_of(TOGETHER)
    change(copy, "matter.order_decided", cards=["7H", "2D", "KS", "2C"])
    assert "found the cards that were not drawn together" in told(copy)


def test_a_known_order_moves_no_other_card(copy_of: Callable[..., Copy]) -> None:
    report = (
        'mei reports simultaneous-draw with the cards 2D 2C KS drawn together KS 2C: "at once"\n'
    )
    copy = copy_of(OPENING + "mei deals 2D KS 2C\n" + report)
    assert copy.verdict().holds
    change(copy, "matter.irregularity_reported", cards=["2C", "2D", "KS"])
    assert "found the cards that were not drawn together" in told(copy)


def test_no_other_report_says_that_cards_were_drawn_together(
    copy_of: Callable[..., Copy],
) -> None:
    copy = copy_of(OPENING + 'mei deals 2D KS\nmei reports foreign-card: "a joker"\n')
    change(copy, "matter.irregularity_reported", together=["2D", "KS"])
    assert "drawn together; expected none" in told(copy)


def test_a_misplaced_card_does_not_change_an_order_that_was_read(
    copy_of: Callable[..., Copy],
) -> None:
    script = OPENING + 'mei deals 2D KS\nmei reports wrong-area with the cards 2D KS: "mixed"\n'
    copy = copy_of(script)
    assert copy.verdict().holds
    change(copy, "matter.irregularity_reported", cards=["KS", "2D"])
    assert "expected the order that the shoe has read" in told(copy)
