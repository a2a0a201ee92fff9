"""Events, refusals and snapshots as bytes, under names that outlive the code."""
