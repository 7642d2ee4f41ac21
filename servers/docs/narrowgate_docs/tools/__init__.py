"""The tools of the docs server."""
