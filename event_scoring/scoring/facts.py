"""Facts that only the user knows, declared for the signature."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from event_scoring.documents.errors import shown, suggestion


def facts_among(known: Collection[str]) -> Callable[[str, object], dict[str, str]]:
    """A check of declared facts: they have known names, and are kept as strings in the order of these.

    Examples:
        >>> facts_among(["split", "folds"])("facts", {"folds": 5, "split": "test"})
        {'split': 'test', 'folds': '5'}
    """

    def facts(name: str, value: object) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise ValueError(f"{name}: expected a dict of declared facts, got {shown(value)}")
        for key in value:
            if key not in known:
                close = suggestion(str(key), known)
                raise ValueError(f"{name}: expected names of {', '.join(known)}, got {shown(key)}{close}")
        return {key: _declared(f'{name}["{key}"]', value[key]) for key in known if value.get(key) is not None}

    return facts


def _declared(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected a string, got {shown(value)}")
    if value == "?":
        raise ValueError(f'{name}: "?" stands for a fact that is not declared; leave it out')
    return str.__str__(value)
