"""The record of a server with its secrets, checked first, so that a refused one leaves no trace."""

from collections.abc import Callable

from punto.bootstrap.checkpoint_keys import first_signing_key, found_signing_key
from punto.bootstrap.floor_nodes import Secrets, open_node_record
from punto.bootstrap.settings import Settings
from punto.bootstrap.shoe_keys import found_shoe_key, shoe_key
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal


def open_server_record(
    settings: Settings, on_trouble: Callable[[str], None]
) -> tuple[StoredJournal, Secrets]:
    """Open the record, check its signed ends, then load the secrets or create missing ones."""
    signing = found_signing_key(settings)
    found_shoe_key(settings)
    trusted = (*_public(signing), *settings.trusted_keys)
    journal = open_node_record(settings.database, trusted, on_trouble)
    try:
        journal.check_signed_ends()
        if signing is None:
            first = first_signing_key(settings, journal)
            if isinstance(first, str):
                on_trouble(first)
            else:
                signing = first
        secrets = Secrets(shoe_key(settings), signing)
    except BaseException:
        journal.close()
        raise
    return StoredJournal(journal.database, (*_public(signing), *trusted)), secrets


def _public(key: SigningKey | None) -> tuple[str, ...]:
    return () if key is None else (key.public,)
