"""Reports of a record, and what they have to agree with."""
