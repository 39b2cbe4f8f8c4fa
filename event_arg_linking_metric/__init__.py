"""The folder of the event argument linking metric, for `evaluate.load` from anywhere.

Examples:
    >>> from event_arg_linking_metric import PATH
    >>> PATH.endswith("event_arg_linking_metric")
    True
"""

from pathlib import Path

PATH = str(Path(__file__).parent)
"""What to give to `evaluate.load` where the project is installed and its folder is not at hand."""
