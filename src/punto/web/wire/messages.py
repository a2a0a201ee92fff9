"""The messages of the socket, each named by its field ``say``; docs/PROTOCOL.md explains them."""

from types import GenericAlias
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from punto.values import Winner
from punto.web.wire.forms import form_of
from punto.web.wire.parts import BOARD, LAYOUT, PUBLIC, ROADS, TILE
from punto.web.wire.recalls import RecalledRound
from punto.web.wire.refusals import RefusalTold

PROTOCOL = 1
SUBPROTOCOL = "punto.1"


_Screen = Literal["terminal", "console", "pit", "display"]
Language = Literal["en", "zh"]
ShortText = Annotated[str, Meta(min_length=1, max_length=64)]


class Said(Struct, frozen=True, tag_field="say", forbid_unknown_fields=True):
    """A message from a screen."""


class Hello(Said, tag="hello", frozen=True, kw_only=True):
    """The first message of a connection; its credential identifies the speaker."""

    protocol: int
    screen: _Screen = msgspec.field(name="as")
    table: ShortText | None
    tab: ShortText
    """Made by the page when it is loaded, so that the newest tab is known."""
    language: Language


class SecondPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """A second person at the same screen, who confirms with a PIN."""

    person: ShortText
    pin: Annotated[str, Meta(max_length=32)]


class CommandMessage(Said, tag="command", frozen=True, kw_only=True):
    """A wish under an id that was made, and stored, before it was sent."""

    id: ShortText
    wish: Raw
    table: ShortText | None = None
    """The table meant, if a screen shows several."""
    pin: Annotated[str, Meta(max_length=32)] | None = None
    """The speaker's own PIN, if a wish needs one."""
    by: SecondPerson | None = None


class AskRecall(Said, tag="recall", frozen=True):
    """Ask for a past round; without a number, the latest with the sender's own bets."""

    id: ShortText
    round: int | None


class AskTicket(Said, tag="print", frozen=True):
    """Ask for the face of the ticket that waits for its printer, to print it, or print it again."""

    id: ShortText


class Call(Said, tag="call", frozen=True):
    """Call an attendant to this terminal, or end the call."""

    id: ShortText
    wanted: bool


class AskLobby(Said, tag="lobby", frozen=True):
    """Also show the lobby on this screen, or stop showing it."""

    wanted: bool


class Ping(Said, tag="ping", frozen=True):
    """Ask for a sign of life."""

    n: int


ClientMessage = Hello | CommandMessage | AskRecall | AskTicket | Call | AskLobby | Ping


class Told(Struct, frozen=True, tag_field="say"):
    """A message from the server, with its time in milliseconds since 1970."""

    now: int


class TerminalDevices(Struct, frozen=True):
    """The devices of a Player Terminal."""

    acceptor: Literal["none", "simulated", "real"]


class Welcome(Told, tag="welcome", frozen=True, kw_only=True):
    """The identity under which the server knows this connection, and its rights."""

    protocol: int
    version: str
    screen: _Screen = msgspec.field(name="as")
    table: str | None
    terminal: str | None
    person: str | None
    roles: tuple[int, ...]
    tables: tuple[str, ...]
    site: str
    devices: TerminalDevices
    node: str
    """The name of this node among several, which a screen avoids when it falls silent."""
    called_at: int | None
    """Since when an attendant is wanted here."""


class View(Told, tag="view", frozen=True, kw_only=True, omit_defaults=True):
    """The changed parts, each complete; the newest version is valid."""

    version: int
    public: Raw | UnsetType = UNSET
    layout: Raw | UnsetType = UNSET
    board: Raw | UnsetType = UNSET
    private: Raw | UnsetType = UNSET
    names: Raw | UnsetType = UNSET
    """The names that staff entered for patrons of this table, by key; only staff get them."""
    halted: str | UnsetType = UNSET
    """Why the table is halted; empty when it goes on again."""


class Answer(Told, tag="answer", frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of a command; sent only after it is recorded."""

    id: str
    accepted: bool
    refusal: RefusalTold | UnsetType = UNSET


class Problem(Told, tag="problem", frozen=True, kw_only=True):
    """A message that could not be processed at all."""

    id: str | None = None
    """The id of the rejected message, if it could be read; that message gets no other answer."""
    code: str
    sentence: str


class RoundListed(msgspec.Struct, frozen=True, kw_only=True):
    """A round that can be recalled, summarised for a list."""

    number: int
    winner: Winner | None
    """None for a round that is void, or not over."""
    void: bool
    net: int | None
    """The patron's win or loss; None for other viewers, and while the round is not over."""


class Recalled(Told, tag="recalled", frozen=True, kw_only=True):
    """A past round, and the list of others to choose from, the latest first."""

    id: str
    rounds: tuple[RoundListed, ...]
    round: Raw | None


class TicketFace(Told, tag="ticket", frozen=True, kw_only=True):
    """The printed content of a ticket; sent only to the terminal that prints it."""

    id: str
    number: str
    amount: int
    amount_words: str
    site: str
    terminal: str
    issued_at: int
    """When the credits were set aside, and so the same on every print."""
    expires_at: int


class Called(Told, tag="called", frozen=True, kw_only=True):
    """The time since which an attendant is wanted; null if none is."""

    since: int | None


class LobbyTold(Told, tag="lobby", frozen=True, kw_only=True):
    """The tables that changed since the last such message, at first all of them."""

    tiles: Raw
    roads: Raw
    """By table; they change once a round, and tiles more often."""


class Replaced(Told, tag="replaced", frozen=True):
    """A newer tab of the same terminal has taken over; this one must stay silent."""


class Leave(Told, tag="leave", frozen=True):
    """A request to open a line to another node, since this one will soon stop serving."""


class Pong(Told, tag="pong", frozen=True, kw_only=True):
    """The reply to Ping."""

    n: int


ServerMessage = (
    Welcome
    | View
    | Answer
    | Problem
    | Recalled
    | TicketFace
    | Called
    | LobbyTold
    | Replaced
    | Leave
    | Pong
)

_reader = msgspec.json.Decoder(ClientMessage)
_writer = msgspec.json.Encoder()


def read(raw: bytes | str) -> ClientMessage:
    """Decode a screen's message; msgspec's own errors say what is wrong with it."""
    message: ClientMessage = _reader.decode(raw)
    return message


def write(message: ServerMessage) -> bytes:
    """Encode the server's message."""
    return _writer.encode(message)


def _typed(message: type[Struct], **parts: object) -> type[Struct]:
    """Describe a message's pre-encoded bytes by their content, for the schema."""
    described = [
        (each.name, parts.get(each.name, each.type), *_default(each))
        for each in msgspec.structs.fields(message)
        if each.name != "now"
    ]
    config = message.__struct_config__
    return msgspec.defstruct(
        message.__name__, described, bases=(Told,), tag=config.tag, kw_only=True, module=__name__
    )


def _default(each: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    return () if each.required else (each.default,)


VIEW_TYPED = _typed(
    View,
    public=PUBLIC.wire | UnsetType,
    layout=LAYOUT.wire | UnsetType,
    board=BOARD.wire | UnsetType,
    names=dict[str, str] | UnsetType,
)
RECALLED_TYPED = _typed(Recalled, round=form_of(RecalledRound).wire | None)
LOBBY_TYPED = _typed(
    LobbyTold,
    tiles=GenericAlias(tuple, (TILE.wire, Ellipsis)),
    roads=GenericAlias(dict, (str, ROADS.wire)),
)
