"""Pipeline output to nuggets: every strategy, every form of input, every label convention."""

from __future__ import annotations

import warnings

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, ScoreWarning, score_nuggets
from event_scoring.adapters import nuggets_from_pipeline, token_offsets
from tests.adapters.huggingface.pipeline_outputs import pipeline_outputs
from tests.generated import examples
from tests.heavy import datasets
from tests.oracles import pipelines as oracle
from tests.test_calls import calls

WORDS = ["Troops", "re-attacked", "the", "town"]
#        0:6       7:18           19:22  23:27
BIO = {0: "O", 1: "B-Attack", 2: "I-Attack", 3: "B-Move", 4: "I-Move"}


def token(label: str, start: int, end: int, score: float = 0.5) -> dict:
    return {"entity": label, "score": np.float32(score), "start": start, "end": end}


def group(label: str, start: int, end: int, score: float = 0.5) -> dict:
    return {"entity_group": label, "score": np.float32(score), "start": start, "end": end}


def spans(documents: list[dict]) -> list[list[tuple[list[int], str]]]:
    return [[(mention["token_ids"], mention["type"]) for mention in each["mentions"]] for each in documents]


# ---- sub-words ----------------------------------------------------------------------------------------


def test_nuggets_by_characters() -> None:
    """Groups need no tokens; with words the characters between neighbouring words of a nugget belong to it."""
    groups = [group("Die", 0, 4), group("Attack", 7, 18), group("Attack", 19, 22)]
    assert spans(nuggets_from_pipeline([groups, []], unit="char")) == [
        [(list(range(4)), "Die"), (list(range(7, 18)), "Attack"), (list(range(19, 22)), "Attack")],
        [],
    ]
    labelled = [token("B-Attack", 7, 10), token("I-Attack", 10, 18), token("I-Attack", 19, 22)]
    assert spans(nuggets_from_pipeline([labelled], [WORDS], unit="char")) == [[(list(range(7, 22)), "Attack")]]
    for outputs, unit in (([groups], "token"), ([labelled], "char")):
        with pytest.raises(InputError, match="tokens: expected the reference tokens of each document"):
            nuggets_from_pipeline(outputs, unit=unit)


def test_fragments_of_one_word_are_one_nugget() -> None:
    output = [token("B-Attack", 7, 10, 0.9), token("B-Attack", 10, 14, 0.1), token("I-Attack", 14, 18, 0.1)]
    assert nuggets_from_pipeline([output], [WORDS]) == [
        {"mentions": [{"token_ids": [1], "type": "Attack", "score": pytest.approx(0.9)}]}
    ]


def test_first_sub_word_decides_for_token_level_output() -> None:
    # The first fragment of "re-attacked" was O, which the pipeline leaves out.
    output = [[token("B-Attack", 10, 18), token("I-Attack", 19, 22)]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([2], "Attack")]]
    assert spans(nuggets_from_pipeline(output, [WORDS], subwords="any")) == [[([1, 2], "Attack")]]


def test_fragments_with_other_types_leave_the_word_to_the_first() -> None:
    output = [[token("B-Attack", 7, 10), token("B-Move", 10, 18), token("I-Move", 19, 22)]]
    for subwords in ("first", "any"):
        found = nuggets_from_pipeline(output, [WORDS], subwords=subwords)
        assert spans(found) == [[([1], "Attack"), ([2], "Move")]]


def test_groups_that_split_a_word_are_joined() -> None:
    # aggregation_strategy="simple" opens a new group at each B-, also within a word
    output = [[group("Attack", 7, 10, 0.2), group("Attack", 10, 22, 0.4)]]
    found = nuggets_from_pipeline(output, [WORDS])
    assert spans(found) == [[([1, 2], "Attack")]]
    assert found[0]["mentions"][0]["score"] == pytest.approx(0.3)
    assert spans(nuggets_from_pipeline([[group("Attack", 7, 10), group("Move", 10, 22)]], [WORDS])) == [
        [([1], "Attack"), ([2], "Move")]
    ]


def test_groups_that_begin_within_a_word_have_it_unless_asked_otherwise() -> None:
    output = [[group("Attack", 10, 22)]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([1, 2], "Attack")]]
    assert spans(nuggets_from_pipeline(output, [WORDS], subwords="first")) == [[([2], "Attack")]]


def test_two_types_of_one_span_are_two_nuggets() -> None:
    output = [[group("Attack", 7, 18), group("Move", 7, 18)]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([1], "Attack"), ([1], "Move")]]


