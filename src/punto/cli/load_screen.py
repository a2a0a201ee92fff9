"""The output of punto load: the floor, and beside it a server that only sends."""

from rich.text import Text

from punto.cli.screens import console, plain_table
from punto.load.load_run import Checked, Measured
from punto.load.processes import Effort, Spread


def load_data(floor: Measured, checked: Checked | None, bare: Measured | None) -> dict[str, object]:
    """Return the results for programs."""
    return {
        **_measured_data(floor),
        "record": None if checked is None else _record_data(checked),
        "bare": None if bare is None else _measured_data(bare),
        "ratios": None if bare is None else ratios(floor, bare),
    }


def _measured_data(found: Measured) -> dict[str, object]:
    return {
        "terminals": found.terminals,
        "seconds": found.seconds,
        "rounds": found.rounds,
        "bets": len(found.acknowledged),
        "bets_per_second": _rate(found),
        "acknowledgement_ms": _spread_data(found.answers),
        "fan_out_ms": _spread_data(found.fan_out),
        "errors": dict(found.faults),
        "unanswered": found.unanswered,
        "frames": found.frames_count,
        "server": _effort_data(found.server, found.seconds),
        "patrons": _effort_data(found.patrons, found.seconds),
        "lateness_ms": _spread_data(found.lateness),
        "bottleneck": found.bottleneck,
        "welcome_again_ms": _spread_data(found.welcomes),
        "memory_kib": _footprint_data(found),
    }


def _record_data(checked: Checked) -> dict[str, object]:
    return {
        "bets": checked.bets_count,
        "lost": list(checked.lost),
        "holds": checked.holds,
        "verdict": checked.verdict,
    }


def _spread_data(spread: Spread | None) -> dict[str, float] | None:
    if spread is None:
        return None
    return {"p50": spread.p50, "p99": spread.p99, "max": spread.most, "count": spread.count}


def _effort_data(effort: Effort | None, seconds: float) -> dict[str, float] | None:
    if effort is None:
        return None
    share = round(100 * effort.cpu_seconds / seconds, 1)
    return {
        "cpu_seconds": effort.cpu_seconds,
        "cpu_percent": share,
        "memory_mib": effort.memory_mib,
    }


def _footprint_data(found: Measured) -> dict[str, float] | None:
    if found.footprint is None:
        return None
    terminal, connection = found.footprint.kib_each(found.terminals)
    return {"terminal": terminal, "connection": connection}


def _rate(found: Measured) -> float:
    return round(len(found.acknowledged) / found.seconds, 1)


def ratios(floor: Measured, bare: Measured) -> dict[str, float | None]:
    """Return the floor's figures as multiples of those of a server that only sends."""
    return {
        "acknowledgement_p50": _ratio(floor.answers, bare.answers, "p50"),
        "acknowledgement_p99": _ratio(floor.answers, bare.answers, "p99"),
        "fan_out_p50": _ratio(floor.fan_out, bare.fan_out, "p50"),
        "fan_out_p99": _ratio(floor.fan_out, bare.fan_out, "p99"),
        "cpu": _ratio(floor.server, bare.server, "cpu_seconds"),
    }


def _ratio(
    floor: Spread | Effort | None, bare: Spread | Effort | None, figure: str
) -> float | None:
    if floor is None or bare is None or not getattr(bare, figure):
        return None
    times: float = getattr(floor, figure) / getattr(bare, figure)
    return round(times, 1)


def print_load(floor: Measured, checked: Checked | None, bare: Measured | None) -> None:
    """Print the results for people."""
    screen = console()
    words = f"{floor.terminals} terminals, {floor.seconds:g} seconds, {floor.rounds} rounds"
    screen.print(Text(words, "bold"))
    table = plain_table()
    columns = ["floor"] if bare is None else ["floor", "only sending", "times"]
    for heading in ("", *columns):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    times = {} if bare is None else ratios(floor, bare)
    columns_of_cells = [_cells(each) for each in (floor, bare) if each is not None]
    for name in columns_of_cells[0]:
        known = (times.get(each) for each in _RATIOS.get(name, ()))
        ratio = " / ".join(f"{each:g}" for each in known if each is not None)
        table.add_row(name, *(each[name] for each in columns_of_cells), *filter(None, [ratio]))
    screen.print(table)
    for fault, count in sorted(floor.faults.items()):
        screen.print(Text(f"{fault}: {count}", "yellow"))
    screen.print(Text(*_record_words(checked)))


_RATIOS = {
    "acknowledgement ms, p50 / p99 / max": ("acknowledgement_p50", "acknowledgement_p99"),
    "fan-out ms, p50 / p99 / max": ("fan_out_p50", "fan_out_p99"),
    "CPU of the server": ("cpu",),
}
"""The rows with ratios beside them."""


def _cells(found: Measured) -> dict[str, str]:
    """Return a column of the table, with the names of its rows."""
    server = found.server
    return {
        "bets acknowledged": f"{len(found.acknowledged):,}",
        "bets a second": f"{_rate(found):g}",
        "acknowledgement ms, p50 / p99 / max": _spread_words(found.answers),
        "fan-out ms, p50 / p99 / max": _spread_words(found.fan_out),
        "errors": f"{found.faults.total():,}",
        "unanswered": f"{found.unanswered:,}",
        "frames": f"{found.frames_count:,}",
        "CPU of the server": _cpu_words(server, found.seconds),
        "memory of the server, MiB": "not known" if server is None else f"{server.memory_mib:g}",
        "memory of a terminal / a connection, KiB": _footprint_words(found),
        "CPU of the terminals": _cpu_words(found.patrons, found.seconds),
        "terminals late ms, p50 / p99 / max": _spread_words(found.lateness),
        "welcome again ms, p50 / p99 / max": _spread_words(found.welcomes),
        "bottleneck": found.bottleneck,
    }


def _spread_words(spread: Spread | None) -> str:
    return "none" if spread is None else f"{spread.p50:g} / {spread.p99:g} / {spread.most:g}"


def _footprint_words(found: Measured) -> str:
    if found.footprint is None:
        return "not known"
    return "{:g} / {:g}".format(*found.footprint.kib_each(found.terminals))


def _cpu_words(effort: Effort | None, seconds: float) -> str:
    if effort is None:
        return "not known"
    return f"{effort.cpu_seconds:g} s, {100 * effort.cpu_seconds / seconds:.0f} %"


def _record_words(checked: Checked | None) -> tuple[str, str]:
    if checked is None:
        return "The record was not checked: give it with --database.", "yellow"
    if checked.lost:
        some = ", ".join(checked.lost[:3])
        return f"{len(checked.lost)} acknowledged bets are not in the record: {some}", "bold red"
    if not checked.holds:
        return f"The record does not hold: {checked.verdict}", "bold red"
    return "Every acknowledged bet is in the record, and the audit passes.", "green"
