"""Statements about the results of the last line."""

from collections.abc import Callable
from typing import Final

from punto.rehearsals.forms import Deed, Expectation, Found, StatementForm, Unmet
from punto.rehearsals.scenes import AnyRefusal, Scene, name_of, teller, told
from punto.rehearsals.scopes import Scope
from punto.values import Cents, class_name, format_money

_Judgement = Callable[[Found, Scene], Unmet | None]


def expecting(pattern: str, meaning: str, example: str, judgement: _Judgement) -> StatementForm:
    """A statement that expects something."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Expectation(lambda scene: judgement(found, scene))

    return StatementForm(f"expect {pattern}", meaning, f"expect {example}", deed)


def differs(expected: object, found: object) -> Unmet | None:
    """Return Unmet unless both have the same text."""
    one, other = str(expected), str(found)
    return None if one == other else Unmet(one, other)


def money_differs(name: str, expected: Cents, found: int) -> Unmet | None:
    """Return Unmet, with the name of the amounts, unless they are the same."""
    return differs(f"{name} {format_money(expected)}", f"{name} {format_money(Cents(found))}")


def refusal_words(refusal: AnyRefusal | None) -> str:
    """Return a refusal's name and sentence."""
    if refusal is None:
        return "no refusal"
    return f"refusal {class_name(refusal)}: {refusal.sentence}"


def _refusal(found: Found, scene: Scene) -> Unmet | None:
    name, part, refusal = found["refusal"], found.get("text", ""), scene.refusal
    if class_name(refusal) == name and refusal is not None and part in refusal.sentence:
        return None
    about = f" with the words {part!r}" if part else ""
    return Unmet(f"refusal {name}{about}", refusal_words(refusal))


def _refusal_deed(found: Found, scope: Scope) -> Deed:
    del scope
    return Expectation(lambda scene: _refusal(found, scene), of_refusal=True)


def _names(scene: Scene) -> str:
    return ", ".join(map(name_of, scene.events)) or "no events"


def _events(found: Found, scene: Scene) -> Unmet | None:
    return differs(", ".join(found["events"]), _names(scene))


def _event(found: Found, scene: Scene) -> Unmet | None:
    name, part = found["event"], found.get("text", "")
    named = [
        (event, one.titles) for one in scene.fresh for event in one.events if name_of(event) == name
    ]
    sentences = [told(event, titles) for event, titles in named]
    if any(part in sentence for sentence in (*sentences, *(told(event) for event, _ in named))):
        return None
    about = f" with the words {part!r}" if part else ""
    return Unmet(f"event {name}{about}", "; ".join(sentences) or _names(scene))


def _no_event(found: Found, scene: Scene) -> Unmet | None:
    names = [name_of(event) for event in scene.events]
    return Unmet(f"no event {found['event']}", _names(scene)) if found["event"] in names else None


def _clause(found: Found, scene: Scene) -> Unmet | None:
    # A void cites two: the paragraph that voids, and the one that returns the bets.
    cited = (clause for event in scene.events for clause in event.clause.split(", "))
    clauses = list(dict.fromkeys(cited))
    if found["clause"] in clauses:
        return None
    return Unmet(f"clause {found['clause']}", ", ".join(filter(None, clauses)) or "no clause")


def _by(found: Found, scene: Scene) -> Unmet | None:
    named = [(event, one.titles) for one in scene.fresh for event in one.events]
    plain = "; ".join(dict.fromkeys(teller(event) for event, _ in named))
    if found["text"] == plain:  # the titles of the language itself hold at every table
        return None
    tellers = "; ".join(dict.fromkeys(teller(event, titles) for event, titles in named))
    return differs(found["text"], tellers or "nobody, because nothing happened")


def _repeat(found: Found, scene: Scene) -> Unmet | None:
    del found
    repeated = bool(scene.last) and scene.last[-1].repeated
    return None if repeated else Unmet("a command that was given before", "a new one")


OUTCOME_FORMS: Final = (
    StatementForm(
        "expect refusal {refusal} [{text}]",
        "The line before is refused in this way and changes nothing. The words may be any part of "
        "the refusal's sentence. A refusal without such a line ends the rehearsal.",
        "expect refusal OutOfPhase",
        _refusal_deed,
    ),
    expecting(
        "events {events}",
        "The line before caused exactly these events, in this order.",
        "events TotalsAnnounced, ResultShown",
        _events,
    ),
    expecting(
        "event {event} [{text}]",
        "The line before caused this event. The words may be any part of its sentence.",
        'event RoundVoided "T1 gets 100.00 back"',
        _event,
    ),
    expecting(
        "no event {event}",
        "The line before did not cause this event.",
        "no event ShoeRetired",
        _no_event,
    ),
    expecting(
        "clause {clause}",
        "One of its events cites this clause or reading.",
        "clause 5.1.1",
        _clause,
    ),
    expecting(
        "by {text}",
        "The sender and role, as in the transcript.",
        'by "mei, Dealer"',
        _by,
    ),
    expecting(
        "repeat",
        "The command repeats an earlier id and gets the first answer again.",
        "repeat",
        _repeat,
    ),
)
