"""Matching beyond equal spans: tiers, verdicts, judges, and how far they may be trusted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import (
    InputError,
    count_extraction,
    explain_signature,
    read_counts,
    score_counts,
    score_detection,
    score_extraction,
)
from event_scoring.documents.verdicts import read_verdicts, verdict_key
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.report.reports import report
from tests.test_calls import calls

TOKENS = ["The", "rebels", "attacked", "the", "town", "and", "three", "soldiers", "died"]
GOLD = [
    {
        "doc_id": "d",
        "tokens": TOKENS,
        "events": [
            {"type": "Attack", "trigger": {"span": [2, 3]}, "arguments": [
                {"role": "Attacker", "span": [1, 2]}, {"role": "Target", "span": [3, 5]}]},
            {"type": "Die", "trigger": {"span": [8, 9]}, "arguments": [{"role": "Victim", "span": [6, 8]}]},
        ],
    }
]  # fmt: skip
SYSTEM = [
    {
        "doc_id": "d",
        "events": [
            {"type": "Attack", "trigger": {"text": "attacked"}, "arguments": [
                {"role": "Attacker", "text": "The rebels"}, {"role": "Target", "text": "a village"}]},
            {"type": "Die", "trigger": {"text": "passed away"}, "arguments": [{"role": "Victim", "text": "soldiers"}]},
        ],
    }
]  # fmt: skip
ALL = ("span", "text", "overlap", "judged")


def judged(pairs: list[dict[str, Any]], verdict: object = True) -> list[dict[str, Any]]:
    return [{**pair, "verdict": verdict, "by": "model"} for pair in pairs]


def asked(predictions: object = SYSTEM, references: object = GOLD, **options: Any) -> list[dict[str, Any]]:
    """The pairs that a judge sees."""
    seen: list[dict[str, Any]] = []
    score_extraction(
        predictions, references, match=ALL, judge=lambda pairs: [seen.append(pair) for pair in pairs], **options
    )
    return seen


@pytest.mark.parametrize(
    ("match", "triggers", "free", "attached"),
    [
        (("span", "text"), 1, 1, 1),
        (("span", "text", "overlap"), 1, 2, 1),
        (("text", "judged"), 2, 3, 3),
        (ALL, 2, 3, 3),
    ],
)
def test_tiers_by_hand(match: tuple[str, ...], triggers: int, free: int, attached: int) -> None:
    judge = {"judge": judged} if "judged" in match else {}
    result = score_extraction(SYSTEM, GOLD, match=match, details=True, **judge)
    found = [result[f"{name}_true_positives"] for name in (
        "trigger_classification", "argument_classification", "argument_attached_classification")]  # fmt: skip
    assert found == [triggers, free, attached]
    assert [row["tier"] for row in result["tiers"]] == list(match)
    last = result["tiers"][-1]
    assert all(last[key] == result[key] for key in last if key != "tier")
    # A long signature has a hash in place of its choices.
    assert ExtractionOptions.of({"match": match, **judge}).stated["span_match"] == "+".join(match)


def test_tiers_are_cumulative() -> None:
    result = score_extraction(SYSTEM, GOLD, match=ALL, judge=judged, details=True)
    assert [round(row["argument_classification_recall"] * 3) for row in result["tiers"]] == [0, 1, 2, 3]
    assert [row["trigger_classification_f1"] for row in result["tiers"]] == [0.5, 0.5, 0.5, 1.0]


def test_only_pairs_that_could_change_a_score_are_asked() -> None:
    pairs = asked()
    assert [(pair["unit"], pair["prediction"]["text"], pair["reference"]["text"]) for pair in pairs] == [
        ("trigger", "passed away", "died"),
        ("argument", "a village", "the town"),
    ]  # "soldiers" overlap enough, and belong to a missed trigger
    assert all(pair["key"] == verdict_key(pair) for pair in pairs)


def test_equal_pairs_are_one_question() -> None:
    event = {"type": "Die", "trigger": {"text": "passed away"}}
    pairs = asked([{"doc_id": "d", "events": [event, event]}])
    assert [pair["prediction"] for pair in pairs] == [{"text": "passed away"}]


def test_pairs_with_positions_and_other_scripts_have_their_keys() -> None:
    gold = [
        {"tokens": ["Der", "„König“", "\x00fiel", "\\n"], "events": [{"type": 'T"', "trigger": {"span": [2, 3]}}]},
        {"doc_id": "日本", "events": [{"type": "T", "trigger": {"span": [0, 1]}}]},
    ]
    system = [
        {"events": [{"type": 'T"', "trigger": {"span": [1, 2]}}, {"type": 'T"', "trigger": {"text": "sank 🚢"}}]},
        {"doc_id": "日本", "events": [{"type": "T", "trigger": {"span": [3, 5]}}]},
    ]
    pairs = asked(system, gold)
    assert [pair["key"] for pair in pairs] == [verdict_key(pair) for pair in pairs]
    assert [(pair["doc_id"], pair["prediction"], pair["context"]) for pair in pairs] == [
        ("#0", {"text": "„König“", "span": [1, 2]}, "Der „König“ \x00fiel \\n"),
        ("#0", {"text": "sank 🚢"}, "Der „König“ \x00fiel \\n"),
        ("日本", {"text": "", "span": [3, 5]}, ""),
    ]


def test_verdicts_are_read_once() -> None:
    """An iterator has its records once, and is read by scores, signature and agreement with people."""
    verdicts = judged(asked())
    result = score_extraction(SYSTEM, GOLD, match=ALL, verdicts=iter(verdicts), people=iter(verdicts), details=True)
    assert (result["undecided"], result["judge_accuracy"]) == (0, 1.0)
    assert result["tiers"][-1]["people_accuracy"] == 1.0


def written(verdicts: list[dict[str, Any]], folder: Path) -> Path:
    path = folder / "verdicts.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in verdicts), encoding="utf-8")
    return path


@pytest.mark.parametrize("in_file", [False, True])
def test_counts_keep_their_verdicts_when_the_file_is_gone(tmp_path: Path, in_file: bool) -> None:
    verdicts = judged(asked())
    path = written(verdicts, tmp_path)
    given = path if in_file else verdicts
    counts = count_extraction(SYSTEM, GOLD, match=ALL, verdicts=given, people=iter(verdicts))
    path.unlink()
    kept, result = read_counts(counts.to_json_lines()).score(), score_counts(counts)
    assert (kept["signature"], kept["judge_accuracy"]) == (result["signature"], 1.0)


def test_a_file_of_verdicts(tmp_path: Path) -> None:
    path = written(judged(asked()), tmp_path)
    result = score_extraction(SYSTEM, GOLD, match=ALL, verdicts=str(path))
    assert (result["undecided"], result["argument_attached_classification_f1"], result["warnings"]) == (0, 1.0, [])
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # as an editor may leave it
    assert score_extraction(SYSTEM, GOLD, match=ALL, verdicts=str(path)) == result
    none = score_extraction(SYSTEM, GOLD, match=ALL)
    assert none["signature"] != result["signature"]  # verdicts are choices
    assert none["undecided"] == 2
    assert none["warnings"] == ["No verdict, which counts as no: 2 pairs that could change a score."]


def test_raee_counts_coverage() -> None:
    """Two predictions that one reference accepts are both right; the reference is found once."""
    gold = [
        {
            "tokens": ["a", "b", "c"],
            "events": [{"type": "T", "trigger": {"span": [0, 1]}}, {"type": "T", "trigger": {"span": [2, 3]}}],
        }
    ]
    system = [{"events": [{"type": "T", "trigger": {"text": text}} for text in ("a", "x", "y")]}]
    verdicts = {("x", "a"): True, ("y", "a"): False, ("x", "c"): False, ("y", "c"): False}

    def judge(pairs: list[dict[str, Any]]) -> list[bool]:
        return [verdicts.get((pair["prediction"]["text"], pair["reference"]["text"]), False) for pair in pairs]

    result = score_detection(system, gold, match=("span", "judged"), matching="coverage", judge=judge)
    scores = [
        result[f"trigger_classification_{name}"]
        for name in ("precision", "recall", "false_positives", "false_negatives")
    ]
    assert scores == [2 / 3, 1 / 2, 1, 1]
    one = score_detection(system, gold, match=("span", "judged"), judge=judge)
    assert [one[f"trigger_classification_{name}"] for name in ("precision", "recall")] == [1 / 3, 1 / 2]


def test_regen_adds_level_by_level() -> None:
    """Exact, relaxed by similarity of text, and judged for what is left."""
    texts = ["the old mayor of the town", "a heavily armed group", "Monday"]
    gold = [{"text": "; ".join(texts), "events": [{"type": "T", "trigger": text} for text in texts]}]
    system = [{"events": [{"type": "T", "trigger": text} for text in ("Monday", "old mayor of the town", "gunmen")]}]
    result = score_detection(system, gold, match=("span", "overlap", "judged"), judge=judged, details=True)
    assert [round(row["trigger_classification_f1"], 3) for row in result["tiers"]] == [0.333, 0.667, 1.0]


def test_people_correct_the_judge() -> None:
    gold = [
        {"doc_id": str(n), "tokens": ["a"], "events": [{"type": "T", "trigger": {"span": [0, 1]}}]} for n in range(40)
    ]
    system = [{"doc_id": str(n), "events": [{"type": "T", "trigger": "x"}]} for n in range(40)]
    pairs: list[dict[str, Any]] = []
    score_detection(system, gold, match=("span", "judged"), judge=lambda found: [pairs.append(pair) for pair in found])
    verdicts = judged(pairs)
    people = [{**pair, "verdict": number % 2 == 0, "by": "people"} for number, pair in enumerate(pairs[:20])]
    result = score_detection(system, gold, match=("span", "judged"), verdicts=verdicts, people=people)
    assert (result["trigger_classification_f1"], result["judge_accuracy"], result["judge_kappa"]) == (1.0, 0.5, 0.0)
    assert result["trigger_classification_f1_corrected"] == 0.5
    assert (
        0.2
        < result["trigger_classification_f1_corrected_low"]
        < 0.4
        < 0.6
        < result["trigger_classification_f1_corrected_high"]
        < 0.8
    )


def test_agreement_with_people_tier_by_tier() -> None:
    """People accept the first six of ten pairs; "text" accepts four of them, the judge two more and a wrong one."""
    gold = [
        {"doc_id": str(n), "tokens": ["The", "a"], "events": [{"type": "T", "trigger": {"span": [1, 2]}}]}
        for n in range(10)
    ]
    system = [{"doc_id": str(n), "events": [{"type": "T", "trigger": "A" if n < 4 else "x"}]} for n in range(10)]
    pairs: list[dict[str, Any]] = []
    ask = {"judge": lambda found: [pairs.append(pair) for pair in found]}
    score_detection(system, gold, match=("judged",), **ask)
    people = [{**pair, "verdict": int(pair["doc_id"]) < 6, "by": "people"} for pair in pairs]
    verdicts = [{**pair, "verdict": int(pair["doc_id"]) < 7, "by": "model"} for pair in pairs[4:]]
    options = {"match": ("text", "judged"), "verdicts": verdicts, "people": people, "details": True}
    text, judge = score_detection(system, gold, **options)["tiers"]
    assert (text["people_accuracy"], judge["people_accuracy"]) == (0.8, 0.9)
    assert text["people_kappa"] == pytest.approx((0.8 - 0.48) / 0.52)
    assert judge["people_kappa"] == pytest.approx((0.9 - 0.54) / 0.46)


def test_perfect_output_is_perfect_in_every_tier() -> None:
    for convention in ("paper", "textee"):
        result = score_extraction(GOLD, GOLD, match=("span", "text"), convention=convention)
        assert all(value == 1.0 for key, value in result.items() if key.endswith("_f1"))


WORDS = ["The", "rebels", "attacked", "the", "town", ";", "they", "fired", "on", "it", "."]
ENTITIES = [
    {"id": "r", "mentions": [{"span": [0, 2]}, {"text": "they"}]},
    {"id": "t", "mentions": [{"text": "the town"}, {"span": [9, 10]}]},
]
TOLD = [
    {
        "tokens": WORDS,
        "entities": ENTITIES,
        "events": [
            {"type": "Attack", "trigger": {"span": [2, 3]}, "arguments": [
                {"role": "Attacker", "span": [0, 2], "head": 1}, {"role": "Target", "span": [3, 5], "head": 4}]},
            {"type": "Fire", "trigger": {"span": [7, 8]}, "arguments": [
                {"role": "Attacker", "span": [6, 7], "entity": "r"}]},
        ],
    }
]  # fmt: skip
RETOLD = [
    {
        "events": [
            {"type": "Attack", "trigger": {"span": [2, 3]}, "arguments": [
                {"role": "Attacker", "span": [1, 2], "head": 1}, {"role": "Target", "text": "it"}]},
            {"type": "Fire", "trigger": "fired", "arguments": [{"role": "Attacker", "text": "The rebels"}]},
        ]
    }
]  # fmt: skip


@pytest.mark.parametrize(
    ("match", "found"),
    [(("span",), 0), (("span", "head"), 1), (("span", "coref"), 2), (("span", "head", "coref"), 3)],
)
def test_heads_and_entities(match: tuple[str, ...], found: int) -> None:
    """A head is given on both sides; a prediction mentions an entity by its place or by a text of the document."""
    result = score_extraction(RETOLD, TOLD, match=match)
    assert result["argument_attached_classification_true_positives"] == found
    assert len(result["warnings"]) == (match == ("span",))  # that standardization drops what is elsewhere


def test_an_argument_names_its_entity() -> None:
    gold = [{**TOLD[0], "entities": [{"id": "r", "mentions": [{"span": [0, 2]}]}]}]
    result = score_extraction(RETOLD, gold, match=("span", "coref"))
    assert result["argument_attached_classification_true_positives"] == 1  # "they" is no mention, and says it is "r"


def test_a_tier_without_what_it_needs_says_so() -> None:
    result = score_extraction(SYSTEM, GOLD, match=("span", "head", "coref"))
    assert result["warnings"] == [
        'Tier "head" accepts nothing, because no prediction has a "head".',
        'Tier "coref" accepts nothing, because no prediction is a mention of one of the entities of the references.',
        "No predicted argument is identified; are ends exclusive (the index after the last token), and offsets from 0, "
        "on both "
        "sides?",
    ]


def test_what_a_tier_forgave_is_told_apart() -> None:
    result = score_extraction(RETOLD, TOLD, match=("span", "head", "coref"), details=True)
    assert result["errors"]["trigger"]["correct"] == 2
    assert {kind: count for kind, count in result["errors"]["argument"].items() if count} == {"forgiven": 3}
    rows = result["categories"][0]["argument"]["predictions"]
    assert [(row["category"], row["tier"]) for row in rows] == [
        ("forgiven", "head"), ("forgiven", "coref"), ("forgiven", "coref")
    ]  # fmt: skip
    page = report("extraction", {"a": RETOLD}, TOLD, match=("span", "head", "coref"), resamples=20)
    assert '"label":"Attacker","note":"by head"' in page
    assert '"note":"by coref"' in page
    wrong = [{"events": [{"type": "Attack", "trigger": {"span": [2, 3]}, "arguments": [
        {"role": "Target", "text": "it"}, {"role": "Attacker", "text": "nobody"}, {"role": "Attacker", "text": "them"}]}]}]  # fmt: skip
    errors = score_extraction(wrong, TOLD, match=("span", "coref"), details=True)["errors"]
    assert {kind: count for kind, count in errors["argument"].items() if count} == {
        "forgiven": 1, "filler": 1, "missed": 1, "spurious": 1,
    }  # fmt: skip
    assert errors["trigger"]["missed"] == 1


@pytest.mark.parametrize(
    ("match", "trigger", "category"),
    [
        (("span", "overlap"), {"span": [2, 4]}, "other_words"),
        (("span", "text"), {"text": "Fired!"}, "other_words"),
        (("span", "text"), {"text": "fired"}, "right"),
        (("text", "overlap"), {"span": [3, 4]}, "right"),
        (("text",), {"text": "fired"}, "right"),
    ],
)
def test_what_a_later_tier_accepts_has_other_words_and_earns_all(
    match: tuple[str, ...], trigger: dict[str, Any], category: str
) -> None:
    gold = [{"tokens": ["They", "fired", "rebels", "fired"], "events": [{"type": "A", "trigger": {"span": [3, 4]}}]}]
    pairs: list[tuple[Any, ...]] = []
    found = score_extraction(
        [{"events": [{"type": "A", "trigger": trigger}]}],
        gold,
        match=match,
        details=True,
        on_pair=lambda *pair: pairs.append(pair),
    )
    told = [(one["category"], one["partner"], one["credit"]) for one in found["outcomes"][0]]
    assert (told, pairs) == ([(category, 0, 1.0)] * 2, [(0, 0, 0, 1.0)])


def test_wrong_verdicts(tmp_path: Path) -> None:
    one = judged(asked())[0]
    assert list(read_verdicts([one, {**one, "verdict": False, "by": "other"}]).values()) == [None]
    path = tmp_path / "v.jsonl"
    path.write_text(json.dumps(one) + "\n{", encoding="utf-8")
    with pytest.raises(InputError, match=r"v.jsonl:2: verdicts: expected JSON"):
        read_verdicts(path)


def test_work_grows_as_the_documents_do() -> None:
    tokens = [f"w{number}" for number in range(40)]
    events = [{"type": "T", "trigger": {"span": [number, number + 1]}} for number in range(0, 10)]
    spoken = [{"type": "T", "trigger": {"text": f"x{number}"}} for number in range(10)]
    gold = [{"doc_id": str(number), "tokens": tokens, "events": events} for number in range(100)]
    system = [{"doc_id": str(number), "events": spoken} for number in range(100)]

    def judged(documents: int) -> int:
        options: dict[str, Any] = {"match": ("span", "judged"), "judge": lambda pairs: [False] * len(pairs)}
        return calls(lambda: score_detection(system[:documents], gold[:documents], **options)).total()

    most = judged(100)
    assert most < 12 * judged(10)
    assert most < 7 * 10_000  # for each pair few calls


def test_textee_counts_sets_beyond_spans_too() -> None:
    event = {"trigger": {"span": [0, 1]}, "type": "Attack"}
    gold = [{"tokens": ["fired"], "events": [event]}]
    twice = [{"events": [event, event]}]
    found = {
        convention: score_detection(twice, gold, convention=convention, match=("span", "text"))
        for convention in ("paper", "textee")
    }
    assert found["paper"]["trigger_classification_precision"] == 0.5
    assert found["textee"]["trigger_classification_precision"] == 1


@pytest.mark.parametrize("tier", ["text", "overlap"])
def test_more_pairs_than_can_be_compared_are_refused(tier: str) -> None:
    document = {"tokens": ["he"], "events": [{"trigger": {"span": [0, 1]}, "type": "A", "arguments": []}] * 730}
    wanted = rf'^references\[0\]: expected at most 524,288 pairs of items that the tier "{tier}" may accept'
    with pytest.raises(InputError, match=wanted):
        score_detection([document], [document], match=(tier,))


@pytest.mark.parametrize("convention", [name for name, rules in MEASURES.items() if rules.no_tiers])
def test_a_convention_without_tiers_says_why(convention: str) -> None:
    with pytest.raises(ValueError, match=f'"{convention}" takes no tiers, for it .*; "paper" and "textee" do') as error:
        score_extraction(SYSTEM, GOLD, convention=convention, match=("span", "text"), roles={"Die": ["Victim"]})
    assert MEASURES[convention].no_tiers in str(error.value)


def test_a_signature_leaves_out_what_tiers_switch_off() -> None:
    line = score_extraction(SYSTEM, GOLD, match=("span", "text"))["signature"]
    assert line.startswith("extraction|convention:paper|standardize:none|counting:multiset|span_match:span+text")
    assert "conflict" not in line
    explained = explain_signature(line)
    assert "conflict" not in explained
    assert explained["matching"] == "one-to-one"
    assert explain_signature(score_extraction(SYSTEM, GOLD)["signature"])["conflict"] == "score-or-first"
