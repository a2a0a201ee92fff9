"""The procedure of an irregularity as screens show it: its steps and what each would do."""
