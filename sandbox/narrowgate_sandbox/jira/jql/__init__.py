"""The tracker's query language: words, grammar, evaluation and order."""