def test_a_label_outside_all_tokens_is_a_nugget_without_tokens() -> None:
    offsets = [[(0, 6), (7, 18)]]
    output = [[group("Attack", 18, 19), group("Attack", 7, 18)]]
    found = nuggets_from_pipeline(output, offsets)
    assert spans(found) == [[([1], "Attack"), ([], "Attack")]]
    assert score_nuggets(found, [[{"token_ids": [1], "type": "Attack"}]])["span_precision"] == 0.5


def test_pieces_without_width_belong_to_the_token_that_begins_there() -> None:
    assert spans(nuggets_from_pipeline([[group("Attack", 7, 7)]], [WORDS])) == [[([1], "Attack")]]
    assert spans(nuggets_from_pipeline([[group("Attack", 18, 18)]], [WORDS])) == [[]]
    lone = {**token("B-Attack", 18, 19), "word": "▁"}  # offsets of SentencePiece count the space in
    assert spans(nuggets_from_pipeline([[lone]], [[(0, 6), (19, 22)]])) == [[([1], "Attack")]]
    assert spans(nuggets_from_pipeline([[lone]], [[(0, 6), (20, 22)]])) == [[]]


def test_leading_spaces_of_offsets_do_no_harm() -> None:
    # byte-level tokenizers may count the space before a word in
    assert spans(nuggets_from_pipeline([[token("B-Attack", 6, 18)]], [WORDS])) == [[([1], "Attack")]]


# ---- forms of input -----------------------------------------------------------------------------------


def test_forms_of_outputs() -> None:
    one = [token("B-Attack", 7, 18)]
    expected = [[([1], "Attack")]]
    assert spans(nuggets_from_pipeline(one, WORDS)) == expected
    assert spans(nuggets_from_pipeline([one], WORDS)) == expected
    assert spans(nuggets_from_pipeline(one, [WORDS])) == expected
    assert spans(nuggets_from_pipeline((each for each in [one, []]), [WORDS, ["No"]])) == [*expected, []]
    assert spans(nuggets_from_pipeline([], WORDS)) == [[]]
    assert nuggets_from_pipeline([], []) == []
    assert spans(nuggets_from_pipeline([[], one], [[], WORDS])) == [[], *expected]


def test_forms_of_tokens() -> None:
    output = [[token("B-Attack", 7, 18)]]
    offsets = token_offsets(" ".join(WORDS), WORDS)
    column = datasets.Dataset.from_dict({"tokens": [WORDS]})["tokens"]
    for tokens in (
        [WORDS],
        (tuple(WORDS),),
        [offsets],
        offsets,
        [np.array(offsets)],
        pa.array([WORDS]),
        pa.array([[list(pair) for pair in offsets]]),
        column,
    ):
        assert spans(nuggets_from_pipeline(output, tokens)) == [[([1], "Attack")]]


def test_other_delimiter() -> None:
    assert spans(nuggets_from_pipeline([[token("B-A", 1, 2)]], [["字", "母"]], delimiter="")) == [[([1], "A")]]


def test_names_and_token_ids() -> None:
    found = nuggets_from_pipeline(
        [[], [group("Attack", 7, 22)]], [["One"], WORDS], doc_ids=["a", "b"], token_ids=[[7], [11, 12, 14, 15]]
    )
    assert found == [
        {"doc_id": "a", "mentions": []},
        {"doc_id": "b", "mentions": [{"token_ids": [12, 14], "type": "Attack", "score": 0.5}]},
    ]


def test_scores_are_means_and_may_be_missing() -> None:
    output = [[token("B-Attack", 7, 18, 0.25), token("I-Attack", 19, 22, 0.75)]]
    assert nuggets_from_pipeline(output, [WORDS])[0]["mentions"][0]["score"] == 0.5
    for entity in output[0]:
        del entity["score"]
    assert nuggets_from_pipeline(output, [WORDS]) == [{"mentions": [{"token_ids": [1, 2], "type": "Attack"}]}]


# ---- labels -------------------------------------------------------------------------------------------


def test_bio() -> None:
    words = list("abcdefg")
    labels = ["B-A", "I-A", "B-A", "O", "I-A", "I-B", "B-C-D"]
    output = [[token(label, 2 * i, 2 * i + 1) for i, label in enumerate(labels)]]
    expected = [[([0, 1], "A"), ([2], "A"), ([4], "A"), ([5], "B"), ([6], "C-D")]]
    assert spans(nuggets_from_pipeline(output, [words])) == expected
    without_o = [[entity for entity in output[0] if entity["entity"] != "O"]]
    assert spans(nuggets_from_pipeline(without_o, [words])) == expected


