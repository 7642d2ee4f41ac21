"""An embedded company for demos and tests: loopback only."""
