"""The tools of the chat server."""
