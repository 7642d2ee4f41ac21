"""A narrow MCP server for issue trackers."""
