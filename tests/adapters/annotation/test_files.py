"""Files and records of the shape that the tools document; written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring import InputError, score_extraction, score_nuggets
from event_scoring.adapters import (
    events_from_conll2012,
    events_from_doccano,
    events_from_gliner,
    events_from_label_studio,
    events_from_langextract,
    events_from_prodigy,
    nuggets_from_conll,
    nuggets_from_conll2012,
    nuggets_from_doccano,
    nuggets_from_gliner,
    nuggets_from_label_studio,
    nuggets_from_langextract,
    nuggets_from_prodigy,
)

TEXT, TOKENS = "He died in Rome", [["He", "died", "in", "Rome"]]
EVENT = {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}


def region(name: str, start: int, end: int, *labels: str) -> dict:
    value = {"start": start, "end": end, "text": TEXT[start:end], "labels": list(labels)}
    return {"id": name, "type": "labels", "from_name": "label", "to_name": "text", "value": value}


def test_label_studio(tmp_path: Path) -> None:
    link = {"type": "relation", "from_id": "t", "to_id": "a", "direction": "right", "labels": ["Victim"]}
    result = [region("t", 3, 7, "Die", "Life"), region("a", 0, 2, "Person"), link]
    task = {"id": 7, "data": {"text": TEXT}, "annotations": [{"result": result}], "predictions": [{"result": []}]}
    path = tmp_path / "export.json"
    path.write_text(json.dumps([task]), encoding="utf-8")
    (document,) = nuggets_from_label_studio(path, TOKENS)
    assert document["doc_id"] == "7"
    assert [(each["token_ids"], each["type"]) for each in document["mentions"]] == [
        ([1], "Die"),
        ([1], "Life"),
        ([0], "Person"),
    ]
    assert score_nuggets([document], [document], mapping="optimal")["type_f1"] == 1.0
    assert nuggets_from_label_studio(path, side="predictions") == [{"doc_id": "7", "mentions": []}]
    task["annotations"][0]["result"][0] = region("t", 3, 7, "Die")
    assert events_from_label_studio([task], TOKENS) == [{"doc_id": "7", "events": [EVENT]}]
    link.update(direction="left", from_id="a", to_id="t")
    assert events_from_label_studio([task], TOKENS)[0]["events"] == [EVENT]
    in_words = events_from_label_studio([task])[0]["events"][0]
    assert in_words["trigger"] == {"text": "died"}
    with pytest.raises(InputError, match=r'source\[0\]: expected a dict with the key "annotations"'):
        nuggets_from_label_studio([{"id": 1}])
    with pytest.raises(ValueError, match='side: expected one of "annotations", "predictions"'):
        nuggets_from_label_studio([], side="both")


def test_label_studio_of_two_annotators() -> None:
    link = {"type": "relation", "from_id": "t", "to_id": "a", "direction": "right", "labels": ["Victim"]}
    both = [
        {"completed_by": 3, "result": [region("t", 3, 7, "Die"), region("a", 0, 2, "Person"), link]},
        {"completed_by": {"id": 8, "email": "ben@example.org"}, "result": [region("t", 3, 7, "Leave")]},
    ]
    tasks = [
        {"id": number, "data": {"text": TEXT}, "annotations": annotations}
        for number, annotations in enumerate([both[:1], both])
    ]
    assert events_from_label_studio(tasks, TOKENS * 2, annotator=3) == [
        {"doc_id": name, "events": [EVENT]} for name in "01"
    ]
    for who in (8, "ben@example.org"):
        (document,) = nuggets_from_label_studio(tasks, TOKENS * 2, annotator=who)
        assert (document["doc_id"], document["mentions"][0]["type"]) == ("1", "Leave")
    with pytest.raises(InputError, match=r"annotator: expected one of those who annotated \('ben@example.org', 3, 8\)"):
        nuggets_from_label_studio(tasks, annotator="anna")
    for tokens, got in ((TOKENS, 1), (TOKENS * 3, 3), (5, 0)):
        with pytest.raises(InputError, match=f"tokens: expected those of 2 tasks, got {got}"):
            nuggets_from_label_studio(tasks, tokens, annotator=8)


def test_prodigy() -> None:
    tokens = [{"text": "He", "start": 0, "end": 2, "id": 0}, {"text": "died", "start": 3, "end": 7, "id": 1}]
    died = {"start": 3, "end": 7, "token_start": 1, "token_end": 1, "label": "Die"}
    he = {"start": 0, "end": 2, "token_start": 0, "token_end": 0, "label": "Person"}
    relation = {"head": 1, "child": 0, "label": "Victim", "head_span": died, "child_span": he}
    row = {"text": "He died", "tokens": tokens, "spans": [died], "relations": [relation], "answer": "accept"}
    refused = {**row, "answer": "reject"}
    file = "\n".join(json.dumps(each) for each in (row, refused)).encode()
    assert nuggets_from_prodigy(file) == [{"mentions": [{"token_ids": [1], "type": "Die"}]}]
    assert events_from_prodigy(file) == [{"events": [EVENT]}]
    bare = {key: row[key] for key in ("text", "spans")}
    assert nuggets_from_prodigy([bare], [["He", "died"]])[0]["mentions"][0]["token_ids"] == [1]
    with pytest.raises(InputError, match="expected tokens in all records or in none"):
        nuggets_from_prodigy([row, bare])


def test_doccano() -> None:
    simple = {"id": 4, "text": TEXT, "label": [[3, 7, "Die"]]}
    assert nuggets_from_doccano([simple], TOKENS) == [{"doc_id": "4", "mentions": [{"token_ids": [1], "type": "Die"}]}]
    entities = [
        {"id": 1, "label": "Die", "start_offset": 3, "end_offset": 7},
        {"id": 2, "label": "Person", "start_offset": 0, "end_offset": 2},
    ]
    linked = {"text": TEXT, "entities": entities, "relations": [{"id": 1, "from_id": 1, "to_id": 2, "type": "Victim"}]}
    assert len(nuggets_from_doccano([linked], TOKENS)[0]["mentions"]) == 2
    assert events_from_doccano([linked], TOKENS) == [{"doc_id": "0", "events": [EVENT]}]


def test_gliner() -> None:
    entity = {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.9}
    expected = [{"mentions": [{"token_ids": [1], "type": "Die", "score": 0.9}]}]
    assert nuggets_from_gliner([[entity]], TOKENS) == expected
    second = {"entities": {"Die": [{"text": "died", "confidence": 0.9, "start": 3, "end": 7}], "Meet": []}}
    assert nuggets_from_gliner([second], TOKENS) == expected
    with pytest.raises(InputError, match=r"include_spans=True\) gives it, got 'died'"):
        nuggets_from_gliner([{"entities": {"Die": ["died"]}}])


def test_langextract() -> None:
    extraction = {
        "extraction_class": "event",
        "extraction_text": "died",
        "char_interval": {"start_pos": 3, "end_pos": 7},
        "alignment_status": "match_exact",
        "attributes": {"type": "Die"},
    }
    file = (json.dumps({"text": TEXT, "extractions": [extraction], "document_id": "doc_1"}) + "\n").encode()
    documents, lost = nuggets_from_langextract(file, TOKENS, type_attribute="type")
    assert documents == [{"mentions": [{"token_ids": [1], "type": "Die"}]}]
    assert lost == 0
    with pytest.raises(InputError, match=r'documents\[0\]\["extractions"\]\[0\]\["attributes"\]: .* key "kind"'):
        nuggets_from_langextract(file, TOKENS, type_attribute="kind")


def test_columns() -> None:
    file = b"-DOCSTART- -X- O O\n\nHe PRP O\ndied VBD B-Die\n\nRain NN O\n\n-DOCSTART- -X- O\n\nMet VBD B-Meet\n"
    assert nuggets_from_conll(file, tokens=True) == [
        {"tokens": ["He", "died", "Rain"], "mentions": [{"token_ids": [1], "type": "Die"}]},
        {"tokens": ["Met"], "mentions": [{"token_ids": [0], "type": "Meet"}]},
    ]
    assert len(nuggets_from_conll(b"a O\n\nb O\n")) == 2
    with pytest.raises(InputError, match="<input>:1: expected a column 3, got 2 columns"):
        nuggets_from_conll(b"a O\n", column=3)


ONTO = """#begin document (bc/1); part 000
bc/1 0 0 He PRP * - - - - (PERSON) (ARG1*) (1)
bc/1 0 1 was VBD * - - - - * * -
bc/1 0 2 shot VBN * shoot 01 1 - * (V* (2
bc/1 0 3 dead JJ * - - - - * *) 2)

