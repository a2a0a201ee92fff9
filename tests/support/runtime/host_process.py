"""A node in its own process, which takes orders line by line.

Run by the tests as ``python -m support.runtime.host_process ADDRESS NAME``. It answers each line
with one line: ``cash N`` takes N dollars in N commands, ``hear P`` waits without asking until
the node is at position P, ``state`` reports the table's state, ``close`` stops in order.
"""

import asyncio
import sys

from punto.bootstrap.floor_nodes import Secrets, node_on
from punto.rounds.purse.commands import TakeCash
from punto.runtime.nodes import Node
from punto.storage.addresses import open_record
from punto.values.ids import TableId
from punto.values.money import dollars
from support.rounds.evening import T1
from support.runtime.stage import command, until

A1 = TableId("A1")
SECRETS = Secrets(b"k" * 32)


async def obey(node: Node, name: str, line: str) -> str:
    word, _, number = line.partition(" ")
    match word:
        case "cash":
            asked = (
                node.ask(A1, command(TakeCash(T1, dollars(1)), command_id=f"{name}-{each}"))
                for each in range(int(number))
            )
            answers = await asyncio.gather(*asked)
            return f"taken {sum(isinstance(answer, tuple) for answer in answers)}"
        case "hear":
            await until(lambda: node.tables()[A1].position >= int(number))
            return "heard"
        case "state":
            standing = node.tables()[A1]
            credit = standing.table.credits_of(T1)
            return f"{standing.position} {credit} {standing.table.phase.value} {standing.halted}"
        case _:
            await node.close()
            return "closed"


async def serve(address: str, name: str) -> None:
    journal = open_record(address)
    node = node_on(journal, address, SECRETS, lambda trouble: say(f"trouble {trouble}"))
    await node.open()
    say("ready")
    loop = asyncio.get_running_loop()
    answer = ""
    while answer != "closed":
        line = await loop.run_in_executor(None, sys.stdin.readline)
        answer = await obey(node, name, line.strip())
        say(answer)
    journal.close()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
