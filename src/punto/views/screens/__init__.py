"""The contents of each screen: public, terminal, console, pit and display."""

from punto.views.screens.console import ConsoleView, console_view
from punto.views.screens.floor_tables import (
    DECISIONS,
    Concerns,
    Surroundings,
    TableOnFloor,
    WinPoint,
    table_on_floor,
    urgency,
    work_at,
)
from punto.views.screens.lobby import LobbyTile, lobby_tile
from punto.views.screens.offers import LimitsAsked, LimitsChange, LimitsScope, limits_change
from punto.views.screens.own_results import OwnResult, own_round
from punto.views.screens.pit import PitView, pit_view
from punto.views.screens.public import (
    PublicView,
    RoadsShown,
    WinsOn,
    all_roads,
    game_shown,
    public_view,
)
from punto.views.screens.terminal import (
    OwnState,
    TerminalView,
    own_state,
    rounds_before,
    terminal_view,
)
