"""Everyday runs leave out slow tests; CI, ``-m`` and the name of a test bring them back. No test has a time limit."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.generated import examples

settings.register_profile("no limit of time", examples(100), deadline=None)
settings.load_profile("no limit of time")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what is marked as slow, unless it is asked for."""
    if os.environ.get("CI") or config.option.markexpr or any("::" in given for given in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in slow]
