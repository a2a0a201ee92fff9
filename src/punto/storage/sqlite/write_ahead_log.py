"""Reads SQLite's write-ahead log independently.

SQLite accepts the log up to the first frame with a wrong checksum and silently drops the rest: it
cannot tell an interrupted transaction from one damaged later. The frames that follow show the
difference. Every commit is synced before the next transaction begins, so in an interrupted log only
the last transaction can be torn.
"""

from pathlib import Path
from struct import Struct

from punto.values import Value

HEADER = 32
FRAME_HEADER = 24
_SMALLEST_PAGE, _LARGEST_PAGE = 512, 65_536
_LITTLE, _BIG = 0x377F0682, 0x377F0683
"""The first number of a log: it gives the byte order of the checksums."""
_NUMBERS = Struct(">8I")
_FRAME = Struct(">6I")
_Sums = tuple[int, int]


class Log(Value):
    """The content of a log, judged by its checksums."""

    name: str
    size: int = 0
    """In bytes, as it was found."""
    sound: int = 0
    """The number of bytes from the start that end with a whole transaction."""
    bad_frame: int | None = None
    """The first frame that does not follow, if the log continues after it; 0 for the header."""
    lost_commits: int = 0
    """The number of whole transactions after it, which SQLite would drop."""
    goes_on: bool = False
    """Whether a transaction began after one of them, which was safe by then."""

    @property
    def is_damaged(self) -> bool:
        """Whether SQLite would drop acknowledged transactions."""
        return self.goes_on and self.bad_frame != 0

    @property
    def is_doubtful(self) -> bool:
        """Whether the last transaction was either interrupted or damaged."""
        return self.lost_commits > 0

    @property
    def said(self) -> str:
        """A sentence that describes the damage."""
        place = f"frame {self.bad_frame} is damaged" if self.bad_frame else "its header is damaged"
        kind = "transaction" if self.lost_commits == 1 else "transactions"
        return f"{self.name}: {place}, and {self.lost_commits} {kind} from there on would be lost"


def log_beside(database: Path) -> Path:
    """Return the path of a database's log."""
    return database.with_name(f"{database.name}-wal")


def read_log(database: Path) -> Log:
    """Read the log of a database, even while its writer is writing.

    A read that a writer overtakes can show a gap that was never there. Real damage stays in place,
    so a fault counts only if a second read finds the same one.
    """
    path = log_beside(database)
    log = _judged(str(path), _content(path))
    while log.bad_frame is not None:
        again = _judged(str(path), _content(path))
        if (again.bad_frame, again.lost_commits) == (log.bad_frame, log.lost_commits):
            break
        log = again
    return log


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _judged(name: str, content: bytes) -> Log:
    if len(content) < HEADER + FRAME_HEADER:
        return Log(name, len(content), sound=min(len(content), HEADER))
    magic, _, page, _, *salts, first, second = _NUMBERS.unpack_from(content)
    order = ">" if magic == _BIG else "<"
    sums = _added((0, 0), content[: HEADER - 8], order)
    has_header = magic in {_LITTLE, _BIG} and sums == (first, second)
    if not has_header:
        page = page if _is_page_size(page) else _page_size_of(content)
        salts = list(_FRAME.unpack_from(content, HEADER)[2:4])
    step = FRAME_HEADER + page
    sound, bad, lost, goes_on = (HEADER if has_header else 0), None, 0, False
    if not has_header:
        bad = 0
    for number in range(1, (len(content) - HEADER) // step + 1):
        start = HEADER + (number - 1) * step
        _, pages, salt_1, salt_2, first, second = _FRAME.unpack_from(content, start)
        # After a bad frame, its stated checksum is used; it may still be right.
        follows = [salt_1, salt_2] == salts and (first, second) == _added(
            _added(sums, content[start : start + 8], order),
            content[start + FRAME_HEADER : start + step],
            order,
        )
        sums = first, second
        if not follows:
            bad = number if bad is None else bad
        elif bad is None:
            sound = start + step if pages else sound
        else:
            goes_on = goes_on or lost > 0
            lost += pages > 0
    return Log(name, len(content), sound, bad if lost else None, lost, goes_on)


def _added(sums: _Sums, content: bytes, order: str) -> _Sums:
    """Continue SQLite's checksum from one frame to the next."""
    first, second = sums
    numbers = iter(Struct(f"{order}{len(content) // 4}I").unpack(content))
    for one, two in zip(numbers, numbers, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second


def _is_page_size(size: int) -> bool:
    return _SMALLEST_PAGE <= size <= _LARGEST_PAGE and not size & (size - 1)


def _page_size_of(content: bytes) -> int:
    """Infer the page size of a log that does not state it: all its frames have the same salts."""
    salts = content[HEADER + 8 : HEADER + 16]
    second = content.find(salts, HEADER + 16)
    size = second - HEADER - 8 - FRAME_HEADER
    return size if _is_page_size(size) else 4_096
