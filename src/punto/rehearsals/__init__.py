"""Rehearsals: scripts of play, run on the real engine, with a transcript as the result."""

from punto.rehearsals.scenes import Happened, OfFloor, OfTable, Staff
from punto.rehearsals.scopes import RuleBook
from punto.rehearsals.scripts import Script, read_script
from punto.rehearsals.transcripts import Transcript, as_data, as_text, mistakes_as_data, rehearse
