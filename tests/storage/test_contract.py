"""The contract, held against every store."""

from storage.answer_contract import AnswerContract
from storage.checkpoint_contract import CheckpointContract
from storage.contract import Contract
from storage.snapshot_contract import SnapshotContract


class TestTheContract(Contract):
    pass


class TestTheContractOfCheckpoints(CheckpointContract):
    pass


class TestTheContractOfAnswers(AnswerContract):
    pass


class TestTheContractOfSnapshots(SnapshotContract):
    pass
