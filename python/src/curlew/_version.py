"""The version of the package: that of the program beside it."""

__version__ = "0.1.0"
