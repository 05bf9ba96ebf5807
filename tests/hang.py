"""The time after which a test is taken to hang."""

HANG = 400.0
"""Seconds after which a wait fails, so that a test which hangs ends at all.

No test comes near it, however busy the machine is: it decides about nothing else.
"""
