"""The contract, run against every store."""

from support.storage.answer_contract import AnswerContract
from support.storage.checkpoint_contract import CheckpointContract
from support.storage.contract import Contract
from support.storage.snapshot_contract import SnapshotContract


class TestTheContract(Contract):
    pass


class TestTheContractOfCheckpoints(CheckpointContract):
    pass


class TestTheContractOfAnswers(AnswerContract):
    pass


class TestTheContractOfSnapshots(SnapshotContract):
    pass
