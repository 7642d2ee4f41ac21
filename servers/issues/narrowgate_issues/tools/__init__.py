"""The tools of the issues server, in words of the port."""
