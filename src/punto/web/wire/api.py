"""What travels by HTTP: the bodies of requests and answers, beside the socket's messages."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from punto.web.wire.accounts import Body, Change, Choose, Found, SecretText, SessionTold, SignIn
from punto.web.wire.messages import ShortText
from punto.web.wire.refusals import RefusalTold

Count = Annotated[int, Meta(ge=0)]


class ErrorTold(Struct, frozen=True):
    """What is wrong: a stable code, and a sentence for a person."""

    code: str
    sentence: str


class ErrorEnvelope(Struct, frozen=True):
    """The body of every answer that is an error."""

    error: ErrorTold


class EnrolmentTold(Struct, frozen=True):
    """How far a device is with being let in."""

    state: Literal["unknown", "waiting", "enrolled"]
    code: str | None = None
    """To be shown on the screen, and typed in the pit."""
    ends_at: int | None = None
    terminal: str | None = None


class Admit(Body, frozen=True):
    """Let the device that shows a code speak for a terminal."""

    id: ShortText
    code: ShortText
    terminal: ShortText
    place: ShortText | None = None
    """Where it stands, for a terminal that is new on the floor."""


class FloorCommand(Body, frozen=True):
    """A wish about the floor, under an id that was made before it was sent."""

    id: ShortText
    wish: Raw
    pin: SecretText = ""
    """Of whoever asks; unlocking a person takes it."""


class Invite(Body, frozen=True):
    """Let somebody choose a password and a PIN."""

    id: ShortText
    person: ShortText
    pin: SecretText = ""
    """Of whoever asks; taken where the person has a password and a PIN already."""


class TableSetup(Body, frozen=True, kw_only=True):
    """The game of a table, and how it is played there; all else is as its document has it."""

    id: ShortText
    table: ShortText
    game: ShortText
    decks: Count | None = None
    minimum: Count
    maximum: Count | None = None
    step: Count = 100
    not_offered: tuple[ShortText, ...] = ()
    source: Literal["shoe that reads", "keyed shoe", "electronic card shuffler", "virtual shoe"]
    self_dealing: bool = False
    burns_cards: bool = False
    betting_ms: Count | None = None
    pace_ms: Count | None = None
    liability_cap: Count | None = None


class BringUp(Body, frozen=True):
    """A halted table that was seen to."""

    id: ShortText
    table: ShortText


class Attended(Body, frozen=True):
    """An attendant is at a terminal."""

    terminal: ShortText


class LookUpTicket(Body, frozen=True):
    """The whole number of a ticket, as it is on the paper."""

    number: ShortText


class TicketTold(Struct, frozen=True):
    """Where a ticket stands in its life."""

    number: str
    """Only its last digits."""
    state: Literal["not on file", "waiting", "uncertain", "outstanding", "expired", "paid"]
    amount: int | None = None
    terminal: str | None = None
    """Where it was asked for."""
    issued_at: int | None = None
    expires_at: int | None = None
    paid_terminal: str | None = None
    paid_at: int | None = None


class Outcome(Struct, frozen=True):
    """What became of a command."""

    accepted: bool
    refusal: RefusalTold | None = None
    link: str | None = None
    """The path of a one-time link to be handed over, where an invitation was accepted."""


class ActingTold(Struct, frozen=True):
    """A role held for a time."""

    role: int
    since: int
    until: int


class AlarmTold(Struct, frozen=True):
    """What the pit has to look into about the access of a person."""

    person: str
    cause: str
    source: str
    """The address that it came from, or nothing."""
    at: int


class PersonTold(Struct, frozen=True):
    """Somebody who works, or worked, on the floor."""

    person: str
    name: str
    roles: tuple[int, ...]
    """Held for good."""
    acting: ActingTold | None
    dismissed: bool
    locked: bool
    has_secrets: bool
    """Whether a password and a PIN were ever chosen."""
    reset_asked_by: str | None
    """Who was the first of two people to ask for new ones."""


class TerminalTold(Struct, frozen=True):
    """A Player Terminal of the floor."""

    terminal: str
    place: str
    retired: bool
    table: str | None
    connected: bool
    called_at: int | None
    """Since when an attendant is wanted there."""


class TableTold(Struct, frozen=True):
    """A table of the floor, in a line."""

    table: str
    game: str
    phase: str
    round_number: int
    dealer: str | None
    self_dealing: bool
    halted: str
    waits: bool
    """Whether something there waits for the pit."""


class FloorEventTold(Struct, frozen=True):
    """What happened on the floor."""

    position: int
    at: int
    what: str
    """The kind of event, by its name."""
    sentence: str
    details: tuple[tuple[str, str], ...]
    """What the sentence tells, part by part."""
    who: str
    by: str
    """The person, or nobody where the server noticed it by itself."""
    role: int
    """The role that the person held; 0 where it is nobody."""


class FloorTold(Struct, frozen=True):
    """The whole floor as the pit sees it."""

    now: int
    profile: str
    people: tuple[PersonTold, ...]
    terminals: tuple[TerminalTold, ...]
    tables: tuple[TableTold, ...]
    events: tuple[FloorEventTold, ...]
    """The latest first."""
    alarms: tuple[AlarmTold, ...]
    """Those that nobody has looked into yet."""


class GameTold(Struct, frozen=True):
    """A game that a table can play."""

    key: str
    en: str
    zh: str
    decks: tuple[int, int]
    bets: tuple[str, ...]
    """The keys of all its bets."""


API_TYPES: dict[str, type[msgspec.Struct]] = {
    kind.__name__: kind
    for kind in (
        ErrorEnvelope,
        SessionTold,
        SignIn,
        Found,
        Choose,
        Change,
        EnrolmentTold,
        Admit,
        Invite,
        TableSetup,
        Attended,
        TicketTold,
        Outcome,
        FloorTold,
        GameTold,
    )
}
"""For the schema of all that travels."""
