"""Headings, the lines under a table's heading, and the clock."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from punto.rehearsals.deeds import Change, Deed
from punto.rehearsals.forms import Form
from punto.rehearsals.patterns import Found
from punto.rehearsals.scenes import Scene
from punto.rehearsals.scopes import Scope
from punto.rounds.configuration import Configuration
from punto.rules.documents import Phrases
from punto.rules.limits import Limits
from punto.rules.terms import Terms, usual_decks
from punto.values.ids import Instant, TableId


def _unchanged(scene: Scene) -> Scene:
    return scene


def _nothing(found: Found, scope: Scope) -> Deed:
    """Only the lines below change by it."""
    del found, scope
    return Change(_unchanged)


def _at_table(found: Found, scope: Scope) -> Deed:
    del scope
    table = TableId(found["table"])
    return Change(lambda scene: replace(scene, place=table))


def _planned_before(scope: Scope, found: Found) -> str:
    table = TableId(found["table"])
    if table not in scope.planned:
        return ""
    first = f"table {table} is planned in line {scope.planned[table]}"
    again = f"`table {table} now plays {found['game'].key}` to plan it anew"
    return f"`table {table}` to go there, or {again}, since {first}"


def _plan(scope: Scope, found: Found) -> Scope:
    planned = {found["table"]: scope.line, **scope.planned}
    return replace(_plan_anew(scope, found), planned=planned)


def _plan_anew(scope: Scope, found: Found) -> Scope:
    game = found["game"]
    decks = found.get("decks", usual_decks(game))
    # Nothing is judged here: what the rules have against it is for the table to say.
    terms = Terms(game, decks, game.bets, Limits())
    return scope.with_draft(scope.book.configured(TableId(found["table"]), terms))


Moment = Callable[[Found, Scope], Instant]


def _moved_to(moment: Moment) -> Callable[[Scope, Found], Scope]:
    return lambda scope, found: replace(scope, now=moment(found, scope))


def _at_time(moment: Moment) -> Callable[[Found, Scope], Deed]:
    def deed(found: Found, scope: Scope) -> Deed:
        now = moment(found, scope)
        return Change(lambda scene: replace(scene, now=now))

    return deed


def _clock(pattern: str, meaning: str, example: str, moment: Moment) -> Form:
    return Form(pattern, meaning, example, _at_time(moment), _moved_to(moment))


def _not_first(scope: Scope, found: Found) -> str:
    del found
    return "the date before everything else, or `wait`, or `at ... the next day`" * scope.begun


def _date(found: Found, scope: Scope) -> Instant:
    del scope
    at: Instant = found["date"]
    return at


SETUP_FORMS: Final = (
    Form(
        "shows : {words}",
        "What the script is an example of, for lists of scripts; it does nothing.",
        "shows: rws-etg foreign-card attested settled",
        _nothing,
        lambda scope, found: replace(scope, shows=(*scope.shows, found["words"])),
        is_preface=True,
    ),
    Form(
        "people",
        "Heading: the indented lines below name people.",
        "people",
        _nothing,
    ),
    Form(
        "table {table:new-table} plays {game} [with {decks:number} decks]",
        "Heading: plan a table, 8 decks unless told otherwise; indented lines below say more about "
        "it. The lines that follow happen there. Nothing is asked of anybody until somebody "
        "`configures the table`.",
        "table A1 plays rws-etg with 8 decks",
        _at_table,
        _plan,
        _planned_before,
    ),
    Form(
        "table {table} now plays {game} [with {decks:number} decks]",
        "Heading: plan a table anew, with nothing of the plan before it. It is played so once "
        "somebody `configures the table` again, which a closed table allows.",
        "table A1 now plays mbs-tiger",
        _at_table,
        _plan_anew,
    ),
    Form(
        "table {table}",
        "From here on, lines happen at this table, which was planned above.",
        "table A1",
        _at_table,
        lambda scope, found: replace(scope, table=found["table"]),
    ),
    Form(
        "on {date}",
        "The date, before everything else but comments and `shows`. A script that says none begins "
        "on 2026-01-01 at 20:00.",
        "on 2026-03-01",
        _at_time(_date),
        _moved_to(_date),
        _not_first,
    ),
    _clock(
        "at {time}",
        "Time goes on to this moment; otherwise it stands still. Times are UTC.",
        "at 20:15:30",
        lambda found, _: found["time"],
    ),
    _clock(
        "wait {duration}",
        "Time goes on by so much, ten years at most.",
        "wait 5 seconds",
        lambda found, scope: Instant(scope.now + found["duration"]),
    ),
)


def _setting(
    pattern: str, meaning: str, example: str, plan: Callable[[Configuration, Found], Configuration]
) -> Form:
    return Form(
        pattern,
        meaning,
        example,
        _nothing,
        lambda scope, found: scope.with_draft(plan(scope.draft, found)),
    )


def _with_limits(draft: Configuration, found: Found) -> Configuration:
    limits, own = found["limits"]
    return replace(draft, terms=draft.terms.with_limits(limits, own))


def _without(draft: Configuration, found: Found) -> Configuration:
    offered = draft.terms.game.bets_without(found["bets"])
    return replace(draft, terms=replace(draft.terms, offered=offered))


def _without_policy(draft: Configuration, found: Found) -> Configuration:
    missing = found["irregularity"]
    kept = tuple(policy for policy in draft.policies if policy.irregularity is not missing)
    return replace(draft, policies=kept)


def _by_document(draft: Configuration, found: Found) -> Configuration:
    document, usual = found["document"], draft.phrases
    words = next(iter(document.phrases), usual)
    return replace(
        draft,
        document=document.key,
        phrases=Phrases(words.opening or usual.opening, words.closing),
        document_phrases=document.phrases,
        policies=document.policies,
        fixed_readings=document.fixed_readings,
        titles=tuple(document.titles.items()),
    )


TABLE_FORMS: Final = (
    _setting(
        "limits {limits}",
        "Least and greatest stake on each bet; unless told otherwise 1 up in steps of 1.",
        "limits 5 to 5000, tie 1 to 100",
        _with_limits,
    ),
    _setting("without {bets}", "Bets of the game that are not offered.", "without tie", _without),
    _setting(
        "rules of {document}",
        "Another rule document than the game's own.",
        "rules of mbs",
        _by_document,
    ),
    _setting(
        "no procedure for {irregularity}",
        "Leave out what the document says of an irregularity.",
        "no procedure for face-up-card",
        _without_policy,
    ),
    _setting(
        "phrases {opening:text} and {closing:text}",
        "The words that open and close bets, of those that the document has.",
        'phrases "Bets are open" and "Bets are closed"',
        lambda draft, found: replace(draft, phrases=Phrases(found["opening"], found["closing"])),
    ),
    _setting(
        "cards from a {source}",
        "Where the cards come from; unless told otherwise a shoe that reads.",
        "cards from a keyed shoe",
        lambda draft, found: replace(draft, source=found["source"]),
    ),
    _setting(
        "deals by itself",
        "A timer deals in the name of the Dealer of record.",
        "deals by itself",
        lambda draft, _: replace(draft, self_dealing=True),
    ),
    _setting(
        "betting time {duration}",
        "How long bets are open; unless told otherwise 20 seconds.",
        "betting time 30 seconds",
        lambda draft, found: replace(draft, betting_ms=found["duration"]),
    ),
    _setting(
        "grace {duration}",
        "How long terminals may take to freeze; unless told otherwise 2 seconds.",
        "grace 500 ms",
        lambda draft, found: replace(draft, grace_ms=found["duration"]),
    ),
    _setting(
        "liability cap {money}",
        "The most that the House may stand to lose in a round.",
        "liability cap 10000",
        lambda draft, found: replace(draft, liability_cap=found["money"]),
    ),
    _setting(
        "side bets need an original bet",
        "Side bets are not taken alone (A-15).",
        "side bets need an original bet",
        lambda draft, _: replace(draft, side_bets_alone=False),
    ),
    _setting(
        "no opposite bets",
        "A terminal may not back both hands (A-16).",
        "no opposite bets",
        lambda draft, _: replace(draft, opposite_bets=False),
    ),
    _setting(
        "one more round after the cut card",
        "Another round follows the one in which the cut card came out (A-49).",
        "one more round after the cut card",
        lambda draft, _: replace(draft, one_more_after_cut_card=True),
    ),
    _setting(
        "burns cards",
        "The first card of a shoe is shown, and as many burned as it counts (A-49).",
        "burns cards",
        lambda draft, _: replace(draft, burns_cards=True),
    ),
    _setting(
        "pace {duration}",
        "How long a timer waits between two steps; unless told otherwise 1500 ms.",
        "pace 1 second",
        lambda draft, found: replace(draft, pace_ms=found["duration"]),
    ),
    _setting(
        "tickets valid {duration}",
        "How long a ticket is paid; unless told otherwise 30 days.",
        "tickets valid 2 days",
        lambda draft, found: replace(draft, ticket_ms=found["duration"]),
    ),
    _setting(
        "single person",
        "One person fills both steps of dual control. A floor of that profile needs no such line.",
        "single person",
        lambda draft, _: replace(draft, single_person=True),
    ),
)
