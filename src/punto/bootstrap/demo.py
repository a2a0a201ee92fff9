"""A floor ready for a demonstration: its links, the secrets of its staff, its robots."""

import secrets
from collections.abc import Iterator

from punto.bootstrap import demo_floor
from punto.bootstrap.chip_sensor import SimulatedSensor
from punto.bootstrap.demo_tour import DemoTour
from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.robots import LivePatrons, Robots
from punto.rounds import Phase
from punto.rules import Role
from punto.values import Value
from punto.web.desk.wishes_to_commands import Desk
from punto.web.security.one_time_links import LinkNote, Purpose
from punto.web.security.passwords_and_pins import StaffSecrets, unfitness

_LINK_MS = 24 * 60 * 60 * 1_000
_PASSWORD_BYTES = 9
_PIN_BELOW = 1_000_000


class DemoScreen(Value):
    """One screen of the floor."""

    kind: str
    """``terminal``, ``console``, ``pit``, ``display`` or ``lab``."""
    name: str
    """The terminal, table or person."""
    table: str | None
    purpose: Purpose | None
    """The identity that its link grants; None for public screens."""
    page: str


class ScreenLink(Value):
    """A screen, and the address that opens it."""

    screen: str
    name: str
    table: str | None
    url: str


class StaffShown(Value):
    """A staff member of the demonstration, with the secrets of this start."""

    person: str
    name: str
    role: str
    password: str
    pin: str


class DemoPage(Value):
    """The output for the user who started the demonstration."""

    address: str
    links: tuple[ScreenLink, ...]
    staff: tuple[StaffShown, ...]
    waiting: tuple[str, ...]
    """Sentences about what waits for people since an earlier start."""


class Demo:
    """A demonstration on a service."""

    def __init__(
        self, tables: tuple[demo_floor.TablePlan, ...], *, after_history: bool = False
    ) -> None:
        self._tables = tables
        self._after_history = after_history
        """Whether a past was played first, which leaves all tables closed."""
        self._tour: DemoTour | None = None
        self._robots: list[Robots] = []
        self._sensors: list[SimulatedSensor] = []

    async def prepare(self, server: RunningServer) -> None:
        """Set up the floor, unless an earlier start did, and let robots in."""
        services = server.services
        await demo_floor.set_up(services.desk, self._tables)
        if self._after_history:
            await demo_floor.open_floor(services.desk, self._tables)
        await services.table_feeds.open()
        for plan in self._tables:
            if plan.table in services.desk.node.tables():
                for terminal in plan.robot_terminals:
                    services.links.came(terminal)
                robots = _robots(services.desk, plan)
                robots.start()
                self._robots.append(robots)
                if plan.layout is not None:
                    sensor = SimulatedSensor(services, plan.table, demo_floor.SHIFT_MANAGER.person)
                    await sensor.start()
                    self._sensors.append(sensor)

    async def shown(self, server: RunningServer) -> DemoPage:
        """Make new links and secrets for this start.

        The start page opens the same screens to every browser on this machine, so a demonstration
        must listen to this machine only.
        """
        if not server.settings.is_on_loopback:
            raise ValueError(f"a demonstration at {server.settings.host}: expected this machine")
        keys = server.app.keys
        links = tuple([await _linked(server, screen) for screen in screens_of(self._tables)])
        server.app.open_screens = self._best_first(server.app.open_screens)
        staff = tuple([await _with_secrets(keys.secrets, plan) for plan in demo_floor.STAFF])
        self._begin_tour(server, staff)
        return DemoPage(server.address, links, staff, tuple(_waiting(server)))

    def _begin_tour(self, server: RunningServer, staff: tuple[StaffShown, ...]) -> None:
        if self._tour is not None:
            self._tour.stop()
        pins = tuple((each.name, each.pin) for each in staff)
        self._tour = DemoTour(server.settings.database, pins)
        self._tour.follow(server.node, self._tables)
        server.app.tour = self._tour

    def _best_first(self, notes: dict[str, LinkNote]) -> dict[str, LinkNote]:
        """Order the terminals first, and among them those whose table deals by itself."""
        dealt = {each for plan in self._tables if plan.self_dealing for each in plan.own_terminals}

        def rank(slot: str) -> tuple[bool, bool]:
            note = notes[slot]
            return note.purpose != "device", note.subject not in dealt

        return {slot: notes[slot] for slot in sorted(notes, key=rank)}

    async def stop(self) -> None:
        """Stop the tour, the robots, and the sensors that read their chips."""
        if self._tour is not None:
            self._tour.stop()
        for robots in self._robots:
            await robots.stop()
        for sensor in self._sensors:
            await sensor.stop()


def _robots(desk: Desk, plan: demo_floor.TablePlan) -> Robots:
    if plan.layout is not None:
        return LivePatrons(desk, plan.table, plan.dealer)
    return Robots(desk, plan.table, plan.robot_terminals, plan.dealer)


def screens_of(tables: tuple[demo_floor.TablePlan, ...]) -> Iterator[DemoScreen]:
    """Yield every screen of the floor, table by table, then the pit and the lab."""
    for plan in tables:
        console = f"/console?table={plan.table}"
        yield DemoScreen("console", plan.dealer, plan.table, "staff", console)
        for terminal in plan.own_terminals:
            yield DemoScreen("terminal", terminal, plan.table, "device", "/terminal")
        yield DemoScreen("display", plan.table, plan.table, None, f"/display?table={plan.table}")
    for person in demo_floor.STAFF:
        if person.role > Role.DEALER:
            yield DemoScreen("pit", person.person, None, "staff", "/pit")
    yield DemoScreen("lab", "lab", None, None, "/lab")


async def _linked(server: RunningServer, screen: DemoScreen) -> ScreenLink:
    path = screen.page
    if screen.purpose is not None:
        # One browser shows many screens, each with its own identity.
        slot = screen.name if screen.table is None else f"{screen.table}.{screen.name}"
        ends_at = server.app.now() + _LINK_MS
        note = LinkNote(screen.purpose, screen.name, slot, screen.page, ends_at)
        path = f"/enter/{await server.app.keys.links.make(note)}"
        server.app.open_screens[slot] = note
    return ScreenLink(screen.kind, screen.name, screen.table, f"{server.address}{path}")


async def _with_secrets(staff_secrets: StaffSecrets, plan: demo_floor.StaffPlan) -> StaffShown:
    password, pin = "", ""
    while unfitness(plan.person, password, pin) is not None:
        password = secrets.token_urlsafe(_PASSWORD_BYTES)
        pin = f"{secrets.randbelow(_PIN_BELOW):06}"
    await staff_secrets.set(plan.person, password, pin)
    return StaffShown(plan.person, plan.name, plan.role.plain_name, password, pin)


def _waiting(server: RunningServer) -> Iterator[str]:
    for table, standing in server.node.tables().items():
        if standing.halted:
            yield f"table {table} is halted: {standing.halted}"
        elif standing.table.phase is Phase.STOPPED:
            yield f"table {table} was interrupted, and waits for the pit"
