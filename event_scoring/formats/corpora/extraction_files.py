"""Read files of event extraction in the formats of the field. The keys of a record show its format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Set
from functools import cache, partial
from typing import Any

from event_scoring.documents.errors import Description, Finding, InputError, Place, nearest, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.documents.validate import missing_key
from event_scoring.formats.corpora.casie import from_casie, from_casie_sentence
from event_scoring.formats.corpora.duee import from_duee
from event_scoring.formats.corpora.dygie import PREDICTED, from_dygie
from event_scoring.formats.corpora.event_mentions import (
    from_event_mentions,
    from_golden_event_mentions,
    from_graph,
    from_textee_output,
)
from event_scoring.formats.corpora.foreign_record import ForeignRecord, flaws, foreign_records
from event_scoring.formats.corpora.known_keys import unknown_keys, unknown_keys_sentence
from event_scoring.formats.corpora.maven import from_maven, from_maven_arg, from_maven_arg_predictions, from_maven_fact
from event_scoring.formats.corpora.phee import from_phee
from event_scoring.formats.corpora.rams_files import from_rams
from event_scoring.formats.corpora.submissions import SUBMISSIONS as SUBMISSIONS_OF_CORPORA
from event_scoring.formats.corpora.submissions import Gold, Submission
from event_scoring.formats.corpora.unified_events import from_unified_events
from event_scoring.formats.generated.generated_answers import read_texts
from event_scoring.formats.generated.gollie_files import from_gollie, from_gollie_prediction
from event_scoring.formats.generated.instruction_files import from_iepile, from_instructuie
from event_scoring.formats.generated.tanl_files import from_tanl
from event_scoring.formats.generated.text2event_files import from_text2event
from event_scoring.formats.generated.uie_files import from_uie, from_uie_prediction
from event_scoring.formats.json_lines import JsonDocuments, plain_json_lines, read_json, scan_json
from event_scoring.formats.language_models.answers import batch_name
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source, read_bytes

_GTT = {"doctext", "pred_templates", "gold_templates"}


def foreign_format(record: Any) -> tuple[str, str] | None:
    """Return the name of an unsupported record and advice about it; None for any other record."""
    if isinstance(record, list):
        is_docee = len(record) == 4 and all(isinstance(item, str) for item in record) and record[3][:1] in "[{"
        return _DOCEE if is_docee else None
    if not isinstance(record, Mapping):
        return None
    keys = set(record)
    if keys & {"temporal_relations", "causal_relations"} and not {"tokens", "document"} <= keys:
        return (
            "a document of MAVEN-ERE, whose relations between events are not scored",
            "its events can be scored from the files of MAVEN; as links of nuggets, After and Subevent can be scored",
        )
    inside = next(iter(record.values()), None)
    if keys & _GTT or (isinstance(inside, Mapping) and set(inside) & _GTT):
        return (
            "a document of GTT or GRIT, which hold templates",
            "score it with event-score templates --protocol gtt, or ceaf-ree",
        )
    if {"title", "text", "event_type", "arguments"} <= keys and "events" not in keys:
        return _DOCEE
    events = record.get("events")
    first = events[0] if isinstance(events, list) and events else None
    if "text" in keys and "id" not in keys and isinstance(first, Mapping) and {"type", "offset"} <= set(first):
        return (
            "the output of OmniEvent's infer, with offsets next to its texts",
            'write "trigger": {"text": …, "start": …, "end": …} and each argument in the same form, with its "role"',
        )
    return None


_DOCEE = (
    "a document of DocEE, which has one event, no trigger, and arguments in characters of the text",
    'write "events": [{"type": …, "arguments": [{"text": …, "start": …, "end": …, "role": …}]}] and score mode gold',
)


def check_format(parsed: JsonDocuments) -> None:
    """Raise an `InputError` for the values of one of these files."""
    known = foreign_format(parsed.documents[0]) if parsed.documents else None
    if known is not None:
        what, hint = known
        raise InputError(
            wanted="documents that are scored",
            got=Description(what),
            hint=hint,
            source=Place(parsed.file, parsed.lines[0]),
        )


FORMATS: tuple[tuple[str, frozenset[str], Callable[[ForeignRecord], dict[str, Any]]], ...] = (
    ("OneIE, TextEE or WikiEvents data", frozenset({"tokens", "event_mentions"}), from_event_mentions),
    ("ACE preprocessing (M2E2, CrudeOilNews)", frozenset({"golden-event-mentions"}), from_golden_event_mentions),
    ("OneIE output", frozenset({"tokens", "graph"}), from_graph),
    ("TextEE output", frozenset({"wnd_id"}), from_textee_output),
    ("RAMS", frozenset({"doc_key", "sentences", "evt_triggers"}), from_rams),
    ("DyGIE++", frozenset({"doc_key", "sentences"}), from_dygie),
    ("OmniEvent", frozenset({"id", "text", "events"}), from_unified_events),
    ("MAVEN-Arg predictions", frozenset({"id", "preds"}), from_maven_arg_predictions),
    ("MAVEN", frozenset({"id", "content"}), from_maven),
    ("MAVEN-FACT", frozenset({"id", "tokens", "document"}), from_maven_fact),
    ("MAVEN-Arg", frozenset({"id", "document"}), from_maven_arg),
    ("UIE data", frozenset({"text", "tokens", "event"}), from_uie),
    ("UIE output", frozenset({"entity", "relation", "event"}), from_uie_prediction),
    ("Text2Event data", frozenset({"text", "event"}), from_text2event),
    ("TANL data", frozenset({"tokens", "triggers", "relations"}), from_tanl),
    ("GoLLIE data", frozenset({"labels", "unlabelled_sentence"}), from_gollie),
    ("InstructUIE", frozenset({"Task", "Instance"}), from_instructuie),
    ("IEPile", frozenset({"instruction", "label"}), from_iepile),
    ("PHEE", frozenset({"context", "annotations"}), from_phee),
    ("DuEE 1.0", frozenset({"id", "event_list"}), from_duee),
    ("CASIE", frozenset({"content", "cyberevent"}), from_casie),
    ("CASIE, as GoLLIE prepares it", frozenset({"sent_id", "text", "events"}), from_casie_sentence),
)
"""Name, distinguishing keys and reader of each format. The first row whose keys fit is used."""
SUBMISSIONS: tuple[Submission, ...] = (
    *SUBMISSIONS_OF_CORPORA,
    ("GoLLIE answers", frozenset({"model_prediction"}), frozenset(), from_gollie_prediction),
)
"""Formats of predictions that need their references: name, required keys, excluded keys and reader."""
_GOLD_FIRST = (
    "on the command line GOLD comes first; in Python give predicted=True and references=, the file to which they belong"
)
_ADDED_UP = ({"wnd_id", "trigger"}, {"instruction", "label"})
"""Keys of formats with several records per document. TextEE has one per trigger, IEPile one per group of types."""


def read_extraction(
    source: Source, kind: Record, *, predicted: bool = False, references: Source | None = None, strict: bool = False
) -> Documents:
    """Return the documents of a file in any of these formats, or of documents of this project.

    ``predicted`` reads the predictions of DyGIE++ files. RAMS prediction files and MAVEN submissions refer to spans of
    the ``references``. Offsets that do not point to the given words are refused. Arguments of references with such
    offsets are left out with a warning, unless ``strict``.
    """
    plain = plain_json_lines(read_bytes(source), kind)
    if plain is not None:
        return plain
    parsed, findings = scan_extraction(source, predicted, references, strict)
    errors = [finding for finding in findings if finding.level == "error"]
    if errors:
        raise min(errors, key=lambda finding: finding.line).error
    for finding in [finding for finding in findings if finding.level == "warning"][:_SHOWN]:
        warn(str(finding.error), stacklevel=2)
    return parsed.checked(kind)


def scan_extraction(
    source: Source, predicted: bool = False, references: Source | None = None, strict: bool = False
) -> tuple[JsonDocuments, list[Finding]]:
    """Return the unchecked documents of a file, and findings: lines without a document, and each record's first
    problem.
    """
    parsed, findings = scan_json(source)
    check_format(parsed)
    if (name := _format_of_predictions(parsed, predicted)) and references is None:
        wanted = f"references for {name}, which need them"
        hint = "give --references to event-score validate, in Python references="
        error = InputError(wanted=wanted, hint=hint, source=Place(parsed.file))
        return JsonDocuments(parsed.file, [], []), [*findings, Finding(error)]
    documents: list[dict[str, Any]] = []
    lines: list[int] = []
    by_name: dict[str, dict[str, Any]] = {}
    gold = cache(lambda: _gold(references))
    records: list[ForeignRecord] = []
    unknown = Counter[str]()
    first: tuple[int, str] | None = None
    has_predictions = predicted and any(isinstance(one, Mapping) and PREDICTED in one for one in parsed.documents)
    for foreign in foreign_records(parsed, predicted, strict):
        try:
            document = _document(foreign, gold)
            if has_predictions and PREDICTED not in foreign.record:  # its other events are those of the references
                raise missing_key(("document",), PREDICTED, foreign.record).at(Place(foreign.file, foreign.line))
        except InputError as error:
            findings.append(Finding(error))
            continue
        is_new = True
        if isinstance(foreign.record, Mapping) and any(keys <= set(foreign.record) for keys in _ADDED_UP):
            earlier = by_name.setdefault(document["doc_id"], document)
            is_new = earlier is document
            if not is_new and any(document.get(key) != earlier.get(key) for key in ("text", "tokens")):
                says = (
                    f"document {quoted(document['doc_id'])} has another text in an earlier line; one id is one document"
                )
                findings.append(Finding(InputError(says=says, source=Place(parsed.file, foreign.line)), "warning"))
            if not is_new and (predicted or "label" not in foreign.record):
                _add(document, earlier)
            elif not is_new and document["events"] != earlier["events"]:  # a label has all references
                says = f"document {quoted(document['doc_id'])} has another label in an earlier line, which counts"
                findings.append(Finding(InputError(says=says, source=Place(parsed.file, foreign.line)), "warning"))
        if _is_answer(foreign.record) or "unparsed" in document:
            findings += _remarks(foreign, document)
        if not is_new:
            continue
        documents.append(document)
        lines.append(foreign.line)
        records.append(foreign)
        if format_name := _format_name(foreign):
            for key in unknown_keys(format_name, foreign.record):
                unknown[key] += 1
                first = first or (foreign.line, format_name)
    if first:
        says = unknown_keys_sentence(unknown, first[1])
        findings.append(Finding(InputError(says=says, source=Place(parsed.file, first[0])), "warning"))
    findings += [Finding(problem, "warning") for problem in flaws(records)]
    return JsonDocuments(parsed.file, documents, lines), findings


def _format_of_predictions(parsed: JsonDocuments, predicted: bool) -> str:
    """Return the name of a format of predictions that needs the references; empty for any other file."""
    first = parsed.documents[0] if parsed.documents and predicted else None
    keys = set(first) if isinstance(first, Mapping) else set()
    return next((name for name, wanted, without, _ in SUBMISSIONS if wanted <= keys and not keys & without), "")


def _add(document: Mapping[str, Any], earlier: dict[str, Any]) -> None:
    """Add the events of another record for the same document."""
    earlier["events"] += document["events"]
    for key in ("unparsed", "repaired"):
        if key in document:
            earlier[key] = earlier[key] + document[key] if key in earlier else document[key]
    if "unparsed_because" in document:
        earlier["unparsed_because"] = document["unparsed_because"]


def _gold(source: Source | None) -> Gold | None:
    """Return the reference records that predictions are read with."""
    if source is None:
        return None
    parsed = read_json(source)
    records, rows = {}, [*foreign_records(parsed)]
    for foreign in rows:
        if isinstance(foreign.record, Mapping):
            names = (foreign.record.get(key) for key in ("doc_key", "id", "doc_id"))
            name = next((name for name in names if isinstance(name, str)), None)
            if name is not None:
                records[name] = foreign
    return Gold(parsed.file, rows, records, partial(_document, gold=lambda: None))


def _format_name(foreign: ForeignRecord) -> str:
    """Return the name of the format of a record; empty for documents of this project, answers and submissions."""
    if not isinstance(foreign.record, Mapping) or _is_answer(foreign.record):
        return ""
    keys = set(foreign.record)
    if foreign.predicted and any(wanted <= keys and not keys & without for _, wanted, without, _ in SUBMISSIONS):
        return ""
    return next((name for name, wanted, _ in FORMATS if wanted <= keys), "")


def _is_answer(record: Any) -> bool:
    if not isinstance(record, Mapping):
        return isinstance(record, list)
    return ("answer" in record and "events" not in record) or batch_name(record) is not None


_KEYS_OF_ANSWERS = ("answer", "Prediction", "model_prediction", "output")


def _answer_in(record: Any) -> tuple[str, Any]:
    """Return the key and the text of a model's answer. A record of a batch is its own text."""
    keys = [key for key in _KEYS_OF_ANSWERS if isinstance(record, Mapping) and key in record]
    return (keys[0], record[keys[0]]) if keys else ("answer", record)


