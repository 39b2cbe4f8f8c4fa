"""INCEpTION and other tools of UIMA: CAS files, by way of dkpro-cassis."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from event_scoring.adapters.annotation.spans import events_from_spans, nuggets_from_spans
from event_scoring.documents.errors import Description, InputError, Place, shown
from event_scoring.formats.text_lines import unreadable

TOKEN = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"


def nuggets_from_cas(
    sources: Any, layer: str, *, feature: str = "value", tokens: object = None, doc_ids: object = None
) -> list[dict[str, Any]]:
    """Nugget documents from CAS files (UIMA CAS JSON or XMI) or ``cassis.Cas`` objects.

    Token ids are those of the tokens of the CAS; where it has none, those of ``tokens``, as for `nuggets_from_spans`.

    Args:
        sources: Paths or objects, one a document; an XMI is a pair of its path and that of its type system.
        layer: The type of the annotations, such as ``"custom.Event"``; the last part of its name will do.
        feature: The feature that has the event type.
        tokens: Reference tokens in place of those of the CAS.
        doc_ids: A name for each document.
    """
    found, tokens = _loaded(sources, tokens)
    spans = [
        [
            {"start": each.begin, "end": each.end, "label": _value(each, feature, row)}
            | ({} if each.xmiID is None else {"id": str(each.xmiID)})
            for each in _select(cas, layer, row)
        ]
        for row, cas in enumerate(found)
    ]
    return nuggets_from_spans(spans, tokens, doc_ids=doc_ids)


def events_from_cas(
    sources: Any,
    layer: str,
    relation: str,
    *,
    feature: str = "value",
    role: str = "value",
    head: str = "Governor",
    child: str = "Dependent",
    types: Collection[str] | None = None,
    tokens: object = None,
    doc_ids: object = None,
) -> list[dict[str, Any]]:
    """Documents of extraction from annotations and a layer of relations between them, as INCEpTION writes them.

    Args:
        sources: As for `nuggets_from_cas`.
        layer: The type of triggers and arguments.
        relation: The type of the relations.
        feature: The feature of ``layer`` that has the label.
        role: The feature of ``relation`` that has the role.
        head: The feature of ``relation`` that names the trigger.
        child: The feature that names the argument.
        types: The labels that are event types; by default every annotation from which a relation leads is a trigger.
        tokens: Reference tokens in place of those of the CAS.
        doc_ids: A name for each document.
    """
    found, tokens = _loaded(sources, tokens)
    spans, links = [], []
    for row, cas in enumerate(found):
        annotations = _select(cas, layer, row)
        spans.append(
            [
                {
                    "start": each.begin,
                    "end": each.end,
                    "label": _value(each, feature, row, "argument"),
                    "id": str(id(each)),
                }
                for each in annotations
            ]
        )
        links.append(
            [
                (str(id(_end(link, head, row))), str(id(_end(link, child, row))), _value(link, role, row))
                for link in _select(cas, relation, row)
            ]
        )
    texts = [cas.sofa_string for cas in found]
    return events_from_spans(spans, links, tokens, types=types, doc_ids=doc_ids, texts=texts)


def _loaded(sources: Any, tokens: object) -> tuple[list[Any], Any]:
    if isinstance(sources, str | os.PathLike | Mapping) or hasattr(sources, "select"):
        sources = [sources]
    if not isinstance(sources, Iterable):
        raise InputError(("sources",), wanted="a path, a pair of paths or a Cas, or a list of them", got=sources)
    found = [_cas(source, row) for row, source in enumerate(sources)]
    if tokens is None:
        own = [[(token.begin, token.end) for token in _select_or_none(cas, TOKEN)] for cas in found]
        tokens = own if all(own) else None
    return found, tokens


def _cas(source: Any, row: int) -> Any:
    if hasattr(source, "select"):
        return source
    from cassis import load_cas_from_json, load_cas_from_xmi, load_typesystem

    if isinstance(source, tuple) and len(source) == 2:
        path, types = source
        system = _loaded_from(load_typesystem, types, row)
        return _loaded_from(functools.partial(load_cas_from_xmi, typesystem=system), path, row)
    if isinstance(source, str | os.PathLike) and not os.fspath(source).endswith(".json"):
        raise InputError(
            ("sources", row), wanted=".json, or a pair of an XMI and its type system", got=Description(source)
        )
    return _loaded_from(load_cas_from_json, source, row)


def _loaded_from(load: Callable[[Any], Any], path: Any, row: int) -> Any:
    """What cassis makes of a file."""
    if not isinstance(path, str | os.PathLike):
        raise InputError(("sources", row), wanted="a path, a pair of paths or a Cas", got=path)
    try:
        with open(path, "rb") as stream:
            return load(stream)
    except OSError as error:
        raise unreadable(path, error) from None
    except Exception as error:  # of what is no CAS, cassis says what it came upon
        got = Description(f"what raises {type(error).__name__}: {error}")
        raise InputError(wanted="a CAS, as UIMA writes it", got=got, source=Place(os.fspath(path))) from error


def _select(cas: Any, layer: str, row: int) -> list[Any]:
    known = [each.name for each in cas.typesystem.get_types()]
    names = [name for name in known if name == layer] or [name for name in known if name.rpartition(".")[2] == layer]
    if len(names) != 1:
        raise InputError(("sources", row), wanted=f'a type "{layer}"', got=Description(", ".join(known)))
    return list(cas.select(names[0]))


def _select_or_none(cas: Any, layer: str) -> list[Any]:
    return list(cas.select(layer)) if cas.typesystem.contains_type(layer) else []


def _value(annotation: Any, feature: str, row: int, missing: str | None = None) -> str:
    value = getattr(annotation, feature, None)
    if value is None and missing is None:
        raise InputError(("sources", row), wanted=f'a value of the feature "{feature}" at {shown(annotation)}')
    return str(missing if value is None else value)


def _end(link: Any, feature: str, row: int) -> Any:
    end = getattr(link, feature, None)
    if end is None:
        raise InputError(("sources", row), wanted=f'the feature "{feature}" in a relation', got=link)
    return end
