"""Answers a hello: to which table the screen belongs, and what it must know first."""

from collections.abc import Callable
from contextlib import suppress

from punto import __version__
from punto.identity import Floor, Terminal, terminal_in_service
from punto.rules import Role
from punto.values import Instant, PersonId, TableId, TerminalId, Value
from punto.web.lines.attendants import Attendants
from punto.web.screens.audiences import Audience, OfConsole, OfDisplay, OfPit, OfTerminal
from punto.web.screens.table_feeds import TableFeeds
from punto.web.sessions.effects import Device, Speaker, StaffMember
from punto.web.sessions.outboxes import OutboxFull
from punto.web.wire.messages import (
    PROTOCOL,
    Called,
    Hello,
    Problem,
    TerminalDevices,
    Welcome,
    write,
)


class Site(Value):
    """Facts about a floor that every screen is told."""

    name: str
    devices: TerminalDevices
    node: str
    """The name of this node among several; empty where there is but one."""


class GreetedPlace(Value):
    """Where a screen belongs."""

    audience: Audience
    table: TableId | None
    """None for an unseated terminal, and for a screen that has not named a table."""


class Greeter:
    """Finds where a screen belongs, and welcomes it."""

    def __init__(
        self,
        floor: Callable[[], Floor],
        now: Callable[[], Instant],
        table_feeds: TableFeeds,
        attendants: Attendants,
        site: Site,
    ) -> None:
        self._floor, self._now = floor, now
        self._table_feeds, self._attendants, self.site = table_feeds, attendants, site

    def place_of(self, speaker: Speaker, hello: Hello) -> GreetedPlace | Problem:
        """Return where the screen belongs, or why it belongs nowhere."""
        if isinstance(speaker, Device):
            found = terminal_in_service(self._floor(), speaker.terminal)
            if not isinstance(found, Terminal):
                return self._problem("not_enrolled", found.sentence)
        if hello.screen == "terminal" and isinstance(speaker, Device):
            seat = self._table_feeds.seat_of(speaker.terminal)
            return GreetedPlace(OfTerminal(speaker.terminal), seat)
        too_low = self.too_low_for(speaker, hello.screen)
        if too_low is not None:
            return self._problem("not_allowed", too_low)
        if hello.table is None:
            # A floor may have no table yet, or the screen may not know which to show.
            return GreetedPlace(_STAFF_SCREENS[hello.screen], None)
        table = TableId(hello.table)
        if table not in self._table_feeds.feeds:
            known = ", ".join(sorted(self._table_feeds.feeds)) or "none so far"
            return self._problem("no_such_table", f"table {hello.table!r}: this floor has {known}")
        return GreetedPlace(_STAFF_SCREENS[hello.screen], table)

    def too_low_for(self, speaker: Speaker, screen: str, subject: str = "") -> str | None:
        """Return why a screen shows more than the speaker may see now; None if it does not.

        The sentence names the given subject, which may be another thing shown to the same people.
        """
        least = _LEAST_ROLES.get(screen)
        if least is None or self._role(speaker) >= least.value:
            return None
        return f"the {subject or screen} is for a {least.plain_name} or above"

    def welcome(self, speaker: Speaker, hello: Hello, place: GreetedPlace) -> Welcome:
        """Return what the screen must know before it shows anything."""
        terminal = speaker.terminal if isinstance(speaker, Device) else None
        person = speaker.person if isinstance(speaker, StaffMember) else None
        return Welcome(
            self._now(),
            protocol=PROTOCOL,
            version=__version__,
            screen=hello.screen,
            table=place.table,
            terminal=terminal,
            person=person,
            roles=self._roles(person),
            tables=tuple(sorted(self._table_feeds.feeds)),
            site=self.site.name,
            devices=self.site.devices,
            node=self.site.node,
            called_at=None if terminal is None else self._attendants.since(terminal),
        )

    def _role(self, speaker: Speaker) -> int:
        """Return the speaker's highest role now: roles come and go while a credential lasts."""
        person = speaker.person if isinstance(speaker, StaffMember) else None
        return max(self._roles(person), default=0)

    def _roles(self, person: PersonId | None) -> tuple[int, ...]:
        known = None if person is None else self._floor().people.get(person)
        return () if known is None else known.roles_at(self._now())

    def _problem(self, code: str, sentence: str) -> Problem:
        return Problem(self._now(), id=None, code=code, sentence=sentence)


def tell_call(table_feeds: TableFeeds, terminal: TerminalId, called: Called) -> None:
    """Tell the screens of a terminal at what time it called for an attendant."""
    for screen in table_feeds.screens_of(terminal):
        with suppress(OutboxFull):  # it accepts nothing any more, and asks again when it reconnects
            screen.put(write(called))


_LEAST_ROLES = {"console": Role.DEALER, "pit": Role.PIT_SUPERVISOR}
"""Lower roles may not see what the screen shows, least of all money."""

_STAFF_SCREENS: dict[str, Audience] = {
    "console": OfConsole(),
    "pit": OfPit(),
    "display": OfDisplay(),
}
