"""Confluence storage format: XHTML with `ac:` and `ri:` elements, read with the place of every byte."""
