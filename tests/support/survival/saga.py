"""A record through many deaths of its process, and what must be true after each."""

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
"""How many commands may be unanswered at a time."""

_ASKED_MAX = 1_500
"""Enough requests to reach any point; otherwise this process never passes it."""


@dataclass
class Saga:
    """What patrons and staff know: which of their commands were answered, and which were not."""

    address: str
    folder: Path
    chance: Random
    recorded: Model = field(default_factory=Model)
    """All commands that were answered, or were found in the record."""
    pending: list[Ask | Move] = field(default_factory=list)
    """Requests without an answer, in the order in which they were sent."""
    known: dict[CommandId, Ask | Move] = field(default_factory=dict)
    """Requests with an answer."""
    exported: list[CheckpointRow] = field(default_factory=list)
    fault: Fault | None = None
    at_rest: Callable[[], None] = lambda: None
    """Returns when the database does no more work for a dead process."""
    patience_seconds: float = 0
    """How long a process may take to see what a dead one had sent to the database."""
    halts: dict[Stream, str] = field(default_factory=dict)
    """The streams that this life's process has halted, and why."""
    start_seconds: float = 0.5
    owed: int = 0
    """How many requests of this life have no reply yet."""
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
            # Mostly the next process is the first to see what was left; sometimes a reader is.
            self.check()

    def live_on(self) -> None:
        """Live a last life without a death, in which everything pending is answered."""
        with Life(self.address, self.key_file, fault=self.fault) as life:
            assert self.begin(life), life.last_words()
            self.hear_all(life)
            self.end(life)
        assert not self.halts, self.halts
        assert not self.pending
        self.check()

    def end(self, life: Life) -> None:
        """End a process by closing its pipe; it must exit cleanly."""
        life.end()
        while self.take(life.hear()):
            pass
        assert life.bury() == 0, life.last_words()

    def begin(self, life: Life) -> bool:
        """Compare the state after a start with the model; false if the process dies meanwhile."""
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
            # The process reports a round that was cut short; the round waits for people.
            assert self.recorded.tables[stream].table.phase not in IN_A_ROUND, stream
        self._ask_again(life)
        return True

    def _expected(self) -> Told:
        """Return the state that a process must have; tables without events are not included."""
        states = {stream: self.recorded.state(stream) for stream in STREAMS}
        begun = [s for s in STREAMS if s == FLOOR or self.recorded.events(s)]
        return Told({stream: digest_of(states[stream]) for stream in begun})

    def _comes_to(self, life: Life, expected: Told) -> bool:
        """Wait for this state; only a commit that was on its way at the start may delay it."""
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
        """Repeat all unanswered requests under their ids, and some answered ones."""
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
            assert self.story.asked - asked_before < _ASKED_MAX, f"never reached {death}"
            answered = self.answers_count - answers_before
            if death.point is None and answered >= death.turn:
                # Kill at a random moment within about the next four answers.
                each = (time.monotonic() - began) / max(answered, 1)
                time.sleep(self.chance.uniform(0, 4 * each))
                life.kill()
                self.hear_all(life)
                return
            if not self.take(life.hear()):
                return
            assert not self.halts, self.halts

    def top_up(self, life: Life, window: int, *, moving: bool = False) -> None:
        """Send requests until this many are unanswered."""
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
        """Read every reply still to come; an answer that was sent before a death counts."""
        while self.owed and self.take(life.hear()):
            pass

    def take(self, reply: Reply | None) -> bool:
        """Compare an answer with the model; false at the end of a life."""
        # A process reports checkpoints without being asked.
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
        # As lists: mypy takes seconds to compare two unions of all answers.
        found = f"{command} of {request.stream}: other answers than the model's"
        assert [answer] == [expected], found
        concerned = [request.stream, *([request.target] if isinstance(request, Move) else [])]
        assert not self.halts.keys() & concerned, f"{command} was answered by a halted stream"
        self.known[command] = request
        self.answers_count += 1

    def _asked(self, command: CommandId) -> Ask | Move:
        return next(each for each in self.pending if each.command.id == command)

    def check(self) -> None:
        """Check that the record has all answered requests, and the others whole or not at all."""
        self.at_rest()
        journal = opened_for_reading(self.address)
        if journal is None:
            assert not self.known
            return
        with closing(journal):
            # Requests found here stay pending, since their answers were never received.
            for request in found_of(journal, self.recorded, self.pending):
                self.recorded, _ = self.recorded.after(request)
            for report in reports_of(journal, self.recorded):
                self.recorded, _ = self.recorded.after(report)
            holds(journal, self.recorded)
            moves_whole(journal, (*self.known.values(), *self.pending))
            verified(self.address, journal, self.key, self.exported, self.folder)
