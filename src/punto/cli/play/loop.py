"""The round as the patron sees it: bets, cards, settlement, and the next one."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console
from rich.text import Text

from punto.cli.play import bets
from punto.cli.play.advice import help_table, hint
from punto.cli.play.header import header, sign, summary
from punto.cli.play.house import PlayHouse
from punto.cli.play.layout import layout, position_text
from punto.cli.play.requests import AddStakes, RequestWord, parse_request
from punto.cli.play.round_screen import ScreenPace, show_deal, show_settlement
from punto.cli.play.session import (
    PlaySession,
    commitment_text,
    latest,
    latest_round,
    show_reveal,
    total_of,
)
from punto.cli.play.session_steps import leave, load_shoe, play_round, retire_shoe
from punto.cli.roads.pictures import draw_main_roads, draw_roads
from punto.cli.screens import FIRST_ROW_DECIDES, pay_table
from punto.rounds import BetsOpened
from punto.values import BadNotation, format_money

PROMPT = "Bets ▸ "
ALL_ROADS_HEIGHT = 50
"""On a lower screen, five roads would push the settlement out of sight."""

CHANGES: Mapping[RequestWord, Callable[[PlaySession, PlayHouse], PlaySession | bets.Refused]] = {
    RequestWord.CLEAR: bets.clear,
    RequestWord.UNDO: bets.undo,
    RequestWord.REPEAT: bets.repeat,
    RequestWord.DOUBLE: bets.double,
}
"""The words that change the position."""


class Lines(Protocol):
    """The source of the patron's requests."""

    def ask(self, prompt: str) -> str | None:
        """The patron's next line, or None when the patron leaves."""
        ...


@dataclass(frozen=True, slots=True)
class PlaySeat:
    """The patron's seat: a screen, a prompt, a pace, and the house around it."""

    screen: Console
    lines: Lines
    pace: ScreenPace
    house: PlayHouse


def play(seat: PlaySeat, session: PlaySession) -> PlaySession:
    """Play rounds until the patron leaves, and show the result of the session."""
    _show_new_shoe(seat, session)
    seat.screen.print(layout(session, seat.screen.width))
    seat.screen.print(hint(session.terms))
    with suppress(KeyboardInterrupt):
        while True:
            session = bets.open_bets(session, seat.house)
            session, deals = take_bets(seat, session)
            if not deals:
                break
            # Decided first, shown after: leaving in the middle of a deal changes nothing.
            session = play_round(session, seat.house)
            if not show_round(seat, session):
                break
            session = open_next_round(seat, session)
    session = leave(session, seat.house)
    show_reveal(seat.screen, session.record)
    seat.screen.print(summary(session))
    return session


def take_bets(seat: PlaySeat, session: PlaySession) -> tuple[PlaySession, bool]:
    """Return the session with the patron's bets, and whether the patron plays on."""
    opening_words = latest(session.record, BetsOpened).phrase
    seat.screen.print(Text(opening_words, style="bold yellow"))
    while True:
        line = seat.lines.ask(PROMPT)
        if line is None:
            return session, False
        try:
            request = parse_request(line, session.terms)
        except BadNotation as error:
            _tell(seat, str(error))
            continue
        if request is RequestWord.QUIT:
            return session, False
        if request is RequestWord.DEAL:
            return session, True
        session = _answered(seat, session, request)


def _answered(
    seat: PlaySeat, session: PlaySession, request: RequestWord | AddStakes
) -> PlaySession:
    """Return the session after a request that leaves bets open."""
    if isinstance(request, RequestWord) and request not in CHANGES:
        _show_page(seat, session, request)
        return session
    if isinstance(request, AddStakes):
        changed = bets.add_stakes(session, seat.house, request.stakes)
    else:
        changed = CHANGES[request](session, seat.house)
    if not isinstance(changed, PlaySession):
        for sentence in bets.sentences(changed):
            _tell(seat, sentence)
        return session
    _show_position(seat, changed)
    return changed


def _show_page(seat: PlaySeat, session: PlaySession, page: RequestWord) -> None:
    match page:
        case RequestWord.LAYOUT:
            seat.screen.print(layout(session, seat.screen.width))
        case RequestWord.RULES:
            seat.screen.print(pay_table(session.terms.offered), FIRST_ROW_DECIDES, sep="\n")
        case RequestWord.ROADS:
            draw_roads(seat.screen, session.roads)
        case _:
            seat.screen.print(help_table(session.terms))


def show_round(seat: PlaySeat, session: PlaySession) -> bool:
    """Show the round just played; returns False if the patron interrupted it to leave."""
    played, game = latest_round(session), session.terms.game
    stays = True
    try:
        show_deal(seat.screen, seat.pace, game, played)
    except KeyboardInterrupt:
        stays = False
    show_settlement(seat.screen, game, played)
    return stays


def open_next_round(seat: PlaySeat, session: PlaySession) -> PlaySession:
    """Show the roads, change the shoe after its last round, and show the next round's sign."""
    tall = seat.screen.height >= ALL_ROADS_HEIGHT
    (draw_roads if tall else draw_main_roads)(seat.screen, session.roads)
    seat.screen.print()
    if session.shoe.is_over:
        session = retire_shoe(session, seat.house, "the cut card came out")
        show_reveal(seat.screen, session.record)
        session = load_shoe(session, seat.house)
        told = f"Shoe {session.shoe.number} is shuffled. The roads start again."
        seat.screen.print(Text(told, style="yellow"))
        _show_new_shoe(seat, session)
    else:
        seat.screen.print(sign(session))
    if session.credits < session.terms.limits.minimum:
        _tell(seat, "your credits are below the minimum: Enter deals a round to watch, quit leaves")
    return session


def _show_new_shoe(seat: PlaySeat, session: PlaySession) -> None:
    seat.screen.print(header(session))
    seat.screen.print(commitment_text(session.record))


def _show_position(seat: PlaySeat, session: PlaySession) -> None:
    total, left = total_of(session.position), session.credits_free
    line = position_text(session)
    line.append(f"   total {format_money(total)}, credits left {format_money(left)}", style="dim")
    seat.screen.print(line)


def _tell(seat: PlaySeat, sentence: str) -> None:
    """Answer with one sentence."""
    seat.screen.print(Text(sentence, style="red"))
