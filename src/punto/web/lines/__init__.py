"""Lines: WebSocket connections, each with a reader, a writer and a session."""