bc/1 0 0 It PRP * - - - - * (2)
bc/1 0 1 did VBD * - - - - * (1)
#end document
"""


def test_conll2012() -> None:
    (document,) = nuggets_from_conll2012(ONTO.encode())
    assert document["doc_id"] == "(bc/1); part 000"
    assert [(each["token_ids"], each["id"]) for each in document["mentions"]] == [
        ([0], "m0"),
        ([2, 3], "m1"),
        ([4], "m2"),
        ([5], "m3"),
    ]
    assert document["clusters"] == [["m0", "m3"], ["m1", "m2"]]
    assert score_nuggets([document], [document])["conll_f1"] == 1.0
    (with_words,) = nuggets_from_conll2012(ONTO.encode(), tokens=True)
    assert with_words == {**document, "tokens": ["He", "was", "shot", "dead", "It", "did"]}
    with pytest.raises(InputError, match="<input>:7: the span of the mention 1 is that of another mention; keep one"):
        nuggets_from_conll2012(ONTO.replace("* (2)\n", "* (2)|(1)\n", 1).encode())
    (events,) = events_from_conll2012(ONTO.encode())
    argument = {"span": [0, 1], "role": "ARG1"}
    assert events["events"] == [{"trigger": {"span": [2, 4]}, "type": "shoot.01", "arguments": [argument]}]
    with pytest.raises(InputError, match="<input>:2: expected the mention 1 to be open where it closes"):
        nuggets_from_conll2012(ONTO.replace("(1)\n", "1)\n", 1).encode())
    with pytest.raises(InputError, match="<input>:1: expected #begin document before the first word"):
        nuggets_from_conll2012("\n".join(ONTO.split("\n")[1:]).encode())
    with pytest.raises(InputError, match="<input>:3: expected 13 columns, as in the first row of the sentence, got 14"):
        events_from_conll2012(ONTO.replace("was VBD", "was VBD VBD").encode())
    with pytest.raises(
        InputError, match=r"<input>:2: expected a predicate, \(V\*\), in column 11 of this sentence, got none"
    ):
        events_from_conll2012(ONTO.replace("(V*", "(C*").encode())


def test_events_of_gliner2_and_langextract() -> None:
    """Where the references have tokens alone, the words are looked for and the characters are not."""
    died, he = {"text": "died", "start": 3, "end": 7, "confidence": 0.5}, {"text": "He", "start": 0, "end": 2}
    structure = {"Die": [{"trigger": died, "Victim": [he], "Place": None, "Agent": []}], "tone": "sad"}
    related = {
        "entities": {"Die": [died], "Person": [he]},
        "relation_extraction": {"Victim": [{"head": died, "tail": he}], "Place": [{"head": he, "tail": died}]},
    }
    extraction = {
        "extraction_class": "event",
        "extraction_text": "died",
        "char_interval": {"start_pos": 3, "end_pos": 7},
        "attributes": {"kind": "Die", "Victim": ["He"], "Place": ""},
    }
    found = [
        events_from_gliner([structure], doc_ids=["d"]),
        events_from_gliner([related], types=["Die"]),
        events_from_langextract([{"extractions": [extraction]}], type_attribute="kind"),
    ]
    assert found[0][0]["doc_id"] == "d"
    assert found[0][0]["events"][0]["score"] == 0.5
    for documents in found:
        for gold in ({"tokens": TOKENS[0], "events": [EVENT]}, {"text": TEXT, "events": [EVENT]}):
            result = score_extraction(documents, [gold])
            assert result["argument_attached_classification_f1"] == 1.0
    with pytest.raises(InputError, match=r'outputs\[0\]\["Die"\]\[0\]: expected a structure with the field "trigger"'):
        events_from_gliner([{"Die": [{"Victim": "He"}]}])
    with pytest.raises(InputError, match=r"outputs\[0\]: expected a dict, as extract_json gives it"):
        events_from_gliner([[died]])
