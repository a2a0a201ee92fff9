"""The JSON between the server and its screens: messages, views and wishes."""
