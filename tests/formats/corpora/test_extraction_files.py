"""Extraction files of the field: each format, what it says about candidates, and files that are refused."""

from __future__ import annotations

import copy
import json
import warnings
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from event_scoring import InputError, ScoreWarning, score_detection, score_extraction
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.extraction_files import FORMATS, read_extraction
from event_scoring.formats.corpora.known_keys import KNOWN_KEYS
from tests.extraction.test_input import changed
from tests.formats.reading import written

TOKENS = ["In", "Rome", ",", "troops", "opened", "fire", "."]
TEXT = "In Rome, troops opened fire."
EVENTS = [
    {
        "trigger": {"span": [4, 6]},
        "type": "Attack",
        "arguments": [{"span": [3, 4], "role": "Attacker"}, {"span": [1, 2], "role": "Place"}],
    }
]
ONEIE = {
    "doc_id": "news",
    "sent_id": "news-0",
    "tokens": TOKENS,
    "entity_mentions": [
        {"id": "E0", "start": 1, "end": 2, "text": "Rome", "entity_type": "GPE"},
        {"id": "E1", "start": 3, "end": 4, "text": "troops", "entity_type": "PER"},
    ],
    "event_mentions": [
        {
            "id": "EV0",
            "event_type": "Attack",
            "trigger": {"start": 4, "end": 6, "text": "opened fire"},
            "arguments": [
                {"entity_id": "E1", "text": "troops", "role": "Attacker"},
                {"entity_id": "E0", "text": "Rome", "role": "Place"},
            ],
        }
    ],
}
TEXTEE = {
    **{key: ONEIE[key] for key in ("doc_id", "tokens", "entity_mentions")},
    "wnd_id": "news-0",
    "text": TEXT,
    "event_mentions": [
        {
            **ONEIE["event_mentions"][0],
            "arguments": [
                {"entity_id": "E1", "role": "Attacker", "text": "troops", "start": 3, "end": 4},
                {"entity_id": "E0", "role": "Place", "text": "Rome", "start": 1, "end": 2},
            ],
        }
    ],
}
TEXTEE_OUTPUT = {
    "doc_id": "news",
    "wnd_id": "news-0",
    "tokens": TOKENS,
    "events": [
        {
            "trigger": [4, 6, "Attack", "opened fire"],
            "arguments": [[3, 4, "Attacker", "troops"], [1, 2, "Place", "Rome"]],
        }
    ],
}
ONEIE_OUTPUT = {
    "doc_id": "news",
    "sent_id": "news-0",
    "token_ids": [],
    "tokens": TOKENS,
    "graph": {
        "entities": [[1, 2, "GPE", "NAM", 0.9], [3, 4, "PER", "NOM", 0.8]],
        "triggers": [[4, 6, "Attack", 0.7]],
        "relations": [],
        "roles": [[0, 1, "Attacker", 0.6], [0, 0, "Place", 0.5]],
    },
}
DYGIE = {
    "doc_key": "news-0",
    "sentences": [TOKENS[:3], TOKENS[3:]],
    "ner": [[[1, 1, "GPE"]], [[3, 3, "PER"]]],
    "events": [[], [[[4, 5, "Attack"], [3, 3, "Attacker"], [1, 1, "Place"]]]],
}
OMNIEVENT = {
    "id": "news-0",
    "text": TEXT,
    "events": [
        {
            "type": "Attack",
            "triggers": [
                {
                    "id": "t",
                    "trigger_word": "opened fire",
                    "position": [16, 27],
                    "arguments": [
                        {"role": "Attacker", "mentions": [{"mention": "troops", "position": [9, 15]}]},
                        {"role": "Place", "mentions": [{"mention": "Rome", "position": [3, 7]}]},
                    ],
                }
            ],
        }
    ],
    "negative_triggers": [{"id": 0, "trigger_word": "troops", "position": [9, 15]}],
    "entities": [
        {"type": "GPE", "mentions": [{"mention": "Rome", "position": [3, 7]}]},
        {"type": "PER", "mentions": [{"mention": "troops", "position": [9, 15]}]},
    ],
}
MAVEN = {
    "id": "news-0",
    "title": "News",
    "content": [
        {"sentence": "In Rome,", "tokens": TOKENS[:3]},
        {"sentence": "troops opened fire.", "tokens": TOKENS[3:]},
    ],
    "events": [
        {"id": "e", "type": "Attack", "mention": [{"trigger_word": "opened fire", "sent_id": 1, "offset": [1, 3]}]}
    ],
    "negative_triggers": [{"trigger_word": "Rome", "sent_id": 0, "offset": [1, 2]}],
}
MAVEN_ARG = {
    "id": "news-0",
    "title": "News",
    "document": "In Rome , troops opened fire .",
    "events": [
        {
            "id": "e",
            "type": "Attack",
            "mention": [{"trigger_word": "opened fire", "offset": [17, 28]}],
            "argument": {
                "Attacker": [{"content": "troops", "offset": [10, 16]}],
                "Place": [{"entity_id": "E0"}],
                "Target": [],
            },
        }
    ],
    "entities": [{"id": "E0", "type": "Location", "mention": [{"mention": "Rome", "offset": [3, 7]}]}],
}
RAMS = {
    "doc_key": "news-0",
    "sentences": [TOKENS[:3], TOKENS[3:]],
    "evt_triggers": [[4, 5, [["Attack", 1.0]]]],
    "ent_spans": [[3, 3, [["evt001arg01Attacker", 1.0]]], [1, 1, [["evt001arg02Place", 1.0]]]],
    "gold_evt_links": [[[4, 5], [3, 3], "evt001arg01Attacker"], [[4, 5], [1, 1], "evt001arg02Place"]],
}
ACE_SENTENCE = {
    "sentence_id": "news-0",
    "sentence": TEXT,
    "words": TOKENS,
    "golden-entity-mentions": [
        {
            "text": "Rome",
            "entity-type": "GPE:Nation",
            "start": 1,
            "end": 2,
            "head": {"text": "Rome", "start": 1, "end": 2},
        },
        {"text": "troops", "entity-type": "PER:Group", "start": 3, "end": 4},
    ],
    "golden-event-mentions": [
        {
            "trigger": {"text": "opened fire", "start": 4, "end": 6},
            "arguments": [
                {"role": "Attacker", "entity-type": "PER:Group", "text": "troops", "start": 3, "end": 4},
                {"role": "Place", "entity-type": "GPE:Nation", "text": "Rome", "start": 1, "end": 2},
            ],
            "event_type": "Attack",
        }
    ],
    "parse": "(ROOT)",
}
PHEE = {
    "id": "news-0",
    "context": TEXT,
    "is_mult_event": False,
    "annotations": [
        {
            "events": [
                {
                    "event_id": "E1",
                    "event_type": "Attack",
                    "Trigger": {"text": [["opened fire"]], "start": [[16]], "entity_id": ["T1"]},
                    "Attacker": {"text": [["troops"]], "start": [[9]], "entity_id": ["T2"]},
                    "Place": {"text": [["Rome"]], "start": [[3]], "entity_id": ["T3"]},
                }
            ]
        }
    ],
}
DUEE = {
    "id": "news-0",
    "text": TEXT,
    "event_list": [
        {
            "event_type": "Attack",
            "class": "Conflict",
            "trigger": "opened fire",
            "trigger_start_index": 16,
            "arguments": [
                {"argument": "troops", "argument_start_index": 9, "role": "Attacker", "alias": []},
                {"argument": "Rome", "argument_start_index": 3, "role": "Place", "alias": []},
            ],
        }
    ],
}
CASIE_SENTENCE = {
    "sent_id": "news-0",
    "text": TEXT,
    "events": [
        {
            "type": "Attack",
            "trigger": {"start": 16, "end": 27, "text": "opened fire"},
            "arguments": [
                {"start": 9, "end": 15, "text": "troops", "role": "Attacker"},
                {"start": 3, "end": 7, "text": "Rome", "role": "Place"},
            ],
        }
    ],
}
OWN = {"doc_id": "news-0", "tokens": TOKENS, "events": EVENTS}
KINDS = {
    "oneie": ONEIE,
    "textee": TEXTEE,
    "textee output": TEXTEE_OUTPUT,
    "oneie output": ONEIE_OUTPUT,
    "dygie": DYGIE,
    "omnievent": OMNIEVENT,
    "maven": MAVEN,
    "maven-arg": MAVEN_ARG,
    "rams": RAMS,
    "golden-event-mentions": ACE_SENTENCE,
    "phee": PHEE,
    "duee": DUEE,
    "casie sentence": CASIE_SENTENCE,
    "documents": OWN,
}


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def read(*records: Any, predicted: bool = False) -> list[dict[str, Any]]:
    return read_extraction(lines(*records), EXTRACTION_DOCUMENT, predicted=predicted).as_dicts()


