"""A node in a process of its own, which appends to a table that another node appends to."""

import sys

from punto.runtime.ports import Batch
from punto.storage.postgresql.database import open_postgresql
from support.storage.batches import A1, cash


def run(address: str, name: str, count: int) -> tuple[int, int]:
    """Append so many events; how many there were at the end, and how many were the other's."""
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
