"""A server process that plays a script and then takes cash for ever, until its input ends."""

import sys
from itertools import count
from threading import Thread

from punto.storage.addresses import open_record
from punto.values.ids import CommandId, Instant
from punto.values.structures import replace
from support.audit.recording import Recorder, commands_of
from support.rehearsals.stage import read

SCRIPT = """\
table A1 plays rws-etg
people
  tan   Shift Manager
  arun  Pit Supervisor
  mei   Dealer
terminals T1
tan configures the table
mei opens the table
arun seats T1
mei takes 100 in cash at T1
mei loads the shoe
mei opens bets
T1 bets banker 20, tie 5
mei plays KS 3D QH 4C 2D
mei takes 1 in cash at T1
"""


def run(address: str) -> int:
    """Write without a pause; return how many commands after the script were acknowledged."""
    asked = list(commands_of(read(SCRIPT)))
    journal = open_record(address)
    recorder = Recorder(journal)
    recorder.give(asked)
    over = Thread(target=sys.stdin.read, daemon=True)
    over.start()
    stream, cash = asked[-1]
    for number in count(1):
        at = Instant(cash.at + number)
        recorder.give([(stream, replace(cash, id=CommandId(f"w{number}"), at=at))])
        if number == 1:
            sys.stdout.write("writing\n")
            sys.stdout.flush()
        if not over.is_alive():
            break
    journal.close()
    return number


if __name__ == "__main__":
    sys.stdout.write(f"{run(sys.argv[1])}\n")
