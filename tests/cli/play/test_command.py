import json
import os
import pty
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from punto.bootstrap.rule_book import shipped_game
from punto.cli.main import main
from punto.cli.play import with_sample_bets
from punto.cli.private_table.loop import typed_line
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.money import dollars
from support.cli.play.seating import seat_patron

PATIENCE_SECONDS = 20


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["play", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_without_a_terminal_one_round_of_every_game_is_shown(any_game_key: str) -> None:
    code, text, errors = run(any_game_key, "--seed", "4")
    assert (code, errors) == (0, "")
    assert "no more bets" in text.lower()
    assert "Big Road" in text
    assert "30.00 staked" in text


def test_the_one_round_shows_the_command_that_checks_its_shoe_and_ends_with_its_result() -> None:
    _, text, _ = run("mbs-tiger", "--seed", "4")
    command = text[text.index("printf ") : text.index("sha256sum") + len("sha256sum")]
    checked = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)
    assert f"Commitment {checked.stdout.split()[0]}\n" in text
    assert text.split()[-5:] == ["1", "30.00", "0.00", "-30.00", "970.00"]


def test_a_game_of_the_operators_own_is_played_by_house_rules(tmp_path: Path) -> None:
    shipped = files("punto.rules") / "games" / "mbs-tiger.toml"
    text = shipped.read_text("utf-8")
    assert "Electronic Baccarat (MBS)" in text
    own = tmp_path / "own.toml"
    own.write_text(text.replace("Electronic Baccarat (MBS)", "Rules of our own"), "utf-8")
    code, shown, errors = run(str(own), "--seed", "4")
    assert (code, errors) == (0, "")
    assert "Rules of our own, version 4" in shown
    assert json.loads(run(str(own), "--seed", "4", "--json")[1])["total_stake"] == "30.00"


@pytest.mark.parametrize(
    ("seed", "cards"), [(4, "QC 2S 9S AC"), (7, "KC 5S 9S KD")], ids=["4", "7"]
)
def test_a_seed_deals_the_cards_that_it_always_dealt(seed: int, cards: str) -> None:
    # Written down once, before the shoe was sealed: a seed that someone noted keeps its cards.
    assert json.loads(run("mbs-tiger", "--seed", str(seed), "--json")[1])["cards"] == cards


def test_a_seed_says_that_it_repeats_and_does() -> None:
    _, text, _ = run("mbs-tiger", "--seed", "4")
    assert text.startswith("Practice shoe: seed 4")
    assert text == run("mbs-tiger", "--seed", "4")[1]


def test_without_a_seed_the_cards_come_from_the_operating_system() -> None:
    rounds = {run("mbs-tiger", "--json")[1] for _ in range(4)}
    assert len(rounds) > 1
    assert "Practice" not in run("mbs-tiger")[1]


def test_json_is_the_settlement_of_the_round_that_the_seed_deals() -> None:
    code, text, _ = run("mbs-tiger", "--seed", "4", "--json")
    answer = json.loads(text)
    assert code == 0
    assert answer["game"] == "mbs-tiger"
    assert list(answer["bets"]) == ["banker", "tiger"]
    assert answer["total_stake"] == "30.00"


def test_what_is_not_offered_is_not_bet_on() -> None:
    arguments = ("mbs-tiger", "--not-offered", "banker", "--not-offered", "tiger", "--json")
    answer = json.loads(run(*arguments)[1])
    assert list(answer["bets"]) == ["player", "small-tiger"]


def test_decks_are_those_that_were_asked_for() -> None:
    assert "0 of 312 cards dealt" in run("mbs-tiger", "--decks", "6")[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("mbs-lion",), "game 'mbs-lion': unknown"),
        (("mbs-tiger", "--decks", "99"), "decks 99"),
        (("mbs-tiger", "--credits", "much"), "amount 'much': expected dollars"),
        (
            ("mbs-tiger", "--credits", "0.50"),
            "credits 0.50: expected at least the minimum bet 1.00",
        ),
        (("mbs-tiger", "--not-offered", "lion"), "bet 'lion'"),
    ],
)
def test_wrong_options_get_a_sentence_and_the_code_of_bad_input(
    arguments: tuple[str, ...], sentence: str
) -> None:
    code, text, errors = run(*arguments)
    assert (code, text) == (2, "")
    assert errors.startswith(f"punto: {sentence}")


@pytest.mark.parametrize(
    ("credits_dollars", "stakes"), [(30, [25, 5]), (26, [25, 1]), (25, [25]), (4, [1, 1]), (1, [1])]
)
def test_the_sample_fits_the_credits(credits_dollars: int, stakes: list[int]) -> None:
    game = shipped_game("mbs-tiger")
    assert game is not None
    terms = terms_of(game, 8, (), Limits())
    assert isinstance(terms, Terms)
    at = seat_patron(terms, credits_dollars=credits_dollars)
    session = with_sample_bets(at.session)
    assert list(session.position.values()) == [dollars(stake) for stake in stakes]


@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
def test_ctrl_c_and_ctrl_d_at_the_prompt_are_leaving(
    leaving: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(_prompt: str) -> str:
        raise leaving

    monkeypatch.setattr("builtins.input", leave)
    assert typed_line("? ") is None


@dataclass
class PseudoTerminal:
    """The real command behind a real terminal device, as a person would run it."""

    process: "subprocess.Popen[bytes]"
    master: int
    seen: bytes = b""

    def expect(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while text.encode() not in self.seen:
            assert time.monotonic() < deadline, self.seen.decode(errors="replace")
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += self._read()
        _, _, self.seen = self.seen.partition(text.encode())

    def _read(self) -> bytes:
        try:
            return os.read(self.master, 65536)
        except OSError:
            # Linux reports the end like this once the other side is closed.
            return b""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


def start(*arguments: str) -> PseudoTerminal:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from punto.cli.main import main; main()", "play", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
    )
    os.close(slave)
    return PseudoTerminal(process, master)


@pytest.mark.parametrize("farewell", ["quit\n", "\x04"], ids=["quit", "Ctrl-D"])
def test_at_a_terminal_the_patron_bets_is_dealt_to_and_leaves(farewell: str) -> None:
    terminal = start("mbs-tiger", "--seed", "7")
    try:
        terminal.expect("Commitment ")
        terminal.expect("Place your bets, please")
        terminal.expect("Bets ▸ ")
        terminal.type("lion 5\n")
        terminal.expect("has none")
        terminal.type("player 100\n")
        terminal.expect("credits left 900.00")
        terminal.type("\n")
        terminal.expect("No more bets")
        terminal.expect("You win 100.00")
        terminal.expect("Place your bets, please")
        # Ctrl-D only reaches a prompt that is open.
        terminal.expect("Bets ▸ ")
        terminal.type(farewell)
        terminal.expect("Shoe 1 is revealed")
        terminal.expect("sha256sum")
        terminal.expect("Thank you for playing")
        terminal.expect("+100.00")
        assert terminal.process.wait(PATIENCE_SECONDS) == 0
    finally:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.master)
