"""Input and output of each configuration: the scores that `compute` gives for these documents and options."""

_KILLED = {"token_ids": [2, 3, 4, 5], "type": "Life.Die", "realis": "Actual"}
_CHAIN = [{"token_ids": [place], "type": "Life.Die", "id": f"E{place}"} for place in range(3)]


def _link(source, label, target):
    return {"type": label, "source": source, "target": target}


test_cases = [
    {  # Liu, Mitamura and Hovy (2015), section 2.5, system 1: one nugget of four words in two parts
        "config_name": "nuggets",
        "predictions": [[{"token_ids": [2], "type": "Life.Die"}, {"token_ids": [4, 5], "type": "Life.Die"}]],
        "references": [[{"token_ids": [2, 3, 4, 5], "type": "Life.Die"}]],
        "options": {},
        "result": {"type_accuracy": 1.0, "span_precision": 1 / 3, "span_recall": 2 / 3, "predictions": 2},
    },
    {  # system 2: one of the two parts has a wrong type
        "config_name": "nuggets",
        "predictions": [[{"token_ids": [2], "type": "Business.Merge"}, {"token_ids": [4, 5], "type": "Life.Die"}]],
        "references": [[{"token_ids": [2, 3, 4, 5], "type": "Life.Die"}]],
        "options": {},
        "result": {"type_accuracy": 0.5, "type_recall": 2 / 3},
    },
    {  # two of four words earn their Dice coefficient, 2 * 2 / (2 + 4)
        "config_name": "nuggets",
        "predictions": [[{"token_ids": [4, 5], "type": "Life.Die", "realis": "Generic"}]],
        "references": [[_KILLED]],
        "options": {"protocol": "evmeval-1.8"},
        "result": {"span_f1": 2 / 3, "type_f1": 2 / 3, "realis_f1": 0.0, "type_realis_f1": 0.0},
    },
    {  # three mentions of one event, of which the system links two: B-cubed recall is (2/3 + 2/3 + 1/3) / 3
        "config_name": "nuggets",
        "predictions": [{"mentions": _CHAIN, "clusters": [["E0", "E1"]]}],
        "references": [{"mentions": _CHAIN, "clusters": [["E0", "E1", "E2"]]}],
        "options": {},
        "result": {"muc_recall": 1 / 2, "b_cubed_recall": 5 / 9, "b_cubed_precision": 1.0},
    },
    {  # words without a position are found in the text; the second trigger has a wrong type
        "config_name": "detection",
        "predictions": [
            {
                "events": [
                    {"trigger": {"text": "fired"}, "type": "Attack"},
                    {"trigger": {"span": [4, 5]}, "type": "Attack"},
                ]
            }
        ],
        "references": [
            {
                "tokens": ["troops", "fired", "and", "two", "died"],
                "events": [
                    {"trigger": {"span": [1, 2]}, "type": "Attack"},
                    {"trigger": {"span": [4, 5]}, "type": "Die"},
                ],
            }
        ],
        "options": {},
        "result": {"trigger_identification_f1": 1.0, "trigger_classification_f1": 1 / 2},
    },
    {  # labels of tokens: the entity Attack is found in part, which seqeval counts as wrong
        "config_name": "bio",
        "predictions": [["B-Attack", "O", "O", "B-Die"]],
        "references": [["B-Attack", "I-Attack", "O", "B-Die"]],
        "options": {},
        "result": {"overall_f1": 1 / 2, "overall_accuracy": 3 / 4},
    },
    {  # as nuggets the part earns its Dice coefficient, 2 * 1 / (1 + 2): (2/3 + 1) / 2
        "config_name": "bio",
        "predictions": [["B-Attack", "O", "O", "B-Die"]],
        "references": [["B-Attack", "I-Attack", "O", "B-Die"]],
        "options": {"credit": "dice"},
        "result": {"type_f1": 5 / 6},
    },
    {  # MATRES: VAGUE means no relation, so a label on a VAGUE pair costs precision
        "config_name": "relations",
        "predictions": [{"relations": [_link("e1", "BEFORE", "e2"), _link("e2", "AFTER", "e3")]}],
        "references": [{"relations": [_link("e1", "BEFORE", "e2"), _link("e2", "VAGUE", "e3")]}],
        "options": {"protocol": "matres"},
        "result": {"precision": 1 / 2, "recall": 1.0, "f1": 2 / 3},
    },
    {  # temporal awareness: what the reference implies is right
        "config_name": "relations",
        "predictions": [{"relations": [_link("e1", "BEFORE", "e3")]}],
        "references": [{"relations": [_link("e1", "BEFORE", "e2"), _link("e2", "BEFORE", "e3")]}],
        "options": {"protocol": "tempeval-3"},
        "result": {"awareness_precision": 1.0, "awareness_recall": 0.0},
    },
]
