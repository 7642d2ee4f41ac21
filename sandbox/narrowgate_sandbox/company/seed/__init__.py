"""Fernwood Bikes as it stands on the morning of 30 November 2026."""

from narrowgate_sandbox.company.seed.planting import fernwood

__all__ = ["fernwood"]
