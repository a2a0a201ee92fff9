"""The record for every database: rows, chains and transactions."""
