"""Where Punto's parts are put together, and the only place that knows all of them."""
