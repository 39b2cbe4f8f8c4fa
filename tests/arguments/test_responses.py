"""The rules from responses to TRFRs, one at a time."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, expand_from_realis, score_responses
from event_scoring.arguments.response_documents import KEY_DOCUMENT
from event_scoring.documents.schema import arrow_type
from event_scoring.documents.sides import checked_column


def response(
    text: str = "he", type: str = "Life.Die", role: str = "Victim", realis: str = "Actual", at: int = 0, **more: Any
) -> dict[str, Any]:
    """A response; `at` makes otherwise equal ones different."""
    return {
        "type": type,
        "role": role,
        "cas": {"text": text, "start": 4, "end": 9},
        "base_filler": {"start": 4, "end": 5},
        "predicate_justifications": [{"start": at, "end": at + 20}],
        "argument_justifications": [],
        "realis": realis,
        **more,
    }


def assessed(given: dict[str, Any], verdicts: str = "CCCC", realis: str = "Actual") -> dict[str, Any]:
    """Assessed by letters for type, role, string and base filler; what follows a wrong type or role is not judged."""
    names = ("aet", "aer", "cas", "base_filler")
    judged = verdicts.find("W", 0, 2) + 1 or len(names)
    letters = (letter if at < judged else "NIL" for at, letter in enumerate(verdicts))
    assessment = {**dict(zip(names, letters, strict=True)), "realis": realis if judged == len(names) else "NIL"}
    return {**{name: value for name, value in given.items() if name != "score"}, "assessment": assessment}


def score(given: list[Any], key: list[Any], frames: Any = None, reference: Any = (), **options: Any) -> dict[str, Any]:
    texts = {each["cas"]["text"] for each in key}
    clusters = [{"text": text, "start": 4, "end": 9, "cluster": n} for n, text in enumerate(sorted(texts))]
    chosen = [list(range(len(given)))] if frames is None else frames
    return score_responses(
        [{"doc_id": "d", "responses": given, "frames": chosen}],
        [{"doc_id": "d", "responses": key, "coreference": clusters, "frames": list(reference)}],
        **options,
    )


def counts(result: dict[str, Any]) -> tuple[int, int, int]:
    return result["true_positives"], result["false_positives"], result["false_negatives"]


def test_the_best_response_decides() -> None:
    """Differs from counting classes: a class with a right response fails where the best one is wrong."""
    right, wrong = response(at=0), response(at=1)
    key = [assessed(right), assessed(wrong, "CCCW")]
    assert counts(score([{**right, "score": 0.9}, {**wrong, "score": 0.8}], key)) == (1, 0, 0)
    assert counts(score([{**right, "score": 0.8}, {**wrong, "score": 0.9}], key)) == (0, 1, 1)


def test_ties_go_to_the_larger_hash() -> None:
    key = [assessed(response(at=at), verdicts) for at, verdicts in ((0, "CCCC"), (1, "CCCW"))]
    swapped = [assessed(response(at=at), verdicts) for at, verdicts in ((0, "CCCW"), (1, "CCCC"))]
    given = [response(at=0), response(at=1)]
    assert {counts(score(given, key)), counts(score(given, swapped))} == {(1, 0, 0), (0, 1, 1)}
    assert counts(score(given[::-1], key, [[0, 1]])) == counts(score(given, key))


def test_repeats_keep_the_highest_score_and_a_missing_one_is_1() -> None:
    right, wrong = response(at=0), response(at=1)
    key = [assessed(right), assessed(wrong, "CCCW")]
    given = [{**right, "score": 0.1}, {**wrong, "score": 0.5}, {**right, "score": 0.6}]
    assert counts(score(given, key)) == (1, 0, 0)
    assert counts(score([right, {**wrong, "score": 0.999}], key)) == (1, 0, 0)


def test_a_response_of_a_wrong_realis_is_another_class() -> None:
    generic = response(realis="Generic")
    assert counts(score([generic], [assessed(generic, realis="Actual")], [])) == (0, 1, 0)
    assert counts(score([generic], [assessed(generic, realis="Generic")], [])) == (1, 0, 0)


def test_unlinked_responses_are_dropped_as_published() -> None:
    given = [response()]
    assert counts(score(given, [assessed(given[0])], [])) == (0, 0, 1)
    assert counts(score(given, [assessed(given[0])], [], unlinked="count")) == (1, 0, 0)


def test_a_best_response_stays_in_every_frame_that_holds_it() -> None:
    """Differs from keeping the best of each frame: what is best in one frame is not taken out of another."""
    weak, strong = response(at=0, score=0.5), response(at=1, score=0.9)
    other = response("she", at=2)
    key = [assessed(weak), assessed(strong, "CCCW"), assessed(other)]
    # In the first frame only the weak one; in the second the strong, wrong one is better.
    result = score([weak, strong, other], key, [[0], [0, 1, 2]], [[0, 2]])
    assert counts(result) == (1, 1, 1)
    assert result["linking_sum"] == 2.0


@pytest.mark.parametrize(
    "changed",
    [
        *({"aet": "W"}, {"aet": "NIL"}, {"aer": "W"}, {"aer": "NIL"}),
        *({"cas": "NIL"}, {"base_filler": "NIL"}, {"realis": "NIL"}, {"mention_type": "NIL"}),
    ],
)
def test_contradictory_assessments_are_refused(changed: dict[str, str]) -> None:
    """The later fields are judged if and only if event type and role are acceptable, as published."""
    given = response()
    key = assessed(given)
    key["assessment"].update(changed)
    with pytest.raises(InputError, match=r'references\[0\]\["responses"\]\[0\]\["assessment"\]: expected string, base'):
        score([given], [key])


def test_broken_times_become_wrong() -> None:
    for text, right in (
        ("2015-07-1X", 1),
        ("2015-07-1x", 1),
        ("2015-07-Xx", 1),
        ("xXxX-07-14", 0),
        ("20XX-XX-XX", 1),
        ("May", 0),
        ("XXXX-07-14", 0),
        ("2015-07-14T10", 0),
    ):
        given = response(text, role="Time")
        assert score([given], [assessed(given)])["true_positives"] == 1
        assert score([given], [assessed(given)], preprocess="official-2015")["true_positives"] == right
    place = response("May", role="Place")
    assert score([place], [assessed(place)], preprocess="official-2015")["true_positives"] == 1


def test_a_small_x_stays_in_less_specific_times() -> None:
    fine, coarse, other = (response(text, role="Time") for text in ("2015-07-1x", "2015-07-Xx", "2015-07-XX"))
    key = [assessed(fine), assessed(coarse), assessed(other)]
    assert counts(score([coarse, other], key, preprocess="official-2015")) == (1, 0, 1)


def test_neutral_realis_takes_the_assessment_of_one_that_was_changed() -> None:
    actual, other, generic = (response(realis=realis) for realis in ("Actual", "Other", "Generic"))
    key = [assessed(other, "CCCC", "Other"), assessed(actual, "CCCW")]
    assert counts(score([actual], key, preprocess="neutralize-realis")) == (1, 0, 0)
    last = [assessed(other, "CCCC", "Other"), assessed(generic, "CCCW", "Other")]
    assert counts(score([other], last, preprocess="neutralize-realis")) == (0, 1, 0)
    assert counts(score([other], last[::-1], preprocess="neutralize-realis")) == (1, 0, 0)


def test_neutral_realis_drops_former_generic_ones_as_published() -> None:
    """A side effect of the published rules: they become Actual, are in no frame, and so are deleted."""
    linked, generic = response(), response("she", realis="Generic")
    key = [assessed(linked), assessed(generic, realis="Generic")]
    assert score([linked, generic], key, [[0]], [[0]])["score"] == 1.0
    neutral = score([linked, generic], key, [[0]], [[0]], preprocess="neutralize-realis")
    assert (neutral["argument_recall"], neutral["score"]) == (0.5, 0.75)


def test_neutral_coreference_replaces_wrong_strings() -> None:
    near = response("he", at=0)
    far = response("she", at=1, base_filler={"start": 40, "end": 45})
    wrong = response("it", at=2)
    key = [assessed(far), assessed(near), assessed(wrong, "CCWC")]
    options: dict[str, Any] = {"preprocess": "neutralize-realis-coref"}
    # The one with the same base filler, then any of the same type and role, then none.
    assert counts(score([wrong], key, **options)) == (1, 0, 1)
    assert counts(score([wrong], [key[0], key[2]], **options)) == (1, 0, 0)
    assert counts(score([wrong], [key[2]], **options)) == (0, 0, 0)
    broken = [assessed(near), assessed(wrong, "CCWW")]
    assert counts(score([wrong], broken, **options)) == (0, 1, 1)


def test_expansion_by_realis() -> None:
    given = response(realis="Other")
    right = response("she")
    key = {
        "doc_id": "d",
        "responses": [assessed(given), assessed(right)],
        "coreference": [{"text": text, "start": 4, "end": 9, "cluster": n} for n, text in enumerate(("he", "she"))],
        "frames": [[1]],
    }
    (expanded,) = expand_from_realis([key])
    assert [each["realis"] for each in expanded["responses"]] == ["Other", "Actual", "Actual"]
    assert expanded["responses"][2]["assessment"]["base_filler"] == "C"
    assert expanded["frames"] == [[1]]
    assert expand_from_realis([expanded]) == [expanded]
    arrow = expand_from_realis(pa.array([key], arrow_type(KEY_DOCUMENT)))
    assert isinstance(arrow, pa.StructArray)
    assert arrow.to_pylist() == [expanded]
    checked_column(KEY_DOCUMENT, [expanded], "references")


def test_expansion_keeps_the_first_of_equal_copies() -> None:
    key = {
        "doc_id": "d",
        "responses": [assessed(response(realis="Other"), "CCIC"), assessed(response(realis="Generic"), "CCWC")],
        "coreference": [{"text": "he", "start": 4, "end": 9, "cluster": 1}],
        "frames": [],
    }
    (expanded,) = expand_from_realis([key])
    assert [each["assessment"]["cas"] for each in expanded["responses"]] == ["I", "W", "I"]


@pytest.mark.parametrize("preprocess", ["none", "official-2015", "neutralize-realis", "neutralize-realis-coref"])
def test_nothing_at_all(preprocess: str) -> None:
    assert score([], [], preprocess=preprocess)["score"] == 0.0
    assert score_responses([], [], preprocess=preprocess, details=True)["documents"] == 0
