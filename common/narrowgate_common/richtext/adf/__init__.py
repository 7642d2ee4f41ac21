"""Atlassian Document Format: a tree of JSON nodes, read without changing one of them."""
