"""Reports of a record, and the ledger figures they must agree with."""
