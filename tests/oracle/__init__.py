"""A second, naive reading of the rules that shares nothing with the engine it is compared with."""
