"""The table itself: its configuration, its Dealer and its terminals."""
