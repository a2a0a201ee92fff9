"""The period that a command covers, from the command line."""

from datetime import UTC, timedelta, tzinfo
from typing import TypedDict, Unpack

import click

from punto.cli.inputs import fail, parse_moment, together
from punto.values import Instant, Value, datetime_of, instant_of
from punto.views.reports import Period


class AskedPeriod(Value):
    """A period, and the time zone of the user who asked."""

    period: Period
    zone: tzinfo = UTC


period_options = together(
    click.option("--since", metavar="INSTANT", help="The start, such as 2026-01-01T06:00+08:00."),
    click.option("--until", metavar="INSTANT", help="The end (exclusive)."),
    click.option(
        "--hours", type=click.IntRange(min=1), help="A length from --since, such as a shift."
    ),
)
"""The options that bound a period; a missing one leaves it open."""


class PeriodGiven(TypedDict, total=False):
    """The values of ``period_options``."""

    since: str | None
    until: str | None
    hours: int | None


def find_period(**given: Unpack[PeriodGiven]) -> AskedPeriod:
    """Return the period that the options describe; exits with a sentence if it is invalid."""
    since, until, hours = given.get("since"), given.get("until"), given.get("hours")
    start = None if since is None else parse_moment(since)
    end = None if until is None else parse_moment(until)
    if hours is not None:
        if start is None or end is not None:
            fail([f"--hours {hours}: expected with --since, and without --until"])
        end = start + timedelta(hours=hours)
    if start is not None and end is not None and end <= start:
        fail([f"--until {until}: not after --since {since}, expected a later moment"])
    zone = next((each.tzinfo for each in (start, end) if each is not None), UTC) or UTC
    ends = (None if each is None else instant_of(each) for each in (start, end))
    return AskedPeriod(Period(*ends), zone)


def moment_text(at: Instant, zone: tzinfo = UTC) -> str:
    """Format a time for programs; one beyond the calendar is given in milliseconds."""
    try:
        moment = datetime_of(at).astimezone(zone)
    except OverflowError:
        return f"{at} ms"
    return moment.isoformat(timespec="milliseconds")
