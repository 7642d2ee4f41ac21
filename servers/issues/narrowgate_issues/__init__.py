"""A narrow MCP server for issue trackers."""

VERSION = "0.1.0"
