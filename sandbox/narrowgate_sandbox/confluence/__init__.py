"""The wiki in the words of Confluence: Cloud (v2, and v1 where v2 has nothing) and Data Center, on one model."""
