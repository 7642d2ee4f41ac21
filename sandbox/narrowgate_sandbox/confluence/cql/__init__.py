"""A part of the wiki's query language: enough to notice what the vendor would refuse, and to answer the rest."""
