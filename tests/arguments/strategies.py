"""Random small corpora with what is legal: repeats, several frames, singletons, Generic ones in frames."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from event_scoring.arguments.options import ResponseOptions
from tests.arguments.test_responses import response
from tests.declared import choices_of

ROLES = ["Victim", "Place", "Time"]
REALIS = st.sampled_from(["Actual", "Actual", "Generic", "Other"])


@st.composite
def side(draw: st.DrawFn, has_realis: bool) -> dict[str, Any]:
    """A document of arguments."""
    arguments = []
    for _ in range(draw(st.integers(0, 6))):
        argument = {
            "type": draw(st.sampled_from(["Life.Die", "Life.Injure"])),
            "role": draw(st.sampled_from(ROLES[:2])),
            "filler": draw(st.sampled_from(["a", "b", "é"])),
        }
        if has_realis:
            argument["realis"] = draw(REALIS)
        arguments.append(argument)
    places = st.integers(0, len(arguments) - 1) if arguments else st.nothing()
    frames = draw(st.lists(st.lists(places, max_size=5), max_size=4)) if arguments else []
    return {"arguments": arguments, "frames": frames}


@st.composite
def corpora(draw: st.DrawFn) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Pairs of a system and a reference document, all with realis or all without."""
    has_realis = draw(st.booleans())
    return draw(st.lists(st.tuples(side(has_realis), side(has_realis)), max_size=4))


OPTIONS = st.fixed_dictionaries(
    {
        "beta": st.sampled_from([0.0, 0.25, 1.0]),
        "lam": st.sampled_from([0.0, 0.3, 0.5, 1.0]),
        "clip": st.booleans(),
        "unlinked": st.sampled_from(["count", "drop"]),
        "neutralize_realis": st.booleans(),
    }
)

PREPROCESSING = st.sampled_from([name for name in choices_of(ResponseOptions, "preprocess") if name != "official-2016"])
"""Every chain for assessed responses; "official-2016" is for references in Rich ERE."""

STRINGS = {
    "2015-07-14": 3,
    "2015-07-1x": 3,
    "2015-07-XX": 4,
    "2015-07-Xx": 6,
    "2015-XX-XX": 5,
    "May": 4,
    "he": 1,
    "𝄞": 1,
    "she": 2,
}


@st.composite
def response_documents(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A system's and a key's document of responses."""
    key: dict[str, Any] = {}
    for _ in range(draw(st.integers(0, 9))):
        role = draw(st.sampled_from(ROLES))
        texts = [text for text in STRINGS if (text[0] in "2M") == (role == "Time")]
        start = draw(st.integers(0, 1))
        begins = draw(st.lists(st.integers(0, 2), min_size=1, max_size=3))
        given = response(
            draw(st.sampled_from(texts)),
            draw(st.sampled_from(["Life.Die", "Life.Injure"])),
            role,
            draw(REALIS),
            base_filler={"start": start, "end": 5},
            predicate_justifications=[{"start": begin, "end": 30} for begin in begins],
            argument_justifications=draw(st.sampled_from([[], [{"start": 7, "end": 8}]])),
        )
        key.setdefault(_name(given), {**given, "assessment": _assessment(draw, given["realis"])})
    responses = list(key.values())
    chosen = draw(st.lists(st.integers(0, len(responses) - 1), max_size=9)) if responses else []
    system = [
        {
            **{name: value for name, value in responses[place].items() if name != "assessment"},
            "score": draw(st.sampled_from([None, 0.5, 0.9])),
        }
        for place in chosen
    ]
    coreference = [{"text": text, "start": 4, "end": 9, "cluster": cluster} for text, cluster in STRINGS.items()]
    return (
        {"doc_id": "dóc", "responses": system, "frames": _frames(draw, len(system))},
        {"doc_id": "dóc", "responses": responses, "coreference": coreference, "frames": _frames(draw, len(responses))},
    )


def _name(given: dict[str, Any]) -> str:
    spans = sorted({span["start"] for span in given["predicate_justifications"]})
    return str({**given, "predicate_justifications": spans})


def _assessment(draw: st.DrawFn, realis: str) -> dict[str, str]:
    verdict = st.sampled_from(["C", "C", "C", "I", "W"])
    aet, aer, cas, base_filler = (draw(verdict) for _ in range(4))
    if "W" in (aet, aer):
        return {"aet": aet, "aer": "NIL" if aet == "W" else aer, "cas": "NIL", "base_filler": "NIL", "realis": "NIL"}
    judged = draw(st.sampled_from([realis, realis, "Actual", "Other"]))
    return {"aet": aet, "aer": aer, "cas": cas, "base_filler": base_filler, "realis": judged}


def _frames(draw: st.DrawFn, items: int) -> list[list[int]]:
    if not items:
        return []
    return draw(st.lists(st.lists(st.integers(0, items - 1), max_size=5), max_size=4))
