"""The examples of the papers, and small ones that tell the choices apart.

They serve `event-score demo`, the Space and the tests; each says in a sentence what it shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Example:
    """Documents of both sides, and what a reader should see in their scores."""

    name: str
    title: str
    shows: str
    predictions: list[dict[str, Any]]
    references: list[dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    """The words of each document, by its id, where the example is about a text."""


def _nugget(*token_ids: int, type: str, realis: str = "Actual") -> dict[str, Any]:
    return {"token_ids": list(token_ids), "type": type, "realis": realis}


def _document(doc_id: str, *mentions: dict[str, Any]) -> dict[str, Any]:
    return {"doc_id": doc_id, "mentions": list(mentions)}


_ASSASSINATION = {"assassination": ["He", "carried", "out", "the", "assassination", "."]}
_GOLD = _nugget(1, 2, 3, 4, type="Life.Die")

NUGGET_EXAMPLES = (
    Example(
        "paper-system-1",
        "One event said in two parts",
        "One nugget reported in two parts, both of the right type: the better part earns its Dice, 2/3, and "
        "type accuracy is full.",
        [_document("assassination", _nugget(1, type="Life.Die"), _nugget(3, 4, type="Life.Die"))],
        [_document("assassination", _GOLD)],
        tokens=_ASSASSINATION,
    ),
    Example(
        "paper-system-2",
        "Two parts, one of a wrong type",
        "The same two parts, one of them of a wrong type: type accuracy is 0.5, while the type F1 still credits "
        "the part that is right.",
        [_document("assassination", _nugget(1, type="Business.Merge"), _nugget(3, 4, type="Life.Die"))],
        [_document("assassination", _GOLD)],
        tokens=_ASSASSINATION,
    ),
    Example(
        "second-best",
        "Two predictions, one nearest reference",
        "Both predictions are nearest to the first reference. The paper maps both to it (true positives 1.0); "
        "one-to-one protocols give the second prediction to the second reference (1.5).",
        [_document("raid", _nugget(1, 2, type="Conflict.Attack"), _nugget(2, type="Conflict.Attack"))],
        [_document("raid", _nugget(1, 2, type="Conflict.Attack"), _nugget(2, 3, 4, type="Conflict.Attack"))],
        tokens={"raid": ["Troops", "opened", "fire", "in", "return"]},
    ),
    Example(
        "greedy-and-optimal",
        "Greedy is not optimal",
        "One-to-one by greedy choice takes the pair with the highest Dice first and leaves the rest unpaired "
        "(0.8); the optimal mapping gives up that pair for two others (0.5 + 2/3).",
        [_document("storm", _nugget(0, 1, 2, type="Life.Injure"), _nugget(0, type="Life.Injure"))],
        [_document("storm", _nugget(0, 1, type="Life.Injure"), _nugget(2, type="Life.Injure"))],
        {"mapping": "one-to-one"},
        {"storm": ["badly", "hurt", "wounded", "people"]},
    ),
    Example(
        "no-references",
        "Documents without references",
        "Three inventions in a document that has no reference cost precision by default (2/5); the published "
        "scorer skips such documents (1.0).",
        [
            _document("hearing", _nugget(1, type="Justice.Convict"), _nugget(4, type="Justice.Sentence")),
            _document("weather", *(_nugget(token, type="Life.Die") for token in (0, 1, 2))),
        ],
        [
            _document("hearing", _nugget(1, type="Justice.Convict"), _nugget(4, type="Justice.Sentence")),
            _document("weather"),
        ],
        tokens={
            "hearing": ["Judges", "convicted", "him", "and", "sentenced", "her"],
            "weather": ["Sun", "and", "wind", "tomorrow"],
        },
    ),
    Example(
        "realis",
        "Type right, realis wrong",
        "The type is right and the realis is not. The type scores are full; the per-type table of the published "
        "scorer shows 0, because it asks for the realis too.",
        [_document("talks", _nugget(2, type="Contact.Meet", realis="Generic"))],
        [_document("talks", _nugget(2, type="Contact.Meet", realis="Other"))],
        tokens={"talks": ["Ministers", "may", "meet", "soon"]},
    ),
    Example(
        "discontinuous",
        "A discontinuous nugget",
        "Token ids are a set, so a nugget may have a gap; the part in one piece earns 2 * 1 / (1 + 2).",
        [_document("visit", _nugget(1, type="Movement.Transport"))],
        [_document("visit", _nugget(1, 3, type="Movement.Transport"))],
        tokens={"visit": ["They", "took", "him", "away"]},
    ),
)


def _arguments(doc_id: str, arguments: str, *frames: str, wrong: str = "", generic: str = "") -> dict[str, Any]:
    """A document whose fillers are single letters; frames are written as words of them."""
    fillers = arguments + generic + wrong
    return {
        "doc_id": doc_id,
        "arguments": [
            {
                "type": "Conflict.Attack",
                "role": "Target",
                "filler": filler,
                "realis": "Generic" if filler in generic else "Actual",
            }
            for filler in fillers
        ],
        "frames": [[fillers.index(letter) for letter in frame] for frame in frames],
    }


def _argument(type: str, role: str, filler: str, realis: str = "Actual") -> dict[str, Any]:
    return {"type": type, "role": role, "filler": filler, "realis": realis}


_BOMBING = {
    "doc_id": "bombing",
    "arguments": [
        _argument("Conflict.Attack", "Attacker", "the militia"),
        _argument("Conflict.Attack", "Place", "Qaryat"),
        _argument("Conflict.Attack", "Instrument", "car bomb"),
        _argument("Life.Die", "Victim", "two soldiers"),
        _argument("Life.Die", "Place", "Qaryat"),
    ],
    "frames": [[0, 1, 2], [3, 4]],
}
_KEY = _arguments("key", "abcdefghijklmno", "ab", "cd", "efg", "hij", "klmn", "o")

ARGUMENT_EXAMPLES = (
    Example(
        "bombing",
        "Found, invented, missed",
        "Three of five arguments are found and one is invented: (3 - 0.25) / 5. The instrument and the place of the "
        "death are missed, and with them the links to them: the victim has none left.",
        [
            {
                "doc_id": "bombing",
                "arguments": [
                    *_BOMBING["arguments"][:2],
                    _BOMBING["arguments"][3],
                    _argument("Life.Die", "Agent", "the army"),
                ],
                "frames": [[0, 1], [2, 3]],
            }
        ],
        [_BOMBING],
    ),
    Example(
        "key-1",
        "A frame split in two",
        "The frame {k, l, m, n} is reported as {k, l} and {m, n}. CEAF would ignore one half of it; here each of the "
        "four keeps its share, an F of 1/2.",
        [_arguments("key", "klmn", "kl", "mn")],
        [_KEY],
    ),
    Example(
        "key-2",
        "Inventions in frames of their own",
        "Two frames are right; x, y and z are false arguments, each in a frame of its own. They cost beta each in the "
        "argument part and nothing in the linking part.",
        [_arguments("key", "abcd", "ab", "cd", "x", "y", "z", wrong="xyz")],
        [_KEY],
    ),
    Example(
        "key-3",
        "Inventions inside right frames",
        "As example 2, but x and y stand inside the two right frames. False arguments are removed before linking is "
        "judged, so the score is the same: they are paid for once.",
        [_arguments("key", "abcd", "abx", "cdy", "z", wrong="xyz")],
        [_KEY],
    ),
    Example(
        "merged",
        "Everything in one frame",
        "All arguments of an event type in one frame, the baseline of the task. Every link is there and "
        "most are false; o, which stands alone in the key, has no link at all to find.",
        [_arguments("key", "abcdefghijklmno", "abcdefghijklmno")],
        [_KEY],
    ),
    Example(
        "two-events",
        "An argument of two events",
        "The city c is the place of both attacks, and its neighbours are those of both frames. The system links it "
        "to the first attack only: a third of its links is missing, and d has none.",
        [_arguments("city", "abcd", "abc", "d")],
        [_arguments("city", "abcd", "abc", "cd")],
    ),
    Example(
        "generic",
        "Generic arguments are not linked",
        "g is Generic: it counts as an argument and takes no part in linking, on either side, whatever the frames say.",
        [_arguments("threat", "ab", "abg", generic="g")],
        [_arguments("threat", "ab", "ab", generic="g")],
    ),
    Example(
        "clipped",
        "A document below zero",
        "Nine inventions beside one right argument: 1 - 9/4 is negative, and a document's argument part is clipped "
        "to 0. Without clipping the document pulls the corpus down.",
        [_arguments("noise", "a", "a", wrong="pqrstuvwx"), _arguments("calm", "ab", "ab")],
        [_arguments("noise", "ab", "ab"), _arguments("calm", "ab", "ab")],
    ),
)


_QUIT = ["Elon", "Musk", "quit", "as", "Chief", "Executive", "of", "Twitter", "after", "buying", "Twitter"]


def _extraction(*arguments: dict[str, Any]) -> dict[str, Any]:
    """The one event of the sentence, with some arguments."""
    event = {"trigger": {"span": [2, 3]}, "type": "End-Position", "arguments": list(arguments)}
    return {"doc_id": "quit", "events": [event]}


def _resignation(*arguments: dict[str, Any]) -> dict[str, Any]:
    candidates = [[0, 2], [4, 6], [7, 8], [10, 11]]
    return {**_extraction(*arguments), "argument_candidates": candidates}


_WORDS = {"quit": _QUIT}

EXTRACTION_EXAMPLES = (
    Example(
        "boundaries",
        "Too many words",
        "The system marks more words than the candidate has. Strict boundaries discard the prediction: a miss, and "
        "nothing invented. Without standardization it is a false positive too.",
        [_extraction({"span": [0, 2], "role": "Person"}, {"span": [3, 7], "role": "Position"})],
        [_resignation({"span": [0, 2], "role": "Person"}, {"span": [4, 6], "role": "Position"})],
        tokens=_WORDS,
    ),
    Example(
        "conflict",
        "Two roles for one name",
        "One candidate gets two roles. The one with the higher score stays, here the right one; without "
        "standardization both are counted.",
        [
            _extraction(
                {"span": [0, 2], "role": "Company", "score": 0.4}, {"span": [0, 2], "role": "Person", "score": 0.6}
            )
        ],
        [_resignation({"span": [0, 2], "role": "Person"})],
        tokens=_WORDS,
    ),
    Example(
        "no-position",
        "Words without a place",
        "A language model gives words without a place. They take the places of these words in order, so the second "
        "Twitter, which is no argument, is a false positive.",
        [_extraction({"text": "Twitter", "role": "Entity"}, {"text": "Twitter", "role": "Place"})],
        [_resignation({"span": [7, 8], "role": "Entity"})],
        tokens=_WORDS,
    ),
    Example(
        "wrong-trigger",
        "A wrong trigger costs its arguments",
        "The event is found at another word. Its argument is right where the trigger plays no part, and wrong where "
        "arguments are attached to their trigger.",
        [
            {
                "doc_id": "quit",
                "events": [
                    {
                        "trigger": {"span": [9, 10]},
                        "type": "End-Position",
                        "arguments": [{"span": [0, 2], "role": "Person"}],
                    }
                ],
            }
        ],
        [_resignation({"span": [0, 2], "role": "Person"})],
        tokens=_WORDS,
    ),
)


def nugget_corpus() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All nugget examples as one corpus: predictions and references.

    Examples:
        >>> predictions, references = nugget_corpus()
        >>> len(predictions) == len(references) >= 7
        True
    """
    predictions = [
        {**document, "doc_id": f"{example.name}/{document['doc_id']}"}
        for example in NUGGET_EXAMPLES
        for document in example.predictions
    ]
    references = [
        {**document, "doc_id": f"{example.name}/{document['doc_id']}"}
        for example in NUGGET_EXAMPLES
        for document in example.references
    ]
    return predictions, references
