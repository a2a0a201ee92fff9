"""The lab's worker process for the server, with one request and one answer per line."""
