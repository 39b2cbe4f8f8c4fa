"""The version of the project, in one place."""

__version__ = "0.1.0"