def _remarks(foreign: ForeignRecord, document: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about an answer: the reason for missing events, repairs, and a misspelt id."""
    remarks = []
    key, answer = _answer_in(foreign.record)
    if "unparsed_because" in document:
        says = f"could not be read, {document['unparsed_because']}: {quoted(answer)}"
        name = quoted(document["doc_id"]) if "doc_id" in document else "it"
        remarks.append(foreign.error(("document", key), says=says, hint=f"no event is predicted for {name}"))
    keys = set(foreign.record) if isinstance(foreign.record, Mapping) else set()
    needs_name = _is_answer(foreign.record) and keys and not {"doc_id", "custom_id"} & keys
    misspelt = nearest("doc_id", foreign.record) if needs_name else ""
    if misspelt:
        remarks.append(foreign.error(("document",), says=f'no key "doc_id"; is it misspelt as {quoted(misspelt)}?'))
    findings = [Finding(error, "warning") for error in remarks]
    if document.get("repaired"):
        says = f"was repaired: {', '.join(document['repaired'])}"
        findings.append(Finding(foreign.error(("document", key), says=says), "note"))
    return findings


_SHOWN = 3
"""Number of unreadable answers whose reason is given. The result has the number of all."""
_ANSWERS = 'answers of language models are lines of {"doc_id": …, "answer": …}'


def _document(foreign: ForeignRecord, gold: Callable[[], Gold | None]) -> dict[str, Any]:
    """Return the document of a record. Predictions may refer to spans of the references."""
    record, place = foreign.record, Place(foreign.file, foreign.line)
    if foreign.predicted and _is_answer(record) and not isinstance(record, Mapping):
        return read_texts([record])[0]  # an answer without the name of its document
    if not isinstance(record, Mapping):
        raise InputError(wanted="an object", got=record, hint=_ANSWERS if foreign.predicted else "", source=place)
    keys = set(record)
    for name, wanted, without, read_beside in SUBMISSIONS if foreign.predicted else ():
        if wanted <= keys and not keys & without:
            references = gold()
            if references is None:  # of a file that mixes them with records of another format
                raise foreign.error(("document",), wanted=f"references for {name}, which need them")
            return _read(name, read_beside, foreign, references)
    if _is_answer(record):
        doc_id = record.get("doc_id")
        if doc_id is not None and not isinstance(doc_id, str):
            raise foreign.error(("document", "doc_id"), wanted="a string", got=doc_id)
        names = None if doc_id is None else [doc_id]
        return read_texts([record if batch_name(record) else record["answer"]], doc_ids=names)[0]
    for name, wanted, read in FORMATS:
        if wanted <= keys:
            return _read(name, read, foreign)
    if foreign.predicted and isinstance(record.get("events"), str):
        raise foreign.error(("document", "events"), wanted="a list", got=record["events"], hint=_ANSWERS)
    if "events" in record:
        return _document_with_texts(record)
    for name, wanted, without, _ in SUBMISSIONS:
        if wanted <= keys and not keys & without:
            raise InputError(wanted="references", got=Description(name), hint=_GOLD_FIRST, source=place)
    if {"doc_key", "predicted"} <= keys:
        hint = (
            "give --ontology event_role_KAIROS.json, and beside WikiEvents data --convention wikievents; in Python "
            "event_scoring.formats.corpora.gen_arg.read_gen_arg"
        )
        raise InputError(wanted="an ontology beside the filled templates of gen-arg", hint=hint, source=place)
    found = ", ".join(quoted(key) for key in list(record)[:8]) or "none"
    advice = _misspelt_key(keys) or (_answer_advice(keys) if foreign.predicted else "")
    raise InputError(
        wanted='a document with "events", or a record of a format that docs/files.md lists',
        hint=f"found the keys {found}" + (f"; {advice}" if advice else ""),
        source=place,
    )


_NAMES_OF_ANSWERS = ("response", "output", "prediction", "completion", "generated_text", "model_output", "pred")
"""Keys under which programs write the answer of a model."""


def _answer_advice(keys: Set[str]) -> str:
    """Return how answers of language models are given, with the keys that are to be renamed."""
    renamed = [f'{quoted(name)} to "answer"' for name in _NAMES_OF_ANSWERS if name in keys][:1]
    if renamed and "doc_id" not in keys and "id" in keys:
        renamed.append("'id' to \"doc_id\"")
    return f"{_ANSWERS}: rename {' and '.join(renamed)}" if renamed else _ANSWERS


def _misspelt_key(keys: Set[str]) -> str:
    """Return the hint for a record that has all keys of a format but one, which another of its keys resembles."""
    for name, wanted, _ in FORMATS:
        missing = [*(wanted - keys)]
        if len(missing) == 1 and wanted & keys and (near := nearest(missing[0], keys - wanted, cutoff=0.8)):
            return f"{name} has {quoted(missing[0])}; is it misspelt as {quoted(near)}?"
    return ""


def _read(name: str, read: Callable[..., dict[str, Any]], foreign: ForeignRecord, *references: Gold) -> dict[str, Any]:
    """Return the document of a record in a format. Errors of its reader become an `InputError`."""
    with foreign.read_as(f"a record of {name}"):
        return read(foreign, *references)


def _document_with_texts(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document whose triggers are objects: a trigger that is a string becomes a text."""
    document = dict(record)
    if isinstance(document["events"], list):
        document["events"] = [
            {**event, "trigger": {"text": event["trigger"]}}
            if isinstance(event, dict) and isinstance(event.get("trigger"), str)
            else event
            for event in document["events"]
        ]
    return document
