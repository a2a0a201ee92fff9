"""All refusals of the floor: a closed list."""

from punto.identity.access.refusals import AccessRefusal
from punto.identity.people.refusals import PeopleRefusal, RolesRefusal
from punto.identity.terminals.refusals import TerminalsRefusal
from punto.rules import OnePersonAsTwo, SamePersonTwice

DualControlRefusal = SamePersonTwice | OnePersonAsTwo
Refusal = PeopleRefusal | DualControlRefusal | RolesRefusal | TerminalsRefusal | AccessRefusal
