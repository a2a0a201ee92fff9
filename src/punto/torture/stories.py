"""The story of a run in short lines, formatted only on demand."""

from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime

from punto.runtime import Answer
from punto.torture.loops import Scheduler
from punto.values import Value, field_names, is_structure


class StoryLine(Value):
    """An actor, its action, and the time."""

    at: int
    step: int
    who: str
    what: str
    about: tuple[object, ...]

    @property
    def text(self) -> str:
        """The line for people."""
        moment = datetime.fromtimestamp(self.at / 1_000, UTC).strftime("%H:%M:%S.%f")[:-3]
        told = self.what.format(*(_told(each) for each in self.about))
        return f"{moment} step {self.step}  {self.who}: {told}"


@dataclass
class Story:
    """The lines of a run, in order."""

    scheduler: Scheduler
    lines: list[StoryLine] = field(default_factory=list)

    def tell(self, who: str, what: str, *about: object) -> None:
        """Add a line; a pair of braces stands for each argument."""
        now = self.scheduler
        self.lines.append(StoryLine(now.now, now.steps_count, who, what, about))


def answer_in_words(answer: Answer) -> str:
    """Describe an answer briefly: its events, or its refusal."""
    if isinstance(answer, tuple):
        return ", ".join(type(event.fact).__name__ for event in answer) or "nothing"
    return f"refused, {answer.sentence}"


def _told(value: object) -> object:
    kind = type(value)
    if is_structure(kind):
        shown = (getattr(value, name) for name in _shown(kind))
        return f"{kind.__name__}({', '.join(str(_told(each)) for each in shown)})"
    if isinstance(value, tuple):
        return f"({', '.join(str(_told(each)) for each in value)})"
    return getattr(value, "value", value)


def _shown(kind: type) -> tuple[str, ...]:
    """Return the fields that may be shown; the number of a ticket may not."""
    if is_dataclass(kind):
        return tuple(each.name for each in fields(kind) if each.repr)
    return field_names(kind)
