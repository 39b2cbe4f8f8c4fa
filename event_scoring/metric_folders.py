"""Find the folders that `evaluate.load` takes, in a checkout and after installation."""

from __future__ import annotations

from pathlib import Path

from event_scoring.documents.errors import quoted, suggestion

METRICS = ("event_nugget_metric", "event_arg_linking_metric")


def metric_path(name: str) -> str:
    """Return the path of a metric's folder for `evaluate.load`, which then needs no network.

    Args:
        name: ``"event_nugget_metric"`` or ``"event_arg_linking_metric"``.

    Examples:
        >>> Path(metric_path("event_nugget_metric")).joinpath("event_nugget_metric.py").is_file()
        True

    Raises:
        ValueError: for another name.
    """
    if name not in METRICS:
        known = " or ".join(f'"{metric}"' for metric in METRICS)
        raise ValueError(f"name: expected {known}, got {quoted(name)}{suggestion(name, METRICS)}")
    return str(Path(__file__).resolve().parents[1] / name)
