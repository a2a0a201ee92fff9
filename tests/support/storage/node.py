"""A node in its own process, which appends to a table together with another node."""

import sys

from punto.runtime.ports import Batch
from punto.storage.postgresql.database import open_postgresql
from support.storage.batches import A1, cash


def run(address: str, name: str, count: int) -> tuple[int, int]:
    """Append ``count`` events; return the final position and the number of the other's events."""
    journal = open_postgresql(address)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    position = caught_up = 0
    for number in range(count):
        with journal.transaction([A1]) as transaction:
            news = list(transaction.read(A1, position))
            caught_up += len(news)
            position += len(news)
            event = cash(number + 1, f"{name}-{number}")
            transaction.append(Batch(A1, position, (event,)))
            position += 1
    journal.close()
    return position, caught_up


if __name__ == "__main__":
    sys.stdout.write("{} {}\n".format(*run(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
