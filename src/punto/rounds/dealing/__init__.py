"""The deal: cards arrive, go to their hands, and end in a result."""
