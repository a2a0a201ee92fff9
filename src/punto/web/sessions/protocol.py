"""One connection's side of the protocol; docs/PROTOCOL.md describes it."""

from collections.abc import Sequence
from typing import assert_never

from punto.values import CommandId, Instant
from punto.web.sessions import effects
from punto.web.sessions.effects import Speaker, may_open
from punto.web.sessions.pace import STRANGERS, Allowance, Pace
from punto.web.wire import messages
from punto.web.wire.forms import UNREADABLE
from punto.web.wire.messages import PROTOCOL
from punto.web.wire.wish_forms import NoSuchWish, read_wish

LONGEST_MESSAGE = 16_384
"""In characters; a layout covered with bets takes a tenth of it."""
MOST_UNANSWERED = 32
"""The most commands that may wait for answers, so that answers never pile up."""
MOST_FAULTS = 8
"""The number of invalid messages after which the connection is closed."""

_Effects = tuple[effects.Effect, ...]


class Session:
    """Receives a screen's messages in order, and returns the effects they call for."""

    def __init__(self, speakers: Sequence[Speaker], now: Instant, pace: Pace | None = None) -> None:
        """Take all identities of the connection's credentials."""
        self._speakers = speakers
        self._allowance = Allowance(pace or _pace_of(speakers), now)
        self._hello: messages.Hello | None = None
        self._unanswered: set[CommandId] = set()
        self._faults = 0
        self._is_over = False

    def receive(self, raw: str | bytes, now: Instant) -> _Effects:
        """Return the effects of a frame; nothing of an invalid one reaches a table."""
        if self._is_over:
            return ()
        if isinstance(raw, bytes):
            return self._end(
                effects.CloseCode.NOT_TEXT, "not_text", "expected text, found bytes", now
            )
        if len(raw) > LONGEST_MESSAGE:
            words = f"a message of {len(raw)} characters: expected at most {LONGEST_MESSAGE}"
            return self._end(effects.CloseCode.TOO_LONG, "oversized", words, now)
        if not self._allowance.take(now):
            return self._fault("too_fast", "messages come too fast: wait a little", now)
        try:
            message = messages.read(raw)
        except UNREADABLE as wrong:
            return self._fault("malformed", f"not a message of this protocol: {wrong}", now)
        return self._heard(message, now)

    def answered(self, command: CommandId) -> None:
        """Free the place of an answered command."""
        self._unanswered.discard(command)

    def _heard(self, message: messages.ClientMessage, now: Instant) -> _Effects:
        if isinstance(message, messages.Ping):
            return (effects.Say(messages.write(messages.Pong(now, n=message.n))),)
        if isinstance(message, messages.Hello):
            return self._greeted(message, now)
        if self._hello is None:
            return self._fault("out_of_order", "expected hello first", now)
        match message:
            case messages.CommandMessage():
                return self._command(message, self._hello.screen, now)
            case messages.AskRecall() if self._hello.screen == "display":
                words = "a display shows no past rounds"
                return self._fault("not_allowed", words, now, message.id)
            case messages.AskRecall():
                return (effects.RecallRequest(message.id, message.round),)
            case messages.AskTicket():
                return self._of_terminal(effects.GiveTicket(message.id), now)
            case messages.Call():
                return self._of_terminal(effects.CallAttendant(message.id, message.wanted), now)
            case messages.AskLobby():
                return (effects.ShowLobby(message.wanted),)
            case _:
                assert_never(message)

    def _greeted(self, hello: messages.Hello, now: Instant) -> _Effects:
        if self._hello is not None and hello.screen != self._hello.screen:
            words = f"hello was already sent, as {self._hello.screen}"
            return self._fault("out_of_order", words, now)
        if hello.protocol != PROTOCOL:
            words = f"protocol {hello.protocol}: this server speaks {PROTOCOL}; load the page again"
            return self._end(effects.CloseCode.NOT_ALLOWED, "other_protocol", words, now)
        for speaker in self._speakers:
            if may_open(speaker, hello.screen):
                self._hello = hello
                return (effects.Join(hello, speaker),)
        words = f"this device or person has no {hello.screen} here"
        return self._end(effects.CloseCode.NOT_ALLOWED, "not_allowed", words, now)

    def _command(self, message: messages.CommandMessage, screen: str, now: Instant) -> _Effects:
        command = CommandId(message.id)
        if len(self._unanswered) >= MOST_UNANSWERED and command not in self._unanswered:
            words = f"{MOST_UNANSWERED} commands wait for answers: wait before sending more"
            return self._fault("too_many", words, now, message.id)
        try:
            wish = read_wish(screen, message.wish)
        except NoSuchWish as wrong:
            return self._fault("malformed", f"command {message.id}: {wrong}", now, message.id)
        self._unanswered.add(command)
        return (effects.Submit(command, wish, message.table, message.pin, message.by),)

    def _of_terminal(
        self, effect: effects.GiveTicket | effects.CallAttendant, now: Instant
    ) -> _Effects:
        if self._hello is not None and self._hello.screen == "terminal":
            return (effect,)
        words = "only a Player Terminal can ask for this"
        return self._fault("not_allowed", words, now, effect.id)

    def _fault(self, code: str, sentence: str, now: Instant, of: str | None = None) -> _Effects:
        """Report the fault, and close the connection after too many."""
        self._faults += 1
        if self._faults >= MOST_FAULTS:
            return self._end(effects.CloseCode.NOT_ALLOWED, code, sentence, now)
        return (_problem(code, sentence, now, of),)

    def _end(self, code: effects.CloseCode, problem: str, sentence: str, now: Instant) -> _Effects:
        self._is_over = True
        return (_problem(problem, sentence, now, None), effects.Close(code, problem))


def _pace_of(speakers: Sequence[Speaker]) -> Pace:
    return STRANGERS if all(isinstance(each, effects.Passer) for each in speakers) else Pace()


def _problem(code: str, sentence: str, now: Instant, of: str | None) -> effects.Say:
    return effects.Say(messages.write(messages.Problem(now, id=of, code=code, sentence=sentence)))
