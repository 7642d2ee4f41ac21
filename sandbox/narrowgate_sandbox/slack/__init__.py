"""The chat in the words of Slack's Web API."""
