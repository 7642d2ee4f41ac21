"""The safety core that every narrowgate server stands on."""