@pytest.mark.parametrize("letters", ["BIES", "BILU", "BMES"])
def test_bioes(letters: str) -> None:
    begin, inside, end, single = letters
    words = list("abcdef")
    labels = [f"{begin}-A", f"{inside}-A", f"{end}-A", f"{single}-A", f"{single}-A", f"{begin}-A"]
    output = [[token(label, 2 * i, 2 * i + 1) for i, label in enumerate(labels)]]
    assert spans(nuggets_from_pipeline(output, [words])) == [[([0, 1, 2], "A"), ([3], "A"), ([4], "A"), ([5], "A")]]


def test_groups_of_a_bioes_model_are_joined_when_its_labels_are_known() -> None:
    # the groups of "simple" for B-A I-A E-A
    output = [[group("A", 0, 18), group("A", 19, 22)]]
    labels = ["O", "B-A", "I-A", "E-A", "S-A"]
    assert spans(nuggets_from_pipeline(output, [WORDS], labels=labels)) == [[([0, 1, 2], "A")]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([0, 1], "A"), ([2], "A")]]
    # without words, groups of characters are joined only where they touch
    touching, apart = [group("A", 0, 3), group("A", 3, 5)], [group("A", 0, 3), group("A", 4, 5)]
    assert spans(nuggets_from_pipeline([touching, apart], unit="char", labels=labels)) == [
        [([0, 1, 2, 3, 4], "A")],
        [([0, 1, 2], "A"), ([4], "A")],
    ]


def test_raw_types_with_hyphens() -> None:
    output = [[token("Conflict-Attack", 7, 18), token("Conflict-Attack", 19, 22), token("Life-Die", 23, 27)]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([1, 2], "Conflict-Attack"), ([3], "Life-Die")]]


def test_groups_get_back_the_part_before_the_hyphen() -> None:
    labels = {0: "O", 1: "Conflict-Attack", 2: "Life-Die", 3: "Justice-Die"}
    attack = [[group("Attack", 7, 18)]]
    assert spans(nuggets_from_pipeline(attack, [WORDS], labels=labels)) == [[([1], "Conflict-Attack")]]
    with pytest.raises(InputError) as caught:
        nuggets_from_pipeline([[], [group("Die", 7, 18)]], [["No"], WORDS], labels=labels)
    assert str(caught.value) == (
        "outputs[1][0][\"entity_group\"]: expected a group of one type, got 'Die' (str), which means "
        '"Life-Die", "Justice-Die"; aggregation_strategy="none" keeps the labels whole'
    )


def test_prefixed_types_with_hyphens_in_groups() -> None:
    labels = ["O", "B-Conflict-Attack", "I-Conflict-Attack"]
    output = [[group("Conflict-Attack", 7, 18)]]
    assert spans(nuggets_from_pipeline(output, [WORDS], labels=labels)) == [[([1], "Conflict-Attack")]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([1], "Conflict-Attack")]]


def test_types_that_look_like_prefixed_ones_can_be_declared() -> None:
    output = [[token("B-52", 7, 18)]]
    assert spans(nuggets_from_pipeline(output, [WORDS], scheme="raw")) == [[([1], "B-52")]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([1], "52")]]


def test_further_parts_of_a_nugget() -> None:
    words = ["took", "him", "away", "and", "led", "her", "off"]
    starts = np.cumsum([0, *(len(word) + 1 for word in words)])

    def at(label: str, word: int, make: object = token) -> dict:
        return make(label, int(starts[word]), int(starts[word]) + len(words[word]))  # type: ignore[operator]

    expected = [[([0, 2], "Arrest"), ([4, 6], "Arrest"), ([5], "Meet")]]
    labels = {0: "B-Arrest", 2: "B-Arrest+", 4: "B-Arrest", 5: "B-Meet", 6: "I-Arrest+"}
    assert spans(nuggets_from_pipeline([[at(label, word) for word, label in labels.items()]], [words])) == expected
    groups = [[at(label[2:], word, group) for word, label in labels.items()]]
    assert spans(nuggets_from_pipeline(groups, [words])) == expected
    literal = nuggets_from_pipeline(groups, [words], continuation=None)
    assert [kind for _, kind in spans(literal)[0]] == ["Arrest", "Arrest+", "Arrest", "Meet", "Arrest+"]


def test_a_further_part_does_not_look_into_another_document() -> None:
    output = [[group("A", 0, 6)], [group("A+", 0, 6), group("A+", 7, 18)]]
    found = nuggets_from_pipeline(output, [WORDS, WORDS])
    assert spans(found) == [[([0], "A")], [([0, 1], "A")]]


def test_realis_in_the_label() -> None:
    found = nuggets_from_pipeline([[token("B-Life-Die|Actual", 7, 18)]], [WORDS], realis_separator="|")
    assert found[0]["mentions"][0]["type"] == "Life-Die"
    assert found[0]["mentions"][0]["realis"] == "Actual"


