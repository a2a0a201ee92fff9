"""Messages and wishes: only those that are well formed, and meant for their screen, are read."""

import json
import re

import msgspec
import pytest

from punto.rounds.betting.commands import WantPosition
from punto.rounds.betting.refusals import BetsAreClosed, BetsRefused
from punto.rounds.boxes.refusals import LayoutUnfit
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.irregularity.commands import Rule, Verdict
from punto.rules.games import BetKey
from punto.rules.refusals import BetNotOffered, StakeBelowMinimum
from punto.values.cards import parse_card
from punto.values.ids import TerminalId
from punto.values.money import Cents
from punto.views.screens.public import public_view
from punto.web.wire.messages import Answer, CommandMessage, Hello, View, read, write
from punto.web.wire.parts import PUBLIC, encode
from punto.web.wire.refusals import REFUSALS, refusal_told
from punto.web.wire.wish_forms import (
    CashOutWish,
    DealCardWish,
    NoSuchWish,
    ResolveCashOutWish,
    read_wish,
    wish_name,
    wishes_of,
)
from support.views.screens.stages import STAGES, screens
from wire_schema import schema
from wire_types import TARGET, wire_types

HELLO = {
    "say": "hello",
    "protocol": 1,
    "as": "terminal",
    "table": None,
    "tab": "t",
    "language": "zh",
}
POSITION = {
    "name": "WantPosition",
    "terminal": "T1",
    "round_number": 3,
    "stakes": [["tiger", 500], ["banker", 10_000]],
}


def read_message(message: object) -> object:
    return read(json.dumps(message))


def test_a_hello_is_read() -> None:
    assert read_message(HELLO) == Hello(
        protocol=1, screen="terminal", table=None, tab="t", language="zh"
    )


def test_a_command_keeps_its_wish_unread_until_it_is_known_who_speaks() -> None:
    command = read_message({"say": "command", "id": "c1", "wish": POSITION})
    assert isinstance(command, CommandMessage)
    assert read_wish("terminal", command.wish) == WantPosition(
        TerminalId("T1"),
        3,
        ((BetKey("tiger"), Cents(500)), (BetKey("banker"), Cents(10_000))),
    )


