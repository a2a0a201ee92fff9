"""Statements at a live table's tray: counts, slips, buy-ins and changes."""

from typing import Final

from punto.rehearsals.forms import Found, of_patron, of_table
from punto.rounds import Wish
from punto.rounds.tray import commands


def _counted(found: Found) -> Wish:
    return commands.CountFloat(found["float-count"], found["stacks"])


TRAY_STATEMENTS: Final = (
    of_table(
        "{who} counts {stacks} for the {float-count}",
        "The first of two people counts the chips in the tray (A-53).",
        "mei counts 40 x 100, 40 x 25 for the opening",
        _counted,
    ),
    of_table(
        "{who} confirms a count of {stacks}",
        "The second person counts; only equal figures open or close the float (A-53).",
        "arun confirms a count of 40 x 100, 40 x 25",
        lambda found: commands.ConfirmFloat(found["stacks"]),
    ),
    of_table(
        "{who} requests a {slip-kind} of {stacks}",
        "A supervisor asks the cage for chips, or to take some; the slip gets the next number.",
        "arun requests a fill of 20 x 25",
        lambda found: commands.RequestSlip(found["slip-kind"], found["stacks"]),
    ),
    of_table(
        "{who} carries slip {number}",
        "The person who carries the chips between cage and table signs.",
        "mei carries slip 1",
        lambda found: commands.CarrySlip(found["number"]),
    ),
    of_table(
        "{who} signs slip {number}",
        "The Dealer signs, and with both signatures the chips move.",
        "mei signs slip 1",
        lambda found: commands.SignSlip(found["number"]),
    ),
    of_table(
        "{who} voids slip {number} : {text}",
        "An open slip moves nothing any more, and its number stays used.",
        'arun voids slip 1 : "wrong table"',
        lambda found: commands.VoidSlip(found["number"], found["text"]),
    ),
    of_patron(
        "{patron} buys chips for {money} [as {stacks}]",
        "Cash goes into the drop box; by default the patron gets the fewest chips.",
        "ann buys chips for 130",
        lambda found, _: commands.BuyChips(
            found["patron"], found["money"], found.get("stacks", ())
        ),
    ),
    of_table(
        "{who} changes {received:stacks} for {given:stacks}",
        "Chips go into the tray, and others of the same value come out.",
        "mei changes 1 x 100 for 4 x 25",
        lambda found: commands.ChangeChips(found["received"], found["given"]),
    ),
    of_table(
        "{who} hands over {stack-numbers}",
        "The Dealer ticks off stacks of the round's payment by number, or all that are left.",
        "mei hands over stacks 0, 2",
        lambda found: commands.HandStacks(found["stack-numbers"]),
    ),
    of_table(
        "{who} corrects stack {number} paid as {stacks} [with {back:stacks} back] "
        "[and {more:stacks} more]",
        "A payment had been made in other chips; what comes back or is added puts it right.",
        "mei corrects stack 1 paid as 2 x 500 with 1 x 500 back",
        lambda found: commands.CorrectPayment(
            found["number"], found["stacks"], found.get("back", ()), found.get("more", ())
        ),
    ),
)
