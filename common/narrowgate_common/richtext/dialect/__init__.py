"""The Markdown that agents read and write: blocks to text and back, in one form only."""
