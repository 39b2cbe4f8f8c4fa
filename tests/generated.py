"""How many generated inputs a test tries: a few in everyday runs, all of them where CI is set, or `EXAMPLES` of them."""

import os
from typing import Any

from hypothesis import settings


def examples(count: int, **more: Any) -> settings:
    """Settings of a test on generated inputs: ``count`` of them in CI, at most 10 otherwise."""
    given = int(os.environ.get("EXAMPLES", 0))
    return settings(max_examples=given or (count if os.environ.get("CI") else min(count, 10)), **more)