def bare(event: dict[str, Any]) -> dict[str, Any]:
    arguments = [{key: argument[key] for key in ("span", "role")} for argument in event.get("arguments") or []]
    return {"trigger": {"span": event["trigger"]["span"]}, "type": event["type"], "arguments": arguments}


def test_what_may_be_an_argument_in_maven_arg() -> None:
    """The mentions of all entities, if the file lists entities; otherwise there are no candidates."""
    other = {"id": "E1", "type": "Person", "mention": [{"mention": "troops", "offset": [10, 16]}]}
    (document,) = read({**MAVEN_ARG, "entities": [*MAVEN_ARG["entities"], other]})
    assert document["argument_candidates"] == [[1, 2], [3, 4]]
    event = {**MAVEN_ARG["events"][0], "argument": {"Attacker": [{"content": "troops", "offset": [10, 16]}]}}
    without = {key: value for key, value in MAVEN_ARG.items() if key != "entities"}
    assert read({**without, "events": [event]})[0].get("argument_candidates") is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_says_the_same(kind: str) -> None:
    (document,) = read(KINDS[kind])
    assert document["doc_id"] == "news-0"
    assert document["tokens"] == TOKENS
    expected = [{**EVENTS[0], "arguments": []}] if kind == "maven" else EVENTS
    assert [bare(event) for event in document["events"]] == expected


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_is_known_as_a_file_and_scores_against_every_other(kind: str, tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(lines(KINDS[kind]))
    score = score_detection if kind == "maven" else score_extraction
    result = score(event_scoring.read(tmp_path / "run.jsonl", "extraction"), read(OWN))
    assert result["trigger_classification_f1"] == 1
    assert result.get("argument_attached_classification_f1", 1) == 1


def test_sentences_of_the_ace_preprocessing_need_no_name() -> None:
    without = {key: value for key, value in ACE_SENTENCE.items() if key not in ("sentence_id", "words")}
    sentence = {**without, "sentence": " ".join(TOKENS), "golden-event-mentions": []}
    first, second = read(without | {"sentence": " ".join(TOKENS)}, sentence)
    assert first.get("doc_id") is second.get("doc_id") is None
    assert first["tokens"] == TOKENS
    assert first["argument_candidates"] == [[1, 2], [3, 4]]
    shifted = copy.deepcopy(ACE_SENTENCE)
    shifted["golden-event-mentions"][0]["trigger"]["start"] = 3
    with pytest.raises(InputError, match="are the offsets shifted"):
        read(shifted)


def test_numbers_of_sentences_are_names_beside_those_of_their_documents() -> None:
    sentences = [{**ACE_SENTENCE, "sentence_id": 0, "doc_id": name} for name in ("a", "b")]
    assert [document["doc_id"] for document in read(*sentences)] == ["a/0", "b/0"]


def test_candidates() -> None:
    both = [[1, 2], [3, 4]]
    for kind in ("oneie", "textee", "dygie", "omnievent"):
        assert read(KINDS[kind])[0]["argument_candidates"] == both, kind
    assert read(RAMS)[0]["argument_candidates"] == both[::-1]
    assert read(OMNIEVENT)[0]["argument_candidate_entities"] == [0, 1]
    assert read(OMNIEVENT)[0]["trigger_candidates"] == [[4, 6], [3, 4]]
    assert read(MAVEN)[0]["trigger_candidates"] == [[4, 6], [1, 2]]
    assert read(OWN)[0].get("trigger_candidates") is None


def test_scores_of_systems() -> None:
    (document,) = read(ONEIE_OUTPUT)
    assert document["events"][0]["score"] == 0.7
    assert [argument["score"] for argument in document["events"][0]["arguments"]] == [0.6, 0.5]
    predicted = {**DYGIE, "predicted_events": [[], [[[3, "Attack", 11.2, 0.9], [1, 1, "Place", 7.0, 0.8]]]]}
    (document,) = read(predicted, predicted=True)
    event = document["events"][0]
    assert (event["trigger"]["span"], event["score"], event["arguments"][0]["score"]) == ([3, 4], 0.9, 0.8)
    assert read(predicted)[0]["events"][0]["trigger"]["span"] == [4, 6]


def test_a_system_of_dygie_has_its_events_in_every_record() -> None:
    """The other events of a record are those of the references."""
    predicted = {**DYGIE, "predicted_events": [[], []]}
    with pytest.raises(InputError, match='2: document: missing key "predicted_events"'):
        read(predicted, {**DYGIE, "doc_key": "other"}, predicted=True)


def test_lines_of_one_trigger_each_become_one_document() -> None:
    first = {"doc_id": "d", "wnd_id": "d-1", "trigger": [0, 1, "A", "x"], "arguments": [[1, 2, "R", "y"]]}
    second = {**first, "trigger": [1, 2, "B", "y"], "arguments": []}
    other = {**first, "wnd_id": "d-2"}
    documents = read(first, other, second)
    assert [(row["doc_id"], len(row["events"])) for row in documents] == [("d-1", 2), ("d-2", 1)]


def test_old_dygie_triggers_and_windows_without_prefix() -> None:
    old = {"doc_key": "d", "sentences": [["he", "died"]], "events": [[[[1, "Die"], [0, 0, "Victim"]]]]}
    assert read(old)[0]["events"][0]["trigger"]["span"] == [1, 2]
    assert read({**ONEIE, "sent_id": 7})[0]["doc_id"] == "news/7"


def test_a_dygie_trigger_without_a_type_is_refused() -> None:
    with pytest.raises(InputError, match=r"events\[0\]\[0\]: expected at least 2 items, got 1"):
        read({"doc_key": "d", "sentences": [["he", "died"]], "events": [[[[1]]]]})


def test_brackets_of_tokenizers() -> None:
    record = {**ONEIE, "tokens": [*TOKENS[:3], "-LRB-", *TOKENS[4:]]}
    record["entity_mentions"] = [record["entity_mentions"][0], {"id": "E1", "start": 3, "end": 4, "text": "("}]
    assert read(record)[0]["events"]


def test_chinese_text_is_read_by_characters() -> None:
    record = {
        "id": "zh",
        "text": "法院判决他",
        "events": [{"type": "判决", "triggers": [{"trigger_word": "判决", "position": [2, 4], "arguments": []}]}],
    }
    assert read(record)[0]["events"][0]["trigger"]["span"] == [2, 4]


def test_an_entity_that_is_no_argument_may_differ_from_its_text() -> None:
    record = {
        "doc_id": "d",
        "tokens": ["troops", "fired"],
        "entity_mentions": [
            {"id": "E1", "start": 0, "end": 1, "text": "troop s"},
            {"id": "E2", "start": 0, "end": 1, "text": "men"},
        ],
        "event_mentions": [
            {
                "event_type": "Attack",
                "trigger": {"start": 1, "end": 2, "text": "fired"},
                "arguments": [{"entity_id": "E1", "role": "Agent"}],
            }
        ],
    }
    with pytest.warns(UserWarning, match="expected 'men' at .* only a candidate is in doubt"):
        found = read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT)
    assert len(found) == 1
    record["entity_mentions"] = [{"id": "E1", "start": 0, "end": 1, "text": "women"}]
    for options in ({"strict": True}, {"predicted": True}):
        with pytest.raises(InputError, match="expected 'women'"):
            read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT, **options)
    with pytest.warns(UserWarning, match="expected 'women' .* 1 mention of which text and place disagree left out"):
        found = read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT)
    assert found.as_dicts()[0]["events"][0]["arguments"] == []


