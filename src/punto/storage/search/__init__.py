"""The search index: derived from the record, kept beside it, and rebuilt when it is lost."""
