"""HTTP: pages, the socket, and the endpoints for other programs."""