def test_an_inclusive_end_is_told_what_an_end_is() -> None:
    record: dict[str, Any] = {"doc_id": "d", "tokens": ["he", "died"], "event_mentions": [{"event_type": "Die"}]}
    record["event_mentions"][0]["trigger"] = {"start": 1, "end": 1, "text": "died"}
    with pytest.raises(
        InputError, match="expected 0 <= start < end, got .* the end is exclusive, the index after the last token"
    ):
        read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT)


def test_references_of_grit_keep_their_text(tmp_path: Path) -> None:
    """The analysis of errors looks mentions up in the text."""
    record = {"docid": "d1", "doctext": "rebels attacked", "templates": [{"incident_type": "attack", "PerpOrg": []}]}
    (tmp_path / "gold.json").write_text(json.dumps(record))
    assert event_scoring.read(tmp_path / "gold.json", "templates")[0]["text"] == "rebels attacked"


def test_a_list_in_place_of_a_role_of_phee_is_refused() -> None:
    record = copy.deepcopy(PHEE)
    record["annotations"][0]["events"][0]["Subject"] = [{"text": [["he"]], "start": [[0]]}]
    with pytest.raises(InputError, match=r'"Subject".: expected an object with the mentions of a role'):
        read(record)


def test_keys_that_iterx_does_not_read_are_told_of(tmp_path: Path) -> None:
    templates = [{"incident_type": "attack", "PerpOrg": [["rebels"]]}]
    path = written(tmp_path / "run.json", {"d1": templates, "d2": templates})
    with pytest.warns(UserWarning, match="run.json: 1 key behind the first one of a line left out, such as 'd2'"):
        assert [document["doc_id"] for document in event_scoring.read(path)] == ["d1"]


