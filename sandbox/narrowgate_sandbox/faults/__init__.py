"""A proxy that fails on purpose, in every way a network and a vendor can."""
