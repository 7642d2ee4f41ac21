"""Figures beside peers' and the SDK's own, taken in one run; see README.md."""
