"""HTTP bodies of requests and answers, besides the socket's messages."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from punto.identity import ActingBox
from punto.rounds import Phase
from punto.rules import Document
from punto.web.wire.messages import ShortText
from punto.web.wire.refusals import RefusalTold, Refused, refusal_told
from punto.web.wire.sign_ins import Body, SecretText

Count = Annotated[int, Meta(ge=0)]


class ErrorTold(Struct, frozen=True):
    """An error: a stable code, and a sentence for people."""

    code: str
    sentence: str


class ErrorEnvelope(Struct, frozen=True):
    """The body of every error answer."""

    error: ErrorTold


class EnrolmentTold(Struct, frozen=True):
    """The state of a device's admission."""

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
    """Its location, for a terminal that is new on the floor."""
    reads: ShortText | None = None
    """The live table whose chips it reads, for a sensor that is new on the floor."""


class FloorWishBody(Body, frozen=True):
    """A wish about the floor, under an id made before it was sent."""

    id: ShortText
    wish: Raw
    pin: SecretText = ""
    """The sender's; required to unlock a person."""


class Invite(Body, frozen=True):
    """Invite a person to choose a password and a PIN."""

    id: ShortText
    person: ShortText
    pin: SecretText = ""
    """The sender's; required if the person has a password and a PIN already."""


class ChipSetup(Body, frozen=True):
    """One kind of chip of a live table."""

    value: Count
    name: ShortText
    colour: ShortText


class LayoutSetup(Body, frozen=True, kw_only=True):
    """The layout of a live table."""

    boxes: tuple[ShortText, ...]
    """Their labels, from the Dealer's right."""
    minimum: Count
    box_differential: Count | None = None
    table_differential: Count | None = None
    chips: tuple[ChipSetup, ...] | None = None
    """The usual ones if none are named."""
    face_down: bool = False
    squeeze_by_letter: bool = False
    squeeze_ms: Count | None = None
    """How long a patron may take over a card; the usual time if none is named."""
    fill_soon_per_cent: Count | None = None
    """When a row of the tray wants a fill; the usual part of what was brought if none is named."""


class TableSetup(Body, frozen=True, kw_only=True):
    """The game of a table and its options; the rule document gives the rest."""

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
    layout: LayoutSetup | None = None
    """Of a live table; the usual one if none is named."""


class BringUp(Body, frozen=True):
    """Restart a halted table after someone has dealt with the cause."""

    id: ShortText
    table: ShortText


class Attended(Body, frozen=True):
    """An attendant has come to a terminal."""

    terminal: ShortText


class NamePatron(Body, frozen=True):
    """The name of a patron at a live table, as staff enter it."""

    table: ShortText
    patron: ShortText
    name: ShortText


class ErasePatronName(Body, frozen=True):
    """Erase the name of a patron."""

    id: ShortText
    table: ShortText
    patron: ShortText


class LookUpTicket(Body, frozen=True):
    """The whole number of a ticket, as printed."""

    number: ShortText


class TicketTold(Struct, frozen=True):
    """The state of a ticket."""

    number: str
    """Only its last digits."""
    state: Literal["not on file", "waiting", "uncertain", "outstanding", "expired", "paid"]
    amount: int | None = None
    terminal: str | None = None
    """The terminal that requested it."""
    issued_at: int | None = None
    expires_at: int | None = None
    paid_terminal: str | None = None
    paid_at: int | None = None


class CommandOutcome(Struct, frozen=True):
    """The outcome of a command."""

    accepted: bool
    refusal: RefusalTold | None = None
    link: str | None = None
    """The path of a one-time link to hand over, if an invitation was accepted."""


def outcome_of(refusal: Refused | None) -> CommandOutcome:
    """Return the outcome of a command that was refused, or else carried out."""
    told = None if refusal is None else refusal_told(refusal)
    return CommandOutcome(accepted=refusal is None, refusal=told)


class AlarmTold(Struct, frozen=True):
    """An alarm about a person's access, for the pit to look into."""

    person: str
    cause: str
    source: str
    """The address that it came from, or empty."""
    at: int


class PersonTold(Struct, frozen=True):
    """A present or past staff member."""

    person: str
    name: str
    roles: tuple[int, ...]
    """Held permanently."""
    acting: ActingBox | None
    dismissed: bool
    locked: bool
    has_secrets: bool
    """Whether a password and a PIN were ever chosen."""
    reset_asked_by: str | None
    """The first of two people who ask for new ones."""


class TerminalTold(Struct, frozen=True):
    """A Player Terminal of the floor."""

    terminal: str
    place: str
    retired: bool
    reads: str | None  # the live table whose chips it reads; None for a Player Terminal
    table: str | None
    connected: bool
    called_at: int | None
    """Since when an attendant is wanted there."""


class TableTold(Struct, frozen=True):
    """A table in summary."""

    table: str
    game: str
    phase: Phase
    round_number: int
    dealer: str | None
    self_dealing: bool
    live: bool
    halted: str
    waits: bool
    """Whether something there waits for the pit."""
    work: tuple[tuple[str, int], ...]  # what waits for a person there, with the number of each kind


class FloorEventTold(Struct, frozen=True):
    """An event of the floor."""

    position: int
    at: int
    what: str
    """The kind of event, by its name."""
    sentence: str
    details: tuple[tuple[str, str], ...]
    """The parts of the sentence."""
    who: str
    by: str
    """The person; empty if the server noticed it by itself."""
    role: int
    """The person's role; 0 if there is no person."""


class FloorTold(Struct, frozen=True):
    """The whole floor as the pit sees it."""

    now: int
    people: tuple[PersonTold, ...]
    terminals: tuple[TerminalTold, ...]
    tables: tuple[TableTold, ...]
    events: tuple[FloorEventTold, ...]
    """The latest first."""
    alarms: tuple[AlarmTold, ...]
    """Those that no one has looked into yet."""


class GameTold(Struct, frozen=True):
    """A game that a table can play."""

    key: str
    en: str
    zh: str
    decks: tuple[int, int]
    bets: tuple[str, ...]
    """The keys of all its bets."""
    layouts: tuple[tuple[str, ...], ...]
    """The usual boxes of a live game, by their labels; empty for a game at terminals."""


class ParagraphTold(Struct, frozen=True):
    """One numbered paragraph, in our own words."""

    number: str
    kind: str
    meaning: str


def paragraphs_told(document: Document) -> bytes:
    """Return all paragraphs of a document, encoded."""
    return msgspec.json.encode(
        [ParagraphTold(each.number, each.kind.value, each.meaning) for each in document.paragraphs]
    )
