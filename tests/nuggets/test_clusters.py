"""What is refused of clusters and links, with the place in the message, and what is not."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_nuggets
from tests.nuggets.chains import spelled

EMPTY = {"mentions": []}


def document(**changes: Any) -> dict[str, Any]:
    return {**spelled("ab c"), **changes}


def refused(predictions: Any, references: Any) -> str:
    with pytest.raises(InputError) as caught:
        score_nuggets(predictions, references)
    return str(caught.value)


def test_a_mention_in_two_clusters() -> None:
    message = refused([EMPTY, document(clusters=[["a"], ["c", "b"], ["b"]])], [EMPTY, EMPTY])
    assert message == (
        "predictions[1][\"clusters\"][2][0]: expected a mention that is in no other cluster, got 'b' (str) "
        '(see predictions[1]["clusters"][1][1])'
    )


def test_two_equal_clusters_intersect() -> None:
    message = refused([EMPTY], [document(clusters=[["a", "b"], ["a", "b"]])])
    assert message.startswith('references[0]["clusters"][1][0]: expected a mention that is in no other cluster')


def test_unknown_ids() -> None:
    message = refused([document(clusters=[["a"], ["b", "x"]])], [EMPTY])
    assert message == (
        "predictions[0][\"clusters\"][1][1]: expected the id of a mention of this document, got 'x' (str)"
    )
    links = [{"type": "After", "source": "a", "target": "b"}, {"type": "After", "source": "aa", "target": "b"}]
    near = refused([EMPTY], [document(links=links)])
    assert near == (
        'references[0]["links"][1]["source"]: expected the id of a mention of this document, got \'aa\' (str); '
        'did you mean "a"?'
    )
    links = [{"type": "Subevent", "source": "a", "target": "z"}]
    assert refused([EMPTY], [document(links=links)]).startswith('references[0]["links"][0]["target"]: expected the id')


def test_an_id_of_another_document_is_unknown() -> None:
    assert "got 'c'" in refused([document(), {**spelled("ab"), "clusters": [["a", "c"]]}], [EMPTY, EMPTY])


def test_ids_must_differ_only_where_something_is_named() -> None:
    twice = {"mentions": [{"token_ids": [1], "type": "A", "id": "a"}] * 3}
    assert score_nuggets([twice, document()], [twice, document()])["predictions"] == 6
    assert score_nuggets([{**twice, "clusters": []}], [{**twice, "links": []}])["predictions"] == 3
    message = refused([document(), {**twice, "clusters": [["a"]]}], [EMPTY, EMPTY])
    assert message == (
        'predictions[1]["mentions"][1]["id"]: expected an id of its own, because clusters or links name mentions '
        'by their ids, got \'a\' (str) (see predictions[1]["mentions"][0]["id"])'
    )
    links = [{"type": "After", "source": "a", "target": "a"}]
    assert 'references[0]["mentions"][1]["id"]' in refused([EMPTY], [{**twice, "links": links}])


def test_mentions_without_ids_may_stand_beside_clusters() -> None:
    some = {"mentions": [*spelled("ab")["mentions"], *[{"token_ids": [9], "type": "A"}] * 2], "clusters": [["a", "b"]]}
    assert score_nuggets([some], [some])["b_cubed_f1"] == 1.0


def test_an_unknown_type_of_link() -> None:
    links = [{"type": "Before", "source": "a", "target": "b"}]
    assert refused([document(links=links)], [EMPTY]) == (
        'predictions[0]["links"][0]["type"]: expected one of "After", "Subevent", got \'Before\' (str)'
    )


def test_arrow_documents_are_checked_alike() -> None:
    bad = pa.array([document(clusters=[["a", "x"]])])
    good = pa.array([document()])
    assert "got 'x'" in refused(bad, good)
    assert score_nuggets(good, good)["conll_f1"] == 1.0
    assert score_nuggets(pa.array([{**document(), "links": None}]), [document()])["conll_f1"] == 1.0
