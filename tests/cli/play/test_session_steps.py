import subprocess
from collections.abc import Callable

import pytest

from punto.cli.private_table.session import (
    TABLE,
    TERMINAL,
    YOU,
    PlaySession,
    StepRefused,
    check_command,
    commitment_text,
    done,
    facts,
    latest,
    practice_house,
    total_of,
    usual_house,
)
from punto.cli.private_table.steps import (
    add_stakes,
    leave,
    load_shoe,
    open_bets,
    play_round,
    repeat,
    retire_shoe,
    sit_down,
)
from punto.devices.entropy import SeededEntropy
from punto.devices.sealed_shoes import SealBroken, SealedShoe, shuffled, unseal
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import Settle
from punto.rounds.evolution import replay
from punto.rounds.irregularity.events import RoundVoided, RulingGiven
from punto.rounds.phases import Phase
from punto.rounds.purse.events import CashTaken
from punto.rounds.shoe.events import ShoeLoaded, ShoeRetired, ShoeRevealed
from punto.rounds.state import RecordDoesNotHold
from punto.rules.games import BetKey, Game
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of, usual_decks
from punto.values import replace
from punto.values.cards import DECK
from punto.values.money import dollars
from support.cli.play.seating import NOON, Seated, StoppedClock, accepted, seat_patron

BANKER = BetKey("banker")
Sit = Callable[[str], Seated]


@pytest.mark.reading("A-73")
def test_a_private_table_is_stamped_as_one_persons_on_every_round(seated: Sit) -> None:
    at = seated("")
    configuration = at.session.table.configuration
    assert configuration is not None
    assert configuration.source is CardSource.VIRTUAL_SHOE
    assert latest(at.with_bets_open().record, BetsOpened).stamp.single_person


def test_every_game_can_be_sat_down_to(games: dict[str, Game], any_game_key: str) -> None:
    game = games[any_game_key]
    terms = terms_of(game, usual_decks(game), (), Limits())
    assert isinstance(terms, Terms)
    at = seat_patron(terms)
    left = leave(play_round(at.with_bets_open()))
    assert [fact.shoe_number for fact in facts(left.record, ShoeRevealed)] == [1]


def test_credits_are_bought_from_the_person_who_deals(seated: Sit) -> None:
    record = seated("").session.record
    assert latest(record, CashTaken) == CashTaken(TERMINAL, dollars(1000))
    assert {event.by for event in record.events} == {YOU}
    assert {event.at for event in record.events} == {NOON}


def test_the_record_alone_gives_the_table(seated: Sit) -> None:
    at = seated("3H AD JS 9H AH 6C")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(100)}))
    session = leave(play_round(session))
    assert replay(session.record.events) == session.table
    assert session.credits == dollars(1095)


def test_a_shoe_is_loaded_with_its_promise_and_without_its_order(seated: Sit) -> None:
    at = seated("3H AD JS 9H AH 6C")
    loaded = latest(at.session.record, ShoeLoaded)
    assert loaded.sealed.startswith("punto-seal-1:")
    assert "3H AD" not in repr(at.session)
    assert commitment_text(at.session.record).plain == f"Commitment {loaded.commitment}"


def test_a_changed_seal_deals_nothing(seated: Sit) -> None:
    at = seated("")
    house = at.session.house
    other = replace(house, shoes=replace(house.shoes, key=bytes(32)))
    changed = replace(at.session, house=other)
    with pytest.raises(SealBroken):
        play_round(open_bets(changed))
    assert repr(house.shoes.key) not in repr(house)


def test_sha256sum_gives_the_commitment_of_a_revealed_shoe(seated: Sit) -> None:
    at = seated("3H AD JS 9H AH 6C")
    left = leave(play_round(at.with_bets_open()))
    command = check_command(latest(left.record, ShoeRevealed))
    run = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)
    assert run.stdout.split()[0] == latest(left.record, ShoeLoaded).commitment
    assert all(len(line) < 80 for line in command.splitlines())


def test_leaving_voids_the_abandoned_round_and_gives_its_stakes_back(
    seated: Sit,
) -> None:
    at = seated("")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(100)}))
    left = leave(session)
    assert latest(left.record, RulingGiven).words == "the patron leaves"
    assert [len(fact.results) for fact in facts(left.record, RoundVoided)] == [1]
    assert left.credits == dollars(1000)
    assert left.settled == ()
    assert left.table.shoe is None
    assert left.table.phase is Phase.IDLE


def test_leaving_between_rounds_needs_no_ruling(seated: Sit) -> None:
    at = seated("4D KS 4C 2H")
    left = leave(play_round(at.with_bets_open()))
    assert list(facts(left.record, RulingGiven)) == []
    assert latest(left.record, ShoeRetired).reason == "the patron leaves"


def test_a_new_shoe_clears_the_roads_and_keeps_the_rest(seated: Sit) -> None:
    at = seated("4D KS 4C 2H")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(100)}))
    session = play_round(session)
    fresh = load_shoe(retire_shoe(session, "worn"))
    assert (session.round_number, fresh.round_number) == (2, 1)
    assert (session.shoe.number, fresh.shoe.number) == (1, 2)
    assert fresh.roads.bead.cells == ()
    assert fresh.settled == session.settled
    first, second = facts(fresh.record, ShoeLoaded)
    assert first.commitment != second.commitment


def test_the_totals_of_a_session_are_the_sums_of_its_rounds(seated: Sit) -> None:
    at = seated("7S 8D TC TH 9H KS KC 2H")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(100)}))
    session = open_bets(play_round(session))
    session = play_round(accepted(repeat(session)))
    assert session.total_staked == dollars(200)
    assert session.total_returned == dollars(195)
    assert session.credits == dollars(995)


def test_a_step_out_of_turn_stops_the_program(seated: Sit) -> None:
    at = seated("")
    with pytest.raises(StepRefused, match="settling the round: bets are open"):
        done(at.session, OpenBets(), Settle())


def test_a_session_without_a_table_has_nothing_to_tell() -> None:
    with pytest.raises(RecordDoesNotHold, match="no game"):
        _ = PlaySession(usual_house(StoppedClock())).terms
    with pytest.raises(RecordDoesNotHold, match="no ShoeLoaded"):
        latest(PlaySession(usual_house(StoppedClock())).record, ShoeLoaded)


def test_no_stakes_are_nothing_in_all() -> None:
    assert total_of({}) == 0


def test_a_seed_deals_the_same_shoes_whatever_is_sealed_between_them() -> None:
    entropy = SeededEntropy(7)
    plain = [shuffled(DECK * 8, entropy) for _ in range(2)]
    shoes = practice_house(StoppedClock(), 7).shoes
    for number, cards in enumerate(plain, start=1):
        loaded = shoes.loaded(TABLE, number, 8)
        sealed = SealedShoe(loaded.commitment, loaded.sealed)
        assert unseal(sealed, shoes.key, TABLE, number).order == cards


def test_two_houses_without_a_seed_share_neither_cards_nor_key() -> None:
    one, other = (usual_house(StoppedClock()).shoes for _ in range(2))
    assert one.key != other.key
    assert one.loaded(TABLE, 1, 8).commitment != other.loaded(TABLE, 1, 8).commitment


def test_a_practice_session_repeats_its_commitment(tiger: Terms) -> None:
    told = {
        commitment_text(
            sit_down(tiger, dollars(10), practice_house(StoppedClock(), seed)).record
        ).plain
        for seed in (7, 7, 8)
    }
    assert len(told) == 2
