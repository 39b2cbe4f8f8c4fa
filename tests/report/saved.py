"""The text of a saved report, and the documents that its script draws."""

from __future__ import annotations

import json
import re
from typing import Any


def text_of(page: str) -> str:
    """Return the text of a page, without its style, its scripts and its data."""
    body = re.sub(r"<(style|script)[^>]*>.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def data_of(page: str) -> dict[str, Any]:
    """Return the data of a report."""
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(found)
    return data


def marks_of(page: str, row: int = 0, **values: Any) -> list[dict[str, Any]]:
    """Return the marks of a document that have some values."""
    marks = [{**mark, "side": mark["key"].split()[0]} for mark in data_of(page)["documents"][row]["marks"]]
    return [mark for mark in marks if all(mark.get(name) == value for name, value in values.items())]


def kinds_of(page: str, row: int = 0) -> dict[str, list[str]]:
    """Return the categories of each mark by its key, of a reference for each system."""
    return {mark["key"]: [*mark.get("is", {}).values()] for mark in marks_of(page, row)}
