"""Convention "bionlp" against what the programs of the shared tasks printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, score_extraction
from event_scoring.extraction.conventions.bionlp.printed_tables import table_of
from tests.golden_cases import golden

CASES = {case["name"]: case for case in golden("extraction_bionlp.json")}
SHARES = ("recall", "precision", "f1")


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    """The options of a case, whose letters are those of the programs."""
    letters = case["options"]
    span = "ignore-trigger" if "S" in letters else "approximate" if "s" in letters else "strict"
    found = {
        "convention": "bionlp",
        "variant": case["engine"],
        "span": span,
        "recursive": "approximate" if "p" in letters else "strict",
        "soft_types": "m" in letters,
        "single_penalty": "1" in letters,
        "unreadable": "skip",
    }
    return found | {name: case[name] for name in ("task", "normalize", "decompose") if name in case}


def folders(case: dict[str, Any], place: Path) -> tuple[Path, Path]:
    """The files of a case, as its programs read them: those of a system and those of the references."""
    system, references = place / "system", place / "references"
    for folder in (system, references):
        folder.mkdir()
    for document in case["documents"]:
        for ending in ("text", "a1", "gold"):
            suffix = {"text": "txt", "gold": "a2"}.get(ending, ending)
            (references / f"{document['id']}.{suffix}").write_text(document[ending], encoding="utf-8")
        if document["answer"] is not None:
            (system / f"{document['id']}.a2").write_text(document["answer"], encoding="utf-8")
    return system, references


def printed(rows: list[dict[str, Any]]) -> list[list[Any]]:
    """Rows as the programs print them, in per cents with two decimals."""
    return [[round(100 * value, 2) if key in SHARES else value for key, value in row.items()] for row in rows]


def expected(case: dict[str, Any]) -> list[list[Any]]:
    return [[row[0].strip("=[] "), *row[1:]] for row in case["expected"].get("rows") or []]


@pytest.mark.parametrize("name", CASES)
def test_the_printed_rows(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    result = score_extraction(*folders(case, tmp_path), details=True, **options_of(case))
    assert printed(result["per_class"]) == expected(case)
    if expected(case):
        total = result["per_class"][-1]
        assert [result[f"event_total_{key}"] for key in SHARES] == [total[key] for key in SHARES]
        counts = [key for key in total if key not in (*SHARES, "name")]
        assert [result[key] for key in counts] == [total[key] for key in counts]


@pytest.mark.parametrize("name", CASES)
def test_references_against_themselves(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    _, references = folders(case, tmp_path)
    result = score_extraction(references, references, details=True, **options_of(case))
    rows = [row for row in result["per_class"] if row["gold"]]
    assert all(row[key] == 1 for row in rows for key in SHARES)


# ---- documents in memory --------------------------------------------------------------------------------------------

TEXT = "IL-2 binding was up-regulated by NF-kB."
ENTITIES = [
    {"id": "T1", "type": "Protein", "start": 0, "end": 4},
    {"id": "T2", "type": "Protein", "start": 33, "end": 38},
]


def event(name: str, kind: str, trigger: tuple[int, int], *arguments: tuple[str, str]) -> dict[str, Any]:
    return {
        "id": name,
        "type": kind,
        "trigger": {"start": trigger[0], "end": trigger[1]},
        "arguments": [{"role": role, "event" if id_[0] == "E" else "entity": id_} for role, id_ in arguments],
    }


def document(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"text": TEXT, "entities": ENTITIES, "events": [*events], **more}


BINDING = event("E1", "Binding", (5, 12), ("Theme", "T1"))
REGULATION = event("E2", "Positive_regulation", (17, 29), ("Theme", "E1"), ("Cause", "T2"))


def score(prediction: dict[str, Any], reference: dict[str, Any], **options: Any) -> dict[str, Any]:
    return score_extraction([prediction], [reference], convention="bionlp", details=True, **options)


def test_documents_in_memory_are_scored_without_files() -> None:
    result = score(document(BINDING), document(BINDING, REGULATION))
    assert (result["gold"], result["matched_gold"], result["predictions"], result["matched_predictions"]) == (
        2,
        1,
        1,
        1,
    )
    assert (result["event_total_precision"], result["event_total_recall"]) == (1.0, 0.5)
    assert [outcome["category"] for outcome in result["outcomes"][0]] == ["right", "right", "missed"]
    line = result["signature"]
    assert "|variant:ge-2011|span:strict|recursive:strict|" in line


def test_an_argument_may_have_characters_of_its_own() -> None:
    sites = [
        {**BINDING, "arguments": [*BINDING["arguments"], {"role": "Site", "start": place, "end": 4}]}
        for place in (0, 1)
    ]
    assert score(document(sites[0]), document(sites[0]), task=2)["event_total_f1"] == 1
    assert score(document(sites[1]), document(sites[0]), task=2)["event_total_f1"] == 0
    assert score(document(sites[1]), document(sites[0]), task=2, span="approximate")["event_total_f1"] == 1


def test_of_characters_without_a_type_only_the_place_is_compared() -> None:
    """In PC and CG, where files say the type of everything."""
    gene = {"id": "T1", "type": "Gene_or_gene_product", "start": 0, "end": 4}
    places = [
        {"text": TEXT, "entities": [gene], "events": [{**BINDING, "arguments": [*BINDING["arguments"], site]}]}
        for site in (
            {"role": "Site", "start": 13, "end": 16},
            {"role": "Site", "start": 13, "end": 16, "type": "Amino_acid"},
            {"role": "Site", "start": 14, "end": 16},
        )
    ]
    found = [score(place, places[0], variant="cg-2013")["event_total_f1"] for place in places]
    assert found == [1, 1, 0]


def test_modifications_and_equivalents_of_documents() -> None:
    negated = [{"type": "Negation", "event": "E1"}]
    assert (
        score(document(BINDING, modifications=negated), document(BINDING, modifications=negated), task=3)["gold"] == 1
    )
    other = event("E1", "Binding", (5, 12), ("Theme", "T2"))
    assert score(document(other), document(BINDING))["event_total_f1"] == 0
    assert score(document(other), document(BINDING, equivalents=[["T1", "T2"]]))["event_total_f1"] == 1


def test_differs_from_a2_evaluate_an_argument_without_a_theme() -> None:
    empty = event("E1", "Binding", (5, 12), ("Cause", "T1"))
    other = event("E1", "Binding", (5, 12), ("Cause", "T2"))
    outer = event("E2", "Positive_regulation", (17, 29), ("Theme", "E1"))
    result = score(document(other, outer), document(empty, outer), recursive="approximate")
    assert result["matched_gold"] == 1
    assert any("an event without a Theme is an argument" in sentence for sentence in result["warnings"])


def test_events_in_a_circle_are_scored_and_told() -> None:
    circle = [
        event("E1", "Regulation", (5, 12), ("Theme", "E2")),
        event("E2", "Regulation", (17, 29), ("Theme", "E1")),
    ]
    result = score(document(*circle), document(*circle))
    assert result["event_total_f1"] == 1
    assert any("events are arguments of each other" in sentence for sentence in result["warnings"])


def test_differs_from_a2_evaluate_offsets_count_characters() -> None:
    """The umlaut has two bytes: counted in bytes, a space is at the offset of the word before "cd"."""
    text = {"text": "ä b cd", "entities": [{"id": "T1", "type": "Protein", "start": 0, "end": 1}]}
    gold = {**text, "events": [event("E1", "Binding", (4, 6), ("Theme", "T1"))]}
    wide = {**text, "events": [event("E1", "Binding", (2, 6), ("Theme", "T1"))]}
    found = [
        score(wide, gold, span="approximate", offsets=offsets)["event_total_f1"] for offsets in ("characters", "bytes")
    ]
    assert found == [1, 0]


@pytest.mark.parametrize("zero_division", [0.0, "nan", 1.0])
def test_nothing_on_either_side_is_perfect_for_pc_whatever_is_asked(zero_division: Any) -> None:
    result = score(
        {"text": TEXT, "events": []}, {"text": TEXT, "events": []}, variant="pc-2013", zero_division=zero_division
    )
    assert result["event_total_f1"] == 1
    assert any("scores are 1, as published" in sentence for sentence in result["warnings"])


def test_a_document_with_a_fault_is_an_error_unless_it_may_be_left_out() -> None:
    given = [{"id": "T1", "type": "Complex", "start": 0, "end": 4}]
    right = {"text": TEXT, "entities": given, "events": [BINDING]}
    wrong = {"text": TEXT, "events": [event("E1", "Binding", (5, 12), ("Theme", "T9"))]}
    with pytest.raises(InputError, match=r"predictions\[0\]: 'E1' names 'T9', which is not in the document"):
        score(wrong, right, variant="pc-2013")
    result = score(wrong, right, variant="pc-2013", unreadable="skip")
    assert result["gold"] == 0
    assert result["skipped"] == [
        {"document": 0, "doc_id": None, "why": "predictions: 'E1' names 'T9', which is not in the document"}
    ]
    assert any(sentence.startswith("1 document left out on both sides") for sentence in result["warnings"])


@pytest.mark.parametrize("name", ["T2", "T9"])
def test_only_entities_of_the_document_are_equal(name: str) -> None:
    """T2 is a trigger, and T9 is not in the document."""
    gene = {"id": "T1", "type": "Gene_or_gene_product", "start": 0, "end": 4}
    binding = {**BINDING, "trigger": {"id": "T2", "start": 5, "end": 12}}
    right = {"text": TEXT, "entities": [gene], "events": [binding]}
    with pytest.raises(InputError, match=rf"references\[0\]: '{name}' is equal to others and no entity"):
        score(right, {**right, "equivalents": [["T1", name]]}, variant="pc-2013")


def test_a_document_without_an_answer_does_not_count(tmp_path: Path) -> None:
    case = CASES["ge-more-matched-answers-than-golds"]
    system, references = folders(case, tmp_path)
    (system / "PMID-2.a2").unlink()
    result = score_extraction(system, references, details=True, **options_of(case))
    assert result["gold"] == 1
    assert [row["doc_id"] for row in result["skipped"]] == ["PMID-2"]


def test_other_conventions_take_the_words_of_what_arguments_name() -> None:
    gold = [document(BINDING, REGULATION)]
    result = score_extraction(gold, gold)
    assert result["argument_attached_classification_f1"] == 1
    assert result["argument_attached_classification_true_positives"] == 3
    wrong = [document(event("E1", "Binding", (5, 12), ("Theme", "T8")))]
    with pytest.raises(InputError, match=r'predictions\[0\]\["events"\]\[0\]\["arguments"\]\[0\]\["entity"\]'):
        score_extraction(wrong, gold)


@pytest.mark.parametrize("task", [1, 2, 3])
def test_totals_are_told_from_classes(task: int) -> None:
    rows = table_of("ge-2011", task, decomposed=False, modified=False)
    assert [row.is_total for row in rows] == [row.name.endswith("-TOTAL") for row in rows]


@pytest.mark.parametrize("variant", ["ge-2011", "pc-2013", "cg-2013"])
def test_a_document_without_entities_and_arguments(variant: str) -> None:
    event = {"id": "E1", "type": "Gene_expression", "trigger": {"start": 0, "end": 4}, "arguments": []}
    document = {"doc_id": "d", "text": "gene is expressed", "events": [event]}
    asked = {"convention": "bionlp", "variant": variant}
    with pytest.raises(InputError, match='character offsets are read as words; add "modifications": \\[\\] to the doc'):
        score_extraction([document], [document], **asked)
    whole = {**document, "modifications": []}
    assert score_extraction([whole], [whole], **asked)["documents"] == 1