def test_a_repeated_document_of_grit_is_warned_about(tmp_path: Path) -> None:
    """The last one counts, as in its scorer."""
    record = {"docid": "d1", "templates": [{"incident_type": "attack", "PerpOrg": [[["rebels", 0]]]}]}
    written(tmp_path / "gold.json", record, {**record, "templates": []})
    with pytest.warns(ScoreWarning, match="gold.json is given more than once; the last one counts: d1"):
        event_scoring.score_templates(tmp_path / "gold.json", tmp_path / "gold.json", protocol="gtt")


@pytest.mark.parametrize("key", ["args", "Arguments"])
def test_arguments_under_another_key_are_not_ignored(key: str) -> None:
    """They scored 0.0000 in silence."""
    event = {"event_type": "Die", "trigger": {"start": 1, "end": 2, "text": "died"}}
    arguments = [{"start": 0, "end": 1, "text": "he", "role": "Victim"}]
    record = {"doc_id": "d", "tokens": ["he", "died"], "event_mentions": [{**event, key: arguments}]}
    with pytest.raises(InputError, match=f'"arguments".*did you mean "arguments" by .{key}.?'):
        read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT)
    record = {**record, "event_mentions": [{**event, "arguments": None}]}
    with pytest.raises(InputError, match="expected a list"):
        read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT)


