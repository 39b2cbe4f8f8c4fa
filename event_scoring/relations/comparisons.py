"""Scores of one output under every applicable rule, and the choices that change its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from event_scoring.documents.sides import Documents
from event_scoring.relations.documents import has_clusters
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.pairs import HIERARCHY
from event_scoring.relations.protocols.points import DEFINITIONS
from event_scoring.relations.score import RELATIONS
from event_scoring.scoring.counts import Row
from event_scoring.scoring.tables import Table

VARIANTS: dict[str, dict[str, str | bool]] = {
    "pairs": {"protocol": "pairs"},
    "matres": {"protocol": "matres"},
    "tb-dense": {"protocol": "tb-dense"},
    "tb-dense, vague excluded": {"protocol": "tb-dense", "vague": "exclude"},
    "tb-dense, caevo": {"protocol": "tb-dense", "scorer": "caevo"},
    "tddiscourse": {"protocol": "tddiscourse"},
    "hieve": {"protocol": "hieve"},
    "eventstoryline": {"protocol": "eventstoryline"},
    "causal": {"protocol": "causal"},
    "causal, all pairs": {"protocol": "causal", "candidates": "events"},
    "causal, undirected": {"protocol": "causal", "directed": False},
    "maven-ere": {"protocol": "maven-ere"},
    "tempeval-3": {"protocol": "tempeval-3"},
    "tempeval-3, unreduced": {"protocol": "tempeval-3", "reduced": False},
    "coreference": {"protocol": "coreference"},
    "coreference, without singletons": {"protocol": "coreference", "singletons": "drop"},
    "coreference in documents": {"protocol": "coreference", "level": "document"},
}
"""The rules that are shown, and what chooses them."""
REASONS = {
    "pairs": "every label but NONE counts, and a predicted pair that the references do not list is wrong",
    "matres": "VAGUE means no relation, and pairs that the references do not list are ignored",
    "tb-dense": "VAGUE is a label like the others, NONE means no relation",
    "tb-dense, vague excluded": "VAGUE and NONE mean no relation",
    "tb-dense, caevo": "predictions are turned into text order, and pairs without a reference cost nothing",
    "tddiscourse": "every label counts, VAGUE and NONE too",
    "hieve": "the mean of two F1, of PARENT-CHILD and of CHILD-PARENT",
    "eventstoryline": "rows are compared as they are written; the F1 is that of rows with their type",
    "causal": "any label but NULL and NONE is one class, so types are not compared",
    "causal, all pairs": "one class, over all pairs of events",
    "causal, undirected": "one class, and a pair and its reverse are one",
    "maven-ere": "pairs of mentions, to which relations of events in the references are spread",
    "tempeval-3": "what follows from the other side's links counts as said",
    "tempeval-3, unreduced": "the same with every link written, and its inverse",
    "coreference": "clusters over documents, singletons kept",
    "coreference, without singletons": "the same without clusters of one mention",
    "coreference in documents": "clusters within documents",
}
"""A short explanation of each rule."""
MAIN_SCORES = ("average_f1", "awareness_f1", "typed_f1", "overall_f1", "f1", "conll_f1")
"""The score by which a rule is known; of several the first that a result has."""
_OF_KINDS = ("temporal_f1", "causal_f1", "subevent_f1")
_CHOICES = ("none", "slots")
"""The choices in which the rules of labelled pairs differ."""


class ProtocolRows(list[Row]):
    """The result of `compare_protocols`: a row for each rule, and a sentence about the decisive choice."""

    sentence = ""

    def __str__(self) -> str:
        columns = ("rule", "score", "precision", "recall", "f1", "reason")
        table = Table(columns, tuple(tuple(row[key] for key in columns) for row in self))
        return "\n".join([table.text(), *filter(None, [self.sentence])])


def compare_protocols(predictions: object, references: object, **options: object) -> ProtocolRows:
    """Score the same output under every applicable rule, and find the choice that changes the score.

    A rule that cannot read these documents has no score but a reason. Takes the options of `score_relations` but
    ``protocol``, each for the rules that have it; with ``confidence`` each F1 has its interval.

    Returns:
        One row a rule: ``rule``, ``protocol``, ``score`` (its key), ``precision``, ``recall``, ``f1``, ``f1_low``,
        ``f1_high``, ``reason`` and ``signature``; the list has a ``sentence`` that says which choice moved the number.

    Examples:
        >>> gold = [{"relations": [{"type": "BEFORE", "source": "a", "target": "b"},
        ...                        {"type": "VAGUE", "source": "b", "target": "c"}]}]
        >>> system = [{"relations": [{"type": "BEFORE", "source": "a", "target": "b"},
        ...                          {"type": "VAGUE", "source": "c", "target": "b"}]}]
        >>> rows = compare_protocols(system, gold)
        >>> [(row["rule"], round(row["f1"], 3)) for row in rows if row["f1"] is not None][:3]
        [('pairs', 0.5), ('matres', 1.0), ('tb-dense', 0.667)]
    """
    if "protocol" in options:
        raise ValueError("protocol: compare_protocols tries all of them; leave it out")
    sides = RELATIONS.check(predictions, references)
    labels = {one.type for side in sides for document in side for one in document.relations or ()}
    clusters = any(has_clusters(document) for side in sides for document in side)
    rows = ProtocolRows()
    for rule, chosen in VARIANTS.items():
        protocol = str(chosen["protocol"])
        row: Row = {"rule": rule, "protocol": protocol, "score": None}
        row |= dict.fromkeys(("precision", "recall", "f1", "f1_low", "f1_high", "signature"))
        lacks = missing_data(protocol, labels, clusters)
        if lacks:
            rows.append({**row, "reason": lacks})
            continue
        try:
            result = RELATIONS.score_checked(*sides, _options_of_rule(rule, options))
        except ValueError as error:
            rows.append({**row, "reason": str(error)})
            continue
        key = next(key for key in (*MAIN_SCORES, *_OF_KINDS) if key in result)
        name = key.removesuffix("f1")
        found = {end: result.get(f"{name}{end}") for end in ("precision", "recall", "f1", "f1_low", "f1_high")}
        rows.append({**row, "score": key, **found, "reason": REASONS[rule], "signature": result["signature"]})
    if all(row["f1"] is None for row in rows):  # the documents or options themselves are wrong
        RELATIONS.score_checked(*sides, _options_of_rule("pairs", options))
    rows.sentence = _decisive_choice(rows, sides, options)
    return rows


def _options_of_rule(rule: str, options: Mapping[str, object]) -> RelationOptions:
    """Return the options of a rule, with those of the caller that its protocol uses."""
    chosen = RelationOptions.of(VARIANTS[rule])
    return RelationOptions.of(
        {**{name: given for name, given in options.items() if chosen.uses(name)}, **VARIANTS[rule]}
    )


def missing_data(protocol: str, labels: Set[str], clusters: bool) -> str:
    """Return a phrase for the data that a rule needs and the documents lack, or ""."""
    if protocol == "coreference":
        return "" if clusters else "no event is in a cluster"
    if not labels:
        return "there are no relations"
    wanted = {"hieve": HIERARCHY, "tempeval-3": DEFINITIONS}.get(protocol)
    if wanted is not None and not labels & {*wanted}:
        return f"no label is one of {', '.join(wanted)}"
    return ""


def _decisive_choice(rows: Sequence[Row], sides: tuple[Documents, Documents], options: Mapping[str, object]) -> str:
    """Return a sentence about the two rules that differ most in score, and the choice that differs."""
    scored = [row for row in rows if row["f1"] is not None and row["f1"] == row["f1"]]
    if len(scored) < 2:
        return ""
    low, high = (pick(scored, key=lambda row: float(row["f1"])) for pick in (min, max))
    if low["f1"] == high["f1"]:
        return f"Every rule that can score these documents gives {low['f1']:.3f}."
    difference = f"The number goes from {low['f1']:.3f} ({low['rule']}) to {high['f1']:.3f} ({high['rule']})"
    settings = [_options_of_rule(row["rule"], options) for row in (low, high)]
    if any(one.none is None or one.slots is None or one.protocol == "hieve" for one in settings):
        return f"{difference}: under {low['rule']} {low['reason']}; under {high['rule']} {high['reason']}."
    moved = {}
    for name in _CHOICES:
        before, after = (getattr(one, name) for one in settings)
        if before != after:
            changed = replace(settings[0], **{name: after})
            moved[name] = RELATIONS.score_checked(*sides, changed)["f1"] - low["f1"], before, after
    name, (by, before, after) = max(moved.items(), key=lambda one: abs(one[1][0]))
    return f"{difference}; changing {name} alone from {_shown(before)} to {_shown(after)} moves it by {by:+.3f}."


def _shown(value: object) -> str:
    return ",".join(value) or "()" if isinstance(value, tuple) else str(value)
