"""A narrow MCP server for team chat."""

VERSION = "0.1.0"
