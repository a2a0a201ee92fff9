"""The inputs of commands: games, cards, stakes and table terms, checked on entry."""

import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import NoReturn, TypedDict, TypeVar, Unpack

import click
from click.shell_completion import CompletionItem

from punto.bootstrap import rule_book
from punto.bootstrap.rule_book import GAME_KEYS, GameNotFound, shipped_game
from punto.rules import BetKey, Game, Limits, Terms, terms_of, usual_decks
from punto.values import BadNotation, Cents, parse_money

S = TypeVar("S")
T = TypeVar("T")
Decorator = Callable[[Callable[..., None]], Callable[..., None]]

BAD_INPUT = 2


def fail(sentences: Iterable[str]) -> NoReturn:
    """Print each error in one line on stderr, and exit with the code for bad input."""
    for sentence in sentences:
        click.echo(f"punto: {sentence}", err=True)
    sys.exit(BAD_INPUT)


@contextmanager
def in_one_sentence(*kinds: type[Exception]) -> Iterator[None]:
    """Report an error of these kinds in one sentence, and exit with the code for bad input."""
    try:
        yield
    except kinds as error:
        fail([str(error)])


def or_fail(parse: Callable[[S], T], given: S) -> T:
    """Parse, or exit with the parser's message."""
    with in_one_sentence(BadNotation):
        return parse(given)


def parse_moment(text: str) -> datetime:
    """Parse a time with its zone; exits with a sentence if it is invalid."""
    expected = "expected a date with time and zone such as 2025-03-20T09:00+08:00"
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        fail([f"instant {text!r}: {expected}"])
    if moment.tzinfo is None:
        fail([f"instant {text!r}: without its zone, {expected}"])
    return moment


def find_game(name: str) -> Game:
    """Return the game of a key or a game file; exits with a sentence if it cannot be found."""
    try:
        return rule_book.find_game(name)
    except GameNotFound as error:
        fail(error.sentences)


Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""Offers a shell the words that begin with what was typed."""


def complete_bets(
    context: click.Context, _parameter: click.Parameter, typed: str, *, suffix: str = ""
) -> list[CompletionItem]:
    """Offer the bets of the given game, perhaps with a sign for a stake to follow."""
    game = shipped_game(context.params.get("game") or "")
    keys = [] if game is None else [f"{bet.key}{suffix}" for bet in game.bets]
    return [CompletionItem(key) for key in keys if key.startswith(typed)]


def complete_games(
    _context: click.Context, _parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Offer the games' keys, or else files."""
    keys = [CompletionItem(key) for key in GAME_KEYS if key.startswith(typed)]
    return keys or [CompletionItem(typed, type="file")]


game_argument = click.argument("game", shell_complete=complete_games)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def number_option(
    name: str, unit: str, usual: float, allowed: click.IntRange | click.FloatRange, told: str = ""
) -> Decorator:
    """Add an option for a number, whose default and limits its help shows."""
    return click.option(
        name, type=allowed, default=usual, show_default=True, metavar=unit, help=told or None
    )


def several_option(
    name: str, into: str, unit: str, told: str, complete: Complete | None = None
) -> Decorator:
    """Add an option that may be repeated; its values come in one tuple."""
    return click.option(name, into, multiple=True, metavar=unit, shell_complete=complete, help=told)


def together(*options: Decorator) -> Decorator:
    """Combine options into one decorator, which lists them in this order."""
    return lambda command: reduce(lambda to, option: option(to), reversed(options), command)


decks_option: Decorator = click.option("--decks", type=int, help="Decks in the shoe.  [default: 8]")

not_offered_option = several_option(
    "--not-offered", "not_offered", "BET", "Leave a bet out (repeat for more).", complete_bets
)

from_option = click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Take one deal a line from a file; - is stdin.",
)

terms_options = together(
    decks_option,
    click.option("--min", "minimum", metavar="DOLLARS", help="Minimum stake.  [default: the step]"),
    click.option(
        "--max",
        "maximum",
        metavar="DOLLARS",
        help="Maximum stake.  [default: 100000 to play, none to settle]",
    ),
    click.option("--step", metavar="DOLLARS", default="1", help="Bet step.", show_default=True),
    not_offered_option,
)
"""The options that say how a table offers its game."""


class TermsGiven(TypedDict, total=False):
    """The values of ``terms_options``."""

    decks: int | None
    minimum: str | None
    maximum: str | None
    step: str
    not_offered: tuple[str, ...]


def find_terms(
    game: Game, usual_maximum: Cents | None = None, **given: Unpack[TermsGiven]
) -> Terms:
    """Return the terms that the options describe; exits with a sentence for each refusal."""
    bet_step = or_fail(parse_money, given.get("step", "1"))
    minimum, maximum, decks = given.get("minimum"), given.get("maximum"), given.get("decks")
    limits = Limits(
        minimum=bet_step if minimum is None else or_fail(parse_money, minimum),
        maximum=usual_maximum if maximum is None else or_fail(parse_money, maximum),
        step=bet_step,
    )
    decks = usual_decks(game) if decks is None else decks
    terms = terms_of(game, decks, given.get("not_offered", ()), limits)
    if not isinstance(terms, Terms):
        fail(refusal.sentence for refusal in terms)
    return terms


def parse_stakes(texts: Iterable[str]) -> dict[BetKey, Cents]:
    """Read stakes such as ``tiger=5``, each bet once."""
    stakes: dict[BetKey, Cents] = {}
    for text in texts:
        key, equals, amount = text.partition("=")
        if not equals or not key:
            raise BadNotation(f"bet {text!r}: expected BET=DOLLARS such as tiger=5")
        if key in stakes:
            raise BadNotation(f"bet {key!r}: given twice, expected one stake for each bet")
        try:
            stakes[BetKey(key)] = parse_money(amount)
        except BadNotation as error:
            raise BadNotation(f"stake on {key}: {error}") from None
    return stakes


def open_lines(source: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input for ``-``."""
    try:
        if source == "-":
            yield from sys.stdin.buffer if sys.stdin else ()
        else:
            with Path(source).open("rb") as stream:
                yield from stream
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        fail([f"file {source!r}: cannot be read, {why}"])


def read_text(source: str) -> str:
    """Return the text of a whole file, or of standard input for ``-``."""
    try:
        return b"".join(open_lines(source)).removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        found = f"not UTF-8 text, {error.reason} at byte {error.start + 1}"
        fail([f"file {source!r}: {found}, expected it saved as UTF-8"])
