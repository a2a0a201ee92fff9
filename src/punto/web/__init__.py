"""The server's side of the screens: HTTP, connections, sessions, feeds, credentials, the wire."""
