"""Edits: which blocks and words of an original a wanted text keeps, and what becomes of the others."""
