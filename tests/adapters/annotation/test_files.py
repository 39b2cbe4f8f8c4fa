"""Files and records of the shape that the tools document; written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring import InputError, ScoreWarning, score_nuggets
from event_scoring.adapters import (
    events_from_conll2012,
    events_from_export,
    nuggets_from_conll,
    nuggets_from_conll2012,
    nuggets_from_conllu,
    nuggets_from_export,
)
from event_scoring.adapters.exports import EXPORTS

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
    (document,) = nuggets_from_export(path, "label_studio", TOKENS)
    assert document["doc_id"] == "7"
    assert [(each["token_ids"], each["type"]) for each in document["mentions"]] == [
        ([1], "Die"),
        ([1], "Life"),
        ([0], "Person"),
    ]
    assert score_nuggets([document], [document], mapping="optimal")["type_f1"] == 1.0
    predictions = EXPORTS["label_studio"]._replace(spans="predictions.first.result")
    assert nuggets_from_export(path, predictions) == [{"doc_id": "7", "mentions": []}]
    task["annotations"][0]["result"][0] = region("t", 3, 7, "Die")
    assert events_from_export([task], "label_studio", TOKENS) == [{"doc_id": "7", "events": [EVENT]}]
    link.update(direction="left", from_id="a", to_id="t")
    assert events_from_export([task], "label_studio", TOKENS)[0]["events"] == [EVENT]
    in_words = events_from_export([task], "label_studio")[0]["events"][0]
    assert in_words["trigger"] == {"text": "died"}
    task["annotations"].insert(0, {"result": [], "was_cancelled": True})
    post = EXPORTS["label_studio"]._replace(text="data.post")
    assert events_from_export([{**task, "data": {"post": TEXT}}], post)[0]["events"][0] == in_words
    with pytest.raises(InputError, match=r'source\[0\]: expected a dict with the key "annotations"'):
        nuggets_from_export([{"id": 1}], "label_studio")


def test_prodigy() -> None:
    tokens = [{"text": "He", "start": 0, "end": 2, "id": 0}, {"text": "died", "start": 3, "end": 7, "id": 1}]
    died = {"start": 3, "end": 7, "token_start": 1, "token_end": 1, "label": "Die"}
    he = {"start": 0, "end": 2, "token_start": 0, "token_end": 0, "label": "Person"}
    relation = {"head": 1, "child": 0, "label": "Victim", "head_span": died, "child_span": he}
    row = {"text": "He died", "tokens": tokens, "spans": [died], "relations": [relation], "answer": "accept"}
    refused = {**row, "answer": "reject"}
    file = "\n".join(json.dumps(each) for each in (row, refused)).encode()
    assert nuggets_from_export(file, "prodigy") == [{"mentions": [{"token_ids": [1], "type": "Die"}]}]
    assert events_from_export(file, "prodigy") == [{"events": [EVENT]}]
    generic = {**row, "spans": [{**died, "realis": "Generic"}]}
    assert nuggets_from_export([generic], "prodigy")[0]["mentions"] == [
        {"token_ids": [1], "type": "Die", "realis": "Generic"}
    ]
    bare = {key: row[key] for key in ("text", "spans")}
    assert nuggets_from_export([bare], "prodigy", [["He", "died"]])[0]["mentions"][0]["token_ids"] == [1]
    with pytest.raises(InputError, match="expected tokens in all records or in none"):
        nuggets_from_export([row, bare], "prodigy")


def test_doccano() -> None:
    simple = {"id": 4, "text": TEXT, "label": [[3, 7, "Die"]]}
    assert nuggets_from_export([simple], "doccano", TOKENS) == [
        {"doc_id": "4", "mentions": [{"token_ids": [1], "type": "Die"}]}
    ]
    entities = [
        {"id": 1, "label": "Die", "start_offset": 3, "end_offset": 7},
        {"id": 2, "label": "Person", "start_offset": 0, "end_offset": 2},
    ]
    linked = {"text": TEXT, "entities": entities, "relations": [{"id": 1, "from_id": 1, "to_id": 2, "type": "Victim"}]}
    assert len(nuggets_from_export([linked], "doccano", TOKENS)[0]["mentions"]) == 2
    assert events_from_export([linked], "doccano", TOKENS) == [{"doc_id": "0", "events": [EVENT]}]


def test_gliner() -> None:
    entity = {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.9}
    expected = [{"mentions": [{"token_ids": [1], "type": "Die", "score": 0.9}]}]
    assert nuggets_from_export([[entity]], "gliner", TOKENS) == expected
    second = {"entities": {"Die": [{"text": "died", "confidence": 0.9, "start": 3, "end": 7}], "Meet": []}}
    assert nuggets_from_export([second], "gliner2", TOKENS) == expected
    with pytest.raises(InputError, match=r"include_spans=True\) gives it, got 'died'"):
        nuggets_from_export([{"entities": {"Die": ["died"]}}], "gliner2")


def test_langextract() -> None:
    extraction = {
        "extraction_class": "event",
        "extraction_text": "died",
        "char_interval": {"start_pos": 3, "end_pos": 7},
        "alignment_status": "match_exact",
        "attributes": {"type": "Die"},
    }
    file = (json.dumps({"text": TEXT, "extractions": [extraction], "document_id": "doc_1"}) + "\n").encode()
    documents = nuggets_from_export(file, EXPORTS["langextract"]._replace(label="attributes.type"), TOKENS)
    assert documents == [{"mentions": [{"token_ids": [1], "type": "Die"}]}]
    with pytest.raises(InputError, match=r'source\[0\]\["extractions"\]\[0\]\["attributes"\]: .* key "kind"'):
        nuggets_from_export(file, EXPORTS["langextract"]._replace(label="attributes.kind"), TOKENS)
    lost = {"extractions": [{**extraction, "char_interval": None}, extraction]}
    with pytest.warns(ScoreWarning, match="1 span of 'langextract' without a place in the text"):
        documents = nuggets_from_export([lost], "langextract", TOKENS)
    assert documents == [{"mentions": [{"token_ids": [1], "type": "event"}]}]


def test_columns() -> None:
    file = b"-DOCSTART- -X- O O\n\nHe PRP O\ndied VBD B-Die\n\nRain NN O\n\n-DOCSTART- -X- O\n\nMet VBD B-Meet\n"
    assert nuggets_from_conll(file, tokens=True) == [
        {"tokens": ["He", "died", "Rain"], "mentions": [{"token_ids": [1], "type": "Die"}]},
        {"tokens": ["Met"], "mentions": [{"token_ids": [0], "type": "Meet"}]},
    ]
    assert len(nuggets_from_conll(b"a O\n\nb O\n")) == 2
    with_hash = b"# id 3\nsee B-A\n# I-A\nit O\n# id 4\nb O\n"  # a word in its sentence, and comments between
    assert [document["mentions"] for document in nuggets_from_conll(with_hash)] == [
        [{"token_ids": [0, 1], "type": "A"}],
        [],
    ]
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


def test_offsets_of_label_studio_that_count_utf_16_bring_a_warning() -> None:
    """Its versions before 1.5 count an emoji as two characters."""
    value = {"start": 9, "end": 13, "text": "died", "labels": ["Die"]}
    annotation = {"result": [{"id": "a", "type": "labels", "value": value}]}
    task = {"id": 1, "data": {"text": "\U0001f4a9 He\nhas died."}, "annotations": [annotation]}
    assert nuggets_from_export([task], "label_studio")[0]["mentions"][0]["token_ids"] == [9, 10, 11, 12]
    value |= {"start": 10, "end": 14}
    for convert in (nuggets_from_export, events_from_export):
        with pytest.warns(ScoreWarning, match="1 span of 'label_studio' whose words are not those of the text"):
            convert([task], "label_studio")


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_document_of_conll_begins_with_or_without_blank_lines(gap: str) -> None:
    lines = f"-DOCSTART- O\n{gap}He O\ndied B-Die\n{gap}-DOCSTART- O\n# 2\n{gap}She B-Die\n"
    first, second = nuggets_from_conll(lines.encode(), tokens=True)
    assert (first["tokens"], second["tokens"]) == (["He", "died"], ["She"])
    assert [mention["token_ids"] for mention in first["mentions"] + second["mentions"]] == [[1], [0]]


def test_further_annotations_of_label_studio_bring_a_warning() -> None:
    task = {"id": 1, "data": {"text": TEXT}, "annotations": [{"result": [region("t", 3, 7, "Die")]}]}
    task["annotations"] += [{"result": [], "was_cancelled": True}]
    assert len(nuggets_from_export([task], "label_studio")[0]["mentions"]) == 1
    task["annotations"] += [{"result": []}]
    with pytest.warns(ScoreWarning, match="1 record of 'label_studio' with several annotations, of which the first"):
        assert len(nuggets_from_export([task], "label_studio")[0]["mentions"]) == 1


@pytest.mark.parametrize(("died", "fell"), [("I-Die", "I-Die"), ("B-Die", "I-Die"), ("Die", "Die")])
def test_a_nugget_ends_with_its_sentence(died: str, fell: str) -> None:
    """Conlleval counts so too, and labels of CoNLL 2003 begin with I."""
    file = f"-DOCSTART- O\n\nHe O\ndied {died}\n\nfell {fell}\n"
    assert [mention["token_ids"] for mention in nuggets_from_conll(file.encode())[0]["mentions"]] == [[1], [2]]
    row = "{}\tx" + 7 * "\t_" + "\tEvent={}\n"
    file = "# newdoc\n" + row.format(1, "O") + row.format(2, died) + "\n" + row.format(1, fell)
    assert [mention["token_ids"] for mention in nuggets_from_conllu(file.encode())[0]["mentions"]] == [[1], [2]]


def test_a_further_part_of_a_nugget_may_stand_in_a_later_sentence() -> None:
    (document,) = nuggets_from_conll(b"-DOCSTART- O\n\nHe O\ndied B-Die\n\nsoon O\nafter B-Die+\n")
    assert [mention["token_ids"] for mention in document["mentions"]] == [[1, 3]]
