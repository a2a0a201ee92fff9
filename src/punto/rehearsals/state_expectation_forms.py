"""Statements about the present state of the table, its round, its money and the floor."""

from typing import Final

from punto.identity import actor
from punto.rehearsals.expectation_forms import differs, expecting, money_differs
from punto.rehearsals.forms import Found, Unmet
from punto.rehearsals.scenes import Scene
from punto.rehearsals.scopes import clock
from punto.rounds import Stakes, next_due
from punto.rules import Actor, BetResult
from punto.values import TerminalId, format_cards, format_money
from punto.views.sentences import actor_words


def _phase(found: Found, scene: Scene) -> Unmet | None:
    return differs(f"phase {found['phase'].value}", f"phase {scene.table.phase.value}")


def _credits(found: Found, scene: Scene) -> Unmet | None:
    terminal = found["terminal"]
    held = scene.table.credits_of(terminal)
    return money_differs(f"credits of {terminal}", found["money"], held)


def _meter(found: Found, scene: Scene) -> Unmet | None:
    terminal, meter = found["terminal"], found["meter"]
    counted = getattr(scene.table.book.meters_of(terminal), meter)
    name = f"meter {meter.replace('_', '-')} of {terminal}"
    return money_differs(name, found["money"], counted)


def _games(found: Found, scene: Scene) -> Unmet | None:
    terminal = found["terminal"]
    played = scene.table.book.meters_of(terminal).games_played
    return differs(f"{found['number']} games of {terminal}", f"{played} games of {terminal}")


def _account(found: Found, scene: Scene) -> Unmet | None:
    account = found["account"]
    return money_differs(f"account {account}", found["money"], scene.table.book.balance(account))


def _cards(found: Found, scene: Scene) -> Unmet | None:
    cards = () if scene.table.round is None else scene.table.round.cards
    return differs(
        f"cards {format_cards(found['cards']) or 'none'}", f"cards {format_cards(cards) or 'none'}"
    )


def _carried(found: Found, scene: Scene) -> Unmet | None:
    wanted, waiting = format_cards(found["cards"]), format_cards(scene.table.carried)
    return differs(f"carried cards {wanted or 'none'}", f"carried cards {waiting or 'none'}")


def _waiting(found: Found, scene: Scene) -> Unmet | None:
    wanted = ", ".join(each.value for each in found["reports"])
    waiting = ", ".join(each.report.irregularity.value for each in scene.table.waiting)
    return differs(f"waiting reports {wanted or 'none'}", f"waiting reports {waiting or 'none'}")


def _step(found: Found, scene: Scene) -> Unmet | None:
    due, wanted = next_due(scene.table), found.get("step", "nothing")
    if due is None:
        return differs(f"timer next {wanted}", "timer next nothing")
    at = f" at {clock(found['time'])}" if "time" in found else ""
    found_at = at and f" at {clock(due.at)}"
    return differs(f"timer next {wanted}{at}", f"timer next {due.step.value}{found_at}")


def _stakes_words(stakes: Stakes) -> str:
    return ", ".join(f"{bet} {format_money(stake)}" for bet, stake in stakes) or "nothing"


def _bets(found: Found, scene: Scene) -> Unmet | None:
    terminal, now = found["terminal"], scene.table.round
    stakes = () if now is None else now.stakes_of(terminal)
    return differs(
        f"bets of {terminal} {_stakes_words(found['stakes'])}",
        f"bets of {terminal} {_stakes_words(stakes)}",
    )


def _results(scene: Scene, terminal: TerminalId) -> tuple[BetResult, ...]:
    now = scene.table.round
    return () if now is None else dict(now.results).get(terminal, ())


def _result(found: Found, scene: Scene) -> Unmet | None:
    terminal, bet = found["terminal"], found["bet"]
    ended = next((one for one in _results(scene, terminal) if one.bet == bet), None)
    profit = found.get("money")
    paid = "" if profit is None else f" {format_money(profit)}"
    expected = f"{bet} of {terminal} {found['result'].value}{paid}"
    if ended is None:
        return Unmet(expected, f"{bet} of {terminal} without an end")
    paid = "" if profit is None else f" {format_money(ended.profit)}"
    return differs(expected, f"{bet} of {terminal} {ended.result.value}{paid}")


def _round(found: Found, scene: Scene) -> Unmet | None:
    return differs(f"round {found['number']}", f"round {scene.table.rounds_count}")


def _void(found: Found, scene: Scene) -> Unmet | None:
    del found
    now = scene.table.round
    void = now is not None and now.void
    return None if void else Unmet("the round void", "it is not")


