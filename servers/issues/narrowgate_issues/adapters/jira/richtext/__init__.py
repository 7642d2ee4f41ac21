"""Jira's two formats of rich text, and the Markdown between them and the model."""
