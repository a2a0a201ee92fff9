"""The floor's own stream: its people, the roles they hold, and its terminals."""
