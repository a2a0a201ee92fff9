"""HTTP: pages, the socket, and the answers that other programs may ask for."""