def test_arguments_of_textee_outputs_under_another_key_are_not_ignored() -> None:
    event = {"trigger": [1, 2, "Die", "died"], "args": [[0, 1, "Victim", "he"]]}
    record = {"doc_id": "d", "wnd_id": "d", "events": [event]}
    with pytest.raises(InputError, match='did you mean "arguments" by .args.'):
        read_extraction(json.dumps(record).encode(), EXTRACTION_DOCUMENT, predicted=True)


def test_every_format_declares_its_keys() -> None:
    known = {"MAVEN-ERE", *(name for name, _, _ in FORMATS)}
    assert set(KNOWN_KEYS) == known, "the keys are listed in formats/corpora/known_keys.py"
    for kind in KINDS:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            read(KINDS[kind])


@pytest.mark.parametrize(
    ("kind", "old", "new", "hint"),
    [
        ("rams", "ent_spans", "ent_span", '; did you mean "ent_spans"?'),
        ("oneie", "relation_mentions", "notes", ""),
        ("maven", "negative_triggers", "negatives", '; did you mean "negative_triggers"?'),
    ],
)
def test_keys_that_no_reader_knows_are_listed_once(kind: str, old: str, new: str, hint: str) -> None:
    record = dict(KINDS[kind])
    record[new] = record.pop(old, [])
    with pytest.warns(UserWarning, match="not known") as said:
        read(record, KINDS[kind], record)
    (warning,) = said
    assert str(warning.message) == f"<input>:1: keys that are not known and not read: '{new}' (2 records){hint}"


