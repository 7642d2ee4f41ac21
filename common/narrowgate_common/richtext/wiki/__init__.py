"""Jira wiki markup: text, read with the place of every character."""