def test_groups_that_were_not_filtered() -> None:
    output = [[group("O", 0, 6), group("Attack", 7, 18), group("O", 19, 27)]]
    assert spans(nuggets_from_pipeline(output, [WORDS])) == [[([1], "Attack")]]
    assert spans(nuggets_from_pipeline(output, [WORDS], labels=BIO)) == [[([1], "Attack")]]


# ---- against one token at a time ----------------------------------------------------------------------


@st.composite
def document(draw: st.DrawFn) -> tuple[list[dict], list[tuple[int, int]]]:
    """Tokens with gaps between some, and labelled pieces of the same text that cross their borders."""
    cuts = draw(st.lists(st.integers(0, 24), unique=True, max_size=8).map(sorted))
    tokens = [(start, end) for start, end in zip(cuts, cuts[1:], strict=False) if draw(st.booleans())]
    cuts = draw(st.lists(st.integers(0, 24), unique=True, max_size=12).map(sorted))
    names = st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B", "B-A+", "I-A+"])
    entities = [token(draw(names), start, end) for start, end in zip(cuts, cuts[1:], strict=False)]
    return entities, tokens


@examples(150)
@given(st.lists(document(), min_size=1, max_size=4), st.sampled_from(["first", "any"]))
def test_equals_one_token_at_a_time(documents: list, subwords: str) -> None:
    tokens = [offsets for _, offsets in documents]
    # Labels on text outside all tokens are another test's.
    outputs = [
        [
            entity
            for entity in entities
            if entity["entity"] != "O"
            and any(entity["start"] < end and entity["end"] > start for start, end in offsets)
        ]
        for entities, offsets in documents
    ]
    found = spans(nuggets_from_pipeline(outputs, tokens, subwords=subwords))
    expected = [oracle.nuggets(entities, offsets, subwords) for entities, offsets in zip(outputs, tokens, strict=True)]
    assert [[(tuple(ids), kind) for ids, kind in each] for each in found] == expected


@examples(50)
@given(st.lists(document(), min_size=1, max_size=4), st.randoms())
def test_documents_do_not_touch_each_other(documents: list, random: object) -> None:
    order = list(range(len(documents)))
    random.shuffle(order)  # type: ignore[attr-defined]
    whole = nuggets_from_pipeline([documents[i][0] for i in order], [documents[i][1] for i in order])
    for place, number in enumerate(order):
        entities, offsets = documents[number]
        assert nuggets_from_pipeline([entities], [offsets]) == [whole[place]]


def test_work_grows_as_the_documents_do() -> None:
    outputs, words = pipeline_outputs(300, tokens=60, entities=6, grouped=False)
    found = nuggets_from_pipeline(outputs, words)
    assert sum(len(document["mentions"]) for document in found) == 1800

    def read(documents: int) -> int:
        return calls(lambda: nuggets_from_pipeline(outputs[:documents], words[:documents])).total()

    assert read(300) < 12 * read(30)


# ---- what the output says of the pipeline ---------------------------------------------------------------


def test_texts_that_the_pipeline_cut_are_counted() -> None:
    whole = [token("O", 0, 6), token("B-Attack", 7, 18), token("O", 19, 22), token("O", 23, 27)]
    for output in (whole, [{"entity_group": each["entity"], **each} for each in whole]):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            nuggets_from_pipeline([output, []], [WORDS, []])
    message = (
        "The output has no piece of the last 6 tokens of 2 texts: a pipeline cuts texts at the model_max_length of its "
        "tokenizer; give it a stride."
    )
    with pytest.warns(ScoreWarning) as caught:
        found = nuggets_from_pipeline([whole, whole[:2], []], [WORDS] * 3)
    assert [str(each.message) for each in caught] == [message]
    assert spans(found) == [[([1], "Attack")]] * 2 + [[]]


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ({"answer": "died", "start": 3, "end": 7, "score": 0.5}, "nuggets_from_spans reads spans with a type"),
        (
            {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.9},
            r'GLiNER \("gliner"\), nuggets_from_sp',
        ),
        (
            {"entities": {"Die": [{"text": "died", "start": 3, "end": 7}]}},
            "nuggets_from_export reads outputs of GLiNER2",
        ),
    ],
)
def test_the_output_of_another_program_names_its_function(output: dict, says: str) -> None:
    for outputs in ([[output]], [output], [[], [output]], output):
        with pytest.raises(
            InputError, match=f"outputs.*expected the output of a token classification pipeline.*{says}"
        ):
            nuggets_from_pipeline(outputs, [["He", "died"]])
