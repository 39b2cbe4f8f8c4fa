"""What language models wrote as documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.formats.language_models.reading import Answer as Answer
from event_scoring.formats.language_models.reading import read_answer as read_answer
