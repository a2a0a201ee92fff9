"""A record in which nearly everything happens once, small enough to change every value."""

from pathlib import Path

from punto.runtime.ports import Snapshot, stream_of
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.codec.snapshots import FOLD
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant, TableId
from support.audit.recording import Recorder, commands_of
from support.rehearsals.stage import read

SCRIPT = """\
table A1 plays rws-etg
  limits 5 to 500
  tickets valid 2 days
table B2 plays mbs-tiger
  cards from a virtual shoe
people
  tan   Shift Manager
  siti  Pit Manager
  arun  Pit Supervisor
  mei   Dealer
  bo    Dealer
terminals T1 T2

table B2
siti configures the table
bo opens the table
arun seats T2
T2 takes a simulated bill of 100
bo loads a virtual shoe beginning KS 3D QH 4C 2D cut nowhere
bo opens bets
T2 bets banker 20, tiger-pair 5
bo closes bets
bo deals KS 3D QH 4C
bo deals 2D
bo settles
arun retires the shoe: "the end"
bo reveals shoe 1 beginning KS 3D QH 4C 2D
T2 cashes out
T2 answers for the printer: printed

table A1
siti configures the table
mei opens the table
arun seats T1
T1 takes the ticket of T2
mei takes 100 in cash at T1
mei loads the shoe
mei opens bets
T1 bets banker 50
T1 bets banker 100, tie 10
mei plays 2D KS 2C 7H KD
T1 cashes out
T1 answers for the printer: printed
mei reports wrong-card-registered with the cards 2D KS 2C 7H 4D: "a four was read as a king"
arun attests
mei takes 300 in cash at T1
arun takes 50 of T1 towards its debt
arun asks to adjust T1 by 25: "waited half an hour"
tan grants the adjustment of T1
siti changes the limits to 10 to 400
mei opens bets
T1 bets player 60
T1 bets banker 500
expect refusal BetsRefused
mei closes bets
mei deals 2D KS 2C
mei reports foreign-card: "a joker"
arun attests
mei loads the shoe
mei opens bets
T1 bets banker 40
mei plays 2D KS 2C 7H KD
mei opens bets
mei reports wrong-card-registered in round 3 with the cards 2D KS 2C 7H 4D: "misread as well"
tan attests
arun takes 100 of T1 towards its debt
arun asks to write off 25 of T1: "the patron has gone"
tan grants the adjustment of T1
arun moves T1 to B2
"""


def record_busy_evening(path: Path, key: SigningKey) -> Path:
    """Record the script, with a snapshot and two checkpoints; return the path of the record."""
    journal = open_sqlite(path)
    recorder = Recorder(journal)
    stream = stream_of(TableId("A1"))
    asked = list(commands_of(read(SCRIPT)))
    half = len(asked) // 2
    recorder.give(asked[:half])
    sign_checkpoint(journal.database, key, Instant(1))
    recorder.give(asked[half:])
    runtime = recorder.runtime(stream)
    journal.keep_snapshot(Snapshot(stream, runtime.position, FOLD, runtime.state))
    sign_checkpoint(journal.database, key, Instant(2))
    journal.close()
    return path
