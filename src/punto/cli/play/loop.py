"""The round as the patron lives it: bets, cards, settlement, and the next one."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from punto.cli.pay_table_screen import FIRST_ROW_DECIDES, pay_table
from punto.cli.play.advice import help_table, hint
from punto.cli.play.announcements import PLACE_YOUR_BETS
from punto.cli.play.closing import summary
from punto.cli.play.dealing import play_round
from punto.cli.play.header import header, sign
from punto.cli.play.layout import layout, position_text
from punto.cli.play.ports import Lines, Pace
from punto.cli.play.refusals import Refused
from punto.cli.play.requests import AddStakes, Word, parse_request
from punto.cli.play.round_screen import show_deal, show_settlement
from punto.cli.play.session import (
    Session,
    add_stakes,
    clear,
    double,
    repeat,
    total_of,
    undo,
    with_new_shoe,
)
from punto.cli.roads_drawing import draw_main_roads, draw_roads
from punto.devices.virtual_shoe import VirtualShoe
from punto.values.money import format_money
from punto.values.notation import BadNotation

PROMPT = "Bets ▸ "
ALL_ROADS_HEIGHT = 50
"""On a lower screen five roads would push the settlement out of sight."""

CHANGES: Mapping[Word, Callable[[Session], Session | Refused]] = {
    Word.CLEAR: clear,
    Word.UNDO: undo,
    Word.REPEAT: repeat,
    Word.DOUBLE: double,
}
"""The words that change the position."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where the patron sits: a screen, a prompt, a pace, and who brings new shoes."""

    screen: Console
    lines: Lines
    pace: Pace
    new_shoe: Callable[[], VirtualShoe]


def play(seat: Seat, session: Session) -> Session:
    """Play rounds until the patron leaves, and say what the session came to."""
    seat.screen.print(header(session))
    seat.screen.print(layout(session, seat.screen.width))
    seat.screen.print(hint(session.terms))
    with suppress(KeyboardInterrupt):
        while (betting := take_bets(seat, session)) is not None:
            # Decided first, shown after: leaving in the middle of a deal changes nothing.
            session = play_round(betting)
            if not show_round(seat, session):
                break
            session = open_next_round(seat, session)
    seat.screen.print(summary(session))
    return session


def take_bets(seat: Seat, session: Session) -> Session | None:
    """The session with the bets that are to be played, or None when the patron leaves."""
    seat.screen.print(Text(PLACE_YOUR_BETS, style="bold yellow"))
    while True:
        line = seat.lines.ask(PROMPT)
        if line is None:
            return None
        try:
            request = parse_request(line, session.terms)
        except BadNotation as error:
            _tell(seat, str(error))
            continue
        if request is Word.QUIT:
            return None
        if request is Word.DEAL:
            return session
        session = _answered(seat, session, request)


def _answered(seat: Seat, session: Session, request: Word | AddStakes) -> Session:
    """The session after a request that leaves betting open."""
    if isinstance(request, Word) and request not in CHANGES:
        _show_page(seat, session, request)
        return session
    if isinstance(request, AddStakes):
        changed = add_stakes(session, request.stakes)
    else:
        changed = CHANGES[request](session)
    if not isinstance(changed, Session):
        for refusal in changed:
            _tell(seat, refusal.sentence)
        return session
    _show_position(seat, changed)
    return changed


def _show_page(seat: Seat, session: Session, page: Word) -> None:
    match page:
        case Word.LAYOUT:
            seat.screen.print(layout(session, seat.screen.width))
        case Word.RULES:
            seat.screen.print(pay_table(session.terms.offered), FIRST_ROW_DECIDES, sep="\n")
        case Word.ROADS:
            draw_roads(seat.screen, session.roads)
        case _:
            seat.screen.print(help_table(session.terms))


def show_round(seat: Seat, session: Session) -> bool:
    """Show the round just played; False when the patron interrupted it to leave."""
    played, game = session.rounds[-1], session.terms.game
    stays = True
    try:
        show_deal(seat.screen, seat.pace, game, played)
    except KeyboardInterrupt:
        stays = False
    show_settlement(seat.screen, game, played)
    return stays


def open_next_round(seat: Seat, session: Session) -> Session:
    """Show the roads, change the shoe after its last round, and put up the next round's sign."""
    tall = seat.screen.height >= ALL_ROADS_HEIGHT
    (draw_roads if tall else draw_main_roads)(seat.screen, session.roads)
    seat.screen.print()
    if session.shoe.cut_card_is_out:
        session = with_new_shoe(session, seat.new_shoe())
        told = f"Shoe {session.shoe_number} is shuffled. The roads begin anew."
        seat.screen.print(Text(told, style="yellow"))
        seat.screen.print(header(session))
    else:
        seat.screen.print(sign(session))
    if session.credits < session.terms.limits.minimum:
        _tell(seat, "your credits are below the minimum: Enter deals a round to watch, quit leaves")
    return session


def _show_position(seat: Seat, session: Session) -> None:
    total, left = total_of(session.position), session.credits_free
    line = position_text(session)
    line.append(f"   total {format_money(total)}, credits left {format_money(left)}", style="dim")
    seat.screen.print(line)


def _tell(seat: Seat, sentence: str) -> None:
    """Answer with one sentence."""
    seat.screen.print(Text(sentence, style="red"))
