"""Vendors: one folder each, one line each in VENDORS."""
