"""What each screen shows: public, terminal, console, pit and display."""
