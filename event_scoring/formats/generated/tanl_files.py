"""Read TANL's event data (`ace2005event_test.json`) and its output: a sentence with marked triggers on each line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import ForeignRecord, foreign_records
from event_scoring.formats.generated.generated_answers import read_beside, read_texts
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.text_lines import Source, file_name, whole_lines

_ARGUMENT = re.compile(r"\[[^\[\]]*\|[^\[\]|]* = [^\[\]]*\]")
"""Pattern of a mention with its role, as a model writes it about one trigger: ``[ Homs | gpe | place = bombed ]``."""


class _Names(NamedTuple):
    """Words in which models write labels, by the labels of the data. Both mappings are empty without a file of
    types.
    """

    types: Mapping[str, str]
    roles: Mapping[str, str]


def _names_beside(file: str) -> _Names:
    """Return the names in ``ace2005event_types.json``, given the path of ``ace2005event_test.json``."""
    path = Path(file)
    types = path.with_name(f"{path.stem.rpartition('_')[0]}_types.json")
    return read_beside(types, _read_names) or _Names({}, {})


def _read_names(path: Path) -> _Names:
    parsed = read_json(path)
    if len(parsed.documents) != 1:
        raise InputError(
            wanted="one object of labels", got=Description(len(parsed.documents)), source=Place(parsed.file)
        )
    (foreign,) = foreign_records(parsed)
    groups = (foreign.get(foreign.record, key, dict) for key in ("entities", "relations"))
    return _Names(*({label: foreign.get(row, "verbose", str) for label, row in group.items()} for group in groups))


def from_tanl(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of one sentence. Its labels are the words that models write, if the folder has the file of
    types.
    """
    record, names = foreign.record, _names_beside(foreign.file)
    foreign.tokens = foreign.words(foreign.get(record, "tokens", list), ("document", "tokens"))
    events: list[dict[str, Any]] = []
    spans: dict[str, list[tuple[list[int], str]]] = {"triggers": [], "entities": []}
    for key, spans_of_key in spans.items():
        for where, row in foreign.items(record, key, optional=key == "entities"):
            start, end = (foreign.get(row, bound, int, where) for bound in ("start", "end"))
            label = foreign.get(row, "type", str, where)
            spans_of_key.append((foreign.span(start, end, None, where), names.types.get(label, label)))
    for span, label in spans["triggers"]:
        events.append({"trigger": {"span": span}, "type": label, "arguments": []})
    for where, row in foreign.items(record, "relations", optional=True):
        head, tail = (foreign.get(row, end, int, where) for end in ("head", "tail"))
        if not 0 <= head < len(spans["entities"]) or not 0 <= tail < len(events):
            raise foreign.error(where, wanted="an entity as head and a trigger as tail", got=[head, tail])
        role = foreign.get(row, "type", str, where)
        argument = {"span": spans["entities"][head][0], "role": names.roles.get(role, role)}
        events[tail]["arguments"].append(argument)
    return {"tokens": foreign.tokens, "events": events}


def read_tanl_lines(source: Source, kind: Record, *, references: Source | None = None) -> Documents:
    """Return the triggers that a model marked in sentences, one a line, aligned with the tokens of the references.

    The types of triggers and entities come from the file of types in the folder of the references. Without that file
    they are the types that the references use. The published reader knows both kinds of types.
    """
    file, lines = file_name(source), whole_lines(source)
    if references is None:
        hint = "score them against TANL's data; in Python give references=, its file"
        raise InputError(
            wanted="references for TANL's sentences, which need their tokens", hint=hint, source=Place(file)
        )
    about_arguments = next((number for number, line in enumerate(lines, 1) if _ARGUMENT.search(line)), None)
    if about_arguments is not None:
        hint = 'in Python documents_from_texts(answers, form="tanl", given=…) reads them with the trigger of each'
        about = Description("one about the arguments of a trigger, which it does not place")
        place = Place(file, about_arguments)
        raise InputError(wanted="a sentence with marked triggers", got=about, hint=hint, source=place)
    gold = [*foreign_records(read_json(references))]
    documents = []
    for foreign in gold:
        with foreign.read_as("a sentence of TANL's data"):
            documents.append(from_tanl(foreign))
    if len(lines) != len(gold):
        wanted, got = f"{len(gold)} lines, one for each sentence of {file_name(references)}", len(lines)
        raise InputError(wanted=wanted, got=got, source=Place(file))
    known = _names_beside(file_name(references)).types.values()
    types = {*known} or {
        row["type"] for one in gold for key in ("triggers", "entities") for row in one.record.get(key) or ()
    }
    tokens = [document["tokens"] for document in documents]
    answers = read_texts(lines, form="tanl", tokens=tokens, types=types, entity_types=[])
    return JsonDocuments(file, answers, [*range(1, len(lines) + 1)]).checked(kind)
