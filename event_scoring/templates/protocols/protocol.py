"""What differs between the protocols that score templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from event_scoring.scoring.task import Counts, Side, Sums
from event_scoring.templates.options import TemplateOptions


@dataclass(frozen=True)
class Protocol:
    """The hooks of a task, for one way to score templates."""

    check: Callable[[Side, Side], None]
    """Raises an `InputError` for documents of a form that it does not take."""
    count: Callable[[Side, Side, TemplateOptions, bool], Mapping[str, pa.Array]]
    result: Callable[[Sums, TemplateOptions], dict[str, Any]]
    details: Callable[[Counts, Mapping[str, Any]], dict[str, Any]]
    warnings: Callable[[Sums, TemplateOptions], list[str]]
