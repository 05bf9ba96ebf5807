"""bgterm: backgammon for two people in a terminal."""

__version__ = "0.1.0"
