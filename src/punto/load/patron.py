"""One patron at a real Player Terminal: bets in every round, and times the answers."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport

BETS_A_ROUND = 3
_BETTING_SHARE = 0.8
"""The part of the betting time in which a patron bets; the rest is for the network."""
HELLO = b'{"say":"hello","protocol":1,"as":"terminal","table":null,"tab":"load","language":"en"}'

Later = Callable[[float, Callable[[], None]], object]
"""Calls a function after so many seconds."""


class _Offer(msgspec.Struct):
    bet: str
    minimum: int


class _Layout(msgspec.Struct):
    offers: tuple[_Offer, ...]


class HeardPublic(msgspec.Struct):
    """The part of the public view that a patron reads."""

    table: str
    phase: str
    round_number: int
    betting_ms: int
    closes_at: int | None


class _Refusal(msgspec.Struct):
    code: str


class HeardMessage(msgspec.Struct):
    """The part of any message that a patron reads."""

    say: str
    id: str | None = None
    code: str = ""
    accepted: bool = False
    refusal: _Refusal | None = None
    public: HeardPublic | None = None
    layout: _Layout | None = None


heard = msgspec.json.Decoder(HeardMessage).decode


@dataclass(slots=True)
class Seen:
    """The measurements of one or many patrons."""

    acknowledged: list[str] = field(default_factory=list)
    """The ids of accepted bets, each after its terminal."""
    answer_seconds: list[float] = field(default_factory=list)
    """From sending a bet to its answer."""
    fan_out_seconds: list[float] = field(default_factory=list)
    """From the recorded opening of bets to its arrival at the terminal."""
    faults: Counter[str] = field(default_factory=Counter)
    """Refusals, problems and lost connections, by code."""
    rounds: set[tuple[str, int]] = field(default_factory=set)
    """Each with its table."""
    late_seconds: list[float] = field(default_factory=list)
    """The delays of the terminals that had to wait for a core."""
    welcome_seconds: list[float] = field(default_factory=list)
    """The time from the cut of all lines to each welcome."""
    frames_count: int = 0
    unanswered_count: int = 0

    def add(self, other: "Seen") -> None:
        """Add the measurements of another."""
        self.acknowledged += other.acknowledged
        self.answer_seconds += other.answer_seconds
        self.fan_out_seconds += other.fan_out_seconds
        self.faults += other.faults
        self.rounds |= other.rounds
        self.late_seconds += other.late_seconds
        self.welcome_seconds += other.welcome_seconds
        self.frames_count += other.frames_count
        self.unanswered_count += other.unanswered_count


class LoadPatron(WSListener):
    """A connection to one terminal's socket."""

    def __init__(self, terminal: str, run: str, chance: Random, later: Later) -> None:
        self.seen = Seen()
        self.plays = False
        self.is_there = False
        self.keeps: list[tuple[float, bytes]] | None = None
        """Every frame with its time, if they are to be sent again."""
        self._terminal, self._run = terminal, run
        self._chance, self._later = chance, later
        self._transport: WSTransport | None = None
        self._offer: _Offer | None = None
        self._round, self._phase, self._count = 0, "", 0
        self._waiting: dict[str, float] = {}

    @property
    def waits(self) -> bool:
        """Whether a command has no answer yet."""
        return bool(self._waiting)

    def leave(self, *, at_once: bool = False) -> None:
        """Disconnect; commands without an answer by now count as unanswered."""
        self.seen.unanswered_count += len(self._waiting)
        self._waiting.clear()
        transport, self._transport = self._transport, None
        self.is_there = False
        if transport is not None:
            if not at_once:
                transport.send_close()
            transport.disconnect(graceful=not at_once)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello on the open connection."""
        self._transport = transport
        transport.send(WSMsgType.TEXT, HELLO)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note a lost connection as a fault, unless the patron left."""
        del transport
        if self._transport is not None:
            self._transport = None
            self.seen.faults["line lost"] += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Process a frame."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
            return
        if frame.msg_type != WSMsgType.TEXT:
            return
        self._read(frame.get_payload_as_bytes())

    def _read(self, raw: bytes) -> None:
        if self.keeps is not None:
            self.keeps.append((time.time(), raw))
        self._hear(heard(raw))

    def _hear(self, message: HeardMessage) -> None:
        if self.plays:
            self.seen.frames_count += 1
        if message.say == "view":
            self._look(message)
        elif message.say == "answer":
            self._answered(message)
        elif message.say == "problem":
            self._waiting.pop(message.id or "", None)
            self.seen.faults[f"problem {message.code}"] += 1

    def _answered(self, message: HeardMessage) -> None:
        name = message.id or ""
        asked_at = self._waiting.pop(name, None)
        if asked_at is None:
            self.seen.faults["answered twice"] += 1
        elif not message.accepted:
            code = "" if message.refusal is None else message.refusal.code
            what = name.partition("-")[0]
            self.seen.faults[f"{what} refused {code}"] += 1
        elif name.startswith("bet"):
            self.seen.answer_seconds.append(time.perf_counter() - asked_at)
            self.seen.acknowledged.append(f"{self._terminal}/{name}")

    def _look(self, message: HeardMessage) -> None:
        self.is_there = True
        if message.layout is not None and message.layout.offers:
            self._offer = message.layout.offers[0]
        public = message.public
        if public is None or not self.plays:
            return
        is_new = public.round_number != self._round or public.phase != self._phase
        if is_new and public.phase == "betting" and public.closes_at is not None:
            opened_at = (public.closes_at - public.betting_ms) / 1_000
            self.seen.fan_out_seconds.append(max(0.0, time.time() - opened_at))
            self.seen.rounds.add((public.table, public.round_number))
            self._bet(public.round_number, public.betting_ms / 1_000)
        elif is_new and public.phase == "closing":
            self._freeze(public.round_number)
        self._round, self._phase = public.round_number, public.phase

    def _bet(self, round_number: int, betting_seconds: float) -> None:
        """Bet at random times, more on the same bet each time."""
        moments = sorted(self._chance.random() for _ in range(BETS_A_ROUND))
        for times, moment in enumerate(moments, 1):
            delay = moment * _BETTING_SHARE * betting_seconds
            self._later(delay, lambda times=times: self._want(round_number, times))  # type: ignore[misc]

    def _want(self, round_number: int, times: int) -> None:
        offer = self._offer
        if offer is None or not self.plays:
            return
        self._ask(
            "bet",
            {
                "name": "WantPosition",
                "terminal": self._terminal,
                "round_number": round_number,
                "stakes": [[offer.bet, offer.minimum * times]],
            },
        )

    def _freeze(self, round_number: int) -> None:
        """Answer that no more bets are accepted, as every terminal does when they close (A-24)."""
        wish = {"terminal": self._terminal, "round_number": round_number}
        self._ask("freeze", {"name": "AnswerFreeze", **wish})

    @property
    def _has_line(self) -> bool:
        return self._transport is not None

    def _ask(self, what: str, wish: dict[str, object]) -> None:
        if not self._has_line:
            return
        self._count += 1
        name = f"{what}-{self._run}-{self._count}"
        said = {"say": "command", "id": name, "wish": wish}
        self._waiting[name] = time.perf_counter()
        self._say(name, msgspec.json.encode(said))

    def _say(self, _name: str, said: bytes) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, said)
