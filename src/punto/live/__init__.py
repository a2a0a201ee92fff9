"""The arithmetic of live tables: layouts, chips, the Differential, pro rata shares, acceptors."""

from punto.live.bet_lines import LineMistake, LinePart, TypedBet, bet_codes, read_bet_line
from punto.live.betting_boxes import (
    BoxBet,
    BoxLabel,
    PatronKey,
    PlayedBet,
    Stance,
    acceptor_of,
    may_hold,
    squeezer_of,
    totals_of,
    with_a_seat,
)
from punto.live.chips import (
    ChipsMissing,
    Tray,
    exact_from,
    fewest_chips,
    most_payable,
    next_payable,
    split_from,
    value_of,
    what_helps,
    with_chips,
    without_chips,
)
from punto.live.dealer_warnings import (
    AmountNotInChips,
    BetUnderMinimum,
    DealerWarning,
    DifferentialExceeded,
    SideBetOverMaximum,
    StandingAlone,
    warnings_of,
)
from punto.live.differentials import apportion, reject_excess
from punto.live.layouts import (
    USUAL_BOXES,
    USUAL_CHIPS,
    USUAL_LAYOUT,
    Chip,
    ChipSet,
    TableLayout,
    layout_refusals,
)
from punto.live.posted_limits import PostedLimits, limits_refusals
from punto.live.readings import (
    LayoutReading,
    ReadBet,
    ReadDifference,
    ReadingRefusal,
    ReadingUnreadable,
    differences,
    reading_refusal,
)
from punto.live.settlements import BoxResult, settle_boxes
