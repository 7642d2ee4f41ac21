"""The docs server: documentation, safely, for coding agents."""

VERSION = "0.1.0"
