"""Slack's Web API behind the port."""
