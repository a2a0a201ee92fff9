"""The money of a terminal: cash, banknotes, tickets, cash-outs and moves."""
