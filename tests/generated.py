"""How many generated inputs a test tries: a few in everyday runs, all of them where CI is set."""

import os
from typing import Any

from hypothesis import settings


def examples(count: int, **more: Any) -> settings:
    """Settings of a test on generated inputs: ``count`` of them in CI, at most 10 otherwise."""
    return settings(max_examples=count if os.environ.get("CI") else min(count, 10), **more)
