"""Input and output of each configuration: the scores that `compute` gives for these documents and options."""


def _arguments(names, *frames):
    """A document whose arguments are victims of these names, linked into frames of places in them."""
    victims = [{"type": "Life.Die", "role": "Victim", "filler": name, "realis": "Actual"} for name in names]
    return {"arguments": victims, "frames": [list(frame) for frame in frames]}


_RESPONSE = {
    "type": "Life.Die",
    "role": "Victim",
    "cas": {"text": "he", "start": 4, "end": 5},
    "base_filler": {"start": 4, "end": 5},
    "realis": "Actual",
    "predicate_justifications": [{"start": 0, "end": 20}],
    "argument_justifications": [],
}
_CORRECT = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "C", "realis": "Actual"}
_DIED = {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}
_HE = {"text": "he", "role": "Agent"}
_PERSON = {
    "id": "p",
    "type": "PER",
    "subtype": "Individual",
    "class": "SPC",
    "mentions": [{"level": "NAM", "head_start": 0, "head_end": 3}],
}
_DEATH = {
    "type": "Life",
    "subtype": "Die",
    "modality": "Asserted",
    "polarity": "Positive",
    "genericity": "Specific",
    "tense": "Past",
    "arguments": [{"role": "Victim", "refid": "p"}],
    "mentions": [{"extent": [0, 20]}],
}

test_cases = [
    {  # two of three arguments are right and one is invented: (2 - 0.25) / 3; both have one of two neighbours, F 2/3
        "config_name": "arguments",
        "predictions": [_arguments("abx", (0, 1, 2))],
        "references": [_arguments("abc", (0, 1, 2))],
        "options": {},
        "result": {"argument_score": 1.75 / 3, "linking_score": 4 / 9, "score": (1.75 / 3 + 4 / 9) / 2},
    },
    {  # the same arguments, each in a frame of its own: no link is left
        "config_name": "arguments",
        "predictions": [_arguments("abx", (0,), (1,), (2,))],
        "references": [_arguments("abc", (0, 1, 2))],
        "options": {"beta": 0.0},
        "result": {"argument_score": 2 / 3, "linking_score": 0.0},
    },
    {  # an assessed response that is right in everything
        "config_name": "responses",
        "predictions": [{"doc_id": "d", "responses": [_RESPONSE], "frames": [[0]]}],
        "references": [
            {
                "doc_id": "d",
                "responses": [{**_RESPONSE, "assessment": _CORRECT}],
                "frames": [[0]],
                "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}],
            }
        ],
        "options": {},
        "result": {"score": 1.0, "true_positives": 1, "false_positives": 0},
    },
    {  # the words of the argument are found in the text; its role is wrong
        "config_name": "extraction",
        "predictions": [{"events": [{"trigger": {"text": "died"}, "type": "Die", "arguments": [_HE]}]}],
        "references": [{"tokens": ["he", "died"], "events": [_DIED]}],
        "options": {},
        "result": {
            "trigger_classification_f1": 1.0,
            "argument_identification_f1": 1.0,
            "argument_attached_classification_f1": 0.0,
        },
    },
    {  # one date of two is missing and none is invented: precision 1, recall 1/2
        "config_name": "templates",
        "predictions": [{"templates": [{"type": "ATTACK", "slots": [{"name": "date", "values": ["1 May"]}]}]}],
        "references": [{"templates": [{"type": "ATTACK", "slots": [{"name": "date", "values": ["1 May", "2 May"]}]}]}],
        "options": {},
        "result": {"precision": 1.0, "recall": 1 / 2, "f1": 2 / 3, "missing": 1},
    },
    {  # an event worth 1 whose modality is wrong keeps three quarters
        "config_name": "values",
        "predictions": [{"entities": [_PERSON], "events": [{**_DEATH, "modality": "Other"}]}],
        "references": [{"entities": [_PERSON], "events": [_DEATH]}],
        "options": {},
        "result": {"value": 0.75, "error": 1},
    },
]
