"""Remembers how far each stream was acknowledged, in a small file beside the database.

Damage to the database or its log, or truncation of either, does not reach this file. It is written
after each commit and before the client is answered, without a sync of its own. It may therefore say
less than the record holds, and says more only if the record has lost something.

Each stream has two slots that take turns, so that an interrupted write spoils only the older one. A
slot is a line of JSON followed by the beginning of the line's SHA-256.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any

import msgspec

from punto.runtime import CannotRecord, RecordBroken, Stream
from punto.storage.new_files import OWNER_ONLY
from punto.storage.record.rows import HeadRow
from punto.storage.record.sessions import RecordSession
from punto.storage.record.transactions import answers_hash_at, hash_at

SUFFIX = "-acknowledged"
CHECKPOINTS = "checkpoint"
"""The name under which the newest checkpoint is kept; no stream has this name."""

_PLACE = 2_048
"""In bytes; longer than any line, whatever the name of the stream."""
_TURNS = 2
_SUM = 16
_NO_ANSWERS = bytes(32)
_Json = dict[str, Any]
_json = msgspec.json.Encoder().encode
ABOUT = "see 'A record that lost something' in docs/OPERATING.md"


@dataclass(frozen=True, slots=True)
class Kept:
    """The content of the file."""

    name: str
    ends: Mapping[str, HeadRow] = field(default_factory=dict)
    since: int | None = None
    """When it was begun, in milliseconds; None if the file is missing or unreadable."""
    is_whole: bool = False
    """Whether it was begun together with the record."""


def file_beside(database: Path) -> Path:
    """Return the path of a database's file of acknowledged positions."""
    return database.with_name(f"{database.name}{SUFFIX}")


def read_kept(database: Path) -> Kept:
    """Read how far the streams of a database were acknowledged.

    Call it before reading the database: then anything a writer adds in between is in the record.
    """
    path = file_beside(database)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Kept(str(path))
    except OSError as fault:
        raise CannotRecord(f"{path}: {fault.strerror}") from fault
    header = _read(content[:_PLACE])
    if header is None or header.get("punto") != "acknowledged":
        return Kept(str(path))
    ends: dict[str, HeadRow] = {}
    for start in range(_PLACE, len(content), _PLACE):
        row = _end(_read(content[start : start + _PLACE]))
        if row is not None and _is_further(row, ends.get(row.stream)):
            ends[row.stream] = row
    return Kept(str(path), ends, header["since"], header["is_whole"])


def _is_further(row: HeadRow, than: HeadRow | None) -> bool:
    if than is None:
        return True
    return (row.position, row.answers_count) > (than.position, than.answers_count)


def _read(place: bytes) -> _Json | None:
    """Return the line of a slot; None if it was never, or not completely, written."""
    # JSON contains no line feed; a stream's name may well contain a space and a #.
    line, _, checksum = place.partition(b"\n")[0].rpartition(b" #")
    if checksum != _sum_of(line):
        return None
    found: _Json = msgspec.json.decode(line)
    return found


def _end(found: _Json | None) -> HeadRow | None:
    if found is None:
        return None
    return HeadRow(
        found["stream"],
        found["position"],
        bytes.fromhex(found["hash"]),
        found["answers_count"],
        bytes.fromhex(found["answers_hash"]),
    )


def _line(values: Mapping[str, object]) -> bytes:
    line = _json(values)
    return line + b" #" + _sum_of(line) + b"\n"


def _end_line(end: HeadRow) -> bytes:
    hashes = {"hash": end.hash.hex(), "answers_hash": end.answers_hash.hex()}
    return _line(end._asdict() | hashes)


def _sum_of(line: bytes) -> bytes:
    return sha256(line).hexdigest()[:_SUM].encode()


def check_kept(kept: Kept, session: RecordSession, beside: str = "") -> None:
    """Raise RecordBroken if the record lacks something that was acknowledged."""
    for stream, end in kept.ends.items():
        if stream == CHECKPOINTS:
            _check_checkpoint(kept, end, session)
            continue
        head = session.head(stream)
        position, answers = (0, 0) if head is None else (head.position, head.answers_count)
        if position < end.position or answers < end.answers_count:
            raise RecordBroken(
                f"{stream} ends at {position} with {answers} answers, but {end.position} events "
                f"and {end.answers_count} answers were acknowledged ({kept.name}): the record has "
                f"lost the rest; {beside + '; ' if beside else ''}{ABOUT}"
            )
        found = (
            hash_at(session, Stream(stream), end.position),
            answers_hash_at(session, Stream(stream), end.answers_count),
        )
        if found != (end.hash, end.answers_hash):
            raise RecordBroken(
                f"{stream} at {end.position}: not what was acknowledged ({kept.name}); {ABOUT}"
            )


