"""The irregularities of clauses 5.1 to 6.3 of the MBS games."""

from support.browser.wizard_cases import (
    AS_THEY_ARE,
    CORRECTED,
    DISCARD,
    GOES_ON,
    LEAVES,
    MBS_MANAGER,
    NATURAL,
    NOTHING,
    SEEN,
    STAYS,
    SUPERVISOR,
    VOID,
    Case,
)


def mbs(
    title: str, clause: str, told: tuple[str, ...], by: str = SUPERVISOR, **more: str | float
) -> Case:
    return Case("mbs-tiger", title, clause, by, told, **more)  # type: ignore[arg-type]


MBS = (
    mbs(
        "technical interruption",
        "5.9",
        (*GOES_ON, AS_THEY_ARE, STAYS),
        dealt=NATURAL,
        rest="-",
        won=100,
    ),
    mbs("foreign card", "5.1", (*VOID, AS_THEY_ARE, LEAVES)),
    mbs("cards missing", "5.1", (*VOID, DISCARD, LEAVES), dealt="4 2"),
    mbs("too many cards", "5.1", (*VOID, AS_THEY_ARE, LEAVES)),
    # Not the supervisor: clause 5.2 wants the Shift Manager.
    mbs(
        "wrong number of cards", "5.2", (*VOID, SEEN, STAYS), MBS_MANAGER, dealt="4 2 5", extra="9"
    ),
    mbs("not enough cards", "5.3", (*VOID, AS_THEY_ARE, LEAVES)),
    mbs(
        "unshuffled cards",
        "5.1",
        (*NOTHING, AS_THEY_ARE, LEAVES),
        dealt=NATURAL,
        settled=True,
        won=100,
    ),
    mbs(
        "card in the wrong place",
        "5.7",
        (*GOES_ON, AS_THEY_ARE, STAYS),
        dealt="4 2",
        rest="5 3",
        won=100,
    ),
    mbs(
        "cards in the wrong order",
        "5.7",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="2 4 3 5",
        moved="2 3",
        rest="-",
        won=100,
    ),
    mbs("order of the shoe lost", "5.2", (*VOID, AS_THEY_ARE, LEAVES)),
    mbs("order of the dealt cards lost", "5.2", (*VOID, DISCARD, STAYS), MBS_MANAGER, dealt="4 2"),
    mbs(
        "cards drawn together",
        "5.8",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="4",
        extra="2",
        rest="5 3",
        won=100,
    ),
    # Where RWS lets the supervisor decide, MBS voids.
    mbs(
        "cards drawn together, order unknown", "5.8.1", (*VOID, SEEN, STAYS), dealt="4 5", extra="2"
    ),
    mbs(
        "card face up in the shoe",
        "5.6",
        (*GOES_ON, AS_THEY_ARE, STAYS),
        dealt="4 2",
        rest="5 3",
        won=100,
    ),
    mbs(
        "wrong card registered",
        "6.3",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="4 2 5 7",
        instead="3",
        rest="-",
        won=100,
    ),
    mbs(
        "a case the rules do not cover",
        "6.1",
        (*NOTHING, AS_THEY_ARE, STAYS),
        MBS_MANAGER,
        dealt=NATURAL,
        settled=True,
        ruling="Rule: play goes on",
        adjusted="-40",
        won=60,
    ),
)
