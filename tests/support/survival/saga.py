"""A record through many deaths of its process, and what must be true after each of them."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from signal import SIGKILL

from punto.runtime.drafts import Answer
from punto.runtime.interruptions import IN_A_ROUND
from punto.runtime.ports import FLOOR, Stream
from punto.storage.checkpoints.signing_keys import create_key
from punto.storage.record.rows import CheckpointRow
from punto.values.ids import CommandId
from support.survival.deaths import Death
from support.survival.holding import (
    found_of,
    holds,
    moves_whole,
    opened_for_reading,
    reports_of,
    verified,
)
from support.survival.life import Life
from support.survival.messages import (
    Answered,
    Ask,
    Move,
    Ready,
    Reply,
    Request,
    Signed,
    Stopped,
    Tell,
    Told,
)
from support.survival.model import Model
from support.survival.planted import Fault
from support.survival.story import Story
from support.survival.streams import STREAMS, TABLES, digest_of

WINDOWS = (1, 3, 10, 40)
"""How many commands are under way at a time."""

_ASKED_MAX = 1_500
"""So many requests bring a process to any point; else it is not a point of this process."""


@dataclass
class Saga:
    """What the patrons and the staff know: what was answered to them, and what was not."""

    address: str
    folder: Path
    chance: Random
    recorded: Model = field(default_factory=Model)
    """All commands that were answered, or were found in the record."""
    pending: list[Ask | Move] = field(default_factory=list)
    """Asked and not answered, in the order in which they were asked."""
    known: dict[CommandId, Ask | Move] = field(default_factory=dict)
    """Asked and answered."""
    exported: list[CheckpointRow] = field(default_factory=list)
    fault: Fault | None = None
    at_rest: Callable[[], None] = lambda: None
    """Comes back when nothing of a dead process works on any more."""
    patience_seconds: float = 0
    """How long a process may take to hear of what a dead one had sent to the database."""
    halts: dict[Stream, str] = field(default_factory=dict)
    """The streams that this life's process has halted, and why."""
    start_seconds: float = 0.5
    owed: int = 0
    """How many requests of this life had no reply yet."""
    answers_count: int = 0

    def __post_init__(self) -> None:
        self.story = Story(self.chance)
        self.key_file = self.folder / "checkpoint.key"
        self.key = create_key(self.key_file).public
        self.ahead = self.recorded

    def live(self, death: Death) -> None:
        """Start the process, let it serve, and let it die."""
        with Life(self.address, self.key_file, death, self.fault) as life:
            if death.while_starting:
                time.sleep(self.chance.uniform(0, self.start_seconds))
                life.kill()
            if self.begin(life):
                self._serve(life, death)
            code = life.bury()
            assert code == -SIGKILL, f"ended with {code}; {life.last_words()}"
        if self.chance.random() < 0.3:
            # Mostly the next process is the first to see what was left; at times a reader is.
            self.check()

    def live_on(self) -> None:
        """A last life that dies of nothing: everything pending is answered at last."""
        with Life(self.address, self.key_file, fault=self.fault) as life:
            assert self.begin(life), life.last_words()
            self.hear_all(life)
            self.end(life)
        assert not self.halts, self.halts
        assert not self.pending
        self.check()

    def end(self, life: Life) -> None:
        """A process that nobody asks any more ends well."""
        life.end()
        while self.take(life.hear()):
            pass
        assert life.bury() == 0, life.last_words()

    def begin(self, life: Life) -> bool:
        """Hold what the process starts with against the model; false if it dies meanwhile."""
        self.owed = 0
        self.halts.clear()
        began = time.monotonic()
        if life.hear() != Ready():
            return False
        self.start_seconds = time.monotonic() - began
        self.check()
        if not self._comes_to(life, self._expected()):
            return False
        for stream in TABLES:
            # A round that was cut short is told, and waits for people.
            assert self.recorded.tables[stream].table.phase not in IN_A_ROUND, stream
        self._ask_again(life)
        return True

    def _expected(self) -> Told:
        """What a process has to have come to; a table without an event is not there yet."""
        states = {stream: self.recorded.state(stream) for stream in STREAMS}
        begun = [s for s in STREAMS if s == FLOOR or self.recorded.events(s)]
        return Told({stream: digest_of(states[stream]) for stream in begun})

    def _comes_to(self, life: Life, expected: Told) -> bool:
        """At once, but for a commit that was still on its way when the process started."""
        end = time.monotonic() + self.patience_seconds
        while True:
            self._send(life, [Tell()])
            while not isinstance(told := life.hear(), Told):
                if not self.take(told):
                    return False
            self.owed -= 1
            if told == expected:
                return True
            assert time.monotonic() < end, f"another state than the model's: {told}, {expected}"
            time.sleep(0.05)

    def comes_back(self, life: Life) -> None:
        """Wait until the process serves all streams again, and learn what it recorded meanwhile."""
        end = time.monotonic() + self.patience_seconds
        while True:
            self._send(life, [Tell()])
            while not isinstance(told := life.hear(), Told):
                assert self.take(told), life.last_words()
            self.owed -= 1
            if told.is_back:
                break
            assert time.monotonic() < end, f"not back: {told}; {life.last_words()}"
            time.sleep(0.05)
        self.halts.clear()
        self.check()
        self._ask_again(life)

    def _ask_again(self, life: Life) -> None:
        """What was not answered, under the same ids; and some of what was."""
        known = list(self.known.values())
        self.pending += self.chance.sample(known, min(3, len(known)))
        self.ahead = self.recorded
        for request in self.pending:
            self.ahead, _ = self.ahead.after(request)
        self._send(life, self.pending)

    def _serve(self, life: Life, death: Death) -> None:
        window = self.chance.choice(WINDOWS)
        began, answers_before, asked_before = time.monotonic(), self.answers_count, self.story.asked
        while True:
            self.top_up(life, window, moving=death.needs_moves)
            assert self.story.asked - asked_before < _ASKED_MAX, f"never came to {death}"
            answered = self.answers_count - answers_before
            if death.point is None and answered >= death.turn:
                # Anywhere within the next few answers, as time goes here.
                each = (time.monotonic() - began) / max(answered, 1)
                time.sleep(self.chance.uniform(0, 4 * each))
                life.kill()
                self.hear_all(life)
                return
            if not self.take(life.hear()):
                return
            assert not self.halts, self.halts

    def top_up(self, life: Life, window: int, *, moving: bool = False) -> None:
        """Ask until so many commands are under way."""
        already = len(self.pending)
        while len(self.pending) < window:
            request = self.story.next(self.recorded, self.ahead, moving=moving)
            self.pending.append(request)
            self.ahead, _ = self.ahead.after(request)
        self._send(life, self.pending[already:])

    def _send(self, life: Life, requests: Sequence[Request]) -> None:
        self.owed += len(requests)
        life.send(*requests)

    def hear_all(self, life: Life) -> None:
        """Every reply that is still to come; what was answered before a death counts."""
        while self.owed and self.take(life.hear()):
            pass

    def take(self, reply: Reply | None) -> bool:
        """Hold an answer against the model; false at the end of a life."""
        # Of a checkpoint a process tells by itself.
        self.owed -= not isinstance(reply, Signed)
        match reply:
            case Answered(command, answer):
                self._take_answer(command, answer)
            case Signed(row):
                self.exported.append(row)
            case Stopped(command, why):
                request = self._asked(command)
                if isinstance(request, Ask):
                    self.halts[request.stream] = why
            case Told() | Ready() | None:
                pass
        return reply is not None

    def _take_answer(self, command: CommandId, answer: Answer) -> None:
        request = self._asked(command)
        self.pending.remove(request)
        self.recorded, expected = self.recorded.after(request)
        # In lists: to hold two unions of all answers against each other takes mypy seconds.
        assert [answer] == [expected], f"{command} of {request.stream}"
        concerned = [request.stream, *([request.target] if isinstance(request, Move) else [])]
        assert not self.halts.keys() & concerned, f"{command} was answered by a halted stream"
        self.known[command] = request
        self.answers_count += 1

    def _asked(self, command: CommandId) -> Ask | Move:
        return next(each for each in self.pending if each.command.id == command)

    def check(self) -> None:
        """The record holds all that was answered; what was not is there whole or not at all."""
        self.at_rest()
        journal = opened_for_reading(self.address)
        if journal is None:
            assert not self.known
            return
        with closing(journal):
            # Those that are found stay pending, since nobody was told of them.
            for request in found_of(journal, self.recorded, self.pending):
                self.recorded, _ = self.recorded.after(request)
            for report in reports_of(journal, self.recorded):
                self.recorded, _ = self.recorded.after(report)
            holds(journal, self.recorded)
            moves_whole(journal, (*self.known.values(), *self.pending))
            verified(self.address, journal, self.key, self.exported, self.folder)
