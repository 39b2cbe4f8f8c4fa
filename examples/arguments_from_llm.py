"""Score the answers of a language model, without a model and without the network.

    python examples/arguments_from_llm.py

The answers are fixed: some are clean JSON, some have prose around it, one is cut off, one is unreadable, and some name
words that the text lacks. Repairs, unread answers and missing words are counted and shown.
"""

from __future__ import annotations

import json
from typing import Any

from event_scoring import json_schema, score_extraction
from event_scoring.adapters import documents_from_generation

TYPES = ["Conflict.Attack", "Life.Die", "Contact.Meet"]
ROLES = ["Attacker", "Target", "Victim", "Place", "Participant"]
SCHEMA = json_schema(TYPES, ROLES)
"""JSON schema for clients that can enforce one. Its instances can be scored unchanged."""
PROMPT = "List the events of the text as JSON of this schema, in the words of the text.\n{}\nText: {}\nAnswer: "

# Each text with its reference events: type, trigger, arguments; spans are [start, end) words.
CORPUS = [
    (
        "Rebels attacked the town of Brevik on Monday",
        [("Conflict.Attack", [1, 2], {"Attacker": [0, 1], "Target": [2, 6]})],
    ),
    (
        "Seven miners died near Falun after a rebel shelled the pit",
        [
            ("Life.Die", [2, 3], {"Victim": [0, 2], "Place": [4, 5]}),
            ("Conflict.Attack", [8, 9], {"Attacker": [6, 8], "Target": [9, 11]}),
        ],
    ),
    (
        "Ministers met in Corvo and the ministers of Dunmore met again in Estrada",
        [
            ("Contact.Meet", [1, 2], {"Participant": [0, 1], "Place": [3, 4]}),
            ("Contact.Meet", [9, 10], {"Participant": [5, 9], "Place": [12, 13]}),
        ],
    ),
    ("The bridge was opened in March", []),
    ("Troops fired on farmers in Gorno", [("Conflict.Attack", [1, 2], {"Attacker": [0, 1], "Target": [3, 4]})]),
    ("The judge died in Haldane", [("Life.Die", [2, 3], {"Victim": [0, 2], "Place": [4, 5]})]),
]

ANSWERS = [
    # clean; but "the town" is half of the reference, and no candidate for an argument
    '[{"type": "Conflict.Attack", "trigger": "attacked", "arguments": {"Attacker": "Rebels", "Target": "the town"}}]',
    # prose and a code block; "the mine" is a paraphrase of "the pit", which has no place in the text
    """Sure! Here are the events:
```json
[{"type": "Life.Die", "trigger": "died", "arguments": {"Victim": "Seven miners", "Place": "Falun"}},
 {"type": "Conflict.Attack", "trigger": "shelled", "arguments": {"Attacker": "a rebel", "Target": "the mine"}}]
```""",
    # "met" twice: the first prediction takes the first place, the second the second
    """{"events": [
 {"type": "Contact.Meet", "trigger": "met", "arguments": {"Participant": "Ministers", "Place": "Corvo"}},
 {"type": "Contact.Meet", "trigger": "met", "arguments": {"Participant": "the ministers of Dunmore"}}]}""",
    # not JSON
    "There are no events in this text.",
    # cut off at the maximum length
    '[{"type": "Conflict.Attack", "trigger": "fired", "arguments": {"Attacker": "Tro',
    # the right type, a type outside the schema, and a role outside it
    """[{"type": "Life.Die", "trigger": "died", "arguments": {"Victim": "The judge", "Cause": "Haldane"}},
 {"type": "Personnel.End", "trigger": "judge"}]""",
]


def main() -> dict[str, Any]:
    """Return the scores of the answers, with counts of the parts that were not read or not found."""
    references = [
        {
            "tokens": text.split(),
            "events": [
                {
                    "type": kind,
                    "trigger": {"span": trigger},
                    "arguments": [{"role": role, "span": span} for role, span in arguments.items()],
                }
                for kind, trigger, arguments in events
            ],
        }
        for text, events in CORPUS
    ]
    prompts = [PROMPT.format(json.dumps(SCHEMA), text) for text, _ in CORPUS]
    # The output of pipeline("text-generation"): the prompt and the answer.
    outputs = [[{"generated_text": prompt + answer}] for prompt, answer in zip(prompts, ANSWERS, strict=True)]
    predictions = documents_from_generation(outputs, prompts)
    return score_extraction(
        predictions, references, types=TYPES, roles=ROLES, facts={"trigger_source": "predicted"}, details=True
    )


if __name__ == "__main__":
    result = main()
    for key in ("trigger_classification", "argument_classification", "argument_attached_classification"):
        print(f"{key}: precision {result[f'{key}_precision']:.3f}, recall {result[f'{key}_recall']:.3f}", end="")
        print(f", F1 {result[f'{key}_f1']:.3f}")
    print("answers that could not be read:", result["unparsed"])
    for name, count in result.items():
        if name.startswith("discarded_") and count:
            print(f"{name}: {count}")
    for item in result["not_found"]:
        print(f"document {item['document']}, event {item['event']}: {item['text']!r} is {item['why']}")
    for sentence in result["warnings"]:
        print("warning:", sentence)
    print(result["signature"])
