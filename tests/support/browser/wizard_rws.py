"""The irregularities of clauses 5.1 to 5.12 of the RWS electronic table game."""

from support.browser.wizard_cases import (
    AS_THEY_ARE,
    BACK,
    CARRIED,
    CORRECTED,
    DISCARD,
    GOES_ON,
    LEAVES,
    NATURAL,
    NOTHING,
    RWS_MANAGER,
    SEEN,
    STAYS,
    SUPERVISOR,
    VOID,
    Case,
)


def rws(
    title: str, clause: str, told: tuple[str, ...], by: str = SUPERVISOR, **more: str | float
) -> Case:
    return Case("rws-etg", title, clause, by, told, **more)  # type: ignore[arg-type]


RWS = (
    # No bet is decided by two cards.
    rws("technical interruption", "5.1", (*VOID, DISCARD, STAYS), dealt="4 2"),
    # They went on dealing by hand: with all four cards Player has won.
    rws(
        "technical interruption",
        "5.1",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="4 2",
        behind="5 3",
        rest="-",
        won=100,
    ),
    rws("foreign card", "5.3.1", (*VOID, SEEN, LEAVES), dealt="4 2", extra="9"),
    rws("cards missing", "5.3.2", (*VOID, AS_THEY_ARE, LEAVES)),
    # A paid round stays paid, and the shoe is withdrawn anyway.
    rws(
        "too many cards",
        "5.3.2",
        (*NOTHING, AS_THEY_ARE, LEAVES),
        dealt=NATURAL,
        settled=True,
        won=100,
    ),
    rws(
        "wrong number of cards",
        "5.3.3",
        (
            "is void",
            "Payments are reversed, and every bet of the round is returned",
            DISCARD,
            STAYS,
        ),
        dealt=NATURAL,
        settled=True,
    ),
    rws("not enough cards", "5.3.4", (*VOID, DISCARD, LEAVES), dealt="4 2 5"),
    rws("unshuffled cards", "5.3.5", (*VOID, AS_THEY_ARE, LEAVES)),
    rws(
        "card in the wrong place",
        "5.5",
        (*GOES_ON, AS_THEY_ARE, STAYS),
        dealt="4 2",
        rest="5 3",
        won=100,
    ),
    # Banker seems to have won with 9; in the right order Player has (before it is paid).
    rws(
        "cards in the wrong order",
        "5.5",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="2 4 3 5",
        moved="2 3",
        rest="-",
        won=100,
    ),
    rws("excess or exposed card", "5.4", (*BACK, CARRIED, STAYS), extra="4", rest="2 5 3", won=100),
    rws(
        "order of the shoe lost",
        "5.12",
        (*GOES_ON, AS_THEY_ARE, STAYS),
        RWS_MANAGER,
        dealt="4 2",
        ruling="Rule: play goes on",
        rest="5 3",
        won=100,
    ),
    rws(
        "order of the dealt cards lost",
        "5.12",
        (*VOID, DISCARD, STAYS),
        RWS_MANAGER,
        dealt="4 2",
        ruling="Rule: void",
    ),
    rws(
        "cards drawn together",
        "5.7",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="4",
        extra="2",
        rest="5 3",
        won=100,
    ),
    # The supervisor says that Banker's 2 came before Player's 5.
    rws(
        "cards drawn together, order unknown",
        "5.7",
        (*GOES_ON, "The cards are handled as decided", STAYS),
        dealt="4 5",
        extra="2",
        decided="5",
        rest="3",
        won=100,
    ),
    rws(
        "card face up in the shoe", "5.4", (*BACK, CARRIED, STAYS), extra="4", rest="2 5 3", won=100
    ),
    rws(
        "wrong card registered",
        "5.6",
        (*GOES_ON, CORRECTED, STAYS),
        dealt="4 7",
        instead="2",
        rest="5 3",
        won=100,
    ),
    # 9 to 9 was a tie, and the stake came back; with a 3 Banker has 5, and Player is paid.
    rws(
        "wrong card registered",
        "5.6",
        (
            "is settled again",
            "Payments are reversed, and the bets are paid by the cards",
            CORRECTED,
            STAYS,
        ),
        dealt="4 2 5 7",
        settled=True,
        instead="3",
        won=100,
    ),
    rws(
        "a case the rules do not cover",
        "5.12",
        (*BACK, AS_THEY_ARE, STAYS),
        RWS_MANAGER,
        ruling="Rule: play goes on",
        adjusted="50",
        rest=NATURAL,
        won=150,
    ),
    rws(
        "a case the rules do not cover",
        "5.12",
        (*VOID, DISCARD, STAYS),
        RWS_MANAGER,
        dealt="4 2",
        ruling="Rule: void",
        adjusted="-20.50",
        won=-20.50,
    ),
)
