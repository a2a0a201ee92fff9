"""The shoe: loaded, burned, counted, ended by its cut card, retired and revealed."""
