"""The tables of a search index, in one text for both databases.

Events form blocks of ``BLOCK`` events, in the order in which they were indexed. ``term_blocks``
lists the terms of each block, so that a search reads only blocks that may match, and compares the
terms of each event there. Both tables stay small compared with the record.
"""

VERSION = 1
"""Increased whenever tables or terms change; an index of another version is rebuilt."""

BLOCK = 500
"""Smaller blocks make ``term_blocks`` longer, larger ones a search slower."""

TABLES = (
    "CREATE TABLE {schema}about (version {number} NOT NULL)",
    """
    CREATE TABLE {schema}followed (
        stream {text} NOT NULL PRIMARY KEY,
        position {number} NOT NULL,
        hash {bytes} NOT NULL,
        round_number {number} NOT NULL,
        cut_card_seen {number} NOT NULL
    )
    """,
    """
    CREATE TABLE {schema}entries (
        id {number} NOT NULL PRIMARY KEY,
        stream {text} NOT NULL,
        position {number} NOT NULL,
        at {number} NOT NULL,
        round_number {number} NOT NULL,
        is_news {number} NOT NULL,
        terms {text} NOT NULL,
        UNIQUE (stream, position)
    )
    """,
    """
    CREATE TABLE {schema}blocks (
        block {number} NOT NULL PRIMARY KEY,
        first_at {number} NOT NULL,
        last_at {number} NOT NULL
    )
    """,
    """
    CREATE TABLE {schema}term_blocks (
        term {text} NOT NULL,
        block {number} NOT NULL,
        PRIMARY KEY (term, block)
    ) {plain}
    """,
)
NAMES = ("about", "followed", "entries", "blocks", "term_blocks")
