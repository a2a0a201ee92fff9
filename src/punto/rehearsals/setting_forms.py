"""Headings, the lines under a table's heading, and the clock."""

from collections.abc import Callable
from typing import Final

from punto.rehearsals.forms import Deed, Found, SceneChange, StatementForm, no_deed
from punto.rehearsals.scopes import Scope
from punto.rounds import Configuration
from punto.rules import Limits, Phrases, Terms, usual_decks
from punto.values import Instant, TableId, replace


def _at_table(found: Found, scope: Scope) -> Deed:
    del scope
    table = TableId(found["table"])
    return SceneChange(lambda scene: replace(scene, place=table))


def _planned_before(scope: Scope, found: Found) -> str:
    table = TableId(found["table"])
    if table not in scope.planned:
        return ""
    first = f"table {table} is planned in line {scope.planned[table]}"
    again = f"`table {table} now plays {found['game'].key}` to plan it again"
    return f"`table {table}` to go there, or {again}, since {first}"


def _plan(scope: Scope, found: Found) -> Scope:
    planned = {found["table"]: scope.line, **scope.planned}
    return replace(_plan_anew(scope, found), planned=planned)


def _plan_anew(scope: Scope, found: Found) -> Scope:
    game = found["game"]
    decks = found.get("decks", usual_decks(game))
    # Not checked here: the table refuses terms that the rules do not allow.
    terms = Terms(game, decks, game.bets, Limits())
    return scope.with_draft(scope.book.configured(TableId(found["table"]), terms))


_Moment = Callable[[Found, Scope], Instant]


def _moved_to(moment: _Moment) -> Callable[[Scope, Found], Scope]:
    return lambda scope, found: replace(scope, now=moment(found, scope))


def _at_time(moment: _Moment) -> Callable[[Found, Scope], Deed]:
    def deed(found: Found, scope: Scope) -> Deed:
        now = moment(found, scope)
        return SceneChange(lambda scene: replace(scene, now=now))

    return deed


def _clock(pattern: str, meaning: str, example: str, moment: _Moment) -> StatementForm:
    return StatementForm(pattern, meaning, example, _at_time(moment), _moved_to(moment))


def _not_first(scope: Scope, found: Found) -> str:
    del found
    return "the date before everything else, or `wait`, or `at ... the next day`" * scope.begun


def _date(found: Found, scope: Scope) -> Instant:
    del scope
    at: Instant = found["date"]
    return at


SETUP_FORMS: Final = (
    StatementForm(
        "shows : {words}",
        "The subject of the script, for lists of scripts; without effect.",
        "shows: rws-etg foreign-card attested settled",
        no_deed,
        lambda scope, found: replace(scope, shows=(*scope.shows, found["words"])),
        is_preface=True,
    ),
    StatementForm(
        "people",
        "Heading: the indented lines below name people.",
        "people",
        no_deed,
    ),
    StatementForm(
        "table {table:new-table} plays {game} [with {decks:number} decks]",
        "Heading: plan a table, by default with 8 decks; indented lines below add details. Lines "
        "after them happen at this table. The plan takes effect by `configures the table`.",
        "table A1 plays rws-etg with 8 decks",
        _at_table,
        _plan,
        _planned_before,
    ),
    StatementForm(
        "table {table} now plays {game} [with {decks:number} decks]",
        "Heading: replace the plan of a table. It takes effect by `configures the table`, which a "
        "closed table allows again.",
        "table A1 now plays mbs-tiger",
        _at_table,
        _plan_anew,
    ),
    StatementForm(
        "table {table}",
        "Go to this table, planned above: the next lines happen there.",
        "table A1",
        _at_table,
        lambda scope, found: replace(scope, table=found["table"]),
    ),
    StatementForm(
        "on {date}",
        "The date; only comments and `shows` may precede it. Without a date, a script begins on "
        "2026-01-01 at 20:00.",
        "on 2026-03-01",
        _at_time(_date),
        _moved_to(_date),
        _not_first,
    ),
    _clock(
        "at {time}",
        "Advance the clock to this time; otherwise it stands still. Times are UTC.",
        "at 20:15:30",
        lambda found, _: found["time"],
    ),
    _clock(
        "wait {duration}",
        "Advance the clock by this much, at most ten years.",
        "wait 5 seconds",
        lambda found, scope: Instant(scope.now + found["duration"]),
    ),
)


def _setting(
    pattern: str, meaning: str, example: str, plan: Callable[[Configuration, Found], Configuration]
) -> StatementForm:
    return StatementForm(
        pattern,
        meaning,
        example,
        no_deed,
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
        "Least and greatest stake on each bet; by default 1 or more in steps of 1.",
        "limits 5 to 5000, tie 1 to 100",
        _with_limits,
    ),
    _setting("without {bets}", "Bets of the game that are not offered.", "without tie", _without),
    _setting(
        "rules of {document}",
        "A rule document other than the game's own.",
        "rules of mbs",
        _by_document,
    ),
    _setting(
        "no procedure for {irregularity}",
        "Leave out the document's policy for an irregularity.",
        "no procedure for face-up-card",
        _without_policy,
    ),
    _setting(
        "phrases {opening:text} and {closing:text}",
        "The document's phrases that open and close bets here.",
        'phrases "Bets are open" and "Bets are closed"',
        lambda draft, found: replace(draft, phrases=Phrases(found["opening"], found["closing"])),
    ),
    _setting(
        "cards from a {source}",
        "The source of the cards; by default a shoe that reads.",
        "cards from a keyed shoe",
        lambda draft, found: replace(draft, source=found["source"]),
    ),
    _setting(
        "deals by itself",
        "A timer deals for the Dealer of record.",
        "deals by itself",
        lambda draft, _: replace(draft, self_dealing=True),
    ),
    _setting(
        "betting time {duration}",
        "The time for which bets are open; by default 20 seconds.",
        "betting time 30 seconds",
        lambda draft, found: replace(draft, betting_ms=found["duration"]),
    ),
    _setting(
        "grace {duration}",
        "The time that terminals have to freeze; by default 2 seconds.",
        "grace 500 ms",
        lambda draft, found: replace(draft, grace_ms=found["duration"]),
    ),
    _setting(
        "liability cap {money}",
        "The most that the House may lose in a round.",
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
        "A terminal may not bet on both hands (A-16).",
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
        "The first card of a shoe is shown, and as many cards as its value are burned (A-49).",
        "burns cards",
        lambda draft, _: replace(draft, burns_cards=True),
    ),
    _setting(
        "pace {duration}",
        "The time between two steps of a timer; by default 1500 ms.",
        "pace 1 second",
        lambda draft, found: replace(draft, pace_ms=found["duration"]),
    ),
    _setting(
        "tickets valid {duration}",
        "The validity of a ticket; by default 30 days.",
        "tickets valid 2 days",
        lambda draft, found: replace(draft, ticket_ms=found["duration"]),
    ),
    _setting(
        "single person",
        "One person takes both steps of dual control. A floor with that profile does without.",
        "single person",
        lambda draft, _: replace(draft, single_person=True),
    ),
)