def test_keys_of_events_and_arguments_are_looked_at() -> None:
    record = copy.deepcopy(TEXTEE)
    record["event_mentions"][0]["arguments"][0]["note"] = 1
    record["event_mentions"][0]["certainty"] = 0.5
    with pytest.warns(UserWarning, match=r"not read: 'note' \(1 record\), 'certainty' \(1 record\)"):
        read(record)


ATTACKER = ["events", 0, "arguments", 0]
CUT = ["events", 0, "triggers", 0, "arguments", 0, "mentions", 0]
WOMEN = {"mention": "women", "offset": [10, 16]}
FLAWED: dict[str, tuple[dict[str, Any], list[Any], Any]] = {
    "golden-event-mentions": (ACE_SENTENCE, ["golden-event-mentions", 0, "arguments", 0, "text"], "women"),
    "phee": (PHEE, ["annotations", 0, "events", 0, "Attacker", "start"], [[10]]),
    "duee": (DUEE, ["event_list", 0, "arguments", 0, "argument_start_index"], 10),
    "casie sentence": (CASIE_SENTENCE, [*ATTACKER, "start"], 10),
    "omnievent, other words": (OMNIEVENT, [*CUT, "mention"], "women"),
    "omnievent, a cut word": (OMNIEVENT, [*CUT, "position"], [9, 14]),
    "maven-arg, other words": (MAVEN_ARG, ["events", 0, "argument", "Attacker", 0, "content"], "women"),
    "maven-arg, a cut word": (MAVEN_ARG, ["events", 0, "argument", "Attacker", 0, "offset"], [10, 15]),
}
"""Records whose attacker has other words at its place, or a place that cuts a word."""


@pytest.mark.parametrize("name", FLAWED)
def test_references_are_read_without_arguments_whose_text_and_place_disagree(name: str) -> None:
    """CrudeOilNews and Commodity News have such arguments in 160 of 769 files, such as '1.07%' for '1.07'."""
    data = lines(*[changed(*FLAWED[name])] * 3)
    for options in ({"strict": True}, {"predicted": True}):
        with pytest.raises(InputError, match=r"^<input>:1: .*expected .*(shifted|got )"):
            read_extraction(data, EXTRACTION_DOCUMENT, **options)
    with pytest.warns(UserWarning, match="<input>:1: .*3 mentions of which text and place disagree left out") as said:
        documents = read_extraction(data, EXTRACTION_DOCUMENT).as_dicts()
    assert len(said) == 1
    assert [[one["role"] for one in document["events"][0]["arguments"]] for document in documents] == [["Place"]] * 3


@pytest.mark.parametrize("score", [score_extraction, score_detection])
def test_a_score_of_files_tells_of_arguments_left_out_or_refuses_them(score: Any, tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.json", tmp_path / "system.json"
    gold.write_bytes(lines(changed(*FLAWED["omnievent, other words"])))
    system.write_bytes(lines(OMNIEVENT))
    with pytest.warns(ScoreWarning, match="1 mention of which text and place disagree left out"):
        result = score(system, gold)
    assert sum("disagree left out" in sentence for sentence in result["warnings"]) == 1
    with pytest.raises(InputError, match="gold.json:1: .*shifted"):
        score(system, gold, strict=True)


@pytest.mark.parametrize(
    "record",
    [
        changed(changed(OMNIEVENT, [*CUT, "mention"], "women"), ["entities", 1, "mentions", 0, "mention"], "women"),
        changed(MAVEN_ARG, ["entities"], [*MAVEN_ARG["entities"], {"id": "E1", "mention": [WOMEN]}]),
    ],
    ids=["omnievent", "maven-arg"],
)
def test_candidates_whose_text_and_place_disagree_are_left_out(record: dict[str, Any]) -> None:
    """A candidate that is also an argument is counted once."""
    with pytest.raises(InputError, match="shifted"):
        read(record, predicted=True)
    with pytest.warns(UserWarning, match="1 mention of which text and place disagree left out"):
        (document,) = read(record)
    assert document["argument_candidates"] == [[1, 2]]
