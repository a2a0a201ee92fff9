"""The people of the floor, and the commands with which a run begins."""

from functools import cache

from punto import live, rounds
from punto.bootstrap.rule_book import RuleBookBroken, shipped_game
from punto.bootstrap.table_setup import configuration_of
from punto.identity import EnrolPerson, EnrolTerminal, FloorCommand, GrantRole
from punto.rules import Actor, Limits, Role, Terms, terms_of
from punto.torture.chance import RandomNumbers
from punto.values import CommandId, Instant, PersonId, TableId, TerminalId, dollars, replace

TAN, WONG = PersonId("tan"), PersonId("wong")
SITI, ARUN = PersonId("siti"), PersonId("arun")
DEALERS = (PersonId("mei"), PersonId("li"), PersonId("ravi"))
CHIEFS = (TAN, WONG)
ROLES = {
    WONG: Role.SHIFT_MANAGER,
    SITI: Role.PIT_MANAGER,
    ARUN: Role.PIT_SUPERVISOR,
    **dict.fromkeys(DEALERS, Role.DEALER),
}

GAMES = (
    "rws-etg",
    "mbs-super-six",
    "mbs-fortune-six",
    "mbs-super-6",
    "mbs-no-commission",
    "mbs-tiger",
    "mbs-tiger-no-commission",
    "mbs-fabulous-4s",
)
DECKS = 4
_VIRTUAL = rounds.CardSource.VIRTUAL_SHOE
_POSTED = ((100, 1_000, None), (100, 2_000, 2_500), (50, None, 1_500), (20, 300, 5_000))
"""The minimum, the Differential of a box and that of the table, in dollars."""


def founding(at: Instant, terminals: tuple[TerminalId, ...]) -> list[FloorCommand]:
    """Return the commands that found a floor: the first person enrols the others."""
    wishes = [
        wish
        for person, role in ROLES.items()
        for wish in (EnrolPerson(person, person.title()), GrantRole(person, role))
    ]
    devices = [EnrolTerminal(terminal, f"place {terminal}") for terminal in terminals]
    first = FloorCommand(CommandId("founding-0"), at, None, EnrolPerson(TAN, "Tan"))
    return [
        first,
        *(
            FloorCommand(CommandId(f"founding-{number}"), at, TAN, wish)
            for number, wish in enumerate((*wishes, *devices), start=1)
        ),
    ]


def opening(
    at: Instant,
    configuration: rounds.Configuration,
    dealer: PersonId,
    terminals: tuple[TerminalId, ...],
) -> list[rounds.TableCommand]:
    """Return the commands that open a table with its game, Dealer, terminals and credits."""
    deals = Actor(dealer, Role.DEALER)
    wishes: list[tuple[Actor, rounds.Wish]] = [
        (Actor(SITI, Role.PIT_MANAGER), rounds.ConfigureTable(configuration)),
        (deals, rounds.OpenTable()),
    ]
    for terminal in terminals:
        wishes.append((Actor(ARUN, Role.PIT_SUPERVISOR), rounds.SeatTerminal(terminal)))
        wishes.append((deals, rounds.TakeCash(terminal, dollars(300))))
    return [
        rounds.TableCommand(CommandId(f"opening-{number}"), at, by, wish)
        for number, (by, wish) in enumerate(wishes)
    ]


def some_configuration(table: TableId, chance: RandomNumbers) -> rounds.Configuration:
    """Return a random electronic game, source of cards and switches."""
    source = chance.one_of(tuple(rounds.CardSource))
    is_virtual = source is _VIRTUAL
    return replace(
        _usual(chance.one_of(GAMES)),
        table=table,
        source=source,
        self_dealing=is_virtual and not chance.one_in(3),
        betting_ms=3_000,
        grace_ms=1_500,
        pace_ms=400,
        burns_cards=chance.one_in(3),
        one_more_after_cut_card=chance.one_in(3),
        liability_cap=dollars(5_000) if chance.one_in(16) else None,
    )


def some_live_configuration(table: TableId, chance: RandomNumbers) -> rounds.Configuration:
    """Return a live table with a random layout, whose chips may not make every payout."""
    sources = tuple(each for each in rounds.CardSource if each is not _VIRTUAL)
    minimum, box, whole = chance.one_of(_POSTED)
    posted = live.PostedLimits(
        dollars(minimum),
        None if box is None else dollars(box),
        None if whole is None else dollars(whole),
    )
    coarse = live.ChipSet(live.USUAL_CHIPS.chips[chance.below(3) :])
    layout = live.TableLayout(
        tuple(live.BoxLabel(label) for label in ("1", "2", "VIP 5")[: chance.between(1, 3)]),
        posted,
        coarse,
        face_down=not chance.one_in(3),
        squeeze_by_letter=chance.one_in(4),
    )
    return replace(
        _usual("rws-live"),
        table=table,
        source=chance.one_of(sources),
        betting_ms=3_000,
        burns_cards=chance.one_in(3),
        one_more_after_cut_card=chance.one_in(3),
        layout=layout,
    )


@cache
def _usual(game_key: str) -> rounds.Configuration:
    game = shipped_game(game_key)
    terms = None if game is None else terms_of(game, DECKS, (), Limits())
    if not isinstance(terms, Terms):
        raise RuleBookBroken(f"{game_key}: {terms}")
    return configuration_of(TableId("A1"), terms)
