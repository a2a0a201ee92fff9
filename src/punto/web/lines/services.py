"""The services that all lines of a node share."""

from dataclasses import dataclass

from punto.ledger import Ticket, TicketNumber, TicketRedeemed
from punto.runtime import Journal
from punto.values import Instant
from punto.web.desk.wishes_to_commands import Desk
from punto.web.lines.attendants import Attendants
from punto.web.lines.credential_watch import CredentialWatch
from punto.web.lines.deliveries import Deliveries
from punto.web.lines.greetings import Greeter
from punto.web.lines.links import Links
from punto.web.lines.metrics import Metrics
from punto.web.lines.newest_lines import NewestLines
from punto.web.lines.papers import Recalls
from punto.web.lines.redirection import Steering
from punto.web.lines.registers import LineRegister
from punto.web.lines.screen_places import ScreenPlaces
from punto.web.screens.audiences import AudienceScreen
from punto.web.screens.chip_readings import ChipReadings
from punto.web.screens.floor_feed import FloorFeed
from punto.web.screens.patron_names import PatronNames
from punto.web.screens.table_feeds import TableFeeds
from punto.web.security.doors import Doors


class TicketRegister:
    """The tickets of the record, for reading without a command."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """Return a printed ticket, and its redemption, if any."""
        with self._journal.transaction(()) as transaction:
            return transaction.ticket(number)


@dataclass(frozen=True, slots=True)
class Services:
    """All services of a node."""

    desk: Desk
    table_feeds: TableFeeds
    greeter: Greeter
    newest_lines: NewestLines
    links: Links
    attendants: Attendants
    doors: Doors
    floor_feed: FloorFeed
    deliveries: Deliveries
    recalls: Recalls
    metrics: Metrics
    register: LineRegister
    credential_watch: CredentialWatch
    steering: Steering
    tickets: TicketRegister
    names: PatronNames
    readings: ChipReadings
    places: ScreenPlaces

    def time_for(self, screen: AudienceScreen | None) -> Instant:
        """Return the present time at a screen's table; without one, the server's own."""
        return self.desk.time_at(None if screen is None else self.table_feeds.table_of(screen))
