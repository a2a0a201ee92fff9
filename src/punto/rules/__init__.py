"""The rule book: games as data, the Table of Play, outcomes, pay tables, settlement."""

from punto.rules.conditions import Condition, Requirement, Trait
from punto.rules.coups import HAND_CARDS, INITIAL_CARDS, Coup, Deal, continued, deal, is_laid_right
from punto.rules.documents import (
    Document,
    Evidence,
    Paragraph,
    Phrases,
    load_document,
    load_evidence,
)
from punto.rules.dual_control import (
    OnePersonAsTwo,
    SamePersonTwice,
    Tie,
    tie_refusal,
    two_people_refusal,
)
from punto.rules.file_sections import UNKNOWN
from punto.rules.first_decision import (
    Decision,
    Decisions,
    decided_at,
    decision_by_hands,
    first_decision,
)
from punto.rules.game_files import load_game
from punto.rules.games import (
    Bet,
    BetKey,
    Catalogue,
    Game,
    GameKey,
    Name,
    RulesIdentity,
    catalogue_of,
)
from punto.rules.irregularity_policies import Irregularity, Late, PlayerOptions, Policy, Remedy
from punto.rules.liability import liability, liability_while_open
from punto.rules.limits import USUAL_MAXIMUM, WHOLE_DOLLAR, Limits
from punto.rules.outcomes import ALL_POINTS, OUTCOMES_COUNT, POINTS_COUNT, Outcome, Points
from punto.rules.pairs import (
    ALL_HAND_PAIRS,
    ALL_PAIRS,
    HandPairs,
    Pair,
    PairRank,
    PairSuits,
    pair_of,
)
from punto.rules.pay_tables import LOSES, PayRow, PayTable, Push
from punto.rules.pit_news import News
from punto.rules.readings import Reading, load_readings
from punto.rules.refusals import BetRefusal, DecksOutOfRange, Refusal, TermsRefusal, unknown_bet
from punto.rules.roles import Actor, Role, Screen
from punto.rules.settlement import BetResult, Result, Settlement, refund, settle_at, settle_bet
from punto.rules.shipped_odds import (
    NO_ODDS,
    HouseEdges,
    HouseOdds,
    load_house_edges,
    load_house_odds,
)
from punto.rules.shoe_commitments import (
    Reveal,
    commitment_of,
    committed_text,
    is_commitment,
    is_whole_decks,
    parse_committed_text,
    reveal_holds,
)
from punto.rules.stake_limits import bet_refusals
from punto.rules.table_of_play import NATURALS, TABLE_OF_PLAY, Judgement, TableOfPlay, Why
from punto.rules.terms import Terms, table_terms_refusals, terms_of, usual_decks
