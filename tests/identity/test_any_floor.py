"""What is always true of a floor, whatever commands people give in whatever order."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from punto.identity.access.commands import (
    AdmitTerminal,
    InvitePerson,
    NoteLockout,
    NoteSecrets,
    UnlockPerson,
)
from punto.identity.decisions import decide
from punto.identity.evolution import evolve, replay
from punto.identity.floors import Floor, Profile
from punto.identity.messages import EVENTS, FloorEvent, Wish
from punto.identity.people.actors import actor
from punto.identity.people.commands import (
    ChooseProfile,
    DismissPerson,
    EndActingRole,
    EnrolPerson,
    GrantActingRole,
    GrantRole,
    ReinstatePerson,
    RevokeRole,
)
from punto.identity.people.events import ActingRoleGranted, RoleGranted
from punto.identity.terminals.commands import BringUpTable, EnrolTerminal, RetireTerminal
from punto.rules.roles import Actor, Role
from punto.values.ids import Instant, PersonId, TableId, TerminalId
from support.identity.floors_in_tests import ask

PEOPLE = st.sampled_from([PersonId(name) for name in ("ada", "ben", "cai", "dee")])
NAMES = st.sampled_from(["Ada Lim", "Ben Ong", "Cai Tan", "Dee Koh", "ben  ong", "Dealer", ""])
ROLES = st.sampled_from(Role)
TERMINALS = st.sampled_from([TerminalId("t-1"), TerminalId("t-2")])
SPANS = st.integers(-1, 6)


def held_at(floor: Floor, person: PersonId, at: Instant) -> int:
    """Return the role that a person holds at an instant, or 0."""
    named = actor(floor, person, at)
    return named.role if isinstance(named, Actor) else 0


class AnyFloor(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.live = Floor()
        self.record: list[FloorEvent] = []
        self.now = Instant(0)

    @initialize(beside=st.sets(st.sampled_from(["Ben Ong", "Cai Tan", "Dee Koh"])))
    def found(self, beside: set[str]) -> None:
        founder = PersonId("ada")
        self.dispatch(EnrolPerson(founder, "Ada Lim"), None)
        for name in sorted(beside):
            self.dispatch(EnrolPerson(PersonId(name[:3].lower()), name), founder)

    def dispatch(self, wish: Wish, by: PersonId | None) -> None:
        before = self.live
        decided = decide(before, ask(wish, by, self.now))
        if not isinstance(decided, tuple):
            assert "expected" in decided.sentence
            assert self.live == before
            return
        for event in decided:
            self.record.append(event)
            self.live = evolve(self.live, event)
        if by is not None:
            self.check_act(before, by, decided)

    def check_act(self, before: Floor, by: PersonId, events: tuple[FloorEvent, ...]) -> None:
        """Check that the actor held a role, is named in it, and gained no higher role."""
        named = actor(before, by, self.now)
        assert isinstance(named, Actor)
        for event in events:
            assert (event.by, event.at) == (named, self.now)
            assert event.clause == EVENTS[type(event.fact)].clause
            if isinstance(event.fact, RoleGranted | ActingRoleGranted):
                assert event.fact.person != by
        # Neither now nor later: an acting role must not be extended or made lasting by its holder.
        for at in (self.now, self.now + 1, self.now + 5, self.now + 100):
            assert held_at(self.live, by, Instant(at)) <= held_at(before, by, Instant(at))

    @rule(minutes=st.integers(0, 4))
    def time_passes(self, minutes: int) -> None:
        self.now = Instant(self.now + minutes)

    @rule(by=st.none() | PEOPLE, person=PEOPLE, name=NAMES)
    def enrol(self, by: PersonId | None, person: PersonId, name: str) -> None:
        self.dispatch(EnrolPerson(person, name), by)

    @rule(by=PEOPLE, person=PEOPLE, wish=st.sampled_from([DismissPerson, ReinstatePerson]))
    def come_and_go(
        self, by: PersonId, person: PersonId, wish: type[DismissPerson | ReinstatePerson]
    ) -> None:
        self.dispatch(wish(person), by)

    @rule(by=PEOPLE, person=PEOPLE, role=ROLES)
    def grant(self, by: PersonId, person: PersonId, role: Role) -> None:
        self.dispatch(GrantRole(person, role), by)

    @rule(by=PEOPLE, person=PEOPLE, role=ROLES)
    def revoke(self, by: PersonId, person: PersonId, role: Role) -> None:
        self.dispatch(RevokeRole(person, role), by)

    @rule(by=PEOPLE, person=PEOPLE, role=ROLES, wait=SPANS, span=SPANS)
    def let_act(self, by: PersonId, person: PersonId, role: Role, wait: int, span: int) -> None:
        since = Instant(self.now + wait)
        self.dispatch(GrantActingRole(person, role, since, Instant(since + span)), by)

    @rule(by=PEOPLE, person=PEOPLE)
    def end_acting(self, by: PersonId, person: PersonId) -> None:
        self.dispatch(EndActingRole(person), by)

    @rule(by=PEOPLE, profile=st.sampled_from(Profile))
    def choose(self, by: PersonId, profile: Profile) -> None:
        self.dispatch(ChooseProfile(profile), by)

    @rule(by=PEOPLE, terminal=TERMINALS, place=st.sampled_from(["bank 1", "Bank 1", "bank 2"]))
    def bring(self, by: PersonId, terminal: TerminalId, place: str) -> None:
        self.dispatch(EnrolTerminal(terminal, place), by)

    @rule(by=PEOPLE, terminal=TERMINALS)
    def retire(self, by: PersonId, terminal: TerminalId) -> None:
        self.dispatch(RetireTerminal(terminal), by)

    @rule(by=PEOPLE, person=PEOPLE, wish=st.sampled_from([InvitePerson, UnlockPerson]))
    def let_in(
        self, by: PersonId, person: PersonId, wish: type[InvitePerson | UnlockPerson]
    ) -> None:
        self.dispatch(wish(person), by)

    @rule(by=st.none() | PEOPLE, person=PEOPLE, notice=st.sampled_from([NoteLockout, NoteSecrets]))
    def notice(
        self, by: PersonId | None, person: PersonId, notice: type[NoteLockout | NoteSecrets]
    ) -> None:
        self.dispatch(notice(person), by)

    @rule(by=PEOPLE, terminal=TERMINALS)
    def admit(self, by: PersonId, terminal: TerminalId) -> None:
        self.dispatch(AdmitTerminal(terminal), by)

    @rule(by=PEOPLE)
    def bring_up(self, by: PersonId) -> None:
        self.dispatch(BringUpTable(TableId("A1")), by)

    @invariant()
    def the_record_explains_the_floor(self) -> None:
        assert replay(self.record) == self.live

    @invariant()
    def an_acting_role_never_outlives_its_box(self) -> None:
        """By the record alone: a person acting now was granted that role for this time."""
        boxes = [e.fact for e in self.record if isinstance(e.fact, ActingRoleGranted)]
        for person in self.live.people:
            named = actor(self.live, person, self.now)
            if isinstance(named, Actor) and named.acting:
                assert any(
                    (box.person, box.role) == (person, named.role)
                    and box.since <= self.now < box.until
                    for box in boxes
                )
            end = max((box.until for box in boxes), default=self.now)
            later = actor(self.live, person, end)
            assert not (isinstance(later, Actor) and later.acting)

    @invariant()
    def somebody_is_always_there_to_rule(self) -> None:
        named = [actor(self.live, person, self.now) for person in self.live.shift_managers]
        assert named
        assert all(isinstance(n, Actor) and n.may_act_as(Role.SHIFT_MANAGER) for n in named)

    @invariant()
    def names_are_nobody_elses_and_places_have_one_terminal(self) -> None:
        names = [person.name.lower() for person in self.live.people.values()]
        places = [t.place.lower() for t in self.live.terminals.values() if not t.retired]
        assert len(names) == len(set(names))
        assert len(places) == len(set(places))

    @invariant()
    def whoever_is_alone_is_alone(self) -> None:
        assert self.live.profile is Profile.STAFFED or len(self.live.working) == 1


TestAnyFloor = AnyFloor.TestCase
TestAnyFloor.settings = settings(max_examples=100, stateful_step_count=60)
