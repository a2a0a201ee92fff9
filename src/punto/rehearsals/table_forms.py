"""Statements about the table itself: its game, its people and its terminals."""

from typing import Final

from punto.identity import ActorRefusal, Profile, actor
from punto.rehearsals.forms import Action, Deed, Found, StatementForm, of_table, of_table_now
from punto.rehearsals.purse_forms import own_terminal
from punto.rehearsals.scenes import OfTable, Scene
from punto.rehearsals.scopes import Scope
from punto.rounds import Seating
from punto.rounds.table import commands as table_commands
from punto.rules import Actor
from punto.values import replace


def _configure(found: Found, scope: Scope) -> Deed:
    draft = scope.draft

    def asked(scene: Scene) -> tuple[OfTable, ...]:
        # on a floor of one person every table is run by that person.
        alone = draft.single_person or scene.floor.profile is Profile.SINGLE_PERSON
        wish = table_commands.ConfigureTable(replace(draft, single_person=alone))
        return (OfTable(found["who"], draft.table, wish, found.get("id")),)

    return Action(asked)


def _hand_over(found: Found, scene: Scene) -> table_commands.ChangeDealer | ActorRefusal:
    dealer = actor(scene.floor, found["person"], scene.now)
    return table_commands.ChangeDealer(dealer) if isinstance(dealer, Actor) else dealer


TABLE_STATEMENTS: Final = (
    StatementForm(
        "{who} configures the table",
        "Apply the plan from the table's heading and the lines under it.",
        "tan configures the table",
        _configure,
        needs_table=True,
        takes_id=True,
    ),
    of_table(
        "{who} opens the table",
        "Begin play.",
        "mei opens the table",
        lambda _: table_commands.OpenTable(),
    ),
    of_table(
        "{who} announces the last round",
        "Give notice that the next round is the last at a live table, before it begins.",
        "mei announces the last round",
        lambda _: table_commands.AnnounceLastRound(),
    ),
    of_table(
        "{who} closes the table",
        "End play.",
        "arun closes the table",
        lambda _: table_commands.CloseTable(),
    ),
    of_table_now(
        "{who} hands the table to {person}",
        "Another Dealer takes over.",
        "arun hands the table to bo",
        _hand_over,
    ),
    of_table(
        "{who} changes the limits to {limits}",
        "Change the limits from the next round.",
        "tan changes the limits to 10 to 1000, tie 1 to 50",
        lambda found: table_commands.ChangeLimits(*found["limits"]),
    ),
    of_table(
        "{who} lets patrons choose [among {number} seats]",
        "Patrons come to this table and leave it at their terminals; by default without a limit.",
        "arun lets patrons choose among 7 seats",
        lambda found: table_commands.ChangeSeating(
            Seating(patrons_choose=True, seats=found.get("number"))
        ),
    ),
    of_table(
        "{who} lets staff seat patrons [on {number} seats]",
        "Only staff bring terminals to this table and move them away, as before the first change.",
        "arun lets staff seat patrons",
        lambda found: table_commands.ChangeSeating(Seating(seats=found.get("number"))),
    ),
    of_table(
        "{who} seats {terminal}",
        "Assign a terminal to this table, or let it take a seat again.",
        "arun seats T1",
        lambda found: table_commands.SeatTerminal(found["terminal"]),
    ),
    of_table(
        "{who} leaves the seat [of {terminal}]",
        "Free a seat for others; the credits stay until the terminal moves or cashes out.",
        "T1 leaves the seat",
        lambda found: table_commands.LeaveSeat(own_terminal(found)),
    ),
    of_table(
        "{who} reports {terminal} {link}",
        "A terminal's connection is lost, or back.",
        "mei reports T1 lost",
        lambda found: table_commands.ReportLink(found["terminal"], found["link"]),
    ),
    of_table(
        "{who} disables {terminal} : {text}",
        "Take no more bets from a terminal.",
        'arun disables T1: "broken screen"',
        lambda found: table_commands.DisableTerminal(found["terminal"], found["text"]),
    ),
    of_table(
        "{who} enables {terminal}",
        "Take bets from it again.",
        "arun enables T1",
        lambda found: table_commands.EnableTerminal(found["terminal"]),
    ),
)
