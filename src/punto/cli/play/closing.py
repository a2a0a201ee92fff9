"""The end of a session."""

from rich.box import SIMPLE
from rich.table import Table

from punto.cli.play.session import Session
from punto.values import Cents, format_money


def summary(session: Session) -> Table:
    """Return the result of the session."""
    net = Cents(session.total_returned - session.total_staked)
    table = Table(box=SIMPLE, title="Thank you for playing", title_justify="left")
    for heading in ("Rounds", "Staked", "Returned", "Net", "Credits"):
        table.add_column(heading, justify="right")
    sign = "+" if net > 0 else ""
    table.add_row(
        str(len(session.settled)),
        format_money(session.total_staked),
        format_money(session.total_returned),
        sign + format_money(net),
        format_money(session.credits),
    )
    return table