def _check_checkpoint(kept: Kept, end: HeadRow, session: RecordSession) -> None:
    found = session.checkpoints(end.position - 1, 1)
    if [sha256(row.body).digest() for row in found if row.number == end.position] != [end.hash]:
        raise RecordBroken(
            f"checkpoint {end.position} was signed ({kept.name}) and is not in the record, or not "
            f"as it was signed; {ABOUT}"
        )


def checkpoint_end(number: int, body: bytes) -> HeadRow:
    """Return the newest checkpoint in the form kept in this file."""
    return HeadRow(CHECKPOINTS, number, sha256(body).digest(), 0, _NO_ANSWERS)


class Acknowledged:
    """Writes the file, for the only writer of a database.

    Nothing is written before the first commit, so that a record refused for another reason stays as
    it is, with no new file beside it.
    """

    def __init__(
        self,
        database: Path,
        kept: Kept,
        ends: Sequence[HeadRow],
        on_trouble: Callable[[str], None],
    ) -> None:
        self._path, self._on_trouble = file_beside(database), on_trouble
        self._ends = {end.stream: end for end in ends}
        self._is_whole = kept.is_whole or (kept.since is None and not ends)
        self._since = int(time() * 1_000) if kept.since is None else kept.since
        if not self._is_whole and kept.since is None:
            on_trouble(
                f"{self._path}: missing or unreadable; it is unknown whether the record has "
                "lost anything acknowledged before now. Positions are noted again from now on"
            )
        self._places: dict[str, list[int]] = {}
        self._file: int | None = None

    def note(self, ends: Iterable[HeadRow]) -> None:
        """Note how far streams are about to be acknowledged."""
        for end in ends:
            self._ends[end.stream] = end
            if self._file is None:
                self._file = self._written()
                continue
            try:
                self._put(self._file, end)
            except OSError as fault:
                raise CannotRecord(f"{self._path}: {fault.strerror}") from fault

    def check_place(self) -> None:
        """Write the file again, and report it, if it was deleted or replaced.

        Raises CannotRecord if the system cannot tell whether it is still there.
        """
        if self._file is not None and not self._is_in_place(self._file):
            self._on_trouble(f"{self._path}: deleted or replaced; it is written again")
            self._since, self._is_whole = int(time() * 1_000), False
            self.close()
        if self._file is None:
            try:
                self._file = self._written()
            except CannotRecord as fault:
                # Nothing is at stake yet: the next commit tries again, and fails if it must.
                self._on_trouble(f"acknowledged positions cannot be noted: {fault}")

    def _is_in_place(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except FileNotFoundError:
            return False
        except OSError as fault:
            raise CannotRecord(f"{self._path}: {fault.strerror}") from fault

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # there is nothing more to write to it
                os.close(file)

    def _written(self) -> int:
        """Write the whole file under another name, then rename it."""
        unfinished = self._path.with_name(f"{self._path.name}.new")
        flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        with ExitStack() as on_fault:
            try:
                file = os.open(unfinished, flags, OWNER_ONLY)
                on_fault.callback(os.close, file)
                self._fill(file)
                unfinished.rename(self._path)
            except OSError as fault:
                raise CannotRecord(f"{self._path}: {fault.strerror}") from fault
            on_fault.pop_all()
        return file

    def _fill(self, file: int) -> None:
        begun = {"since": self._since, "is_whole": self._is_whole}
        os.pwrite(file, _line({"punto": "acknowledged", "version": 1, **begun}), 0)
        self._places.clear()
        for end in self._ends.values():
            self._put(file, end)
        os.fsync(file)

    def _put(self, file: int, end: HeadRow) -> None:
        place = self._places.setdefault(end.stream, [len(self._places), 0])
        at = (1 + place[0] * _TURNS + place[1]) * _PLACE
        os.pwrite(file, _end_line(end), at)
        place[1] = (place[1] + 1) % _TURNS
