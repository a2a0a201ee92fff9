"""The round as the patron at a terminal sees it: bets, cards, settlement, and the next one."""

import select
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from punto.cli.private_table import steps
from punto.cli.private_table.layout import header, layout, position_text, sign, summary
from punto.cli.private_table.requests import AddStakes, RequestWord, help_table, hint, parse_request
from punto.cli.private_table.round_screen import Pause, show_deal, show_settlement
from punto.cli.private_table.session import (
    PlaySession,
    commitment_text,
    latest,
    latest_round,
    show_reveal,
    total_of,
)
from punto.cli.roads import draw_main_roads, draw_roads
from punto.cli.screens import FIRST_ROW_DECIDES, pay_table
from punto.rounds import BetsOpened
from punto.values import BadNotation, format_money

with suppress(ImportError):
    # Importing it gives the prompt arrow keys and a history.
    import readline  # noqa: F401 (see above)


def typed_line(prompt: str) -> str | None:
    """Return the line typed at the prompt; None if the patron leaves by Ctrl-C or Ctrl-D."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        sys.stdout.write("\n")
        return None


def until_a_key(seconds: float) -> None:
    """Wait, or continue at the first key; keys typed meanwhile are not bets."""
    with _keys_unseen():
        select.select([sys.stdin], [], [], seconds)


@contextmanager
def _keys_unseen() -> Iterator[None]:
    """Hide and discard keys: one pressed during the deal must not close bets."""
    settings = termios.tcgetattr(sys.stdin)
    unseen = [*settings[:3], settings[3] & ~(termios.ECHO | termios.ICANON), *settings[4:]]
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, unseen)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, settings)


def at_terminal() -> bool:
    """Return whether a person can both read and answer here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


PROMPT = "Bets ▸ "
ALL_ROADS_HEIGHT = 50
"""On a lower screen, five roads would push the settlement out of sight."""

CHANGES: Mapping[RequestWord, Callable[[PlaySession], PlaySession | steps.StepRefusal]] = {
    RequestWord.CLEAR: steps.clear,
    RequestWord.UNDO: steps.undo,
    RequestWord.REPEAT: steps.repeat,
    RequestWord.DOUBLE: steps.double,
}
"""The words that change the position."""


@dataclass(frozen=True, slots=True)
class PlaySeat:
    """The patron's seat: a screen, a prompt and a pause."""

    screen: Console
    ask: Callable[[str], str | None]
    """Returns the patron's next line after a prompt, or None if the patron leaves."""
    pause: Pause


def play(seat: PlaySeat, session: PlaySession) -> PlaySession:
    """Play rounds until the patron leaves, and show the result of the session."""
    _show_new_shoe(seat, session)
    seat.screen.print(layout(session, seat.screen.width))
    seat.screen.print(hint(session.terms))
    with suppress(KeyboardInterrupt):
        while True:
            session = steps.open_bets(session)
            session, deals = take_bets(seat, session)
            if not deals:
                break
            # Decided first, shown after: leaving in the middle of a deal changes nothing.
            session = steps.play_round(session)
            if not show_round(seat, session):
                break
            session = open_next_round(seat, session)
    session = steps.leave(session)
    show_reveal(seat.screen, session.record)
    seat.screen.print(summary(session))
    return session


def take_bets(seat: PlaySeat, session: PlaySession) -> tuple[PlaySession, bool]:
    """Return the session with the patron's bets, and whether the patron plays on."""
    opening_words = latest(session.record, BetsOpened).phrase
    seat.screen.print(Text(opening_words, style="bold yellow"))
    while True:
        line = seat.ask(PROMPT)
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
        changed = steps.add_stakes(session, request.stakes)
    else:
        changed = CHANGES[request](session)
    if not isinstance(changed, PlaySession):
        for sentence in steps.sentences(changed):
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
        show_deal(seat.screen, seat.pause, game, played)
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
        session = steps.retire_shoe(session, "the cut card came out")
        show_reveal(seat.screen, session.record)
        session = steps.load_shoe(session)
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
