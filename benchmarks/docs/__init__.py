"""The docs server beside the SDK's bare server and mcp-atlassian, on wikis on loopback."""