def _stamp(found: Found, scene: Scene) -> Unmet | None:
    """Check the rules of the last round, readings included (A-64)."""
    now, part = scene.table.round, found["text"]
    if now is None:
        return Unmet(f"a round stamped {part!r}", "no round")
    stamp = now.configuration.stamp
    version, effective = stamp.version or "unknown", stamp.effective or "unknown"
    alone = ["single person"] if stamp.single_person else []
    document = f"{stamp.document}, version {version}, in force from {effective}"
    words = "; ".join([document, *alone, " ".join(stamp.readings)])
    return None if part in words else Unmet(f"a round stamped {part!r}", words)


def _shoe(found: Found, scene: Scene) -> Unmet | None:
    shoe = scene.table.shoe
    wanted = f"shoe {found['number']}" if "number" in found else "no shoe"
    return differs(wanted, "no shoe" if shoe is None else f"shoe {shoe.number}")


def _dealer(found: Found, scene: Scene) -> Unmet | None:
    dealer = scene.table.dealer
    return differs(f"dealer {found['person']}", f"dealer {dealer.person if dealer else 'none'}")


def _seat(found: Found, scene: Scene) -> Unmet | None:
    terminal, wanted = found["terminal"], found["seat"]
    seat = scene.table.seats.get(terminal)
    if seat is None:
        stands = {"absent"}
    else:
        stands = {seat.link.value, "disabled" if seat.disabled else "enabled"}
    return None if wanted in stands else Unmet(f"{terminal} {wanted}", " and ".join(sorted(stands)))


def _role(found: Found, scene: Scene) -> Unmet | None:
    person, acting = found["person"], "acting " if "acting" in found else ""
    now = actor(scene.floor, person, scene.now)
    is_so = actor_words(now) if isinstance(now, Actor) else now.sentence
    return differs(f"{person}, {acting}{found['role'].plain_name}", is_so)


def _profile(found: Found, scene: Scene) -> Unmet | None:
    return differs(f"profile {found['profile'].value}", f"profile {scene.floor.profile.value}")


STATE_FORMS: Final = (
    expecting("phase {phase}", "The phase of the table.", "phase awaiting a ruling", _phase),
    expecting("round {number}", "The number of the last round begun.", "round 1", _round),
    expecting("the round void", "The last round has no result.", "the round void", _void),
    expecting(
        "stamp {text}",
        "The rules of the last round: these words are part of document, version, date, readings "
        "such as `A-15a`, and `single person`.",
        'stamp "A-15a"',
        _stamp,
    ),
    expecting("cards {cards}", "The cards of the round, in order.", "cards KS 3D QH", _cards),
    expecting("shoe {number}", "The shoe in play.", "shoe 1", _shoe),
    expecting("no shoe", "No shoe is in play.", "no shoe", _shoe),
    expecting(
        "carried cards {cards:cards-out}",
        "The cards that wait for the next deal (A-43).",
        "carried cards 5H",
        _carried,
    ),
    expecting(
        "waiting reports {reports}",
        "The reports that wait for the open decision, in the order in which they come up.",
        "waiting reports terminal-interruption",
        _waiting,
    ),
    expecting(
        "timer next {step} [at {time}]",
        "The next step of the table's timer, and its time.",
        "timer next cut off at 20:00:22",
        _step,
    ),
    expecting("timer next nothing", "The timer waits for people.", "timer next nothing", _step),
    expecting("dealer {person}", "Who deals.", "dealer mei", _dealer),
    expecting("credits {terminal} {money}", "A terminal's credits.", "credits T1 395", _credits),
    expecting(
        "bets {terminal:place} {stakes}",
        "The registered bets of a terminal or place.",
        "bets T1 banker 100, tie 5",
        _bets,
    ),
    expecting(
        "{terminal:place} {bet} {result} [{money}]",
        "The result of a bet and its profit, negative for a lost bet.",
        "T1 banker won 95",
        _result,
    ),
    expecting(
        "{terminal} {seat}",
        "Whether a terminal is connected or lost, enabled or disabled, or absent.",
        "T1 lost",
        _seat,
    ),
    expecting(
        "meter {terminal:place} {meter} {money}",
        "A meter of a terminal or place.",
        "meter T1 wagered 105",
        _meter,
    ),
    expecting(
        "games {terminal:place} {number}",
        "The number of rounds in which a bet of a terminal or place had a result.",
        "games T1 1",
        _games,
    ),
    expecting(
        "account {account} {money}",
        "The balance of an account.",
        "account house 0",
        _account,
    ),
    expecting(
        "{person} [{acting}] {role}",
        "A person's role, marked if acting.",
        "mei acting Pit Supervisor",
        _role,
    ),
    expecting("profile {profile}", "The profile of the floor.", "profile staffed", _profile),
)
