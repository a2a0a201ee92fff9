"""The record for every database: rows, chains, transactions, and an in-memory store."""