@pytest.mark.parametrize(
    "message",
    [
        {},
        [],
        {"say": "dance"},
        {**HELLO, "as": "manager"},
        {**HELLO, "more": 1},
        {**HELLO, "tab": ""},
        {**HELLO, "tab": "x" * 65},
        {**HELLO, "protocol": "1"},
        {"say": "command", "id": "c1"},
        {"say": "ping", "n": 1.5},
    ],
)
def test_a_message_that_is_not_well_formed_is_not_read(message: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_message(message)


def test_text_that_is_not_json_is_not_read() -> None:
    with pytest.raises(msgspec.DecodeError):
        read("hello")


@pytest.mark.parametrize(
    "wish",
    [
        {**POSITION, "stakes": [["tiger", "500"]]},
        {**POSITION, "stakes": [["tiger", 500.5]]},
        {**POSITION, "stakes": [["tiger"]]},
        {**POSITION, "round_number": True},
        {**POSITION, "by": "mei"},
        {key: value for key, value in POSITION.items() if key != "stakes"},
        {"name": "Settle"},
        {"name": "CashOut", "terminal": "T1", "chance": 7},
        {"name": "TakeCash", "terminal": "T1", "amount": 100},
    ],
)
def test_a_terminal_cannot_utter_what_is_not_its_own(wish: object) -> None:
    with pytest.raises(NoSuchWish):
        read_wish("terminal", json.dumps(wish).encode())


def test_a_display_has_no_wishes() -> None:
    with pytest.raises(NoSuchWish, match="a display has no wishes"):
        read_wish("display", b'{"name":"OpenBets"}')


def test_a_dealers_console_reads_cards_in_their_notation() -> None:
    raw = b'{"name":"DealCard","card":"TD","origin":"keyed","confirmed":true}'
    wish = read_wish("console", raw)
    assert wish == DealCardWish(parse_card("TD"), CardOrigin.KEYED, confirmed=True)
    with pytest.raises(NoSuchWish):
        read_wish("console", raw.replace(b"TD", b"1D"))


def test_a_ruling_carries_its_adjustments() -> None:
    raw = b'{"name":"Rule","verdict":"goes on","words":"so","adjustments":[["T1",5]],"cards":null}'
    assert read_wish("pit", raw) == Rule(
        Verdict.GOES_ON, "so", ((TerminalId("T1"), Cents(5)),), None
    )
    # A Dealer's console moves no money, so a ruling there can only be in words.
    with pytest.raises(NoSuchWish, match="in the pit"):
        read_wish("console", raw)
    plain = raw.replace(b'[["T1",5]]', b"[]")
    assert read_wish("console", plain) == Rule(Verdict.GOES_ON, "so", (), None)


def test_a_cash_out_comes_without_the_entropy_that_the_server_adds() -> None:
    assert read_wish("terminal", b'{"name":"CashOut","terminal":"T1"}') == CashOutWish(
        TerminalId("T1")
    )


def test_a_ticket_is_resolved_by_the_digits_that_the_pit_sees() -> None:
    said = {"name": "ResolveCashOut", "terminal": "T1", "ticket": "**78", "came_out": False}
    wish = read_wish("pit", json.dumps(said).encode())
    assert wish == ResolveCashOutWish(TerminalId("T1"), "**78", came_out=False)


def test_the_console_has_no_money_buttons() -> None:
    names = {wish_name(wish) for wish in wishes_of("console")}
    assert not names & {"TakeCash", "HandPay", "AskAdjustment", "AnswerAdjustment", "CashOut"}
    assert not names & {wish_name(wish) for wish in wishes_of("terminal")}


def test_a_refusal_goes_out_with_its_code_its_facts_and_its_clauses() -> None:
    told = refusal_told(BetsAreClosed(12))
    assert (told.code, told.fields) == ("BetsAreClosed", {"round_number": 12})
    assert told.clauses == ("R 3.7", "M 5.5", "A-24")
    assert told.sentence.startswith("the bets of round 12 are closed")


def test_a_clause_that_two_faults_rest_on_goes_out_once() -> None:
    twice = LayoutUnfit("rws-live", ("box 'A': on the layout twice (L 2.1.1)",))
    assert refusal_told(twice).sentence.count("L 2.1.1") == 2
    assert refusal_told(twice).clauses == ("L 2.1.1",)


def test_a_refusal_made_of_others_says_which_they_are() -> None:
    bet = BetKey("tiger")
    told = refusal_told(
        BetsRefused((StakeBelowMinimum(bet, Cents(100), Cents(500)), BetNotOffered(bet)))
    )
    assert msgspec.json.decode(msgspec.json.encode(told.fields)) == {
        "refusals": [
            {"is": "StakeBelowMinimum", "bet": "tiger", "stake": 100, "minimum": 500},
            {"is": "BetNotOffered", "bet": "tiger"},
        ]
    }


def test_every_refusal_has_its_facts_in_the_schema() -> None:
    _, shapes = schema()
    assert set(shapes["RefusalFields"]["properties"]) == set(REFUSALS)


def test_an_answer_says_nothing_of_a_refusal_when_there_was_none() -> None:
    assert json.loads(write(Answer(now=5, id="c1", accepted=True))) == {
        "say": "answer",
        "now": 5,
        "id": "c1",
        "accepted": True,
    }


def test_parts_that_are_ready_are_put_into_a_view_as_they_are() -> None:
    public = public_view(screens(STAGES["betting"]()))
    assert public is not None
    raw = encode(PUBLIC, public)
    sent = write(View(now=7, version=3, public=msgspec.Raw(raw)))
    assert sent == b'{"say":"view","now":7,"version":3,"public":' + raw + b"}"


def test_the_types_of_the_front_end_are_those_of_the_server() -> None:
    assert TARGET.read_text("utf-8") == wire_types(), "run tools/wire_types.py"


UNREAD = {
    # Requests, which the server reads.
    "Change.present_password",
    "Change.present_pin",
    "TableSetup.not_offered",
    "TableSetup.pace_ms",
    # Refusals carry every value of the record; a page shows those that its sentence needs.
    "CardsCannotBe.at_most",
    "ChanceOutOfRange.chance",
    "CutDoesNotFit.cut_at",
    "DecksOutOfRangeCase.allowed",
    "IdAlike.subject",
    "IdUnfit.subject",
    "LayoutUnfit.faults",
    "NothingToChange.already",
    "OutOfPhase.allowed",
    "RankTooLow.actor",
    "TextUnreadable.subject",
    "TicketAmountDiffers.on_file",
    "TicketExpired.expired_at",
    "TransferTakenAlready.transfer",
}
"""Fields of the wire that no page names in its code. The list may only shrink."""

COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*|<style>.*</style>", re.DOTALL)
ACCESS = re.compile(
    r"\.(\w+)\b|[\"'](\w+)[\"']|[{,(\[]\s*(\w+)(?=\s*[,}:=)\]])|^\s*(\w+)\??[:,]", re.MULTILINE
)
"""Taken from an object, destructured from one, or written into one; prose names no field."""


def test_the_pages_read_every_field_that_is_sent() -> None:
    files = (*TARGET.parent.rglob("*.ts"), *TARGET.parent.rglob("*.svelte"))
    code = (COMMENTS.sub("", file.read_text("utf-8")) for file in files if file != TARGET)
    read = {name for text in code for found in ACCESS.finditer(text) for name in found.groups()}
    declared = re.finditer(
        r"export interface (\w+) \{\n(.*?)^\}", wire_types(), re.DOTALL | re.MULTILINE
    )
    fields = {
        f"{found[1]}.{name}"
        for found in declared
        for name in re.findall(r"^  \"?(\w+)\"?\??:", found[2], re.MULTILINE)
        if name not in read
    }
    assert fields == UNREAD
