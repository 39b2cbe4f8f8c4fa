"""Relations between events from the answers of a language model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.documents.sides import gc_paused
from event_scoring.formats.language_models.answer_documents import named_answers
from event_scoring.formats.language_models.relation_reader import FORM, Pair, ParsedRelations, RelationReader, is_pair


@gc_paused()
def relations_from_texts(
    texts: Iterable[Any],
    doc_ids: Sequence[str] | None = None,
    *,
    references: Sequence[Mapping[str, Any]] | None = None,
    pairs: Sequence[Any] | None = None,
    labels: Collection[str] = (),
    form: str = FORM,
    strict: bool = False,
) -> list[dict[str, Any]]:
    """Return one document of relations for each answer of a model, as predictions for `score_relations`.

    An answer is JSON or nearly JSON, in prose and fences or after thoughts. It may be ``{"relations": [["E1", "BEFORE",
    "E2"]]}``, or a list of triples. It may also be a list of objects with source, target and type, or pairs under their
    label. It may also have a line for each relation in a fixed form, or the labels of the pairs that were asked.
    Answers are never executed.

    An unreadable answer becomes a document without relations whose ``unparsed`` is 1, with the reason in
    ``unparsed_because``. A relation that cannot be read, or whose label is not in ``labels``, is named in ``repaired``.
    A relation of an unknown event, or of a pair that was not asked, goes to ``outside``. Scores count it as ignored,
    warn about it and list it among the details.

    Args:
        texts: The answers, one for each document or question: texts, messages, or objects that a client returned.
        doc_ids: The documents' names; answers of one name become one document.
        references: The documents of the questions, one for each answer, with their events and times. Without them any
            id is taken.
        pairs: For each answer the pair of ids in the question, or the list of pairs. Then an answer may be the label
            alone. For several pairs it may have one label for each, as a list, by number, or one a line.
        labels: The labels that the prompt allowed. With them a label in other letters is repaired.
        form: The pattern of a line of an answer, in place of the default.
        strict: Repair nothing: an answer that needs it is unparsed.

    Raises:
        InputError: for a single text in place of a list, and for lists of other lengths.

    Examples:
        >>> relations_from_texts(['Sure: {"relations": [["E1", "BEFORE", "E2"],]}'])
        [{'relations': [{'type': 'BEFORE', 'source': 'E1', 'target': 'E2'}], 'unparsed': 0, 'repaired': \
['trailing comma']}]
        >>> relations_from_texts(["E1 happened AFTER E2."], form="{source} happened {type} {target}")[0]["relations"]
        [{'type': 'AFTER', 'source': 'E1', 'target': 'E2'}]
        >>> relations_from_texts(["1. BEFORE"], pairs=[[("E1", "E2")]])[0]["relations"]
        [{'type': 'BEFORE', 'source': 'E1', 'target': 'E2'}]
        >>> events = [{"id": "E1"}, {"id": "E2"}]
        >>> relations_from_texts(['[["E1", "BEFORE", "E9"]]'], references=[{"events": events}])
        [{'relations': [], 'unparsed': 0, 'outside': [{'type': 'BEFORE', 'source': 'E1', 'target': 'E9'}]}]
    """
    if not isinstance(form, str) or not all(f"{{{name}}}" in form for name in ("source", "type", "target")):
        raise ValueError(f'form: expected a text with "{{source}}", "{{type}}" and "{{target}}", got {form!r}')
    answers = named_answers(texts, doc_ids)
    asked_about = _checked_list(references, "references", len(answers))
    known = [None if one is None else _ids(one, row) for row, one in enumerate(asked_about)]
    questions = [
        None if one is None else _asked_pairs(one, row)
        for row, one in enumerate(_checked_list(pairs, "pairs", len(answers)))
    ]
    reader = RelationReader(_labels(labels), form, strict)
    documents: dict[Any, dict[str, Any]] = {}
    for row, (name, answer) in enumerate(answers):
        own = asked_about[row]["doc_id"] if name is None and "doc_id" in (asked_about[row] or ()) else name
        document = documents.setdefault(row if name is None else name, {} if own is None else {"doc_id": own})
        _add(document, reader.read(answer, questions[row]), known[row], questions[row], strict)
    return list(documents.values())


def _checked_list(values: Sequence[Any] | None, name: str, number: int) -> Sequence[Any]:
    if values is None:
        return [None] * number
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable) or len(values) != number:
        got = Description(len(values)) if isinstance(values, list | tuple) else values
        raise InputError((name,), wanted=f"{counted(number, 'item')}, one for each answer", got=got)
    return values


def _labels(labels: Any) -> list[str]:
    """Return the labels that a prompt allows, after checking them."""
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise InputError(("labels",), wanted="a list of strings", got=labels)
    listed = list(labels)
    for index, label in enumerate(listed):
        if not isinstance(label, str):
            raise InputError(("labels", index), wanted="a string", got=label)
    return listed


def _ids(reference: Any, row: int) -> set[str]:
    """Return the ids of the events and times of a reference document."""
    if not isinstance(reference, Mapping):
        raise InputError(("references", row), wanted="a document with events", got=reference)
    ids = set()
    for key in ("events", "times"):
        items = reference.get(key)
        for index, item in enumerate(items if isinstance(items, list | tuple) else () if items is None else (items,)):
            name = item.get("id") if isinstance(item, Mapping) else item
            if not isinstance(name, str) and (name is not None or not isinstance(item, Mapping)):
                raise InputError(("references", row, key, index), wanted="an object with an id", got=item)
            ids |= set() if name is None else {name}
    return ids


def _asked_pairs(question: Any, row: int) -> list[Pair]:
    """Return the asked pairs; a single pair becomes a list."""
    several = [question] if is_pair(question) else question
    if not isinstance(several, list | tuple) or not all(map(is_pair, several)):
        raise InputError(("pairs", row), wanted="a pair of ids, or a list of pairs", got=question)
    return [(source, target) for source, target in several]


def _add(
    document: dict[str, Any],
    parsed: ParsedRelations | str,
    known: set[str] | None,
    pairs: list[Pair] | None,
    strict: bool,
) -> None:
    """Add the relations of one answer to a document. A text is the reason why the answer could not be read."""
    document.setdefault("relations", [])
    document.setdefault("unparsed", 0)
    if isinstance(parsed, ParsedRelations) and strict and parsed.repairs + parsed.left_out:
        parsed = "it would need repairs: " + ", ".join(dict.fromkeys(parsed.repairs + parsed.left_out))
    if isinstance(parsed, str):
        document["unparsed"] += 1
        document.setdefault("unparsed_because", parsed)
        return
    either_way = None if pairs is None else {*pairs, *((target, source) for source, target in pairs)}
    for relation in parsed.relations:
        ends = relation["source"], relation["target"]
        is_inside = (known is None or known.issuperset(ends)) and (either_way is None or ends in either_way)
        document.setdefault("relations" if is_inside else "outside", []).append(relation)
    if repaired := [*parsed.repairs, *(f"relation left out: {why}" for why in parsed.left_out)]:
        document["repaired"] = [*document.get("repaired", ()), *repaired]
