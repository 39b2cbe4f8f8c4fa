"""Small examples of arguments, extraction and templates for the pages; each says in a sentence what it shows."""

from __future__ import annotations

from typing import Any

from event_scoring.examples import Example


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


def _template(kind: str, name: str, pointers: dict[str, str] | None = None, **slots: list[str]) -> dict[str, Any]:
    """A template with an id; pointers name other templates."""
    rows: list[dict[str, Any]] = [{"name": slot, "values": values} for slot, values in slots.items()]
    rows += [{"name": slot, "values": [target], "pointer": True} for slot, target in (pointers or {}).items()]
    return {"type": kind, "id": name, "slots": rows}


def _report(*templates: dict[str, Any]) -> dict[str, Any]:
    return {"doc_id": "report", "templates": list(templates)}


_ATTACK = _template("ATTACK", "a1", DATE=["4 May"], PLACE=["Vanrath"], WEAPON=["mortar", "rifle"], VICTIM=["four men"])

TEMPLATE_EXAMPLES = (
    Example(
        "fills",
        "Right, wrong, missing, invented",
        "Fills are compared slot by slot. The date is right; the place is another one, which is one incorrect fill; a "
        "weapon is missing; a perpetrator is invented.",
        [
            _report(
                _template(
                    "ATTACK",
                    "x",
                    DATE=["4 May"],
                    PLACE=["Oslo"],
                    WEAPON=["mortar"],
                    VICTIM=["four men"],
                    AGENT=["rebels"],
                )
            )
        ],
        [_report(_ATTACK)],
    ),
    Example(
        "greedy",
        "Greedy is not optimal",
        "MUC-6 aligns the two templates that share most, three fills, and leaves the others alone. Aligned the other "
        "way round they share two and two.",
        [
            _report(
                _template("MEETING", "x", DATE=["May"], PLACE=["Oslo"], TOPIC=["oil", "fish"], HOST=["Norway"]),
                _template("MEETING", "y", DATE=["May"], PLACE=["Oslo"]),
            )
        ],
        [
            _report(
                _template("MEETING", "m1", DATE=["May"], PLACE=["Oslo"], TOPIC=["oil"]),
                _template("MEETING", "m2", TOPIC=["fish"], HOST=["Norway"]),
            )
        ],
        {"alignment": "muc-6"},
    ),
    Example(
        "pointers",
        "A pointer to the wrong template",
        "A pointer is right when the template that it names is aligned with the right one. Here the employer points to "
        "the other company.",
        [
            _report(
                _template("PERSON", "p", {"EMPLOYER": "c2"}, NAME=["Ann Lee"]),
                _template("COMPANY", "c1", NAME=["Northern Rail"]),
                _template("COMPANY", "c2", NAME=["Harbour Bank"]),
            )
        ],
        [
            _report(
                _template("PERSON", "p1", {"EMPLOYER": "o1"}, NAME=["Ann Lee"]),
                _template("COMPANY", "o1", NAME=["Northern Rail"]),
                _template("COMPANY", "o2", NAME=["Harbour Bank"]),
            )
        ],
    ),
    Example(
        "partial",
        "Half for a shared word",
        "The system has the family name alone. It is incorrect, or, with the credit of MUC-5, earns one half.",
        [_report(_template("PERSON", "x", NAME=["Lee"], TITLE=["president"]))],
        [_report(_template("PERSON", "p1", NAME=["Ann Lee"], TITLE=["president"]))],
        {"partial_credit": True},
    ),
)
