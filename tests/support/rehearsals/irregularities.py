"""The rehearsals of irregularities, made from a table of test cases.

Run the module with PYTHONPATH=tests:tools to list their names, and with a name to read one.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from rehearse_all import scripts

TABLE = Path(__file__).with_suffix(".toml")

SET_UP = """\
table A1 plays {game}
people
  tan   Shift Manager
  arun  Pit Supervisor
  mei   Dealer
terminals T1 T2
tan configures the table
mei opens the table
arun seats T1
arun seats T2
mei takes 1000 in cash at T1
mei loads the shoe
"""
LIVE_SET_UP = """\
table L1 plays {game}
  dealt face down
people
  tan   Shift Manager
  arun  Pit Supervisor
  mei   Dealer
patrons ann
tan configures the table
mei opens the table
mei loads the shoe
mei seats ann at box 1
"""

COUP = "2D KS 2C 7H KD"
"""Banker wins with 7 against 4; the third card makes a pair."""
MOMENTS = {
    "betting": ("Bets are open, no card is out.", 0),
    "undecided": ("Two cards are out, and no bet is decided.", 2),
    "decided": ("Three cards are out, and a pair has decided a bet.", 3),
    "result": ("The result is shown, nothing is paid yet.", 5),
    "settled": ("The round is paid, the next has not begun.", 5),
}
"""Each moment, with the number of cards that are out."""

TITLES = {
    "attested": "attested, at every moment of a round",
    "declined-goes-on": "declined, and the Shift Manager rules that play goes on",
    "declined-void": "declined, and the Shift Manager rules the round void",
    "declined-established": "declined, and the Shift Manager establishes it after all",
    "goes-on": "which the Shift Manager rules on: play goes on",
    "void": "which the Shift Manager rules on: the round is void",
    "noted": "noted while the round goes on",
    "refused": "where the report is refused",
}
OPTIONS = {
    "continues": "and the patron continues",
    "takes-back": "and the patron takes the bets back",
    "silent": "and the patron gives no answer, which is to continue",
}
TITLES |= {
    f"{ending}-{option}": f"{TITLES[ending].partition(',')[0]}, {words}"
    for ending in ("attested", "declined-established")
    for option, words in OPTIONS.items()
}
"""Each way in which a report can end has its own script, and so has each choice after it."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The consequences of a report at one moment."""

    report: str = ""
    decides: str = ""
    wait: str = ""
    events: str = ""
    expect: tuple[str, ...] = ()
    deals: str = ""
    carries: str = ""
    loses: bool = False
    refused: dict[str, str] = {}


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The consequences at every moment."""

    betting: Effect | str
    undecided: Effect | str
    decided: Effect | str
    result: Effect | str
    settled: Effect | str
    withdraws_shoe: bool = False
    reaches_settled: bool = False

    def at(self, moment: str) -> Effect | str:
        """Return the consequences at a moment."""
        found: Effect | str = getattr(self, moment)
        return Effect(events="RoundVoided") if found == "void" else found

    def endings(self, moment: str, *, options: bool) -> tuple[str, ...]:
        """Name the ways in which a report at a moment can end."""
        if options:
            asked = (
                f"{end}-{each}" for end in ("attested", "declined-established") for each in OPTIONS
            )
            return ("declined-goes-on", "declined-void", *asked)
        effect, can_void = self.at(moment), moment != "settled" or self.reaches_settled
        if effect == "noted":
            return ("noted",)
        if effect == "ruling":
            return ("goes-on", "void") if can_void else ("goes-on",)
        if isinstance(effect, Effect) and effect.refused:
            return ("refused",)
        declined = ("declined-goes-on", "declined-established")
        return ("attested", *declined, "declined-void") if can_void else ("attested", *declined)


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one operator."""

    name: str
    game: str
    ruling: str
    void: str
    wins: int
    bettor: str = "T1"
    place: str = "T1"

    @property
    def is_live(self) -> bool:
        """Whether patrons bet at boxes."""
        return self.bettor != self.place

    @property
    def place_in_words(self) -> str:
        """The place as sentences name it."""
        return self.place.replace("@", " at box ")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clause of one document about one irregularity."""

    clause: str
    remedy: str
    later: Literal["ruling", "refused", "none"] = "ruling"
    attester: str = "arun"
    resumes: str = ""
    options: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One irregularity."""

    key: str
    title: str
    note: str
    mbs: Rule | None = None
    rws_etg: Rule | None = None
    rws_live: Rule | None = None

    @property
    def rules(self) -> dict[str, Rule]:
        """Return the rule of each document that mentions this irregularity."""
        found = {"mbs": self.mbs, "rws-etg": self.rws_etg, "rws-live": self.rws_live}
        return {key: rule for key, rule in found.items() if rule is not None}


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of test cases, as its file holds it."""

    documents: dict[str, Document]
    remedies: dict[str, Remedy]
    irregularities: tuple[Row, ...]


class Case(msgspec.Struct):
    """A script in progress, with the credits, the shoe and the carried card at its end."""

    document_key: str
    document: Document
    row: Row
    rule: Rule
    remedy: Remedy
    credits: int = 1000
    has_shoe: bool = True
    carried: str = ""

    def script(self, ending: str, moments: list[str]) -> str:
        """Write what happens at each of these moments."""
        sections = [self._opening(TITLES[ending])]
        sections += ["\n".join(self._section(moment, ending)) + "\n" for moment in moments]
        return "\n".join(sections)

    def later(self) -> str:
        """Write what happens when it is noticed after the next round has begun."""
        opening = self._opening("noticed after the next round has begun")
        return "\n".join([opening, "\n".join(self._later()) + "\n"])

    def _opening(self, words: str) -> str:
        title = f"# {self.row.title}, {words} ({self.document.name}, {self.rule.clause}).\n"
        set_up = LIVE_SET_UP if self.document.is_live else SET_UP
        return title + set_up.format(game=self.document.game)

    def _money(self, laid: int = 0) -> str:
        if self.document.is_live:  # a bet on a live table's layout is not lost yet
            return f"expect {self.document.bettor} net {self.credits + laid - 1000}"
        return f"expect credits {self.document.bettor} {self.credits}"

    def _bet(self, side: str = "banker") -> str:
        return f"{self.document.bettor} bets {side} 100"

    def _shows(self, moment: str, ending: str) -> str:
        return f"shows: {self.document_key} {self.row.key} {moment} {ending}"

    def _reports(self, words: str = "") -> str:
        return " ".join(["mei reports", self.row.key, *words.split()]) + f': "{self.row.note}"'

    def _section(self, moment: str, ending: str) -> Iterator[str]:
        words, count = MOMENTS[moment]
        effect = self.remedy.at(moment)
        yield f"# {words}"
        yield self._shows(moment, ending)
        if not self.has_shoe:
            yield "mei loads the shoe"
            self.has_shoe = True
        yield "mei opens bets"
        if self.carried:
            yield f'expect event BetsOpened "{self.carried}"'
        yield self._bet()
        if count:
            yield "mei closes bets"
            # A seen card is dealt without a command; at MBS an unseen one waits without a ruling.
            rest = {"": " ".join(COUP.split()[:count]), "unseen": "5S KS 2C 8H"}
            yield f"mei deals {rest.get(self.carried, 'KS 2C 8H')}"
            self.carried = ""
        if moment in {"result", "settled"}:
            yield "expect phase result"
        if moment == "settled":
            yield "mei settles"
            self.credits += self.document.wins
            yield self._money()
        if effect == "noted":
            yield from self._noted(moment)
        elif isinstance(effect, Effect) and effect.refused:
            yield from self._refused(moment, effect)
        else:
            yield from self._stopped(moment, ending, effect)

    def _noted(self, moment: str) -> Iterator[str]:
        yield self._reports("at T1, T2")
        yield "expect events TerminalsInterrupted"
        yield f"expect clause {self.rule.clause}"
        yield from ("expect T1 lost", "expect T2 lost", "expect bets T2 nothing")
        yield from ("mei reports T1 connected", "mei reports T2 connected")
        if moment != "settled":
            yield "expect bets T1 banker 100"
        yield from self._rest(moment)

    def _refused(self, moment: str, effect: Effect) -> Iterator[str]:
        for words, refusal in effect.refused.items():
            yield self._reports(words)
            yield f"expect refusal {refusal}"
        yield f"expect phase {moment}"
        yield from self._rest(moment)

    def _stopped(self, moment: str, ending: str, effect: Effect | str) -> Iterator[str]:
        """Stop play until people have decided."""
        effect, clause = (
            (effect, self.rule.clause)
            if isinstance(effect, Effect)
            else (Effect(), self.document.ruling)
        )
        yield self._reports(effect.report)
        yield "expect event IrregularityReported"
        yield f"expect clause {clause}"
        yield "expect phase awaiting a ruling"
        if effect.wait:
            yield f"wait {effect.wait}"
        attester, decides = self.rule.attester, f" {effect.decides}".rstrip()
        option = next((each for each in OPTIONS if ending.endswith(f"-{each}")), "")
        ending = ending.removesuffix(f"-{option}")
        if ending == "attested":
            if moment == "undecided":
                yield from (self._bet("player"), "expect refusal OutOfPhase")
                for person in ("mei", "arun") if attester == "tan" else ("mei",):
                    yield from (f"{person} attests", "expect refusal RoleTooLow")
            yield f"{attester} attests{decides}"
            yield from self._established(moment, effect, self.rule.resumes, option=option)
            return
        if ending.startswith("declined"):
            yield f'{attester} declines: "it did not happen so"'
            yield "expect events IrregularityDeclined"
            yield "expect clause A-39"
            yield "expect phase awaiting a ruling"
        if moment == "decided":
            yield f"{attester if ending.startswith('declined') else 'tan'} attests"
            yield "expect refusal ForTheShiftManager"
        if ending.endswith("established"):
            yield f'tan rules established{decides}: "it was so after all"'
            resumes = self.document.ruling if self.rule.resumes else ""
            yield from self._established(moment, effect, resumes, "RulingGiven, ", option)
        elif ending.endswith("void"):
            yield 'tan rules void: "the round cannot be trusted"'
            yield from self._void(moment, "RulingGiven, ", discards="extra" in effect.report)
        else:
            yield from self._goes_on(moment)

    def _established(
        self, moment: str, effect: Effect, resumes: str, ruling: str = "", option: str = ""
    ) -> Iterator[str]:
        if effect.events == "RoundVoided":
            yield from self._void(moment, ruling)
            return
        put_right, _, played_on = effect.events.partition("PlayResumed")
        if option:
            yield f"expect events {ruling}{put_right}OptionsOffered"
            yield from self._choosing(option)
            # A patron who takes the bets back accepts no hand any more.
            handed = "HandHandedOver, " if option == "takes-back" else ""
            yield f"expect events OptionsClosed, {handed}PlayResumed{played_on}"
        else:
            yield f"expect events {ruling}{effect.events}"
        if resumes:
            yield f"expect clause {resumes}"
        place = self.document.place
        yield from (f"expect {words.format(place=place)}" for words in effect.expect)
        self.carried = effect.carries
        self.has_shoe = "ShoeRetired" not in effect.events
        if moment == "settled" and effect.loses:
            self.credits -= self.document.wins + 100
        yield from self._rest(moment, effect, out=option == "takes-back")

    def _choosing(self, option: str) -> Iterator[str]:
        """Let patrons choose before anything more is dealt (A-83)."""
        yield from ("expect clause 5.12", "expect choice open for ann")
        yield from ("mei reads 2C", "expect refusal OutOfPhase")
        if option == "continues":
            yield from ("ann continues", "ann takes the bets back", "expect refusal AlreadyChosen")
        elif option == "takes-back":
            yield from ("ann takes the bets back", "expect choice open for nobody")
        yield "mei ends the choice"

    def _void(self, moment: str, ruling: str, *, discards: bool = False) -> Iterator[str]:
        events = ["RoundVoided"]
        events += ["CardsDiscarded"] * discards + ["ShoeRetired"] * self.remedy.withdraws_shoe
        yield f"expect events {ruling}{', '.join(events)}"
        yield f'expect event RoundVoided "{self.document.place_in_words} gets 100.00 back"'
        yield f"expect clause {self.document.void}"
        yield from ("expect the round void", "expect phase idle")
        self.credits -= self.document.wins * (moment == "settled")
        yield self._money()
        yield f"expect account house {1000 - self.credits}"
        self.has_shoe = not self.remedy.withdraws_shoe
        yield "expect shoe 1" if self.has_shoe else "expect no shoe"

    def _goes_on(self, moment: str) -> Iterator[str]:
        if moment == "undecided":
            yield from ('arun rules goes on: "no"', "expect refusal RoleTooLow")
        if moment == "settled" and not self.remedy.reaches_settled:
            yield from ('tan rules void: "play it again"', "expect refusal NoRoundToReach")
        yield 'tan rules goes on: "nothing was wrong"'
        shown = ", ResultShown" if moment == "result" else ""
        yield f"expect events RulingGiven, PlayResumed{shown}"
        yield f"expect clause {self.document.ruling}"
        if moment == "settled":
            yield "expect phase settled"
        yield from self._rest(moment)

    def _rest(
        self, moment: str, effect: Effect | None = None, *, out: bool = False
    ) -> Iterator[str]:
        """Play the rest of the round."""
        effect = effect or Effect()
        if moment == "settled":
            yield self._money()
            if effect.events:
                yield "expect phase settled"
            return
        if moment == "betting":
            yield "mei closes bets"
        deals = effect.deals or " ".join(COUP.split()[MOMENTS[moment][1] :])
        if deals:
            yield f"mei deals {deals}"
        yield from ("expect phase result", "mei settles")
        if out:
            yield f"expect {self.document.bettor} got back unplayed 100"
        else:
            self.credits += -100 if effect.loses else self.document.wins
        yield self._money()

    def _later(self) -> Iterator[str]:
        yield "# The next round has begun."
        refused = self.rule.later == "refused"
        for ending in ("refused",) if refused else ("goes-on", "goes-on-adjusted"):
            yield self._shows("later", ending)
        begin = ("mei opens bets", self._bet())
        yield from (*begin, f"mei plays {COUP}", *begin)
        self.credits += self.document.wins - 100
        yield self._reports("in round 1")
        if refused:
            yield "expect refusal EarlierRoundStands"
        else:
            yield f"expect clause {self.document.ruling}"
            yield from ("tan attests", "expect refusal ForTheShiftManager")
            yield from ('tan rules void: "play it again"', "expect refusal NoRoundToReach")
            yield 'tan rules goes on: "what was paid stands"'
            yield "expect events RulingGiven, PlayResumed"
            yield self._money(laid=100)
            yield self._reports("in round 1")
            yield f'tan rules goes on adjusting {self.document.place} 40: "for the trouble"'
            yield "expect events RulingGiven, PlayResumed, CreditsAdjusted"
            self.credits += 40
        yield self._money(laid=100)
        yield "expect phase betting"
        yield f"mei plays {COUP}"
        self.credits += 100 + self.document.wins
        yield self._money()


def rehearsals() -> dict[str, str]:
    """Return every script by its name: those on file, and those made from the table."""
    return {**irregularities(), **scripts()}


def irregularities() -> dict[str, str]:
    """Return every script of the table by its name, DOCUMENT/IRREGULARITY/ENDING."""
    table = msgspec.toml.decode(TABLE.read_bytes(), type=Table)
    return {
        name: text
        for row in table.irregularities
        for key, rule in row.rules.items()
        for name, text in _scripts(table, row, key, rule)
    }


def _scripts(table: Table, row: Row, key: str, rule: Rule) -> Iterator[tuple[str, str]]:
    remedy = table.remedies[rule.remedy]

    def case() -> Case:
        return Case(key, table.documents[key], row, rule, remedy)

    for ending in TITLES:
        moments = [
            moment
            for moment in MOMENTS
            if ending in remedy.endings(moment, options=moment in rule.options)
        ]
        if moments:
            yield f"{key}/{row.key}/{ending}", case().script(ending, moments)
    if rule.later != "none":
        yield f"{key}/{row.key}/later", case().later()


if __name__ == "__main__":
    found = irregularities()
    sys.stdout.write("".join(found[name] for name in sys.argv[1:]) or "\n".join([*found, ""]))
