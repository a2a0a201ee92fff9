"""The search index: derived from the record, kept beside it, and made again when it is lost."""
