"""What travels between the server and its screens: messages, views and wishes as JSON."""
